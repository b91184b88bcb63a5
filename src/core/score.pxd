"""What a round that is over is worth (R8)."""

from libc.stdint cimport uint64_t

from core.board cimport Geometry
from core.groups cimport Groups, largest_known
from core.points cimport of_seat
from core.state cimport State

cdef enum:
    TWO_PLAYER_LIMIT = 4                     # with two players, the most tricks that still earn the bonus (R8.4)


cdef inline bint bonus_with(const Geometry *geometry, const State *state, int seat, int tricks) noexcept nogil:
    """Whether so many tricks earn a seat the bonus (R8.3, R8.4)."""
    if geometry.seats == 2:
        return tricks <= TWO_PLAYER_LIMIT
    return tricks == state.bids[seat]


cdef inline int bonus_seats(const Geometry *geometry, const State *state, int more) noexcept nogil:
    """The seats that so many tricks more would earn the bonus, a bit for each."""
    cdef int seats = 0, seat
    for seat in range(geometry.seats):
        seats |= bonus_with(geometry, state, seat, state.tricks[seat] + more) << seat
    return seats


cdef inline bint earns_bonus(const Geometry *geometry, const State *state, int seat) noexcept nogil:
    """Whether a seat's tricks, as they stand, earn the bonus."""
    return bonus_with(geometry, state, seat, state.tricks[seat])


cdef inline int score_of(const Geometry *geometry, Groups *groups, const State *state, int seat,
                         int paradox) noexcept nogil:
    """The points of one seat."""
    if seat == paradox:
        return -<int>state.tricks[seat]
    if earns_bonus(geometry, state, seat):
        return state.tricks[seat] + largest_known(groups, geometry, state.tokens[seat])
    return state.tricks[seat]


cdef inline uint64_t scores(const Geometry *geometry, Groups *groups, const State *state, int paradox) noexcept nogil:
    """The points of every seat; `paradox` is the seat that caused one, or -1. `groups` may be NULL."""
    cdef uint64_t points = 0
    cdef int seat
    for seat in range(geometry.seats):
        points |= of_seat(seat, score_of(geometry, groups, state, seat, paradox))
    return points
