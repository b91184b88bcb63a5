"""A match: as many rounds as seats, each seat starting one (R9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from catbox.rules import SEATS, round_rules, seat_index


class MatchResult(NamedTuple):
    """How a match ended."""

    totals: tuple[int, ...]
    """Each seat's points over all rounds."""
    winners: tuple[str, ...]
    """The seats that share the win, mostly one (R9.2)."""


def start_seats(players: int, first: str = "A") -> tuple[str, ...]:
    """The start seat of each round: `first`, then one further clockwise each round (R9.1).

    ValueError if there is no such seat or the game is not for so many players.

    >>> start_seats(3, first="B")
    ('B', 'C', 'A')
    """
    seats = SEATS[: round_rules(players).players]
    start = seat_index(first, players, "first")
    return tuple(seats[start:] + seats[:start])


def match_result(rounds: Sequence[Sequence[int]]) -> MatchResult:
    """The result of a whole match, from the scores of its rounds in order: one entry a seat in each.

    The highest total wins, of those the highest score in the last round; who is still tied shares (R9.2).
    ValueError unless there are as many rounds as seats (R9.1), all with a score for each seat.

    >>> match_result([(5, 8, 1), (2, 2, 9), (6, 3, 3)])
    MatchResult(totals=(13, 13, 13), winners=('A',))
    """
    players = round_rules(len(rounds)).players
    if any(len(scores) != players for scores in rounds):
        raise ValueError(f"each of {players} rounds needs {players} scores")
    totals = tuple(sum(scores) for scores in zip(*rounds, strict=True))
    ranking = list(zip(totals, rounds[-1], strict=True))
    return MatchResult(
        totals, tuple(s for s, key in zip(SEATS, ranking, strict=False) if key == max(ranking))
    )
