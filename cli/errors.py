"""Errors a caller can mend: one line, `Error: FIELD: what is wrong`, and exit status 2."""

import sys
from contextlib import suppress
from typing import IO, Any

import click

UNQUOTED = "more than one argument; put the position in quotes"

LONGEST = 300  # characters of a message, which may quote what was given


class Refusal(click.ClickException):
    """What was given cannot be answered.

    field: the part at fault: a field of the position (BOARD, HANDS, ... or `line`), an option (`--seat`) or
    an argument (DEPTH). message: what is wrong with it; made one line, whatever it holds.
    """

    exit_code = 2

    def __init__(self, field: str, message: str) -> None:
        super().__init__(printable(message))
        self.field = printable(field)

    def show(self, file: IO[Any] | None = None) -> None:
        complain(f"Error: {self.field}: {self.message}", file or sys.stderr)


def check_output() -> None:
    """Refusal if there is no standard output: nobody would see the answer."""
    if sys.stdout is None:
        raise Refusal("output", "standard output is closed")


def complain(text: str, file: IO[Any] | None) -> None:
    """Writes a line of complaint; where it cannot be read by anyone, the exit status has to say it alone."""
    if file is not None:
        with suppress(OSError, ValueError):  # ValueError: it was closed by a bot of somebody else's
            click.echo(text, file=file)


def printable(text: str) -> str:
    """`text` on one line: what does not print is escaped, and no more than LONGEST characters are kept."""
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def refusal_of(error: Exception) -> Refusal:
    """The refusal for an error of the library, which names the `field` at fault if there is one."""
    if isinstance(error, Refusal):
        return error
    return Refusal(getattr(error, "field", "line"), getattr(error, "message", None) or str(error))


def refusal_of_usage(error: click.UsageError) -> Refusal:
    """The refusal for an error of click's own about options and arguments."""
    message = error.format_message().rstrip(".").replace("\n", " ")
    if isinstance(error, click.NoSuchOption):
        if error.option_name == "-/":  # the bids of a position, while nobody has bid: -/-/-
            return Refusal("POSITION", UNQUOTED)
        near = f"; did you mean {', '.join(error.possibilities)}?" if error.possibilities else ""
        return Refusal(error.option_name, f"no such option{near}")
    if isinstance(error, click.BadOptionUsage):
        return Refusal(error.option_name, message.removeprefix(f"Option '{error.option_name}' "))
    if isinstance(error, click.BadParameter):
        field = name_of(error.param) if error.param else error.param_hint or "ARGUMENT"
        if isinstance(error, click.MissingParameter):
            return Refusal(str(field), "missing")
        if isinstance(error.param, click.Argument) and is_first_field(error.ctx):
            return Refusal("POSITION", UNQUOTED)
        return Refusal(str(field), error.message.rstrip(".").replace("integer range", "integer"))
    if "extra argument" in message and is_first_field(error.ctx):
        return Refusal("POSITION", UNQUOTED)
    return Refusal("ARGUMENT", message[:1].lower() + message[1:])


def is_first_field(ctx: click.Context | None) -> bool:
    """Whether what was taken for the position is but its board: the quotes were left out."""
    position = None if ctx is None else ctx.params.get("position")
    return isinstance(position, str) and position.count("/") == 3 and " " not in position


def name_of(parameter: click.Parameter) -> str:
    """How a caller writes the parameter: `--seat` or POSITION."""
    if isinstance(parameter, click.Option):
        return next(name for name in parameter.opts if name.startswith("--"))
    return parameter.human_readable_name.upper().strip("[].")
