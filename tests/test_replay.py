"""Replaying records: every rule is checked again, and any moment can be shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from catbox import Position
from catbox.cli.lines import LONGEST_LINE
from catbox.cli.main import main
from catbox.dealing import deal
from catbox.layout import Layout
from catbox.playout import Plan, Table
from catbox.record import RecordError, check_record, moments, read_record

RECORD = Table(Plan(("greedy", "random", "greedy"), 4)).play(0)[0]


def replay(*args: str) -> Result:
    return CliRunner().invoke(main, ["replay", *args])


def changed(**change: Any) -> str:
    return json.dumps({**json.loads(RECORD.as_json()), **change})


def changed_round(number: int, layout: str | None = None, **change: Any) -> str:
    source = {**json.loads(RECORD.as_json()), "layout": layout}
    source["rounds"][number].update(change)
    return json.dumps(source)


def test_moments_lead_from_the_deal_to_the_score() -> None:
    positions = list(moments(RECORD, 1))
    assert [position.phase for position in positions[:5]] == ["discard", "bid", "bid", "bid", "play"]
    assert positions[-1].scores() == RECORD.rounds[1].scores
    assert len(positions) == 1 + len(RECORD.rounds[1].moves())


FIRST = RECORD.rounds[0]
THREE = Layout.default(3).format()
FOUR = deal(4, 1, start="B").format()


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("", "line"),
        ("[]", "line"),
        ("[" * 100_000, "line"),
        (changed(match="1"), "match"),
        (changed(match=True), "match"),
        (changed(rounds=[]), "rounds"),
        (changed(rounds=[1]), "rounds"),
        (changed(bots=["greedy"]), "bots"),
        (changed(totals=[1, 2, 3]), "totals"),
        (changed(winners=[]), "winners"),
        (changed(layout="R:1"), "layout"),
        (changed(layout=""), "layout"),
        (changed(layout=5), "layout"),
        (changed(layout=Layout.default(4).format()), "layout"),
        (changed_round(1, deal=FOUR, layout=THREE), "rounds[1].deal"),
        (changed_round(0, deal="x"), "rounds[0].deal"),
        (changed_round(0, discards="9/9/9"), "rounds[0].discards"),
        (changed_round(0, bids=[2, 1, 1]), "rounds[0].bids[0]"),
        (changed(match=-1), "match"),
        (changed_round(0, bids=[1, 1]), "rounds[0].plays[0]"),
        (changed_round(0, plays=["1R", *FIRST.plays]), "rounds[0].plays[0]"),
        (changed_round(0, plays=FIRST.plays[:-1]), "rounds[0].plays"),
        (changed_round(0, plays=[*FIRST.plays, "1B"]), f"rounds[0].plays[{len(FIRST.plays)}]"),
        (changed_round(1, start="A"), "rounds[1].start"),
        (changed_round(1, scores=[0, 0, 99]), "rounds[1].scores"),
        (changed_round(2, tricks=[9, 9, 9]), "rounds[2].tricks"),
        (changed_round(2, paradox="E"), "rounds[2].paradox"),
        (changed_round(2, deal=FIRST.deal), "rounds[2].discards"),
    ],
)
def test_what_breaks_the_rules_is_found(line: str, field: str) -> None:
    with pytest.raises(RecordError) as caught:
        check_record(read_record(line))
    if field != "rounds[2].discards":  # where another deal first disagrees depends on the cards
        assert caught.value.field == field


def test_command_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(RECORD.as_json() + "\n")
    done = replay(str(file))
    assert (done.exit_code, done.stdout) == (0, "1 match, 3 rounds: all follow the rules\n")
    line = replay(str(file), "--game", "0", "--round", "2", "--move", "4", "--line").stdout.strip()
    assert Position.parse(line) == list(moments(RECORD, 1))[4]
    shown = json.loads(replay(str(file), "--game", "0", "--round", "3", "--json").stdout)
    assert shown["over"] is True
    assert tuple(shown["scores"]) == RECORD.rounds[2].scores
    assert "match 0, round 1, after 2 of" in replay(str(file), "--game", "0", "--move", "2").stdout


def test_command_line_errors(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(RECORD.as_json() + "\n" + changed(totals=[1, 2, 3]) + "\nnonsense\n")
    done = replay(str(file))
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 2
    for args in (
        ("/no/such/file",),
        (str(file), "--game", "7"),
        (str(file), "--game", "0", "--round", "4"),
        (str(file), "--game", "0", "--move", "999"),
        (str(file), "--round", "1"),
        (str(file), "--move", "0"),
        (str(file), "--line"),
    ):
        done = replay(*args)
        assert done.exit_code == 2
        assert done.stderr.startswith("Error: ")
        assert done.stdout == ""
    assert replay(str(file), "--round", "1").stderr.startswith("Error: --round: it needs --game")


def test_a_match_is_in_a_record_once(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{RECORD.as_json()}\n{changed(match=1)}\n{RECORD.as_json()}\n{changed(seed=99)}\n")
    done = replay(str(file))
    assert done.exit_code == 1
    assert done.stderr.splitlines() == ["Error: match: match 0 of this run is in line 1 already (line 3)"]


@pytest.mark.parametrize("bad", [b"x" * (LONGEST_LINE + 1), b'"\xff"', b"# a remark", b"{", b"[" * 100_000])
def test_a_line_that_is_none_is_refused_and_the_others_are_read(tmp_path: Path, bad: bytes) -> None:
    file = tmp_path / "games.jsonl"
    record = RECORD.as_json().encode()
    file.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join([bad, b"", record]))
    done = replay(str(file))
    assert (done.exit_code, done.stdout.split(",")[0]) == (1, "1 match")
    assert done.stderr.startswith("Error: line: ")
    assert done.stderr.endswith(" (line 1)\n")
    assert replay(str(file), "--game", "0").exit_code == 0


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="needs /dev/stdin")
def test_a_record_through_a_pipe() -> None:
    command = [sys.executable, "-c", "from catbox.cli.main import main; main()", "replay", "/dev/stdin"]
    done = subprocess.run(command, input=f"{RECORD.as_json()}\n", capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "1 match, 3 rounds: all follow the rules\n")


TURNED = "R:54321/B:12345/Y:31524/G:12345"


def test_a_board_of_its_own_goes_with_every_moment(tmp_path: Path) -> None:
    """Without its board, a position would be another one: the next command has to be told."""
    record = Table(Plan(("greedy", "random"), 1, TURNED)).play(0)[0]
    file = tmp_path / "games.jsonl"
    file.write_text(record.as_json() + "\n")
    where = (str(file), "--game", "0", "--move", "9")
    assert json.loads(replay(*where, "--json").stdout)["layout"] == TURNED
    assert f"layout\n  {TURNED}" in replay(*where).stdout
    line = replay(*where, "--line")
    assert (line.stdout.count("\n"), line.stderr) == (
        1,
        f"Note: for a board of its own; add --layout {TURNED}\n",
    )
    file.write_text(RECORD.as_json() + "\n")
    assert json.loads(replay(*where, "--json").stdout)["layout"] is None
    assert replay(*where, "--line").stderr == ""


def test_a_record_from_standard_input() -> None:
    text = f"{RECORD.as_json()}\n{changed(totals=[1, 2, 3])}\n"
    done = CliRunner().invoke(main, ["replay", "-"], input=text)
    assert (done.exit_code, done.stdout) == (1, "1 match, 3 rounds: they follow the rules; 1 line refused\n")
    one = CliRunner().invoke(main, ["replay", "-", "--game", "0", "--move", "0", "--line"], input=text)
    assert one.stdout.strip() == RECORD.rounds[0].deal
