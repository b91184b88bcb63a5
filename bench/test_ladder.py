"""Solving with each enhancement of the search switched off (bench/ladder.py has larger sets)."""

import ladder
import pytest

PLAYERS = {2: 6, 3: 4, 4: 3, 5: 3}  # tricks left


@pytest.mark.parametrize("model", ["paranoid", "maxn"])
@pytest.mark.parametrize("rung", ladder.RUNGS)
def test_ladder(benchmark, endings, rung, model):
    positions = [position for players, tricks in PLAYERS.items() for position in endings(players, tricks, 3)]
    found = benchmark.pedantic(ladder.cost, (positions, model, ladder.RUNGS[rung]), rounds=1)
    benchmark.extra_info["nodes"] = found.nodes
