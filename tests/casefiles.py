"""Reads the case files in tests/data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def load(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="ascii").splitlines()]


def lines(*names: str) -> list[str]:
    """The position lines of these files."""
    return [case["line"] for name in names for case in load(name)]


def text_of(line: str | dict[str, Any]) -> str:
    """The text of a bad line, which may be given as a text repeated."""
    if isinstance(line, str):
        return line
    text, times = line["repeat"]
    return text * times
