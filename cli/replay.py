"""`catbox replay`: checks recorded matches, and shows any moment of them."""

import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from catbox.cli.errors import Refusal, complain, printable
from catbox.cli.files import check_regular, is_open_pipe
from catbox.cli.lines import STANDARD_INPUT, NumberedLines, standard_input
from catbox.cli.options import color_option, json_option
from catbox.cli.output import Output, encode, use_colour, wrapped
from catbox.record import MatchRecord, RecordError, check_record, moments, read_record
from catbox.rendering import terminal
from catbox.wording import counted, of_seats


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--game", type=click.IntRange(min=0), metavar="N", help="Show a moment of this match; the first is 0."
)
@click.option(
    "--round",
    "number",
    type=click.IntRange(1, 5),
    metavar="N",
    help="Its round; the first if left out.",
)
@click.option(
    "--move",
    "moves",
    type=click.IntRange(min=0),
    metavar="N",
    help="After so many moves: 1 for the discards together, 1 for each bid and play; the end if left out.",
)
@click.option("--line", "as_line", is_flag=True, help="The position as a line, for other commands.")
@color_option
@json_option
def command(
    file: str,
    game: int | None,
    number: int | None,
    moves: int | None,
    as_line: bool,
    colour: str,
    as_json: bool,
) -> int:
    """Check a record of playout, or show a moment of it. The FILE - stands for standard input.

    \b
    Examples:
      catbox playout hint:worlds=100 greedy --games 2 --record games.jsonl
      catbox replay games.jsonl
      catbox replay games.jsonl --game 1 --round 2 --move 12
      catbox replay games.jsonl --game 1 --move 12 --line | catbox solve -
    """
    output = Output(as_json)
    if game is not None:
        output.write(moment(file, game, (number or 1) - 1, moves, as_line, colour, as_json))
        return 0
    for option, given in (("--round", number), ("--move", moves), ("--line", as_line or None)):
        if given is not None:
            raise Refusal(option, "it needs --game N, the match to show")
    bad = matches = rounds = 0
    first_lines: dict[tuple[int, int, str | None, frozenset[str]], int] = {}
    for line_number, line in lines_of(file):
        if isinstance(line, Refusal):
            bad += 1
            output.refuse(line_number, line)
            continue
        try:
            record = read_record(line)
            check_record(record)
            run = record.match, record.seed, record.layout, frozenset(record.bots)
            if (first := first_lines.setdefault(run, line_number)) != line_number:
                raise RecordError("match", f"match {record.match} of this run is in line {first} already")
        except RecordError as error:
            bad += 1
            output.refuse(line_number, Refusal(error.field, error.message))
        else:
            matches += 1
            rounds += len(record.rounds)
    if as_json:
        output.write(encode({"file": file, "games": matches, "rounds": rounds, "bad": bad}))
    else:
        said = f"{counted(matches, 'match', 'matches')}, {counted(rounds, 'round')}"
        said += f": {'all' if not bad else 'they'} follow the rules" if matches else ""
        said += f"; {counted(bad, 'line')} refused" if bad else ""
        output.write(wrapped(said))
    return 1 if bad else 0


def lines_of(file: str) -> Iterator[tuple[int, str | Refusal]]:
    """The lines of a record, as `NumberedLines` has them; Refusal at FILE if it cannot be read."""
    with opened(file) as source:
        yield from NumberedLines(source, "FILE", file, remarks=False)


def opened(file: str) -> BinaryIO:
    if file == STANDARD_INPUT:
        return standard_input("FILE")
    if not is_open_pipe(file):
        check_regular(file, "FILE")
    try:
        return open(file, "rb")
    except OSError as error:
        raise Refusal("FILE", f"{file}: {error.strerror}") from error


def moment(
    file: str, game: int, number: int, moves: int | None, as_line: bool, colour: str, as_json: bool
) -> str:
    record = find(file, game)
    if number >= len(record.rounds):
        raise Refusal("--round", f"the match has {counted(len(record.rounds), 'round')}")
    try:
        positions = list(moments(record, number))
    except RecordError as error:
        raise Refusal(error.field, error.message) from error
    played = record.rounds[number].moves()
    index = len(played) if moves is None else moves
    if index > len(played):
        raise Refusal("--move", f"the round has {counted(len(played), 'move')}")
    position = positions[index]
    if as_json:
        return encode(
            {
                "game": game,
                "round": number + 1,
                "move": index,
                "position": position.format(),
                "bots": record.bots,
                "layout": record.layout,
                "next": played[index] if index < len(played) else None,
                "over": position.is_over,
                "paradox": position.paradox if position.phase == "over" else None,
                "scores": position.scores() if position.phase == "over" else None,
            }
        )
    if as_line:
        if record.layout is not None:
            # For the next command the line alone would be a position on the printed board.
            complain(f"Note: for a board of its own; add --layout {printable(record.layout)}", sys.stderr)
        return position.format()
    seats = of_seats(map(printable, record.bots))
    then = f"next {printable(played[index])}" if index < len(played) else "the end"
    head = (
        f"match {game}, round {number + 1}, after {index} of {counted(len(played), 'move')}, {then}; {seats}"
    )
    head += "" if record.layout is None else f"; layout {printable(record.layout)}"
    return f"{wrapped(head)}\n{terminal.draw(position, use_colour(colour))}"


def find(file: str, game: int) -> MatchRecord:
    """The record of the match with this number."""
    for line_number, line in lines_of(file):
        if isinstance(line, Refusal):
            continue
        try:
            source: Any = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(source, dict) and source.get("match") == game:
            try:
                return read_record(line)
            except RecordError as error:
                raise Refusal(error.field, f"{error.message} (line {line_number})") from error
    raise Refusal("--game", f"{file} has no match {game}")
