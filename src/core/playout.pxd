"""Whole rounds played out: dealing, discards, bids and plays, at random or by the rule of thumb."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from core.bits cimport count, lowest
from core.board cimport COLOURS, Geometry, row_of
from core.policy cimport (
    BY_RULE, Choices, best_of, bid_options, drawn, softmax, weigh_bids, weigh_discards, weigh_plays)
from core.random cimport Random, below
from core.state cimport HAND_BITS, State, columns_held, finished, legal, marked, play


cdef inline int dealt_to_each(int seats) noexcept nogil:
    """Cards a seat holds before the discard (R1)."""
    return 9 if seats == 5 else 10


cdef inline void lay_hand(
        const Geometry *geometry, State *state, int seat, uint32_t hand, uint64_t free) noexcept nogil:
    """Makes a hand known, and with it the cells its seat may declare."""
    state.hand[seat] = hand
    state.playable[seat] = marked(state, seat, free & columns_held(hand, geometry.ranks))
    state.hidden &= ~(1 << seat)


cdef inline uint64_t deal_round(const Geometry *geometry, int start, Random *random, State *state) noexcept nogil:
    """A fresh deal before the discard (R4.1, R4.2); the free cells."""
    cdef uint8_t pool[48]
    cdef int cards = 5 * geometry.ranks, i, _i, j, seat, dealt = 0, colour
    cdef uint8_t card
    cdef uint32_t hand
    cdef uint64_t free = geometry.full
    for i in range(cards):
        pool[i] = i // 5
    for i in range(cards - 1):
        j = i + <int>below(random, cards - i)
        card = pool[j]
        pool[j] = pool[i]
        pool[i] = card
    memset(state, 0, sizeof(State))
    state.seat = start
    state.left = dealt_to_each(geometry.seats) - 2
    state.markers = <uint32_t>((<uint64_t>1 << (COLOURS * geometry.seats)) - 1)
    if geometry.seats == 2:
        for _i in range(3):
            colour = 3
            while not free >> (4 * pool[dealt] + colour) & 1:
                colour -= 1
            free &= ~(<uint64_t>1 << (4 * pool[dealt] + colour))
            dealt += 1
    for seat in range(geometry.seats):
        hand = 0
        for _i in range(dealt_to_each(geometry.seats)):
            hand += <uint32_t>1 << (HAND_BITS * pool[dealt])
            dealt += 1
        lay_hand(geometry, state, seat, hand, free)
    return free


cdef inline int picked(float *merits, int number, float temperature, Random *random) noexcept nogil:
    """An index: by chance if the temperature is above 0, else the first of the best."""
    if temperature <= 0:
        return best_of(merits, number)
    return drawn(merits, number, softmax(merits, number, temperature), random)


cdef inline void discard_by_rule(const Geometry *geometry, State *state, int seat, uint64_t free, float temperature,
                                 Random *random) noexcept nogil:
    cdef uint8_t ranks[9]
    cdef float merits[9]
    cdef int number = weigh_discards(geometry, state.hand[seat], ranks, merits)
    cdef int rank_index = ranks[picked(merits, number, temperature, random)]
    lay_hand(geometry, state, seat, state.hand[seat] - (<uint32_t>1 << (HAND_BITS * rank_index)), free)


cdef inline void bid_by_rule(const Geometry *geometry, State *state, int before, int *total, float temperature,
                             Random *random) noexcept nogil:
    """The bid of the seat whose turn it is to bid: `before` seats have bid, `total` in sum; updates `total`."""
    cdef uint8_t bids[3]
    cdef float merits[3]
    cdef int seat = (state.seat + before) % geometry.seats
    cdef int number = weigh_bids(geometry, state.hand[seat], before, total[0], bids, merits)
    state.bids[seat] = bids[picked(merits, number, temperature, random)]
    total[0] += state.bids[seat]


cdef inline int play_out(const Geometry *geometry, State *state, uint64_t free, float temperature,
                         Random *random) noexcept nogil:
    """Plays on to the end by the rule of thumb; the seat that causes a paradox, or -1."""
    cdef Choices choices
    cdef uint64_t cells
    cdef int cell
    while not finished(state):
        cells = legal(state)
        if cells == 0:
            return state.seat
        if cells & (cells - 1):
            weigh_plays(BY_RULE, geometry, state, free, cells, &choices)
            cell = choices.cell[picked(choices.merit, choices.number, temperature, random)]
        else:
            cell = lowest(cells)
        free &= ~(<uint64_t>1 << cell)
        play(geometry, state, cell)
    return -1


cdef inline int play_out_randomly(const Geometry *geometry, State *state, Random *random) noexcept nogil:
    """Plays on to the end, every legal play as likely as the others; the seat that causes a paradox, or -1."""
    cdef uint64_t cells
    cdef int _skip
    while not finished(state):
        cells = legal(state)
        if cells == 0:
            return state.seat
        for _skip in range(<int>below(random, count(cells))):
            cells &= cells - 1
        play(geometry, state, lowest(cells))
    return -1


cdef inline int random_round(const Geometry *geometry, int start, Random *random, State *state) noexcept nogil:
    """A whole round of random discards, bids and plays; the seat that causes a paradox, or -1."""
    cdef uint64_t free = deal_round(geometry, start, random, state)
    cdef uint8_t bids[3]
    cdef int seat, skip, number = bid_options(geometry.seats, bids), rank_index
    for seat in range(geometry.seats):
        skip = <int>below(random, dealt_to_each(geometry.seats))
        rank_index = 0
        while skip >= <int>(state.hand[seat] >> (HAND_BITS * rank_index) & 7):
            skip -= state.hand[seat] >> (HAND_BITS * rank_index) & 7
            rank_index += 1
        lay_hand(geometry, state, seat, state.hand[seat] - (<uint32_t>1 << (HAND_BITS * rank_index)), free)
        if number:
            state.bids[seat] = bids[below(random, number)]
    return play_out_randomly(geometry, state, random)


cdef inline int round_by_rule(const Geometry *geometry, int start, float temperature, Random *random,
                              State *state) noexcept nogil:
    """A whole round by the rule of thumb; the seat that causes a paradox, or -1."""
    cdef uint64_t free = deal_round(geometry, start, random, state)
    cdef int seat, before, total = 0
    for seat in range(geometry.seats):
        discard_by_rule(geometry, state, seat, free, temperature, random)
    if geometry.seats > 2:
        for before in range(geometry.seats):
            bid_by_rule(geometry, state, before, &total, temperature, random)
    return play_out(geometry, state, free, temperature, random)
