# The Python face of worlds, playouts, the rule of thumb and the tree search; part of catbox_core.pyx.

from libc.stdint cimport uint16_t
from libc.stdlib cimport malloc

from core.bits cimport count
from core.board cimport COLUMN
from core.control cimport SIGNAL, clock, poll
from core.inference cimport COPIES, Likelihood, MOST_PAST_PLAYS, PastPlay, TRUST, add_plays, mean_of_rests
from core.playout cimport random_round, round_by_rule
from core.policy cimport (
    BY_RULE, Choices, Decision, MOST_FEATURES, NEGATIVE, SEARCHES, best_of, consider, merit_of, properties, weigh_bids,
    weigh_discards, weigh_plays, weights_of)
from core.random cimport Random, seeded
from core.score cimport earns_bonus
from core.tree cimport Node, Question, Tally, grow
from core.worlds cimport MOST_UNSEEN, Unseen, enumerate_worlds, sample_world

MOST_LISTED = 1_000_000                      # that are ever enumerated: 28 bytes each

# Factors of a search; outside of this, exponentials of 32 bits have no room.
cdef double LEAST_FACTOR = 1e-6
cdef double MOST_FACTOR = 1e6


cdef uint64_t free_cells(State state):
    """The cells without any token."""
    cdef uint64_t cells = state.geometry.board.full & ~state.neutral
    cdef int seat
    for seat in range(state.geometry.board.seats):
        cells &= ~state.moment.tokens[seat]
    return cells


@final
cdef class Worlds:
    """The ways to deal unseen cards to hidden hands.

    unseen: how many cards of each rank have not been seen. places: (seat, number of cards) for each hidden hand.
    Raises ValueError if the hands need more cards than there are, or a seat is there twice.
    """

    cdef Unseen unseen

    def __cinit__(self, unseen, places):
        cdef int rank_index, k
        counts = checked_all("unseen", unseen, len(unseen), 0, 5)
        if len(counts) > MAX_RANKS:
            raise ValueError(f"unseen: at most {MAX_RANKS} ranks")
        memset(&self.unseen, 0, sizeof(Unseen))
        self.unseen.ranks = len(counts)
        for rank_index in range(self.unseen.ranks):
            self.unseen.of_rank[rank_index] = counts[rank_index]
            for k in range(self.unseen.of_rank[rank_index]):
                self.unseen.pool[self.unseen.cards] = rank_index
                self.unseen.cards += 1
        places = tuple(places)
        if len(places) > MAX_SEATS:
            raise ValueError(f"places: at most {MAX_SEATS}")
        needed = 0
        hidden = 0
        for k, (seat, size) in enumerate(places):
            self.unseen.seat[k] = checked("seat", seat, 0, MAX_SEATS - 1)
            self.unseen.size[k] = checked("size", size, 0, 10)
            if hidden >> self.unseen.seat[k] & 1:
                raise ValueError(f"places: seat {self.unseen.seat[k]} is there twice")
            hidden |= 1 << self.unseen.seat[k]
            needed += self.unseen.size[k]
        self.unseen.places = len(places)
        if needed > self.unseen.cards:
            raise ValueError(f"places: {needed} cards are hidden in hands, but only {self.unseen.cards} are unseen")

    def enumerate(self, limit):
        """Every world as (hands, number of deals it stands for), or None if there are more than `limit` worlds.

        A hand is a tuple of counts per rank; hands come in the order of the places.
        """
        cdef long most = checked("limit", limit, 0, MOST_LISTED), found
        cdef int place
        cdef uint32_t *hands = <uint32_t *>malloc((most + 1) * 5 * sizeof(uint32_t))
        cdef double *weights = <double *>malloc((most + 1) * sizeof(double))
        try:
            if hands == NULL or weights == NULL:
                raise MemoryError(f"no memory for {most} worlds")
            with nogil:
                found = enumerate_worlds(&self.unseen, most, hands, weights)
            if found > most:
                return None
            return [
                (tuple([unpacked_hand(hands[5 * k + place], self.unseen.ranks)
                        for place in range(self.unseen.places)]), weights[k])
                for k in range(found)]
        finally:
            free(hands)
            free(weights)

    def sample(self, number, seed):
        """`number` independent worlds, each with the chance of the deal; the first ones are the same for any number."""
        cdef uint32_t hands[MAX_SEATS]
        cdef uint8_t pool[MOST_UNSEEN]
        cdef Random random
        cdef uint64_t start = checked("seed", seed, 0, 2**63 - 1), k
        cdef int place
        result = []
        for k in range(<uint64_t>checked("number", number, 0, MOST_LISTED)):
            random = seeded(start, k)
            sample_world(&self.unseen, &random, hands, pool)
            result.append(tuple([unpacked_hand(hands[place], self.unseen.ranks)
                                 for place in range(self.unseen.places)]))
        return result


