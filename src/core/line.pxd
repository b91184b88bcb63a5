"""The principal variation of a solved position."""

from core.board cimport MAX_CELLS
from core.paranoid cimport Paranoid
from core.root cimport Root, root_first, root_set
from core.state cimport State, finished, legal, play

cdef struct Line:
    int length
    int cell[MAX_CELLS]


cdef inline void paranoid_line(Line *line, Paranoid *x, const State *state, int value) noexcept nogil:
    """Follows the first best plays (N3) from a position of known value to the end of the round, or until stopped."""
    cdef Root root
    cdef State moment = state[0]
    cdef int i
    line.length = 0
    while not finished(&moment) and legal(&moment):
        root_set(&root, x, &moment)
        i = root_first(&root, x, value)
        if i < 0:
            return
        line.cell[line.length] = root.cell[i]
        line.length += 1
        play(x.geometry, &moment, root.cell[i])
