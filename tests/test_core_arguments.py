"""Whatever the core is given, it refuses it or works: the process never dies, a state never changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from catbox import Position
from catbox.catbox_core import (
    Geometry,
    Search,
    State,
    TreeSearch,
    Worlds,
    play_merits,
    play_properties,
    rounds,
)

HIDDEN = Position.parse("....B/ABBAA/A.BBA/#A##B 234/??? RBYG/RYG 3/3 - A 2/?").state
KNOWN = Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2").state
UNSEEN = [3, 2, 2, 2, 1]
"""What the deck still has besides HIDDEN's board and its one known hand."""


def tree(
    state: State,
    worlds: Worlds,
    phase: int,
    seat: int,
    bids_made: int,
    past_plays: Sequence[tuple[Any, Any]] = (),
    objective: int = 1,
    **factors: Any,
) -> TreeSearch:
    players = len(state.tricks)
    return TreeSearch(
        state,
        worlds,
        phase,
        seat,
        bids_made,
        -1,
        0,
        past_plays,
        True,
        objective,
        [0] * players,
        **{name: factors.get(name, 1.0) for name in FACTORS},
    )


FACTORS = ("spread", "exploration", "temperature", "keenness")
NO_NUMBERS = [None, "1", True, [1.0], 1j]
NOT_FINITE = [float("nan"), float("inf"), -float("inf"), 10**400, -1, -1e-300]
TOO_NEAR_TO_0 = [0, 0.0, 1e-300]


@pytest.mark.parametrize("kind", [Geometry, Worlds, TreeSearch, Search])
def test_no_object_without_its_arguments(kind: Callable[..., Any]) -> None:
    with pytest.raises(TypeError):
        kind.__new__(kind)  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["legal", "scores", "perft"])
def test_a_state_without_its_arguments_answers_with_an_error(name: str) -> None:
    with pytest.raises((AttributeError, TypeError)):
        getattr(State.__new__(State), name)(*([1] if name == "perft" else []))


def test_a_state_does_not_change() -> None:
    with pytest.raises(TypeError):
        KNOWN.__init__(KNOWN.geometry, [0, 0], 0, [[1] * 5] * 2, [15] * 2, [0] * 2, [0] * 2, 0, [], 4)  # type: ignore[misc]
    assert KNOWN.tricks == (3, 3)


@pytest.mark.parametrize(("phase", "bids_made"), [(1, 0), (1, 2), (0, 0)])
def test_a_tree_search_for_a_phase_that_is_not_now(phase: int, bids_made: int) -> None:
    with pytest.raises(ValueError, match="phase"):
        tree(HIDDEN, Worlds(UNSEEN, [(1, 3)]), phase, 0, bids_made)


def test_a_tree_search_for_a_hand_without_a_card() -> None:
    with pytest.raises(ValueError, match="worlds"):
        tree(HIDDEN, Worlds(UNSEEN, [(1, 0)]), 2, 0, 0)


OTHERS_TURN = Position.parse("....B/ABBAA/A.BBA/#A##B 234/??? RBYG/RYG 3/3 - B 2/?").state
WIDER = Position.parse(
    "....../....../....../...... ?????????/?????????/111222333 RBYG/RBYG/RBYG 0/0/0 1/1/1 A ?/?/4"
).state


@pytest.mark.parametrize(
    ("past_plays", "error"),
    [
        ([(OTHERS_TURN, 20)], ValueError),
        ([(OTHERS_TURN, -1)], ValueError),
        ([(OTHERS_TURN, "5Y")], TypeError),
        ([(HIDDEN, 0)], ValueError),  # the adviser's own
        ([(KNOWN, 0)], ValueError),
        ([(WIDER, 0)], ValueError),
        ([(None, 0)], TypeError),
        ([("5Y", 0)], TypeError),
        ([(OTHERS_TURN, 0)] * 36, ValueError),
    ],
)
def test_past_plays_that_no_round_can_have(
    past_plays: Sequence[tuple[Any, Any]], error: type[Exception]
) -> None:
    with pytest.raises(error):
        tree(HIDDEN, Worlds(UNSEEN, [(1, 3)]), 2, 0, 0, past_plays)


@pytest.mark.parametrize("cell", range(20))
def test_past_plays_of_more_cards_than_there_are(cell: int) -> None:
    search = tree(HIDDEN, Worlds(UNSEEN, [(1, 3)]), 2, 0, 0, [(OTHERS_TURN, cell)] * 35)
    assert 0 <= search.weight([(1, 1, 1, 0, 0)]) < 1e-9
    assert search.run(100, 1, 0, 0.0, 102) == (0, [])  # no deal fits them


