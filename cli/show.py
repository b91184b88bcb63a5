"""`catbox show`: a position drawn for a terminal or as a picture."""

from typing import Any

import click

from catbox.cli.errors import Refusal, refusal_of
from catbox.cli.files import check_not_a_named_pipe
from catbox.cli.lines import STANDARD_INPUT, answer_each
from catbox.cli.options import color_option, json_option, layout_option, position_argument
from catbox.cli.output import Output, encode, use_colour
from catbox.cli.positions import position_reader
from catbox.position import Position
from catbox.rendering import svg, terminal
from catbox.rendering.summary import groups


@click.command()
@position_argument
@click.option(
    "--svg",
    "picture",
    metavar="FILE",
    help="Write a picture (SVG) to FILE instead of text; - for standard output.",
)
@layout_option
@color_option
@json_option
def command(position: str, picture: str | None, layout: str | None, colour: str, as_json: bool) -> int:
    """Draw a position for a terminal, or as a picture.

    Board, hands, markers, tricks, bids and the trick in progress. A token shows its seat's letter, # is a
    neutral token, and [A] belongs to the trick in progress.

    \b
    Examples:
      catbox show "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"
      catbox show --svg a.svg "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"
      catbox deal --players 4 --count 3 | catbox show -
    """
    read = position_reader(layout)
    if picture is not None:
        if position == STANDARD_INPUT:
            raise Refusal("--svg", "a picture is of one position, given as an argument, not of -")
        if as_json and picture == "-":
            raise Refusal("--json", "standard output is for the picture; name a file for it")
        output = Output(as_json) if as_json else None
        try:
            found = read(position)
            write_file(picture, svg.draw(found))
        except ValueError as error:
            raise refusal_of(error) from error
        if output is not None:
            output.write(encode(as_object(found)))
        return 0
    output = Output(as_json, apart=True)
    styled = use_colour(colour)

    def answer(line: str) -> str:
        found = read(line)
        return encode(as_object(found)) if as_json else terminal.draw(found, styled)

    return answer_each(position, answer, output)


def write_file(name: str, text: str) -> None:
    """Writes to a file, or to standard output if it is `-`; Refusal at --svg if that cannot be done."""
    if name == "-":
        Output(as_json=False).write_bytes(text.encode())
        return
    check_not_a_named_pipe(name, "--svg")
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refusal("--svg", f"{name}: {error.strerror}") from error


def as_object(position: Position) -> dict[str, Any]:
    """All that the drawing shows."""
    return {
        "position": position.format(),
        "players": position.players,
        "phase": position.phase,
        "to_play": position.to_play,
        "layout": position.layout.format(),
        "board": position.board,
        "hands": position.hands,
        "markers": position.markers,
        "tricks": position.tricks,
        "bids": position.bids,
        "leader": position.leader,
        "trick": [str(play) for play in position.trick],
        "discards": position.discards,
        "groups": groups(position),
        "over": position.is_over,
        "paradox": position.paradox,
        "scores": position.scores() if position.is_over else None,
    }
