"""The rules clause by clause, on states made of strings and tuples.

A play is a string, rank then declared colour: "5Y". A seat is a number, 0 for A. A cell is a pair
(colour, rank). Clause ids (R5.3, N2, ...) are those of the rules and of the notation.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeVar

COLOURS = "RBYG"
SEATS = "ABCDE"
NEUTRAL = "#"
EMPTY = "."
COPIES = 5  # R1: cards of each rank

# R1, by number of players.
RANKS = {2: 5, 3: 6, 4: 8, 5: 9}
DEALT = {2: 10, 3: 10, 4: 10, 5: 9}
TRICKS = {2: 8, 3: 8, 4: 8, 5: 7}
BIDS: dict[int, tuple[int, ...]] = {2: (), 3: (1, 3, 4), 4: (1, 2, 3), 5: (1, 2, 3)}
LEFT_OVER = {2: 5, 3: 0, 4: 0, 5: 0}
TURNED_UP = 3  # R4.2

T = TypeVar("T")
Cell = tuple[str, int]
Layout = tuple[tuple[str, tuple[int, ...]], ...]  # N4: rows from the top, each colour and ranks
Hand = tuple[int, ...]  # ranks in ascending order; 0 for every card of an unknown hand
UNKNOWN = 0


class State(NamedTuple):
    """One moment of a round. `board` has the rows R, B, Y, G, ranks ascending, as in N2."""

    board: tuple[str, ...]
    hands: tuple[Hand, ...]
    markers: tuple[str, ...]  # per seat, the colours whose marker is still there
    tricks: tuple[int, ...]
    bids: tuple[int | None, ...]  # None while not bid; always with two players
    leader: int
    trick: tuple[str, ...]  # the plays of the trick in progress
    discards: tuple[int | None, ...]  # a rank, UNKNOWN, or None while not discarded
    layout: Layout


def default_layout(players: int) -> Layout:
    """R2: rows R, B, Y, G, ranks ascending."""
    return tuple((colour, tuple(range(1, RANKS[players] + 1))) for colour in COLOURS)


@cache
def neighbours(layout: Layout) -> dict[Cell, tuple[Cell, ...]]:
    """R2: cells next to each other in a row or in a column; no wrap-around, no diagonal."""
    grid = [[(colour, rank) for rank in ranks] for colour, ranks in layout]
    found = {}
    for y, row in enumerate(grid):
        for x, cell in enumerate(row):
            around = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
            found[cell] = tuple(grid[j][i] for j, i in around if 0 <= j < len(grid) and 0 <= i < len(row))
    return found


def token(state: State, colour: str, rank: int) -> str:
    return state.board[COLOURS.index(colour)][rank - 1]


def place_token(board: tuple[str, ...], colour: str, rank: int, owner: str) -> tuple[str, ...]:
    y = COLOURS.index(colour)
    row = board[y][: rank - 1] + owner + board[y][rank:]
    return replaced(board, y, row)


def replaced(entries: tuple[T, ...], at: int, new: T) -> tuple[T, ...]:
    return (*entries[:at], new, *entries[at + 1 :])


def canonical(play: str) -> tuple[int, int]:
    """Sort key of the canonical order (N3): rank ascending, then R, B, Y, G."""
    return int(play[0]), COLOURS.index(play[1])


# Preparation (R4)


def turn_up(players: int, ranks: Hand) -> tuple[str, ...]:
    """R4.2: the board with a neutral token for each turned-up card: green first, then yellow, then blue."""
    board: tuple[str, ...] = (EMPTY * RANKS[players],) * 4
    seen: list[int] = []
    for rank in ranks:
        board = place_token(board, "GYB"[seen.count(rank)], rank, NEUTRAL)
        seen.append(rank)
    return board


def start(hands: tuple[Hand, ...], turned_up: Hand, start_seat: int, layout: Layout | None = None) -> State:
    """A round after the deal, before the discard (R4.1, R4.2)."""
    players = len(hands)
    return State(
        board=turn_up(players, turned_up),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        markers=(COLOURS,) * players,  # R3
        tricks=(0,) * players,
        bids=(None,) * players,
        leader=start_seat,
        trick=(),
        discards=(None,) * players,
        layout=layout or default_layout(players),
    )


def discard(state: State, ranks: tuple[int, ...]) -> State:
    """R4.3: every seat puts one card face down, all at once."""
    assert phase(state) == "discard"
    hands = tuple(without(hand, rank) for hand, rank in zip(state.hands, ranks, strict=True))
    return state._replace(hands=hands, discards=ranks)


def bidder(state: State) -> int:
    """R4.4: the seat whose turn to bid it is: from the start seat clockwise."""
    players = len(state.hands)
    return (state.leader + sum(bid is not None for bid in state.bids)) % players


def bid(state: State, number: int) -> State:
    """R4.4."""
    assert phase(state) == "bid"
    assert number in BIDS[len(state.hands)]
    seat = bidder(state)
    return state._replace(bids=replaced(state.bids, seat, number))


def phase(state: State) -> str:
    """N2: "discard", "bid", "play" or "over"."""
    players = len(state.hands)
    if all(set(row) <= {EMPTY, NEUTRAL} for row in state.board) and len(state.hands[0]) == DEALT[players]:
        return "discard"
    if players > 2 and None in state.bids:
        return "bid"
    return "over" if is_over(state) else "play"


# Plays (R5)


def without(hand: Hand, rank: int) -> Hand:
    at = hand.index(rank)
    return hand[:at] + hand[at + 1 :]


def to_play(state: State) -> int:
    """R6.1: clockwise from the leader."""
    return (state.leader + len(state.trick)) % len(state.hands)


def red_is_open(state: State) -> bool:
    """R5.3: some player's token lies on the red row; a neutral one is nobody's."""
    return any(owner in SEATS for owner in state.board[COLOURS.index("R")])


def all_cards_played(state: State) -> bool:
    """R6.4: one card is left in every hand and no trick is in progress."""
    return not state.trick and all(len(hand) == 1 for hand in state.hands)


def legal_plays(state: State) -> list[str]:
    """The legal plays of the seat to play in canonical order; none when the round is over (R5.1 to R5.4)."""
    if all_cards_played(state):
        return []
    seat = to_play(state)
    plays = [
        f"{rank}{colour}"
        for rank in sorted(set(state.hands[seat]))
        for colour in COLOURS
        if token(state, colour, rank) == EMPTY and colour in state.markers[seat]  # R5.1, R5.2
    ]
    if not state.trick and not red_is_open(state):  # R5.3
        plays = [play for play in plays if play[1] != "R"] or plays
    return plays


def trick_winner(state: State) -> int:
    """R6.2: the highest red, otherwise the highest card of the led colour."""
    reds = [play for play in state.trick if play[1] == "R"]
    contenders = reds or [play for play in state.trick if play[1] == state.trick[0][1]]
    best = max(contenders, key=lambda play: int(play[0]))
    return (state.leader + state.trick.index(best)) % len(state.hands)


def play(state: State, what: str) -> State:
    """The state after a legal play (R5.5, R5.6, R6.1 to R6.3)."""
    assert what in legal_plays(state)
    return place_card(state, what)


def place_card(state: State, what: str) -> State:
    """As `play`, for a caller that took the play from `legal_plays`."""
    seat = to_play(state)
    rank, colour = int(what[0]), what[1]
    hands = replaced(state.hands, seat, without(state.hands[seat], rank))
    markers = state.markers
    if state.trick and colour != state.trick[0][1]:  # R5.5
        kept = markers[seat].replace(state.trick[0][1], "")
        markers = replaced(markers, seat, kept)
    after = state._replace(
        board=place_token(state.board, colour, rank, SEATS[seat]),
        hands=hands,
        markers=markers,
        trick=(*state.trick, what),
    )
    if len(after.trick) < len(hands):
        return after
    winner = trick_winner(after)
    tricks = replaced(after.tricks, winner, after.tricks[winner] + 1)
    return after._replace(tricks=tricks, leader=winner, trick=())


# The end of a round (R7, R8)


def paradox(state: State) -> int | None:
    """R7.1: the seat whose turn it is and that has no legal play before the round has ended."""
    return to_play(state) if not all_cards_played(state) and not legal_plays(state) else None


def is_over(state: State) -> bool:
    return not legal_plays(state)


def largest_group(state: State, seat: int) -> int:
    """R8.3: the size of the largest group of orthogonally connected tokens of the seat."""
    around = neighbours(state.layout)
    own = {cell for cell in around if token(state, *cell) == SEATS[seat]}
    largest = 0
    while own:
        group, border = 0, [own.pop()]
        while border:
            group += 1
            for cell in around[border.pop()]:
                if cell in own:
                    own.remove(cell)
                    border.append(cell)
        largest = max(largest, group)
    return largest


def earns_bonus(state: State, seat: int) -> bool:
    """R8.3 and R8.4."""
    if len(state.hands) == 2:
        return state.tricks[seat] <= 4
    return state.tricks[seat] == state.bids[seat]


def scores(state: State) -> tuple[int, ...]:
    """R8: the points of every seat when the round is over."""
    stuck = paradox(state)
    assert is_over(state)
    points = []
    for seat, tricks in enumerate(state.tricks):
        if seat == stuck:
            points.append(-tricks)  # R8.2
        elif earns_bonus(state, seat):
            points.append(tricks + largest_group(state, seat))
        else:
            points.append(tricks)
    return tuple(points)


def match_winners(rounds: list[tuple[int, ...]]) -> list[int]:
    """R9.2: the highest total; of tied seats the highest score in the last round; still tied: shared."""
    totals = [sum(column) for column in zip(*rounds, strict=True)]
    first = [seat for seat, total in enumerate(totals) if total == max(totals)]
    best_last = max(rounds[-1][seat] for seat in first)
    return [seat for seat in first if rounds[-1][seat] == best_last]
