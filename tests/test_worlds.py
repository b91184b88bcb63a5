"""Worlds: the sampler and the enumeration against counting every deal (tests/reference/worlds.py)."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from reference import reader, worlds

from catbox.catbox_core import Worlds
from catbox.dealing import random_position
from catbox.position import Position
from catbox.worlds import core_worlds, enumerate_worlds, fill, sample_worlds

LATE = {2: 3, 3: 1, 4: 1, 5: 1}  # players: tricks left


def late_views(players: int, number: int) -> list[Position]:
    """Late positions as the seat to play sees them."""
    found = []
    for seed in range(number):
        position = random_position(players, seed, tricks_left=LATE[players], follow=0.85)
        found.append(position.seen_by(position.to_play))
    return found


def by_brute_force(position: Position) -> dict[tuple[str, ...], float]:
    """Each world's share, with its hands as text."""
    counted = worlds.hands_worlds(reader.read(position.format()))
    deals = sum(counted.values())
    return {tuple("".join(map(str, hand)) for hand in hands): n / deals for hands, n in counted.items()}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_enumeration_is_that_of_all_deals(players: int) -> None:
    for position in late_views(players, 3 if players < 5 else 1):
        expected = by_brute_force(position)
        found = enumerate_worlds(position, len(expected))
        assert found is not None
        assert {fill(position, world).hands: world.weight for world in found} == pytest.approx(expected)
        assert enumerate_worlds(position, len(expected) - 1) is None


def test_some_other_hands_known() -> None:
    position = random_position(4, 5, tricks_left=2, follow=0.85)
    hands = list(position.fields.hands)
    hands[("ABCD".index(position.to_play) + 1) % 4] = None
    view = Position(position.fields._replace(hands=tuple(hands), discards=(0, 0, 0, 0)), position.layout)
    expected = by_brute_force(view)
    found = enumerate_worlds(view, 1000)
    assert found is not None
    assert {fill(view, world).hands: world.weight for world in found} == pytest.approx(expected)
    assert all(len(world.hands) == 1 for world in found)


def test_known_hands_leave_one_world() -> None:
    position = random_position(3, 1, tricks_left=3, follow=0.85)
    assert enumerate_worlds(position, 1) == [((), 1.0)]


@pytest.mark.parametrize("players", [2, 3])
def test_samples_follow_the_distribution(players: int) -> None:
    """A chi-squared test; the seed is fixed, so it passes or fails for good."""
    position = late_views(players, 1)[0]
    expected = by_brute_force(position)
    number = 40_000
    counts: Counter[tuple[str, ...]] = Counter()
    for world in sample_worlds(position, number, seed=7):
        counts[fill(position, world).hands] += round(world.weight * number)
    assert set(counts) <= set(expected)
    assert sum(counts.values()) == number
    # Rare worlds together, so that each class is expected at least five times.
    classes = {hands: share * number for hands, share in expected.items() if share * number >= 5}
    statistic = sum((counts[hands] - mean) ** 2 / mean for hands, mean in classes.items())
    freedom = len(classes)
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_hypergeometric_mean_of_a_full_deal() -> None:
    """Without any knowledge a hand of 9 of 30 cards holds on average 1.5 of each rank, and 5 with chance
    comb(25, 4) / comb(30, 9)."""
    worlds_of_one_hand = Worlds([5] * 6, [(0, 9)])
    found = worlds_of_one_hand.enumerate(10_000)
    assert found is not None
    assert sum(weight for _, weight in found) == comb(30, 9)
    assert sum(weight for (hand,), weight in found if hand[0] == 5) == comb(25, 4)
    mean = sum(weight * hand[0] for (hand,), weight in found) / comb(30, 9)
    assert mean == pytest.approx(1.5)


def test_first_samples_do_not_depend_on_their_number() -> None:
    core = core_worlds(late_views(3, 1)[0])
    assert core.sample(100, 3)[:10] == core.sample(10, 3)
    assert core.sample(100, 3) != core.sample(100, 4)


def test_every_world_is_a_well_formed_position() -> None:
    for players in LATE:
        view = late_views(players, 1)[0]
        for world in sample_worlds(view, 50, 1):
            filled = fill(view, world)
            assert Position.parse(filled.format()) == filled


@pytest.mark.parametrize(
    ("unseen", "places", "error"),
    [
        ([5, 5], [(0, 11)], ValueError),
        ([6], [(0, 1)], ValueError),
        ([5] * 10, [(0, 1)], ValueError),
        ([1], [(5, 1)], ValueError),
        ([1], [(0, -1)], ValueError),
        ([1.5], [(0, 1)], TypeError),
        ([5] * 6, [(0, 1)] * 6, ValueError),
    ],
)
def test_bad_numbers_are_refused(unseen: list[int], places: list[tuple[int, int]], error: type) -> None:
    with pytest.raises(error):
        Worlds(unseen, places)


def test_enumeration_has_a_ceiling() -> None:
    with pytest.raises(ValueError, match="limit"):
        Worlds([5], [(0, 1)]).enumerate(10**9)
