"""The compiled core of catbox: boards, states and exact search.

Cells are integers: rank index * 4 + colour, with colours R B Y G = 0..3. Sets of cells are integers with one bit
a cell. Seats are 0..4. Everything handed in is checked here, so that nothing out of range reaches the C code.
"""

from cython cimport final, no_gc_clear
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from core.board cimport COLOURS, MAX_CELLS, MAX_RANKS, MAX_SEATS, RED, Geometry as Board, largest_group, row_of
from core.control cimport (
    ASKED, BRIEF_NODES, COLD_POLL_NODES, Control, NODE_LIMIT, NOT_BRIEF, RUNNING, SIGNAL, TIME_LIMIT, check_signals,
    clock, control_resume, control_start, doze)
from core.groups cimport Groups
from core.keys cimport blend
from core.line cimport Line
from core.maxn cimport Maxn
from core.maxn_root cimport MaxnRoot, maxn_answer, maxn_help
from core.paranoid cimport Paranoid
from core.paranoid_root cimport (
    Root, root_answer, root_best_so_far, root_help, root_lower, root_set, root_tells_apart, root_upper, widest)
from core.perft cimport perft as count_sequences
from core.recent cimport Recent, recent_entries
from core.points cimport points_of
from core.score cimport scores as score_seats
from core.state cimport (
    HAND_BITS, State as Moment, assert_compact, beats, columns_held, copies, finished, legal, marked, play)
from core.switches cimport (
    ALL_SWITCHES, BOUNDS, FORCED_PLAYS, LAST_TRICK, LIVE_KEYS, ORDER_BY_MOBILITY, RECENT, STUCK_SEAT, TABLE)
from core.table cimport (
    Entry, Key, Table, pages_allocate, pages_free, table_allocate, table_clear, table_free, table_is_cold)
from core.team cimport Mate, NOTHING, Team, announce
from core.vector cimport EXACT

from _thread import start_new_thread
from sys import is_finalizing
from threading import get_ident, main_thread

RANKS_BY_SEATS = {2: 5, 3: 6, 4: 8, 5: 9}    # R1
cdef double MOST_SECONDS = 1e9               # some thirty years


cdef object checked(str name, object value, long long low, long long high):
    """`value` as an int within [low, high]; TypeError or ValueError with the name otherwise.

    What is compared is the number in C that comes of it, and only that is handed back: a class derived from int may
    compare as it likes.
    """
    cdef long long number
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}: an int is needed, not {type(value).__name__}")
    try:
        number = value
    except OverflowError:
        raise ValueError(f"{name}: it is not between {low} and {high}") from None
    if not low <= number <= high:
        raise ValueError(f"{name}: {number} is not between {low} and {high}")
    return number


cdef double checked_number(str name, object value, double low, double high) except? -1:
    """`value` as a number within [low, high], which no nan is; TypeError or ValueError with the name otherwise."""
    cdef double number
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name}: a number is needed, not {type(value).__name__}")
    try:
        number = value
    except OverflowError:
        raise ValueError(f"{name}: it is not between {low:g} and {high:g}") from None
    if not low <= number <= high:
        raise ValueError(f"{name}: {number} is not between {low:g} and {high:g}")
    return number


cdef tuple checked_all(str name, object values, Py_ssize_t length, long long low, long long high):
    """`values` as a tuple of `length` ints within [low, high]."""
    cdef tuple items = tuple(values)
    if len(items) != length:
        raise ValueError(f"{name}: {length} entries are needed, not {len(items)}")
    return tuple([checked(name, item, low, high) for item in items])


cdef uint32_t packed_hand(str name, object counts, int ranks) except? 0xFFFFFFFF:
    """A hand of the core from the copies of each rank; `name`: see `checked`."""
    cdef uint32_t hand = 0
    cdef int rank_index
    counts = checked_all(name, counts, ranks, 0, 5)
    for rank_index in range(ranks):
        hand |= <uint32_t>counts[rank_index] << (HAND_BITS * rank_index)
    return hand


