"""Worlds weighed by discards: all get a hand dealt, and discard one card of it by chance."""

from __future__ import annotations

from random import Random

import pytest

from catbox.dealing import deal
from catbox.estimating import Aim, Effort, tree_search
from catbox.worlds import enumerate_worlds


@pytest.mark.parametrize("seed", range(5))
def test_chances_of_discards_add_up(seed: int) -> None:
    """However likely each discard is, some card of the hand that was dealt is discarded: over all hands and
    all cards of them, the chances add up to 1."""
    position = deal(2, Random(seed), start="A")
    held = len(position.hands[1])
    discards = [position.hands[0][0], position.hands[1][-1]]
    seen = position.discard(discards).seen_by("A")
    worlds = enumerate_worlds(seen, limit=100_000)
    assert worlds is not None
    search = tree_search(seen, 0, Effort(descents=1), Aim(), inference=True, first=0)
    total = sum(world.weight * search.plausibility(world.hands) for world in worlds)
    assert total * held == pytest.approx(1, abs=1e-5)
