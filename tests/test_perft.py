"""The number of play sequences, from starts of rounds and from random positions on other layouts."""

from __future__ import annotations

from random import Random
from typing import Any

import casefiles
import pytest
from reference import random_rounds, search
from side_by_side import position_of

import catbox

CASES = casefiles.load("perft_deals.jsonl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_starts_of_rounds(case: dict[str, Any]) -> None:
    position = catbox.Position.parse(case["line"])
    counts = [position.perft(depth) for depth in range(1, len(case["perft"]) + 1)]
    assert counts == case["perft"]
    assert position.perft(0) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_positions(players: int) -> None:
    rng = Random(f"perft {players}")
    for _ in range(20):
        layout = random_rounds.random_layout(players, rng)
        state = rng.choice(random_rounds.random_round(players, rng, 0.85, layout))
        position = position_of(state)
        for depth in range(4):
            expected = search.perft(state, depth)
            assert position.perft(depth) == expected
            if expected > 300:
                break
