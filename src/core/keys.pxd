"""Keys of positions: equal for positions that are worth the same.

Only what can still matter goes in. Cells, markers and cards are there as the set of cells each seat could declare,
with the copies of ranks held more than once. A seat's tokens are there only while it can earn the bonus. (To keep
only what can still grow of its groups saved 2 % of the nodes and cost 6 % of the time.) Of the trick in progress
there is what the seats still to play can make of it.
"""

from libc.stdint cimport uint32_t, uint64_t

from core.bits cimport multiply
from core.board cimport COLOURS, Geometry, MAX_CELLS, row_of
from core.outlook cimport Outlook, bonus_open
from core.state cimport State, beaters
from core.switches cimport LIVE_KEYS
from core.table cimport Key


cdef extern from *:
    """
    static const uint64_t catbox_salts[10] = {
        0x6CC6BE1805FDF179ULL, 0x4BA71AB7AC0504A5ULL, 0xDAE85D0928398F9FULL, 0x0B8E90E9F6466D5FULL,
        0x4E6980EE651011CBULL, 0xC4E08E67B822B63BULL, 0x28B58AB4D47A9A78ULL, 0xA02BFF2F31BFA6AFULL,
        0x1414F6B506D002DBULL, 0x25318BF27B885975ULL};
    """
    const uint64_t SALTS "catbox_salts"[10]  # random numbers, two for each seat


cdef inline void blend(Key *key, uint64_t word) noexcept nogil:
    """Mixes a word into both halves of a key, in two ways that have no constant in common."""
    key.high = (key.high ^ word) * <uint64_t>0x9E3779B97F4A7C15ULL
    key.high ^= key.high >> 32
    key.low = (key.low + word) * <uint64_t>0xD6E8FEB86659FD93ULL
    key.low ^= key.low >> 29


cdef inline void add_pair(Key *key, int seat, uint64_t first, uint64_t second) noexcept nogil:
    """Adds two words of one seat: the product of the salted words, 128 bits of it (NH hashing, Black et al. 1999)."""
    cdef uint64_t high
    key.high += multiply(first + SALTS[2 * seat], second + SALTS[2 * seat + 1], &high)
    key.low += high


cdef inline uint32_t several_copies(uint32_t hand) noexcept nogil:
    """The part of a hand that its set of cells does not tell: ranks held more than once."""
    return hand & ((hand >> 1 | hand >> 2) & 0o111111111) * 7


cdef inline uint64_t trick_so_far(const Geometry *geometry, const State *state, int switches) noexcept nogil:
    """What the seats still to play in a trick have to know of it: which of their cells would take the lead, and what
    was led if one of them can follow. The lowest 40 bits."""
    cdef uint64_t cells = 0
    cdef int seat = state.seat, _turn
    if not switches & LIVE_KEYS:
        return state.led | state.best_cell << 4
    for _turn in range(geometry.seats - state.played):
        cells |= state.playable[seat]
        seat = seat + 1 if seat + 1 < geometry.seats else 0
    return (state.led if cells & row_of(state.led) else COLOURS) | (beaters(state.best_cell) & cells) << 4


cdef inline Key position_key(Key key, const Geometry *geometry, const State *state, int ends, int left,
                             int switches) noexcept nogil:
    """The key of a position of which `ends` tricks can be finished at most, and `left` are counted.

    `key` is what all positions of the search have in common.
    """
    cdef int seat
    cdef uint64_t word
    for seat in range(geometry.seats):
        if switches & LIVE_KEYS:
            word = (state.tokens[seat] & (0 - <uint64_t>bonus_open(geometry, state, ends, seat))) << 8
            word |= state.tricks[seat]
            add_pair(&key, seat, state.playable[seat] | <uint64_t>several_copies(state.hand[seat]) << MAX_CELLS, word)
        else:
            add_pair(&key, seat, state.playable[seat] | <uint64_t>state.hand[seat] << MAX_CELLS,
                     state.tokens[seat] << 8 | state.tricks[seat])
    word = state.seat | left << 4 | state.red_open << 8
    if state.played:
        word |= state.played << 12 | state.best_seat << 16 | trick_so_far(geometry, state, switches) << 20
    blend(&key, word)
    return key


cdef inline Key trick_key(Key key, const Geometry *geometry, const State *state, const Outlook *outlook,
                          int switches) noexcept nogil:
    """The key of a position at the start of a trick: the same for all numbers of tricks that cannot be reached."""
    return position_key(key, geometry, state, outlook.ends, outlook.done + 1 if switches & LIVE_KEYS else state.left,
                        switches)


cdef inline Key quick_key(Key key, const Geometry *geometry, const State *state, int switches) noexcept nogil:
    """The key of any position, without counting the tricks that can be finished."""
    return position_key(key, geometry, state, state.left, state.left, switches)
