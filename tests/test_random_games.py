"""Random games, played side by side on the reference and on the package."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import random_rounds, rules
from side_by_side import assert_same, position_of

PLAYERS = (2, 3, 4, 5)


def play_a_round(players: int, rng: Random, follow: float, own_layout: bool) -> int:
    """From the deal to the score, compared at every step; returns the number of plies."""
    state = random_rounds.deal(
        players, rng, random_rounds.random_layout(players, rng) if own_layout else None
    )
    position = position_of(state)
    assert_same(state, position)
    discards = tuple(rng.choice(hand) for hand in state.hands)
    state, position = rules.discard(state, discards), position.discard(discards)
    while rules.phase(state) == "bid":
        assert_same(state, position)
        number = rng.choice(rules.BIDS[players])
        state, position = rules.bid(state, number), position.bid(number)
    assert_same(state, position)
    plies = 0
    while not rules.is_over(state):
        play = random_rounds.random_play(state, rng, follow)
        state, position = rules.play(state, play), position.play(play)
        assert_same(state, position)
        plies += 1
    return plies


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    players=st.sampled_from(PLAYERS),
    rng=st.randoms(use_true_random=False),
    follow=st.sampled_from((0.0, 0.85, 1.0)),
    own_layout=st.booleans(),
)
def test_rounds_found_by_hypothesis(players: int, rng: Random, follow: float, own_layout: bool) -> None:
    play_a_round(players, rng, follow, own_layout)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("own_layout", [False, True])
def test_seeded_rounds(players: int, own_layout: bool) -> None:
    rng = Random(f"rounds {players} {own_layout}")
    for number in range(40):
        play_a_round(players, rng, 0.85 if number % 2 else 0.0, own_layout)


@pytest.mark.parametrize("players", PLAYERS)
def test_composed_positions(players: int) -> None:
    """Fewer cards, fewer markers, other bids: paradoxes and bonuses that rounds seldom meet."""
    rng = Random(f"composed {players}")
    for _ in range(60):
        state = rng.choice(random_rounds.random_round(players, rng, 0.85))
        state = random_rounds.compose(state, rng.randint(1, 4), rng)
        position = position_of(state)
        assert_same(state, position)
        while not rules.is_over(state):
            play = random_rounds.random_play(state, rng, 0.5)
            state, position = rules.play(state, play), position.play(play)
            assert_same(state, position)
