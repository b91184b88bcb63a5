"""The plays of one position in maxn, the choice among them, and the principal variation."""

from libc.stdint cimport uint64_t

from core.bits cimport lowest
from core.board cimport MAX_CELLS
from core.control cimport OVERTAKEN, RUNNING
from core.line cimport Line
from core.maxn cimport Choice, Maxn, NOBODY, TAKEN_OVER, choice_open, consider_play, maxn, needed
from core.maxn_together cimport maxn_found, maxn_together
from core.ordering cimport Ordering, next_play, order_plays
from core.points cimport utility
from core.state cimport State, finished, legal, play
from core.table cimport HIGHEST, Key, LOWEST
from core.team cimport LEADER, call, listen, shared_key, taken
from core.vector cimport EXACT, Vector

cdef struct MaxnRoot:
    int length
    int cell[MAX_CELLS]                      # the legal plays, most promising first
    Vector vector[MAX_CELLS]                 # what each leads to; TOO_LITTLE where it cannot be the choice
    bint searched[MAX_CELLS]
    int done                                 # how many of them have been searched
    int choice                               # the place of the best of those; -1 before there is one


cdef inline bint maxn_ask_play(MaxnRoot *root, Maxn *x, const State *state, int i, int asking, int wanted,
                               int phase) noexcept nogil:
    """Whether a play has been searched now. Members of a team leave it alone in phase 0 if another one is at it, and
    in phase 1 if the table has no answer."""
    cdef State child = state[0]
    cdef Key key
    play(x.geometry, &child, root.cell[i])
    if x.team == NULL:
        root.vector[i] = maxn(x, &child, asking, wanted, HIGHEST)
        return not x.control.stopped
    key = shared_key(x.root, x.geometry, &child, x.switches)
    if maxn_found(x, key, asking, wanted, HIGHEST, &root.vector[i]):
        return True
    if phase == 1 or phase == 0 and taken(x.team, x.member, 0, key):
        return False
    root.vector[i] = maxn_together(x, &child, key, asking, wanted, HIGHEST, 0)
    return not x.control.stopped


cdef inline void maxn_root(MaxnRoot *root, Maxn *x, const State *state, bint every) noexcept nogil:
    """The choice of the seat to play in a position that is not over; `every`: the vector after every play."""
    cdef Ordering plays
    cdef Choice choice
    cdef int i, turn = 0, seat = state.seat
    choice_open(x, &choice, seat, NOBODY, LOWEST, HIGHEST)
    order_plays(&plays, x.geometry, state, seat, legal(state), x.switches)
    root.length = plays.length
    root.done = 0
    root.choice = -1
    for i in range(plays.length):
        root.cell[i] = next_play(&plays, i)
        root.searched[i] = False
    while turn < 3 * root.length:
        i = turn % root.length
        turn += 1
        if root.searched[i]:
            continue
        root.searched[i] = maxn_ask_play(root, x, state, i, NOBODY if every or root.choice < 0 else seat,
                                         needed(&choice, root.cell[i]), (turn - 1) // root.length)
        if x.control.stopped == OVERTAKEN and x.member == LEADER:
            x.control.stopped = RUNNING
            turn = 0
            continue
        if x.control.stopped:
            return
        if not root.searched[i]:
            continue
        root.done += 1
        if consider_play(x, &choice, root.cell[i], &root.vector[i]) == TAKEN_OVER:
            root.choice = i


cdef inline void maxn_help(Maxn *x, const State *state, bint every) noexcept nogil:
    """A helper's work: the same as the leader's."""
    cdef MaxnRoot root
    listen(x.team, x.member, &x.control)
    while x.control.stopped == RUNNING or x.control.stopped == OVERTAKEN:
        x.control.stopped = RUNNING
        maxn_root(&root, x, state, every)
        if x.control.stopped == RUNNING:
            call(x.team, LEADER)
            return


cdef inline void maxn_line(Line *line, Maxn *x, const State *state, const Vector *vector) noexcept nogil:
    """Follows every seat's choice to the end of the round, or until stopped, from a position of known vector.

    A seat's choice is the first play that is worth to it what the vector says: no play is worth more.
    """
    cdef State moment = state[0], child
    cdef Vector found
    cdef uint64_t cells
    cdef int cell, worth
    line.length = 0
    cells = legal(&moment)
    while cells and not finished(&moment):
        worth = utility(vector.points, moment.seat, x.margin)
        cell = lowest(cells)
        cells &= cells - 1
        if cells:
            child = moment
            play(x.geometry, &child, cell)
            found = maxn(x, &child, moment.seat, worth, HIGHEST)
            if x.control.stopped:
                return
            if found.verdict != EXACT or utility(found.points, moment.seat, x.margin) < worth:
                continue
        line.cell[line.length] = cell
        line.length += 1
        play(x.geometry, &moment, cell)
        cells = legal(&moment)


cdef inline void maxn_answer(MaxnRoot *root, Maxn *x, const State *state, bint every, Line *line) noexcept nogil:
    """The choice, its vector and the principal variation; `every`: the vector after every play."""
    line.length = 0
    if x.team != NULL:
        listen(x.team, LEADER, &x.control)
    maxn_root(root, x, state, every)
    # Most of what the line needs is in the table: not worth a team.
    x.team = NULL
    x.control.current = NULL
    if not x.control.stopped:
        maxn_line(line, x, state, &root.vector[root.choice])
