"""The search's enhancements, each of which can be switched off to measure what it is worth (docs/search.md)."""

cdef enum:
    ORDER_BY_MOBILITY = 1                    # plays that take cells from the other side first
    BOUNDS = 2                               # arithmetic bounds before searching
    LAST_TRICK = 4                           # the last trick without states and table
    STUCK_SEAT = 8                           # a seat without a cell later in the trick ends the round
    LIVE_KEYS = 16                           # keys of what can still matter only
    TABLE = 32
    RECENT = 64                              # a small table of positions within tricks
    FORCED_PLAYS = 128                       # a seat's only play is made at once
    ALL_SWITCHES = 255
