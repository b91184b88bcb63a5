"""What the package is given in Python: whatever cannot be meant is a TypeError or a ValueError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catbox import Advice, InputError, Layout, Play, Position, Solver, Suggester, solve, suggest
from catbox.bots import make_bot
from catbox.dealing import deal, random_position
from catbox.match import match_result, start_seats
from catbox.rules import round_rules

LINE = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
PLAY = Position.parse(LINE)
DEAL = deal(3, 1)
BID = DEAL.discard([hand[0] for hand in DEAL.hands])



def suggest_for_match(**standing: Any) -> Advice:
    return Suggester(worlds=10, objective="match").suggest(PLAY, **standing)


CALLS: dict[str, Callable[[Any], Any]] = {
    "line": Position.parse,
    "board of a line": lambda value: Position.parse(LINE, layout=value),
    "play": Play.parse,
    "cell": Play.from_cell,
    "rank": lambda value: Play(value, "R"),
    "colour": lambda value: Play(1, value),
    "layout": Layout.parse,
    "printed board": Layout.default,
    "players": deal,
    "start": lambda value: deal(3, 1, start=value),
    "board of a deal": lambda value: deal(3, 1, layout=value),
    "plies": lambda value: random_position(3, 1, plies=value),
    "tricks left": lambda value: random_position(3, 1, tricks_left=value),
    "follow": lambda value: random_position(3, 1, plies=1, follow=value),
    "board of a position": lambda value: random_position(3, 1, plies=1, layout=value),
    "bot": make_bot,
    "start seats": lambda value: start_seats(3, value),
    "results": match_result,
    "rules": round_rules,
    "seen by": PLAY.seen_by,
    "depth": PLAY.perft,
    "legal discards": DEAL.legal_discards,
    "seed, all worlds solved": lambda value: suggest(PLAY, seed=value),
    "totals": lambda value: suggest_for_match(totals=value),
    "rounds after": lambda value: suggest_for_match(rounds_after=value),
    "objective": lambda value: suggest(PLAY, objective=value),
    "model": lambda value: solve(PLAY, model=value),
    "seat of a value": lambda value: solve(PLAY, seat=value),
    "choices of a seat": DEAL.choices,
    "seed, worlds dealt": lambda value: suggest(DEAL.seen_by("A"), worlds=10, seed=value),
    **{
        f"{move} in {position.phase}": getattr(position, move)
        for move in ("play", "bid", "discard", "apply")
        for position in (PLAY, DEAL, BID)
    },
}
NEVER = [
    -1, 10**400, -(10**400), 10**5000, 1.5, float("nan"), float("inf"), 1j, "x", "", "\udcff", "1" * 5000,
    b"x", [], [[]], [None] * 3, ["x"] * 3, [10**400] * 3, {}, {1}, object(), int, len, PLAY,
    Layout.default(4),
]  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_what_cannot_be_meant(name: str) -> None:
    for value in NEVER:
        with pytest.raises((TypeError, ValueError)):
            CALLS[name](value)


@pytest.mark.parametrize("rank", [True, 1.0, 2.0])
def test_a_rank_is_an_int(rank: Any) -> None:
    """What compares equal to one would be shown as it is: TrueR."""
    with pytest.raises(TypeError, match="rank"):
        Play(rank, "R")


@pytest.mark.parametrize("totals", [[None, 0], [1.5, 0], [True, 0], [0], [0, 0, 0], [0, 10**400], "12"])
def test_points_that_nobody_has(totals: Any) -> None:
    with pytest.raises(InputError, match="totals"):
        suggest_for_match(totals=totals)


@pytest.mark.parametrize("name", ["seed", "rounds_after"])
def test_numbers_that_are_needed(name: str) -> None:
    with pytest.raises(InputError, match=name):
        suggest_for_match(**{name: None})
    for setting in ("threads", "tt_mb"):
        none: Any = {setting: None}
        with pytest.raises(InputError, match=setting):
            Solver(**none)


@pytest.mark.parametrize("players", [2.0, True])
def test_players_are_counted_in_ints(players: Any) -> None:
    for call in (deal, round_rules, start_seats, lambda number: random_position(number, 1, plies=1)):
        with pytest.raises(ValueError, match="2 to 5 players"):
            call(players)


@pytest.mark.parametrize("bid", [True, 1.0])
def test_a_bid_is_an_int(bid: Any) -> None:
    with pytest.raises(InputError, match="not "):
        BID.bid(bid)


@pytest.mark.parametrize(("totals", "rounds_after"), [(None, 0), ([0, 0], 1), ((-5, 30), 0)])
def test_how_a_match_may_stand(totals: Any, rounds_after: int) -> None:
    assert suggest_for_match(totals=totals, rounds_after=rounds_after).best
