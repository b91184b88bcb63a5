"""The time a caller may set: one rule for the command line, for solving and for suggestions."""

from __future__ import annotations

from catbox.errors import InputError

MOST_SECONDS = 1e9
"""Some thirty years; the core counts nanoseconds in 64 bits."""


def checked_seconds(seconds: float | None, field: str) -> None:
    """InputError at `field` unless it is None or a positive number of seconds up to MOST_SECONDS.

    >>> checked_seconds(0, "time_limit")
    Traceback (most recent call last):
    ...
    catbox.errors.InputError: time_limit: a positive number of seconds up to 1e9 is needed, not 0
    """
    if seconds is None:
        return
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= MOST_SECONDS:
        raise InputError(field, f"a positive number of seconds up to 1e9 is needed, not {seconds!a:.24}")
