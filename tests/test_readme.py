"""The examples of README.md: those of the console print what they say; the bot plays and is replayed.

Its other Python examples run as doctests. The lines that docs/rules.md gives to start from are checked too.
"""

import doctest
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from catbox import Position

README = Path(__file__).parent.parent / "README.md"
RULES = README.parent / "docs" / "rules.md"


PATH = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])


def examples():
    """(command, expected output) of each `$` line in the blocks marked `console`."""
    for block in re.findall(r"^```console\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = example.split("\n")
            end = next(place for place, line in enumerate(lines) if not line.endswith("\\")) + 1
            yield "\n".join(lines[:end]), "\n".join(lines[end:])


@pytest.mark.parametrize(("command", "expected"), list(examples()))
def test_console_example(command, expected):
    """`...` stands for any text, as in doctests."""
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, env={**os.environ, "PATH": PATH}
    )
    got = done.stdout + done.stderr
    assert doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS), got


def test_the_bot_of_ones_own(tmp_path):
    blocks = re.findall(r"^```(python|sh)\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)
    (bot,) = [text for kind, text in blocks if kind == "python" and text.startswith("class ")]
    (commands,) = [text for kind, text in blocks if kind == "sh" and "mine:" in text]
    (tmp_path / "mine.py").write_text(bot)
    for command in commands.splitlines():
        done = subprocess.run(
            command,
            shell=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": PATH},
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 40


def test_the_lines_to_start_from():
    """Lines before the discards, one for each number of players, and those that the discards make of them."""
    blocks = re.findall(r"^```\n(.*?)^```$", RULES.read_text(), re.MULTILINE | re.DOTALL)
    before, after = [block.splitlines() for block in blocks if block.startswith("...")]
    positions = [Position.parse(line) for line in before]
    assert [(position.players, position.phase) for position in positions] == [
        (players, "discard") for players in (2, 3, 4, 5)
    ]
    for position, line in zip(positions, after, strict=True):
        assert position.discard(line.split()[-1].split("/")).format() == line
