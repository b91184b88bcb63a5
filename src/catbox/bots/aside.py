"""Bots may print: standard output is for results, so it goes to standard error."""

from __future__ import annotations

import io
import sys


class Aside(io.TextIOBase):
    """Standard output as bots see it. To close it closes nothing else."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return sys.stderr.write(text)
