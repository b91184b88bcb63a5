"""Positions to answer: one argument, or standard input one a line."""

import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from catbox.cli.errors import Refusal, refusal_of
from catbox.cli.output import Output

STANDARD_INPUT = "-"
LONGEST_LINE = 1 << 20  # bytes; a line of a position needs under 200, so memory stays small whatever is sent


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, str | Refusal]]:
    """The lines that hold something, each with its number in the stream, counted from 1.

    Each is handed out as soon as it is there. Blank lines and lines that start with # are skipped; a line
    that is too long or is not UTF-8 comes as the refusal that says so. LF and CR LF both end a line.
    """
    number = 0
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE)
            yield number, Refusal("line", f"longer than {LONGEST_LINE} bytes")
            continue
        raw = raw.removesuffix(b"\n").removesuffix(b"\r")
        if raw.startswith(b"#") or not raw.strip(b" \t"):
            continue
        try:
            yield number, raw.decode("utf-8")
        except UnicodeDecodeError as error:
            yield (
                number,
                Refusal("line", f"not UTF-8: byte {raw[error.start]:#04x} in column {error.start + 1}"),
            )


def standard_input() -> BinaryIO:
    """Standard input as bytes, with a buffer of its own.

    A thread may be left waiting in a read when the process ends; it must not hold the lock of sys.stdin,
    which the interpreter takes as it closes.
    """
    if sys.stdin is None:
        raise Refusal("POSITION", "standard input is closed")
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except (OSError, ValueError):  # not a file: tests hand in memory
        return sys.stdin.buffer


def answer_each(source: str, answer: Callable[[str], str], output: Output) -> int:
    """Writes the answer to the position `source`, or to each line of standard input if that is `-`.

    answer: takes a line, gives the text or JSON to write; a ValueError or Refusal refuses the line.
    Returns the exit status: 1 if some line of a batch was refused. Raises Refusal for a single position.
    """
    if source != STANDARD_INPUT:
        try:
            output.write(answer(source))
        except ValueError as error:
            raise refusal_of(error) from error
        return 0
    status = 0
    for number, line in numbered_lines(standard_input()):
        if isinstance(line, Refusal):
            output.refuse(number, line)
            status = 1
            continue
        try:
            found = answer(line)
        except (ValueError, Refusal) as error:
            output.refuse(number, refusal_of(error))
            status = 1
        else:
            output.write(found)
    return status
