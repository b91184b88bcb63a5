"""The last trick of a round, without state copies, hand counts, markers or table.

After it nothing is played, so that of a play only this counts: which cell it takes from the others, who can still
beat it, and what it does to the own group if the bonus is earned. A trick that cannot be finished, because somebody
will be stuck before its end, is such a last trick too.
"""

from libc.stdint cimport uint64_t

from core.bits cimport lowest
from core.board cimport Geometry, RED, row_of
from core.control cimport Control
from core.groups cimport Groups, largest_known
from core.points cimport SEAT_BITS, of_seat, only_seat, utility, without_seat
from core.score cimport bonus_seats
from core.state cimport State, beaters
from core.table cimport HIGHEST, LOWEST
from core.vector cimport ENOUGH, EXACT, TOO_LITTLE, Vector

cdef struct LastTrick:
    const Geometry *geometry
    Groups *groups
    const State *state
    Control *control
    int seat                                 # whose utility is searched
    bint margin
    int beta
    bint completes                           # the trick may be finished; else somebody is stuck before its end
    int keeps                                # a bit for each seat that earns the bonus without this trick
    int wins                                 # the same with this trick
    uint64_t losing                          # points of each seat, as far as played, if it does not win the trick
    uint64_t winning                         # and if it does


cdef inline int grown_group(LastTrick *x, int seat, int cell) noexcept nogil:
    """The seat's largest group with a token on the cell."""
    return largest_known(x.groups, x.geometry, x.state.tokens[seat] | <uint64_t>1 << cell)


cdef inline void choose(LastTrick *x, int seat, int cell) noexcept nogil:
    """Notes what a play makes of the seat's points."""
    cdef int group, tricks = x.state.tricks[seat]
    if (x.keeps | x.wins) >> seat & 1:
        group = grown_group(x, seat, cell)
        x.losing = without_seat(x.losing, seat) | of_seat(seat, tricks + group * (x.keeps >> seat & 1))
        x.winning = without_seat(x.winning, seat) | of_seat(seat, tricks + 1 + group * (x.wins >> seat & 1))


cdef inline uint64_t last_scores(const LastTrick *x, int winner, int paradox) noexcept nogil:
    """The points of all seats when a seat has won the trick, or one has caused a paradox; -1: none has."""
    if winner >= 0:
        return without_seat(x.losing, winner) | only_seat(x.winning, winner)
    if paradox >= 0:
        return without_seat(x.losing, paradox) | of_seat(paradox, -<int>x.state.tricks[paradox])
    return x.losing


cdef inline int outcome(const LastTrick *x, int winner, int paradox) noexcept nogil:
    """The searched seat's utility at such an end."""
    return utility(last_scores(x, winner, paradox), x.seat, x.margin)


cdef inline uint64_t later_cells(const LastTrick *x, int seat, int played, uint64_t taken,
                                 bint *completes) noexcept nogil:
    """The cells that seats after this one in the trick could declare, up to one that is stuck: the round ends there."""
    cdef uint64_t cells = 0, own
    cdef int _turn
    completes[0] = True
    for _turn in range(played + 1, x.geometry.seats):
        seat = after(x, seat)
        own = x.state.playable[seat] & ~taken
        if own == 0:
            completes[0] = False
            break
        cells |= own
    return cells


cdef inline uint64_t largest_of(LastTrick *x, int seat, uint64_t cells) noexcept nogil:
    """Of some cells the one with the largest group, the first of equals."""
    cdef uint64_t best = 0
    cdef int size, largest = -1
    while cells:
        size = grown_group(x, seat, lowest(cells))
        if size > largest:
            largest = size
            best = cells & (0 - cells)
        cells &= cells - 1
    return best


cdef inline uint64_t one_of_each_size(LastTrick *x, int seat, uint64_t cells) noexcept nogil:
    """Of some cells one for each size of the largest group, the first of equals."""
    cdef uint64_t best = 0, sizes = 0, size
    while cells:
        size = <uint64_t>1 << grown_group(x, seat, lowest(cells))
        if not sizes & size:
            sizes |= size
            best |= cells & (0 - cells)
        cells &= cells - 1
    return best


cdef inline bint has_equals(uint64_t cells, uint64_t later) noexcept nogil:
    """Whether two or more of a seat's plays take no cell from a later seat."""
    cdef uint64_t equals = cells & ~later
    return equals & (equals - 1) != 0


