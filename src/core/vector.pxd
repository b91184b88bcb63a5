"""Vectors of scores, one for each seat, as maxn search hands them up and the table keeps them."""

from libc.stdint cimport int8_t, uint32_t
from libc.string cimport memset

from core.board cimport MAX_SEATS

cdef enum:
    POINT_BITS = 6                           # scores from -8 to 8 + 36 are packed with an offset
    POINT_OFFSET = 16

cdef enum:
    EXACT = 0
    TOO_LITTLE = 1                           # less than the asking seat wanted
    ENOUGH = 2                               # as much as the asking seat needs to know

cdef struct Vector:
    int8_t points[8]                         # one entry a seat; the others are zero
    int verdict                              # EXACT, or what else the asking seat is told: then nothing more is known


cdef inline uint32_t packed(const Vector *vector) noexcept nogil:
    """The vector as a payload of the table."""
    cdef uint32_t payload = 0
    cdef int seat
    for seat in range(MAX_SEATS):
        payload |= <uint32_t>(vector.points[seat] + POINT_OFFSET) << (POINT_BITS * seat)
    return payload


cdef inline void unpack(uint32_t payload, Vector *vector) noexcept nogil:
    """The vector of a payload."""
    cdef int seat
    memset(vector, 0, sizeof(Vector))
    for seat in range(MAX_SEATS):
        vector.points[seat] = <int8_t>(<int>(payload >> (POINT_BITS * seat) & ((1 << POINT_BITS) - 1)) - POINT_OFFSET)
