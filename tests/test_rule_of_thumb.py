"""The rule of thumb: its fast sums against the slow ones that name every weight."""

import pytest

from catbox.catbox_core import play_merits, play_properties
from catbox.dealing import random_position


@pytest.mark.parametrize("searches", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_merits_are_the_sums_of_the_named_weights(players, searches):
    plays = 0
    for seed in range(200):
        for tricks in (1, 3, 5, 7):
            state = random_position(players, seed, tricks_left=tricks, follow=0.7).state
            named = play_properties(state, searches) if state.legal() else []
            merits = play_merits(state, searches)
            assert [cell for cell, _ in merits] == [cell for cell, _, _ in named]
            for (_, merit), (_, total, _) in zip(merits, named, strict=True):
                assert merit == pytest.approx(total, abs=1e-4)
            plays += len(merits)
    assert plays > 2000