cdef inline uint64_t without_equals(LastTrick *x, int seat, uint64_t cells, uint64_t later, uint64_t takes,
                                    bint last, bint larger_losing, bint larger_taking) noexcept nogil:
    """The plays of a seat, with one for all that are worth the same.

    Equals take no cell from a later seat and can be beaten by the same of its cells (all that do not take the lead of
    the trick are equals too). They differ in the own group alone: the largest is best, of equal ones the first in
    canonical order. In maxn that is so only where no later seat's choice can depend on the group, and the group is sure
    to count: if it may not, the smaller one can be as good, and is then the choice if it is the first. `larger_taking`
    and `larger_losing` say whether the largest stands for all, of the plays that take the lead and of the others;
    `last`, whether nobody plays after, so that who takes the lead has won.
    """
    cdef uint64_t equals = cells & ~later, rest, alike, threats
    cdef bint grows = x.keeps >> seat & 1
    cells &= later
    rest = equals & ~takes
    if grows and not larger_losing:
        cells |= one_of_each_size(x, seat, rest)
    elif rest:
        cells |= largest_of(x, seat, rest) if grows else rest & (0 - rest)
    rest = equals & takes
    grows = x.wins >> seat & 1 or (x.keeps >> seat & 1 and not last)
    while rest:
        alike = rest & (0 - rest)
        threats = beaters(lowest(alike)) & later
        rest ^= alike
        equals = rest
        while equals:
            if beaters(lowest(equals)) & later == threats:
                alike |= equals & (0 - equals)
            equals &= equals - 1
        rest &= ~alike
        if not grows:
            cells |= alike & (0 - alike)
        elif larger_taking:
            cells |= largest_of(x, seat, alike)
        else:
            cells |= one_of_each_size(x, seat, alike)
    return cells


cdef inline uint64_t leads_or_follows(const LastTrick *x, int seat, int played, uint64_t taken) noexcept nogil:
    """The legal plays of the last trick (R5): without markers, since what they forbid is not played any more."""
    cdef uint64_t cells = x.state.playable[seat] & ~taken
    if played == 0 and not x.state.red_open and cells & ~row_of(RED):
        return cells & ~row_of(RED)
    return cells


cdef inline int after(const LastTrick *x, int seat) noexcept nogil:
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < x.geometry.seats else 0


cdef inline int last_plays(LastTrick *x, int seat, int played, uint64_t taken, int best_seat,
                           int best_cell) noexcept nogil:
    """The paranoid value from here on, or a bound on the side of `beta` where it lies."""
    cdef uint64_t cells, later, takes, first
    cdef int cell, value, best
    cdef bint maximise = seat == x.seat, completes
    cdef uint64_t losing = x.losing
    x.control.nodes += 1
    cells = leads_or_follows(x, seat, played, taken)
    if cells == 0:
        return outcome(x, -1, seat)
    later = later_cells(x, seat, played, taken, &completes)
    takes = 0
    if completes and x.completes:
        takes = beaters(best_cell) if played else cells
    if has_equals(cells, later):
        cells = without_equals(x, seat, cells, later, takes, played + 1 == x.geometry.seats, True, True)
    best = -128 if maximise else 127
    # Cells that a later seat could use come first.
    first = cells & later
    while cells:
        cell = lowest(first if first else cells)
        first &= ~(<uint64_t>1 << cell)
        cells &= ~(<uint64_t>1 << cell)
        choose(x, seat, cell)
        if takes >> cell & 1:
            value = trick_value(x, seat, played, taken | <uint64_t>1 << cell, seat, cell)
        else:
            value = trick_value(x, seat, played, taken | <uint64_t>1 << cell, best_seat, best_cell)
        if value > best if maximise else value < best:
            best = value
            if (best >= x.beta) == maximise:
                break
    x.losing = losing
    return best


cdef inline int trick_value(LastTrick *x, int seat, int played, uint64_t taken, int best_seat,
                            int best_cell) noexcept nogil:
    """The paranoid value after a seat's play."""
    if played + 1 == x.geometry.seats:
        return outcome(x, best_seat, -1)
    return last_plays(x, after(x, seat), played + 1, taken, best_seat, best_cell)


