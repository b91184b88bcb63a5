"""Numbers and switches a caller may set: one rule each for command line, package and bots."""

from __future__ import annotations

from collections.abc import Sequence

from catbox.errors import InputError

MOST_SECONDS = 1e9
"""Some thirty years."""

MOST_TABLE_MEGABYTES = 1 << 20
"""Of a transposition table."""

LEAST_FACTOR, MOST_FACTOR = 1e-6, 1000
"""Of the factors of a search; far beyond any that makes sense."""

MOST_SEED = (1 << 63) - 1

MOST_NODES = 1 << 62
"""Of a limit on a search."""

MOST_TOTAL = 1000
"""Points of earlier rounds, ahead or behind: far more than a match can have."""

MOST_ROUNDS = 100
"""Still to come: far more than a match has (R9)."""

MOST_THREADS = 256
"""More than there are processors to run them on; each takes memory of its own."""


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


def checked_whole(
    number: int | None, field: str, most: int, least: int = 1, *, optional: bool = False
) -> None:
    """InputError at `field` unless it is a whole number from `least` to `most`, or None where it is optional.

    >>> checked_whole(2.5, "worlds", 100)
    Traceback (most recent call last):
    ...
    catbox.errors.InputError: worlds: a whole number from 1 to 100 is needed, not 2.5
    """
    if optional and number is None:
        return
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise InputError(field, f"a whole number from {least} to {most} is needed, not {number!a:.24}")


def checked_positive(number: float | None, field: str) -> None:
    """InputError at `field` unless it is None or a number from LEAST_FACTOR to MOST_FACTOR.

    >>> checked_positive(float("nan"), "temperature")
    Traceback (most recent call last):
    ...
    catbox.errors.InputError: temperature: a number from 1e-06 to 1000 is needed, not nan
    """
    if number is None:
        return
    real = isinstance(number, (int, float)) and not isinstance(number, bool)
    if not real or not LEAST_FACTOR <= number <= MOST_FACTOR:
        raise InputError(
            field, f"a number from {LEAST_FACTOR} to {MOST_FACTOR} is needed, not {number!a:.24}"
        )


def checked_int(number: int, field: str) -> None:
    """TypeError unless it is an int, and no bool or other number that compares equal to one.

    >>> checked_int(2.0, "rank")
    Traceback (most recent call last):
    ...
    TypeError: rank: an int is needed, not float
    """
    if type(number) is not int:
        raise TypeError(f"{field}: an int is needed, not {type(number).__name__}")


def checked_choice(value: str, field: str, choices: Sequence[str]) -> None:
    """InputError at `field` unless it is one of `choices`.

    >>> checked_choice("both", "model", ("paranoid", "maxn"))
    Traceback (most recent call last):
    ...
    catbox.errors.InputError: model: one of paranoid, maxn is needed, not 'both'
    """
    if not isinstance(value, str) or value not in choices:
        raise InputError(field, f"one of {', '.join(choices)} is needed, not {value!a:.40}")


def checked_switch(value: bool, field: str) -> None:
    """InputError at `field` unless it is True or False.

    >>> checked_switch("no", "inference")
    Traceback (most recent call last):
    ...
    catbox.errors.InputError: inference: true or false is needed, not 'no'
    """
    if not isinstance(value, bool):
        raise InputError(field, f"true or false is needed, not {value!a:.24}")