cdef tuple unpacked_hand(uint32_t hand, int ranks):
    """The copies of each rank."""
    cdef int rank_index
    return tuple([copies(hand, rank_index) for rank_index in range(ranks)])


@final
cdef class Geometry:
    """The board of one layout (R2): how many seats and ranks, and which cells are adjacent.

    seats: 2 to 5. neighbours: for each cell the set of its adjacent cells. Immutable.
    Raises ValueError or TypeError if a number is out of range or adjacency is not mutual.
    """

    cdef Board board
    cdef Key key                             # tells layouts and player counts apart in the table
    cdef readonly tuple neighbours

    def __cinit__(self, seats, neighbours):
        seats = checked("seats", seats, 2, MAX_SEATS)
        memset(&self.board, 0, sizeof(Board))
        self.board.seats = seats
        self.board.ranks = RANKS_BY_SEATS[seats]
        self.board.cells = self.board.ranks * COLOURS
        self.board.full = (<uint64_t>1 << self.board.cells) - 1
        self.neighbours = checked_all("neighbours", neighbours, self.board.cells, 0, <long long>self.board.full)
        for cell, adjacent in enumerate(self.neighbours):
            for other in range(self.board.cells):
                if (adjacent >> other & 1) != (self.neighbours[other] >> cell & 1) or adjacent >> cell & 1:
                    raise ValueError(f"neighbours: cells {cell} and {other} must be adjacent both ways or not at all")
            self.board.neighbours[<int>cell] = adjacent
            blend(&self.key, adjacent)
        self.board.regular = all(
            adjacent == sum(1 << other for other in range(self.board.cells)
                            if abs((other >> 2) - (cell >> 2)) + abs((other & 3) - (cell & 3)) == 1)
            for cell, adjacent in enumerate(self.neighbours))

    @property
    def seats(self) -> int:
        return self.board.seats

    @property
    def ranks(self) -> int:
        return self.board.ranks

    @property
    def cells(self) -> int:
        return self.board.cells

    def __reduce__(self):
        return Geometry, (self.board.seats, self.neighbours)


