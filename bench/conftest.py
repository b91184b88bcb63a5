"""What the benchmarks share: the sets of positions, and deals to begin rounds from."""

import random
from collections.abc import Callable

import pytest
import sets

from catbox import Position
from catbox.dealing import random_position


@pytest.fixture(scope="session")
def positions() -> Callable[[str], list[Position]]:
    """The positions of a set of bench/positions, by its name."""
    return lambda name: [Position.parse(line) for line in sets.read(name)]


@pytest.fixture(scope="session")
def endings() -> Callable[[int, int, int], list[Position]]:
    """`endings(players, tricks_left, count)`: positions near the end of a round, always the same."""

    def make(players: int, tricks_left: int, count: int) -> list[Position]:
        rng = random.Random(players)
        return [random_position(players, rng, tricks_left=tricks_left, follow=0.85) for _ in range(count)]

    return make
