"""How plausible hidden hands are, by what their seats have done: discards, bids and plays.

A seat either goes by the rule of thumb or it searches, and nobody knows which: before it has done anything the one is
as likely as the other. For each kind there is a chance that with a certain hand it would have done what it did. Most is
told by the plays: who has kept out of being stuck so far does not hold what the deal alone would give it.
"""

from libc.math cimport exp, expf, logf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from core.bits cimport lowest
from core.board cimport Geometry, MAX_SEATS
from core.playout cimport lay_hand
from core.policy cimport (
    BY_RULE, Choices, KINDS, SEARCHES, to_chances, weigh_bids, weigh_discards, weigh_plays)
from core.state cimport HAND_BITS, State, copies, legal
from core.worlds cimport Unseen

cdef enum:
    MOST_PAST_PLAYS = 35                     # of a round: five seats, seven tricks
    COPIES = 5                               # of each rank there are (R1)

cdef extern from *:
    """
    /* What is told is trusted less than it would say: seats are of more kinds than two. */
    static const float catbox_trust = 0.8f;
    /* How often a seat of each kind discards, bids or plays for no reason at all. A seat that searches bids with the
       rule of thumb in three of five cases only; its plays have weights of their own. */
    static const float catbox_discard_whims[2] = {0.05f, 0.1f};
    static const float catbox_bid_whims[2] = {0.05f, 0.5f};
    static const float catbox_play_whims[2] = {0.1f, 0.05f};
    /* The logarithm of the chance of what cannot have been done with a hand: so far below any other that it is none
       as soon as it is no logarithm. */
    static const float catbox_impossible = -1000.0f;
    """
    const float TRUST "catbox_trust"
    const float DISCARD_WHIMS "catbox_discard_whims"[2]
    const float BID_WHIMS "catbox_bid_whims"[2]
    const float PLAY_WHIMS "catbox_play_whims"[2]
    const float IMPOSSIBLE "catbox_impossible"

cdef struct PastPlay:
    State moment                             # before it; hidden hands are left out
    uint64_t free
    int cell

cdef struct Evidence:
    int bids_made
    int first_bidder                         # or -1: not known
    uint8_t hidden_discards                  # a bit for each seat whose discard lies in the unseen cards
    int past_plays
    PastPlay past_play[MOST_PAST_PLAYS]      # those of hidden hands, in order


cdef struct Likelihood:
    # How likely each seat has done what it did, if it is of that kind; its logarithm.
    float logarithm[KINDS][MAX_SEATS]


cdef inline float chance_of(const uint8_t *moves, const float *merits, int number, int move,
                            float whims) noexcept nogil:
    """How likely a move is that is made by merit, or now and then by mere chance. `merits`: as chances."""
    cdef int i
    for i in range(number):
        if moves[i] == move:
            return (1 - whims) * merits[i] + whims / number
    return 0


cdef inline void add_discards_and_bids(const Geometry *geometry, const State *state, const Unseen *unseen,
                                       const Evidence *evidence, const uint32_t *hands, const uint8_t *rest,
                                       Likelihood *likelihood) noexcept nogil:
    """Adds how likely the hidden seats' discards and bids are with these hands; `rest`: cards no hand holds, as dealt.

    Any of several cards of one rank may be the one that was discarded: each has its share of that rank's chance.
    """
    cdef float chance[KINDS]
    cdef float merits[16]
    cdef uint8_t moves[16]
    cdef uint32_t hand, dealt
    cdef uint64_t tokens
    cdef int place, seat, number, i, before, total, starts, used = 0, start, bidder, kind
    for place in range(unseen.places):
        seat = unseen.seat[place]
        hand = hands[place]
        tokens = state.tokens[seat]
        while tokens:
            hand += <uint32_t>1 << (HAND_BITS * (lowest(tokens) >> 2))
            tokens &= tokens - 1
        if evidence.hidden_discards >> seat & 1:
            dealt = hand + (<uint32_t>1 << (HAND_BITS * rest[used]))
            number = weigh_discards(geometry, dealt, moves, merits)
            to_chances(merits, number, 1)
            for kind in range(KINDS):
                likelihood.logarithm[kind][seat] += logf(
                    chance_of(moves, merits, number, rest[used], DISCARD_WHIMS[kind]) / copies(dealt, rest[used]))
            used += 1
        if geometry.seats == 2:
            continue
        for kind in range(KINDS):
            chance[kind] = 0
        starts = 0
        for start in range(geometry.seats):
            if evidence.first_bidder >= 0 and start != evidence.first_bidder:
                continue
            before = (seat - start + geometry.seats) % geometry.seats
            if before >= evidence.bids_made:
                continue
            total = 0
            for i in range(before):
                bidder = (start + i) % geometry.seats
                total += state.bids[bidder]
            number = weigh_bids(geometry, hand, before, total, moves, merits)
            to_chances(merits, number, 1)
            for kind in range(KINDS):
                chance[kind] += chance_of(moves, merits, number, state.bids[seat], BID_WHIMS[kind])
            starts += 1
        if starts:
            for kind in range(KINDS):
                likelihood.logarithm[kind][seat] += logf(chance[kind] / starts + <float>1e-12)


