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
    """A decision to make, with all that the seat may know.

    position: the moment, with the other hands and discards hidden (unless the bot is one that sees all).
    seat: who decides. start: the round's start seat. totals: each seat's points of the match's earlier
    rounds. rounds_after: rounds of the match still to come after this one. seed: for whatever the bot leaves
    to chance; another one for each decision, the same in every repetition. opening: the round as it was
    after the discards, seen in the same way; None where that is not known, and before them. moves: all bids
    and plays since then, in order.
    """

    position: Position
    seat: str
    start: str
    totals: tuple[int, ...]
    rounds_after: int
    seed: int
    opening: Position | None = None
    moves: tuple[str, ...] = ()

    def choices(self) -> list[str]:
        """The moves the rules allow the seat: plays, bids, or in the discard phase the ranks of its hand."""
        return self.position.choices(self.seat)


class Bot(Protocol):
    """A player. An attribute `sees_all = True` asks for positions with nothing hidden; tables then say so."""

    def choose(self, view: View) -> Move: ...
