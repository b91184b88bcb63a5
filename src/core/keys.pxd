"""Keys of positions at the start of a trick: equal for positions that are worth the same.

Only what can still matter goes in. Cells, markers and cards are there as the set of cells each seat could declare,
with no more copies of a rank than cells they could go to. A seat's tokens are there only while it can earn the
bonus. (To keep only what can still grow of its groups saved 2 % of the nodes and cost 6 % of the time.)
"""

from libc.stdint cimport uint32_t, uint64_t

from core.bits cimport count, fold, lowest
from core.board cimport COLUMN, Geometry, MAX_CELLS
from core.outlook cimport Outlook, bonus_open
from core.state cimport HAND_BITS, State
from core.switches cimport LIVE_KEYS
from core.table cimport Key


cdef extern from *:
    """
    static const uint64_t catbox_salts[20] = {
        0x6CC6BE1805FDF179ULL, 0x4BA71AB7AC0504A5ULL, 0xDAE85D0928398F9FULL, 0x0B8E90E9F6466D5FULL,
        0x4E6980EE651011CBULL, 0xC4E08E67B822B63BULL, 0x28B58AB4D47A9A78ULL, 0xA02BFF2F31BFA6AFULL,
        0x1414F6B506D002DBULL, 0x25318BF27B885975ULL, 0x3D3DB70B0D99ED20ULL, 0x87A152F460CA36FEULL,
        0x167DD69A83F614DCULL, 0xE7FB3F46C9374388ULL, 0xFDA536A3A434D6F9ULL, 0x9D4615766CD44F91ULL,
        0x9D97FCE60131D9B6ULL, 0x9EB22B5A9059E86AULL, 0x0D8EB596C8965F78ULL, 0x3DDAB6B5EDB6CE2FULL};
    """
    const uint64_t SALTS "catbox_salts"[20]  # random numbers, four for each seat


cdef inline void blend(Key *key, uint64_t word) noexcept nogil:
    """Mixes a word into both halves of a key, in two ways that have no constant in common."""
    key.high = (key.high ^ word) * <uint64_t>0x9E3779B97F4A7C15ULL
    key.high ^= key.high >> 32
    key.low = (key.low + word) * <uint64_t>0xD6E8FEB86659FD93ULL
    key.low ^= key.low >> 29


cdef inline void add_pair(Key *key, int seat, uint64_t first, uint64_t second) noexcept nogil:
    """Adds two words of one seat: products of salted words, which need not wait for each other (NH hashing, Black et
    al. 1999). Both halves of each product count: the lower one alone would hardly tell apart what differs in high bits.
    """
    cdef const uint64_t *salts = SALTS + 4 * seat
    key.high += fold(first + salts[0], second + salts[1])
    key.low += fold(first ^ salts[2], second ^ salts[3])


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


cdef inline Key trick_key(Key key, const Geometry *geometry, const State *state, const Outlook *outlook,
                          int switches) noexcept nogil:
    """The key of a position at the start of a trick; `key` is what all positions of the search have in common."""
    cdef int seat
    cdef uint64_t word
    for seat in range(geometry.seats):
        if switches & LIVE_KEYS:
            word = state.tricks[seat]
            if bonus_open(geometry, state, outlook, seat):
                word |= state.tokens[seat] << 8
            add_pair(&key, seat, state.playable[seat] | <uint64_t>spare_copies(state, seat) << MAX_CELLS, word)
        else:
            add_pair(&key, seat, state.playable[seat] | <uint64_t>state.hand[seat] << MAX_CELLS,
                     state.tokens[seat] << 8 | state.tricks[seat])
    # Tricks that cannot be reached any more are the same however many there are.
    word = outlook.done + 1 if switches & LIVE_KEYS else state.left
    blend(&key, state.seat | word << 4 | state.red_open << 8)
    blend(&key, 0)
    return key
