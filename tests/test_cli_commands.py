"""What the commands answer for one position, as JSON and as text. Values are those of N2's examples."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from catbox.cli.main import main

CATBOX = shutil.which("catbox", path=str(Path(sys.executable).parent)) or "catbox"

# N2: two players, two tricks to go.
TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
DEAL = "....../....../....../...... 1123344556/1122345566/1223344566 RBYG/RBYG/RBYG 0/0/0 -/-/- B"
BIDDING = "....../....../....../...... 123345566/112344456/122334556 RBYG/RBYG/RBYG 0/0/0 -/3/- B 1/2/6"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def answer(*args: str) -> dict:
    result = run(*args, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def test_moves_of_a_position_in_play():
    found = answer("moves", TWO)
    assert found == {
        "position": TWO,
        "phase": "play",
        "to_play": "A",
        "plays": ["2R", "2Y", "3R", "4R"],
        "plays_by_seat": None,
        "over": False,
        "paradox": None,
        "scores": None,
    }
    assert run("moves", TWO).stdout == "A may play: 2R 2Y 3R 4R\n"


def test_moves_when_bidding_are_bids():
    found = answer("moves", BIDDING)
    assert (found["phase"], found["to_play"], found["plays"]) == ("bid", "C", ["1", "3", "4"])
    assert run("moves", BIDDING).stdout == "C may bid: 1 3 4\n"


def test_moves_when_discarding_are_ranks():
    found = answer("moves", DEAL)
    assert (found["phase"], found["plays"]) == ("discard", ["1", "2", "3", "4", "5", "6"])


def test_moves_when_discarding_are_each_seats_own():
    """A holds no 6, B no 1; all 1s are seen, and no more than four of another rank: C may hold these."""
    line = "....../....../....../...... 1111122345/2233344556/?????????? RBYG/RBYG/RBYG 0/0/0 -/-/- B"
    found = answer("moves", line)
    assert found["plays_by_seat"] == [list("12345"), list("23456"), list("23456")]
    assert found["plays"] == list("123456")
    assert run("moves", line).stdout.splitlines() == [
        "each seat discards one card of its hand, all at once",
        "  A may discard: 1 2 3 4 5",
        "  B may discard: 2 3 4 5 6",
        "  C may hold: 2 3 4 5 6",
    ]


def test_moves_of_a_round_that_is_over():
    after = answer("apply", TWO, "4R")["position"]
    paradox = answer("apply", after, "1R")
    assert paradox["over"] is False
    ended = answer("apply", TWO, "4R", "1R", "3R")
    assert (ended["over"], ended["paradox"]) == (True, "B")
    found = answer("moves", ended["position"])
    assert (found["plays"], found["over"], found["paradox"]) == ([], True, "B")
    assert found["scores"] == ended["scores"]
    assert found["scores"][0] - found["scores"][1] == 12
    assert "B has no legal play" in run("moves", ended["position"]).stdout


def test_apply_accepts_either_case_of_a_play():
    assert answer("apply", TWO, "4r") == answer("apply", TWO, "4R")


def test_apply_prints_a_line_that_can_be_read_again():
    line = run("apply", TWO, "4R").stdout
    assert line.count("\n") == 1
    assert answer("moves", line.strip())["to_play"] == "B"
    ended = run("apply", TWO, "4R", "1R", "3R").stdout
    assert ended.count("\n") == 1
    assert answer("moves", ended.strip())["over"] is True


def test_apply_without_plays_normalizes():
    assert run("apply", TWO.replace(" ", "   ")).stdout == f"{TWO}\n"


def test_apply_in_the_bid_phase():
    found = answer("apply", BIDDING, "4")
    assert found["position"].split()[4] == "-/3/4"


def test_apply_in_the_discard_phase():
    found = answer("apply", DEAL, "1/2/6")
    assert found["position"].split()[1] == "123344556/112345566/122334456"
    assert found["position"].split()[6] == "1/2/6"


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 4)])
def test_perft(depth, leaves):
    found = answer("perft", TWO, str(depth))
    assert (found["position"], found["depth"], found["leaves"]) == (TWO, depth, leaves)
    assert found["seconds"] >= 0
    assert run("perft", TWO, str(depth)).stdout.startswith(f"{leaves} ")


def test_perft_of_a_round_that_is_over_is_one():
    ended = answer("apply", TWO, "4R", "1R", "3R")["position"]
    assert answer("perft", ended, "3")["leaves"] == 1


def test_show_as_json():
    found = answer("show", TWO)
    assert found["board"] == ["....B", "ABBAA", "A.BBA", "#A##B"]
    assert found["hands"] == ["234", "114"]
    assert found["markers"] == ["RBYG", "RYG"]
    assert (found["tricks"], found["bids"], found["trick"]) == ([3, 3], [None, None], [])


def test_a_layout_changes_groups_only():
    layout = "R:12345/Y:12345/B:12345/G:12345"
    usual, other = answer("show", TWO), answer("show", TWO, "--layout", layout)
    assert usual["groups"] == [3, 4]
    assert other["layout"] == layout
    # A: 1B and 1Y touch, 5B and 5Y touch, 4B joins 5B. B: 3B 4Y 3Y and 2B join over 3B.
    assert other["groups"] == [3, 4]
    assert {key: usual[key] for key in usual if key not in ("layout", "groups")} == {
        key: other[key] for key in other if key not in ("layout", "groups")
    }


def test_show_writes_a_picture(tmp_path):
    file = tmp_path / "board.svg"
    result = run("show", TWO, "--svg", str(file))
    assert (result.exit_code, result.output) == (0, "")
    assert file.read_text().startswith("<svg ")
    assert run("show", TWO, "--svg", "-").stdout == file.read_text()


def test_a_pipe_that_nobody_reads_is_refused(tmp_path):
    """It would be waited for, perhaps for ever; what a pipe of a shell gives is read."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = run("show", TWO, "--svg", str(pipe))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: --svg: {pipe}: a pipe; ")
    (tmp_path / "link").symlink_to("/dev/stdout")
    for name in ("/dev/stdout", "/proc/self/fd/1", tmp_path / "link"):
        command = f"'{CATBOX}' show '{TWO}' --svg {name} | cat"
        read = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
        assert read.stdout == run("show", TWO, "--svg", "-").stdout


