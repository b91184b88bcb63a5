"""Standard output: answers as text or JSON Lines, each flushed as soon as it is known."""

import io
import json
import os
import sys
import textwrap
from collections.abc import Callable
from typing import Any

from catbox.cli.errors import Refusal, check_output, complain
from catbox.cli.progress import Progress
from catbox.cli.terminal import columns, takes_escapes

encode: Callable[[Any], str] = json.JSONEncoder(check_circular=False).encode


class Output:
    """Where a command's answers go.

    as_json: JSON Lines, refused lines of a batch in their place; otherwise text, refused lines on standard
    error. apart: text answers of several lines, with a blank line between them. progress: hidden while
    something is written.
    """

    def __init__(self, as_json: bool, apart: bool = False, progress: Progress | None = None) -> None:
        self.as_json = as_json
        self.apart = apart and not as_json
        self.progress = progress
        self.written = 0
        check_output()
        if isinstance(sys.stdout, io.TextIOWrapper):  # its encoding may lack what the name of a bot holds
            sys.stdout.reconfigure(errors="backslashreplace")

    def write(self, answer: str, flush: bool = True) -> None:
        """Writes an answer, text or JSON, without its last line end; `flush` unless more follows at once."""
        if self.progress:
            self.progress.hide()
        lead = "\n" if self.apart and self.written else ""
        sys.stdout.write(f"{lead}{answer}\n")
        if flush:
            sys.stdout.flush()
        self.written += 1

    def write_bytes(self, content: bytes) -> None:
        """Writes what has an encoding of its own."""
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()

    def flush(self) -> None:
        """Sends off what was written."""
        sys.stdout.flush()

    def refuse(self, line: int, refusal: Refusal) -> None:
        """Reports a refused line of a batch by its number."""
        if self.as_json:
            error = {"field": refusal.field, "message": refusal.message}
            self.write(encode({"line": line, "error": error}))
            return
        if self.progress:
            self.progress.hide()
        complain(f"Error: {refusal.field}: {refusal.message} (line {line})", sys.stderr)


def beneath(line: str, answer: str) -> str:
    """An answer of a batch as text: the position it is for, then the answer, indented."""
    return f"{line}\n{textwrap.indent(answer, '  ')}"


def wrapped(text: str, indent: int = 2) -> str:
    """Words on lines of the terminal's width; later lines are indented."""
    return textwrap.fill(
        text,
        columns(sys.stdout),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def use_colour(choice: str) -> bool:
    """Whether to write colour: "always", "never", or "auto" for a terminal unless NO_COLOR is set."""
    if choice == "auto":
        return takes_escapes(sys.stdout) and not os.environ.get("NO_COLOR")
    return choice == "always"
