"""The errors of estimates: another seed comes out within them, as often as standard errors promise."""

from __future__ import annotations

import math
import statistics
from random import Random

import pytest

from catbox import Position
from catbox.dealing import deal, random_position
from catbox.estimating import summed_up
from catbox.suggesting import Suggester

SEEDS = range(8)


def views(players: int) -> list[Position]:
    """Moments of a round as the seat to move sees them."""
    rng = Random(players)
    later = [random_position(players, rng, tricks_left=left) for left in (7, 6, 5, 4, 3, 2)]
    moments = [deal(players, rng), *later]
    return [moment.seen_by(moment.to_play) for moment in moments]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_figures_differ_from_run_to_run_by_no_more_than_their_errors(players: int) -> None:
    """Root mean square over all moves that every run tried often enough."""
    squares = []
    for view in views(players):
        runs = [Suggester(worlds=3000, solve_late=False).suggest(view, seed=seed) for seed in SEEDS]
        found = [{one.play: one for one in run.suggestions if one.stderr} for run in runs]
        for play in set.intersection(*map(set, found)):
            spread = statistics.variance(figures[play].value for figures in found)
            told = statistics.fmean((figures[play].stderr or 0.0) ** 2 for figures in found)
            squares.append(spread / told)
    assert len(squares) > 20
    assert math.sqrt(statistics.fmean(squares)) < 1.25


def test_more_trees_are_more_sure() -> None:
    """Trees are independent: four of them with the same sums have half the error of one."""
    move = (7, 1000.0, 300.0, 100.0, 10.0, 40.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    (one,), (four,) = summed_up([[move]], 1, 0.3), summed_up([[move]] * 4, 1, 0.3)
    assert one.stderr is not None
    assert one.sampling_error is not None
    assert four.stderr == pytest.approx(one.stderr / 2, rel=0.01)
    assert one.stderr > one.sampling_error
