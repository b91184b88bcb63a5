"""The components of a round for each number of players (R1), and the names of seats and colours."""

from __future__ import annotations

from typing import NamedTuple

from catbox.errors import InputError, quoted

SEATS = "ABCDE"
"""The letters of the seats, clockwise."""

COLOURS = "RBYG"
"""The colours from the top row of the board down (R2), also their canonical order (N3). Red is trump."""

COLOUR_NAMES = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}

COPIES = 5
"""Cards of each rank in the deck (R1)."""

TURNED_UP = 3
"""Left-over cards turned up with two players, each shown by a neutral token (R4.2)."""

MOST_TRICKS_FOR_BONUS = 4
"""With two players, who do not bid, the most tricks that earn the bonus (R8.4)."""


def seat_index(seat: str, players: int, field: str) -> int:
    """The number of a seat, A = 0; InputError at `field` unless it is one of so many players' seats.

    >>> seat_index("B", 3, "seat")
    1
    """
    seats = SEATS[:players]
    if seat not in (*seats,):
        raise InputError(field, f"the seats are {', '.join(seats)}, not {quoted(str(seat))}")
    return seats.index(seat)


class RoundRules(NamedTuple):
    """One row of table R1."""

    players: int
    ranks: int
    """The deck has the ranks 1 to `ranks`, `COPIES` cards of each."""
    dealt: int
    """Cards dealt to each seat."""
    after_discard: int
    tricks: int
    bids: tuple[int, ...]
    """The numbers a seat may bid; none with two players."""

    def earns_bonus(self, tricks: int, bid: int) -> bool:
        """Whether so many tricks earn a seat the bonus, if it causes no paradox (R8.2 to R8.4).

        bid: does not matter with two players.
        """
        return tricks == bid if self.bids else tricks <= MOST_TRICKS_FOR_BONUS


ROUNDS = {
    2: RoundRules(players=2, ranks=5, dealt=10, after_discard=9, tricks=8, bids=()),
    3: RoundRules(players=3, ranks=6, dealt=10, after_discard=9, tricks=8, bids=(1, 3, 4)),
    4: RoundRules(players=4, ranks=8, dealt=10, after_discard=9, tricks=8, bids=(1, 2, 3)),
    5: RoundRules(players=5, ranks=9, dealt=9, after_discard=8, tricks=7, bids=(1, 2, 3)),
}
"""Table R1: the rules of a round by number of players."""


def round_rules(players: int) -> RoundRules:
    """The row of table R1 for a number of players; ValueError if the game is not for so many.

    >>> round_rules(3).bids
    (1, 3, 4)
    """
    if type(players) is not int or players not in ROUNDS:
        raise ValueError(f"the game is for 2 to 5 players, not {players!r:.40}")
    return ROUNDS[players]