cdef inline bint add_plays(const Geometry *geometry, const Unseen *unseen, const Evidence *evidence,
                           const uint32_t *hands, Likelihood *likelihood) noexcept nogil:
    """Adds how likely the hidden seats' plays are with these hands; whether they are possible."""
    cdef uint32_t held[MAX_SEATS]
    cdef const PastPlay *past
    cdef State moment
    cdef Choices choices
    cdef uint64_t cells
    cdef int place, seat, k, kind
    for place in range(unseen.places):
        held[unseen.seat[place]] = hands[place]
    for k in range(evidence.past_plays - 1, -1, -1):
        past = &evidence.past_play[k]
        seat = past.moment.seat
        if copies(held[seat], past.cell >> 2) == COPIES:
            return False
        held[seat] += <uint32_t>1 << (HAND_BITS * (past.cell >> 2))
        moment = past.moment
        lay_hand(geometry, &moment, seat, held[seat], past.free)
        cells = legal(&moment)
        if not cells >> past.cell & 1:
            return False
        if cells & (cells - 1) == 0:
            continue
        for kind in range(KINDS):
            weigh_plays(kind, geometry, &moment, past.free, cells, &choices)
            to_chances(choices.merit, choices.number, 1)
            likelihood.logarithm[kind][seat] += logf(
                chance_of(choices.cell, choices.merit, choices.number, past.cell, PLAY_WHIMS[kind]))
    return True


cdef inline float over_kinds(const Likelihood *likelihood, float *by_rule) noexcept nogil:
    """The logarithm of how likely all of it is; `by_rule` (or NULL): the chance that each seat goes by the rule."""
    cdef float result = 0, rule, search, most, rest
    cdef int seat
    for seat in range(MAX_SEATS):
        rule = likelihood.logarithm[BY_RULE][seat]
        search = likelihood.logarithm[SEARCHES][seat]
        most = max(rule, search)
        rest = expf(min(rule, search) - most)
        result += most + logf((1 + rest) / 2)
        if by_rule != NULL:
            by_rule[seat] = (1 if rule > search else rest) / (1 + rest)
    return result


cdef inline float log_plausibility(const Geometry *geometry, const State *state, const Unseen *unseen,
                                   const Evidence *evidence, const uint32_t *hands, const uint8_t *rest,
                                   float *by_rule) noexcept nogil:
    """The logarithm of how likely all of it is, and the chance that each seat goes by the rule of thumb; `rest`: see
    `add_discards_and_bids`."""
    cdef Likelihood likelihood
    memset(&likelihood, 0, sizeof(Likelihood))
    if not add_plays(geometry, unseen, evidence, hands, &likelihood):
        over_kinds(&likelihood, by_rule)
        return IMPOSSIBLE
    add_discards_and_bids(geometry, state, unseen, evidence, hands, rest, &likelihood)
    return over_kinds(&likelihood, by_rule)


cdef inline double mean_of_rests(const Geometry *geometry, const State *state, const Unseen *unseen,
                                 const Evidence *evidence, const uint32_t *hands, const Likelihood *plays,
                                 uint8_t *left, int cards, int wanted, uint8_t *rest, int filled) noexcept nogil:
    """How likely all of it is, in the mean of all ways to take `wanted` more discards, in order, from the `cards` cards
    that no hand holds, `left` of each rank. `plays`: what the plays have been found to say."""
    cdef Likelihood likelihood
    cdef double total = 0
    cdef int rank_index
    if wanted == 0:
        likelihood = plays[0]
        add_discards_and_bids(geometry, state, unseen, evidence, hands, rest, &likelihood)
        return exp(over_kinds(&likelihood, NULL))
    for rank_index in range(geometry.ranks):
        if left[rank_index]:
            rest[filled] = rank_index
            left[rank_index] -= 1
            total += (left[rank_index] + 1) * mean_of_rests(geometry, state, unseen, evidence, hands, plays, left,
                                                            cards - 1, wanted - 1, rest, filled + 1)
            left[rank_index] += 1
    return total / cards
