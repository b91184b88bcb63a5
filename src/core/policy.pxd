"""The rule of thumb: how a sensible seat that sees only its own hand and the table would play, bid and discard.

Every play has a handful of properties that tell sensible play from foolish play (does it take the trick, who could
still beat it, what becomes of the cards that are left, does it join the own group, which marker does it cost). A
weight for each property, added up, gives the play's merit; merits in a softmax give the chance that a seat picks it.
The weights (weights.pxd) were learned in self-play (docs/strength.md). Nothing here looks at
another seat's hand, even where the state knows it, so a playout does not see through the backs of the cards.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from core.bits cimport assert_at_most, count, lowest
from core.board cimport COLOURS, Geometry, MAX_CELLS, MAX_RANKS, RED, column_of, group_of, row_of
from core.random cimport Random, uniform
from core.score cimport TWO_PLAYER_LIMIT
from core.state cimport HAND_BITS, State, beats, copies
from core.weights cimport BID_WEIGHTS, DISCARD_WEIGHTS, PLAY_WEIGHTS, SEARCHER_WEIGHTS

# Blocks of the weight table, each indexed by the small numbers in its comment.
cdef enum:
    AIMS = 6
    PHASES = 4
    OUTCOMES = 16
    OUTCOME_BLOCK = 0                                        # aim, place in the trick (3), outcome
    STOCK_BLOCK = OUTCOME_BLOCK + AIMS * 3 * OUTCOMES        # phase, copies (4), own cells (5), free cells (5)
    SLACK_BLOCK = STOCK_BLOCK + PHASES * 4 * 5 * 5           # phase, slack (4)
    MARKER_BLOCK = SLACK_BLOCK + PHASES * 4                  # phase, cells lost (5), red or not
    TOUCH_BLOCK = MARKER_BLOCK + PHASES * 5 * 2              # alive, own neighbours (4), phase
    GAIN_BLOCK = TOUCH_BLOCK + 2 * 4 * PHASES                # alive, growth of the largest group (4), phase
    GROWTH_BLOCK = GAIN_BLOCK + 2 * 4 * PHASES               # alive, adjacent cells open to the seat (5), phase
    BLOCKING_BLOCK = GROWTH_BLOCK + 2 * 5 * PHASES           # neighbours of other seats (5)
    LEAD_BLOCK = BLOCKING_BLOCK + 5                          # free cells left in the row (4), seats that can follow (5)
    RED_BLOCK = LEAD_BLOCK + 20                              # aim, phase
    PLAY_FEATURES = RED_BLOCK + AIMS * PHASES
    MOST_FEATURES = 40                                       # that one play can have
    MOST_TOKENS = 8                                          # of a seat: one a trick
    NEGATIVE = 0x8000                                        # flag: the weight is taken away, not added

cdef enum:
    BIDS = 5                                                 # bids are 0 to 4
    BID_RANK_BLOCK = 0                                       # bid, rank, copies (0..4)
    BID_ORDER_BLOCK = BID_RANK_BLOCK + BIDS * MAX_RANKS * 5  # bid, bids before it (5)
    BID_SUM_BLOCK = BID_ORDER_BLOCK + BIDS * 5               # bid, sum of the bids before it (13)
    BID_FEATURES = BID_SUM_BLOCK + BIDS * 13
    DISCARD_FEATURES = MAX_RANKS * 6                         # rank, copies

# What a seat is after. With two players the bonus asks for few tricks, else for exactly the bid (R8.3, R8.4).
cdef enum:
    AIM_DEAD = 0                                             # the bonus is out of reach
    AIM_NONE = 1                                             # not one trick more
    AIM_LOW = 2
    AIM_FAIR = 3
    AIM_HIGH = 4
    AIM_ALL = 5                                              # every trick is welcome (two players), or needed

# Seats are of two kinds. By the rule of thumb plays what is good; what a seat that searches plays is only foretold by
# its weights, which were fitted to such plays, and which would play worse than the rule of thumb.
cdef enum:
    BY_RULE = 0
    SEARCHES = 1
    KINDS = 2

cdef struct Choices:
    int number
    uint8_t cell[MAX_CELLS]
    float merit[MAX_CELLS]

cdef struct Decision:
    int seat
    int aim
    int place                                                # 0 leads, 1 follows, 2 plays last
    int phase
    int alive
    int following                                            # plays to make after this one
    int others_later                                         # colours that a seat still to play here may declare
    int red_threat                                           # 0 to 2: red cells that such a seat may take
    int sure                                                 # cards that have a cell of their own now
    int sure_without_led                                     # the same without the led row
    int largest
    int group_count
    uint64_t groups[MOST_TOKENS]                             # the seat's, if the bonus is not lost
    uint64_t free
    uint64_t others                                          # tokens of other seats
    uint8_t copies[MAX_RANKS]
    uint8_t own_cells[MAX_RANKS]                             # cells of the rank that the seat may still declare
    uint8_t free_cells[MAX_RANKS]


cdef inline int phase_of(int left) noexcept nogil:
    return 0 if left <= 2 else 1 if left <= 4 else 2 if left <= 6 else 3


cdef inline int aim_of(const Geometry *geometry, const State *state, int seat) noexcept nogil:
    cdef int need, left = state.left
    if geometry.seats == 2:
        need = TWO_PLAYER_LIMIT - <int>state.tricks[seat]
        if need < 0:
            return AIM_DEAD
        if need >= left:
            return AIM_ALL
        if need == 0:
            return AIM_NONE
        return AIM_LOW if 3 * need < left else AIM_FAIR if 2 * need < left else AIM_HIGH
    need = <int>state.bids[seat] - <int>state.tricks[seat]
    if need < 0 or need > left:
        return AIM_DEAD
    if need == 0:
        return AIM_NONE
    if need == left:
        return AIM_ALL
    need *= geometry.seats
    return AIM_LOW if need <= left else AIM_FAIR if need <= 2 * left else AIM_HIGH


cdef inline uint64_t column_counts(uint64_t cells) noexcept nogil:
    """How many cells of each rank there are, in four bits a rank."""
    cells = (cells & <uint64_t>0x555555555ULL) + (cells >> 1 & <uint64_t>0x555555555ULL)
    return (cells & <uint64_t>0x333333333ULL) + (cells >> 2 & <uint64_t>0x333333333ULL)


cdef inline void consider(
        const Geometry *geometry, const State *state, uint64_t free, Decision *decision) noexcept nogil:
    """What all plays of this decision have in common. `free`: the cells without a token."""
    cdef int seat = state.seat, rank_index, other, _k, held, cells, red_cells
    cdef uint64_t playable = state.playable[seat], without, empty_cells
    cdef uint32_t hand = state.hand[seat]
    decision.seat = seat
    decision.free = free
    decision.aim = aim_of(geometry, state, seat)
    decision.alive = decision.aim != AIM_DEAD
    decision.phase = phase_of(state.left)
    decision.place = 0 if state.played == 0 else 2 if state.played + 1 == geometry.seats else 1
    decision.following = state.left - 1
    decision.others_later = 0
    other = seat
    for _k in range(state.played + 1, geometry.seats):
        other = other + 1 if other + 1 < geometry.seats else 0
        decision.others_later |= state.markers >> (COLOURS * other) & 15
    red_cells = count(free & row_of(RED)) if decision.others_later & 1 else 0
    decision.red_threat = 0 if red_cells == 0 else 1 if red_cells <= 2 else 2
    decision.others = 0
    for other in range(geometry.seats):
        if other != seat:
            decision.others |= state.tokens[other]
    without = playable & ~row_of(state.led) if state.played else playable
    decision.sure = 0
    decision.sure_without_led = 0
    empty_cells = column_counts(free)
    playable = column_counts(playable)
    without = column_counts(without)
    for rank_index in range(geometry.ranks):
        held = hand >> (HAND_BITS * rank_index) & 7
        decision.copies[rank_index] = held
        decision.free_cells[rank_index] = empty_cells >> (4 * rank_index) & 15
        cells = playable >> (4 * rank_index) & 15
        decision.own_cells[rank_index] = cells
        decision.sure += held if held < cells else cells
        cells = without >> (4 * rank_index) & 15
        decision.sure_without_led += held if held < cells else cells
    decision.largest = 0
    decision.group_count = 0
    if decision.alive:
        without = state.tokens[seat]
        # A seat has no more than MOST_TOKENS in any round; whatever else a State was made of, the rest is left out.
        while without and decision.group_count < MOST_TOKENS:
            playable = group_of(geometry, without, without & (0 - without))
            if count(playable) > decision.largest:
                decision.largest = count(playable)
            decision.groups[decision.group_count] = playable
            decision.group_count += 1
            without &= ~playable


cdef inline int at_most(int number, int limit) noexcept nogil:
    return number if number < limit else limit


cdef inline int slack_of(int slack) noexcept nogil:
    return 3 if slack >= 1 else 2 if slack == 0 else 1 if slack == -1 else 0


cdef inline int stock(int phase, int held, int own_cells, int free_cells) noexcept nogil:
    """Where the weight lies for holding so many cards of a rank with so many cells for them."""
    return STOCK_BLOCK + ((phase * 4 + (held - 1 if held < 4 else 3)) * 5 + own_cells) * 5 + free_cells


cdef inline int winning_outcome(const Decision *decision, int cell) noexcept nogil:
    """The outcome of a play that takes the lead of its trick: by the colour and by what may still beat it."""
    cdef int colour = cell & 3, threats = 0
    if decision.others_later >> colour & 1:
        threats = count((decision.free & row_of(colour)) >> cell >> 1)
    if colour == RED:
        return 12 + at_most(threats, 3)
    return 3 + at_most(threats, 2) * 3 + decision.red_threat


cdef inline int gain_of(const Decision *decision, uint64_t near) noexcept nogil:
    """By how much a token with these neighbours makes the largest group larger; nothing if the bonus is lost."""
    cdef int size = 1, i
    if not decision.alive:
        return 0
    for i in range(decision.group_count):
        if near & decision.groups[i]:
            size += count(decision.groups[i])
    return size - decision.largest if size > decision.largest else 0


cdef inline int properties(const Geometry *geometry, const State *state, const Decision *decision, int cell,
                           uint16_t *out) noexcept nogil:
    """The weights that a legal play adds or takes away; their number."""
    cdef int number = 0, rank_index = cell >> 2, colour = cell & 3, phase = decision.phase
    cdef int outcome, other, held, cells, seat = decision.seat, slack, touching, gain, mask, can_follow
    cdef uint64_t row = row_of(colour), near = geometry.neighbours[cell], lost
    cdef bint off = state.played != 0 and colour != state.led
    # Does it take the trick, and who could still beat it?
    if state.played and not beats(cell, state.best_cell):
        outcome = 3 * rank_index // geometry.ranks
    else:
        outcome = winning_outcome(decision, cell)
    out[number] = OUTCOME_BLOCK + (decision.aim * 3 + decision.place) * OUTCOMES + outcome
    number += 1
    # What becomes of the hand: its own rank, and, off the led colour, every rank that could have used that row.
    slack = decision.sure_without_led if off else decision.sure
    held = decision.copies[rank_index]
    cells = decision.own_cells[rank_index]
    out[number] = stock(phase, held, cells, decision.free_cells[rank_index]) | NEGATIVE
    number += 1
    mask = 0
    if off:
        lost = state.playable[seat] & row_of(state.led)
        mask = count(lost)
        if lost >> (4 * rank_index) & 15:
            cells -= 1
            lost &= ~column_of(rank_index)
        while lost:
            other = lowest(lost) >> 2
            lost &= lost - 1
            out[number] = stock(phase, decision.copies[other], decision.own_cells[other],
                                decision.free_cells[other]) | NEGATIVE
            out[number + 1] = stock(phase, decision.copies[other], decision.own_cells[other] - 1,
                                    decision.free_cells[other])
            number += 2
        out[number] = MARKER_BLOCK + (phase * 5 + (mask if mask < 4 else 4)) * 2 + (colour == RED)
        number += 1
    slack -= held if held < cells else cells
    held -= 1
    cells -= 1
    if held:
        slack += held if held < cells else cells
        out[number] = stock(phase, held, cells, decision.free_cells[rank_index] - 1)
        number += 1
    slack -= decision.following
    out[number] = SLACK_BLOCK + phase * 4 + slack_of(slack)
    number += 1
    # The group.
    touching = count(near & state.tokens[seat])
    gain = gain_of(decision, near)
    out[number] = TOUCH_BLOCK + (decision.alive * 4 + (touching if touching < 3 else 3)) * PHASES + phase
    out[number + 1] = GAIN_BLOCK + (decision.alive * 4 + (gain if gain < 3 else 3)) * PHASES + phase
    out[number + 2] = GROWTH_BLOCK + (decision.alive * 5 + count(near & state.playable[seat])) * PHASES + phase
    out[number + 3] = BLOCKING_BLOCK + count(near & decision.others)
    number += 4
    if state.played == 0:
        can_follow = 0
        for other in range(geometry.seats):
            if other != seat:
                can_follow += state.markers >> (COLOURS * other + colour) & 1
        cells = count(decision.free & row) - 1
        out[number] = LEAD_BLOCK + (cells if cells < 3 else 3) * 5 + can_follow
        number += 1
    if colour == RED:
        out[number] = RED_BLOCK + decision.aim * PHASES + phase
        number += 1
    return number


cdef inline float merit_of(const float *weights, const uint16_t *properties, int number) noexcept nogil:
    cdef float total = 0
    cdef int i
    for i in range(number):
        if properties[i] & NEGATIVE:
            total -= weights[properties[i] ^ NEGATIVE]
        else:
            total += weights[properties[i]]
    return total


cdef inline const float *weights_of(int kind, int seats) noexcept nogil:
    """What tells the plays of a kind of seat."""
    assert_at_most(PLAY_FEATURES * sizeof(float), sizeof(PLAY_WEIGHTS[0]))
    assert_at_most(PLAY_FEATURES * sizeof(float), sizeof(SEARCHER_WEIGHTS[0]))
    if kind == BY_RULE:
        return PLAY_WEIGHTS[seats - 2]
    return SEARCHER_WEIGHTS[seats - 2]


cdef inline void weigh_plays(int kind, const Geometry *geometry, const State *state, uint64_t free, uint64_t cells,
                             Choices *choices) noexcept nogil:
    """The merit of every play in `cells`, in canonical order, for a kind of seat.

    The sums that `properties` and `merit_of` tell one by one; but what plays of one colour or one rank have in common
    is added up once, as most of the time of a playout goes here.
    """
    cdef Decision decision
    cdef const float *weights = weights_of(kind, geometry.seats)
    cdef const float *outcomes
    cdef const float *touches
    cdef const float *gains
    cdef const float *growths
    cdef float of_colour[COLOURS]
    cdef float change[MAX_RANKS]                             # what a rank loses with its cell in the led row
    cdef float change_of_all = 0, of_rank = 0, of_rank_off = 0, merit
    cdef int number = 0, cell, colour, other, held, own, empty, rank_index, current = -1, low_outcome = 0
    cdef int phase, touching, gain, followers, in_led_row, with_rest, slack
    cdef uint64_t lost = 0, rest, near, playable = state.playable[state.seat], tokens = state.tokens[state.seat]
    consider(geometry, state, free, &decision)
    phase = decision.phase
    outcomes = weights + OUTCOME_BLOCK + (decision.aim * 3 + decision.place) * OUTCOMES
    touches = weights + TOUCH_BLOCK + decision.alive * 4 * PHASES + phase
    gains = weights + GAIN_BLOCK + decision.alive * 4 * PHASES + phase
    growths = weights + GROWTH_BLOCK + decision.alive * 5 * PHASES + phase
    if state.played:
        lost = playable & row_of(state.led)
        rest = lost
        while rest:
            rank_index = lowest(rest) >> 2
            rest &= rest - 1
            held = decision.copies[rank_index]
            own = decision.own_cells[rank_index]
            empty = decision.free_cells[rank_index]
            change[rank_index] = (weights[stock(phase, held, own - 1, empty)]
                                  - weights[stock(phase, held, own, empty)])
            change_of_all += change[rank_index]
    for colour in range(COLOURS):
        of_colour[colour] = 0
        if not cells & row_of(colour):
            continue
        if state.played == 0:
            followers = 0
            for other in range(geometry.seats):
                followers += state.markers >> (COLOURS * other + colour) & 1
            followers -= state.markers >> (COLOURS * decision.seat + colour) & 1
            of_colour[colour] = weights[LEAD_BLOCK + at_most(count(free & row_of(colour)) - 1, 3) * 5 + followers]
        elif colour != state.led:
            of_colour[colour] = change_of_all + weights[
                MARKER_BLOCK + (phase * 5 + at_most(count(lost), 4)) * 2 + (colour == RED)]
        if colour == RED:
            of_colour[colour] += weights[RED_BLOCK + decision.aim * PHASES + phase]
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        rank_index = cell >> 2
        colour = cell & 3
        if rank_index != current:
            current = rank_index
            low_outcome = 3 * rank_index // geometry.ranks
            held = decision.copies[rank_index]
            own = decision.own_cells[rank_index]
            empty = decision.free_cells[rank_index]
            in_led_row = lost >> (4 * rank_index + state.led) & 1
            of_rank = -weights[stock(phase, held, own, empty)]
            of_rank_off = of_rank - change[rank_index] if in_led_row else of_rank
            slack = decision.sure - decision.following - at_most(held, own)
            with_rest = decision.sure_without_led - decision.following - at_most(held, own - in_led_row)
            if held > 1:
                of_rank += weights[stock(phase, held - 1, own - 1, empty - 1)]
                slack += at_most(held - 1, own - 1)
                if own > in_led_row:
                    of_rank_off += weights[stock(phase, held - 1, own - 1 - in_led_row, empty - 1)]
                    with_rest += at_most(held - 1, own - 1 - in_led_row)
            of_rank += weights[SLACK_BLOCK + phase * 4 + slack_of(slack)]
            of_rank_off += weights[SLACK_BLOCK + phase * 4 + slack_of(with_rest)]
        merit = of_colour[colour]
        merit += of_rank if state.played == 0 or colour == state.led else of_rank_off
        merit += outcomes[
            low_outcome if state.played and not beats(cell, state.best_cell)
            else winning_outcome(&decision, cell)]
        near = geometry.neighbours[cell]
        touching = count(near & tokens)
        gain = gain_of(&decision, near)
        merit += touches[at_most(touching, 3) * PHASES] + gains[at_most(gain, 3) * PHASES]
        merit += growths[count(near & playable) * PHASES] + weights[BLOCKING_BLOCK + count(near & decision.others)]
        choices.cell[number] = cell
        choices.merit[number] = merit
        number += 1
    choices.number = number


cdef inline float exponential(float x) noexcept nogil:
    """e to the power of x, for x up to 80, to one part in a thousand; never less than that of -80."""
    x = (x if x > -80 else -80) * <float>(1.0 / 1024)
    x = 1 + x * (1 + <float>0.5 * x)
    x *= x
    x *= x
    x *= x
    x *= x
    x *= x
    x *= x
    x *= x
    x *= x
    x *= x
    return x * x


cdef inline float softmax(float *merits, int number, float temperature) noexcept nogil:
    """Softmax in place, but for the division by the sum, which is handed back."""
    cdef float best = merits[0], scale = 1 / temperature, total = 0
    cdef int i
    for i in range(1, number):
        best = merits[i] if merits[i] > best else best
    for i in range(number):
        merits[i] = exponential((merits[i] - best) * scale)
    for i in range(number):
        total += merits[i]
    return total


cdef inline void to_chances(float *merits, int number, float temperature) noexcept nogil:
    """Softmax in place."""
    cdef float share = 1 / softmax(merits, number, temperature)
    cdef int i
    for i in range(number):
        merits[i] *= share


cdef inline int best_of(const float *merits, int number) noexcept nogil:
    """The first of the greatest."""
    cdef int best = 0, i
    for i in range(1, number):
        if merits[i] > merits[best]:
            best = i
    return best


cdef inline int drawn(const float *weights, int number, float total, Random *random) noexcept nogil:
    """An index picked in proportion to its weight; `total`: their sum."""
    cdef float target = uniform(random) * total
    cdef int i
    for i in range(number - 1):
        target -= weights[i]
        if target < 0:
            return i
    return number - 1


cdef inline int bid_options(int seats, uint8_t *bids) noexcept nogil:
    """The bids of R1, ascending; none with two players."""
    if seats == 2:
        return 0
    bids[0] = 1
    bids[1] = 3 if seats == 3 else 2
    bids[2] = 4 if seats == 3 else 3
    return 3


cdef inline int bid_properties(int ranks, uint32_t hand, int before, int total, int bid, uint16_t *out) noexcept nogil:
    """The weights of a bid. before, total: how many seats have bid already, and the sum of their bids."""
    cdef int rank_index, held
    for rank_index in range(ranks):
        held = copies(hand, rank_index)
        out[rank_index] = BID_RANK_BLOCK + (bid * MAX_RANKS + rank_index) * 5 + (held if held < 4 else 4)
    out[ranks] = BID_ORDER_BLOCK + bid * 5 + before
    out[ranks + 1] = BID_SUM_BLOCK + bid * 13 + (total if total < 12 else 12)
    return ranks + 2


cdef inline int weigh_bids(const Geometry *geometry, uint32_t hand, int before, int total, uint8_t *bids,
                           float *merits) noexcept nogil:
    """The merit of every bid; their number."""
    cdef uint16_t found[MOST_FEATURES]
    cdef int i, number = bid_options(geometry.seats, bids)
    assert_at_most(BID_FEATURES * sizeof(float), sizeof(BID_WEIGHTS[0]))
    for i in range(number):
        merits[i] = merit_of(BID_WEIGHTS[geometry.seats - 2], found,
                             bid_properties(geometry.ranks, hand, before, total, bids[i], found))
    return number


cdef inline int weigh_discards(const Geometry *geometry, uint32_t hand, uint8_t *ranks, float *merits) noexcept nogil:
    """The merit of discarding each rank (index) that a hand before the discard holds; their number."""
    cdef int rank_index, held, number = 0
    assert_at_most(DISCARD_FEATURES * sizeof(float), sizeof(DISCARD_WEIGHTS[0]))
    for rank_index in range(geometry.ranks):
        held = copies(hand, rank_index)
        if held:
            ranks[number] = rank_index
            merits[number] = DISCARD_WEIGHTS[geometry.seats - 2][rank_index * 6 + held]
            number += 1
    return number
