"""One moment of a round in play, and the rules that move it on (R5, R6, R7).

The state is copied for each ply; it fits in two cache lines.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from core.bits cimport always_inline_void, assert_at_most
from core.board cimport COLOURS, COLUMN, Geometry, MAX_SEATS, RED, row_of

cdef enum:
    HAND_BITS = 3                            # a hand holds 0 to 5 copies of each rank

cdef struct State:
    uint64_t playable[MAX_SEATS]             # cells a seat may declare now or later: card, marker, free cell
    uint64_t tokens[MAX_SEATS]
    uint32_t hand[MAX_SEATS]                 # copies of each rank, HAND_BITS bits a rank
    uint32_t markers                         # four bits a seat, R lowest
    uint8_t tricks[MAX_SEATS]
    uint8_t bids[MAX_SEATS]
    uint8_t seat                             # to play
    uint8_t played                           # plays made in the trick in progress
    uint8_t led                              # the led colour, while played > 0
    uint8_t best_seat                        # who wins the trick so far, while played > 0
    uint8_t best_cell
    uint8_t left                             # tricks to finish, the one in progress included
    uint8_t red_open                         # a player's token lies on the red row (R5.3)
    uint8_t hidden                           # a bit for each seat whose hand is not known


cdef inline void assert_compact() noexcept nogil:
    """Fails to compile if a state needs more than two cache lines."""
    assert_at_most(sizeof(State), 128)


cdef inline int copies(uint32_t hand, int rank_index) noexcept nogil:
    """How many cards of a rank a hand holds."""
    return (hand >> (HAND_BITS * rank_index)) & 7


cdef inline uint64_t columns_held(uint32_t hand, int ranks) noexcept nogil:
    """The cells of all ranks that a hand holds."""
    cdef uint64_t cells = 0
    cdef int rank_index
    for rank_index in range(ranks):
        if copies(hand, rank_index):
            cells |= <uint64_t>COLUMN << (4 * rank_index)
    return cells


cdef inline uint64_t marked(const State *state, int seat, uint64_t cells) noexcept nogil:
    """Of some cells those in the rows where a seat has its marker (R5.2)."""
    cdef int colour
    for colour in range(COLOURS):
        if not state.markers >> (COLOURS * seat + colour) & 1:
            cells &= ~row_of(colour)
    return cells


cdef inline bint finished(const State *state) noexcept nogil:
    """The round has ended because all its tricks are done (R6.4)."""
    return state.left == 0


cdef inline uint64_t legal(const State *state) noexcept nogil:
    """The cells the seat to play may declare; none means a paradox (R5.1-R5.4, R7.1).

    A hidden hand gets every cell it might declare with some hand.
    """
    cdef uint64_t cells = state.playable[state.seat], plain
    if state.played == 0 and not state.red_open:
        plain = cells & ~row_of(RED)
        if plain and not state.hidden >> state.seat & 1:
            return plain
    return cells


cdef inline bint beats(int cell, int best_cell) noexcept nogil:
    """Whether a later card takes the lead of the trick from the best one so far (R6.2)."""
    if (cell ^ best_cell) & 3:
        return (cell & 3) == RED
    return cell > best_cell


cdef inline uint64_t beaters(int cell) noexcept nogil:
    """The cells that beat a card which leads the trick so far (R6.2)."""
    cdef uint64_t higher = ~(((<uint64_t>2) << cell) - 1)
    return row_of(RED) & higher if cell & 3 == RED else row_of(RED) | (row_of(cell & 3) & higher)


cdef inline always_inline_void play(const Geometry *geometry, State *state, int cell) noexcept nogil:
    """Makes a legal play: token, hand, markers, and the end of the trick if it is the last card of it.

    GCC takes it for too large to put into its callers and would call it for each node: 4 % of the time in maxn.
    """
    cdef int seat = state.seat, colour = cell & 3, shift = HAND_BITS * (cell >> 2), other
    cdef uint64_t bit = <uint64_t>1 << cell, last_copy
    for other in range(MAX_SEATS):
        state.playable[other] &= ~bit
    state.tokens[seat] |= bit
    if not state.hidden >> seat & 1:
        # The last card of its rank takes the rank's cells with it; without a branch, as that is as likely as not.
        last_copy = (state.hand[seat] >> shift & 7) == 1
        state.playable[seat] &= ~((COLUMN & (0 - last_copy)) << (cell & ~3))
        state.hand[seat] -= <uint32_t>1 << shift
    state.red_open |= colour == RED
    if state.played == 0:
        state.led = colour
        state.best_seat = seat
        state.best_cell = cell
    else:
        if colour != state.led:
            state.playable[seat] &= ~row_of(state.led)
            state.markers &= ~(<uint32_t>1 << (COLOURS * seat + state.led))
        if beats(cell, state.best_cell):
            state.best_seat = seat
            state.best_cell = cell
    state.played += 1
    if state.played == geometry.seats:
        state.tricks[state.best_seat] += 1
        state.seat = state.best_seat
        state.left -= 1
        # A fixed filler between tricks, so that equal positions are equal byte for byte.
        state.played = state.led = state.best_seat = state.best_cell = 0
    else:
        state.seat = seat + 1 if seat + 1 < geometry.seats else 0
