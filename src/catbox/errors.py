"""The errors about what somebody wrote or wants to play; all are ValueErrors."""

from __future__ import annotations

ECHO = 24


class InputError(ValueError):
    """What was given cannot be used.

    field: which part of the input, such as HANDS or PLAY. message: what is wrong with it, one line of
    printable ASCII text.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


class NotationError(InputError):
    """A line, a play or a layout that is not well formed (N1, N2, N4), or that lacks what is asked of it."""


class IllegalPlay(InputError):  # noqa: N818 - the name promised to users
    """A play, bid or discard that the rules do not allow now (R4.3, R4.4, R5)."""


def quoted(text: str) -> str:
    """Foreign text as it may be shown in a message: quoted, in ASCII, escaped and cut after a few characters.

    >>> print(quoted("1\\x1b[31m"), quoted("." * 1000))
    '1\\x1b[31m' '........................'...
    """
    return ascii(text[:ECHO]) + ("..." if len(text) > ECHO else "")
