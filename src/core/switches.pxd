"""The search's enhancements, each of which can be switched off to measure what it is worth (docs/search.md)."""

cdef enum:
    ORDER_BY_MOBILITY = 1                    # plays that take cells from the other side first
    ORDER_BY_HISTORY = 2                     # plays that cut off elsewhere first
    BOUNDS = 4                               # arithmetic bounds before searching
    LAST_TRICK = 8                           # the last trick without states and table
    STUCK_SEAT = 16                          # a seat without a cell later in the trick ends the round
    LIVE_KEYS = 32                           # keys of what can still matter only
    TABLE = 64
    ALL_SWITCHES = 127
