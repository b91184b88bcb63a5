"""Random numbers for worlds and playouts: xoroshiro128+ (Blackman and Vigna 2018), seeded by splitmix64.

A generator is a value of 16 bytes. Every piece of work (a world, a tree, a round) gets a generator of its own, made
from the seed and the number of the piece, so that results do not depend on how the pieces are shared among threads.
"""

from libc.stdint cimport uint32_t, uint64_t


cdef struct Random:
    uint64_t low
    uint64_t high


cdef inline uint64_t scramble(uint64_t x) noexcept nogil:
    """One output of splitmix64 for the counter `x`."""
    x += <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline Random seeded(uint64_t seed, uint64_t stream) noexcept nogil:
    """The generator of piece `stream` of the work that `seed` names."""
    cdef Random random
    random.low = scramble(seed ^ scramble(stream))
    random.high = scramble(random.low) | 1  # the state must not be all zero
    return random


cdef inline uint64_t next_random(Random *random) noexcept nogil:
    cdef uint64_t low = random.low
    cdef uint64_t high = random.high
    cdef uint64_t result = low + high
    high ^= low
    random.low = ((low << 24) | (low >> 40)) ^ high ^ (high << 16)
    random.high = (high << 37) | (high >> 27)
    return result


cdef inline uint32_t below(Random *random, uint32_t limit) noexcept nogil:
    """A whole number in [0, limit). Lemire's multiplication without the rejection step: with limits of at most 64
    the bias is below 2 ** -26, far under any sampling error here."""
    return <uint32_t>(((next_random(random) >> 32) * limit) >> 32)


cdef inline float uniform(Random *random) noexcept nogil:
    """A number in [0, 1), in steps of 2 ** -24."""
    return <float>(next_random(random) >> 40) * <float>(1.0 / 16777216.0)
