"""Random small endings: every value in both models, equal to the reference, which prunes nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from reference import random_rounds, reader, rules, search
from reference.rules import SEATS, State
from side_by_side import letter, position_of

import catbox

MOST_TRICKS = {2: 4, 3: 2, 4: 2, 5: 2}
MOST_STATES = 1500


Solve = Callable[..., catbox.Solution]


def assert_same_values(state: State, solve: Solve, most_states: int | None = None) -> None:
    """Paranoid values for every seat, maxn vectors, both objectives, every play; search.TooLargeError."""
    values = search.Search(most_states)
    position = position_of(state)
    line = f"{reader.write(state)}  {reader.write_layout(state.layout)}"
    mover = rules.to_play(state)
    for objective in search.OBJECTIVES:
        for seat in range(len(state.hands)):
            value = values.paranoid(state, seat, objective)
            plays = values.paranoid_plays(state, seat, objective)
            asked = {"objective": objective, "seat": SEATS[seat]}
            case = f"{line}  paranoid {objective} {SEATS[seat]}"
            solution = solve(position, **asked)
            assert (solution.value, solution.exact) == (value, True), case
            best = None if solution.best is None else str(solution.best)
            assert best == search.paranoid_best(plays, own=seat == mover), case
            solution = solve(position, every=True, **asked)
            assert (solution.value, solution.exact) == (value, True), case
            assert {str(move.play): move.value for move in solution.moves} == plays, case
            assert solution.paradox == letter(rules.paradox(state)), case
        case = f"{line}  maxn {objective}"
        best, scores = values.maxn(state, objective)
        solution = solve(position, model="maxn", objective=objective)
        assert (solution.scores, solution.exact) == (scores, True), case
        assert (None if solution.best is None else str(solution.best)) == best, case
        solution = solve(position, model="maxn", objective=objective, every=True)
        assert solution.scores == scores, case
        plays = values.maxn_plays(state, objective)
        assert {str(move.play): move.scores for move in solution.moves} == plays, case


def compare(players: int, count: int, rng: Random, solve: Solve, most_tricks: int, most_states: int) -> int:
    """Compares so many endings, passing over larger ones; returns how many were passed over."""
    too_large = 0
    endings = random_rounds.endings(players, rng, most_tricks)
    while count:
        try:
            assert_same_values(next(endings), solve, most_states)
            count -= 1
        except search.TooLargeError:
            too_large += 1
    return too_large


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_solved_alone(players: int) -> None:
    rng = Random(f"endings {players}")
    compare(players, 40, rng, catbox.solve, MOST_TRICKS[players], MOST_STATES)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_solved_with_one_table(players: int) -> None:
    """What the table has from other positions, objectives, seats and layouts changes no value."""
    rng = Random(f"more endings {players}")
    compare(players, 60, rng, catbox.Solver(tt_mb=1).solve, MOST_TRICKS[players], MOST_STATES)
