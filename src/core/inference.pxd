"""How plausible hidden hands are, by what their seats have done: discards, bids and plays.

The rule of thumb tells how likely a seat with a certain hand would have done it. Most is told by the plays: who has
kept out of being stuck so far does not hold what the deal alone would give it.
"""

from libc.math cimport logf
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from core.bits cimport lowest
from core.board cimport Geometry, MAX_SEATS
from core.playout cimport lay_hand
from core.policy cimport Choices, softmax, to_chances, weigh_bids, weigh_discards, weigh_plays
from core.state cimport HAND_BITS, State, copies, legal
from core.worlds cimport Unseen

cdef enum:
    MOST_PAST_PLAYS = 35                     # of a round: five seats, seven tricks
    COPIES = 5                               # of each rank there are (R1)

cdef extern from *:
    """
    /* Seats are not the rule of thumb: what it tells is trusted less than it would say, and each play is now and then
       made for no reason at all. */
    static const float catbox_trust = 0.8f, catbox_whims = 0.1f;
    /* The logarithm of the chance of what cannot have been done with a hand: so far below any other that it is none
       as soon as it is no logarithm. */
    static const float catbox_impossible = -1000.0f;
    """
    const float TRUST "catbox_trust"
    const float WHIMS "catbox_whims"
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


cdef inline float discards_and_bids(const Geometry *geometry, const State *state, const Unseen *unseen,
                                    const Evidence *evidence, const uint32_t *hands,
                                    const uint8_t *rest) noexcept nogil:
    """How likely the hidden seats' discards and bids are with these hands; `rest`: cards no hand holds, as dealt.

    Any of several cards of one rank may be the one that was discarded: each has its share of that rank's chance.
    """
    cdef float result = 1, chance
    cdef float merits[16]
    cdef uint8_t moves[16]
    cdef uint32_t hand, dealt
    cdef uint64_t tokens
    cdef int place, seat, number, i, before, total, starts, used = 0, start, bidder
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
            for i in range(number):
                if moves[i] == rest[used]:
                    result *= merits[i] / copies(dealt, rest[used])
            used += 1
        if geometry.seats == 2:
            continue
        chance = 0
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
            for i in range(number):
                if moves[i] == state.bids[seat]:
                    chance += merits[i]
            starts += 1
        if starts:
            result *= chance / starts
    return result


cdef inline float log_plays(const Geometry *geometry, const Unseen *unseen, const Evidence *evidence,
                            const uint32_t *hands) noexcept nogil:
    """The logarithm of how likely the hidden seats' plays are with these hands."""
    cdef uint32_t held[MAX_SEATS]
    cdef const PastPlay *past
    cdef State moment
    cdef Choices choices
    cdef uint64_t cells
    cdef float result = 0, total
    cdef int place, seat, k, i
    for place in range(unseen.places):
        held[unseen.seat[place]] = hands[place]
    for k in range(evidence.past_plays - 1, -1, -1):
        past = &evidence.past_play[k]
        seat = past.moment.seat
        if copies(held[seat], past.cell >> 2) == COPIES:
            return IMPOSSIBLE
        held[seat] += <uint32_t>1 << (HAND_BITS * (past.cell >> 2))
        moment = past.moment
        lay_hand(geometry, &moment, seat, held[seat], past.free)
        cells = legal(&moment)
        if not cells >> past.cell & 1:
            return IMPOSSIBLE
        if cells & (cells - 1) == 0:
            continue
        weigh_plays(geometry, &moment, past.free, cells, &choices)
        total = softmax(choices.merit, choices.number, 1)
        i = 0
        while choices.cell[i] != past.cell:
            i += 1
        result += logf((1 - WHIMS) * choices.merit[i] / total + WHIMS / choices.number)
    return result


cdef inline float log_plausibility(const Geometry *geometry, const State *state, const Unseen *unseen,
                                   const Evidence *evidence, const uint32_t *hands,
                                   const uint8_t *rest) noexcept nogil:
    """The logarithm of how likely all of it is; `rest`: see `discards_and_bids`."""
    return (logf(discards_and_bids(geometry, state, unseen, evidence, hands, rest) + <float>1e-12)
            + log_plays(geometry, unseen, evidence, hands))


cdef inline double mean_of_rests(const Geometry *geometry, const State *state, const Unseen *unseen,
                                 const Evidence *evidence, const uint32_t *hands, uint8_t *left, int cards, int wanted,
                                 uint8_t *rest, int filled) noexcept nogil:
    """The mean of `discards_and_bids` over all ways to take `wanted` more discards, in order, from the `cards` cards
    that no hand holds, `left` of each rank."""
    cdef double total = 0
    cdef int rank_index
    if wanted == 0 or cards == 0:
        return discards_and_bids(geometry, state, unseen, evidence, hands, rest)
    for rank_index in range(geometry.ranks):
        if left[rank_index]:
            rest[filled] = rank_index
            left[rank_index] -= 1
            total += (left[rank_index] + 1) * mean_of_rests(geometry, state, unseen, evidence, hands, left, cards - 1,
                                                            wanted - 1, rest, filled + 1)
            left[rank_index] += 1
    return total / cards
