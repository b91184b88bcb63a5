"""Worlds: what the hidden hands of a position may be, and how likely each possibility is by the deal alone.

Cards have no colour, so a world says how many copies of each rank each hidden hand holds. What it leaves over
lies in face-down discards and left-over cards, which no play touches. Worlds with equal hands are one world.
"""

from __future__ import annotations

from typing import NamedTuple

from catbox.catbox_core import Worlds
from catbox.errors import NotationError
from catbox.notation import HANDS
from catbox.position import Position


class World(NamedTuple):
    """One possibility."""

    hands: tuple[tuple[int, ...], ...]
    """The hidden hands from A on: copies of each rank."""
    weight: float
    """Its share of all deals; the weights of all worlds add up to 1."""


def hidden_seats(position: Position) -> list[int]:
    """The seats, as numbers, whose hands are not known."""
    return [seat for seat, hand in enumerate(position.fields.hands) if hand is None]


def core_worlds(position: Position) -> Worlds:
    """The same in the compiled core. NotationError at HANDS if the hidden hands cannot be filled."""
    places = [(seat, position.fields.hand_size(seat)) for seat in hidden_seats(position)]
    try:
        return Worlds(position.unseen, places)
    except ValueError as error:
        raise NotationError(HANDS, str(error).partition(": ")[2]) from None


def enumerate_worlds(position: Position, limit: int) -> list[World] | None:
    """All worlds, with exact weights, or None if there are more than `limit`.

    Unseen are 1, 1, 2, 4 and 5, and B holds two of them: 1 and 2 in two ways out of ten.

    >>> position = Position.parse(".A.BA/BABAB/ABABA/B##.# 34/?? RBYG/RBYG 4/3 - A 3/?")
    >>> worlds = enumerate_worlds(position, limit=10)
    >>> len(worlds), [round(world.weight, 3) for world in worlds if world.hands == ((1, 1, 0, 0, 0),)]
    (7, [0.2])
    """
    found = core_worlds(position).enumerate(limit)
    if found is None:
        return None
    deals = sum(weight for _, weight in found)
    return [World(hands, weight / deals) for hands, weight in found]


def sample_worlds(position: Position, number: int, seed: int) -> list[World]:
    """Independent random worlds, equal ones merged, in the order in which they first came.

    For programs of one's own: the tree search deals worlds for itself. The weights are shares of the sample.
    The first worlds drawn are the same for any number of them.
    """
    counts: dict[tuple[tuple[int, ...], ...], int] = {}
    for hands in core_worlds(position).sample(number, seed):
        counts[hands] = counts.get(hands, 0) + 1
    return [World(hands, count / number) for hands, count in counts.items()]


def fill(position: Position, world: World) -> Position:
    """The position with its hidden hands as in the world."""
    hands = list(position.fields.hands)
    for seat, hand in zip(hidden_seats(position), world.hands, strict=True):
        hands[seat] = hand
    return Position(position.fields._replace(hands=tuple(hands)), position.layout)
