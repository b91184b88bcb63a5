"""`catbox perft`: counts sequences of plays, to check and time the rules."""

import time

import click

from catbox.cli.lines import STANDARD_INPUT, answer_each
from catbox.cli.options import json_option, layout_option, position_argument
from catbox.cli.output import Output, beneath, encode
from catbox.cli.positions import position_reader
from catbox.cli.progress import Progress
from catbox.wording import counted


@click.command()
@position_argument
@click.argument("depth", metavar="DEPTH", type=click.IntRange(0, 64))
@layout_option
@json_option
def command(position: str, depth: int, layout: str | None, as_json: bool) -> int:
    """Count the sequences of DEPTH plays, 0 to 64.

    A sequence that ends earlier counts once; equal cards are one play.

    \b
    Examples:
      catbox perft "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A" 4
      catbox deal --players 2 --plies 6 --count 3 | catbox perft - 5 --json
    """
    read = position_reader(layout)

    def answer(line: str) -> str:
        found = read(line)
        state = found.open_state
        start = time.perf_counter()
        leaves = state.perft(depth)
        seconds = time.perf_counter() - start
        if as_json:
            return encode(
                {"position": found.format(), "depth": depth, "leaves": leaves, "seconds": round(seconds, 7)}
            )
        said = f"{counted(leaves, 'sequence')} of {counted(depth, 'play')} ({seconds:.3f} s)"
        return beneath(found.format(), said) if position == STANDARD_INPUT else said

    with Progress(lambda seconds: f"counting, {seconds:.0f} s") as progress:
        return answer_each(position, answer, Output(as_json, progress=progress))
