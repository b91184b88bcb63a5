"""`catbox moves`: what may be played, bid or discarded, or how the round ended."""

import click

from catbox.cli.lines import answer_each
from catbox.cli.options import json_option, layout_option, position_argument
from catbox.cli.output import Output, encode
from catbox.cli.positions import position_reader
from catbox.position import Position


@click.command()
@position_argument
@layout_option
@json_option
def command(position: str, layout: str | None, as_json: bool) -> int:
    """List the legal plays, or say how the round ended.

    In the bid phase these are bids, in the discard phase the ranks of the hands.

    \b
    Examples:
      catbox moves "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"
      catbox deal --players 3 --plies 10 --count 5 | catbox moves --json -
    """
    read = position_reader(layout)

    def answer(line: str) -> str:
        found = read(line)
        plays = found.choices()
        if as_json:
            return encode(
                {
                    "position": found.format(),
                    "phase": found.phase,
                    "to_play": found.to_play,
                    "plays": plays,
                    "over": found.is_over,
                    "paradox": found.paradox,
                    "scores": found.scores() if found.is_over else None,
                }
            )
        return ending(found) if found.is_over else f"{found.to_play} {VERBS[found.phase]}: {' '.join(plays)}"

    return answer_each(position, answer, Output(as_json))


VERBS = {"discard": "and all others may discard", "bid": "may bid", "play": "may play"}


def ending(position: Position) -> str:
    """How a round that is over ended, and its scores."""
    scores = ", ".join(f"{seat} {score}" for seat, score in zip("ABCDE", position.scores(), strict=False))
    why = (
        f"{position.paradox} has no legal play, a paradox" if position.paradox else "the last trick is played"
    )
    return f"over: {why}; scores {scores}"
