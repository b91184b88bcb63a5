"""Paranoid search by several threads: the plies near the root, which they split up among them."""

from libc.stdint cimport uint64_t

from core.control cimport OVERTAKEN, RUNNING, stop
from core.ordering cimport Ordering, next_play, order_plays, put_first
from core.outlook cimport Outlook
from core.paranoid cimport Paranoid, is_decided, is_over, search
from core.state cimport State, legal, play
from core.table cimport Bounds, HIGHEST, Key, LOWEST, NO_PLAY, find, store
from core.team cimport LEADER, enter, is_shared, is_wanted, leave, shared_key, taken, tell


cdef inline bint found(const Paranoid *x, Key key, int beta, Bounds *known) noexcept nogil:
    """Whether the table answers a question; otherwise `known.cell` may say which play to look at first."""
    known.cell = NO_PLAY
    return find(x.table, key, known) and (known.lower >= beta or known.upper < beta)


cdef inline int bound_of(const Bounds *known, int beta) noexcept nogil:
    """The bound that answers a question."""
    return known.lower if known.lower >= beta else known.upper


cdef inline int search_plays(Paranoid *x, const State *state, int beta, int ply, int *best_cell) noexcept nogil:
    """Like `search`, with the plays split up: first those that nobody else is in, after them the others."""
    cdef uint64_t cells = legal(state), put_off = 0
    cdef bint maximise = state.seat == x.seat, eldest = True
    cdef int best = LOWEST if maximise else HIGHEST, value, i, cell
    cdef Ordering plays
    cdef Outlook outlook
    cdef State child
    cdef Key key
    cdef Bounds known
    if stop(&x.control):
        return 0
    if is_over(x, state, cells, &value) or is_decided(x, state, &outlook, beta, &value):
        return value
    order_plays(&plays, x.geometry, state, x.seat, cells, x.switches)
    put_first(&plays, best_cell[0])
    best_cell[0] = NO_PLAY
    for i in range(2 * plays.length):
        if i < plays.length:
            cell = next_play(&plays, i)
        else:
            cell = plays.cell[i - plays.length]
            if not put_off >> cell & 1:
                continue
        child = state[0]
        play(x.geometry, &child, cell)
        key = shared_key(x.root, x.geometry, &child, x.switches)
        if found(x, key, beta, &known):
            value = bound_of(&known, beta)
        elif i < plays.length and not eldest and taken(x.team, x.member, ply + 1, key):
            put_off |= <uint64_t>1 << cell
            continue
        else:
            # The first play often answers by itself, so that nobody goes on to the others before it is done.
            eldest = False
            value = search_together(x, &child, key, beta, ply + 1)
        if x.control.stopped:
            return 0
        if value > best if maximise else value < best:
            best = value
            best_cell[0] = cell
            if (best >= beta) == maximise:
                break
    return best


cdef inline int search_together(Paranoid *x, const State *state, Key key, int beta, int ply) noexcept nogil:
    """Like `search`, by a member of a team."""
    cdef Bounds known
    cdef int value
    cdef bint shared = is_shared(x.geometry, state, ply)
    if found(x, key, beta, &known):
        return bound_of(&known, beta)
    enter(x.team, x.member, ply, key)
    if shared:
        value = search_plays(x, state, beta, ply, &known.cell)
    else:
        value = search(x, state, beta)
    if x.control.stopped:
        leave(x.team, x.member, ply)
        if (x.control.stopped == OVERTAKEN and (x.member == LEADER or is_wanted(x.team, x.task))
                and found(x, key, beta, &known)):
            x.control.stopped = RUNNING
            return bound_of(&known, beta)
        return 0
    # The start of a trick has been stored by `search`.
    if shared or state.played:
        store(x.table, key, state.left, value if value >= beta else LOWEST, HIGHEST if value >= beta else value,
              known.cell)
    tell(x.team, x.member, ply, key)
    return value
