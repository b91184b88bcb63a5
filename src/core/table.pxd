"""The transposition table: what is known of positions already searched, in buckets of one cache line.

An entry is recognised by 94 bits of hash; 32 others choose its bucket. Two positions share those 126 bits with a
chance of no more than 4 / 2^64 (keys.pxd), so that 10^12 look-ups, a month of searching, meet a wrong entry with one
of less than 10^12 * 4 * 4 / 2^64, one in a million.

Threads share a table without locks: an entry's two words are each written whole, and the first is combined with
the second, so that an entry made of two halves is not recognised (Hyatt and Mann, A lockless transposition table).
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from core.bits cimport assert_at_most, load, save

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #define CATBOX_TOUCHED ((size_t)128 << 20)
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    /* Zeroed memory at an address of its own alignment; in huge pages where the system has them to give: almost
       every look-up in small pages would also miss the processor's table of pages. */
    static void *catbox_pages(size_t size) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) return NULL;
        madvise(pages, size, MADV_HUGEPAGE);
        /* Touched now, a page does not interrupt the search; of a large table few searches touch every page. */
        if (size <= CATBOX_TOUCHED) memset(pages, 0, size);
        return pages;
    #else
        return calloc(1, size);
    #endif
    }
    static void catbox_pages_free(void *pages, size_t size) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        if (pages) munmap(pages, size);
    #else
        (void)size;
        free(pages);
    #endif
    }
    """
    void *pages_allocate "catbox_pages"(size_t size) noexcept nogil
    const uint64_t TOUCHED "CATBOX_TOUCHED"
    void pages_free "catbox_pages_free"(void *pages, size_t size) noexcept nogil

cdef enum:
    BUCKET = 4                               # entries a bucket: 64 bytes
    PAYLOAD = (1 << 30) - 1
    PAYLOAD_SHIFT = 30
    WEIGHT_SHIFT = 60                        # the weight is the number of tricks left: what losing the entry costs
    NO_PLAY = 255
    LOWEST = -100                            # below every utility
    HIGHEST = 100                            # above every utility

cdef struct Key:
    uint64_t high                            # compared in full
    uint64_t low                             # the lower half chooses the bucket, the upper is compared

cdef struct Entry:
    uint64_t check                           # the key's high word, combined with `data`
    uint64_t data                            # from low to high: 30 bits of the key, payload 30, weight 4

cdef struct Bounds:
    int lower
    int upper
    int cell                                 # the play that gave the bound, or NO_PLAY

cdef struct Table:
    Entry *entries
    uint64_t buckets


cdef inline uint64_t table_size(const Table *table) noexcept nogil:
    """Bytes of the table."""
    return table.buckets * BUCKET * sizeof(Entry)


cdef inline bint table_is_cold(const Table *table) noexcept nogil:
    """Whether the table is so large that its pages were not touched when it was allocated."""
    return table_size(table) > TOUCHED


cdef inline bint table_allocate(Table *table, uint64_t size) noexcept nogil:
    """An empty table of at most `size` bytes (at least one bucket); False if there is no memory."""
    assert_at_most(sizeof(Entry), 16)
    table.buckets = size // (BUCKET * sizeof(Entry))
    if table.buckets < 1:
        table.buckets = 1
    if table.buckets > 0xFFFFFFFFULL:
        table.buckets = 0xFFFFFFFFULL
    table.entries = <Entry *>pages_allocate(table_size(table))
    return table.entries != NULL


cdef inline void table_free(Table *table) noexcept nogil:
    """Gives the memory back."""
    pages_free(table.entries, table_size(table))
    table.entries = NULL


cdef inline void table_clear(Table *table) noexcept nogil:
    """Forgets every entry."""
    memset(table.entries, 0, table_size(table))


cdef inline Entry *bucket_of(const Table *table, Key key) noexcept nogil:
    """The bucket for a key: a multiplication instead of a division, so that any number of buckets will do."""
    return table.entries + ((key.low & 0xFFFFFFFFULL) * table.buckets >> 32) * BUCKET


cdef inline bint recall(const Table *table, Key key, uint32_t *payload) noexcept nogil:
    """Whether the table knows something about a key, and what."""
    cdef Entry *bucket = bucket_of(table, key)
    cdef uint64_t data
    cdef int i
    for i in range(BUCKET):
        data = load(&bucket[i].data)
        if load(&bucket[i].check) ^ data == key.high and (data ^ key.low >> 32) & PAYLOAD == 0:
            payload[0] = <uint32_t>(data >> PAYLOAD_SHIFT) & PAYLOAD
            return True
    return False


cdef inline void remember(const Table *table, Key key, int weight, uint32_t payload) noexcept nogil:
    """Puts a payload into a key's entry. Of a full bucket the entry of least weight goes."""
    cdef Entry *bucket = bucket_of(table, key)
    cdef Entry *entry = bucket
    cdef uint64_t data
    cdef int i, least = 256, other_weight
    for i in range(BUCKET):
        data = load(&bucket[i].data)
        if load(&bucket[i].check) ^ data == key.high and (data ^ key.low >> 32) & PAYLOAD == 0:
            entry = bucket + i
            break
        other_weight = <int>(data >> WEIGHT_SHIFT)
        if other_weight < least:
            least = other_weight
            entry = bucket + i
    data = (key.low >> 32) & PAYLOAD | <uint64_t>payload << PAYLOAD_SHIFT | <uint64_t>weight << WEIGHT_SHIFT
    save(&entry.data, data)
    save(&entry.check, key.high ^ data)


cdef inline Bounds unpack_bounds(uint32_t payload) noexcept nogil:
    """The bounds of a payload."""
    cdef Bounds bounds
    bounds.lower = <int8_t>payload
    bounds.upper = <int8_t>(payload >> 8)
    bounds.cell = <uint8_t>(payload >> 16)
    return bounds


cdef inline uint32_t pack_bounds(int lower, int upper, int cell) noexcept nogil:
    """Bounds as a payload."""
    return <uint8_t>lower | <uint32_t><uint8_t>upper << 8 | <uint32_t>cell << 16


cdef inline bint find(const Table *table, Key key, Bounds *bounds) noexcept nogil:
    """Whether bounds are known for a key."""
    cdef uint32_t payload
    if not recall(table, key, &payload):
        return False
    bounds[0] = unpack_bounds(payload)
    return True


cdef inline void store(const Table *table, Key key, int weight, int lower, int upper, int cell) noexcept nogil:
    """Adds bounds to what is known for a key."""
    cdef Bounds known
    if find(table, key, &known):
        if known.lower > lower:
            lower = known.lower
        if known.upper < upper:
            upper = known.upper
    remember(table, key, weight, pack_bounds(lower, upper, cell))