@pytest.mark.parametrize("objective", [0, 1, 2])
@pytest.mark.parametrize("name", FACTORS)
def test_factors_that_no_tree_search_can_have(name: str, objective: int) -> None:
    def search(value: object) -> TreeSearch:
        return tree(HIDDEN, Worlds(UNSEEN, [(1, 3)]), 2, 0, 0, objective=objective, **{name: value})

    for value in NO_NUMBERS:
        with pytest.raises(TypeError, match=name):
            search(value)
    for value in NOT_FINITE + [value for value in TOO_NEAR_TO_0 if name != "keenness"]:
        with pytest.raises(ValueError, match=name):
            search(value)
    for value in (1, 1e-6, 1e6, *([0, 1e-300] if name == "keenness" else [])):
        assert search(value).run(100, 1, 0, 0.0, 102)[0] == 100


def test_seconds_that_no_run_can_have() -> None:
    search: Any = tree(HIDDEN, Worlds(UNSEEN, [(1, 3)]), 2, 0, 0)
    for seconds in NO_NUMBERS:
        with pytest.raises(TypeError, match="seconds"):
            search.run(100, 1, 0, seconds, 102)
    for seconds in NOT_FINITE:
        with pytest.raises(ValueError, match="seconds"):
            search.run(100, 1, 0, seconds, 102)


def test_temperatures_that_no_round_can_have() -> None:
    for temperature in (value for value in NO_NUMBERS if value is not None):
        with pytest.raises(TypeError, match="temperature"):
            rounds(KNOWN.geometry, 10, 1, temperature)  # type: ignore[arg-type]
    for temperature in [*NOT_FINITE, 1e-300]:
        with pytest.raises(ValueError, match="temperature"):
            rounds(KNOWN.geometry, 10, 1, temperature)


