"""The transposition table: bounds on values already searched, in buckets of one cache line.

An entry is recognised by 96 bits of hash; 32 others choose its bucket. The chance that one of 10^12 look-ups, a
month of searching, meets a wrong entry is then below 10^12 * 4 / 2^96, less than 10^-16.

Threads share a table without locks: an entry's two words are each written whole, and the first is combined with
the second, so that an entry made of two halves is not recognised (Hyatt and Mann, A lockless transposition table).
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc
from libc.string cimport memset

from core.bits cimport assert_at_most, load, save

cdef enum:
    BUCKET = 4                               # entries a bucket: 64 bytes
    NO_PLAY = 255
    LOWEST = -100                            # below every utility
    HIGHEST = 100                            # above every utility

cdef struct Key:
    uint64_t high                            # compared in full
    uint64_t low                             # the lower half chooses the bucket, the upper is compared

cdef struct Entry:
    uint64_t check                           # the key's high word, combined with `data`
    uint64_t data                            # from low to high: key 32 bits, lower 8, upper 8, cell 8, weight 8

cdef struct Bounds:
    int lower
    int upper
    int cell                                 # the play that gave the bound, or NO_PLAY

cdef struct Table:
    Entry *entries
    uint64_t buckets


cdef inline bint table_allocate(Table *table, uint64_t size) noexcept nogil:
    """An empty table of at most `size` bytes (at least one bucket); False if there is no memory."""
    assert_at_most(sizeof(Entry), 16)
    table.buckets = size // (BUCKET * sizeof(Entry))
    if table.buckets < 1:
        table.buckets = 1
    if table.buckets > 0xFFFFFFFFULL:
        table.buckets = 0xFFFFFFFFULL
    table.entries = <Entry *>calloc(table.buckets * BUCKET, sizeof(Entry))
    return table.entries != NULL


cdef inline void table_clear(Table *table) noexcept nogil:
    """Forgets every entry."""
    memset(table.entries, 0, table.buckets * BUCKET * sizeof(Entry))


cdef inline Entry *bucket_of(const Table *table, Key key) noexcept nogil:
    """The bucket for a key: a multiplication instead of a division, so that any number of buckets will do."""
    return table.entries + ((key.low & 0xFFFFFFFFULL) * table.buckets >> 32) * BUCKET


cdef inline bint find(const Table *table, Key key, Bounds *bounds) noexcept nogil:
    """Whether the table knows something about a key; `bounds` says what."""
    cdef Entry *bucket = bucket_of(table, key)
    cdef uint64_t data
    cdef int i
    for i in range(BUCKET):
        data = load(&bucket[i].data)
        if load(&bucket[i].check) ^ data == key.high and <uint32_t>data == <uint32_t>(key.low >> 32):
            bounds.lower = <int8_t>(data >> 32)
            bounds.upper = <int8_t>(data >> 40)
            bounds.cell = <uint8_t>(data >> 48)
            return True
    return False


cdef inline void store(const Table *table, Key key, int weight, int lower, int upper, int cell) noexcept nogil:
    """Adds what is known to a key's entry. Of a full bucket the entry of least weight goes."""
    cdef Entry *bucket = bucket_of(table, key)
    cdef Entry *entry = bucket
    cdef uint64_t data
    cdef int i, least = 256, other_weight
    for i in range(BUCKET):
        data = load(&bucket[i].data)
        if load(&bucket[i].check) ^ data == key.high and <uint32_t>data == <uint32_t>(key.low >> 32):
            entry = bucket + i
            if <int8_t>(data >> 32) > lower:
                lower = <int8_t>(data >> 32)
            if <int8_t>(data >> 40) < upper:
                upper = <int8_t>(data >> 40)
            break
        other_weight = <int>(data >> 56)
        if other_weight < least:
            least = other_weight
            entry = bucket + i
    data = (key.low >> 32 | <uint64_t><uint8_t>lower << 32 | <uint64_t><uint8_t>upper << 40
            | <uint64_t><uint8_t>cell << 48 | <uint64_t><uint8_t>weight << 56)
    save(&entry.data, data)
    save(&entry.check, key.high ^ data)
