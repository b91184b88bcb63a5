"""Paranoid search: what one seat can make sure of when all others work against it (N3).

Alpha-beta with null windows only: each search asks whether the value is at least `beta`, and the caller closes in
on the value by a sequence of such questions (Plaat et al. 1996, MTD). The table is asked at the start of tricks; with
many seats a small one is asked within them.
"""

from libc.stdint cimport uint32_t, uint64_t

from core.bits cimport lowest, prefetch
from core.board cimport Geometry
from core.bounds cimport surely_misses, surely_reaches
from core.control cimport Control, stop
from core.groups cimport Groups
from core.keys cimport quick_key, trick_key
from core.last_trick cimport last_trick
from core.ordering cimport Ordering, next_play, order_plays, put_first
from core.outlook cimport Outlook, look, stuck_seat
from core.points cimport utility
from core.score cimport score_of, scores
from core.recent cimport Recent, recall_recent, remember_recent
from core.state cimport State, finished, legal, play
from core.switches cimport BOUNDS, FORCED_PLAYS, LAST_TRICK, RECENT, STUCK_SEAT, TABLE
from core.team cimport Team
from core.table cimport (
    Bounds, bucket_of, HIGHEST, Key, LOWEST, NO_PLAY, Table, find, pack_bounds, store, unpack_bounds)

cdef enum:
    BOUNDED_TRICKS = 4                       # with more tricks left the bounds hardly ever decide
    RECENT_SEATS = 4                         # with fewer, positions within tricks are searched as fast as looked up

cdef struct Paranoid:
    const Geometry *geometry
    const Table *table
    Recent recent
    Groups *groups                           # what this thread remembers of groups
    Control control
    Key root                                 # what the keys of all positions of this search have in common
    int seat                                 # whose value is searched
    bint margin                              # its margin, not its score
    int switches
    bint both_ends                           # tighten both bounds, at the price of more nodes
    Team *team                               # NULL for a search by one thread
    int member                               # its number in the team
    uint64_t task                            # what a helper is helping with


cdef inline int final_utility(const Paranoid *x, const State *state, int paradox) noexcept nogil:
    """The utility of the searched seat in a round that is over."""
    if not x.margin:
        return score_of(x.geometry, x.groups, state, x.seat, paradox)
    return utility(scores(x.geometry, x.groups, state, paradox), x.seat, True)


cdef inline bint is_over(const Paranoid *x, const State *state, uint64_t cells, int *value) noexcept nogil:
    """Whether the round is over, or as good as over, in a position with the legal plays `cells`; then its value."""
    cdef int stuck = -1
    if not finished(state):
        if cells == 0:
            stuck = state.seat
        else:
            if x.switches & STUCK_SEAT:
                stuck = stuck_seat(x.geometry, state)
            if stuck < 0:
                return False
    value[0] = final_utility(x, state, stuck)
    return True


cdef inline bint is_decided(
        const Paranoid *x, const State *state, Outlook *outlook, int beta, int *value) noexcept nogil:
    """Whether arithmetic answers the question; then `value` does. Fills `outlook` at the start of a trick."""
    # The last seat's plays end the trick: to look at the positions after them costs no more than bounds before.
    cdef bint bounded = state.left <= BOUNDED_TRICKS and state.played < x.geometry.seats - 1 and x.switches & BOUNDS
    if bounded or state.played == 0:
        look(x.geometry, state, outlook)
    if not bounded:
        return False
    if surely_reaches(x.geometry, state, outlook, x.seat, x.margin, beta):
        value[0] = beta
        return True
    return surely_misses(x.geometry, state, outlook, x.seat, x.margin, beta, True, value)


cdef inline int search(Paranoid *x, const State *state, int beta) noexcept nogil:
    """Whether the value is at least `beta`: returns a bound on the value on the side of `beta` where it lies.

    Meaningless once `x.control` has stopped.
    """
    cdef uint64_t cells = legal(state)
    cdef int best, best_cell = NO_PLAY, value, i, cell
    cdef bint maximise = state.seat == x.seat, use_recent, use_table, forced
    cdef Ordering plays
    cdef Outlook outlook
    cdef State child
    cdef Key key
    cdef uint32_t payload
    cdef Bounds known
    if stop(&x.control):
        return 0
    if is_over(x, state, cells, &value):
        return value
    # An only play within a trick is made without asking what is known: the position after it will be asked.
    forced = cells & (cells - 1) == 0 and state.played and x.switches & FORCED_PLAYS
    use_recent = not forced and state.played > 1 and x.geometry.seats >= RECENT_SEATS and x.switches & RECENT
    if use_recent:
        key = quick_key(x.root, x.geometry, state, x.switches)
        if recall_recent(&x.recent, key, &payload):
            known = unpack_bounds(payload)
            if known.lower >= beta:
                return known.lower
            if known.upper < beta:
                return known.upper
    if not forced and is_decided(x, state, &outlook, beta, &value):
        return value
    use_table = False
    if state.played == 0:
        if (state.left == 1 or outlook.ends == 0) and x.switches & LAST_TRICK:
            return last_trick(x.geometry, x.groups, state, &x.control, x.seat, x.margin, outlook.ends, beta)
        use_table = x.switches & TABLE
    if use_table:
        key = trick_key(x.root, x.geometry, state, &outlook, x.switches)
        prefetch(bucket_of(x.table, key))
    if forced:
        plays.length = 1
        plays.cell[0] = lowest(cells)
    else:
        order_plays(&plays, x.geometry, state, x.seat, cells, x.switches)
    if use_table and find(x.table, key, &known):
        if known.lower >= beta:
            return known.lower
        if known.upper < beta:
            return known.upper
        put_first(&plays, known.cell)
    best = LOWEST if maximise else HIGHEST
    for i in range(plays.length):
        cell = next_play(&plays, i)
        child = state[0]
        play(x.geometry, &child, cell)
        value = search(x, &child, beta)
        if x.control.stopped:
            return 0
        if value > best if maximise else value < best:
            best = value
            best_cell = cell
            if (best >= beta) == maximise:
                break
    if use_recent:
        if best >= beta:
            remember_recent(&x.recent, key, pack_bounds(best, HIGHEST, NO_PLAY))
        else:
            remember_recent(&x.recent, key, pack_bounds(LOWEST, best, NO_PLAY))
    if use_table:
        if best >= beta:
            store(x.table, key, state.left, best, HIGHEST, best_cell)
        else:
            store(x.table, key, state.left, LOWEST, best, best_cell)
    return best
