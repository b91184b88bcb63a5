"""Maxn search: every seat picks the play best for itself; of equal ones the first in canonical order (N3).

Every vector is exact. A play may be left out only where it cannot be picked: where the mover surely gets less than
from a play already searched, or as much and that one comes first in canonical order. Whoever leaves out a play says
so to nobody else, so that no other seat's choice can depend on it.
"""

from libc.stdint cimport uint32_t, uint64_t

from core.bits cimport count, lowest, prefetch
from core.board cimport Geometry, MAX_SEATS
from core.bounds cimport best_rivals, surely_misses, surely_reaches
from core.control cimport Control, stop
from core.groups cimport Groups
from core.keys cimport quick_key, trick_key
from core.ordering cimport Ordering, next_play, order_plays
from core.outlook cimport Outlook, look, may_finish, stuck_seat
from core.points cimport utility
from core.score cimport scores
from core.recent cimport RECENT_TRICKS, Recent, recall_recent, remember_recent
from core.state cimport State, finished, legal, play
from core.switches cimport BOUNDS, FORCED_PLAYS, LAST_TRICK, RECENT, STUCK_SEAT, TABLE
from core.last_trick cimport last_trick_vector
from core.table cimport HIGHEST, Key, LOWEST, Table, bucket_of, recall, remember
from core.team cimport Team
from core.vector cimport ENOUGH, EXACT, TOO_LITTLE, Vector, packed, unpacked

cdef enum:
    NOBODY = -1
    NO_CELL = -1
    # Where an order costs more than it saves, with more than two players (with five everywhere):
    ORDERED_LIMIT = 6                        # no margin above this is likely: then nothing is pruned in any order
    ORDERED_TRICKS = 3                       # with fewer left, too little is pruned

cdef struct Maxn:
    const Geometry *geometry
    const Table *table
    Recent recent
    Groups *groups                           # what this thread remembers of groups
    Control control
    Key root                                 # what the keys of all positions of this search have in common
    bint margin                              # seats play for their margins, not for their scores
    int switches
    Team *team                               # NULL for a search by one thread
    int member                               # its number in the team

cdef struct Choice:                          # among the plays of the seat to move
    Vector best                              # where the best one so far leads to
    int seat
    int cell                                 # the best one so far; NO_CELL before there is one
    int most                                 # what that is worth to the seat; before there is one, one less than wanted
    int limit                                # what is enough to stop at
    bint asked                               # it is the asking seat

cdef enum Progress:
    PASSED_OVER = 0
    TAKEN_OVER = 1                           # the play is the best one so far
    CLOSED = 2                               # no need to search on: `best` is the answer


cdef inline void choice_open(const Maxn *x, Choice *choice, int seat, int asking, int wanted,
                             int enough) noexcept nogil:
    """Before the first play: what the asking seat wants tells what the seat to move need not look for."""
    choice.best.points = 0
    choice.best.verdict = EXACT
    choice.seat = seat
    choice.cell = NO_CELL
    choice.most = LOWEST
    choice.limit = HIGHEST
    choice.asked = asking == seat
    if choice.asked:
        choice.most = wanted - 1
        choice.limit = enough
    elif asking != NOBODY and x.margin:
        # Two seats' margins never add up to more than zero: what the mover has, the asking seat lacks.
        choice.limit = 1 - wanted


cdef inline int needed(const Choice *choice, int cell) noexcept nogil:
    """What a play must be worth to be the choice (N3: of equals the first).

    Before there is a best play, one that is as good as `most` is one less than wanted.
    """
    # Without a branch, which the processor would guess wrong too often.
    return choice.most + 1 - (cell < choice.cell)


cdef inline Progress consider_play(const Maxn *x, Choice *choice, int cell, const Vector *vector) noexcept nogil:
    """Takes a play over if it is the best one so far."""
    cdef int worth
    if vector.verdict == TOO_LITTLE:
        return PASSED_OVER
    if vector.verdict == ENOUGH:
        choice.best.verdict = ENOUGH if choice.asked else TOO_LITTLE
        return CLOSED
    worth = utility(vector.points, choice.seat, x.margin)
    if worth >= needed(choice, cell):
        choice.most = worth
        choice.best = vector[0]
        choice.cell = cell
        if worth >= choice.limit:
            choice.best.verdict = ENOUGH if choice.asked else TOO_LITTLE
            return CLOSED
        return TAKEN_OVER
    return PASSED_OVER


