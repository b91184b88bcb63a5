"""Maxn search: every seat picks the play best for itself; of equal ones the first in canonical order (N3)."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc
from libc.string cimport memcpy, memset

from core.bits cimport load, lowest, save
from core.board cimport Geometry, MAX_SEATS
from core.control cimport Control, stop
from core.keys cimport trick_key
from core.outlook cimport Outlook, look
from core.score cimport scores, utility
from core.state cimport State, finished, legal, play
from core.table cimport Key

cdef struct Vector:
    int8_t points[8]                         # one entry a seat; the others are zero

cdef struct Maxn:
    const Geometry *geometry
    Control control
    Key root
    bint margin
    int switches


cdef inline Vector maxn(Maxn *x, const State *state) noexcept nogil:
    """The scores of all seats when each plays for itself. Meaningless once `x.control` has stopped."""
    cdef Vector best, vector
    cdef uint64_t cells
    cdef State child
    cdef int seat = state.seat, most = -128, worth
    memset(&best, 0, sizeof(Vector))
    if stop(&x.control):
        return best
    cells = legal(state)
    if finished(state) or cells == 0:
        scores(x.geometry, state, -1 if finished(state) else seat, best.points)
        return best
    while cells:
        child = state[0]
        play(x.geometry, &child, lowest(cells))
        cells &= cells - 1
        vector = maxn(x, &child)
        worth = utility(vector.points, x.geometry.seats, seat, x.margin)
        if worth > most:
            most = worth
            best = vector
    return best
