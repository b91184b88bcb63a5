"""What a search that was stopped says: the best play so far is one that its bounds do not rule out, and no
bound is passed off as a value."""

from __future__ import annotations

from typing import Any

import casefiles
import pytest

from catbox import Position, solve
from catbox.catbox_core import play_merits

CASES = [case for case in casefiles.load("public.jsonl") if case["plies_left"] >= 9]
LINES = [case["line"] for case in CASES]


@pytest.mark.parametrize("nodes", [1, 10, 30, 100, 300, 1000])
@pytest.mark.parametrize("line", LINES)
def test_the_best_play_so_far_has_the_best_bounds(line: str, nodes: int) -> None:
    position = Position.parse(line)
    solution = solve(position, every=True, max_nodes=nodes, tt_mb=1)
    assert solution.moves is not None
    if solution.best_proven:
        return
    bounds = {move.play: (move.lower, move.upper) for move in solution.moves}
    assert bounds[solution.best] == max(bounds.values())


@pytest.mark.parametrize("nodes", [1, 30, 300, 3000])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_play_has_a_value_only_if_it_is_proven(case: dict[str, Any], nodes: int) -> None:
    """The recorded values of the plays lie within the bounds."""
    run = case["paranoid"][0]
    position = Position.parse(case["line"])
    solution = solve(
        position, seat=run["seat"], objective=run["utility"], every=True, max_nodes=nodes, tt_mb=1
    )
    assert solution.moves is not None
    assert solution.exact or solution.stopped == "nodes"
    for move in solution.moves:
        assert move.lower is not None
        assert move.upper is not None
        assert move.exact == (move.lower == move.upper)
        assert move.value == (move.lower if move.exact else None)
        assert move.lower <= run["plays"][str(move.play)] <= move.upper
    assert (solution.value is None) == (not solution.exact)


@pytest.mark.parametrize("nodes", [1, 30, 300, 3000])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_bounds_of_maxn_hold(case: dict[str, Any], nodes: int) -> None:
    """The recorded score of the seat asked for lies within them, whether it is to play or not."""
    position = Position.parse(case["line"])
    for objective, run in case["maxn"].items():
        for seat, score in zip("ABCDE", run["scores"], strict=False):
            solution = solve(
                position, model="maxn", objective=objective, seat=seat, max_nodes=nodes, tt_mb=1
            )
            assert solution.lower is not None
            assert solution.upper is not None
            assert solution.lower <= score <= solution.upper
            assert not solution.exact or solution.lower == solution.value == solution.upper


@pytest.mark.parametrize("model", ["paranoid", "maxn"])
@pytest.mark.parametrize("nodes", [1, 30, 300])
@pytest.mark.parametrize("line", LINES)
def test_every_play_is_listed(line: str, nodes: int, model: str) -> None:
    """Those not searched too, after the others and without a value."""
    position = Position.parse(line)
    solution = solve(position, model=model, every=True, max_nodes=nodes, tt_mb=1)
    assert solution.moves is not None
    assert sorted(move.play for move in solution.moves) == sorted(position.legal_plays())
    if model == "maxn":
        known = [move.exact for move in solution.moves]
        assert known == sorted(known, reverse=True)
        assert all((move.value is None) == (not move.exact) for move in solution.moves)


def test_a_line_that_was_cut_short_is_told_as_such() -> None:
    """The choice may be known and what follows it not; a whole line ends where the round does."""
    position = Position.parse("BB.AA/AABBA/B.A#./.#B#A 34/122 RBYG/RYG 3/3 - A:4R")
    for model in ("paranoid", "maxn"):
        whole = solve(position, model=model)
        assert whole.stopped is None
        for nodes in range(1, whole.nodes + 1):
            found = solve(position, model=model, max_nodes=nodes)
            end = position
            for play in found.pv:
                end = end.play(play)
            assert end.is_over or found.stopped == "nodes"
            if found.exact:
                assert (found.value, found.best) == (whole.value, whole.best)


@pytest.mark.parametrize("line", LINES)
def test_before_any_play_was_searched_the_rule_of_thumb_tells_the_best_so_far(line: str) -> None:
    position = Position.parse(line)
    solution = solve(position, model="maxn", every=True, max_nodes=1, tt_mb=1)
    assert solution.moves is not None
    if not any(move.exact for move in solution.moves):
        merits = dict(play_merits(position.state))
        assert not solution.best_proven
        assert solution.best is not None
        assert merits[solution.best.cell] == max(merits.values())


@pytest.mark.parametrize("nodes", [1, 30, 1000])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("line", LINES)
def test_as_long_as_no_play_stands_out_the_rule_of_thumb_tells_the_best_so_far(
    line: str, seat: int, nodes: int
) -> None:
    position = Position.parse(line)
    solution = solve(position, seat="ABCDE"[seat], every=True, max_nodes=nodes, tt_mb=1)
    assert solution.moves is not None
    if not solution.best_proven and len({(move.lower, move.upper) for move in solution.moves}) == 1:
        merits = dict(play_merits(position.state))
        assert solution.best is not None
        assert merits[solution.best.cell] == max(merits.values())


@pytest.mark.parametrize("model", ["paranoid", "maxn"])
@pytest.mark.parametrize("nodes", [1, 3, 10, 30, 100, 1000])
def test_the_line_of_an_exact_answer_begins_with_its_best_play(nodes: int, model: str) -> None:
    for case in CASES:
        for objective in ("margin", "score"):
            solution = solve(Position.parse(case["line"]), model=model, objective=objective, max_nodes=nodes)
            if solution.best_proven:
                assert solution.pv[:1] == (solution.best,)