@final
cdef class TreeSearch:
    """A question about a moment with hidden hands, and the tree search that answers it.

    state: hidden hands are those of the places of `worlds`. phase: 0 discard, 1 bid, 2 play. seat: who asks, and has
    to move. bids_made: how many seats have bid. first_bidder: the round's start seat, or -1 if not known.
    hidden_discards: the set of seats whose discards lie among the unseen cards. past_plays: (state before it, cell)
    for each play that was made from a hidden hand, as far as known, in order. inference: weigh worlds by what
    discards, bids and these plays tell. objective: 0 score, 1 margin, 2 to have most points in the end, given the
    points of earlier rounds (`totals`) and how far seats' later rounds may lie apart (`spread`). exploration,
    temperature, keenness: see tree.pxd. ValueError for what is out of range or does not fit.
    """

    cdef Question question
    cdef readonly State state
    cdef int asked_to_stop

    def __cinit__(self, State state not None, Worlds worlds not None, phase, seat, bids_made, first_bidder,
                  hidden_discards, past_plays, inference, objective, totals, spread, exploration,
                  temperature, keenness):
        cdef int seats = state.geometry.board.seats, place, rank_index, known
        memset(&self.question, 0, sizeof(Question))
        self.state = state
        self.question.geometry = &state.geometry.board
        self.question.root = state.moment
        self.question.free = free_cells(state)
        phase = self.question.phase = checked("phase", phase, 0, 2)
        seat = self.question.seat = checked("seat", seat, 0, seats - 1)
        bids_made = self.question.evidence.bids_made = checked("bids_made", bids_made, 0, seats)
        if phase == 1 and (seats == 2 or bids_made >= seats):
            raise ValueError("phase: no bid is missing")
        if phase == 2 and (finished(&state.moment) or not legal(&state.moment) or state.moment.seat != seat):
            raise ValueError("phase: the seat has no play to choose")
        if phase == 0 and bids_made:
            raise ValueError("bids_made: nobody bids before the discards")
        if phase < 2:
            for place in range(seats):
                if not state.moment.hidden >> place & 1 and not state.moment.hand[place]:
                    raise ValueError(f"phase: seat {place} has no card")
                if count(state.moment.tokens[place]):
                    raise ValueError("phase: plays have been made")
            if state.moment.hidden >> <int>seat & 1:
                raise ValueError("phase: the seat has no card")
        self.question.unseen = worlds.unseen
        hidden_discards = checked("hidden_discards", hidden_discards, 0, (1 << seats) - 1)
        hidden = 0
        needed = 0
        for place in range(worlds.unseen.places):
            hidden |= 1 << worlds.unseen.seat[place]
            needed += worlds.unseen.size[place] + (hidden_discards >> worlds.unseen.seat[place] & 1)
            if not worlds.unseen.size[place]:
                raise ValueError("worlds: a hidden hand has no card")
        if (worlds.unseen.ranks != state.geometry.board.ranks or hidden != state.moment.hidden
                or hidden >> <int>seat & 1):
            raise ValueError("worlds: they do not fit the state")
        if needed > worlds.unseen.cards:
            raise ValueError(f"hidden_discards: {needed} cards are hidden, but only {worlds.unseen.cards} are unseen")
        for rank_index in range(worlds.unseen.ranks):
            known = worlds.unseen.of_rank[rank_index]
            for place in range(seats):
                known += count(state.moment.tokens[place] & <uint64_t>COLUMN << (COLOURS * rank_index))
                known += copies(state.moment.hand[place], rank_index)
            if known > COPIES:
                raise ValueError(f"worlds: with those on the board and in hands there are {known} cards of one rank")
        self.question.inference = inference
        self.question.evidence.first_bidder = checked("first_bidder", first_bidder, -1, seats - 1)
        self.question.evidence.hidden_discards = hidden_discards
        past_plays = tuple(past_plays)
        if len(past_plays) > MOST_PAST_PLAYS:
            raise ValueError(f"past_plays: at most {MOST_PAST_PLAYS}")
        for before, cell in past_plays:
            if not isinstance(before, State):
                raise TypeError(f"past_plays: a State is needed before each, not {type(before).__name__}")
            self.add_past_play(before, cell)
        self.question.objective = checked("objective", objective, 0, 2)
        for place, total in enumerate(checked_all("totals", totals, seats, -1000, 1000)):
            self.question.totals[place] = total
        self.question.spread = checked_number("spread", spread, LEAST_FACTOR, MOST_FACTOR)
        self.question.exploration = checked_number("exploration", exploration, LEAST_FACTOR, MOST_FACTOR)
        self.question.keenness = checked_number("keenness", keenness, 0, MOST_FACTOR)
        self.question.temperature = checked_number("temperature", temperature, LEAST_FACTOR, MOST_FACTOR)

    cdef void add_past_play(self, State before, object cell) except *:
        """One more play of a seat with a hidden hand."""
        cdef int most = 4 * before.geometry.board.ranks - 1
        cdef PastPlay *past = &self.question.evidence.past_play[self.question.evidence.past_plays]
        if (before.geometry.board.seats != self.question.geometry.seats
                or before.geometry.board.ranks != self.question.geometry.ranks
                or not self.question.root.hidden >> before.moment.seat & 1):
            raise ValueError("past_plays: they do not fit the state")
        past.moment = before.moment
        past.free = free_cells(before)
        past.cell = checked("past_plays", cell, 0, most)
        self.question.evidence.past_plays += 1

    def weight(self, hands):
        """What hands for the places (counts per rank) weigh by what their seats have done: `plausibility`, with less
        than full trust in it."""
        return self.plausibility(hands) ** TRUST

    def plausibility(self, hands):
        """How likely the hidden seats' discards, bids and plays are if they hold these hands (counts per rank, in the
        order of the places), averaged over where the remaining cards may lie."""
        cdef uint32_t packed[MAX_SEATS]
        cdef uint8_t left[MAX_RANKS]
        cdef uint8_t rest[MAX_SEATS]
        cdef Likelihood plays
        cdef int rank_index, place, held, cards = 0, discards = 0
        hands = tuple(hands)
        if len(hands) != self.question.unseen.places:
            raise ValueError(f"hands: {self.question.unseen.places} are needed, not {len(hands)}")
        for rank_index in range(MAX_RANKS):
            left[rank_index] = self.question.unseen.of_rank[rank_index]
        for place, hand in enumerate(hands):
            packed[place] = packed_hand("hand", hand, self.question.unseen.ranks)
            held = 0
            for rank_index in range(self.question.unseen.ranks):
                if copies(packed[place], rank_index) > left[rank_index]:
                    raise ValueError("hands: they hold cards that are not unseen")
                left[rank_index] -= copies(packed[place], rank_index)
                held += copies(packed[place], rank_index)
            if held != self.question.unseen.size[place]:
                raise ValueError(f"hands: one has {held} cards, not {self.question.unseen.size[place]}")
            discards += self.question.evidence.hidden_discards >> self.question.unseen.seat[place] & 1
        for rank_index in range(MAX_RANKS):
            cards += left[rank_index]
        memset(&plays, 0, sizeof(Likelihood))
        if not add_plays(self.question.geometry, &self.question.unseen, &self.question.evidence, packed, &plays):
            return 0.0
        return mean_of_rests(self.question.geometry, &self.question.root, &self.question.unseen,
                             &self.question.evidence, packed, &plays, left, cards, discards, rest, 0)

    def stop(self):
        """Makes a run in another thread come to its end soon."""
        self.asked_to_stop = 1

    def run(self, descents, seed, stream, seconds, nodes):
        """Descents through a fresh tree of at most `nodes` nodes: `descents` of them, or fewer if `seconds` (0: no
        limit) have passed, or there have been 2^31 - 1; not one if no deal was found that the past plays fit.
        Releases the GIL.

        Returns (descents made, [(move, visits, sums of: score, margin, utility, its square, own paradoxes, others'
        paradoxes, bonuses, tricks, group), ...]), moves ascending. Raises KeyboardInterrupt on Ctrl-C, MemoryError.
        """
        cdef Control control
        cdef Tally tallies[MAX_CELLS]
        cdef Tally *tally
        cdef Random random = seeded(checked("seed", seed, 0, 2**63 - 1), checked("stream", stream, 0, 2**31))
        cdef long most = checked("descents", descents, 1, 2**40), done
        cdef int size = checked("nodes", nodes, 2, 1 << 27), move
        cdef double limit = checked_number("seconds", seconds, 0, MOST_SECONDS)
        cdef Node *tree = <Node *>malloc(size * sizeof(Node))
        if tree == NULL:
            raise MemoryError(f"no memory for a tree of {size} nodes")
        memset(tallies, 0, sizeof(tallies))
        control_start(&control, 0, clock() + limit if limit > 0 else 0, &self.asked_to_stop, is_deaf())
        with nogil:
            done = grow(&self.question, tree, size, most, tallies, &random, &control)
            free(tree)
        if control.stopped == SIGNAL:
            raise KeyboardInterrupt
        result = []
        for move in range(MAX_CELLS):
            tally = &tallies[move]
            if tally.visits:
                result.append((move, tally.visits, tally.score, tally.margin, tally.objective, tally.objective_squared,
                               tally.paradox, tally.other_paradox, tally.bonus, tally.tricks, tally.group))
        return done, result


