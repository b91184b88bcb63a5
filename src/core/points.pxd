"""The points of all seats in one word, a byte a seat: so they stay in a register, and are copied at once."""

from libc.stdint cimport uint64_t

from core.board cimport MAX_SEATS

cdef enum:
    POINT_OFFSET = 16                        # so much more is in each byte than the points, -8 to 8 + 36
    SEAT_BITS = 8


cdef inline int points_of(uint64_t points, int seat) noexcept nogil:
    """The points of one seat."""
    return <int>(points >> (SEAT_BITS * seat) & 0xFF) - POINT_OFFSET


cdef inline uint64_t of_seat(int seat, int points) noexcept nogil:
    """The points of one seat, as they stand in the word."""
    return <uint64_t>(points + POINT_OFFSET) << (SEAT_BITS * seat)


cdef inline uint64_t only_seat(uint64_t points, int seat) noexcept nogil:
    """The word with nothing but one seat's points."""
    return points & <uint64_t>0xFF << (SEAT_BITS * seat)


cdef inline uint64_t without_seat(uint64_t points, int seat) noexcept nogil:
    """The word with nothing for one seat."""
    return points & ~(<uint64_t>0xFF << (SEAT_BITS * seat))


cdef inline int utility(uint64_t points, int seat, bint margin) noexcept nogil:
    """What a seat wants as much of as it can get: its score, or its score less the best other one (N3).

    Seats that are not there have nothing in the word, which is less than any points.
    """
    cdef uint64_t rest = without_seat(points, seat)
    cdef int other, value, best = 0
    if not margin:
        return points_of(points, seat)
    for other in range(MAX_SEATS):
        # Without a branch, as the processor could not foresee who is best.
        value = rest >> (SEAT_BITS * other) & 0xFF
        best = value if value > best else best
    return points_of(points, seat) + POINT_OFFSET - best
