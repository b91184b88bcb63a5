"""All worlds behind what is seen: who may hold which of the unseen cards, and how many deals make each world.

Cards have no colour, so a world is a table of counts: how many copies of each rank every unseen place holds.
Places are the unknown hands, the unknown discards, and what else is out of the round: with two players the
two cards left over (R4.2), in a composed position also the cards its shorter hands leave out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb, perm, prod

from . import rules
from .rules import COPIES, EMPTY, UNKNOWN, Hand, State

Counts = tuple[int, ...]  # copies of each rank, rank 1 first


def seen_by(state: State, seat: int) -> State:
    """The state as the seat sees it: the other hands and the other face-down discards are unknown."""
    hands = tuple(hand if s == seat else (UNKNOWN,) * len(hand) for s, hand in enumerate(state.hands))
    discards = tuple(d if s == seat or d is None else UNKNOWN for s, d in enumerate(state.discards))
    return state._replace(hands=hands, discards=discards)


def unseen(state: State) -> Counts:
    """The copies of each rank that lie in no known place: the deck less hands, board and discards."""
    ranks = range(1, rules.RANKS[len(state.hands)] + 1)
    return tuple(
        COPIES
        - sum(hand.count(rank) for hand in state.hands)
        - sum(row[rank - 1] != EMPTY for row in state.board)
        - state.discards.count(rank)
        for rank in ranks
    )


def tables(pool: Counts, sizes: tuple[int, ...]) -> Iterator[tuple[tuple[Counts, ...], int]]:
    """Every way to fill places of these sizes from the pool, as counts per place, and the deals that make it.

    A place takes single cards: so many of the copies of each rank that are left.
    """
    if not sizes:
        yield (), 1
        return
    for first in choices(pool, sizes[0]):
        rest = tuple(have - taken for have, taken in zip(pool, first, strict=True))
        deals = prod(map(comb, pool, first))
        for others, more in tables(rest, sizes[1:]):
            yield (first, *others), deals * more


@cache
def choices(pool: Counts, size: int) -> list[Counts]:
    """Every way to take that many cards from the pool."""
    if not pool:
        return [()] if size == 0 else []
    return [
        (count, *others)
        for count in range(min(pool[0], size) + 1)
        for others in choices(pool[1:], size - count)
    ]


def worlds(state: State) -> Iterator[tuple[State, int]]:
    """Every world: the state with all hands and discards known, and the number of deals it stands for."""
    pool = unseen(state)
    hidden_hands = [seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand]
    hidden_discards = [seat for seat, discard in enumerate(state.discards) if discard == UNKNOWN]
    sizes = [len(state.hands[seat]) for seat in hidden_hands] + [1] * len(hidden_discards)
    # What is left then is out of the round, in one way.
    for table, deals in tables(pool, tuple(sizes)):
        cards = [cards_of(counts) for counts in table]
        hands = list(state.hands)
        discards = list(state.discards)
        for seat, hand in zip(hidden_hands, cards[: len(hidden_hands)], strict=True):
            hands[seat] = hand
        for seat, (rank,) in zip(hidden_discards, cards[len(hidden_hands) :], strict=True):
            discards[seat] = rank
        yield state._replace(hands=tuple(hands), discards=tuple(discards)), deals


def hands_worlds(state: State) -> dict[tuple[Hand, ...], int]:
    """As `worlds`, merged by the hands: the deals of the discards are counted, not gone through."""
    pool = unseen(state)
    hidden_hands = [seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand]
    sizes = tuple(len(state.hands[seat]) for seat in hidden_hands)
    deals_of_discards = perm(sum(pool) - sum(sizes), state.discards.count(UNKNOWN))
    found = {}
    for table, deals in tables(pool, sizes):
        hands = list(state.hands)
        for seat, counts in zip(hidden_hands, table, strict=True):
            hands[seat] = cards_of(counts)
        found[tuple(hands)] = deals * deals_of_discards
    return found


@cache
def cards_of(counts: Counts) -> Hand:
    return tuple(rank for rank, copies in enumerate(counts, start=1) for _ in range(copies))
