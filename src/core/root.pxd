"""The plays of one position with what has been proven about each, and the questions that close in on their values."""

from libc.stdint cimport uint64_t

from core.bits cimport load, lowest
from core.board cimport MAX_CELLS
from core.bounds cimport most_points
from core.control cimport OVERTAKEN, RUNNING, wait
from core.line cimport Line
from core.outlook cimport Outlook, bonus_open, largest_possible, look
from core.paranoid cimport OWN_BACKWARDS, Paranoid, RIVALS_BACKWARDS, search
from core.state cimport State, finished, legal, play
from core.table cimport HIGHEST
from core.team cimport EVERY_PLAY, NOTHING, Team, announce, announced

cdef enum:
    STAYING_SEATS = 4                        # with fewer it is better to go on to the next question

cdef struct Root:
    State state
    bint maximise                            # the seat to play is the searched one
    int length
    int cell[MAX_CELLS]                      # canonical order
    int lower[MAX_CELLS]
    int upper[MAX_CELLS]
    int favourite                            # the play searched first


cdef inline void widest(const Paranoid *x, const State *state, int *lower, int *upper) noexcept nogil:
    """Bounds on the value that hold in every position: all tricks, the largest groups, a paradox at the worst time."""
    cdef Outlook outlook
    cdef int seat, points, rival = 0, stuck = 0, group, seats = x.geometry.seats, own = state.tricks[x.seat]
    look(x.geometry, state, &outlook)
    for seat in range(seats):
        group = 0
        if bonus_open(x.geometry, state, outlook.ends, seat):
            group = largest_possible(x.geometry, state, &outlook, seat)
        points = most_points(state, &outlook, seat, group, seats)
        if seat == x.seat:
            upper[0] = points
        elif points > rival:
            rival = points
        if seat != x.seat and state.tricks[seat] + outlook.ends > stuck:
            stuck = state.tricks[seat] + outlook.ends
    lower[0] = -own - outlook.ends
    if x.margin:
        lower[0] -= rival
        # With two players the other one may be stuck; with more somebody else is not, and has no less than nothing.
        if seats == 2:
            upper[0] += stuck


cdef inline void root_set(Root *root, const Paranoid *x, const State *state) noexcept nogil:
    """Lists the legal plays of a position that is not over; nothing is proven yet."""
    cdef uint64_t cells = legal(state)
    cdef int lower, upper
    widest(x, state, &lower, &upper)
    root.state = state[0]
    root.maximise = state.seat == x.seat
    root.length = 0
    root.favourite = 0
    while cells:
        root.cell[root.length] = lowest(cells)
        root.lower[root.length] = lower
        root.upper[root.length] = upper
        root.length += 1
        cells &= cells - 1


cdef inline int root_lower(const Root *root) noexcept nogil:
    """The best lower bound proven for the position."""
    cdef int i, best = root.lower[0]
    for i in range(1, root.length):
        if root.lower[i] > best if root.maximise else root.lower[i] < best:
            best = root.lower[i]
    return best


cdef inline int root_upper(const Root *root) noexcept nogil:
    """The best upper bound proven for the position."""
    cdef int i, best = root.upper[0]
    for i in range(1, root.length):
        if root.upper[i] > best if root.maximise else root.upper[i] < best:
            best = root.upper[i]
    return best


cdef inline int root_best_so_far(const Root *root) noexcept nogil:
    """The place of the play with the best bounds, of equal ones the favourite, else the first."""
    cdef int i, best = root.favourite
    for i in range(root.length):
        if root.maximise:
            if (root.lower[i] > root.lower[best]
                    or root.lower[i] == root.lower[best] and root.upper[i] > root.upper[best]):
                best = i
        elif (root.upper[i] < root.upper[best]
                or root.upper[i] == root.upper[best] and root.lower[i] < root.lower[best]):
            best = i
    return best


cdef inline void root_ask_play(Root *root, Paranoid *x, int i, int beta) noexcept nogil:
    """Whether one play is worth at least `beta`: tightens its bounds, unless the search is stopped."""
    cdef State child
    cdef int value
    if root.lower[i] >= beta or root.upper[i] < beta:
        return
    child = root.state
    play(x.geometry, &child, root.cell[i])
    value = search(x, &child, beta)
    if x.control.stopped:
        return
    if value >= beta:
        root.lower[i] = value
    else:
        root.upper[i] = value


cdef inline bint settled(const Root *root, int i, int beta) noexcept nogil:
    """Whether one play alone answers the question for the position: reaches beta, or keeps below it."""
    return root.lower[i] >= beta if root.maximise else root.upper[i] < beta


cdef inline void root_ask(Root *root, Paranoid *x, int beta) noexcept nogil:
    """Whether the position is worth at least `beta`: the favourite first, then the others in canonical order."""
    cdef int i, k
    for i in range(root.length):
        if settled(root, i, beta):
            root.favourite = i
            return
    for k in range(-1, root.length):
        i = root.favourite if k < 0 else k
        if k == root.favourite:
            continue
        root_ask_play(root, x, i, beta)
        if x.control.stopped:
            return
        if settled(root, i, beta):
            root.favourite = i
            return