cdef int check_mover(State state) except -1:
    """ValueError if the hand of the seat to play is hidden: there are no merits without its cards."""
    if state.moment.hidden >> state.moment.seat & 1:
        raise ValueError("hands: that of the seat to play must be known")
    return 0


cdef int play_by_rule(State state):
    """The legal play that the rule of thumb likes best: all hands are known, and the round is not over."""
    cdef Choices choices
    weigh_plays(BY_RULE, &state.geometry.board, &state.moment, free_cells(state), legal(&state.moment), &choices)
    return choices.cell[best_of(choices.merit, choices.number)]


def play_merits(State state not None, searches=False):
    """What the rule of thumb thinks of the legal plays of the seat to play: [(cell, merit), ...]; with `searches`, how
    likely they are of a seat that searches. ValueError if its hand is hidden."""
    cdef Choices choices
    cdef int k
    check_mover(state)
    if finished(&state.moment) or not legal(&state.moment):
        return []
    weigh_plays(SEARCHES if searches else BY_RULE, &state.geometry.board, &state.moment, free_cells(state),
                legal(&state.moment), &choices)
    return [(choices.cell[k], choices.merit[k]) for k in range(choices.number)]


def bid_merits(Geometry geometry not None, hand, before, total):
    """What the rule of thumb thinks of the bids of a hand: [(bid, merit), ...]; `before` seats have bid `total`."""
    cdef uint8_t bids[3]
    cdef float merits[3]
    cdef int k
    cdef int number = weigh_bids(&geometry.board, packed_hand("hand", hand, geometry.board.ranks),
                                 checked("before", before, 0, 4), checked("total", total, 0, 16), bids, merits)
    return [(bids[k], merits[k]) for k in range(number)]


