"""The order in which plays are searched.

Most rounds end in a paradox, so the first question about a play is whom it brings nearer to one: plays that take
a cell from a seat of the other side come first, the more the fewer cells that seat has; then plays that cost the own
seat few cells. The rest only decides between equals. The weights were tuned on
positions from random rounds in which seats follow the led colour 85 % of the time; docs/search.md has the figures.
"""

from libc.stdint cimport int32_t, uint64_t

from core.bits cimport count, lowest
from core.board cimport COLOURS, COLUMN, Geometry, MAX_CELLS, MAX_SEATS, RED, row_of
from core.state cimport State, beats, copies
from core.switches cimport ORDER_BY_MOBILITY

cdef extern from *:
    """
    /* 65536 / (1 + n): shares of a set of n cells, without a division */
    static const int catbox_share[37] = {
        65536, 32768, 21845, 16384, 13107, 10922, 9362, 8192, 7281, 6553, 5957, 5461, 5041, 4681, 4369, 4096, 3855,
        3640, 3449, 3276, 3120, 2978, 2849, 2730, 2621, 2520, 2427, 2340, 2259, 2184, 2114, 2048, 1985, 1927, 1872,
        1820, 1771};
    """
    const int SHARE "catbox_share"[37]

cdef struct Ordering:
    int length
    int cell[MAX_CELLS]
    int32_t weight[MAX_CELLS]


cdef inline void order_plays(Ordering *plays, const Geometry *geometry, const State *state, int searched,
                             uint64_t cells, int switches) noexcept nogil:
    """Fills `plays` with the legal `cells` and their weights."""
    cdef uint64_t rivals[MAX_SEATS]
    cdef int gains[MAX_SEATS]
    cdef int by_colour[COLOURS]
    cdef bint maximise = state.seat == searched
    cdef uint64_t own = state.playable[state.seat], lost, others = 0
    cdef int seat, colour, cell, cost, number = 0, rival, n = 0
    cdef int32_t weight
    cost = SHARE[count(own)] * (64 if maximise else 48)
    for seat in range(geometry.seats):
        if seat != state.seat:
            others |= state.playable[seat]
            if maximise or seat == searched:
                rivals[number] = state.playable[seat]
                gains[number] = SHARE[count(state.playable[seat])] * (256 if maximise else 128)
                number += 1
    for colour in range(COLOURS):
        weight = 0
        if state.played == 0:
            # A led colour costs whoever has many cells in it and does not follow.
            for rival in range(number):
                weight += (gains[rival] >> (8 if maximise else 7)) * count(rivals[rival] & row_of(colour))
            if not maximise:
                weight += SHARE[count(own)] * count(own & row_of(colour))
        if colour == RED:
            weight -= 32000 if maximise else 48000
        by_colour[colour] = weight
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        weight = 0
        if switches & ORDER_BY_MOBILITY:
            weight += by_colour[cell & 3]
            for rival in range(number):
                if rivals[rival] >> cell & 1:
                    weight += gains[rival]
            lost = <uint64_t>1 << cell
            if state.played and (cell & 3) != state.led:
                lost |= row_of(state.led)
            if copies(state.hand[state.seat], cell >> 2) == 1:
                lost |= <uint64_t>COLUMN << (cell & ~3)
            weight -= cost * count(own & lost)
            if not maximise and not others >> cell & 1:
                weight += 16000
            if state.played and beats(cell, state.best_cell):
                weight -= 16000
                if maximise:
                    weight += 9600 * (cell >> 2)
        plays.cell[n] = cell
        plays.weight[n] = weight
        n += 1
    plays.length = n


cdef inline void put_first(Ordering *plays, int cell) noexcept nogil:
    """Has one play searched before all others."""
    cdef int i
    for i in range(plays.length):
        if plays.cell[i] == cell:
            plays.weight[i] = 1 << 30


cdef inline int next_play(Ordering *plays, int i) noexcept nogil:
    """Brings the best of the plays from `i` on to place `i` and returns its cell."""
    cdef int j, best = i, cell
    for j in range(i + 1, plays.length):
        if plays.weight[j] > plays.weight[best]:
            best = j
    cell = plays.cell[best]
    plays.cell[best] = plays.cell[i]
    plays.weight[best] = plays.weight[i]
    plays.cell[i] = cell
    return cell
