"""`catbox apply`: the position after some plays."""

import click

from catbox.cli.lines import answer_each
from catbox.cli.options import json_option, layout_option, position_argument
from catbox.cli.output import Output, encode
from catbox.cli.positions import position_reader


@click.command()
@position_argument
@click.argument("plays", metavar="[PLAY]...", nargs=-1)
@layout_option
@json_option
def command(position: str, plays: tuple[str, ...], layout: str | None, as_json: bool) -> int:
    """Print the position after the plays given.

    A play is a rank and a colour (5Y). In the bid phase it is one bid, in the discard phase the discards of
    all seats (1/2/6). Without any, the position is printed as it is, with single blanks, and with the seventh
    field before the discards too.

    \b
    Examples:
      catbox apply "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A" 4R 1R
      catbox deal --players 2 --seed 1 | catbox apply - 1/2
    """
    read = position_reader(layout, plays)

    def answer(line: str) -> str:
        found = read(line)
        for play in plays:
            found = found.apply(play)
        if as_json:
            return encode(
                {
                    "position": found.format(),
                    "over": found.is_over,
                    "paradox": found.paradox,
                    "scores": found.scores() if found.is_over else None,
                }
            )
        return found.format()

    return answer_each(position, answer, Output(as_json))
