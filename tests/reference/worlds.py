"""All worlds behind what is seen: who may hold which of the unseen cards, and how many deals make each world.

Cards have no colour, so a world is a table of counts: how many copies of each rank every unseen place holds.
Places are the unknown hands, the unknown discards, and what else is out of the round: with two players the
two cards left over (R4.2), in a composed position also the cards its shorter hands leave out.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod

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


def tables(pool: Counts, sizes: tuple[int, ...]) -> Iterator[tuple[Counts, ...]]:
    """Every way to fill places of these sizes from the pool, which they use up, as counts per place."""
    if not sizes:
        yield ()
        return
    for first in choices(pool, sizes[0]):
        rest = tuple(have - taken for have, taken in zip(pool, first, strict=True))
        for others in tables(rest, sizes[1:]):
            yield (first, *others)


def choices(pool: Counts, size: int) -> Iterator[Counts]:
    """Every way to take that many cards from the pool."""
    if not pool:
        if size == 0:
            yield ()
        return
    for count in range(min(pool[0], size) + 1):
        for others in choices(pool[1:], size - count):
            yield (count, *others)


def deals(pool: Counts, table: tuple[Counts, ...]) -> int:
    """How many ways to deal the single cards of the pool to the places give this table."""
    ways = 1
    for rank, copies in enumerate(pool):
        ways *= factorial(copies) // prod(factorial(place[rank]) for place in table)
    return ways


def worlds(state: State) -> Iterator[tuple[State, int]]:
    """Every world: the state with all hands and discards known, and the number of deals it stands for."""
    pool = unseen(state)
    hidden_hands = [seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand]
    hidden_discards = [seat for seat, discard in enumerate(state.discards) if discard == UNKNOWN]
    sizes = [len(state.hands[seat]) for seat in hidden_hands] + [1] * len(hidden_discards)
    sizes.append(sum(pool) - sum(sizes))
    for table in tables(pool, tuple(sizes)):
        cards = [cards_of(counts) for counts in table]
        hands = list(state.hands)
        discards = list(state.discards)
        for seat, hand in zip(hidden_hands, cards):  # noqa: B905 - the other places follow
            hands[seat] = hand
        for seat, (rank,) in zip(hidden_discards, cards[len(hidden_hands) : -1], strict=True):
            discards[seat] = rank
        yield state._replace(hands=tuple(hands), discards=tuple(discards)), deals(pool, table)


def hands_worlds(state: State) -> dict[tuple[Hand, ...], int]:
    """The worlds merged by the hands alone, with the number of deals."""
    merged: dict[tuple[Hand, ...], int] = {}
    for world, weight in worlds(state):
        merged[world.hands] = merged.get(world.hands, 0) + weight
    return merged


def cards_of(counts: Counts) -> Hand:
    return tuple(rank for rank, copies in enumerate(counts, start=1) for _ in range(copies))
