"""Bit operations on sets of cells, and assertions checked by the C compiler: builtins of GCC and Clang."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__SIZEOF_INT128__)
    static inline uint64_t catbox_multiply(uint64_t a, uint64_t b, uint64_t *high) {
        unsigned __int128 product = (unsigned __int128)a * b;
        *high = (uint64_t)(product >> 64);
        return (uint64_t)product;
    }
    #else
    static inline uint64_t catbox_multiply(uint64_t a, uint64_t b, uint64_t *high) {
        uint64_t low = (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
        uint64_t mid = (a >> 32) * (b & 0xFFFFFFFFu) + (low >> 32);
        uint64_t mid2 = (a & 0xFFFFFFFFu) * (b >> 32) + (mid & 0xFFFFFFFFu);
        *high = (a >> 32) * (b >> 32) + (mid >> 32) + (mid2 >> 32);
        return a * b;
    }
    #endif
    #define catbox_lowest(x) __builtin_ctzll(x)
    #define catbox_count(x) __builtin_popcountll(x)
    #define catbox_prefetch(p) __builtin_prefetch(p)
    #define catbox_load(p) __atomic_load_n(p, __ATOMIC_RELAXED)
    #define catbox_save(p, x) __atomic_store_n(p, x, __ATOMIC_RELAXED)
    #define catbox_observe(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
    #define catbox_publish(p, x) __atomic_store_n(p, x, __ATOMIC_RELEASE)
    #define catbox_always_inline_void __attribute__((always_inline)) void
    #define catbox_seldom_void __attribute__((cold)) void
    #define catbox_assert_at_most(size, limit) ((void)sizeof(char[(size) <= (limit) ? 1 : -1]))
    """
    ctypedef void always_inline_void "catbox_always_inline_void"     # of a function put into all its callers by force
    ctypedef void seldom_void "catbox_seldom_void"                   # of one that is seldom called: put into none
    int lowest "catbox_lowest"(uint64_t) noexcept nogil      # index of the lowest bit; undefined for 0
    int count "catbox_count"(uint64_t) noexcept nogil        # number of bits
    uint64_t multiply "catbox_multiply"(uint64_t, uint64_t, uint64_t *high) noexcept nogil   # both halves of a product
    uint64_t load "catbox_load"(const uint64_t *) noexcept nogil     # whole words, whatever other threads do
    void prefetch "catbox_prefetch"(const void *) noexcept nogil
    void save "catbox_save"(uint64_t *, uint64_t) noexcept nogil
    uint64_t observe "catbox_observe"(const uint64_t *) noexcept nogil       # sees all that was saved before
    void publish "catbox_publish"(uint64_t *, uint64_t) noexcept nogil       # what was observed
    void assert_at_most "catbox_assert_at_most"(size_t, size_t) noexcept nogil
