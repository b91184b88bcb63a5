"""Reads the case files in tests/data, and sets of bench/positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
POSITIONS = Path(__file__).parent.parent / "bench" / "positions"

SETS = ("2p-8", "3p-6", "4p-5", "5p-4", "maxn-2p-7", "maxn-3p-5", "maxn-4p-4", "maxn-5p-3")
"""Long searches: `3p-6` has three players, six tricks left. Those called `maxn-...` are for that model."""


def load(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="ascii").splitlines()]


def lines(*names: str) -> list[str]:
    """The position lines of these files."""
    return [case["line"] for name in names for case in load(name)]


def set_lines(name: str) -> list[str]:
    """The position lines of a set."""
    return (POSITIONS / f"{name}.txt").read_text(encoding="ascii").splitlines()


def text_of(line: str | dict[str, Any]) -> str:
    """The text of a bad line, which may be given as a text repeated."""
    if isinstance(line, str):
        return line
    text, times = line["repeat"]
    return text * times
