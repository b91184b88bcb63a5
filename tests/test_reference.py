"""The reference itself holds the cases of the independent program."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import casefiles
import pytest
from reference import random_rounds, reader, rules, search, validity, worlds

SMALL = [case for case in casefiles.load("public.jsonl") if case["tree"]["positions"] <= 5000]


def by_id(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", casefiles.load("rules.jsonl"), ids=by_id)
def test_replays_hold(case: dict[str, Any]) -> None:
    state = reader.read(case["line"])
    for play in case["plays"]:
        state = rules.play(state, play.upper())
    stuck = rules.paradox(state)
    assert reader.write(state).split()[:6] == case["result"].split()[:6]
    assert rules.legal_plays(state) == case["legal"]
    assert not set(case["illegal"]) & set(rules.legal_plays(state))
    assert rules.is_over(state) == case["over"]
    assert (None if stuck is None else rules.SEATS[stuck]) == case["paradox"]
    if case["over"]:
        assert list(rules.scores(state)) == case["scores"]


@pytest.mark.parametrize("case", SMALL, ids=by_id)
def test_small_public_cases_hold(case: dict[str, Any]) -> None:
    state, values = reader.read(case["line"]), search.Search()
    assert rules.legal_plays(state) == case["legal"]
    for depth, leaves in enumerate(case["perft"], start=1):
        assert search.perft(state, depth) == leaves
    for run in case["paranoid"]:
        seat = rules.SEATS.index(run["seat"])
        assert values.paranoid(state, seat, run["utility"]) == run["value"]
        assert values.paranoid_plays(state, seat, run["utility"]) == run["plays"]
    for objective, run in case["maxn"].items():
        assert values.maxn(state, objective) == (run["play"], tuple(run["scores"]))
        plays = values.maxn_plays(state, objective)
        assert {play: list(scores) for play, scores in plays.items()} == run["plays"]
    assert values.states == case["tree"]["positions"]


@pytest.mark.parametrize("case", casefiles.load("perft_deals.jsonl"), ids=by_id)
def test_perft_of_deals_holds(case: dict[str, Any]) -> None:
    state = reader.read(case["line"])
    for depth, leaves in enumerate(case["perft"], start=1):
        if leaves <= 5000:
            assert search.perft(state, depth) == leaves


@pytest.mark.parametrize("line", casefiles.lines("public.jsonl", "rules.jsonl", "perft_deals.jsonl"))
def test_good_lines_are_well_formed_and_written_as_read(line: str) -> None:
    assert validity.defect(line) is None
    assert reader.write(reader.read(line)) == line


@pytest.mark.parametrize("case", casefiles.load("bad.jsonl"), ids=by_id)
def test_bad_lines_are_not_well_formed(case: dict[str, Any]) -> None:
    assert validity.defect(casefiles.text_of(case["line"])) is not None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_states_are_well_formed(players: int) -> None:
    rng = Random(players)
    for _ in range(10):
        states = random_rounds.random_round(players, rng, follow=0.85)
        composed = [random_rounds.compose(state, 3, rng) for state in states]
        for state in [random_rounds.deal(players, rng), *states, *composed]:
            assert validity.defect(reader.write(state)) is None


def test_worlds_of_a_last_trick_with_two_players() -> None:
    """One card of each rank is unseen: B holds two, its discard is one, and two are left over.

    No two deals of five different cards look the same, so there are C(5,2) * 3 worlds of one deal each.
    """
    line = "ABABA/BABAB/ABAB./###.. 45/?? RBYG/RBYG 4/3 - A 5/?"
    assert validity.defect(line) is None
    state = reader.read(line)
    assert worlds.unseen(state) == (1, 1, 1, 1, 1)
    found = list(worlds.worlds(state))
    assert len({world for world, _ in found}) == comb(5, 2) * 3
    assert {weight for _, weight in found} == {1}
    assert worlds.hands_worlds(state) == {
        ((4, 5), (low, high)): 3 for low in range(1, 6) for high in range(low + 1, 6)
    }


def test_equal_cards_make_a_world_of_several_deals() -> None:
    """Unseen are 1, 1, 2, 4, 5. Of the pairs B may hold, {1, 2} stands for two pairs of single cards."""
    state = reader.read(".A.BA/BABAB/ABABA/B##.# 34/?? RBYG/RBYG 4/3 - A 3/?")
    assert validity.defect(reader.write(state)) is None
    assert worlds.unseen(state) == (2, 1, 0, 1, 1)
    hands = {hands[1]: weight for hands, weight in worlds.hands_worlds(state).items()}
    assert hands == {(1, 1): 3, (1, 2): 6, (1, 4): 6, (1, 5): 6, (2, 4): 3, (2, 5): 3, (4, 5): 3}


@pytest.mark.parametrize(("players", "hidden"), [(2, 1), (3, 2), (4, 1), (5, 1)])
def test_weights_of_worlds_add_up_to_the_deals(players: int, hidden: int) -> None:
    """In the last trick the deals are counted by choosing the cards of one place after another."""
    rng = Random(10 + players)
    for _ in range(5):
        state = next(
            states[-2]
            for states in iter(lambda: random_rounds.random_round(players, rng), None)
            if len(states[-2].hands[0]) < 3
        )
        seat = rules.to_play(state)
        others = [(seat + i) % players for i in range(1, hidden + 1)]
        seen = state
        for other in others:
            seen = seen._replace(
                hands=rules.replaced(seen.hands, other, (rules.UNKNOWN,) * len(state.hands[other])),
                discards=rules.replaced(seen.discards, other, rules.UNKNOWN),
            )
        expected, left = 1, sum(worlds.unseen(seen))
        for place in [len(state.hands[other]) for other in others] + [1] * hidden:
            expected *= comb(left, place)
            left -= place
        found = list(worlds.worlds(seen))
        assert sum(weight for _, weight in found) == expected
        assert len({world for world, _ in found}) == len(found)
        assert state in {world for world, _ in found}
        merged = dict.fromkeys((world.hands for world, _ in found), 0)
        for world, weight in found:
            merged[world.hands] += weight
        assert worlds.hands_worlds(seen) == merged
