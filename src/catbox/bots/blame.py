"""What somebody else's code did is told in a line, and on its own account."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import TracebackType

OUR_OWN = ("catbox", "importlib")
"""Not a bot's code: where that misuses them is what its author has to know."""


class BotError(ValueError):
    """A bot cannot be made, or did what no bot may do."""


class Blamed:
    """A context for somebody else's code, which may do whatever it likes: BotError if it fails in any way.

    Only a KeyboardInterrupt stays what it is. who: what the message begins with. plain: errors that speak
    for themselves. A class and no generator: one that Ctrl-C leaves behind is closed by an exception, which
    would be blamed on that code.
    """

    def __init__(self, who: str, plain: type[Exception] | tuple[type[Exception], ...] = ()) -> None:
        self.who = who
        self.plain = plain
        self.before: set[str] = set()

    def __enter__(self) -> None:
        self.before = closed_streams()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            return
        if isinstance(error, self.plain):
            raise BotError(f"{self.who}{text_of(error)}") from None
        if error is not None:
            raise BotError(f"{self.who}{told(error)}") from error
        if closed := closed_streams() - self.before:
            raise BotError(f"{self.who}it closed {' and '.join(sorted(closed))}")


def closed_streams() -> set[str]:
    """Of those that commands write to; one that is not there counts as closed."""
    streams = {"sys.stdout": sys.stdout, "sys.stderr": sys.stderr}
    return {name for name, stream in streams.items() if stream is None or getattr(stream, "closed", False)}


def told(error: BaseException) -> str:
    """An error in somebody else's code, in a line: what it is and where that code was.

    >>> try:
    ...     [][0]
    ... except IndexError as error:
    ...     print(told(error).partition(" (")[0])
    IndexError: list index out of range
    """
    frames = [
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] not in OUR_OWN
    ]
    return ": ".join(filter(None, [type(error).__name__, text_of(error)])) + "".join(frames[-1:])


def text_of(error: BaseException) -> str:
    """What an error says; nothing if even that fails."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""
