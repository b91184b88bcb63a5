"""One is not many: no text for people says `1 tricks`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from catbox.cli.main import main

LAST = "BBBAB/AA..B/AAA.A/B#B## 33/45 Y/RBG 1/6 - B 4/1"  # one trick left, one won by A
PLURAL = re.compile(r"(?<![\d.,])1 [a-z]+s\b")


@pytest.mark.parametrize(
    "args",
    [
        ["show", LAST],
        ["show", LAST, "--svg", "-"],
        ["moves", LAST],
        ["perft", LAST, "1"],
        ["solve", LAST, "--all"],
        ["solve", LAST, "--max-nodes", "1"],
        ["suggest", LAST],
        ["suggest", LAST.replace("33", "??").replace("4/1", "?/1"), "--worlds", "1"],
        ["playout", "random", "--players", "2", "--games", "1", "--seed", "1"],
        ["show", LAST.replace("1/6", "1/0")],
        ["show", LAST.replace("B#B##", "B")],
        ["apply", LAST, "9R"],
    ],
)  # fmt: skip
def test_commands(args: list[str]) -> None:
    done = CliRunner().invoke(main, args)
    assert done.exit_code == (2 if done.stderr else 0)
    assert not PLURAL.search(done.stdout + done.stderr), done.output


def test_records(tmp_path: Path) -> None:
    file = str(tmp_path / "one.jsonl")
    CliRunner().invoke(main, ["playout", "random", "--players", "2", "--games", "1", "--record", file])
    assert CliRunner().invoke(main, ["replay", file]).stdout == "1 match, 2 rounds: all follow the rules\n"
    Path(file).write_text("nonsense\n")
    said = "0 matches, 0 rounds; 1 line refused\n"
    assert CliRunner().invoke(main, ["replay", file]).stdout == said
