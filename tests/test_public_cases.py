"""Late-round positions: legal plays, perft, and the exact value of every play in both models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casefiles
import pytest

import catbox

CASES = casefiles.load("public.jsonl")
cases = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


@cases
def test_legal_plays_and_perft(case: dict[str, Any]) -> None:
    position = catbox.Position.parse(case["line"])
    assert [str(play) for play in position.legal_plays()] == case["legal"]
    assert position.to_play == case["to_move"]
    assert [position.perft(depth) for depth in range(1, len(case["perft"]) + 1)] == case["perft"]


@cases
def test_paranoid_values(case: dict[str, Any]) -> None:
    position = catbox.Position.parse(case["line"])
    for run in case["paranoid"]:
        asked = {"model": "paranoid", "objective": run["utility"], "seat": run["seat"]}
        own = run["seat"] == case["to_move"]
        # N3: the best play is the first in canonical order; the others keep the seat's value low.
        ranked = sorted(case["legal"], key=lambda play: -run["plays"][play] if own else run["plays"][play])

        solution = catbox.solve(position, **asked)
        assert solution.exact
        assert (solution.value, solution.lower, solution.upper) == (run["value"],) * 3
        assert solution.seat == run["seat"]
        assert str(solution.best) == ranked[0]
        assert solution.moves is None

        solution = catbox.solve(position, every=True, **asked)
        assert solution.exact
        assert solution.value == run["value"]
        assert {str(move.play): move.value for move in solution.moves} == run["plays"]
        assert [str(move.play) for move in solution.moves] == ranked
        assert all(move.exact for move in solution.moves)
        assert str(solution.best) == ranked[0]


@cases
@pytest.mark.parametrize("objective", ["score", "margin"])
def test_maxn_values(case: dict[str, Any], objective: str) -> None:
    position = catbox.Position.parse(case["line"])
    run = case["maxn"][objective]
    mover = "ABCDE".index(case["to_move"])
    ranked = sorted(case["legal"], key=lambda play: -worth(run["plays"][play], mover, objective))

    solution = catbox.solve(position, model="maxn", objective=objective)
    assert solution.exact
    assert list(solution.scores) == run["scores"]
    assert solution.value == run["scores"][mover]
    assert str(solution.best) == run["play"] == ranked[0]

    solution = catbox.solve(position, model="maxn", objective=objective, every=True)
    assert solution.exact
    assert list(solution.scores) == run["scores"]
    assert {str(move.play): list(move.scores) for move in solution.moves} == run["plays"]
    assert all(move.value == move.scores[mover] for move in solution.moves)
    assert [str(move.play) for move in solution.moves] == ranked
    assert str(solution.best) == run["play"]


@cases
@pytest.mark.parametrize("objective", ["score", "margin"])
@pytest.mark.parametrize("model", ["paranoid", "maxn"])
def test_principal_variation_ends_in_the_value(case: dict[str, Any], model: str, objective: str) -> None:
    position = catbox.Position.parse(case["line"])
    mover = "ABCDE".index(case["to_move"])
    solution = catbox.solve(position, model=model, objective=objective)
    assert solution.pv[0] == solution.best
    after = position
    for play in solution.pv:
        after = after.play(play)
    assert after.is_over
    if model == "maxn":
        assert after.scores() == solution.scores
    else:
        assert worth(after.scores(), mover, objective) == solution.value


def worth(scores: Sequence[int], seat: int, objective: str) -> int:
    """N3: a score, or a score less the best other score."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - (max(others) if objective == "margin" else 0)
