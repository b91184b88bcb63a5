"""Information-set tree search: what to do when other hands are hidden.

One tree over what everybody can see (discard of the adviser, bids, plays). Each descent deals the unseen cards anew,
goes down the tree along moves that are legal in that deal, adds one node, plays the round out by the rule of thumb,
and credits every move on the way with what the round was worth to the seat that made it (max^n). A seat's choice in
the tree is shared by all deals in which the table looks the same, so no seat plays differently in worlds it cannot
tell apart, the fault of solving each world by itself (strategy fusion).

Cowling, Powley and Whitehouse 2012 (single-observer information-set Monte Carlo tree search); the rule for descending
is that of Rosin 2011 (PUCT) for the adviser, with chances of plays as priors, and that of Auer,
Cesa-Bianchi and Fischer 2002 (UCB1) besides; at the root they only tell the order of the moves (`furthest_behind`). The
other seats move by chance: as a seat of their kind would with the hand they have in this deal, by the rule of thumb or
as one that searches, bent towards moves that did well for them. The kind is drawn for each descent, by what they did.
They must not choose the best outright: what did well in the tree did so against the adviser's very hand, which they do
not know, and the longer the search the more they would play as if they did. (Measured: docs/strength.md.)

Worlds are weighed by what the hidden seats have done (inference.pxd), by sampling importance resampling (Rubin 1988):
each is drawn from a pool of fresh deals with a chance in proportion to its weight, and without regard to the one
before, so that no move is tried just when it is good.
"""

from libc.math cimport expf, logf, sqrtf
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from core.bits cimport lowest
from core.board cimport Geometry, MAX_CELLS, MAX_SEATS, largest_group
from core.control cimport Control, poll
from core.inference cimport Evidence, IMPOSSIBLE, TRUST, log_plausibility
from core.playout cimport bid_by_rule, discard_by_rule, lay_hand, play_out
from core.policy cimport (
    BY_RULE, Choices, SEARCHES, best_of, drawn, exponential, to_chances, weigh_bids, weigh_discards, weigh_plays)
from core.random cimport Random, below, uniform
from core.points cimport points_of, utility
from core.score cimport earns_bonus, scores
from core.state cimport HAND_BITS, State, finished, legal, play
from core.worlds cimport MOST_UNSEEN, Unseen, sample_world

cdef enum Phase:
    DISCARD = 0
    BID = 1
    PLAY = 2

cdef enum Objective:
    SCORE = 0
    MARGIN = 1
    MATCH = 2                                # chance to have the highest total in the end

cdef enum:
    POOL_WORLDS = 1024                       # deals, from which worlds are drawn by how plausible they are
    POOL_DESCENTS = 4096                     # how many descents draw from the same deals
    MOST_DEALS = 16384                       # for a pool, in search of deals that the known plays fit
    DEALS_BETWEEN_POLLS = 256
    MOST_DESCENTS = 0x7FFFFFFF               # through one tree: what its nodes can count
    EFFECTIVE_WORLDS = 40                    # of a pool, at least
    DOUBT = 4                                # visits that count as much as what they found
    MOST_DEPTH = 64                          # moves of a round: a discard, 5 bids, 35 plays

cdef extern from *:
    """
    /* UCB1's bonus of the adviser's moves, in standard deviations: by the chances alone a move that is hardly
       expected would be dropped after a handful of unlucky descents. */
    static const float catbox_curiosity = 1.0f;
    /* With less trust in the evidence than that, worlds are as good as dealt. */
    static const float catbox_least_trust = 0.02f;
    /* At the root each move is looked at so often at least, times the root of the descents: what it may be worth is to
       be told, and a few unlucky descents must not hide it. */
    static const float catbox_looks = 0.25f;
    """
    const float CURIOSITY "catbox_curiosity"
    const float LEAST_TRUST "catbox_least_trust"
    const float LOOKS "catbox_looks"

cdef struct Node:
    int32_t first                            # first child, or 0
    int32_t next                             # next child of the same parent, or 0
    int32_t visits
    uint8_t move
    double total                             # sum of the mover's utilities; in 32 bits, millions would not add up

cdef struct Tally:                           # what the descents through one root move came to
    double visits
    double score
    double margin
    double objective
    double objective_squared
    double paradox
    double other_paradox
    double bonus
    double tricks
    double group