def test_rounds_need_a_board() -> None:
    with pytest.raises(TypeError):
        rounds(None, 10, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_search_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        Search(64).paranoid(KNOWN, seat, True)


def test_helpers_do_nothing_without_a_search() -> None:
    search: Any = Search(64)
    search._help(KNOWN, 99, True, 63, 1)
    search._help_maxn(KNOWN, True, False, 63, 1)


class Pretender(int):
    """A number that says it lies between any other two."""

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __lt__ = __gt__ = __le__


class FloatPretender(float):
    __le__ = __ge__ = __lt__ = __gt__ = Pretender.__le__  # type: ignore[assignment]


FAR = Pretender(10**9)
PRETENDED: dict[str, Callable[[], Any]] = {
    "group": lambda: KNOWN.group(FAR),
    "play": lambda: KNOWN.play(FAR),
    "perft": lambda: KNOWN.perft(FAR),
    "paranoid, seat": lambda: Search(64).paranoid(KNOWN, FAR, True),
    "paranoid, guess": lambda: Search(64).paranoid(KNOWN, 0, True, guess=FAR),
    "paranoid, nodes": lambda: Search(64).paranoid(KNOWN, 0, True, max_nodes=Pretender(-1)),
    "paranoid, seconds": lambda: Search(64).paranoid(KNOWN, 0, True, time_limit=FloatPretender("nan")),
    "maxn, seat": lambda: Search(64).maxn(KNOWN, True, seat=FAR),
    "maxn, switches": lambda: Search(64).maxn(KNOWN, True, switches=FAR),
    "table": lambda: Search(Pretender(-64)),
    "threads": lambda: Search(64, FAR),
    "unseen cards": lambda: Worlds((Pretender(200),) * 5, [(1, 3)]),
    "hidden seat": lambda: Worlds((5,) * 5, [(FAR, 3)]),
    "hidden cards": lambda: Worlds((5,) * 5, [(1, FAR)]),
    "worlds": lambda: Worlds((5,) * 5, [(1, 3)]).sample(Pretender(-1), 1),
    "phase": lambda: tree(HIDDEN, Worlds((2, 2, 2, 2, 2), [(1, 3)]), FAR, 0, 0),
    "seat": lambda: tree(HIDDEN, Worlds((2, 2, 2, 2, 2), [(1, 3)]), 2, FAR, 0),
    "descents": lambda: tree(HIDDEN, Worlds((2, 2, 2, 2, 2), [(1, 3)]), 2, 0, 0).run(1, 1, 0, 0.0, FAR),
    "factor": lambda: tree(HIDDEN, Worlds((2,) * 5, [(1, 3)]), 2, 0, 0, spread=FloatPretender("nan")),
    "tokens": lambda: State(KNOWN.geometry, (FAR, 0), 0, [[0] * 5] * 2, (15, 15), (0, 0), (0, 0), 0, (), 8),
}


@pytest.mark.parametrize("name", PRETENDED)
def test_a_number_is_compared_in_c(name: str) -> None:
    with pytest.raises(ValueError, match=r"is not between|cards"):
        PRETENDED[name]()


@pytest.mark.parametrize("kind", [Geometry, State, Search, Worlds, TreeSearch])
def test_nobody_else_says_what_an_object_of_the_core_is(kind: type) -> None:
    with pytest.raises(TypeError):
        type("Own", (kind,), {"over": False})


def test_worlds_with_a_seat_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        Worlds((5,) * 5, [(1, 3), (1, 3)])


def test_more_hidden_discards_than_cards_for_them() -> None:
    with pytest.raises(ValueError, match="hidden_discards"):
        TreeSearch(HIDDEN, Worlds((1, 1, 1, 0, 0), [(1, 3)]), 2, 0, 0, -1, 2, (), True, 1, (0, 0), 1, 1, 1, 1)


OPEN = Position.parse(
    "....../....../....../...... ?????????/111223344/????????? RBYG/RBYG/RBYG 0/0/0 1/1/1 A"
).state


@pytest.mark.parametrize("bids_made", [1, 2, 3])
def test_bids_before_the_discards(bids_made: int) -> None:
    with pytest.raises(ValueError, match="bids_made"):
        tree(OPEN, Worlds([4] * 6, [(0, 9), (2, 9)]), 0, 1, bids_made)


def test_a_known_hand_without_a_card_before_the_plays() -> None:
    hands = [None, (3, 2, 2, 2, 0, 0), (0,) * 6]
    state = State(OPEN.geometry, (0,) * 3, 0, hands, (15,) * 3, (0,) * 3, (1,) * 3, 0, (), 8)
    for phase in (0, 1):
        with pytest.raises(ValueError, match="no card"):
            tree(state, Worlds([4] * 6, [(0, 9)]), phase, 1, 0)


def test_more_groups_than_a_round_has_tricks() -> None:
    """No round leads there, but a State may be made so."""
    board = sum(1 << cell for cell in range(36) if (cell >> 2 ^ cell) & 1)
    hands = [(1,) * 9] * 5
    geometry = Position.parse(
        "........./........./........./......... 12345678/12345678/12345679/12345689/12345799 "
        "RBYG/RBYG/RBYG/RBYG/RBYG 0/0/0/0/0 1/2/3/1/2 A"
    ).state.geometry
    state = State(geometry, (board, 0, 0, 0, 0), 0, hands, (15,) * 5, (0,) * 5, (3,) * 5, 0, (), 3)
    assert [cell for cell, _ in play_merits(state)] == list(state.legal())
    assert [cell for cell, *_ in play_properties(state)] == list(state.legal())


@pytest.mark.parametrize("function", [play_merits, play_properties])
def test_no_merits_without_the_hand_of_the_seat_to_play(function: Callable[..., Any]) -> None:
    hidden = Position.parse("....B/ABBAA/A.BBA/#A##B ???/114 RBYG/RYG 3/3 - A ?/2").state
    with pytest.raises(ValueError, match="hands"):
        function(hidden)


@pytest.mark.parametrize(
    "hands",
    [
        [(1, 1, 0, 0, 0)],
        [(1, 1, 1, 1, 0)],
        [(0, 0, 0, 0, 0)],
        [(6, 0, 0, 0, 0)],
        [(1, 1, 1)],
        [(1, 1, 1, 0, 0), (0, 0, 0, 0, 0)],
        [],
    ],
)
def test_hands_that_are_none_of_the_worlds_have_no_weight(hands: list[tuple[int, ...]]) -> None:
    search = tree(HIDDEN, Worlds([2, 1, 1, 1, 1], [(1, 3)]), 2, 0, 0)
    for weigh in (search.weight, search.plausibility):
        with pytest.raises(ValueError, match="hand"):
            weigh(hands)


def test_no_rank_has_more_cards_than_the_deck() -> None:
    """B's tokens and A's hand hold some of each rank; all five of it cannot be unseen as well."""
    with pytest.raises(ValueError, match="cards of one rank"):
        tree(HIDDEN, Worlds([5] * 5, [(1, 3)]), 2, 0, 0)


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("model", ["paranoid", "maxn"])
def test_plays_are_told_only_if_asked_for(model: str, every: bool) -> None:
    search = Search(1 << 16)
    found = search.maxn(KNOWN, True, every) if model == "maxn" else search.paranoid(KNOWN, 0, True, every)
    assert [entry[0] for entry in found.plays] == (KNOWN.legal() if every else [])
