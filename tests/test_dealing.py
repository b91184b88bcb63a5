"""Random deals and positions."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catbox import Layout, Position
from catbox.dealing import deal, neutral_tokens, random_position

TABLE = {2: (5, 10, 8), 3: (6, 10, 8), 4: (8, 10, 8), 5: (9, 9, 7)}  # R1: ranks, dealt, tricks
PLAYERS = st.integers(2, 5)
SEEDS = st.integers(0, 2**32)


@given(PLAYERS, SEEDS)
def test_a_deal_is_as_r1_and_r4_say(players: int, seed: int) -> None:
    ranks, dealt, _ = TABLE[players]
    position = deal(players, seed)
    assert position.phase == "discard"
    assert [len(hand) for hand in position.hands] == [dealt] * players
    cards = Counter("".join(position.hands))
    turned_up = Counter(
        str(rank + 1) for row in position.board for rank, owner in enumerate(row) if owner == "#"
    )
    assert sum(turned_up.values()) == (3 if players == 2 else 0)
    assert set(cards) <= set("123456789"[:ranks])
    assert max((cards + turned_up).values()) <= 5
    assert position.markers == ("RBYG",) * players
    assert position.bids == (None,) * players
    assert position.discards == (None,) * players
    assert Position.parse(position.format()) == position


@pytest.mark.parametrize(
    ("turned_up", "board"),
    [
        ([0, 2, 4], "...../...../...../#.#.#"),
        ([1, 1, 3], "...../...../.#.../.#.#."),
        ([3, 3, 3], "...../...#./...#./...#."),
    ],
)
def test_turned_up_cards_take_green_then_yellow_then_blue(turned_up: list[int], board: str) -> None:
    cells = neutral_tokens(turned_up)
    rows = [
        "".join("#" if cells >> (4 * rank + colour) & 1 else "." for rank in range(5)) for colour in range(4)
    ]
    assert "/".join(rows) == board


def test_every_card_is_as_likely_in_every_place() -> None:
    rng = random.Random(20)
    hands, starts, neutral = Counter[str](), Counter[str](), Counter[str]()
    for _ in range(2000):
        position = deal(2, rng)
        hands.update(position.hands[1])
        starts[position.leader] += 1
        neutral.update(str(rank + 1) for rank, owner in enumerate(position.board[3]) if owner == "#")
    # 2000 * 10 cards of five ranks; 4.2 standard deviations (less than of 20,000 independent cards).
    assert all(abs(hands[rank] - 4000) < 4.2 * (20000 * 0.2 * 0.8) ** 0.5 for rank in "12345")
    assert abs(starts["A"] - 1000) < 4.2 * (2000 * 0.25) ** 0.5
    # Of 25 cards, 3 are turned up: none of the five of a rank with probability (20*19*18)/(25*24*23).
    chance = 1 - (20 * 19 * 18) / (25 * 24 * 23)
    assert all(abs(neutral[r] - 2000 * chance) < 4.2 * (2000 * chance * (1 - chance)) ** 0.5 for r in "12345")


@given(PLAYERS, SEEDS, st.data())
def test_a_position_after_some_plies_is_in_play(players: int, seed: int, data: st.DataObject) -> None:
    plies = data.draw(st.integers(0, players * 5))
    position = random_position(players, seed, plies=plies, follow=0.9)
    tokens = sum(owner in "ABCDE" for row in position.board for owner in row)
    assert (position.phase, tokens) == ("play", plies)
    assert position.legal_plays()
    assert Position.parse(position.format()) == position
    assert "-" not in position.discards


@given(PLAYERS, SEEDS, st.integers(3, 7))
def test_a_position_with_some_tricks_left_is_at_the_start_of_a_trick(
    players: int, seed: int, tricks_left: int
) -> None:
    position = random_position(players, seed, tricks_left=tricks_left, follow=0.85)
    assert position.phase == "play"
    assert position.trick == ()
    assert [len(hand) for hand in position.hands] == [tricks_left + 1] * players
    assert sum(position.tricks) == TABLE[players][2] - tricks_left


def test_after_the_last_ply_the_round_is_over() -> None:
    position = random_position(2, 3, plies=16, follow=0.9)
    assert (position.phase, position.paradox) == ("over", None)
    assert [len(hand) for hand in position.hands] == [1, 1]


@given(PLAYERS, SEEDS)
def test_the_same_seed_gives_the_same(players: int, seed: int) -> None:
    assert deal(players, seed) == deal(players, random.Random(seed))
    assert random_position(players, seed, plies=5) == random_position(players, random.Random(seed), plies=5)


@pytest.mark.parametrize(("follow", "expected"), [(0.0, 0), (1.0, 300)])
def test_followers_follow_as_often_as_asked(follow: float, expected: int) -> None:
    rng = random.Random(8)
    followed = 0
    for _ in range(300):
        # At three players the second ply can always be in the led colour, and always in another.
        position = random_position(3, rng, plies=2, follow=follow)
        led, second = position.trick
        followed += led.colour == second.colour
    assert followed == expected


def test_a_layout_and_a_start_seat_are_kept() -> None:
    layout = Layout.parse("G:213456/R:123456/B:654321/Y:123456")
    assert deal(3, 1, start="C", layout=layout).layout == layout
    assert deal(3, 1, start="C", layout=layout).leader == "C"
    assert random_position(3, 1, plies=7, layout=layout).layout == layout


@pytest.mark.parametrize(
    ("players", "named"),
    [
        (1, {"plies": 1}),
        (6, {"plies": 1}),
        (2, {}),
        (2, {"plies": 1, "tricks_left": 1}),
        (2, {"plies": -1}),
        (2, {"plies": 17}),
        (5, {"plies": 36}),
        (2, {"tricks_left": 0}),
        (2, {"tricks_left": 9}),
        (5, {"tricks_left": 8}),
        (2, {"plies": 1, "follow": -0.1}),
        (2, {"plies": 1, "follow": 1.1}),
        (2, {"plies": 1, "follow": float("nan")}),
        (2, {"plies": 1, "layout": Layout.default(3)}),
    ],
)
def test_what_no_round_has_is_refused(players: int, named: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"players|needed|follow"):
        random_position(players, 1, **named)  # type: ignore[arg-type]


def test_a_position_that_is_too_rare_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catbox.dealing.ATTEMPTS", 3)
    with pytest.raises(ValueError, match="none of 3 rounds of 5 players"):
        random_position(5, 1, plies=35, follow=0)


@pytest.mark.parametrize("start", ["D", "", "AB", "a"])
def test_there_are_no_other_start_seats(start: str) -> None:
    with pytest.raises(ValueError, match="the seats are A, B, C"):
        deal(3, 1, start=start)