cdef inline Vector maxn(Maxn *x, State *state, int asking, int wanted, int enough) noexcept nogil:
    """The scores of all seats when each plays for itself. Meaningless once `x.control` has stopped.

    The seat `asking` (or NOBODY) needs no vector if the position is worth less than `wanted` or at least `enough` to
    it: the answer may then be TOO_LITTLE or ENOUGH instead. The state is used up: it may have moved on.
    """
    cdef Vector vector
    cdef Choice choice
    cdef Progress progress
    cdef Ordering plays
    cdef Outlook outlook
    cdef Key key
    cdef uint32_t payload
    cdef uint64_t cells
    cdef State child
    cdef int seat = state.seat, seats = x.geometry.seats
    cdef int i, n, cell, most, bound, first, second, first_seat
    cdef bint use_table = False, use_recent, completes, last, ordered, capped = False
    choice_open(x, &choice, seat, asking, wanted, enough)
    if stop(&x.control):
        return choice.best
    cells = legal(state)
    if finished(state) or cells == 0:
        choice.best.points = scores(x.geometry, x.groups, state, -1 if finished(state) else seat)
        return choice.best
    if x.switches & STUCK_SEAT:
        i = stuck_seat(x.geometry, state)
        if i >= 0:
            choice.best.points = scores(x.geometry, x.groups, state, i)
            return choice.best
    completes = state.played > 0 or may_finish(x.geometry, state)
    last = state.played == 0 and (state.left == 1 or not completes) and x.switches & LAST_TRICK
    if cells & (cells - 1) == 0 and not last and x.switches & FORCED_PLAYS:
        # Nothing is chosen here, so that whoever asked may ask on.
        play(x.geometry, state, lowest(cells))
        return maxn(x, state, asking, wanted, enough)
    use_recent = state.played > 0 and x.switches & RECENT
    if use_recent:
        key = quick_key(x.root, x.geometry, state, x.switches)
        if recall_recent(&x.recent, key, &payload):
            return unpacked(payload)
    if last:
        choice.best = last_trick_vector(x.geometry, x.groups, state, &x.control, x.margin, completes, choice.most,
                                        choice.limit)
        if choice.best.verdict == ENOUGH and not choice.asked:
            choice.best.verdict = TOO_LITTLE
        return choice.best
    if state.played == 0:
        look(x.geometry, state, &outlook)
        use_recent = state.left <= RECENT_TRICKS and x.switches & RECENT
        use_table = not use_recent and x.switches & TABLE
        if use_recent or use_table:
            key = trick_key(x.root, x.geometry, state, &outlook, x.switches)
            if use_table:
                prefetch(bucket_of(x.table, key))
        if asking != NOBODY and x.switches & BOUNDS:
            if surely_misses(x.geometry, state, &outlook, asking, x.margin, wanted, seats == 2, &bound):
                choice.best.verdict = TOO_LITTLE
                return choice.best
            if seats == 2:
                if enough < HIGHEST and surely_reaches(x.geometry, state, &outlook, asking, x.margin, enough):
                    choice.best.verdict = ENOUGH
                    return choice.best
            elif x.margin:
                # What another seat can make sure of, the asking seat lacks: no seat does worse in maxn than that.
                best_rivals(state, seats, asking, &first, &second, &first_seat)
                if surely_reaches(x.geometry, state, &outlook, first_seat, x.margin, 1 - wanted):
                    choice.best.verdict = TOO_LITTLE
                    return choice.best
        if use_recent and recall_recent(&x.recent, key, &payload):
            return unpacked(payload)
        if use_table and recall(x.table, key, &payload):
            return unpacked(payload)
    n = count(cells)
    ordered = n > 1 and (seats == 2 or choice.limit <= ORDERED_LIMIT and state.left >= ORDERED_TRICKS
                         and seats < MAX_SEATS)
    if ordered:
        order_plays(&plays, x.geometry, state, seat, cells, x.switches)
    for i in range(n):
        if ordered:
            cell = next_play(&plays, i)
        else:
            cell = lowest(cells)
            cells &= cells - 1
        if capped and cell > choice.cell:
            continue
        child = state[0]
        play(x.geometry, &child, cell)
        most = choice.most
        vector = maxn(x, &child, seat, needed(&choice, cell), choice.limit)
        if x.control.stopped:
            return choice.best
        progress = consider_play(x, &choice, cell, &vector)
        if progress == CLOSED:
            return choice.best
        if progress == TAKEN_OVER and choice.most > most and state.played == 0 and x.switches & BOUNDS:
            capped = surely_misses(x.geometry, state, &outlook, seat, x.margin, choice.most + 1, seats == 2, &bound)
    if choice.cell == NO_CELL:
        choice.best.verdict = TOO_LITTLE
        return choice.best
    if use_recent:
        remember_recent(&x.recent, key, packed(&choice.best))
    if use_table:
        remember(x.table, key, state.left, packed(&choice.best))
    return choice.best
