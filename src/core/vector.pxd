"""Vectors of scores, one for each seat, as maxn search hands them up and the table keeps them."""

from libc.stdint cimport uint32_t, uint64_t

from core.board cimport MAX_SEATS
from core.points cimport SEAT_BITS

cdef enum:
    POINT_BITS = 6                           # of a seat's byte are in the table; the others are zero

cdef enum:
    EXACT = 0
    TOO_LITTLE = 1                           # less than the asking seat wanted
    ENOUGH = 2                               # as much as the asking seat needs to know

cdef struct Vector:
    uint64_t points                          # of all seats
    int verdict                              # EXACT, or what else the asking seat is told: then nothing more is known


cdef inline uint32_t packed(const Vector *vector) noexcept nogil:
    """The vector as a payload of the table."""
    cdef uint32_t payload = 0
    cdef int seat
    for seat in range(MAX_SEATS):
        payload |= <uint32_t>(vector.points >> (SEAT_BITS * seat) & 0xFF) << (POINT_BITS * seat)
    return payload


cdef inline Vector unpacked(uint32_t payload) noexcept nogil:
    """The vector of a payload."""
    cdef Vector vector
    cdef int seat
    vector.points = 0
    vector.verdict = EXACT
    for seat in range(MAX_SEATS):
        vector.points |= <uint64_t>(payload >> (POINT_BITS * seat) & ((1 << POINT_BITS) - 1)) << (SEAT_BITS * seat)
    return vector