cdef inline Vector last_choices(LastTrick *x, int seat, int played, uint64_t taken, int best_seat, int best_cell,
                                int most, int limit) noexcept nogil:
    """The maxn vector from here on, unless the seat gets at most `most` (TOO_LITTLE) or at least `limit` (ENOUGH).

    A seat with a single play tells the next one what is enough to be too much for whoever asked: then the answer may
    be TOO_LITTLE too.
    """
    cdef uint64_t cells, later, takes = 0, losing = x.losing
    cdef int cell, worth, passed_on = HIGHEST, enough
    cdef bint last = played + 1 == x.geometry.seats, completes, decides, leads
    cdef Vector best, vector
    x.control.nodes += 1
    best.verdict = EXACT
    cells = leads_or_follows(x, seat, played, taken)
    if cells == 0:
        best.points = last_scores(x, -1, seat)
        return best
    later = later_cells(x, seat, played, taken, &completes)
    if completes and x.completes:
        takes = beaters(best_cell) if played else cells
    # A larger group is not always better for the margin: it may change what a later seat chooses.
    decides = later == 0
    if has_equals(cells, later):
        cells = without_equals(x, seat, cells, later, takes, last, decides or not x.margin, decides)
    if played and x.margin and cells & (cells - 1) == 0:
        passed_on = limit
    best.points = 0
    best.verdict = TOO_LITTLE
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        choose(x, seat, cell)
        if decides:
            # Nobody plays after, or the next seat is stuck.
            vector.verdict = EXACT
            if last:
                vector.points = last_scores(x, seat if takes >> cell & 1 else best_seat, -1)
            else:
                vector.points = last_scores(x, -1, after(x, seat))
        else:
            # Two seats' margins never add up to more than zero.
            enough = min(-most, passed_on) if x.margin else HIGHEST
            leads = takes >> cell & 1
            vector = last_choices(x, after(x, seat), played + 1, taken | <uint64_t>1 << cell,
                                  seat if leads else best_seat, cell if leads else best_cell, LOWEST, enough)
        if vector.verdict == EXACT:
            worth = utility(vector.points, seat, x.margin)
            if worth > most:
                most = worth
                best = vector
                if most >= limit:
                    best.verdict = ENOUGH
                    break
    x.losing = losing
    return best


cdef inline void last_trick_start(LastTrick *x, const Geometry *geometry, Groups *groups, const State *state,
                                  Control *control, bint margin, bint completes) noexcept nogil:
    """Prepares to search the last trick from its start."""
    cdef int seat, tricks
    x.geometry = geometry
    x.groups = groups
    x.state = state
    x.control = control
    x.margin = margin
    x.completes = completes
    x.keeps = bonus_seats(geometry, state, 0)
    x.wins = bonus_seats(geometry, state, 1) if completes else 0
    x.losing = x.winning = 0
    for seat in range(geometry.seats):
        tricks = state.tricks[seat]
        x.losing |= of_seat(seat, tricks)
        x.winning |= of_seat(seat, tricks + 1)
        if x.keeps >> seat & 1:
            # As yet, without the token of this trick.
            x.losing += <uint64_t>largest_known(groups, geometry, state.tokens[seat]) << (SEAT_BITS * seat)
    control.nodes -= 1


cdef inline int last_trick(const Geometry *geometry, Groups *groups, const State *state, Control *control, int seat,
                           bint margin, bint completes, int beta) noexcept nogil:
    """The paranoid value of `seat` at the start of the last trick, or a bound on the side of `beta` where it lies."""
    cdef LastTrick x
    last_trick_start(&x, geometry, groups, state, control, margin, completes)
    x.seat = seat
    x.beta = beta
    return last_plays(&x, state.seat, 0, 0, 0, 0)


cdef inline Vector last_trick_vector(const Geometry *geometry, Groups *groups, const State *state, Control *control,
                                     bint margin, bint completes, int most, int limit) noexcept nogil:
    """The maxn vector at the start of the last trick, unless the seat to play gets at most `most` (TOO_LITTLE) or at
    least `limit` (ENOUGH)."""
    cdef LastTrick x
    last_trick_start(&x, geometry, groups, state, control, margin, completes)
    return last_choices(&x, state.seat, 0, 0, 0, 0, most, limit)
