"""Late in a round, all worlds enumerated: figures are means of exact values (two players: of game values)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from reference import random_rounds, reader, rules, search, worlds
from reference.rules import SEATS, State
from side_by_side import position_of

from catbox.dealing import random_position
from catbox.suggesting import Suggester

MOST_WORLDS = 400


def expected_margins(seen: State, seat: int) -> dict[str, Fraction]:
    """Each play's margin, over all worlds by the number of deals of each, by brute force."""
    total, sums = 0, dict.fromkeys(rules.legal_plays(seen), 0)
    for hands, weight in worlds.hands_worlds(seen).items():
        values = search.Search().paranoid_plays(seen._replace(hands=hands), seat, "margin")
        total += weight
        for play, value in values.items():
            sums[play] += weight * value
    return {play: Fraction(sum_, total) for play, sum_ in sums.items()}


def test_margins_of_two_players() -> None:
    rng = Random(4)
    suggester = Suggester(worlds=MOST_WORLDS, inference=False)
    compared = 0
    for state in random_rounds.endings(2, rng, most_tricks=2):
        if rules.is_over(state):
            continue
        seat = rules.to_play(state)
        seen = worlds.seen_by(state, seat)
        if len(worlds.hands_worlds(seen)) > MOST_WORLDS:
            continue
        advice = suggester.suggest(position_of(seen))
        line = reader.write(seen)
        assert advice.seat == SEATS[seat]
        assert (advice.enumerated, advice.exact) == (True, True), line
        expected = expected_margins(seen, seat)
        margins = {suggestion.play: suggestion.margin for suggestion in advice.suggestions}
        assert margins == pytest.approx({play: float(mean) for play, mean in expected.items()}, abs=1e-9), (
            line
        )
        assert all(suggestion.stderr == 0 for suggestion in advice.suggestions), line
        assert advice.best is not None
        assert expected[advice.best] == max(expected.values()), line
        compared += 1
        if compared == 25:
            break


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("objective", ["score", "margin"])
def test_what_is_ranked_is_the_objective(players: int, objective: str) -> None:
    suggester = Suggester(worlds=20 * MOST_WORLDS, objective=objective)
    compared = 0
    for seed in range(12):
        position = random_position(players, seed, tricks_left=2 if players == 2 else 1, follow=0.85)
        if position.is_over:
            continue
        advice = suggester.suggest(position.seen_by(position.to_play))
        if not advice.exact:
            continue
        for found in advice.suggestions:
            assert found.value == pytest.approx(getattr(found, objective), abs=1e-9)
        best = max(getattr(found, objective) for found in advice.suggestions)
        assert getattr(advice.suggestions[0], objective) == pytest.approx(best, abs=1e-9)
        compared += 1
    assert compared
