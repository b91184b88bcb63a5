"""The last trick of a round, without state copies, hand counts, markers or table.

After it nothing is played, so that of a play only this counts: which cell it takes from the others, whether it wins
the trick, and what it does to the own group if the bonus is earned.
"""

from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memset

from core.bits cimport count, lowest
from core.board cimport Geometry, MAX_CELLS, MAX_SEATS, RED, group_of, largest_group, row_of
from core.control cimport Control
from core.score cimport TWO_PLAYER_LIMIT, utility
from core.state cimport State, beats
from core.table cimport LOWEST
from core.vector cimport EXACT, TOO_LITTLE, Vector

cdef struct LastTrick:
    const Geometry *geometry
    const State *state
    Control *control
    int seat                                 # whose utility is searched
    bint margin
    int beta
    int8_t bare[MAX_SEATS]                   # largest group as it stands, -1 while not known
    int8_t grown[MAX_SEATS][MAX_CELLS]       # largest group with one more token, -1 while not known
    int chosen[MAX_SEATS]                    # the cell of a seat's play in this trick, -1 before it


cdef inline bint bonus_with(const LastTrick *x, int seat, int tricks) noexcept nogil:
    if x.geometry.seats == 2:
        return tricks <= TWO_PLAYER_LIMIT
    return tricks == x.state.bids[seat]


cdef inline int bare_group(LastTrick *x, int seat) noexcept nogil:
    if x.bare[seat] < 0:
        x.bare[seat] = largest_group(x.geometry, x.state.tokens[seat])
    return x.bare[seat]


cdef inline int grown_group(LastTrick *x, int seat, int cell) noexcept nogil:
    cdef int size
    cdef uint64_t bit
    if cell < 0:
        return bare_group(x, seat)
    if x.grown[seat][cell] < 0:
        bit = <uint64_t>1 << cell
        size = count(group_of(x.geometry, x.state.tokens[seat] | bit, bit))
        if size < bare_group(x, seat):
            size = bare_group(x, seat)
        x.grown[seat][cell] = size
    return x.grown[seat][cell]


cdef inline int points(LastTrick *x, int seat, int winner, int paradox) noexcept nogil:
    cdef int tricks = x.state.tricks[seat] + (1 if seat == winner else 0)
    if seat == paradox:
        return -tricks
    if bonus_with(x, seat, tricks):
        return tricks + grown_group(x, seat, x.chosen[seat])
    return tricks


cdef inline int outcome(LastTrick *x, int winner, int paradox) noexcept nogil:
    cdef int seat, other, best = -128, own = points(x, x.seat, winner, paradox)
    if not x.margin:
        return own
    for seat in range(x.geometry.seats):
        if seat != x.seat:
            other = points(x, seat, winner, paradox)
            if other > best:
                best = other
                if own - best < x.beta:
                    break
    return own - best


cdef inline uint64_t later_cells(const LastTrick *x, int seat, int played) noexcept nogil:
    """The cells that seats after this one in the trick could declare."""
    cdef uint64_t cells = 0
    cdef int _turn
    for _turn in range(played + 1, x.geometry.seats):
        seat = seat + 1 if seat + 1 < x.geometry.seats else 0
        cells |= x.state.playable[seat]
    return cells


cdef inline uint64_t without_equals(
        LastTrick *x, int seat, uint64_t cells, uint64_t later, int led, int best_cell) noexcept nogil:
    """A follower's plays, with one for all that neither take the lead of the trick nor a cell from a later seat.

    Those differ in the own group alone: the largest is best, and of equal ones the first in canonical order. In maxn
    that is so only if no later seat's choice can depend on the group (see `last_choices`).
    """
    cdef uint64_t higher = ~(((<uint64_t>2) << best_cell) - 1), takes, equals, best
    cdef int cell, size, largest = -1
    takes = row_of(RED) & higher if best_cell & 3 == RED else row_of(RED) | (row_of(led) & higher)
    equals = cells & ~later & ~takes
    if equals & (equals - 1) == 0:
        return cells
    cells &= ~equals
    if not bonus_with(x, seat, x.state.tricks[seat]):
        return cells | (equals & (0 - equals))
    best = equals & (0 - equals)
    while equals:
        cell = lowest(equals)
        size = grown_group(x, seat, cell)
        if size > largest:
            largest = size
            best = equals & (0 - equals)
        equals &= equals - 1
    return cells | best


cdef inline uint64_t leads_or_follows(const LastTrick *x, int seat, int played, uint64_t taken) noexcept nogil:
    """The legal plays of the last trick (R5): without markers, since what they forbid is not played any more."""
    cdef uint64_t cells = x.state.playable[seat] & ~taken
    if played == 0 and not x.state.red_open and cells & ~row_of(RED):
        return cells & ~row_of(RED)
    return cells