@final
cdef class State:
    """One moment of a round in play. Immutable; `play` gives the next one.

    tokens, hands, markers, tricks, bids: one entry a seat (sets of cells; copies of each rank, or None for a hidden
    hand; sets of colours, R lowest; counts). neutral: the set of cells with neutral tokens. leader: who led the
    trick in progress, or is to lead. trick: the cells of its plays so far, in order. left: tricks to finish, the one
    in progress included (R6.4). Raises ValueError or TypeError for numbers out of range or plays of the trick that
    lie on no token; whether the position is well formed (N2) is for the notation to say.
    """

    cdef Moment moment
    cdef readonly Geometry geometry
    cdef readonly uint64_t neutral
    cdef readonly tuple trick

    def __init__(self, Geometry geometry not None, tokens, neutral, hands, markers, tricks, bids, leader, trick, left):
        cdef int seats = geometry.board.seats, ranks = geometry.board.ranks, seat, number
        cdef uint64_t occupied = 0, cells
        cdef Moment *moment = &self.moment
        if self.geometry is not None:
            raise TypeError("a State does not change")
        cdef long long full = <long long>geometry.board.full
        assert_compact()
        memset(moment, 0, sizeof(Moment))
        self.geometry = geometry
        tokens = checked_all("tokens", tokens, seats, 0, full)
        neutral = checked("neutral", neutral, 0, full)
        self.neutral = neutral
        markers = checked_all("markers", markers, seats, 0, 15)
        tricks = checked_all("tricks", tricks, seats, 0, 8)
        bids = checked_all("bids", bids, seats, 0, 8)
        hands = tuple(hands)
        if len(hands) != seats:
            raise ValueError(f"hands: {seats} entries are needed, not {len(hands)}")
        trick = tuple(trick)
        if len(trick) >= seats:
            raise ValueError(f"trick: fewer than {seats} plays are in progress, not {len(trick)}")
        self.trick = checked_all("trick", trick, len(trick), 0, geometry.board.cells - 1)
        leader = checked("leader", leader, 0, seats - 1)
        left = checked("left", left, 0, 8)
        if self.trick and not left:
            raise ValueError("left: a trick in progress is one to finish")
        occupied = neutral
        for seat in range(seats):
            cells = tokens[seat]
            if cells & occupied:
                raise ValueError("tokens: two tokens on one cell")
            occupied |= cells
            moment.tokens[seat] = cells
            moment.markers |= <uint32_t>markers[seat] << (COLOURS * seat)
            moment.tricks[seat] = tricks[seat]
            moment.bids[seat] = bids[seat]
            if cells & row_of(RED):
                moment.red_open = 1
            if hands[seat] is None:
                moment.hidden |= 1 << seat
            else:
                moment.hand[seat] = packed_hand("hands", hands[seat], ranks)
        for seat in range(seats):
            cells = geometry.board.full if moment.hidden >> seat & 1 else columns_held(moment.hand[seat], ranks)
            moment.playable[seat] = marked(moment, seat, cells & ~occupied)
        moment.left = left
        seat = leader
        for number, cell in enumerate(self.trick):
            if not moment.tokens[seat] >> <int>cell & 1:
                raise ValueError(f"trick: no token of its seat on cell {cell}")
            if number == 0:
                moment.led = cell & 3
            if number == 0 or beats(cell, moment.best_cell):
                moment.best_seat = seat
                moment.best_cell = cell
            moment.played += 1
            seat = (seat + 1) % seats
        moment.seat = seat

    @property
    def tokens(self) -> tuple:
        return tuple([self.moment.tokens[seat] for seat in range(self.geometry.board.seats)])

    @property
    def hands(self) -> tuple:
        cdef int seat
        return tuple([
            None if self.moment.hidden >> seat & 1
            else unpacked_hand(self.moment.hand[seat], self.geometry.board.ranks)
            for seat in range(self.geometry.board.seats)])

    @property
    def markers(self) -> tuple:
        cdef int seat
        return tuple([self.moment.markers >> (COLOURS * seat) & 15 for seat in range(self.geometry.board.seats)])

    @property
    def tricks(self) -> tuple:
        return tuple([self.moment.tricks[seat] for seat in range(self.geometry.board.seats)])

    @property
    def bids(self) -> tuple:
        return tuple([self.moment.bids[seat] for seat in range(self.geometry.board.seats)])

    @property
    def to_play(self) -> int:
        return self.moment.seat

    @property
    def leader(self) -> int:
        return (self.moment.seat + self.geometry.board.seats - self.moment.played) % self.geometry.board.seats

    @property
    def left(self) -> int:
        return self.moment.left

    def legal(self) -> list:
        """Cells the seat to play may declare, in canonical order; none when the round is over."""
        cdef int cell
        cdef uint64_t cells = 0 if finished(&self.moment) else legal(&self.moment)
        return [cell for cell in range(self.geometry.board.cells) if cells >> cell & 1]

    def play(self, cell) -> State:
        """The state after a legal play; ValueError if it is not legal (R5)."""
        cdef State after
        cell = checked("cell", cell, 0, self.geometry.board.cells - 1)
        if finished(&self.moment) or not legal(&self.moment) >> <int>cell & 1:
            raise ValueError(f"cell: {cell} is not a legal play")
        after = State.__new__(State)
        after.moment = self.moment
        after.geometry = self.geometry
        after.neutral = self.neutral
        play(&self.geometry.board, &after.moment, cell)
        after.trick = (*self.trick, cell) if after.moment.played else ()
        return after

    @property
    def paradox(self) -> int | None:
        """The seat that causes a paradox here, or None (R7.1)."""
        if finished(&self.moment) or legal(&self.moment):
            return None
        return self.moment.seat

    @property
    def over(self) -> bool:
        return finished(&self.moment) or legal(&self.moment) == 0

    def scores(self) -> tuple:
        """The points of every seat (R8); ValueError while the round is not over."""
        cdef uint64_t points
        cdef object paradox = self.paradox
        if not finished(&self.moment) and paradox is None:
            raise ValueError("the round is not over")
        points = score_seats(&self.geometry.board, NULL, &self.moment, -1 if paradox is None else paradox)
        return tuple([points_of(points, seat) for seat in range(self.geometry.board.seats)])

    def group(self, seat) -> int:
        """Size of a seat's largest group of connected tokens (R8.3)."""
        seat = checked("seat", seat, 0, self.geometry.board.seats - 1)
        return largest_group(&self.geometry.board, self.moment.tokens[<int>seat])

    def perft(self, depth) -> int:
        """Number of sequences of `depth` plays; one that ends earlier counts once (N3).

        Raises ValueError for a negative depth or a hidden hand, KeyboardInterrupt on Ctrl-C.
        """
        cdef Control control
        cdef uint64_t leaves
        cdef int plies = checked("depth", depth, 0, 1000)
        if self.moment.hidden:
            raise ValueError("hands: all hands must be known")
        control_start(&control, 0, 0.0, NULL, is_deaf())
        with nogil:
            leaves = count_sequences(&self.geometry.board, &self.moment, plies, &control)
        if control.stopped != RUNNING:
            raise KeyboardInterrupt
        return leaves


