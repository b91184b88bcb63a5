"""docs/json.md names every key that `--json` writes, and none besides."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from catbox.cli.main import COMMANDS, main

PAGE = Path(__file__).parent.parent / "docs" / "json.md"
TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
KEY = re.compile(r"`([a-z_0-9]+)`")
VALUES = {"discard", "bid", "play", "over", "nodes", "time", "interrupt", "null", "discards", "bids", "plays"}
"""What stands in the same type on the page without being a key of every command that names it."""


def named(command: str) -> set[str]:
    """The keys that the page names for a command."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n## {command}\n")[2].partition("\n## ")[0]
    return set(KEY.findall(text))


def keys_in(value: Any) -> set[str]:
    """The keys of an answer, at every depth."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    return set().union(*map(keys_in, value)) if isinstance(value, list) else set()


def test_the_page_names_every_command() -> None:
    assert re.findall(r"^## (\w+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_names_every_key(command: str, tmp_path: Path) -> None:
    record = str(tmp_path / "games.jsonl")
    svg = str(tmp_path / "board.svg")
    asked = {
        "show": [[TWO, "--svg", svg]],
        "perft": [[TWO, "2"]],
        "solve": [[TWO, "--all"], [TWO, "--all", "--model", "maxn"]],
        "playout": [["greedy", "--games", "1"]],
        "replay": [[record], [record, "--game", "0"]],
        "deal": [["--players", "3"]],
        "bench": [[]],
    }
    CliRunner().invoke(main, ["playout", "greedy", "--games", "1", "--record", record])
    found = set()
    for args in asked.get(command, [[TWO]]):
        result = CliRunner().invoke(main, [command, *args, "--json"])
        assert result.exit_code == 0
        found |= keys_in(json.loads(result.stdout.splitlines()[-1]))
    assert found <= named(command)
    assert named(command) - found <= VALUES


def test_the_page_names_every_key_of_a_record(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    CliRunner().invoke(main, ["playout", "greedy", "--games", "1", "--record", str(record)])
    found = keys_in(json.loads(record.read_text(encoding="utf-8")))
    assert named("The record of a playout") - VALUES == found - VALUES
