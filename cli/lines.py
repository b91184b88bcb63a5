"""Positions to answer: one argument, or standard input one a line."""

import sys
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable, Iterator
from typing import BinaryIO

from catbox.cli.errors import Refusal, refusal_of
from catbox.cli.output import Output

STANDARD_INPUT = "-"
LONGEST_LINE = 1 << 20  # bytes; a line of a position needs under 200, so memory stays small whatever is sent
READ = 1 << 16  # bytes asked for at once


class NumberedLines:
    """The lines of a stream that hold something, each with its number in the stream, counted from 1.

    Each is handed out as soon as it is there. Blank lines, and with `remarks` lines that start with #, are
    skipped; a line that is too long or is not UTF-8 comes as the refusal that says so. LF and CR LF both end
    a line, and a byte order mark may begin the first.
    Refusal at `field`, with the stream's name, if the stream cannot be read.
    """

    def __init__(
        self,
        stream: BinaryIO,
        field: str = "POSITION",
        name: str = "standard input",
        remarks: bool = True,
    ) -> None:
        self.stream = stream
        self.field = field
        self.name = name
        self.remarks = remarks
        self.number = 0
        self.begun = b""  # of a line whose end has not been read
        self.ended = False
        self.ready: deque[tuple[int, str | Refusal]] = deque()

    def __iter__(self) -> Iterator[tuple[int, str | Refusal]]:
        while entries := self.take(1):
            yield entries[0]

    def take(self, most: int) -> list[tuple[int, str | Refusal]]:
        """The next lines: one, waiting for it, and more, up to `most`, if they are there; none at the end."""
        while not self.ready and not self.ended:
            self._read()
        return [self.ready.popleft() for _ in range(min(most, len(self.ready)))]

    def _read(self) -> None:
        try:
            data = self.stream.read1(READ)  # type: ignore[attr-defined]
        except OSError as error:
            raise Refusal(self.field, f"{self.name}: {error.strerror}") from error
        self.ended = not data
        *lines, self.begun = (self.begun + data).split(b"\n")
        if self.ended and self.begun:
            lines.append(self.begun)
        self.begun = self.begun[: LONGEST_LINE + 1]
        for raw in lines:
            self.number += 1
            if self.number == 1:
                raw = raw.removeprefix(BOM_UTF8)
            if raw.strip(b" \t\r") and not (self.remarks and raw.startswith(b"#")):
                self.ready.append((self.number, decoded(raw.removesuffix(b"\r"))))


def decoded(raw: bytes) -> str | Refusal:
    """A line as text, or why it is none."""
    if len(raw) > LONGEST_LINE:
        return Refusal("line", f"longer than {LONGEST_LINE} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Refusal("line", f"not UTF-8: byte {raw[error.start]:#04x} in column {error.start + 1}")


def standard_input(field: str = "POSITION") -> BinaryIO:
    """Standard input as bytes, with a buffer of its own; Refusal at `field` if it is closed.

    A thread may be left waiting in a read when the process ends; it must not hold the lock of sys.stdin,
    which the interpreter takes as it closes.
    """
    if sys.stdin is None:
        raise Refusal(field, "standard input is closed")
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
    for number, line in NumberedLines(standard_input()):
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
