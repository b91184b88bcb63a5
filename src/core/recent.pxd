"""Positions that a thread has searched lately: a table so small that it stays in the processor's cache.

Positions within a trick are kept here, and those at the start of one of the last tricks. Most that come again do so
soon, and what follows them is so little that a look-up in the large table, in slow memory, would take as long as
searching them again. An entry here just gives way to the next one for its place.
"""

from libc.stdint cimport uint32_t, uint64_t

from core.table cimport Entry, Key, PAYLOAD, PAYLOAD_SHIFT

cdef enum:
    RECENT_ENTRIES = 1 << 16                 # 1 MB for a thread
    RECENT_TRICKS = 2                        # of these, the last of a round, the starts too are kept here
    ALL_RECENT_ENTRIES = 1 << 20             # 16 MB for all threads

cdef struct Recent:
    Entry *entries
    uint64_t mask                            # their number, a power of two, less one


cdef inline uint64_t recent_entries(int threads) noexcept nogil:
    """How many entries each of some threads has."""
    cdef uint64_t entries = RECENT_ENTRIES
    while entries * threads > ALL_RECENT_ENTRIES:
        entries >>= 1
    return entries


cdef inline bint recall_recent(const Recent *recent, Key key, uint32_t *payload) noexcept nogil:
    """Whether something is known about a key, and what."""
    cdef const Entry *entry = recent.entries + (key.low & recent.mask)
    if entry.check ^ entry.data == key.high and (entry.data ^ key.low >> 32) & PAYLOAD == 0:
        payload[0] = <uint32_t>(entry.data >> PAYLOAD_SHIFT) & PAYLOAD
        return True
    return False


cdef inline void remember_recent(const Recent *recent, Key key, uint32_t payload) noexcept nogil:
    """Puts a payload into a key's place."""
    cdef Entry *entry = recent.entries + (key.low & recent.mask)
    entry.data = (key.low >> 32) & PAYLOAD | <uint64_t>payload << PAYLOAD_SHIFT
    entry.check = key.high ^ entry.data
