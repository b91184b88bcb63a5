"""Words for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catbox.rules import SEATS

MOST_NAMED = 3
"""Of the moves that are as good; there may be two dozen."""


def counted(number: int, one: str, several: str | None = None) -> str:
    """A number with its noun; `several` is the noun's plural where it is not `one` with an s.

    >>> counted(1, "world"), counted(12345, "world"), counted(0, "match", "matches")
    ('1 world', '12,345 worlds', '0 matches')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def of_seats(values: Iterable[object]) -> str:
    """What each seat has, from A on.

    >>> of_seats([3, 5])
    'A 3, B 5'
    """
    return ", ".join(f"{seat} {value}" for seat, value in zip(SEATS, values, strict=False))


def listed(words: Sequence[str]) -> str:
    """`1R`, `1R and 2R`, `1R, 2R and 3R`, `1R, 2R, 3R and 4 others`; nothing of nothing."""
    named = list(words[:MOST_NAMED])
    if len(words) > MOST_NAMED:
        named.append(counted(len(words) - MOST_NAMED, "other"))
    return " and ".join(filter(None, [", ".join(named[:-1]), *named[-1:]]))
