"""What a round that is over is worth (R8)."""

from libc.stdint cimport int8_t

from core.board cimport Geometry, MAX_SEATS
from core.groups cimport Groups, largest_known
from core.state cimport State

cdef extern from *:
    """
    /* What to add to the points of each seat before looking for the best one that is not a certain seat: without a
       branch, which the processor could not foresee. By number of seats less two, and by seat. */
    #define OUT -100
    static const int8_t catbox_apart[4][5][8] = {
        {{OUT, 0, OUT, OUT, OUT}, {0, OUT, OUT, OUT, OUT}},
        {{OUT, 0, 0, OUT, OUT}, {0, OUT, 0, OUT, OUT}, {0, 0, OUT, OUT, OUT}},
        {{OUT, 0, 0, 0, OUT}, {0, OUT, 0, 0, OUT}, {0, 0, OUT, 0, OUT}, {0, 0, 0, OUT, OUT}},
        {{OUT, 0, 0, 0, 0}, {0, OUT, 0, 0, 0}, {0, 0, OUT, 0, 0}, {0, 0, 0, OUT, 0}, {0, 0, 0, 0, OUT}}};
    #undef OUT
    """
    const int8_t APART "catbox_apart"[4][5][8]

cdef enum:
    TWO_PLAYER_LIMIT = 4                     # with two players, the most tricks that still earn the bonus (R8.4)


cdef inline bint bonus_with(const Geometry *geometry, const State *state, int seat, int tricks) noexcept nogil:
    """Whether so many tricks earn a seat the bonus (R8.3, R8.4)."""
    if geometry.seats == 2:
        return tricks <= TWO_PLAYER_LIMIT
    return tricks == state.bids[seat]


cdef inline bint earns_bonus(const Geometry *geometry, const State *state, int seat) noexcept nogil:
    """Whether a seat's tricks, as they stand, earn the bonus."""
    return bonus_with(geometry, state, seat, state.tricks[seat])


cdef inline int score_of(const Geometry *geometry, Groups *groups, const State *state, int seat,
                         int paradox) noexcept nogil:
    """The points of one seat; `paradox` is the seat that caused one, or -1. `groups` may be NULL."""
    if seat == paradox:
        return -<int>state.tricks[seat]
    if earns_bonus(geometry, state, seat):
        return state.tricks[seat] + largest_known(groups, geometry, state.tokens[seat])
    return state.tricks[seat]


cdef inline void scores(const Geometry *geometry, Groups *groups, const State *state, int paradox,
                        int8_t *out) noexcept nogil:
    """The points of every seat, into `out` (one entry a seat)."""
    cdef int seat
    for seat in range(geometry.seats):
        out[seat] = <int8_t>score_of(geometry, groups, state, seat, paradox)


cdef inline int utility(const int8_t *points, int seats, int seat, bint margin) noexcept nogil:
    """What a seat wants as much of as it can get: its score, or its score less the best other one (N3).

    points: MAX_SEATS entries, those of seats that are not there 0.
    """
    cdef int other, value, best = -128
    cdef const int8_t *apart = APART[seats - 2][seat]
    if not margin:
        return points[seat]
    for other in range(MAX_SEATS):
        value = points[other] + apart[other]
        best = value if value > best else best
    return points[seat] - best
