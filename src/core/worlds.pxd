"""Worlds: where the cards lie that the seat to be advised has not seen.

Cards have no colour, so a world is a count per rank for each hidden hand; what is left over lies in the face-down
discards and the left-over cards (the rest), which no play can touch. Dealing a shuffled pool to the hidden hands is
the multivariate hypergeometric distribution itself: no rejection, no approximation. Worlds that are equal in every
hand are one world, with the number of deals (of distinguishable cards, to the hands) it stands for as its weight.
"""

from libc.stdint cimport uint8_t, uint32_t

from core.random cimport Random, below


cdef enum:
    MOST_UNSEEN = 48


cdef struct Unseen:
    uint8_t pool[MOST_UNSEEN]  # rank index of every unseen card, ascending
    uint8_t cards              # how many of them
    uint8_t of_rank[9]         # the same cards, counted
    uint8_t ranks
    uint8_t places             # hidden hands
    uint8_t seat[5]            # whose hand each place is
    uint8_t size[5]            # and how many cards it holds


cdef inline void sample_world(const Unseen *unseen, Random *random, uint32_t *hands, uint8_t *pool) noexcept nogil:
    """One deal of the unseen cards: packed hands in the order of the places; in `pool` the cards as dealt, those of
    the hands first, then the rest in its first `cards` places only if the caller shuffles on."""
    cdef int i, j, place, _k, dealt = 0
    cdef uint8_t card
    cdef uint32_t hand
    for i in range(unseen.cards):
        pool[i] = unseen.pool[i]
    for place in range(unseen.places):
        hand = 0
        for _k in range(unseen.size[place]):
            j = dealt + <int>below(random, unseen.cards - dealt)
            card = pool[j]
            pool[j] = pool[dealt]
            pool[dealt] = card
            dealt += 1
            hand += <uint32_t>1 << (3 * card)
        hands[place] = hand


cdef inline double choose(int n, int k) noexcept nogil:
    """Binomial coefficient; n is at most 5 here (copies of a rank)."""
    cdef double result = 1.0
    cdef int i
    for i in range(k):
        result = result * (n - i) / (i + 1)
    return result


cdef inline long fill_places(const Unseen *unseen, int place, int rank, int wanted, uint8_t *left, double weight,
                             uint32_t *hands, long found, long limit, uint32_t *out, double *weights) noexcept nogil:
    """Enumeration step: `wanted` more cards for `place` from ranks >= `rank`; returns the number of worlds found so
    far, or limit + 1 as soon as there are more than `limit`."""
    cdef int k, most, later = 0, i
    if wanted == 0:
        if place + 1 < unseen.places:
            hands[place + 1] = 0
            return fill_places(unseen, place + 1, 0, unseen.size[place + 1], left, weight, hands, found, limit, out,
                               weights)
        if found >= limit:
            return limit + 1
        for i in range(unseen.places):
            out[found * 5 + i] = hands[i]
        weights[found] = weight
        return found + 1
    if rank == unseen.ranks:
        return found
    for i in range(rank + 1, unseen.ranks):
        later += left[i]
    most = wanted if wanted < left[rank] else left[rank]
    for k in range(most + 1):
        if wanted - k > later:
            continue
        left[rank] -= k
        hands[place] += <uint32_t>k << (3 * rank)
        found = fill_places(unseen, place, rank + 1, wanted - k, left, weight * choose(left[rank] + k, k), hands,
                            found, limit, out, weights)
        hands[place] -= <uint32_t>k << (3 * rank)
        left[rank] += k
        if found > limit:
            return found
    return found


cdef inline long enumerate_worlds(const Unseen *unseen, long limit, uint32_t *out, double *weights) noexcept nogil:
    """All worlds, five packed hands each in `out`, with the number of deals each stands for; the number of worlds, or
    limit + 1 when there are more than `limit` (then the contents are of no use)."""
    cdef uint8_t left[9]
    cdef uint32_t hands[5]
    cdef int i
    for i in range(9):
        left[i] = unseen.of_rank[i]
    hands[0] = 0
    if unseen.places == 0:
        out[0] = 0
        weights[0] = 1.0
        return 1
    return fill_places(unseen, 0, 0, unseen.size[0], left, 1.0, hands, 0, limit, out, weights)
