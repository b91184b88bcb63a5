"""A position as a picture for web pages and notebooks: one SVG that needs nothing from outside."""

from __future__ import annotations

import zlib
from html import escape
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
from catbox.rules import COLOUR_NAMES, COLOURS, SEATS
from catbox.wording import counted

if TYPE_CHECKING:
    from catbox.position import Position

# Sizes in user units, which are pixels unless the page scales the picture.
CELL = 54
MARGIN = 20
ROW_LABEL = 34
ROW_GAP = 8
TITLE = 50
PANEL = 372  # width of the column of seats
PANEL_GAP = 28
SEAT = 78  # height of a seat's panel, more if the board leaves room
NOTE = 34
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"

INK, QUIET, LINE, PAPER = "#1f2430", "#6a7180", "#d5d9e0", "#ffffff"
SOLID = {"R": "#c8322d", "B": "#2560c9", "Y": "#e3b505", "G": "#2b8a3e"}
TINT = {"R": "#fbe4e2", "B": "#e3ecfb", "Y": "#fcf4d3", "G": "#e1f3e5"}
ON_SOLID = {"R": "#ffffff", "B": "#ffffff", "Y": "#1f2430", "G": "#ffffff"}
SEAT_FILL = {"A": "#d9730d", "B": "#0f8b8d", "C": "#8a3fc4", "D": "#4a5364", "E": "#a1465f", "#": "#b4bac4"}


def draw(position: Position) -> str:
    """The board, hands, markers, tricks, bids, trick in progress and known discards as the text of an SVG.

    Seats are told apart by letter as well as colour. Title and description say the same in words for those
    who cannot see the picture; ids are derived from the position, so several pictures may share a page.
    """
    board_width = ROW_LABEL + CELL * len(position.board[0])
    board_height = len(COLOURS) * (CELL + ROW_GAP)
    seat_height = max(SEAT, board_height / position.players)
    under_board = NOTE if position.trick else 0
    body = max(board_height + under_board, seat_height * position.players)
    width = MARGIN + board_width + PANEL_GAP + PANEL + MARGIN
    height = TITLE + body + MARGIN - ROW_GAP
    key = f"catbox-{zlib.crc32(position.format().encode('ascii')):08x}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-labelledby="{key}-title {key}-desc" font-family="{FONT}">',
        f'<title id="{key}-title">{escape(headline(position))}</title>',
        f'<desc id="{key}-desc">{escape(_description(position))}</desc>',
        f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{PAPER}"/>',
        _text(MARGIN, 32, headline(position), 17, weight=600),
        _board(position, MARGIN, TITLE),
        _seats(position, MARGIN + board_width + PANEL_GAP, TITLE, seat_height),
        *([_trick_line(position, MARGIN, TITLE + board_height + NOTE / 2)] if position.trick else []),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(
    x: float, y: float, text: str, size: float, fill: str = INK, anchor: str = "start", weight: int = 400
) -> str:
    """One line of text with its baseline at `y`."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )


def _token(x: float, y: float, radius: float, seat: str) -> str:
    """A seat's token, or a neutral one, around the centre (x, y)."""
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{SEAT_FILL[seat]}"/>'
    if seat == "#":
        arm = radius * 0.4
        cross = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
        return (
            disc
            + f'<path d="{cross}" stroke="{PAPER}" stroke-width="{radius / 5:g}" stroke-linecap="round"/>'
        )
    return disc + _text(x, y + radius * 0.4, seat, radius * 1.1, "#ffffff", "middle", 700)


def _chip(x: float, y: float, play: str) -> str:
    """A play as a small card in the colour it declares, its left edge at `x` and its middle at `y`."""
    return f'<rect x="{x:g}" y="{y - 12:g}" width="34" height="24" rx="5" fill="{SOLID[play[1]]}"/>' + _text(
        x + 17, y + 5.5, play, 15, ON_SOLID[play[1]], "middle", 700
    )


def _board(position: Position, left: float, top: float) -> str:
    """The rows of the layout; a cell shows its rank until a token covers it, then in its corner."""
    placed = tokens(position)
    in_trick = cells_in_trick(position)
    width = CELL * len(position.board[0])
    parts = []
    for row, (colour, ranks) in enumerate(position.layout.rows):
        y = top + row * (CELL + ROW_GAP)
        parts.append(
            f'<rect x="{left:g}" y="{y:g}" width="{ROW_LABEL + width:g}" height="{CELL}" rx="8" '
            f'fill="{SOLID[colour]}"/>'
        )
        parts.append(
            _text(left + ROW_LABEL / 2, y + CELL / 2 + 6.5, colour, 18, ON_SOLID[colour], "middle", 700)
        )
        for column, rank in enumerate(ranks):
            x = left + ROW_LABEL + column * CELL
            token = placed.get((colour, rank))
            parts.append(
                f'<rect x="{x + 2:g}" y="{y + 3:g}" width="{CELL - 5}" height="{CELL - 6}" rx="6" '
                f'fill="{TINT[colour]}"/>'
            )
            middle_x, middle_y = x + CELL / 2 - 0.5, y + CELL / 2
            if token is None:
                parts.append(_text(middle_x, middle_y + 7, str(rank), 20, QUIET, "middle"))
                continue
            radius = 17
            if (colour, rank) in in_trick:
                radius = 15
                parts.append(
                    f'<circle cx="{middle_x + 3:g}" cy="{middle_y + 3:g}" r="18" fill="none" '
                    f'stroke="{INK}" stroke-width="2.5"/>'
                )
            parts.append(_token(middle_x + 3, middle_y + 3, radius, token))
            parts.append(_text(x + 5, y + 15, str(rank), 12, QUIET, weight=600))
    return "\n".join(parts)


