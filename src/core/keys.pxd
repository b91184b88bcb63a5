"""Keys of positions at the start of a trick: equal for positions that are worth the same.

Only what can still matter goes in. Cells, markers and cards are there as the set of cells each seat could declare,
with no more copies of a rank than cells they could go to. A seat's tokens are there only while it can earn the
bonus, and then only the groups that can still grow, and the size of the largest other one.
"""

from libc.stdint cimport uint32_t, uint64_t

from core.bits cimport count, lowest
from core.board cimport COLUMN, Geometry, group_of, largest_group
from core.outlook cimport Outlook, bonus_open
from core.state cimport HAND_BITS, State
from core.switches cimport LIVE_KEYS
from core.table cimport Key


cdef inline void blend(Key *key, uint64_t word) noexcept nogil:
    """Mixes a word into both halves of a key, in two ways that have no constant in common."""
    key.high = (key.high ^ word) * <uint64_t>0x9E3779B97F4A7C15ULL
    key.high ^= key.high >> 32
    key.low = (key.low + word) * <uint64_t>0xD6E8FEB86659FD93ULL
    key.low ^= key.low >> 29


cdef inline uint32_t spare_copies(const State *state, int seat) noexcept nogil:
    """For each rank the copies beyond the first that could still be played, packed like a hand."""
    cdef uint32_t hand = state.hand[seat], several = (hand >> 1 | hand >> 2) & 0o111111111, spare = 0
    cdef int shift, held, cells
    while several:
        shift = lowest(several)
        several &= several - 1
        held = hand >> shift & 7
        cells = count(state.playable[seat] >> (shift // HAND_BITS * 4) & COLUMN)
        if cells < held:
            held = cells
        if held > 1:
            spare |= <uint32_t>(held - 1) << shift
    return spare


cdef inline uint64_t live_tokens(const Geometry *geometry, const State *state, int seat) noexcept nogil:
    """The tokens of groups that can still grow, and above them the size of the largest other group."""
    cdef uint64_t tokens = state.tokens[seat], cells = state.playable[seat], contact = 0, open_groups
    while cells:
        contact |= geometry.neighbours[lowest(cells)]
        cells &= cells - 1
    open_groups = group_of(geometry, tokens, tokens & contact)
    return open_groups | <uint64_t>largest_group(geometry, tokens & ~open_groups) << 36


cdef inline Key trick_key(Key key, const Geometry *geometry, const State *state, const Outlook *outlook,
                          int switches) noexcept nogil:
    """The key of a position at the start of a trick; `key` is what all positions of the search have in common."""
    cdef int seat
    cdef uint64_t word
    if not switches & LIVE_KEYS:
        for seat in range(geometry.seats):
            blend(&key, state.playable[seat] | <uint64_t>state.hand[seat] << 36)
            blend(&key, state.tokens[seat] << 8 | state.tricks[seat])
        blend(&key, state.seat | state.left << 4 | state.red_open << 8)
        blend(&key, 0)
        return key
    for seat in range(geometry.seats):
        blend(&key, state.playable[seat] | <uint64_t>spare_copies(state, seat) << 36)
        word = state.tricks[seat]
        if bonus_open(geometry, state, outlook, seat):
            word |= state.tokens[seat] << 8
        blend(&key, word)
    # Tricks that cannot be reached any more are the same however many there are.
    blend(&key, state.seat | (outlook.done + 1) << 4 | state.red_open << 8)
    blend(&key, 0)
    return key
