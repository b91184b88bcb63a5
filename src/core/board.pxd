"""The research board (R2): cells, rows, columns, adjacency and groups.

A cell is rank_index * 4 + colour, with colours R B Y G = 0..3, so that ascending cells are plays in
canonical order (N3). A set of cells is a 64-bit integer; at most 36 bits are used.
"""

from libc.stdint cimport uint64_t

from core.bits cimport count, lowest

cdef enum:
    MAX_SEATS = 5
    MAX_RANKS = 9
    MAX_CELLS = 36
    COLOURS = 4
    RED = 0

cdef enum:
    COLUMN = 0xF                             # the four cells of rank index 0

cdef struct Geometry:
    int seats
    int ranks
    int cells
    uint64_t full                            # every cell
    bint regular                             # rows R B Y G with ascending ranks: the default layout
    uint64_t neighbours[MAX_CELLS]           # the cells adjacent to each cell: a layout is nothing else


cdef inline uint64_t row_of(int colour) noexcept nogil:
    """All cells of one colour, for the largest board."""
    return <uint64_t>0x111111111ULL << colour


cdef inline uint64_t column_of(int rank_index) noexcept nogil:
    """The four cells of one rank."""
    return <uint64_t>COLUMN << (4 * rank_index)


cdef inline uint64_t group_of(const Geometry *geometry, uint64_t tokens, uint64_t seed) noexcept nogil:
    """The cells of `tokens` connected to the cell or cells of `seed` (R2, R8.3)."""
    cdef uint64_t group = seed, frontier = seed, fresh
    if geometry.regular:
        # Four shifts a step, a step for each cell of the longest way: a third of the time of the general way below.
        while frontier:
            frontier = (frontier << 4 | frontier >> 4 | (frontier << 1 & ~row_of(0)) | (frontier >> 1 & ~row_of(3)))
            frontier &= tokens & ~group
            group |= frontier
        return group
    while frontier:
        fresh = geometry.neighbours[lowest(frontier)] & tokens & ~group
        frontier = (frontier & (frontier - 1)) | fresh
        group |= fresh
    return group


cdef inline int largest_group(const Geometry *geometry, uint64_t tokens) noexcept nogil:
    """Size of the largest connected group (R8.3)."""
    cdef int best = 0, size
    cdef uint64_t group
    while count(tokens) > best:
        group = group_of(geometry, tokens, tokens & (0 - tokens))
        size = count(group)
        if size > best:
            best = size
        tokens &= ~group
    return best