cdef inline void root_solve(Root *root, Paranoid *x, int guess) noexcept nogil:
    """Closes in on the value from `guess`; afterwards the two bounds are equal, unless the search is stopped."""
    cdef int lower, upper, value = guess, beta
    while True:
        lower = root_lower(root)
        upper = root_upper(root)
        if lower >= upper or x.control.stopped:
            return
        if value < lower:
            value = lower
        if value > upper:
            value = upper
        beta = value + 1 if value == lower else value
        announce(x.team, beta)
        root_ask(root, x, beta)
        value = root_lower(root) if root_lower(root) >= beta else root_upper(root)


cdef inline void root_close_in(Root *root, Paranoid *x) noexcept nogil:
    """Closes in on the value from both ends, for a search that may be stopped before it is known.

    The next question is always at the end where questions have been cheaper so far. It takes up to twice the nodes
    of `root_solve`, but both bounds tighten.
    """
    cdef int lower, upper
    cdef uint64_t before, above = 0, below = 0
    while True:
        lower = root_lower(root)
        upper = root_upper(root)
        if lower >= upper or x.control.stopped:
            return
        before = x.control.nodes
        if above <= below:
            announce(x.team, upper)
            root_ask(root, x, upper)
            above += x.control.nodes - before
        else:
            announce(x.team, lower + 1)
            root_ask(root, x, lower + 1)
            below += x.control.nodes - before


cdef inline void root_solve_play(Root *root, Paranoid *x, int i, int guess) noexcept nogil:
    """Closes in on the value of one play."""
    cdef int value = guess, beta
    while root.lower[i] < root.upper[i] and not x.control.stopped:
        if value < root.lower[i]:
            value = root.lower[i]
        if value > root.upper[i]:
            value = root.upper[i]
        beta = value + 1 if value == root.lower[i] else value
        root_ask_play(root, x, i, beta)
        value = root.lower[i] if root.lower[i] >= beta else root.upper[i]


cdef inline void root_solve_all(Root *root, Paranoid *x) noexcept nogil:
    """Closes in on the value of every play, from that of the position."""
    cdef int i, guess = root_lower(root)
    announce(x.team, EVERY_PLAY)
    for i in range(root.length):
        root_solve_play(root, x, i, guess)


cdef inline int root_first(Root *root, Paranoid *x, int value) noexcept nogil:
    """The first play in canonical order that reaches the position's value (N3); -1 if stopped before."""
    cdef int i, beta = value if root.maximise else value + 1
    for i in range(root.length):
        root_ask_play(root, x, i, beta)
        if x.control.stopped:
            return -1
        if settled(root, i, beta):
            return i
    return -1


cdef inline void paranoid_line(Line *line, Paranoid *x, const State *state, int value) noexcept nogil:
    """Follows the first best plays (N3) from a position of known value to the end of the round, or until stopped."""
    cdef Root root
    cdef State moment = state[0]
    cdef int i
    line.length = 0
    while not finished(&moment) and legal(&moment):
        root_set(&root, x, &moment)
        i = root_first(&root, x, value)
        if i < 0:
            return
        line.cell[line.length] = root.cell[i]
        line.length += 1
        play(x.geometry, &moment, root.cell[i])


cdef inline void root_follow(Root *root, Paranoid *x, const Team *team, int ahead) noexcept nogil:
    """A helper's work: questions `ahead` of the leader's, or the plays from the last one, until asked to stop.

    When the leader has come to the question that the helper is at, the helper stays with it, from the other end.
    """
    cdef int question, beta, at = HIGHEST, i
    while x.control.stopped == RUNNING or x.control.stopped == OVERTAKEN:
        x.control.stopped = RUNNING
        x.control.expected = load(&team.number)
        x.backwards = 0
        question = announced(team)
        if question == EVERY_PLAY:
            for i in range(root.length - 1, -1, -1):
                root_solve_play(root, x, i, root_lower(root))
        elif question != NOTHING:
            beta = question - ahead
            if question <= at and x.geometry.seats >= STAYING_SEATS:
                x.backwards = RIVALS_BACKWARDS
                beta = question
            elif beta <= root_lower(root) or beta > root_upper(root):
                x.backwards = OWN_BACKWARDS
                beta = question
            at = beta
            if root_lower(root) < beta <= root_upper(root):
                root_ask(root, x, beta)
                continue
        wait(&x.control)


cdef inline int root_answer(Root *root, Paranoid *x, bint every, int guess, Line *line) noexcept nogil:
    """Value, best play and principal variation; `every`: the value of every play. Returns the place of the best play,
    or -1 if stopped before it is known."""
    cdef int best, value
    line.length = 0
    if x.both_ends:
        root_close_in(root, x)
    root_solve(root, x, guess)
    if every:
        root_solve_all(root, x)
    if x.control.stopped:
        return -1
    value = root_lower(root)
    best = root_first(root, x, value)
    if best >= 0:
        paranoid_line(line, x, &root.state, value)
    return best
