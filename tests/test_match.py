"""The result of a match (R9)."""

import pytest

from catbox.match import match_result, start_seats


@pytest.mark.parametrize(
    ("players", "first", "seats"),
    [(2, "A", "AB"), (3, "A", "ABC"), (4, "C", "CDAB"), (5, "E", "EABCD")],
)
def test_each_seat_starts_once_clockwise(players: int, first: str, seats: str) -> None:
    assert start_seats(players, first) == tuple(seats)


@pytest.mark.parametrize(("players", "first"), [(1, "A"), (6, "A"), (3, "D"), (3, ""), (3, "AB"), (3, "a")])
def test_there_are_no_other_starts(players: int, first: str) -> None:
    with pytest.raises(ValueError, match=r"players|seats"):
        start_seats(players, first)


@pytest.mark.parametrize(
    ("rounds", "totals", "winners"),
    [
        ([(5, 8), (2, -3)], (7, 5), ("A",)),
        ([(5, 8), (2, -1)], (7, 7), ("A",)),  # tied; A has more in the last round
        ([(2, 8), (5, -1)], (7, 7), ("A",)),
        ([(4, 4), (3, 3)], (7, 7), ("A", "B")),  # tied in the last round too
        ([(1, 9, 0), (9, 0, 0), (0, 1, 10)], (10, 10, 10), ("C",)),
        ([(1, 9, 0), (9, 1, 0), (5, 5, 9)], (15, 15, 9), ("A", "B")),  # C's last round does not count
        ([(-5, -2, -3), (0, 0, 0), (0, 0, -1)], (-5, -2, -4), ("B",)),
        ([(1, 2, 3, 4)] * 4, (4, 8, 12, 16), ("D",)),
        ([(2, 2, 2, 2, 2)] * 5, (10,) * 5, tuple("ABCDE")),
    ],
)
def test_highest_total_wins_then_the_last_round(
    rounds: list[tuple[int, ...]], totals: tuple[int, ...], winners: tuple[str, ...]
) -> None:
    assert match_result(rounds) == (totals, winners)


@pytest.mark.parametrize("rounds", [[], [(1, 2)], [(1, 2)] * 3, [(1, 2), (1, 2, 3)], [(0,) * 6] * 6])
def test_a_match_has_a_round_for_each_seat(rounds: list[tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match=r"players|scores"):
        match_result(rounds)
