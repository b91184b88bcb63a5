"""Finding and making plays: through Python, and inside the core (perft)."""

import pytest

PERFT_DEPTH = {2: 11, 3: 7, 4: 6, 5: 6}    # some milliseconds each


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_legal_plays(benchmark, endings, players):
    positions = endings(players, 5, 100)
    benchmark(lambda: [position.legal_plays() for position in positions])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_play(benchmark, endings, players):
    pairs = [(position, position.legal_plays()[0]) for position in endings(players, 5, 100)]
    benchmark(lambda: [position.play(play) for position, play in pairs])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_perft(benchmark, endings, players):
    state = endings(players, 6, 1)[0].state
    leaves = benchmark(state.perft, PERFT_DEPTH[players])
    benchmark.extra_info["leaves per second"] = round(leaves / benchmark.stats["min"])
