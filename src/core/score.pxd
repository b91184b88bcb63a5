"""What a round that is over is worth (R8)."""

from libc.stdint cimport int8_t

from core.board cimport Geometry, largest_group
from core.state cimport State

cdef enum:
    TWO_PLAYER_LIMIT = 4                     # with two players, the most tricks that still earn the bonus (R8.4)


cdef inline bint earns_bonus(const Geometry *geometry, const State *state, int seat) noexcept nogil:
    """Whether a seat's tricks, as they stand, earn the bonus (R8.3, R8.4)."""
    if geometry.seats == 2:
        return state.tricks[seat] <= TWO_PLAYER_LIMIT
    return state.tricks[seat] == state.bids[seat]


cdef inline int score_of(const Geometry *geometry, const State *state, int seat, int paradox) noexcept nogil:
    """The points of one seat; `paradox` is the seat that caused one, or -1."""
    if seat == paradox:
        return -<int>state.tricks[seat]
    if earns_bonus(geometry, state, seat):
        return state.tricks[seat] + largest_group(geometry, state.tokens[seat])
    return state.tricks[seat]


cdef inline void scores(const Geometry *geometry, const State *state, int paradox, int8_t *out) noexcept nogil:
    """The points of every seat, into `out` (one entry a seat)."""
    cdef int seat
    for seat in range(geometry.seats):
        out[seat] = <int8_t>score_of(geometry, state, seat, paradox)


cdef inline int utility(const int8_t *points, int seats, int seat, bint margin) noexcept nogil:
    """What a seat wants as much of as it can get: its score, or its score less the best other one (N3)."""
    cdef int other, best = -128
    if not margin:
        return points[seat]
    for other in range(seats):
        if other != seat and points[other] > best:
            best = points[other]
    return points[seat] - best
