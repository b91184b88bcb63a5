"""The plays of one position with what has been proven about each, and the questions that close in on their values."""

from libc.stdint cimport uint64_t

from core.bits cimport lowest, observe
from core.board cimport MAX_CELLS
from core.bounds cimport most_points
from core.control cimport OVERTAKEN, RUNNING, wait
from core.line cimport Line
from core.outlook cimport Outlook, bonus_open, largest_possible, look
from core.paranoid cimport Paranoid, search
from core.state cimport State, finished, legal, play
from core.table cimport Bounds, find
from core.team cimport (
    ASK, EVERY_PLAY, FIRST, LEADER, NOTHING, Task, announce, call, is_wanted, listen, shared_key, taken,
    task_of)
from core.paranoid_together cimport search_together

cdef enum:
    BELOW_SHARE = 3                          # nodes at the upper bound for each one at the lower

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


cdef inline int best_bound(const Root *root, const int *bounds) noexcept nogil:
    """Of bounds of the plays, that of the play which the seat to play would choose by them."""
    cdef int i, best = bounds[0]
    for i in range(1, root.length):
        if bounds[i] > best if root.maximise else bounds[i] < best:
            best = bounds[i]
    return best


cdef inline int root_lower(const Root *root) noexcept nogil:
    """The best lower bound proven for the position."""
    return best_bound(root, root.lower)


cdef inline int root_upper(const Root *root) noexcept nogil:
    """The best upper bound proven for the position."""
    return best_bound(root, root.upper)


cdef inline bint root_tells_apart(const Root *root) noexcept nogil:
    """Whether more is proven of one play than of another."""
    cdef int i
    for i in range(1, root.length):
        if root.lower[i] != root.lower[0] or root.upper[i] != root.upper[0]:
            return True
    return False


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


cdef inline State root_child(const Root *root, const Paranoid *x, int i) noexcept nogil:
    """The position after one play."""
    cdef State child = root.state
    play(x.geometry, &child, root.cell[i])
    return child


cdef inline bint is_open(const Root *root, int i, int beta) noexcept nogil:
    """Whether it is not known yet if one play is worth at least `beta`."""
    return root.lower[i] < beta <= root.upper[i]


cdef inline void root_ask_play(Root *root, Paranoid *x, int i, int beta) noexcept nogil:
    """Whether one play is worth at least `beta`: tightens its bounds, unless the search is stopped."""
    cdef State child
    cdef int value
    if not is_open(root, i, beta):
        return
    child = root_child(root, x, i)
    if x.team == NULL:
        value = search(x, &child, beta)
    else:
        value = search_together(x, &child, shared_key(x.root, x.geometry, &child, x.switches), beta, 0)
    if x.control.stopped:
        return
    if value >= beta:
        root.lower[i] = value
    else:
        root.upper[i] = value


cdef inline bint root_taken(const Root *root, const Paranoid *x, int i) noexcept nogil:
    """Whether another thread searches one of the plays."""
    cdef State child
    if x.team == NULL:
        return False
    child = root_child(root, x, i)
    return taken(x.team, x.member, 0, shared_key(x.root, x.geometry, &child, x.switches))


cdef inline bint root_called(Root *root, Paranoid *x) noexcept nogil:
    """Whether a helper has called the leader: then the search goes on, with what the table says of the plays now."""
    cdef State child
    cdef Bounds known
    cdef int i
    if x.control.stopped != OVERTAKEN or x.member != LEADER:
        return False
    x.control.stopped = RUNNING
    for i in range(root.length):
        child = root_child(root, x, i)
        if find(x.table, shared_key(x.root, x.geometry, &child, x.switches), &known):
            if known.lower > root.lower[i]:
                root.lower[i] = known.lower
            if known.upper < root.upper[i]:
                root.upper[i] = known.upper
    return True


cdef inline bint settled(const Root *root, int i, int beta) noexcept nogil:
    """Whether one play alone answers the question for the position: reaches beta, or keeps below it."""
    return root.lower[i] >= beta if root.maximise else root.upper[i] < beta


cdef inline int first_settled(const Root *root, int beta) noexcept nogil:
    """The first play that is known to answer the question for the position; -1 if none is."""
    cdef int i
    for i in range(root.length):
        if settled(root, i, beta):
            return i
    return -1


cdef inline void root_ask(Root *root, Paranoid *x, int beta) noexcept nogil:
    """Whether the position is worth at least `beta`: the favourite first, then the others in canonical order.

    The members of a team go through them together: if one is the answer, work on the others would be wasted.
    """
    cdef int favourite = root.favourite, turn = 0, i = first_settled(root, beta)
    while i < 0 and turn < root.length:
        i = favourite if turn == 0 else turn - 1 if turn <= favourite else turn
        turn += 1
        root_ask_play(root, x, i, beta)
        if root_called(root, x):
            turn = 0
            i = first_settled(root, beta)
        elif x.control.stopped:
            return
        elif not settled(root, i, beta):
            i = -1
    if i >= 0:
        root.favourite = i


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
        announce(x.team, ASK, root.favourite, beta, 0)
        root_ask(root, x, beta)
        value = root_lower(root) if root_lower(root) >= beta else root_upper(root)