# The search's enhancements (src/core/switches.pxd).
SWITCHES = {
    "order by mobility": ORDER_BY_MOBILITY,
    "bounds": BOUNDS,
    "last trick": LAST_TRICK,
    "stuck seat": STUCK_SEAT,
    "live keys": LIVE_KEYS,
    "table": TABLE,
    "recent positions": RECENT,
    "forced plays": FORCED_PLAYS,
}

cdef enum:
    MAXN_KEY = 1 << 8                        # no seat and objective of a paranoid search has this key


STOPPED_BY = {RUNNING: None, NODE_LIMIT: "nodes", TIME_LIMIT: "time", ASKED: "asked", SIGNAL: "signal"}


@final
cdef class SearchResult:
    """What a search found out.

    lower, upper: proven bounds on the value (maxn: on the score of the seat asked for; None if the round is over).
    scores: the vector of scores (maxn, else None). best: a cell, or None if the round is over. best_proven: whether
    `best` is the first best play in canonical order (N3). plays: if asked for (else empty), a tuple (cell, lower,
    upper, scores) for each legal play, in canonical order; bounds in paranoid alone, scores in maxn alone, where they
    are known. line: the cells of the principal variation. nodes: positions searched. seconds: of the search alone.
    stopped: None, "nodes", "time", "asked" or "signal".
    """

    cdef readonly object lower, upper, scores, best, stopped
    cdef readonly bint best_proven
    cdef readonly tuple plays, line
    cdef readonly unsigned long long nodes
    cdef readonly double seconds


