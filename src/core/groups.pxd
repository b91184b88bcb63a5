"""Sizes of groups, remembered: the same tokens come again and again, and to count them takes long.

The table is so small that it stays in the processor's first cache, and needs no preparation but zeros: no tokens make
no group.
"""

from libc.stdint cimport uint64_t

from core.bits cimport seldom_void
from core.board cimport Geometry, largest_group

cdef enum:
    GROUP_BITS = 10
    GROUP_PLACES = 1 << GROUP_BITS           # 8 KB
    SIZE_BITS = 8

cdef struct Groups:
    uint64_t known[GROUP_PLACES]             # tokens and the size of their largest group; one layout for all


cdef inline seldom_void work_out(uint64_t *place, const Geometry *geometry, uint64_t tokens) noexcept nogil:
    """Puts tokens and the size of their largest group into a place."""
    place[0] = tokens << SIZE_BITS | <uint64_t>largest_group(geometry, tokens)


cdef inline int largest_known(Groups *groups, const Geometry *geometry, uint64_t tokens) noexcept nogil:
    """`largest_group`, remembered in `groups` (or worked out, if that is NULL)."""
    cdef uint64_t nothing = 0
    cdef uint64_t *place = &nothing
    if groups != NULL:
        place = groups.known + (tokens * <uint64_t>0x9E3779B97F4A7C15 >> (64 - GROUP_BITS))
    if place[0] >> SIZE_BITS != tokens:
        work_out(place, geometry, tokens)
    return <int>(place[0] & ((1 << SIZE_BITS) - 1))
