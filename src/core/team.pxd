"""What the threads that search one position together tell each other.

They share the table and work on the same question, and split it up as they go: each says which positions it is in, and
takes a play that nobody else is in before one that somebody is (ABDADA: Weill 1996, with Kerrigan's simplification).
Who has an answer stores it in the table, and tells those who are still looking for it. Every answer is a proof, so it
does not matter who found it.
"""

from libc.stdint cimport uint64_t

from core.bits cimport load, observe, publish, save
from core.control cimport Control
from core.keys cimport quick_key, trick_key
from core.line cimport Line
from core.outlook cimport Outlook, look
from core.board cimport Geometry
from core.state cimport State
from core.table cimport Key, LOWEST

cdef enum:
    SHARED_PLIES = 13                        # what is nearer to the end of the round is searched by one thread
    SHARED_BY_TWO = 12                       # the same with two players
    MOST_SHARED = 32                         # plies from the root that are split up at most
    LEADER = 0                               # the number of the member whose answers count

cdef enum TaskKind:
    NOTHING = 0                              # no question for helpers (any more)
    ASK = 1                                  # whether the position is worth at least beta
    FIRST = 2                                # which play is the first worth at least beta
    EVERY_PLAY = 3                           # the value of each play

cdef struct Task:
    int kind                                 # a TaskKind
    int favourite                            # the place of the play to ask first
    int depth                                # plies from the root along the line
    int beta                                 # of EVERY_PLAY: where to look for the values first

cdef struct Mate:
    uint64_t called                          # grows when what this thread is looking for may have been found
    uint64_t place[MOST_SHARED]              # the positions it is in, by plies from the root
    uint64_t apart[7]                        # no two threads write to one cache line

cdef struct Team:
    Mate *mates                              # the first one leads
    int size
    const Line *line                         # the leader's; whole up to the depth of its task
    uint64_t task                            # what the leader asks now, packed


cdef inline bint is_shared(const Geometry *geometry, const State *state, int ply) noexcept nogil:
    """Whether a position is searched by the team, not by one thread alone."""
    cdef int plies = geometry.seats * state.left - state.played
    return ply < MOST_SHARED - 1 and plies >= (SHARED_BY_TWO if geometry.seats == 2 else SHARED_PLIES)


cdef inline Key shared_key(Key root, const Geometry *geometry, const State *state, int switches) noexcept nogil:
    """The key of any position: that of the large table between tricks, within a trick that of the small one."""
    cdef Outlook outlook
    if state.played == 0:
        look(geometry, state, &outlook)
        return trick_key(root, geometry, state, &outlook, switches)
    return quick_key(root, geometry, state, switches)


cdef inline void enter(Team *team, int member, int ply, Key key) noexcept nogil:
    """A member says which position it is in now."""
    save(&team.mates[member].place[ply], key.high)


cdef inline void leave(Team *team, int member, int ply) noexcept nogil:
    """A member says that it is not in a position any more."""
    save(&team.mates[member].place[ply], 0)


cdef inline bint taken(const Team *team, int member, int ply, Key key) noexcept nogil:
    """Whether another member is in a position."""
    cdef int mate
    for mate in range(team.size):
        if mate != member and load(&team.mates[mate].place[ply]) == key.high:
            return True
    return False


cdef inline void call(Team *team, int mate) noexcept nogil:
    """Has a member look whether it still needs what it is searching."""
    publish(&team.mates[mate].called, load(&team.mates[mate].called) + 1)


cdef inline void tell(Team *team, int member, int ply, Key key) noexcept nogil:
    """A member leaves a position with the answer in the table, and tells those who are in it too."""
    cdef int mate
    leave(team, member, ply)
    for mate in range(team.size):
        if mate != member and load(&team.mates[mate].place[ply]) == key.high:
            call(team, mate)


cdef inline void announce(Team *team, int kind, int favourite, int beta, int depth) noexcept nogil:
    """The leader tells the helpers what it asks now."""
    cdef int mate
    if team != NULL:
        publish(&team.task, kind | favourite << 8 | depth << 16 | <uint64_t>(beta - LOWEST) << 24)
        for mate in range(1, team.size):
            call(team, mate)


cdef inline Task task_of(uint64_t packed) noexcept nogil:
    """What the leader has announced."""
    cdef Task task
    task.kind = packed & 0xFF
    task.favourite = packed >> 8 & 0xFF
    task.depth = packed >> 16 & 0xFF
    task.beta = <int>(packed >> 24) + LOWEST
    return task


cdef inline bint is_wanted(const Team *team, uint64_t task) noexcept nogil:
    """Whether the leader still asks what it asked before."""
    return load(&team.task) == task


cdef inline void listen(const Team *team, int member, Control *control) noexcept nogil:
    """From now on a member's search stops with OVERTAKEN when it is called."""
    control.current = &team.mates[member].called
    control.expected = observe(control.current)
