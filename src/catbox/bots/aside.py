"""Bots may print: standard output is for results, so it goes to standard error."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Aside(io.TextIOBase):
    """Standard output as bots see it. To close it closes nothing else."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return sys.stderr.write(text)


def print_aside() -> None:
    """From now on, in a process that has no results to write itself."""
    sys.stdout = Aside()


@contextmanager
def printing_aside() -> Iterator[None]:
    """Until the end of the context."""
    before = sys.stdout
    print_aside()
    try:
        yield
    finally:
        sys.stdout = before
