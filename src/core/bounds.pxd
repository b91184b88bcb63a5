"""Bounds on a seat's value, paranoid or maxn, by arithmetic: tricks and bonuses still in reach.

With t the tricks won so far, E the tricks that can still be finished (D if the round ends in a paradox), g the
largest group possible and n the tricks missing to the bid:

- the searched seat, never stuck, scores at least t, and another one at most t + max(E, n + g);
- the searched seat, stuck, with k of the D tricks: -(t + k), while another one scores at most t + D - k + g;
- the searched seat scores at most t + max(E, n + g), and of the others at most one is stuck, so that the second
  best of their tricks (the best, if that seat is safe) counts against it.
"""

from core.bits cimport count
from core.board cimport Geometry
from core.outlook cimport Outlook, bonus_open, is_safe, largest_possible, plays_left
from core.score cimport TWO_PLAYER_LIMIT
from core.state cimport State


cdef inline int most_points(const State *state, const Outlook *outlook, int seat, int group, int seats) noexcept nogil:
    """The most a seat can score if it is not stuck, with the bonus `group` where it is open (0: not open)."""
    cdef int tricks = state.tricks[seat], need
    if group:
        if seats == 2:
            need = TWO_PLAYER_LIMIT - tricks
            if need > outlook.ends:
                need = outlook.ends
        else:
            need = <int>state.bids[seat] - tricks
        if need + group > outlook.ends:
            return tricks + need + group
    return tricks + outlook.ends


cdef inline bint falls_short(const State *state, const Outlook *outlook, int own, int rival, int group, int seats,
                             bint safe, int beta) noexcept nogil:
    """Whether a rival with such a group might push the searched seat, with `own` tricks, below beta."""
    if own - most_points(state, outlook, rival, group, seats) < beta:
        return True
    return not safe and -own - outlook.done - <int>state.tricks[rival] - group < beta


cdef inline void best_rivals(
        const State *state, int seats, int seat, int *first, int *second, int *first_seat) noexcept nogil:
    """The most tricks that another seat has, who it is, and the second most."""
    cdef int other, tricks
    first[0] = second[0] = -128
    first_seat[0] = -1
    for other in range(seats):
        if other != seat:
            tricks = state.tricks[other]
            if tricks > first[0]:
                second[0] = first[0]
                first[0] = tricks
                first_seat[0] = other
            elif tricks > second[0]:
                second[0] = tricks


cdef inline bint must_be_stuck(const Geometry *geometry, const State *state, const Outlook *outlook, int seat,
                               bint margin) noexcept nogil:
    """Whether one of two players is stuck in the end if the other one so wants: somebody must be, the other not.

    Only for margins: for its score alone the other one might not want it.
    """
    return margin and geometry.seats == 2 and outlook.ends < state.left and is_safe(geometry, state, outlook, 1 - seat)


cdef inline bint surely_reaches(const Geometry *geometry, const State *state, const Outlook *outlook, int seat,
                                bint margin, int beta) noexcept nogil:
    """Whether a seat has at least `beta`, whatever is played."""
    cdef int other, first, second, first_seat, group, stuck, own = state.tricks[seat], done = outlook.done
    cdef bint safe
    # Groups cost most to look at, so first without them, then as large as tokens and plays could make them, and
    # only then cell by cell.
    if not margin:
        return own >= beta and (-own - done >= beta or is_safe(geometry, state, outlook, seat))
    best_rivals(state, geometry.seats, seat, &first, &second, &first_seat)
    if own - first - outlook.ends < beta:
        return own + first >= beta and must_be_stuck(geometry, state, outlook, first_seat, margin)
    stuck = -own - done - first
    if stuck < beta and not is_safe(geometry, state, outlook, seat):
        return False
    safe = stuck < beta
    for other in range(geometry.seats):
        if other == seat or not bonus_open(geometry, state, outlook.ends, other):
            continue
        group = count(state.tokens[other]) + plays_left(geometry, state, outlook, other)
        if falls_short(state, outlook, own, other, group, geometry.seats, safe, beta):
            group = largest_possible(geometry, state, outlook, other)
            if falls_short(state, outlook, own, other, group, geometry.seats, safe, beta):
                if safe or not is_safe(geometry, state, outlook, seat):
                    return False
                safe = True
                if falls_short(state, outlook, own, other, group, geometry.seats, safe, beta):
                    return False
    return True


cdef inline bint surely_misses(const Geometry *geometry, const State *state, const Outlook *outlook, int seat,
                               bint margin, int beta, bint one_side, int *bound) noexcept nogil:
    """Whether a seat has less than `beta`, whatever is played; then `bound` is the most it can have. `one_side`: all
    others play against it, so that one that can keep out of being stuck will."""
    cdef int high, first, second, first_seat, own = state.tricks[seat], ends = outlook.ends
    if not margin:
        first = 0
        high = own + ends
    else:
        best_rivals(state, geometry.seats, seat, &first, &second, &first_seat)
        if -own - first < beta and must_be_stuck(geometry, state, outlook, seat, margin):
            bound[0] = -own - first
            return True
        if own + ends - first >= beta:
            return False
        high = own + ends - first
        if not (one_side and is_safe(geometry, state, outlook, first_seat)):
            if geometry.seats == 2:
                if own + first + outlook.done > high:
                    high = own + first + outlook.done
            else:
                first = second
                high = own + ends - first
    if high >= beta:
        return False
    if bonus_open(geometry, state, outlook.ends, seat):
        if geometry.seats == 2:
            high += largest_possible(geometry, state, outlook, seat)
        else:
            high = most_points(state, outlook, seat, largest_possible(geometry, state, outlook, seat),
                               geometry.seats) - first
    bound[0] = high
    return high < beta