def _seats(position: Position, left: float, top: float, height: float) -> str:
    """A panel a seat: hand, markers, and the numbers that make up its score."""
    scores = position.scores() if position.is_over else None
    sizes = groups(position)
    parts = []
    for number, hand in enumerate(position.hands):
        seat, y = SEATS[number], top + number * height
        to_play = seat == seat_to_act(position)
        parts.append(
            f'<rect x="{left + 1:g}" y="{y + 1:g}" width="{PANEL - 2}" height="{height - 10:g}" rx="8" '
            f'fill="{"#f3f5f9" if to_play else PAPER}" stroke="{SEAT_FILL[seat] if to_play else LINE}" '
            f'stroke-width="{2.5 if to_play else 1}"/>'
        )
        centre = y + height / 2 - 4
        upper, lower = centre - 12, centre + 15
        parts.append(_token(left + 28, centre, 17, seat))
        for place, rank in enumerate(hand):
            x = left + 58 + place * 19.5
            parts.append(
                f'<rect x="{x:g}" y="{upper - 12:g}" width="17" height="24" rx="3" fill="{PAPER}" '
                f'stroke="{QUIET}"/>'
            )
            parts.append(_text(x + 8.5, upper + 5, rank, 14, INK, "middle", 600))
        for place, colour in enumerate(COLOURS):
            parts.append(
                _marker(left + PANEL - 98 + place * 24, upper, colour, colour in position.markers[number])
            )
        parts.append(
            _text(left + 58, lower + 5, _numbers(position, number, sizes[number], scores), 14, QUIET)
        )
    return "\n".join(parts)


def _marker(x: float, y: float, colour: str, there: bool) -> str:
    """A colour marker; a removed one reveals an X (R3)."""
    if there:
        return f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{SOLID[colour]}"/>' + _text(
            x, y + 4.5, colour, 12, ON_SOLID[colour], "middle", 700
        )
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="9.5" fill="{PAPER}" stroke="{LINE}"/>'
        f'<path d="M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8" stroke="{QUIET}" stroke-width="1.8" '
        f'stroke-linecap="round"/>'
    )


def _numbers(position: Position, number: int, group: int, scores: tuple[int, ...] | None) -> str:
    """Tricks, bid, group and score of a seat in words."""
    said = [counted(position.tricks[number], "trick")]
    if position.players > 2:
        bid = position.bids[number]
        said.append("no bid yet" if bid is None else f"bid {bid}")
    said.append(f"group {group}")
    if card := known_discards(position).get(SEATS[number]):
        said.append(f"discarded {card}")
    if scores:
        said.append(f"scores {scores[number]}")
    return " · ".join(said)


def _trick_line(position: Position, left: float, middle: float) -> str:
    """The trick in progress, in the order of play."""
    parts = [_text(left, middle + 5, "Trick", 15, INK, weight=600)]
    x = left + 56
    for seat, play in trick_plays(position):
        parts += [_token(x + 12, middle, 12, seat), _chip(x + 28, middle, play)]
        x += 80
    parts.append(_text(x, middle + 5, trick_outcome(position), 14, QUIET))
    return "\n".join(parts)


def _description(position: Position) -> str:
    """What the picture shows, in sentences."""
    scores = position.scores() if position.is_over else None
    said = []
    for colour, row in zip(COLOURS, position.board, strict=True):
        filled = [
            f"{rank} {'neutral' if token == '#' else token}"
            for rank, token in enumerate(row, 1)
            if token != "."
        ]
        said.append(f"Row {COLOUR_NAMES[colour]}: {', '.join(filled) or 'empty'}.")
    for number, (hand, group) in enumerate(zip(position.hands, groups(position), strict=True)):
        markers = ", ".join(COLOUR_NAMES[colour] for colour in position.markers[number])
        said.append(
            f"Seat {SEATS[number]}: hand {hand}, markers {markers or 'none'}, "
            f"{_numbers(position, number, group, scores).replace(' · ', ', ')}."
        )
    if position.trick:
        listed = ", ".join(f"{seat} {play}" for seat, play in trick_plays(position))
        said.append(f"Trick in progress: {listed}.")
    return " ".join(said)