@final
cdef class Search:
    """Exact search with a transposition table of its own, which stays warm from one search to the next.

    table_bytes: size of the table, allocated once; MemoryError if there is not so much memory. threads: how many
    search one position together. One search at a time: RuntimeError otherwise.
    """

    cdef Table table
    cdef Entry *recent                       # a small table for each thread
    cdef Groups *groups                      # sizes of groups, for each thread
    cdef Team team
    cdef int asked
    cdef bint busy
    cdef int helping                         # tickets of helpers that have not ended
    cdef readonly int threads

    def __cinit__(self, table_bytes, threads=1):
        table_bytes = checked("table_bytes", table_bytes, 64, 2**40)
        self.threads = checked("threads", threads, 1, 256)
        if not table_allocate(&self.table, table_bytes):
            raise MemoryError(f"no memory for a transposition table of {table_bytes} bytes")
        self.recent = <Entry *>pages_allocate(self.threads * recent_entries(self.threads) * sizeof(Entry))
        self.groups = <Groups *>calloc(self.threads, sizeof(Groups))
        self.team.size = self.threads
        self.team.mates = <Mate *>calloc(self.threads, sizeof(Mate))
        if self.recent == NULL or self.groups == NULL or self.team.mates == NULL:
            raise MemoryError(f"no memory for {self.threads} threads")

    def __dealloc__(self):
        table_free(&self.table)
        pages_free(self.recent, self.threads * recent_entries(self.threads) * sizeof(Entry))
        free(self.groups)
        free(self.team.mates)

    def clear(self) -> None:
        """Forgets all positions searched so far."""
        self.begin()
        table_clear(&self.table)
        memset(self.recent, 0, self.threads * recent_entries(self.threads) * sizeof(Entry))
        self.busy = False

    def stop(self) -> None:
        """Asks the search that runs in another thread to give up."""
        self.asked = 1

    cdef void begin(self) except *:
        if self.busy:
            raise RuntimeError("this Search is busy: it does one search at a time")
        self.busy = True
        self.asked = 0

    cdef void call_helpers(self, object work, tuple arguments) except *:
        """Starts the other threads of a parallel search, each with its number; fewer if there can be no more.

        None is waited for, as `threading.Thread` would, so that no limit passes unseen; and nothing here or in `end`
        runs Python's own code in this thread, where Ctrl-C would raise and leave the helpers to themselves.
        """
        cdef int number
        if is_finalizing():
            return  # the interpreter lets no other thread go on
        for number in range(1, self.threads):
            try:
                start_new_thread(work, (*arguments, number, ticket_of(self)))
            except (RuntimeError, MemoryError):
                return

    cdef void end(self, Control *control) except *:
        """Waits for the helpers to end, and lets another search begin.

        Ctrl-C that came while they ended counts as a reason to stop: the caller is to learn of it and of the answer.
        """
        self.asked = 1
        while self.helping > 0:
            with nogil:
                doze()
        self.busy = False
        if not control.deaf and check_signals():
            control.stopped = SIGNAL

    cdef void pace(self, Control *control):
        """Has the search look at the clock more often where its table is cold."""
        if table_is_cold(&self.table):
            control.most_poll_nodes = COLD_POLL_NODES

    cdef Recent recent_of(self, int number):
        """The small table of one of the threads."""
        cdef Recent recent
        recent.mask = recent_entries(self.threads) - 1
        recent.entries = self.recent + number * (recent.mask + 1)
        return recent

    cdef Groups *groups_of(self, int number):
        """What one of the threads remembers of groups: nothing yet, as layouts differ."""
        memset(&self.groups[number], 0, sizeof(Groups))
        return &self.groups[number]

    cdef Paranoid prepare(self, State state, int seat, bint margin, int switches, int number):
        cdef Paranoid x
        memset(&x, 0, sizeof(Paranoid))
        x.geometry = &state.geometry.board
        x.table = &self.table
        x.recent = self.recent_of(number)
        x.groups = self.groups_of(number)
        x.seat = seat
        x.margin = margin
        x.switches = switches
        x.root = common_key(state, seat << 1 | margin)
        return x

    def _help(self, State state not None, int seat, bint margin, int switches, int member, Ticket ticket=None):
        """Searches the same position together with `paranoid`, until asked to stop."""
        if not self.busy or state.moment.hidden or state.over:
            return
        seat = checked("seat", seat, 0, state.geometry.board.seats - 1)
        member = checked("member", member, 1, self.threads - 1)
        cdef Paranoid x = self.prepare(state, seat, margin, switches, member)
        control_start(&x.control, 0, 0.0, &self.asked, True)
        self.pace(&x.control)
        x.team = &self.team
        x.member = member
        with nogil:
            root_help(&x, &state.moment)

    cdef Maxn prepare_maxn(self, State state, bint margin, int switches, int number):
        cdef Maxn x
        memset(&x, 0, sizeof(Maxn))
        x.geometry = &state.geometry.board
        x.table = &self.table
        x.recent = self.recent_of(number)
        x.groups = self.groups_of(number)
        x.margin = margin
        x.switches = switches
        x.root = common_key(state, MAXN_KEY | x.margin)
        return x

    def _help_maxn(self, State state not None, bint margin, bint every, int switches, int member,
                   Ticket ticket=None):
        """Searches the same position together with `maxn`, until asked to stop."""
        if not self.busy or state.moment.hidden or state.over:
            return
        member = checked("member", member, 1, self.threads - 1)
        cdef Maxn x = self.prepare_maxn(state, margin, switches, member)
        control_start(&x.control, 0, 0.0, &self.asked, True)
        self.pace(&x.control)
        x.team = &self.team
        x.member = member
        with nogil:
            maxn_help(&x, &state.moment, every)

    def paranoid(self, State state not None, seat, margin, every=False, max_nodes=None, time_limit=None, guess=0,
                 switches=ALL_SWITCHES, both_ends=False):
        """What `seat` can make sure of, of its margin or its score, against all others (N3).

        state: all hands known. every: the value of every play. max_nodes: positions to search at most, but for
        the end of a last trick begun before. time_limit: seconds. guess: where to look for the value first. switches:
        src/core/switches.pxd. both_ends: close in from both ends, for a search that may not be finished. Raises
        ValueError or TypeError for arguments out of range, RuntimeError if a search runs already.
        """
        cdef Paranoid x
        cdef Root root
        cdef Line line
        cdef double start = clock()
        cdef bint every_play = every
        cdef int first_guess = checked("guess", guess, -100, 100), value, best = -1, i
        seat = checked("seat", seat, 0, state.geometry.board.seats - 1)
        switches = checked("switches", switches, 0, ALL_SWITCHES)
        cdef SearchResult result = SearchResult.__new__(SearchResult)
        if self.over(state, result):
            points = result.scores
            result.scores = None
            value = points[seat]
            if margin:
                value -= max([points[i] for i in range(len(points)) if i != seat])
            result.lower = result.upper = value
            return result
        self.begin()
        x = self.prepare(state, seat, margin, switches, 0)
        x.both_ends = both_ends
        try:
            limit(&x.control, max_nodes, time_limit, start, &self.asked)
            self.pace(&x.control)
            root_set(&root, &x, &state.moment)
            x.control.brief = BRIEF_NODES
            best = root_answer(&root, &x, every_play, first_guess, &line)
            if x.control.stopped == NOT_BRIEF:
                control_resume(&x.control)
                if self.threads > 1 and switches & TABLE:
                    x.team = &self.team
                    announce(x.team, NOTHING, 0, 0, 0)
                    self.call_helpers(self._help, (state, seat, margin, switches))
                with nogil:
                    best = root_answer(&root, &x, every_play, first_guess, &line)
        finally:
            self.end(&x.control)
        result.lower = root_lower(&root)
        result.upper = root_upper(&root)
        result.best_proven = best >= 0
        if best >= 0:
            result.best = root.cell[best]
        else:
            result.best = root.cell[root_best_so_far(&root)] if root_tells_apart(&root) else play_by_rule(state)
        if every_play:
            result.plays = tuple([(root.cell[i], root.lower[i], root.upper[i], None) for i in range(root.length)])
        else:
            result.plays = ()
        result.line = tuple([line.cell[i] for i in range(line.length)])
        result.nodes = x.control.nodes
        result.seconds = clock() - start
        result.stopped = STOPPED_BY[x.control.stopped]
        return result

    def maxn(self, State state not None, margin, every=False, max_nodes=None, time_limit=None,
             switches=ALL_SWITCHES, seat=None):
        """The scores when every seat picks the play best for its own score, or margin (N3).

        seat: whose score the bounds are of; the seat to play by default. Other arguments and errors as for
        `paranoid`.
        """
        cdef Maxn x
        cdef MaxnRoot root
        cdef Paranoid own
        cdef Line line
        cdef double start = clock()
        cdef int seats = state.geometry.board.seats, i, lower, upper, found
        cdef int mover = state.moment.seat, whose = mover if seat is None else checked("seat", seat, 0, seats - 1)
        cdef bint every_play = every
        switches = checked("switches", switches, 0, ALL_SWITCHES)
        cdef SearchResult result = SearchResult.__new__(SearchResult)
        if self.over(state, result):
            return result
        self.begin()
        own = self.prepare(state, whose, False, switches, 0)
        widest(&own, &state.moment, &lower, &upper)
        x = self.prepare_maxn(state, margin, switches, 0)
        try:
            limit(&x.control, max_nodes, time_limit, start, &self.asked)
            self.pace(&x.control)
            x.control.brief = BRIEF_NODES
            maxn_answer(&root, &x, &state.moment, every_play, &line)
            if x.control.stopped == NOT_BRIEF:
                control_resume(&x.control)
                if self.threads > 1 and switches & TABLE:
                    x.team = &self.team
                    self.call_helpers(self._help_maxn, (state, margin, every_play, switches))
                with nogil:
                    maxn_answer(&root, &x, &state.moment, every_play, &line)
        finally:
            self.end(&x.control)
        result.plays = ()
        if every_play:
            result.plays = tuple(sorted([
                (root.cell[i], None, None, tuple([points_of(root.vector[i].points, other) for other in range(seats)])
                 if root.searched[i] and root.vector[i].verdict == EXACT else None)
                for i in range(root.length)]))
        result.best = root.cell[root.choice] if root.choice >= 0 else play_by_rule(state)
        result.best_proven = root.done == root.length
        if root.choice >= 0:
            found = points_of(root.vector[root.choice].points, whose)
            if result.best_proven:
                result.scores = tuple([points_of(root.vector[root.choice].points, other) for other in range(seats)])
                lower = upper = found
            elif not margin and whose == mover and found > lower:
                # It chooses this play, or one that is better for it.
                lower = found
        result.lower = lower
        result.upper = upper
        result.line = tuple([line.cell[i] for i in range(line.length)])
        result.nodes = x.control.nodes
        result.seconds = clock() - start
        result.stopped = STOPPED_BY[x.control.stopped]
        return result

    cdef int over(self, State state, SearchResult result) except -1:
        """Whether the round is over; then `result` says what it came to."""
        if state.moment.hidden:
            raise ValueError("hands: all hands must be known")
        result.plays = result.line = ()
        result.best_proven = True
        if not state.over:
            return False
        result.scores = state.scores()
        return True


