"""No setting changes a value: size and warmth of the table, threads, enhancements switched off, limits."""

from __future__ import annotations

import dataclasses
from typing import Any

import casefiles
import pytest
import sets

from catbox import Position, Solver
from catbox.catbox_core import SWITCHES, Search

CASES = casefiles.load("public.jsonl")
BUCKET = 64  # bytes, the smallest table
ALL = sum(SWITCHES.values())


def assert_values(search: Search, cases: list[dict[str, Any]], **settings: int) -> None:
    """Every value of the cases, and of every play, in both models."""
    for case in cases:
        state = Position.parse(case["line"]).state
        for run in case["paranoid"]:
            seat, margin = "ABCDE".index(run["seat"]), run["utility"] == "margin"
            result = search.paranoid(state, seat, margin, True, **settings)
            assert (result.lower, result.upper, result.stopped) == (run["value"], run["value"], None), case[
                "id"
            ]
            values = [(value, value) for value in (run["plays"][play] for play in case["legal"])]
            assert [(lower, upper) for _, lower, upper, _ in result.plays] == values, case["id"]
            result = search.paranoid(state, seat, margin, False, **settings)
            assert (result.lower, result.upper) == (run["value"], run["value"]), case["id"]
        for objective, run in case["maxn"].items():
            margin = objective == "margin"
            assert list(search.maxn(state, margin, False, **settings).scores) == run["scores"], case["id"]
            result = search.maxn(state, margin, True, **settings)
            assert list(result.scores) == run["scores"], case["id"]
            result = search.maxn(state, objective == "margin", True, **settings)
            assert list(result.scores) == run["scores"], case["id"]
            vectors = [run["plays"][play] for play in case["legal"]]
            assert [list(scores) for *_, scores in result.plays] == vectors, case["id"]


@pytest.mark.parametrize("table_bytes", [BUCKET, 8 * BUCKET, 1 << 12, 1 << 20])
def test_tables_that_are_overwritten_all_the_time(table_bytes: int) -> None:
    assert_values(Search(table_bytes), CASES)


def test_without_a_table() -> None:
    assert_values(Search(BUCKET), CASES, switches=ALL & ~SWITCHES["table"])


@pytest.mark.parametrize("switch", [0, *SWITCHES.values()])
def test_enhancements_switched_off(switch: int) -> None:
    assert_values(Search(1 << 20), CASES, switches=ALL & ~switch)


def test_all_enhancements_switched_off() -> None:
    small = [case for case in CASES if case["tree"]["positions"] <= 20_000]
    assert_values(Search(BUCKET), small, switches=0)


def test_a_warm_table() -> None:
    """One table for all player counts, seats, objectives and models, met again in another order."""
    search = Search(16 << 20)
    assert_values(search, CASES)
    assert_values(search, CASES[::-1])
    search.clear()
    assert_values(search, CASES[::2])


@pytest.mark.parametrize("threads", [2, 3])
def test_threads(threads: int) -> None:
    assert_values(Search(1 << 20, threads), CASES)


@pytest.mark.parametrize("name", sets.first_names())
def test_threads_find_what_one_finds(name: str) -> None:
    """In searches long enough to be split up: value, scores, best play, line, and the value of every play."""
    lines, model = sets.read(name), sets.model(name)
    for every in (False, True):
        answers = []
        for threads in (1, 2, 3):
            solver = Solver(tt_mb=4, threads=threads)
            solution = solver.solve(Position.parse(lines[0]), model=model, every=every)
            answers.append(dataclasses.replace(solution, nodes=0, seconds=0))
        assert answers[1] == answers[0]
        assert answers[2] == answers[0]


def test_cold_searches_are_the_same_to_the_node() -> None:
    solver = Solver(tt_mb=1)
    for case in CASES:
        position = Position.parse(case["line"])
        solver.clear()
        again = solver.solve(position, every=True)
        alone = Solver(tt_mb=1).solve(position, every=True)
        assert again.nodes == alone.nodes
        assert (again.value, again.best, again.moves, again.pv) == (
            alone.value,
            alone.best,
            alone.moves,
            alone.pv,
        )


def test_limits_give_bounds_that_hold() -> None:
    """Whatever the node limit, the value lies within the bounds, and an answer called exact is the value."""
    for case in CASES:
        position = Position.parse(case["line"])
        for run in case["paranoid"]:
            for max_nodes in (1, 3, 10, 50, 250):
                solution = Solver(tt_mb=1).solve(
                    position, objective=run["utility"], seat=run["seat"], every=True, max_nodes=max_nodes
                )
                assert solution.lower <= run["value"] <= solution.upper, case["id"]
                assert solution.value in (None, run["value"]), case["id"]
                for move in solution.moves:
                    assert move.lower <= run["plays"][str(move.play)] <= move.upper, case["id"]
                    assert move.exact == (move.lower == move.upper)
                if solution.exact:
                    assert {str(move.play): move.value for move in solution.moves} == run["plays"]
                if solution.best_proven:
                    own = run["seat"] == case["to_move"]
                    best = (max if own else min)(run["plays"].values())
                    first = next(play for play in case["legal"] if run["plays"][play] == best)
                    assert str(solution.best) == first, case["id"]
