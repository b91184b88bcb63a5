"""What a bot is, and what it gets to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from catbox.play import Play
from catbox.position import Position

Move: TypeAlias = "Play | str | int"
"""A play, a bid or the rank to discard; text is read as by `Position.apply`."""


@dataclass(frozen=True)
class View:
    """A decision to make, with all that the seat may know."""

    position: Position
    """The other hands and discards are hidden (unless the bot is one that sees all)."""
    seat: str
    """Who decides."""
    start: str
    """The round's start seat."""
    totals: tuple[int, ...]
    """Each seat's points of the match's earlier rounds."""
    rounds_after: int
    """Rounds of the match still to come after this one."""
    seed: int
    """For whatever the bot leaves to chance: another one for each decision, the same in every repetition."""
    opening: Position | None = None
    """The round as it was after the discards, seen in the same way; None where that is not known."""
    moves: tuple[str, ...] = ()
    """All bids and plays since, in order."""


class Bot(Protocol):
    """A player. An attribute `sees_all = True` asks for positions with nothing hidden; tables then say so."""

    def choose(self, view: View) -> Move: ...
