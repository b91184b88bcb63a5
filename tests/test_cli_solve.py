"""`catbox solve`: keys and values as JSON and as text, limits, batches, threads and interruption."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from catbox.cli.main import main

CATBOX = shutil.which("catbox", path=str(Path(sys.executable).parent)) or "catbox"
# N2: A's margins are 2R -1, 2Y 0, 3R +2, 4R +12; after 4R, B ends in a paradox.
TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
MARGINS = {"4R": 12, "3R": 2, "2Y": 0, "2R": -1}
KEYS = {"position", "players", "seat", "model", "objective", "exact", "value", "lower", "upper", "best", "pv",
        "nodes", "seconds"}  # fmt: skip
# The start of a five-player round: more than can be searched in a test.
LONG = "........./........./........./......... 12345678/12345678/12345679/12345689/12345799 " + (
    "RBYG/RBYG/RBYG/RBYG/RBYG 0/0/0/0/0 1/2/3/1/2 A"
)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["solve", *args])


def answer(*args: str) -> dict:
    result = run(*args, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_the_value_of_the_notations_example():
    found = answer(TWO)
    assert found.keys() >= KEYS
    assert (found["position"], found["players"], found["seat"]) == (TWO, 2, "A")
    assert (found["model"], found["objective"], found["exact"]) == ("paranoid", "margin", True)
    assert (found["value"], found["lower"], found["upper"], found["best"]) == (12, 12, 12, "4R")
    assert found["pv"][0] == "4R"
    assert found["paradox"] is None
    assert "moves" not in found


def test_all_values_best_first():
    found = answer("--all", TWO)
    assert [(move["play"], move["value"], move["exact"]) for move in found["moves"]] == [
        (play, value, True) for play, value in MARGINS.items()
    ]


def test_the_other_seat_sees_the_opposite_margins():
    found = answer("--all", "--seat", "B", TWO)
    assert (found["seat"], found["value"]) == ("B", -12)
    assert [(move["play"], move["value"]) for move in found["moves"]] == [
        (play, -value) for play, value in MARGINS.items()
    ]


def test_maxn_gives_scores():
    found = answer("--model", "maxn", "--all", TWO)
    assert found["best"] == "4R"
    assert found["value"] == found["scores"][0] - found["scores"][1] or found["value"] == found["scores"][0]
    assert {move["play"]: move["scores"][0] - move["scores"][1] for move in found["moves"]} == MARGINS


def test_a_round_that_is_over_has_its_final_value():
    after = CliRunner().invoke(main, ["apply", TWO, "4R", "1R", "3R"]).stdout.split("\n")[0]
    found = answer("--all", after)
    assert (found["moves"], found["best"], found["pv"], found["exact"]) == ([], None, [], True)
    assert (found["paradox"], found["seat"]) == ("B", "B")
    assert found["value"] == -12
    assert answer("--seat", "A", after)["value"] == 12


@pytest.mark.parametrize(
    ("field", "args"),
    [
        ("HANDS", [TWO.replace("114", "???")]),
        ("HANDS", ["....../....../....../...... 123344556/112345566/????????? RBYG/RBYG/RBYG 0/0/0 1/3/4 A"]),
        ("HANDS", ["...../...../...../.###. 1112224455/1112335555 RBYG/RBYG 0/0 - B"]),
        ("BIDS", ["....../....../....../...... 123345566/112344456/122334556 RBYG/RBYG/RBYG 0/0/0 4/3/- A"]),
        ("--seat", ["--seat", "C", TWO]),
        ("--seat", ["--seat", "F", TWO]),
        ("--model", ["--model", "minimax", TWO]),
        ("--max-nodes", ["--max-nodes", "0", TWO]),
        ("--max-nodes", ["--max-nodes", "x", TWO]),
        ("--time-limit", ["--time-limit", "0", TWO]),
        ("--time-limit", ["--time-limit", "nan", TWO]),
        ("--threads", ["--threads", "0", TWO]),
        ("--tt-mb", ["--tt-mb", "0", TWO]),
    ],
)  # fmt: skip
def test_what_cannot_be_solved(field, args):
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {field}: ")
    assert result.stderr.count("\n") == 1


def test_text_says_what_is_exact():
    text = run("--all", TWO).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "value   +12  exact" in text
    assert "best    4R  proven" in text
    for play, value in MARGINS.items():
        assert re.search(
            rf"^    {play} +{re.escape(f'{value:+d}' if value else '0')}  exact$", text, re.MULTILINE
        )


def test_a_node_limit_gives_bounds():
    found = answer("--max-nodes", "2000", LONG)
    assert found["exact"] is False
    assert found["lower"] < found["upper"]
    assert found["best"] in CliRunner().invoke(main, ["moves", LONG]).stdout.split()
    text = run("--max-nodes", "2000", LONG).stdout
    assert " to " in text
    assert "bounds" in text
    assert "exact" not in text
    assert {**found, "seconds": 0} == {**answer("--max-nodes", "2000", LONG), "seconds": 0}


def test_an_unfinished_answer_says_why_it_stopped_and_gives_no_bound_as_a_value():
    found = answer("--all", "--max-nodes", "300", LONG)
    assert (found["exact"], found["value"], found["stopped"]) == (False, None, "nodes")
    assert all(move["value"] is None and move["lower"] < move["upper"] for move in found["moves"])
    assert answer("--all", "--time-limit", "0.001", LONG)["stopped"] == "time"
    assert answer("--all", TWO)["stopped"] is None
    assert "stopped by --max-nodes" in run("--max-nodes", "300", LONG).stdout
    assert "stopped" not in run(TWO).stdout


def batch(*args: str, lines: list[str]) -> tuple[int, list[dict]]:
    done = subprocess.run(
        [CATBOX, "solve", "--json", *args, "-"], input="\n".join(lines), text=True, stdout=-1
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("threads", ["1", "2", "5"])
def test_a_batch_is_answered_in_order_by_any_number_of_threads(threads):
    deal = ["deal", "--players", "2", "--tricks-left", "3", "--count", "100", "--seed", "5"]
    lines = CliRunner().invoke(main, deal).stdout.splitlines()
    alone = [answer(line)["value"] for line in lines[:10]]
    mixed = [*lines[:50], "nonsense", TWO.replace("114", "???"), *lines[50:]]
    status, found = batch("--threads", threads, lines=mixed)
    assert status == 1
    assert [entry.get("position") for entry in found] == [*lines[:50], None, None, *lines[50:]]
    assert [entry["value"] for entry in found[:10]] == alone
    assert [(entry["line"], entry["error"]["field"]) for entry in found[50:52]] == [
        (51, "line"),
        (52, "HANDS"),
    ]


def test_an_answer_comes_before_the_next_line_is_sent():
    with subprocess.Popen([CATBOX, "solve", "--json", "--threads", "2", "-"], stdin=-1, stdout=-1) as process:
        for _ in range(3):
            process.stdin.write(f"{TWO}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["value"] == 12
        process.stdin.close()
        assert process.wait(60) == 0


def test_an_interrupted_search_prints_its_bounds():
    terminal, end = pty.openpty()  # standard error, on which progress is shown after a second
    with subprocess.Popen([CATBOX, "solve", "--json", LONG], stdout=-1, stderr=end, text=True) as process:
        os.close(end)
        shown = b""
        while b"solving" not in shown:
            shown += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        found = json.loads(process.communicate(timeout=60)[0])
    os.close(terminal)
    assert process.returncode == 130
    assert (found["position"], found["exact"], found["stopped"]) == (LONG, False, "interrupt")
    assert found["lower"] < found["upper"]


@pytest.mark.parametrize("threads", ["1", "2"])
def test_an_interrupted_batch_keeps_its_answers(threads):
    command = [CATBOX, "solve", "--json", "--threads", threads, "-"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        process.stdin.write(f"{TWO}\n{LONG}\n{LONG}\n")
        process.stdin.flush()
        early = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err.strip()) == (130, "")
    assert [json.loads(line)["position"] for line in (early + out).splitlines()] == [TWO]


def test_plays_are_worth_what_they_are_to_the_seat_asked_about():
    line = "....../....../..CA.B/B..ACC/.BA... 113346/134556/222455 RBYG/RBYG/RBY 1/1/1 3/3/4 B 2/1/6"
    line = line.replace("....../....../", "....../", 1)
    for seat in "ABC":
        found = answer("--model", "maxn", "--all", "--seat", seat, line)
        for move in found["moves"]:
            assert move["value"] == move["scores"]["ABC".index(seat)]
        assert found["value"] == found["moves"][0]["value"]
        # Best first for B, whose turn it is.
        margins = [scores[1] - max(scores[0], scores[2]) for scores in (m["scores"] for m in found["moves"])]
        assert margins == sorted(margins, reverse=True)


@pytest.mark.parametrize("model", ["paranoid", "maxn"])
def test_all_plays_have_the_same_keys_also_when_stopped(model):
    line = "..B.B/AB.AA/..#AB/#.#BA 1233/1224 BYG/RYG 2/3 - B 1/4"
    whole, some = (answer("--model", model, "--all", *limit, line)["moves"]
                   for limit in ((), ("--max-nodes", "60")))  # fmt: skip
    assert {frozenset(move) for move in whole} == {frozenset(move) for move in some}
    assert any(not move["exact"] for move in some)


def test_text_of_maxn_tells_the_margins_that_plays_are_ordered_by():
    done = run("--model", "maxn", "--all", "...B.B/....BC/.ACCCA/ABA... 23555/12336/11444"
               " RG/RBG/RBYG 0/2/2 1/3/1 B 1/2/6")  # fmt: skip
    rows = [line.split() for line in done.stdout.partition("plays\n")[2].splitlines() if "margin" in line]
    margins = [int(row[-1]) for row in rows]
    assert len(margins) == 7
    assert margins == sorted(margins, reverse=True)
    for row in rows:
        scores = dict(zip(row[3:-2:2], (int(score.strip(",")) for score in row[4:-2:2]), strict=True))
        assert scores["B"] - max(scores["A"], scores["C"]) == int(row[-1])


def test_text_says_what_is_missing_of_a_search_that_was_stopped():
    """In maxn for the score the value may be known before the scores of the others are."""
    line = "....C./BAABBC/AB.CCA/...... 44456/22266/11335 RBYG/RBG/RYG 1/0/3 1/3/3 C 3/1/3"
    asked = ("--model", "maxn", "--objective", "score", line)
    whole = json.loads(run("--json", *asked).stdout)
    seen = set()
    for nodes in range(500, whole["nodes"], 500):
        found = json.loads(run("--json", "--max-nodes", str(nodes), *asked).stdout)
        text = run("--max-nodes", str(nodes), *asked).stdout
        if not found["exact"] and found["lower"] == found["upper"]:
            assert found["lower"] == whole["value"]
            assert "exact, but not the scores of the others\n" in text
            seen.add(nodes)
        assert "every play" not in text
    assert seen


def test_text_says_whose_play_the_best_is():
    assert "  best    4R  proven" in run(TWO).stdout
    assert "  best    4R by A  proven" in run("--seat", "B", TWO).stdout