cdef inline int last_plays(LastTrick *x, int seat, int played, uint64_t taken, int led, int best_seat,
                           int best_cell) noexcept nogil:
    """The paranoid value from here on, or a bound on the side of `beta` where it lies."""
    cdef uint64_t cells, later, first
    cdef int cell, value, best
    cdef bint maximise = seat == x.seat, takes
    x.control.nodes += 1
    if played == x.geometry.seats:
        return outcome(x, best_seat, -1)
    cells = leads_or_follows(x, seat, played, taken)
    if cells == 0:
        return outcome(x, -1, seat)
    later = later_cells(x, seat, played)
    if played:
        cells = without_equals(x, seat, cells, later, led, best_cell)
    best = -128 if maximise else 127
    # Cells that a later seat could use come first.
    first = cells & later
    while cells:
        cell = lowest(first if first else cells)
        first &= ~(<uint64_t>1 << cell)
        cells &= ~(<uint64_t>1 << cell)
        x.chosen[seat] = cell
        takes = played == 0 or beats(cell, best_cell)
        value = last_plays(x, after(x, seat), played + 1, taken | <uint64_t>1 << cell, cell & 3 if played == 0 else led,
                           seat if takes else best_seat, cell if takes else best_cell)
        if value > best if maximise else value < best:
            best = value
            if (best >= x.beta) == maximise:
                break
    x.chosen[seat] = -1
    return best


cdef inline int after(const LastTrick *x, int seat) noexcept nogil:
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < x.geometry.seats else 0


cdef inline void last_scores(LastTrick *x, int winner, int paradox, Vector *vector) noexcept nogil:
    """The scores of a round that is over."""
    cdef int seat
    memset(vector, 0, sizeof(Vector))
    for seat in range(x.geometry.seats):
        vector.points[seat] = points(x, seat, winner, paradox)


cdef inline void last_choices(LastTrick *x, int seat, int played, uint64_t taken, int led, int best_seat, int best_cell,
                              int wanted, Vector *best) noexcept nogil:
    """The maxn vector from here on, or TOO_LITTLE if the seat before surely gets less than `wanted` (margins only)."""
    cdef uint64_t cells
    cdef int cell, worth, most = LOWEST
    cdef bint takes
    cdef Vector vector
    x.control.nodes += 1
    if played == x.geometry.seats:
        last_scores(x, best_seat, -1, best)
        return
    cells = leads_or_follows(x, seat, played, taken)
    if cells == 0:
        last_scores(x, -1, seat, best)
        return
    # A larger group is not always better for the margin: it may change what a later seat chooses.
    if played and (not x.margin or played == x.geometry.seats - 1 or not bonus_with(x, seat, x.state.tricks[seat])):
        cells = without_equals(x, seat, cells, later_cells(x, seat, played), led, best_cell)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        x.chosen[seat] = cell
        takes = played == 0 or beats(cell, best_cell)
        last_choices(x, after(x, seat), played + 1, taken | <uint64_t>1 << cell, cell & 3 if played == 0 else led,
                     seat if takes else best_seat, cell if takes else best_cell, most + 1, &vector)
        if vector.verdict == EXACT:
            worth = utility(vector.points, x.geometry.seats, seat, x.margin)
            if worth > most:
                most = worth
                best[0] = vector
                # Two seats' margins never add up to more than zero.
                if x.margin and most > -wanted:
                    best.verdict = TOO_LITTLE
                    break
    x.chosen[seat] = -1


cdef inline void last_trick_start(LastTrick *x, const Geometry *geometry, const State *state, Control *control,
                                  bint margin) noexcept nogil:
    """Prepares to search the last trick from its start."""
    cdef int seat
    cdef uint64_t cells
    x.geometry = geometry
    x.state = state
    x.control = control
    x.margin = margin
    for seat in range(geometry.seats):
        x.bare[seat] = -1
        x.chosen[seat] = -1
        cells = state.playable[seat]
        while cells:
            x.grown[seat][lowest(cells)] = -1
            cells &= cells - 1
    control.nodes -= 1


cdef inline int last_trick(const Geometry *geometry, const State *state, Control *control, int seat, bint margin,
                           int beta) noexcept nogil:
    """The paranoid value of `seat` at the start of the last trick, or a bound on the side of `beta` where it lies."""
    cdef LastTrick x
    last_trick_start(&x, geometry, state, control, margin)
    x.seat = seat
    x.beta = beta
    return last_plays(&x, state.seat, 0, 0, 0, 0, 0)


cdef inline void last_trick_vector(const Geometry *geometry, const State *state, Control *control, bint margin,
                                   Vector *vector) noexcept nogil:
    """The maxn vector at the start of the last trick."""
    cdef LastTrick x
    last_trick_start(&x, geometry, state, control, margin)
    last_choices(&x, state.seat, 0, 0, 0, 0, 0, LOWEST, vector)
