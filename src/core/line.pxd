"""The principal variation of a solved position, as both searches hand it up."""

from core.board cimport MAX_CELLS

cdef struct Line:
    int length
    int cell[MAX_CELLS]