cdef inline void root_close_in(Root *root, Paranoid *x, int guess) noexcept nogil:
    """Closes in on the value from both ends, for a search that may be stopped before it is known.

    After the guess a quarter of the nodes goes to questions a quarter of the way up from the lower bound, the rest to
    those at the upper bound. It takes a fifth more nodes than `root_solve`, but both bounds tighten.
    """
    cdef int lower, upper, beta
    cdef uint64_t before, above = 0, below = 0
    if root_lower(root) < guess <= root_upper(root):
        announce(x.team, ASK, root.favourite, guess, 0)
        root_ask(root, x, guess)
    while True:
        lower = root_lower(root)
        upper = root_upper(root)
        if lower >= upper or x.control.stopped:
            return
        before = x.control.nodes
        if above <= BELOW_SHARE * below:
            announce(x.team, ASK, root.favourite, upper, 0)
            root_ask(root, x, upper)
            above += x.control.nodes - before
        else:
            beta = lower + (upper - lower + BELOW_SHARE) // (BELOW_SHARE + 1)
            announce(x.team, ASK, root.favourite, beta, 0)
            root_ask(root, x, beta)
            below += x.control.nodes - before


cdef inline void root_solve_play(Root *root, Paranoid *x, int i, int guess) noexcept nogil:
    """Closes in on the value of one play."""
    cdef int value = guess, beta
    while root.lower[i] < root.upper[i]:
        if value < root.lower[i]:
            value = root.lower[i]
        if value > root.upper[i]:
            value = root.upper[i]
        beta = value + 1 if value == root.lower[i] else value
        root_ask_play(root, x, i, beta)
        if not root_called(root, x) and x.control.stopped:
            return
        value = root.lower[i] if root.lower[i] >= beta else root.upper[i]


cdef inline void root_solve_all(Root *root, Paranoid *x, int guess) noexcept nogil:
    """Closes in on the value of every play, from a guess: the value of the position."""
    cdef int turn
    for turn in range(2 * root.length):
        if turn >= root.length or not root_taken(root, x, turn):
            root_solve_play(root, x, turn % root.length, guess)


cdef inline int root_first(Root *root, Paranoid *x, int value) noexcept nogil:
    """The first play in canonical order that reaches the position's value (N3); -1 if stopped before."""
    cdef int turn = 0, i, beta = value if root.maximise else value + 1
    while turn < 2 * root.length:
        i = turn % root.length
        if turn < root.length and root_taken(root, x, i):
            turn += 1
            continue
        root_ask_play(root, x, i, beta)
        if root_called(root, x):
            turn = 0
            continue
        if x.control.stopped:
            return -1
        if settled(root, i, beta):
            if turn >= root.length or x.team == NULL:
                return i
            # Plays before it have been left to others.
            turn = root.length - 1
        turn += 1
    return -1


cdef inline void paranoid_line(Line *line, Paranoid *x, const State *state, int value) noexcept nogil:
    """Follows the first best plays (N3) from a position of known value to the end of the round, or until stopped."""
    cdef Root root
    cdef State moment = state[0]
    cdef int i
    line.length = 0
    while not finished(&moment) and legal(&moment):
        root_set(&root, x, &moment)
        announce(x.team, FIRST, 0, value, line.length)
        i = root_first(&root, x, value)
        if i < 0:
            return
        line.cell[line.length] = root.cell[i]
        line.length += 1
        play(x.geometry, &moment, root.cell[i])


cdef inline void root_help(Paranoid *x, const State *start) noexcept nogil:
    """A helper's work: what the leader asks, until told to stop."""
    cdef Root root
    cdef Task task
    cdef State moment = start[0]
    cdef int depth = 0
    listen(x.team, x.member, &x.control)
    root_set(&root, x, start)
    while x.control.stopped == RUNNING or x.control.stopped == OVERTAKEN:
        x.control.stopped = RUNNING
        x.task = observe(&x.team.task)
        task = task_of(x.task)
        while depth < task.depth:
            play(x.geometry, &moment, x.team.line.cell[depth])
            depth += 1
            root_set(&root, x, &moment)
        root.favourite = task.favourite
        if task.kind == ASK:
            root_ask(&root, x, task.beta)
        elif task.kind == FIRST:
            root_first(&root, x, task.beta)
        elif task.kind == EVERY_PLAY:
            root_solve_all(&root, x, task.beta)
        if x.control.stopped == RUNNING and is_wanted(x.team, x.task):
            if task.kind != NOTHING:
                call(x.team, LEADER)
            wait(&x.control)


cdef inline int root_answer(Root *root, Paranoid *x, bint every, int guess, Line *line) noexcept nogil:
    """Value, best play and principal variation; `every`: the value of every play. Returns the place of the best play,
    or -1 if stopped before it is known."""
    cdef int best, value
    line.length = 0
    if x.team != NULL:
        x.team.line = line
        listen(x.team, LEADER, &x.control)
    if x.both_ends:
        root_close_in(root, x, guess)
    root_solve(root, x, guess)
    if every and not x.control.stopped:
        announce(x.team, EVERY_PLAY, 0, root_lower(root), 0)
        root_solve_all(root, x, root_lower(root))
    if x.control.stopped:
        return -1
    value = root_lower(root)
    announce(x.team, FIRST, 0, value, 0)
    best = root_first(root, x, value)
    if best >= 0:
        paranoid_line(line, x, &root.state, value)
    return best
