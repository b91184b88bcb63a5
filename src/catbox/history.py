"""How a position came about: what the seats have done before tells of the hands they hold now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from catbox.play import Play
from catbox.position import Position
from catbox.rules import SEATS


class PastPlay(NamedTuple):
    """A play that has been made."""

    before: Position
    play: Play


class History(NamedTuple):
    """As much of a round's past as is known."""

    start: int | None = None
    """The round's start seat, as a number."""
    plays: tuple[PastPlay, ...] = ()
    """In order."""


NO_HISTORY = History()


def played_on(
    opening: Position, moves: Sequence[str | int | Play], start: str | None = None
) -> tuple[Position, History]:
    """The position after `moves`, and how it came about.

    moves: as `Position.apply` takes them, one after the other. start: the round's start seat, if it is known;
    before the first play a position tells it. IllegalPlay if a move is not allowed.
    """
    first = opening.leader if start is None and at_start(opening) else start
    position, plays = opening, []
    for move in moves:
        before, position = position, position.apply(move)
        if before.phase == "play":
            plays.append(PastPlay(before, move if isinstance(move, Play) else Play.parse(str(move))))
    return position, History(None if first is None else SEATS.index(first), tuple(plays))


def at_start(position: Position) -> bool:
    """Whether no card has been played."""
    return not any(position.tricks) and not position.trick
