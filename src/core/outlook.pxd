"""How long a round can still last, who cannot be stuck, and what a group can still become.

Cards and cells only get fewer, so that counting them gives proofs about everything that can follow. The searches
prune with these proofs.
"""

from libc.stdint cimport uint32_t, uint64_t

from core.bits cimport count, lowest
from core.board cimport COLUMN, Geometry, group_of, row_of
from core.score cimport TWO_PLAYER_LIMIT, earns_bonus
from core.state cimport HAND_BITS, State

cdef struct Outlook:
    int ends                                 # tricks that can still be finished, at most
    int done                                 # the same if the round ends in a paradox
    uint64_t shared                          # cells that two or more seats could declare


cdef inline int most_plays(uint64_t cells, uint32_t hand) noexcept nogil:
    """How many of some cells a hand can go to: of each rank no more than its copies, and no more than its cells."""
    cdef uint64_t ranks = (cells | cells >> 1 | cells >> 2 | cells >> 3) & row_of(0)
    cdef uint32_t several = (hand >> 1 | hand >> 2) & 0o111111111
    cdef int plays = count(ranks), shift, held, free
    while several:
        shift = lowest(several)
        several &= several - 1
        held = hand >> shift & 7
        free = count(cells >> (shift // HAND_BITS * 4) & COLUMN)
        if free > 1:
            plays += (held if held < free else free) - 1
    return plays


cdef inline void look(const Geometry *geometry, const State *state, Outlook *outlook) noexcept nogil:
    """Counts cells: a trick takes one from each seat, and one from all together for each seat."""
    cdef int seats = geometry.seats, seat = state.seat, turn, tricks
    cdef uint64_t once = 0, shared = 0, cells
    cdef int ends = state.left
    for turn in range(seats):
        cells = state.playable[seat]
        shared |= once & cells
        once |= cells
        # A seat that has played already need not play again to finish this trick.
        tricks = count(cells) + (turn + state.played >= seats)
        if tricks < ends:
            ends = tricks
        seat = seat + 1 if seat + 1 < seats else 0
    # The last trick's share of cells is a whole number of tricks: compare without a division.
    tricks = count(once) + state.played
    while ends * seats > tricks:
        ends -= 1
    outlook.ends = ends
    outlook.done = ends if ends < state.left else state.left - 1
    outlook.shared = shared


cdef inline int plays_left(const Geometry *geometry, const State *state, const Outlook *outlook,
                           int seat) noexcept nogil:
    """How many more plays a seat can make, at most: one a trick, and one in the trick of the paradox."""
    cdef int turns = seat - state.seat
    if turns < 0:
        turns += geometry.seats
    return outlook.done + (turns + state.played < geometry.seats)


cdef inline bint is_safe(const Geometry *geometry, const State *state, const Outlook *outlook, int seat) noexcept nogil:
    """Whether a seat can always play, whatever the others do, until the round is over.

    Sound by two arguments. Of the plays it has on cells that nobody else can declare, a turn costs one at most: the
    seat follows with one of them, and where it cannot, the marker it loses is that of a row without any (R5.5); where
    R5.3 forbids to lead one, the card led instead is of one rank. And before a single last play the others can take no
    more cells than they have turns.
    """
    cdef int turns = seat - state.seat, needed = outlook.done + 1
    cdef uint64_t private = state.playable[seat] & ~outlook.shared
    if turns < 0:
        turns += geometry.seats
    if turns + state.played >= geometry.seats:
        needed -= 1
        turns = 2 * geometry.seats - state.played - 1
    if needed <= 0:
        return True
    if needed == 1:
        return private != 0 or count(state.playable[seat]) > turns
    return most_plays(private, state.hand[seat]) >= needed


cdef inline int stuck_seat(const Geometry *geometry, const State *state) noexcept nogil:
    """The seat that surely ends the round later in this trick, if nothing before it can change a score; or -1.

    It has no cell left. The seats before it have more cells than can be taken from them, and no bonus as things
    stand, so that it does not matter what they play.
    """
    cdef int seat = state.seat, turn
    if earns_bonus(geometry, state, seat):
        return -1
    for turn in range(1, geometry.seats - state.played):
        seat = seat + 1 if seat + 1 < geometry.seats else 0
        if state.playable[seat] == 0:
            return seat
        if count(state.playable[seat]) <= turn or earns_bonus(geometry, state, seat):
            return -1
    return -1


cdef inline bint may_finish(const Geometry *geometry, const State *state) noexcept nogil:
    """Whether at the start of a trick every seat has a cell."""
    cdef int seat
    for seat in range(geometry.seats):
        if state.playable[seat] == 0:
            return False
    return True


cdef inline bint bonus_open(const Geometry *geometry, const State *state, int ends, int seat) noexcept nogil:
    """Whether a seat can still earn the bonus (R8.3, R8.4) if `ends` tricks can be finished at most."""
    if geometry.seats == 2:
        return state.tricks[seat] <= TWO_PLAYER_LIMIT
    return <unsigned int>(<int>state.bids[seat] - <int>state.tricks[seat]) <= <unsigned int>ends


cdef inline int largest_possible(
        const Geometry *geometry, const State *state, const Outlook *outlook, int seat) noexcept nogil:
    """The largest group a seat can still end with, at most."""
    cdef uint64_t own = state.tokens[seat], all = own | state.playable[seat], group
    cdef int best = 0, size, fresh, plays = plays_left(geometry, state, outlook, seat)
    while all:
        group = group_of(geometry, all, all & (0 - all))
        all &= ~group
        fresh = count(group & ~own)
        size = count(group & own) + (fresh if fresh < plays else plays)
        if size > best:
            best = size
    return best
