"""`catbox moves`: what may be played, bid or discarded, or how the round ended."""

import click

from catbox.cli.lines import STANDARD_INPUT, answer_each
from catbox.cli.options import json_option, layout_option, position_argument
from catbox.cli.output import Output, beneath, encode
from catbox.cli.positions import position_reader
from catbox.position import Position
from catbox.rules import SEATS
from catbox.wording import of_seats


@click.command()
@position_argument
@layout_option
@json_option
def command(position: str, layout: str | None, as_json: bool) -> int:
    """List the legal plays, or say how the round ended.

    In the bid phase these are bids. In the discard phase they are the ranks of the hands, by seat, since each
    discards one of its own.

    \b
    Examples:
      catbox moves "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"
      catbox deal --players 3 --plies 10 --count 5 | catbox moves --json -
    """
    read = position_reader(layout)

    def answer(line: str) -> str:
        found = read(line)
        if as_json:
            return encode(
                {
                    "position": found.format(),
                    "phase": found.phase,
                    "to_play": found.to_play,
                    "plays": found.choices(),
                    "plays_by_seat": by_seat(found) if found.phase == "discard" else None,
                    "over": found.is_over,
                    "paradox": found.paradox,
                    "scores": found.scores() if found.is_over else None,
                }
            )
        said = as_text(found)
        return beneath(found.format(), said) if position == STANDARD_INPUT else said

    return answer_each(position, answer, Output(as_json))


def by_seat(position: Position) -> list[list[str]]:
    """The ranks that each seat may discard, from A on."""
    return [list(map(str, position.legal_discards(seat))) for seat in SEATS[: position.players]]


def as_text(position: Position) -> str:
    """What may be done, or how the round ended."""
    if position.is_over:
        return ending(position)
    if position.phase == "discard":
        lines = ["each seat discards one card of its hand, all at once"]
        for seat, hand, ranks in zip(SEATS, position.fields.hands, by_seat(position), strict=False):
            may = "may hold" if hand is None else "may discard"
            lines.append(f"  {seat} {may}: {' '.join(ranks)}")
        return "\n".join(lines)
    verb = "bid" if position.phase == "bid" else "play"
    return f"{position.to_play} may {verb}: {' '.join(position.choices())}"


def ending(position: Position) -> str:
    """How a round that is over ended, and its scores."""
    scores = of_seats(position.scores())
    why = (
        f"{position.paradox} has no legal play, a paradox" if position.paradox else "the last trick is played"
    )
    return f"over: {why}; scores {scores}"