@final
@no_gc_clear
cdef class Ticket:
    """What a helper holds while it helps: however its thread ends, the ticket goes with it, and tells the search."""

    cdef Search search

    def __dealloc__(self):
        if self.search is not None:
            self.search.helping -= 1


cdef Ticket ticket_of(Search search):
    """One more helper of a search."""
    cdef Ticket ticket = Ticket.__new__(Ticket)
    ticket.search = search
    search.helping += 1
    return ticket


cdef Key common_key(State state, uint64_t question):
    """What the keys of all positions of a search have in common: board, bids, and what is asked."""
    cdef Key key = state.geometry.key
    cdef int seat
    blend(&key, question)
    for seat in range(state.geometry.board.seats):
        blend(&key, state.moment.bids[seat])
    return key


cdef bint is_deaf() except *:
    """Whether this is not the thread that Python tells of signals."""
    return get_ident() != main_thread().ident


cdef int limit(Control *control, object max_nodes, object time_limit, double start, const int *asked) except -1:
    """Starts to count nodes and time; ValueError or TypeError for limits out of range."""
    cdef uint64_t nodes = 0
    cdef double deadline = 0.0
    if max_nodes is not None:
        nodes = checked("max_nodes", max_nodes, 1, 2**62)
    if time_limit is not None:
        deadline = start + checked_number("time_limit", time_limit, 0, MOST_SECONDS)
    control_start(control, nodes, deadline, asked, is_deaf())
    return 0


include "src/core/hints_face.pxi"
