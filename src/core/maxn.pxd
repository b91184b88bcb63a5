"""Maxn search: every seat picks the play best for itself; of equal ones the first in canonical order (N3).

Every vector is exact. A play may be left out only where it cannot be picked: where the mover surely gets less than
from a play already searched, or as much and that one comes first in canonical order. Whoever leaves out a play says
so to nobody else, so that no other seat's choice can depend on it.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from core.bits cimport count, lowest, prefetch
from core.board cimport Geometry, MAX_CELLS, MAX_SEATS
from core.bounds cimport leaders, surely_misses, surely_reaches
from core.control cimport Control, stop
from core.groups cimport Groups
from core.keys cimport quick_key, trick_key
from core.ordering cimport Ordering, next_play, order_plays
from core.outlook cimport Outlook, look, may_finish, stuck_seat
from core.score cimport scores, utility
from core.recent cimport Recent, recall_recent, remember_recent
from core.state cimport State, finished, legal, play
from core.switches cimport BOUNDS, LAST_TRICK, RECENT, STUCK_SEAT, TABLE
from core.last_trick cimport last_trick_vector
from core.table cimport HIGHEST, Key, LOWEST, Table, bucket_of, recall, remember
from core.team cimport Team
from core.vector cimport ENOUGH, EXACT, TOO_LITTLE, Vector, packed, unpack

cdef enum:
    NOBODY = -1
    # Where an order costs more than it saves, with more than two players (with five everywhere):
    ORDERED_LIMIT = 6                        # no margin above this is likely: then nothing is pruned in any order
    ORDERED_TRICKS = 3                       # with fewer left, too little is pruned

cdef struct Maxn:
    const Geometry *geometry
    const Table *table
    Recent recent
    Groups *groups                           # NULL: nothing is remembered
    Control control
    Key root                                 # what the keys of all positions of this search have in common
    bint margin                              # seats play for their margins, not for their scores
    int switches
    Team *team                               # NULL for a search by one thread
    int member                               # its number in the team


cdef inline Vector maxn(Maxn *x, const State *state, int asking, int wanted, int enough) noexcept nogil:
    """The scores of all seats when each plays for itself. Meaningless once `x.control` has stopped.

    The seat `asking` (or NOBODY) needs no vector if the position is worth less than `wanted` or at least `enough` to
    it: the answer may then be TOO_LITTLE or ENOUGH instead.
    """
    cdef Vector best, vector
    cdef Ordering plays
    cdef Outlook outlook
    cdef Key key
    cdef uint32_t payload
    cdef uint64_t cells
    cdef State child
    cdef int seat = state.seat, seats = x.geometry.seats, most = LOWEST, best_cell = MAX_CELLS
    cdef int i, n, cell, worth, limit, bound, first, second, first_seat
    cdef bint use_table = False, use_recent, completes, ordered, capped = False
    cdef bint bounds = x.switches & BOUNDS and seats == 2
    memset(&best, 0, sizeof(Vector))
    if stop(&x.control):
        return best
    cells = legal(state)
    if finished(state) or cells == 0:
        scores(x.geometry, x.groups, state, -1 if finished(state) else seat, best.points)
        return best
    if x.switches & STUCK_SEAT:
        i = stuck_seat(x.geometry, state)
        if i >= 0:
            scores(x.geometry, x.groups, state, i, best.points)
            return best
    limit = HIGHEST
    if asking == seat:
        most = wanted - 1
        limit = enough
    elif asking != NOBODY and x.margin:
        # Two seats' margins never add up to more than zero: what the mover has, the asking seat lacks.
        limit = 1 - wanted
    completes = state.played > 0 or may_finish(x.geometry, state)
    # With three seats and more a position after a lead hardly comes again without the start of its trick.
    use_recent = (state.played > (seats > 2) or state.left == 1) and completes and x.switches & RECENT
    if use_recent:
        key = quick_key(x.root, x.geometry, state, x.switches)
        if recall_recent(&x.recent, key, &payload):
            unpack(payload, &best)
            return best
    if state.played == 0:
        if (state.left == 1 or not completes) and x.switches & LAST_TRICK:
            last_trick_vector(x.geometry, x.groups, state, &x.control, x.margin, completes, most, limit, &best)
            if best.verdict == EXACT and use_recent:
                remember_recent(&x.recent, key, packed(&best))
            if best.verdict == ENOUGH and asking != seat:
                best.verdict = TOO_LITTLE
            return best
        look(x.geometry, state, &outlook)
        use_table = x.switches & TABLE and not use_recent
        if use_table:
            key = trick_key(x.root, x.geometry, state, &outlook, x.switches)
            prefetch(bucket_of(x.table, key))
        if asking != NOBODY and seats > 2 and x.margin and x.switches & BOUNDS:
            # What another seat can make sure of, the asking seat lacks: no seat does worse in maxn than that.
            leaders(state, seats, asking, &first, &second, &first_seat)
            if surely_reaches(x.geometry, state, &outlook, first_seat, x.margin, 1 - wanted):
                best.verdict = TOO_LITTLE
                return best
        if bounds and asking != NOBODY:
            if surely_misses(x.geometry, state, &outlook, asking, x.margin, wanted, &bound):
                best.verdict = TOO_LITTLE
                return best
            if enough < HIGHEST and surely_reaches(x.geometry, state, &outlook, asking, x.margin, enough):
                best.verdict = ENOUGH
                return best
        if use_table and recall(x.table, key, &payload):
            unpack(payload, &best)
            return best
    n = count(cells)
    ordered = n > 1 and (seats == 2 or limit <= ORDERED_LIMIT and state.left >= ORDERED_TRICKS and seats < MAX_SEATS)
    if ordered:
        order_plays(&plays, x.geometry, state, seat, cells, x.switches)
    for i in range(n):
        if ordered:
            cell = next_play(&plays, i)
        else:
            cell = lowest(cells)
            cells &= cells - 1
        if capped and cell > best_cell:
            continue
        child = state[0]
        play(x.geometry, &child, cell)
        vector = maxn(x, &child, seat, most if cell < best_cell and best_cell < MAX_CELLS else most + 1, limit)
        if x.control.stopped:
            return best
        if vector.verdict == TOO_LITTLE:
            continue
        if vector.verdict == ENOUGH:
            best.verdict = ENOUGH if asking == seat else TOO_LITTLE
            return best
        worth = utility(vector.points, seats, seat, x.margin)
        # Before there is a best play, a play as good as `most` is one less than wanted.
        if worth > most or (worth == most and cell < best_cell < MAX_CELLS):
            if worth > most and bounds and state.played == 0:
                capped = surely_misses(x.geometry, state, &outlook, seat, x.margin, worth + 1, &bound)
            most = worth
            best = vector
            best_cell = cell
            if worth >= limit:
                best.verdict = ENOUGH if asking == seat else TOO_LITTLE
                return best
    if best_cell == MAX_CELLS:
        best.verdict = TOO_LITTLE
        return best
    if use_recent:
        remember_recent(&x.recent, key, packed(&best))
    if use_table:
        remember(x.table, key, state.left, packed(&best))
    return best
