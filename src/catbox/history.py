"""How a position came about: what the seats have done before tells of the hands they hold now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from catbox.play import Play
from catbox.position import Position, checked_position
from catbox.rules import SEATS, seat_index
from catbox.worlds import hidden_seats


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
    moves: tuple[str, ...] = ()
    """Discards, bids and these plays, as they are written."""


NO_HISTORY = History()


def played_on(
    opening: Position, moves: Iterable[str | int | Play], start: str | None = None
) -> tuple[Position, History]:
    """The position after `moves`, and how it came about.

    moves: as `Position.apply` takes them, one after the other. start: the round's start seat, if it is known;
    before the first play a position tells it. IllegalPlay if a move is not allowed, InputError if there is no
    such start seat, TypeError if `opening` is no position.
    """
    checked_position(opening)
    if start is not None:
        seat_index(start, opening.players, "start")
    first = opening.leader if start is None and at_start(opening) else start
    position, plays, written = opening, [], []
    for move in moves:
        before, position = position, position.apply(move)
        if before.phase == "play":
            play = move if isinstance(move, Play) else Play.parse(str(move))
            plays.append(PastPlay(before, play))
            move = play
        written.append(str(move))
    return position, History(None if first is None else SEATS.index(first), tuple(plays), tuple(written))


def evidence(position: Position, history: History) -> tuple[str, ...]:
    """What the hidden seats are known to have done: of "discards", "bids" and "plays" those there are."""
    hidden = hidden_seats(position)
    plays = {SEATS.index(before.to_play) for before, _ in history.plays}
    found = {
        "discards": any(position.discards[seat] == "?" for seat in hidden),
        "bids": any(position.bids[seat] is not None for seat in hidden),
        "plays": not plays.isdisjoint(hidden),
    }
    return tuple(what for what, there in found.items() if there)


def at_start(position: Position) -> bool:
    """Whether no card has been played."""
    return not any(position.tricks) and not position.trick
