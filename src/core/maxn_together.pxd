"""Maxn search by several threads: the plies near the root, which they split up among them."""

from libc.stdint cimport uint32_t, uint64_t

from core.control cimport OVERTAKEN, RUNNING, stop
from core.keys cimport blend
from core.maxn cimport CLOSED, Choice, Maxn, NOBODY, NO_CELL, ORDERED_LIMIT, choice_open, consider_play, maxn, needed
from core.ordering cimport Ordering, next_play, order_plays
from core.score cimport scores
from core.state cimport State, legal, play
from core.table cimport Bounds, HIGHEST, Key, LOWEST, NO_PLAY, find, recall, remember, store
from core.team cimport enter, is_shared, leave, shared_key, taken, tell
from core.vector cimport ENOUGH, EXACT, TOO_LITTLE, Vector, packed, unpacked


cdef inline Key key_for(Key key, int asking) noexcept nogil:
    """Where the table keeps what has been proven for one seat alone, as bounds on what the position is worth to it."""
    blend(&key, asking + 1)
    return key


cdef inline bint maxn_found(
        const Maxn *x, Key key, int asking, int wanted, int enough, Vector *vector) noexcept nogil:
    """Whether the table has what `maxn` would answer."""
    cdef uint32_t payload
    cdef Bounds known
    if recall(x.table, key, &payload):
        vector[0] = unpacked(payload)
        return True
    if asking == NOBODY or not find(x.table, key_for(key, asking), &known):
        return False
    vector.points = 0
    vector.verdict = EXACT
    if known.upper < wanted:
        vector.verdict = TOO_LITTLE
    elif known.lower >= enough:
        vector.verdict = ENOUGH
    return vector.verdict != EXACT


cdef inline Vector maxn_plays(Maxn *x, const State *state, int asking, int wanted, int enough, int ply) noexcept nogil:
    """Like `maxn`, with the plays split up: first those that nobody else is in, then what others have found by now,
    then the rest."""
    cdef uint64_t cells = legal(state), put_off = 0
    cdef Vector vector
    cdef Choice choice
    cdef Ordering plays
    cdef State child
    cdef Key key
    cdef int seat = state.seat, i, cell, wants
    cdef bint eldest
    choice_open(x, &choice, seat, asking, wanted, enough)
    if stop(&x.control):
        return choice.best
    if cells == 0:
        choice.best.points = scores(x.geometry, x.groups, state, seat)
        return choice.best
    # Where a play may do, nobody goes on to others before the first one is done.
    eldest = x.geometry.seats == 2 or choice.limit <= ORDERED_LIMIT
    order_plays(&plays, x.geometry, state, seat, cells, x.switches)
    for i in range(3 * plays.length):
        if i < plays.length:
            cell = next_play(&plays, i)
        else:
            cell = plays.cell[i % plays.length]
            if not put_off >> cell & 1:
                continue
        child = state[0]
        play(x.geometry, &child, cell)
        key = shared_key(x.root, x.geometry, &child, x.switches)
        wants = needed(&choice, cell)
        if not maxn_found(x, key, seat, wants, choice.limit, &vector):
            if i < plays.length and not eldest and taken(x.team, x.member, ply + 1, key):
                put_off |= <uint64_t>1 << cell
                continue
            if plays.length <= i < 2 * plays.length:
                continue
            eldest = False
            vector = maxn_together(x, &child, key, seat, wants, choice.limit, ply + 1)
            if x.control.stopped:
                return choice.best
        put_off &= ~(<uint64_t>1 << cell)
        if consider_play(x, &choice, cell, &vector) == CLOSED:
            return choice.best
    if choice.cell == NO_CELL:
        choice.best.verdict = TOO_LITTLE
    return choice.best


cdef inline Vector maxn_together(
        Maxn *x, const State *state, Key key, int asking, int wanted, int enough, int ply) noexcept nogil:
    """Like `maxn`, by a member of a team."""
    cdef Vector vector
    cdef State moment
    cdef bint shared = is_shared(x.geometry, state, ply)
    enter(x.team, x.member, ply, key)
    if shared:
        vector = maxn_plays(x, state, asking, wanted, enough, ply)
    else:
        moment = state[0]
        vector = maxn(x, &moment, asking, wanted, enough)
    if x.control.stopped:
        leave(x.team, x.member, ply)
        if x.control.stopped == OVERTAKEN and maxn_found(x, key, asking, wanted, enough, &vector):
            x.control.stopped = RUNNING
        return vector
    if vector.verdict == TOO_LITTLE:
        store(x.table, key_for(key, asking), state.left, LOWEST, wanted - 1, NO_PLAY)
    elif vector.verdict == ENOUGH:
        store(x.table, key_for(key, asking), state.left, enough, HIGHEST, NO_PLAY)
    else:
        remember(x.table, key, state.left, packed(&vector))
    tell(x.team, x.member, ply, key)
    return vector
