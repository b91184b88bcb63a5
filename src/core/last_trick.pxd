"""The last trick of a round, without state copies, hand counts, markers or table.

After it nothing is played, so that of a play only this counts: which cell it takes from the others, whether it wins
the trick, and what it does to the own group if the bonus is earned.
"""

from libc.stdint cimport int8_t, uint64_t

from core.bits cimport count, lowest
from core.board cimport Geometry, MAX_CELLS, MAX_SEATS, group_of, largest_group, row_of
from core.control cimport Control
from core.score cimport TWO_PLAYER_LIMIT
from core.state cimport State, beats

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


cdef inline int last_plays(LastTrick *x, int seat, int played, uint64_t taken, int led, int best_seat, int best_cell) noexcept nogil:
    cdef uint64_t cells, later = 0, inert, rest
    cdef int next_seat, other, i, cell, value, best, size, largest
    cdef bint maximise = seat == x.seat, takes
    x.control.nodes += 1
    if played == x.geometry.seats:
        return outcome(x, best_seat, -1)
    cells = x.state.playable[seat] & ~taken
    if played == 0 and not x.state.red_open and cells & ~row_of(0):
        cells &= ~row_of(0)
    if cells == 0:
        return outcome(x, -1, seat)
    next_seat = seat + 1 if seat + 1 < x.geometry.seats else 0
    other = next_seat
    for i in range(played + 1, x.geometry.seats):
        later |= x.state.playable[other]
        other = other + 1 if other + 1 < x.geometry.seats else 0
    # Plays that neither win the trick so far nor take a cell from a later seat differ in the own group alone.
    if played:
        inert = cells & ~later & ~row_of(0) & ~(row_of(led) & ~((<uint64_t>2 << best_cell) - 1))
        if best_cell & 3 == 0:
            inert = cells & ~later & ~(row_of(0) & ~((<uint64_t>2 << best_cell) - 1))
        if inert & (inert - 1):
            cells &= ~inert
            if bonus_with(x, seat, x.state.tricks[seat]):
                largest = -1
                while inert:
                    cell = lowest(inert)
                    size = grown_group(x, seat, cell)
                    if size > largest:
                        largest = size
                        rest = inert & (0 - inert)
                    inert &= inert - 1
                cells |= rest
            else:
                cells |= inert & (0 - inert)
    best = -128 if maximise else 127
    # Cells that a later seat could use come first.
    rest = cells & later
    cells &= ~later
    while rest | cells:
        if rest:
            cell = lowest(rest)
            rest &= rest - 1
        else:
            cell = lowest(cells)
            cells &= cells - 1
        x.chosen[seat] = cell
        takes = played == 0 or beats(cell, best_cell)
        value = last_plays(x, next_seat, played + 1, taken | <uint64_t>1 << cell, cell & 3 if played == 0 else led,
                           seat if takes else best_seat, cell if takes else best_cell)
        if maximise:
            if value > best:
                best = value
                if best >= x.beta:
                    break
        else:
            if value < best:
                best = value
                if best < x.beta:
                    break
    x.chosen[seat] = -1
    return best


cdef inline int last_trick(const Geometry *geometry, const State *state, Control *control, int seat, bint margin, int beta) noexcept nogil:
    """Whether the utility of `seat` is at least `beta` at the start of the last trick: a bound on the side where it lies."""
    cdef LastTrick x
    cdef int i, j
    cdef uint64_t cells
    x.geometry = geometry
    x.state = state
    x.control = control
    x.seat = seat
    x.margin = margin
    x.beta = beta
    for i in range(geometry.seats):
        x.bare[i] = -1
        x.chosen[i] = -1
        cells = state.playable[i]
        while cells:
            x.grown[i][lowest(cells)] = -1
            cells &= cells - 1
    control.nodes -= 1
    return last_plays(&x, state.seat, 0, 0, 0, 0, 0)
