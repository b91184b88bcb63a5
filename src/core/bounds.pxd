"""Bounds on the paranoid value by arithmetic: tricks that can still be won, bonuses that can still be earned.

With t the tricks won so far, E the tricks that can still be finished (D if the round ends in a paradox), g the
largest group possible and n the tricks missing to the bid:

- the searched seat, never stuck, scores at least t, and another one at most t + max(E, n + g);
- the searched seat, stuck, with k of the D tricks: -(t + k), while another one scores at most t + D - k + g;
- the searched seat scores at most t + max(E, n + g), and of the others at most one is stuck, so that the second
  best of their tricks (the best, if that seat is safe) counts against it.
"""

from core.bits cimport count
from core.board cimport Geometry
from core.outlook cimport Outlook, bonus_open, is_safe, largest_possible
from core.score cimport TWO_PLAYER_LIMIT
from core.state cimport State


cdef inline int most_points(const Geometry *geometry, const State *state, const Outlook *outlook, int seat, int group) noexcept nogil:
    """The most a seat can score if it is not stuck, with the bonus `group` where it is open (0: not open)."""
    cdef int tricks = state.tricks[seat], need
    if group:
        if geometry.seats == 2:
            need = TWO_PLAYER_LIMIT - tricks
            if need > outlook.ends:
                need = outlook.ends
        else:
            need = <int>state.bids[seat] - tricks
        if need + group > outlook.ends:
            return tricks + need + group
    return tricks + outlook.ends


cdef inline bint falls_short(const Geometry *geometry, const State *state, const Outlook *outlook, int own, int rival,
                             int group, bint safe, int beta) noexcept nogil:
    """Whether a rival with such a group might push the searched seat, with `own` tricks, below beta."""
    if own - most_points(geometry, state, outlook, rival, group) < beta:
        return True
    return not safe and -own - outlook.done - <int>state.tricks[rival] - group < beta


cdef inline bint bounded(const Geometry *geometry, const State *state, const Outlook *outlook, int seat, bint margin,
                         int beta, int *bound) noexcept nogil:
    """Whether these bounds decide on which side of `beta` the value lies; then `bound` is on that side."""
    cdef int seats = geometry.seats, other, first = 0, second = 0, first_seat = -1, tricks, group, low, high, stuck
    cdef bint safe
    cdef int own = state.tricks[seat], ends = outlook.ends, done = outlook.done
    if margin:
        first = second = -128
        for other in range(seats):
            if other != seat:
                tricks = state.tricks[other]
                if tricks > first:
                    second = first
                    first = tricks
                    first_seat = other
                elif tricks > second:
                    second = tricks

    # From below: groups cost most to look at, so first without them, then as large as tokens and plays could make
    # them, and only then cell by cell.
    low = own - first - ends if margin else own
    stuck = -own - done - first if margin else -own - done
    if low >= beta and (stuck >= beta or is_safe(geometry, state, outlook, seat)):
        if not margin:
            bound[0] = beta
            return True
        safe = stuck < beta
        for other in range(seats):
            if other == seat or not bonus_open(geometry, state, outlook, other):
                continue
            group = count(state.tokens[other]) + done + 1
            if falls_short(geometry, state, outlook, own, other, group, safe, beta):
                group = largest_possible(geometry, state, outlook, other)
                if falls_short(geometry, state, outlook, own, other, group, safe, beta):
                    if safe or not is_safe(geometry, state, outlook, seat):
                        break
                    safe = True
                    if falls_short(geometry, state, outlook, own, other, group, safe, beta):
                        break
        else:
            bound[0] = beta
            return True

    # From above.
    if not margin:
        high = own + ends
    elif own + ends - first >= beta:
        return False
    elif is_safe(geometry, state, outlook, first_seat):
        high = own + ends - first
    elif seats == 2:
        high = own + first + done
        if own + ends - first > high:
            high = own + ends - first
    else:
        first = second
        high = own + ends - first
    if high < beta:
        if bonus_open(geometry, state, outlook, seat):
            group = largest_possible(geometry, state, outlook, seat)
            if seats == 2:
                high += group
            else:
                high = most_points(geometry, state, outlook, seat, group) - first
        if high < beta:
            bound[0] = high
            return True
    return False
