"""The time limit: the same rule and the same words in the command line, in solving and in suggestions."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from catbox import Position, solve, suggest
from catbox.bots import BotError, make_bot
from catbox.cli.main import main
from catbox.errors import InputError

TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
POSITION = Position.parse(TWO)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e10"])
def test_what_is_no_time_limit(seconds: str) -> None:
    said = set()
    for command in ("solve", "suggest"):
        done = CliRunner().invoke(main, [command, "--time-limit", seconds, TWO])
        assert done.exit_code == 2
        assert done.stderr.startswith("Error: --time-limit: ")
        said.add(done.stderr.partition("--time-limit: ")[2].strip())
    for function in (solve, suggest):
        with pytest.raises(InputError) as caught:
            function(POSITION, time_limit=float(seconds))
        assert caught.value.field == "time_limit"
        said.add(caught.value.message)
    assert len(said) == 1


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e10", "x"])
def test_what_is_no_time_for_a_bot(seconds: str) -> None:
    with pytest.raises(BotError, match="hint: time: a positive number of seconds"):
        make_bot(f"hint:time={seconds}")


@pytest.mark.parametrize("seconds", [True, "1", [1]])
def test_what_is_no_number(seconds: object) -> None:
    for function in (solve, suggest):
        with pytest.raises(InputError) as caught:
            function(POSITION, time_limit=seconds)  # type: ignore[arg-type]
        assert caught.value.field == "time_limit"


@pytest.mark.parametrize("seconds", [1, 0.5, 1e9])
def test_what_is_a_time_limit(seconds: float) -> None:
    assert solve(POSITION, time_limit=seconds).value == 12  # N2
    assert suggest(POSITION, time_limit=seconds).best == "4R"