cdef struct Question:
    const Geometry *geometry
    State root                               # hidden hands left out
    uint64_t free
    int phase
    int seat                                 # the adviser
    Unseen unseen
    bint inference                           # worlds are weighed by the evidence, not by the deal alone
    Evidence evidence
    int objective
    float totals[MAX_SEATS]                  # points of earlier rounds, for the objective MATCH
    float spread                             # points by which a seat's later rounds may differ
    float exploration                        # in standard deviations of a descent's utility
    float keenness                           # how far values in the tree bend the other seats' chances, in the same
    float temperature

cdef struct World:
    uint32_t hands[MAX_SEATS]
    float by_rule[MAX_SEATS]                 # how likely each seat goes by the rule of thumb
    float weight                             # in a pool: of this world and all before it, else its logarithm

cdef struct Pool:
    World worlds[POOL_WORLDS]
    int number
    float total


cdef inline void utilities(const Question *question, uint64_t points, float *out) noexcept nogil:
    """What the end of the round is worth to every seat, on a scale where most outcomes lie within -1 and 1."""
    cdef int seat, seats = question.geometry.seats
    cdef float best, total
    if question.objective == SCORE:
        for seat in range(seats):
            out[seat] = points_of(points, seat) * <float>0.1
    elif question.objective == MARGIN:
        for seat in range(seats):
            out[seat] = utility(points, seat, True) * <float>0.1
    else:
        best = -1000
        for seat in range(seats):
            out[seat] = question.totals[seat] + points_of(points, seat)
            if out[seat] > best:
                best = out[seat]
        total = 0
        for seat in range(seats):
            out[seat] = expf((out[seat] - best) / question.spread)
            total += out[seat]
        for seat in range(seats):
            out[seat] = out[seat] / total


cdef inline void deal_world(const Question *question, World *world, Random *random) noexcept nogil:
    """A fresh deal, and the logarithm of how plausible it is."""
    cdef uint8_t pool[MOST_UNSEEN]
    cdef int i, j, dealt = 0
    cdef uint8_t card
    sample_world(&question.unseen, random, world.hands, pool)
    world.weight = 0
    for i in range(MAX_SEATS):
        world.by_rule[i] = 0.5
    if question.inference and question.phase != DISCARD:
        for i in range(question.unseen.places):
            dealt += question.unseen.size[i]
        for i in range(dealt, question.unseen.cards - 1):
            j = i + <int>below(random, question.unseen.cards - i)
            card = pool[j]
            pool[j] = pool[i]
            pool[i] = card
        world.weight = log_plausibility(question.geometry, &question.root, &question.unseen, &question.evidence,
                                        world.hands, &pool[dealt], world.by_rule)


cdef inline float trust_in(const Pool *pool, float most) noexcept nogil:
    """How far to trust the evidence, of which `most` is the greatest of the pool's logarithms. Where it would leave but
    a few worlds, less: to search the same few again and again is worse than to know less of them."""
    cdef float trust = TRUST, weight, total, squared
    cdef int i
    while trust > LEAST_TRUST:
        total = 0
        squared = 0
        for i in range(pool.number):
            weight = exponential(trust * (pool.worlds[i].weight - most))
            total += weight
            squared += weight * weight
        # The effective number of worlds (Kong 1992).
        if total * total >= min(pool.number, EFFECTIVE_WORLDS) * squared:
            break
        trust *= <float>0.8
    return trust


cdef inline bint deal_pool(
        const Question *question, Pool *pool, int number, Random *random, Control *control) noexcept nogil:
    """Fresh deals to draw from: those of `number` that are possible, and of more if these are few.

    False if none is found, or `control` says stop before: the pool is as it was.
    """
    cdef World world
    cdef int i, deals = 0, kept = 0, wanted = min(number, EFFECTIVE_WORLDS)
    cdef float most = 0, trust
    while deals < number or (kept < wanted and deals < MOST_DEALS):
        if deals >= number and deals % DEALS_BETWEEN_POLLS == 0:
            poll(control)
            if control.stopped:
                break
        deals += 1
        deal_world(question, &world, random)
        if world.weight <= IMPOSSIBLE:
            continue
        if kept == 0 or world.weight > most:
            most = world.weight
        pool.worlds[kept] = world
        kept += 1
    if kept == 0:
        return False
    pool.number = kept
    trust = trust_in(pool, most)
    pool.total = 0
    for i in range(kept):
        pool.total += exponential(trust * (pool.worlds[i].weight - most))
        pool.worlds[i].weight = pool.total
    return True


cdef inline const World *draw_world(const Pool *pool, Random *random) noexcept nogil:
    """One of the deals, each with a chance in proportion to how plausible it is."""
    cdef float at = pool.total * uniform(random)
    cdef int low = 0, high = pool.number - 1, middle
    while low < high:
        middle = (low + high) // 2
        if pool.worlds[middle].weight > at:
            high = middle
        else:
            low = middle + 1
    return &pool.worlds[low]


