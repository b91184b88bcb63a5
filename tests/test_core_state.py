"""The compiled core's states take nothing out of range, and whatever they take can be played on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from catbox import Layout, Position
from catbox.catbox_core import Geometry, State

LINE = "..CBAA/BCC.../B.CC../B..BAA 46/2/2 RG/RBYG/RBY 3/1/0 3/1/1 B:1G,3R"
NAMES = ("tokens", "neutral", "hands", "markers", "tricks", "bids", "leader", "trick", "left")


def arguments() -> dict[str, Any]:
    state = Position.parse(LINE).state
    return {name: getattr(state, name) for name in NAMES}


def state_with(**changes: Any) -> State:
    return State(Layout.default(3).geometry, **{**arguments(), **changes})


def test_what_a_state_shows_makes_the_same_state() -> None:
    state = state_with()
    assert {name: getattr(state, name) for name in NAMES} == arguments()
    assert state.to_play == 0
    assert state.paradox == 0  # the case "paradox-unfinished-trick-won-by-nobody"
    assert state.scores() == (-3, 4, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"tokens": (0, 0)},
        {"tokens": (1 << 24, 0, 0), "trick": ()},
        {"tokens": (-1, 0, 0), "trick": ()},
        {"tokens": (1, 1, 0), "trick": ()},
        {"tokens": (0, 0, 0)},
        {"neutral": 1 << 64},
        {"neutral": arguments()["tokens"][0]},
        {"hands": ((1,) * 6,) * 2},
        {"hands": ((1,) * 5,) * 3},
        {"hands": ((6, 0, 0, 0, 0, 0),) * 3},
        {"hands": ((-1, 0, 0, 0, 0, 0),) * 3},
        {"markers": (16, 0, 0)},
        {"tricks": (9, 0, 0)},
        {"bids": (0, 0)},
        {"leader": 3},
        {"leader": -1},
        {"trick": (0, 4, 8)},
        {"trick": (24,)},
        {"left": 9},
        {"left": -1},
        {"left": 0},
    ],
)
def test_numbers_out_of_range_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^\w+: "):
        state_with(**changes)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, "1", 1.5, ("1", "1", "1"), (None, None, 1.0)])
def test_other_types_are_refused(name: str, value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        state_with(**{name: value})


def test_adjacency_must_be_mutual_and_within_the_board() -> None:
    good = Layout.default(2).neighbours
    assert Geometry(2, good).neighbours == good
    for bad in (good[:-1], (*good[:-1], 0), (1, *good[1:]), (1 << 20, *good[1:]), (-1, *good[1:])):
        with pytest.raises(ValueError, match="neighbours"):
            Geometry(2, bad)
    for seats in (1, 6, -1, 1 << 70):
        with pytest.raises(ValueError, match="seats"):
            Geometry(seats, good)


def test_plays_and_depths_out_of_range_are_refused() -> None:
    state = Position.parse(LINE.replace("RG/", "RYG/")).state
    for cell in (-1, 24, 1 << 70, 0):
        with pytest.raises(ValueError, match="cell"):
            state.play(cell)
    with pytest.raises(ValueError, match="depth"):
        state.perft(-1)
    with pytest.raises(ValueError, match="seat"):
        state.group(3)


def test_whatever_is_taken_can_be_played_on() -> None:
    """States that no line gives: hands and tricks that do not fit together, tokens anywhere."""
    rng = Random(5)
    for _ in range(3000):
        seats = rng.randint(2, 5)
        layout = Layout.default(seats)
        cells = list(range(layout.geometry.cells))
        owners = [rng.randrange(-3, seats + 1) for _ in cells]
        tokens = [sum(1 << cell for cell in cells if owners[cell] == seat) for seat in range(seats)]
        hands = [
            None if rng.random() < 0.1 else [rng.randint(0, 5) for _ in range(layout.geometry.ranks)]
            for _ in range(seats)
        ]
        leader = rng.randrange(seats)
        trick = []
        for number in range(rng.randrange(seats)):
            own = [cell for cell in cells if owners[cell] == (leader + number) % seats]
            if not own:
                break
            trick.append(rng.choice(own))
        state = State(
            layout.geometry,
            tokens,
            sum(1 << cell for cell in cells if owners[cell] == seats),
            hands,
            [rng.randrange(16) for _ in range(seats)],
            [rng.randint(0, 8) for _ in range(seats)],
            [rng.randint(0, 8) for _ in range(seats)],
            leader,
            trick,
            rng.randint(1 if trick else 0, 8),
        )
        while state.legal():
            state = state.play(rng.choice(state.legal()))
        assert state.over
        assert len(state.scores()) == seats
