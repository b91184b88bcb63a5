"""Counting sequences of plays (perft, N3): the check of the rules, and the speed of making plays."""

from libc.stdint cimport uint64_t

from core.bits cimport count, lowest
from core.board cimport Geometry
from core.control cimport Control, stop
from core.state cimport State, finished, legal, play


cdef inline uint64_t perft(const Geometry *geometry, const State *state, int depth, Control *control) noexcept nogil:
    """Sequences of `depth` plays; one that ends earlier counts once. Meaningless once `control` has stopped."""
    cdef uint64_t cells, leaves = 0
    cdef State child
    if depth == 0 or finished(state) or stop(control):
        return 1
    cells = legal(state)
    if cells == 0:
        return 1
    if depth == 1:
        return count(cells)
    while cells:
        child = state[0]
        play(geometry, &child, lowest(cells))
        leaves += perft(geometry, &child, depth - 1, control)
        cells &= cells - 1
    return leaves