cdef inline float deviation(const Tally *tallies) noexcept nogil:
    """The standard deviation of a descent's utility, so far: the unit in which differences are large or small. It
    depends on the objective, on how the match stands, and on how late in the round it is."""
    cdef double visits = 0, total = 0, squared = 0
    cdef int move
    for move in range(MAX_CELLS):
        visits += tallies[move].visits
        total += tallies[move].objective
        squared += tallies[move].objective_squared
    if visits == 0:
        return 1
    return sqrtf(max(squared / visits - (total / visits) * (total / visits), 1e-6))


cdef inline int furthest_behind(const float *values, const float *visits, int number, float all_visits) noexcept nogil:
    """The root move to try next: of all descents the best move gets three quarters, the next as much of the rest, and
    so on.

    A move that is tried more is planned further, and so looks better than one that is tried less. Where most descents
    go to the favourite, what it was found to be early on is never called in question, and more time changes nothing.
    (Compare sequential halving: Karnin, Koren and Somekh 2013; here without knowing how long there is.)
    """
    cdef int best = 0, i, other, rank
    cdef float behind, most = -1000000
    for i in range(number):
        if visits[i] < LOOKS * sqrtf(all_visits):
            behind = all_visits + 1
        else:
            rank = 0
            for other in range(number):
                rank += values[other] > values[i]
            behind = 3 * all_visits / (<uint64_t>4 << min(2 * rank, 60)) - visits[i]
        if behind > most:
            most = behind
            best = i
    return best