@pytest.mark.parametrize("command", ["moves", "apply"])
def test_the_position_may_follow_two_dashes(command):
    assert run(command, "--json", "--", TWO).stdout == run(command, TWO, "--json").stdout


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_deal_is_a_new_round(players):
    found = answer("deal", "--players", str(players), "--seed", "1")
    assert (found["players"], found["seed"], found["number"]) == (players, 1, 0)
    assert answer("moves", found["position"])["phase"] == "discard"


def test_the_same_seed_deals_the_same():
    args = ("deal", "--players", "3", "--tricks-left", "5", "--follow", "0.85", "--count", "4", "--seed")
    assert run(*args, "7").stdout == run(*args, "7").stdout != run(*args, "8").stdout
    assert len(run(*args, "7").stdout.splitlines()) == 4


def test_a_random_seed_is_reported_so_that_the_deal_can_be_repeated():
    found = answer("deal", "--players", "4")
    again = answer("deal", "--players", "4", "--seed", str(found["seed"]))
    assert again == found


@pytest.mark.parametrize(("players", "left"), [(2, 8), (2, 1), (3, 4), (4, 3), (5, 7)])
def test_deal_with_tricks_left(players, left):
    hands = answer("deal", "--players", str(players), "--tricks-left", str(left), "--seed", "3")
    assert [len(hand) for hand in hands["position"].split()[1].split("/")] == [left + 1] * players


def test_deal_with_plies():
    line = run("deal", "--players", "3", "--plies", "7", "--seed", "3").stdout
    board, _, _, _, _, turn = line.split()[:6]
    assert sum(board.count(seat) for seat in "ABC") == 7
    assert (turn.count(","), turn.count(":")) == (0, 1)


def test_a_picture_and_json(tmp_path: Path):
    """Both are asked for, so both are given, unless they would stand in one another's way."""
    picture = tmp_path / "a.svg"
    assert answer("show", TWO, "--svg", str(picture)) == answer("show", TWO)
    assert picture.read_text() == run("show", TWO, "--svg", "-").stdout
    refused = run("show", TWO, "--svg", "-", "--json")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("Error: --json: ")


def test_the_package_can_be_run_as_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "catbox", "--version"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == CliRunner().invoke(main, ["--version"]).stdout
