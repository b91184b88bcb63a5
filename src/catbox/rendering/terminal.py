"""A position drawn for a terminal: at most 80 columns of ASCII, complete without colour."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from catbox.rendering.summary import (
    cells_in_trick,
    groups,
    headline,
    known_discards,
    seat_to_act,
    tokens,
    trick_outcome,
    trick_plays,
)
from catbox.rules import COLOURS, SEATS

if TYPE_CHECKING:
    from catbox.position import Position

# Select Graphic Rendition codes, from the 256 colours that every terminal of today has. A seat's token is
# black on the seat's own colour; what belongs to a row is in the row's colour.
SEAT_STYLES = {
    "A": "1;38;5;16;48;5;208",
    "B": "1;38;5;16;48;5;80",
    "C": "1;38;5;16;48;5;177",
    "D": "1;38;5;16;48;5;252",
    "E": "1;38;5;16;48;5;143",
    "#": "97;48;5;240",
}
COLOUR_STYLES = {"R": "38;5;203", "B": "38;5;75", "Y": "38;5;178", "G": "38;5;77"}
BOLD, FAINT = "1", "2"


class Painter:
    """Adds styles to text, or leaves it plain."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def paint(self, text: str, style: str) -> str:
        return f"\033[{style}m{text}\033[0m" if self.colour else text

    def play(self, play: str) -> str:
        """A play such as 5Y in the colour it declares."""
        return self.paint(play, COLOUR_STYLES[play[1]])


def draw(position: Position, colour: bool = False) -> str:
    """The board, every seat's hand, markers, tricks and bid, the trick in progress and known discards.

    colour: with escape sequences for colour. The lines are at most 80 columns wide; the last has no line end.
    """
    painter = Painter(colour)
    board, seats = _board(position, painter), _seats(position, painter)
    margin = " " * _board_width(position)
    lines = [painter.paint(headline(position), BOLD), ""]
    lines += [f"{left or margin}  {right or ''}".rstrip() for left, right in zip_longest(board, seats)]
    notes = _notes(position, painter)
    return "\n".join(lines + ([""] if notes else []) + notes)


def _board_width(position: Position) -> int:
    return 3 + 3 * len(position.board[0])


def _board(position: Position, painter: Painter) -> list[str]:
    """The rows of the layout, with the ranks above the first and wherever they change; each line is as wide
    as `_board_width` says, styles aside."""
    placed = tokens(position)
    in_trick = cells_in_trick(position)
    lines = []
    above = None
    for colour, ranks in position.layout.rows:
        if ranks != above:
            lines.append(painter.paint("   " + "".join(f" {rank} " for rank in ranks), FAINT))
            above = ranks
        cells = []
        for rank in ranks:
            token = placed.get((colour, rank))
            left, right = ("[", "]") if (colour, rank) in in_trick else (" ", " ")
            if token is None:
                cells.append(painter.paint(f"{left}.{right}", COLOUR_STYLES[colour]))
            else:
                cells.append(painter.paint(f"{left}{token}{right}", SEAT_STYLES[token]))
        lines.append(painter.paint(f" {colour} ", f"1;{COLOUR_STYLES[colour]}") + "".join(cells))
    return lines


def _seats(position: Position, painter: Painter) -> list[str]:
    """One line a seat under a heading; `>` marks the seat to play."""
    width = max(4, *(len(hand) for hand in position.hands))
    scores = position.scores() if position.is_over else None
    with_bids = position.players > 2
    heading = f"     {'hand':<{width}}  markers  tricks{'  bid' if with_bids else ''}  group"
    lines = [painter.paint(heading + ("  score" if scores else ""), FAINT)]
    for number, (group, hand) in enumerate(zip(groups(position), position.hands, strict=True)):
        seat = SEATS[number]
        markers = position.markers[number]
        shown = " ".join(painter.paint(c, COLOUR_STYLES[c]) if c in markers else "." for c in COLOURS)
        mark = ">" if seat == seat_to_act(position) else " "
        line = f"{mark}{painter.paint(f' {seat} ', SEAT_STYLES[seat])} {hand:<{width}}  {shown}"
        line += f"  {position.tricks[number]:>6}"
        if with_bids:
            bid = position.bids[number]
            line += f"  {'-' if bid is None else bid:>3}"
        line += f"  {group:>5}"
        if scores:
            line += f"  {scores[number]:>5}"
        lines.append(line)
    return lines


def _notes(position: Position, painter: Painter) -> list[str]:
    """The trick in progress and the discards, as far as there are any that are known."""
    notes = []
    plays = trick_plays(position)
    if plays:
        listed = ", ".join(f"{seat} {painter.play(play)}" for seat, play in plays)
        notes.append(f" trick     {listed} ({trick_outcome(position)})")
    if known := known_discards(position):
        notes.append(f" discards  {', '.join(f'{seat} {card}' for seat, card in known.items())}")
    return notes
