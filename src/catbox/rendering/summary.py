"""What a picture of a position says in words, shared by all kinds of pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catbox.rules import COLOURS, SEATS
from catbox.wording import counted

if TYPE_CHECKING:
    from catbox.position import Position


def headline(position: Position) -> str:
    """The phase, how long the round still lasts and who is to act, in at most 79 characters."""
    lead = f"{position.players} players"
    if position.phase == "discard":
        return f"{lead}, discard: every seat puts one card away; {position.leader} will start"
    if position.phase == "bid":
        return f"{lead}, bidding: {position.to_play} to bid"
    if position.is_over:
        stuck = position.paradox
        return f"{lead}, round over" + (f": {stuck} has no legal play, a paradox" if stuck else "")
    left = max(len(hand) for hand in position.hands) - 1
    does = "play" if position.trick else "lead"
    return f"{lead}, {counted(left, 'trick')} to go: {position.to_play} to {does}"


def tokens(position: Position) -> dict[tuple[str, int], str]:
    """(colour, rank) of every cell that is not empty, with its token: a seat's letter or `#`."""
    return {
        (colour, rank): token
        for colour, row in zip(COLOURS, position.board, strict=True)
        for rank, token in enumerate(row, 1)
        if token != "."
    }


def trick_plays(position: Position) -> list[tuple[str, str]]:
    """(seat, play) of the trick in progress, in the order of play."""
    first = SEATS.index(position.leader)
    return [(SEATS[(first + n) % position.players], str(play)) for n, play in enumerate(position.trick)]


def cells_in_trick(position: Position) -> set[tuple[str, int]]:
    """(colour, rank) of every cell of the trick in progress."""
    return {(play.colour, play.rank) for play in position.trick}


def known_discards(position: Position) -> dict[str, str]:
    """By seat, the discards that are known."""
    return {
        seat: card for seat, card in zip(SEATS, position.discards, strict=False) if card not in (None, "?")
    }


def trick_outcome(position: Position) -> str:
    """Who wins the trick in progress, which has a play, as it stands (R6.2), or that nobody does (R7.2)."""
    if position.is_over:
        return "won by nobody"
    plays = trick_plays(position)
    deciding = "R" if any(play[1] == "R" for _, play in plays) else plays[0][1][1]
    _, seat = max((play[0], seat) for seat, play in plays if play[1] == deciding)
    return f"{seat} wins so far"


def seat_to_act(position: Position) -> str | None:
    """The seat whose turn it is; None while all discard at once and when the round is over."""
    return None if position.phase in ("discard", "over") else position.to_play


def groups(position: Position) -> list[int]:
    """The size of each seat's largest group of connected tokens, the bonus it plays for (R8.3)."""
    if position.phase in ("discard", "bid"):
        return [0] * position.players
    return [position.state.group(seat) for seat in range(position.players)]
