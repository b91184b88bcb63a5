"""Reading what was written gives the same position, in every phase and with hidden hands."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

import casefiles
import pytest
import sets
from reference import random_rounds, reader, rules, worlds
from reference.rules import State
from side_by_side import assert_same, position_of

import catbox
from catbox import Layout, Position  # noqa: F401 - the representation of a position names both

LINES = [
    *casefiles.lines("public.jsonl", "rules.jsonl", "perft_deals.jsonl"),
    *(line for name in sets.names() for line in sets.read(name)),
]


def random_states(players: int, count: int) -> Iterator[State]:
    """States of every phase, some composed, some on a layout of their own."""
    rng = Random(f"notation {players}")
    for number in range(count):
        layout = random_rounds.random_layout(players, rng) if number % 2 else None
        deal = random_rounds.deal(players, rng, layout)
        after = rules.discard(deal, tuple(rng.choice(hand) for hand in deal.hands))
        yield deal
        yield after
        for state in random_rounds.random_round(players, rng, 0.85, layout):
            yield state
            yield random_rounds.compose(state, rng.randint(1, 5), rng)


@pytest.mark.parametrize("line", LINES)
def test_case_lines_are_written_as_read(line: str) -> None:
    assert Position.parse(line).format() == line


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_states(players: int) -> None:
    for state in random_states(players, 8):
        position = position_of(state)
        assert_same(state, position)
        again = Position.parse(position.format(), position.layout)
        assert again == position
        assert hash(again) == hash(position)
        assert eval(repr(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert position.layout.format() == reader.write_layout(state.layout)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_a_seat_sees(players: int) -> None:
    for state in random_states(players, 2):
        for seat, letter in enumerate(rules.SEATS[:players]):
            seen = worlds.seen_by(state, seat)
            position = position_of(state).seen_by(letter)
            assert position == position_of(seen)
            assert position.format() == reader.write(seen)
            assert position.hidden
            assert position.unseen == worlds.unseen(seen)


def test_blanks_and_the_case_of_plays_do_not_matter() -> None:
    line = "..CBA./BCC..A/B.CC../B..BAA 46/2/2 RG/RBYG/RBY 3/1/0 3/1/1 B:1G,3R"
    other = line.replace(" ", " \t ").replace("1G,3R", "1g,3r")
    assert Position.parse(other) == Position.parse(line)
    assert Position.parse(other).format() == line
    assert catbox.Play.parse("1g") == catbox.Play.parse("1G")


def test_unknown_discards_are_left_out() -> None:
    line = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"
    assert Position.parse(line + " ?/?").format() == line
    assert Position.parse(line + " ?/2").format() == line + " ?/2"


def test_a_position_differs_by_its_layout() -> None:
    line = "....../....../....../...... 12/34/56 RBYG/RBYG/RBYG 0/0/0 1/1/1 A"
    turned = Position.parse(line, "G:123456/R:123456/B:123456/Y:123456")
    assert turned != Position.parse(line)
    assert Position.parse(line, "R:123456/B:123456/Y:123456/G:123456") == Position.parse(line)