cdef inline int descend(const Question *question, const World *world, float unit, Node *nodes, int *used, int size,
                        Tally *tallies, Random *random) noexcept nogil:
    """One descent; adds its result to the tally of its root move. Moves are cells, bids or rank indices. `unit`: see
    `deviation`."""
    cdef const Geometry *geometry = question.geometry
    cdef State state = question.root
    cdef uint64_t free = question.free, cells, offered
    cdef uint8_t place_of[MAX_CELLS]
    cdef int path[MOST_DEPTH]
    cdef int movers[MOST_DEPTH]
    cdef int depth = 0, place, seat, phase = question.phase, before = question.evidence.bids_made, total = 0
    cdef int node = 0, child, i, best, mover, paradox = -1, first_move = -1
    cdef int32_t children[MAX_CELLS]
    cdef float values[MAX_CELLS]
    cdef float visits[MAX_CELLS]
    cdef Choices choices
    cdef float all_visits, mean, share, curiosity, value, keenness, all_merits
    cdef uint64_t points
    cdef float gains[MAX_SEATS]
    cdef int kinds[MAX_SEATS]
    cdef bint leaf = False
    cdef Tally *tally
    for i in range(MAX_SEATS):
        kinds[i] = BY_RULE if uniform(random) < world.by_rule[i] else SEARCHES
    kinds[question.seat] = SEARCHES
    for place in range(question.unseen.places):
        lay_hand(geometry, &state, question.unseen.seat[place], world.hands[place], free)
    if phase == DISCARD:
        for seat in range(geometry.seats):
            if seat != question.seat:
                discard_by_rule(geometry, &state, seat, free, 1, random)
    elif phase == BID:
        for i in range(before):
            total += state.bids[(state.seat + i) % geometry.seats]
    while True:
        if phase == DISCARD:
            mover = question.seat
            choices.number = weigh_discards(geometry, state.hand[mover], choices.cell, choices.merit)
        elif phase == BID:
            mover = (state.seat + before) % geometry.seats
            choices.number = weigh_bids(geometry, state.hand[mover], before, total, choices.cell, choices.merit)
        else:
            if finished(&state):
                break
            cells = legal(&state)
            mover = state.seat
            if cells == 0:
                paradox = mover
                break
            if leaf:
                paradox = play_out(geometry, &state, free, question.temperature, random)
                break
            if cells & (cells - 1):
                weigh_plays(kinds[mover], geometry, &state, free, cells, &choices)
            else:
                choices.number = 1
                choices.cell[0] = lowest(cells)
                choices.merit[0] = 0
        if leaf:
            # Bids still to be made below the new node.
            bid_by_rule(geometry, &state, before, &total, question.temperature, random)
            before += 1
            if before == geometry.seats:
                phase = PLAY
            continue
        to_chances(choices.merit, choices.number, 1)
        if first_move < 0:
            # The adviser looks at every move, also at those that the rule of thumb would never make.
            for i in range(choices.number):
                choices.merit[i] = 0.9 * choices.merit[i] + 0.1 / choices.number
        offered = 0
        for i in range(choices.number):
            children[i] = 0
            visits[i] = 0
            values[i] = 0
            place_of[choices.cell[i]] = i
            offered |= <uint64_t>1 << choices.cell[i]
        child = nodes[node].first
        while child:
            if offered >> nodes[child].move & 1:
                i = place_of[nodes[child].move]
                children[i] = child
                visits[i] = nodes[child].visits
                values[i] = nodes[child].total
            child = nodes[child].next
        all_visits = 0
        mean = 0
        for i in range(choices.number):
            all_visits += visits[i]
            mean += values[i]
        mean = mean / all_visits if all_visits else 0
        share = question.exploration * unit * sqrtf(all_visits + 1)
        if mover != question.seat:
            keenness = question.keenness / unit
            all_merits = 0
            for i in range(choices.number):
                value = keenness * (values[i] - mean * visits[i]) / (visits[i] + DOUBT)
                choices.merit[i] *= exponential(value if value < 80 else 80)
                all_merits += choices.merit[i]
            best = drawn(choices.merit, choices.number, all_merits, random)
        else:
            curiosity = CURIOSITY * unit * sqrtf(logf(all_visits + 1))
            for i in range(choices.number):
                values[i] = ((values[i] / visits[i] if visits[i] else mean) + share * choices.merit[i] / (1 + visits[i])
                             + curiosity * sqrtf(1 / (1 + visits[i])))
            if first_move < 0:
                best = furthest_behind(values, visits, choices.number, all_visits)
            else:
                best = best_of(values, choices.number)
        child = children[best]
        if child == 0:
            if used[0] < size:
                child = used[0]
                used[0] += 1
                nodes[child].first = 0
                nodes[child].next = nodes[node].first
                nodes[child].visits = 0
                nodes[child].total = 0
                nodes[child].move = choices.cell[best]
                nodes[node].first = child
            leaf = True
        if first_move < 0:
            first_move = choices.cell[best]
        if child:
            path[depth] = child
            movers[depth] = mover
            depth += 1
            node = child
        if phase == DISCARD:
            lay_hand(geometry, &state, mover,
                     state.hand[mover] - (<uint32_t>1 << (HAND_BITS * choices.cell[best])), free)
            phase = PLAY if geometry.seats == 2 else BID
        elif phase == BID:
            state.bids[mover] = choices.cell[best]
            total += state.bids[mover]
            before += 1
            if before == geometry.seats:
                phase = PLAY
        else:
            free &= ~(<uint64_t>1 << choices.cell[best])
            play(geometry, &state, choices.cell[best])
    points = scores(geometry, NULL, &state, paradox)
    utilities(question, points, gains)
    for i in range(depth):
        nodes[path[i]].visits += 1
        nodes[path[i]].total += gains[movers[i]]
    if first_move < 0:
        return paradox
    seat = question.seat
    tally = &tallies[first_move]
    tally.visits += 1
    tally.score += points_of(points, seat)
    tally.margin += utility(points, seat, True)
    tally.objective += gains[seat]
    tally.objective_squared += gains[seat] * gains[seat]
    tally.paradox += paradox == seat
    tally.other_paradox += paradox >= 0 and paradox != seat
    tally.bonus += paradox != seat and earns_bonus(geometry, &state, seat)
    tally.tricks += state.tricks[seat]
    tally.group += largest_group(geometry, state.tokens[seat])
    return paradox


cdef inline long grow(const Question *question, Node *nodes, int size, long descents, Tally *tallies, Random *random,
                      Control *control) noexcept nogil:
    """Descents until there are `descents` of them or `control` says stop; how many were made. nodes[0] is the root.

    Not one is made if no deal is found that the known plays fit.
    """
    cdef Pool pool
    cdef int used = 1
    cdef long done = 0, left = 0
    cdef float unit = 1
    nodes[0].first = 0
    descents = min(descents, MOST_DESCENTS)
    while done < descents:
        if done & 15 == 0:
            poll(control)
            if control.stopped and done:
                break
            unit = deviation(tallies)
        if left == 0:
            left = POOL_DESCENTS if question.inference else 1
            if not deal_pool(question, &pool, min(POOL_WORLDS, descents - done) if question.inference else 1, random,
                             control) and done == 0:
                break
        left -= 1
        descend(question, draw_world(&pool, random), unit, nodes, &used, size, tallies, random)
        done += 1
    return done