def discard_merits(Geometry geometry not None, hand):
    """What the rule of thumb thinks of discarding each rank of a hand: [(rank index, merit), ...]."""
    cdef uint8_t ranks[MAX_RANKS]
    cdef float merits[MAX_RANKS]
    cdef int k, number = weigh_discards(&geometry.board, packed_hand("hand", hand, geometry.board.ranks), ranks, merits)
    return [(ranks[k], merits[k]) for k in range(number)]


def play_properties(State state not None, searches=False):
    """What the merit of each legal play is made of: [(cell, merit, [(weight, sign), ...]), ...]; for fitting.
    `searches`: see `play_merits`."""
    cdef Decision decision
    cdef uint16_t found[MOST_FEATURES]
    cdef const float *weights = weights_of(SEARCHES if searches else BY_RULE, state.geometry.board.seats)
    cdef int k, cell, number
    check_mover(state)
    consider(&state.geometry.board, &state.moment, free_cells(state), &decision)
    result = []
    for cell in state.legal():
        number = properties(&state.geometry.board, &state.moment, &decision, cell, found)
        result.append((cell, merit_of(weights, found, number),
                       [(found[k] & ~NEGATIVE, -1 if found[k] & NEGATIVE else 1) for k in range(number)]))
    return result


def rounds(Geometry geometry not None, number, seed, temperature=None):
    """Whole rounds, dealt and played in the core: at random (temperature None) or by the rule of thumb, which takes
    its best play at temperature 0. For each seat: (points, tricks, bonuses, paradoxes), summed up. Releases the GIL.

    Raises KeyboardInterrupt on Ctrl-C.
    """
    cdef Control control
    cdef Random random
    cdef Moment moment
    cdef uint64_t points
    cdef long sums[MAX_SEATS][4]
    cdef long most = checked("number", number, 0, 2**40), k
    cdef uint64_t start = checked("seed", seed, 0, 2**63 - 1)
    cdef int seat, paradox
    cdef bint by_rule = temperature is not None
    cdef float warmth = 0
    if by_rule and checked_number("temperature", temperature, 0, MOST_FACTOR) != 0:
        warmth = checked_number("temperature", temperature, LEAST_FACTOR, MOST_FACTOR)
    memset(sums, 0, sizeof(sums))
    control_start(&control, 0, 0, NULL, is_deaf())
    with nogil:
        for k in range(most):
            if k & 1023 == 0:
                poll(&control)
                if control.stopped != RUNNING:
                    break
            random = seeded(start, k)
            if by_rule:
                paradox = round_by_rule(&geometry.board, k % geometry.board.seats, warmth, &random, &moment)
            else:
                paradox = random_round(&geometry.board, k % geometry.board.seats, &random, &moment)
            points = score_seats(&geometry.board, NULL, &moment, paradox)
            for seat in range(geometry.board.seats):
                sums[seat][0] += points_of(points, seat)
                sums[seat][1] += moment.tricks[seat]
                sums[seat][2] += paradox != seat and earns_bonus(&geometry.board, &moment, seat)
                sums[seat][3] += paradox == seat
    if control.stopped != RUNNING:
        raise KeyboardInterrupt
    return [tuple([sums[seat][column] for column in range(4)]) for seat in range(geometry.board.seats)]
