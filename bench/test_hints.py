"""Worlds, playouts and suggestions."""

import random

import pytest

from catbox.catbox_core import rounds
from catbox.dealing import deal, discard_and_bid, random_position
from catbox.layout import Layout
from catbox.playout import Plan, Table
from catbox.suggesting import Suggester
from catbox.worlds import core_worlds, enumerate_worlds

PLAYERS = [2, 3, 4, 5]
ROUNDS = 2000
DESCENTS = 2000


def view(players, phase):
    """A decision of the seat to move, with the other hands hidden; "late" has three tricks left."""
    position = deal(players, 1)
    if phase == "late":
        position = random_position(players, 1, tricks_left=3, follow=0.85)
    elif phase == "bid":
        position = position.discard([hand[0] for hand in position.hands])
    elif phase == "play":
        position = discard_and_bid(position, random.Random(1))
    return position.seen_by(position.to_play)


@pytest.mark.parametrize("players", PLAYERS)
def test_sampling_worlds(benchmark, players):
    worlds = core_worlds(view(players, "play"))
    benchmark(worlds.sample, 1000, 1)
    benchmark.extra_info["worlds per second"] = round(1000 / benchmark.stats["min"])


@pytest.mark.parametrize("players", [2, 3])
def test_enumerating_worlds(benchmark, players):
    position = view(players, "late")
    found = benchmark(enumerate_worlds, position, 100_000)
    benchmark.extra_info["worlds"] = len(found)


@pytest.mark.parametrize("temperature", [None, 0.35], ids=["random", "rule of thumb"])
@pytest.mark.parametrize("players", PLAYERS)
def test_rounds(benchmark, players, temperature):
    benchmark(rounds, Layout.default(players).geometry, ROUNDS, 1, temperature)
    benchmark.extra_info["rounds per second"] = round(ROUNDS / benchmark.stats["min"])


@pytest.mark.parametrize("phase", ["discard", "bid", "play", "late"])
@pytest.mark.parametrize("players", PLAYERS)
def test_suggest(benchmark, players, phase):
    if (players, phase) == (2, "bid"):
        pytest.skip("with two players nobody bids")
    position = view(players, phase)
    suggester = Suggester(worlds=DESCENTS)
    advice = benchmark(suggester.suggest, position)
    benchmark.extra_info["worlds per second"] = round(advice.worlds / benchmark.stats["min"])


@pytest.mark.parametrize("players", PLAYERS)
def test_match_of_greedy(benchmark, players):
    table = Table(Plan(("greedy",) * players, 1))
    benchmark(table.play, 0)
