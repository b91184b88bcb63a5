"""Words for people."""

from __future__ import annotations


def counted(number: int, one: str, several: str | None = None) -> str:
    """A number with its noun; `several` is the noun's plural where it is not `one` with an s.

    >>> counted(1, "world"), counted(12345, "world"), counted(0, "match", "matches")
    ('1 world', '12,345 worlds', '0 matches')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"
