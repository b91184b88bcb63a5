"""Standard input as a batch: order, bad lines, broken input and interruption, in a process of its own."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from catbox.cli.lines import LONGEST_LINE, NumberedLines

TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
LATER = "...AB/ABBAA/A.BBA/#A##B 23/114 RBYG/RYG 3/3 - A:4R 2/2"
CATBOX = shutil.which("catbox", path=str(Path(sys.executable).parent)) or "catbox"


def run(*args: str, given: bytes) -> subprocess.CompletedProcess:
    return subprocess.run([CATBOX, *args], input=given, capture_output=True, timeout=120)


def test_lines_are_answered_in_order_and_comments_skipped():
    done = run("moves", "-", "--json", given=f"# positions\n\n{TWO}\n  \t \n{LATER}\r\n{TWO}".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["position"] for line in done.stdout.splitlines()] == [TWO, LATER, TWO]


def test_a_byte_order_mark_is_no_part_of_the_first_line():
    done = run("moves", "-", "--json", given=b"\xef\xbb\xbf" + TWO.encode())
    assert json.loads(done.stdout)["position"] == TWO


def test_a_bad_line_costs_only_itself():
    given = f"{TWO}\n# c\nnonsense\n{TWO.replace('234', '432')}\n{LATER}\n".encode()
    done = run("moves", "--json", "-", given=given)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (1, b"")
    assert [a.get("position") for a in answers] == [TWO, None, None, LATER]
    assert [(a["line"], a["error"]["field"]) for a in answers if "error" in a] == [(3, "line"), (4, "HANDS")]
    assert all(a["error"]["message"] for a in answers if "error" in a)


@pytest.mark.parametrize(
    "args", [("show",), ("moves",), ("perft", "2"), ("solve", "--all"), ("suggest", "--worlds", "9")]
)
def test_text_says_which_position_an_answer_is_for(args):
    """A drawing is of its position; every other answer starts with its line."""
    done = run(args[0], "-", *args[1:], given=f"{TWO}\nnonsense\n{LATER}\n".encode())
    found = [line for line in done.stdout.decode().splitlines() if line in (TWO, LATER)]
    assert found == ([] if args == ("show",) else [TWO, LATER])


@pytest.mark.parametrize("end", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("solve nonsense", 2),
        ("solve", 2),
        ("nonsense", 2),
        ("deal --players 9", 2),
        (f"solve '{TWO}'", 0),
        (f"suggest --worlds 9 '{TWO}'", 0),
        (f"perft '{TWO}' 2", 0),
        ("deal --players 2", 0),
        ("playout random --games 1", 0),
        (f"printf '%s\\n' nonsense '{TWO}' | {CATBOX} moves -", 1),
        (f"printf '%s\\n' nonsense '{TWO}' | {CATBOX} solve --threads 2 -", 1),
    ],
)
def test_the_exit_status_tells_without_standard_error(command, status, end):
    command = command if "|" in command else f"{CATBOX} {command}"
    done = subprocess.run(f"{command} {end}", shell=True, stdout=-1, timeout=120)
    assert done.returncode == status
    assert (done.stdout == b"") == (status == 2)


def test_a_bad_line_as_text_goes_to_standard_error():
    done = run("moves", "-", given=f"nonsense\n{TWO}\n".encode())
    assert (done.returncode, done.stdout) == (1, f"{TWO}\n  A may play: 2R 2Y 3R 4R\n".encode())
    assert done.stderr.startswith(b"Error: line: ")
    assert done.stderr.endswith(b"(line 1)\n")


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\xfe",
        b"\x00",
        b"." * 10_000_000,
        TWO.encode() + b"\x00",
        "٣".encode(),
        b"\xef\xbb\xbf" + TWO.encode(),
    ],
    ids=["not UTF-8", "NUL", "10 MB", "NUL at the end", "Arabic digit", "byte order mark"],
)
def test_foreign_bytes_cost_only_their_line(bad):
    done = run("moves", "--json", "-", given=TWO.encode() + b"\n" + bad + b"\n" + LATER.encode() + b"\n")
    first, refused, last = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (1, b"")
    assert (first["position"], last["position"]) == (TWO, LATER)
    assert refused["line"] == 2
    assert len(refused["error"]["message"]) < 200


def test_an_empty_batch_is_answered_by_nothing():
    done = run("moves", "-", given=b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_an_answer_is_written_before_the_next_line_is_read():
    with subprocess.Popen([CATBOX, "moves", "--json", "-"], stdin=-1, stdout=-1) as process:
        for line in (TWO, LATER, TWO):
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["position"] == line
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_reader_that_leaves_ends_the_batch_quietly():
    with subprocess.Popen([CATBOX, "moves", "-"], stdin=-1, stdout=-1, stderr=-1) as process:
        process.stdin.write(f"{TWO}\n".encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        try:
            process.stdin.write(f"{TWO}\n".encode() * 1000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_reported():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([CATBOX, "moves", TWO], stdout=full, stderr=-1, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: output: ")
    assert done.stderr.count("\n") == 1


def test_apply_in_a_batch_refuses_where_a_play_is_illegal():
    done = run("apply", "-", "4R", "--json", given=f"{TWO}\n{LATER}\n".encode())
    first, refused = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert first["position"] == LATER
    assert (refused["line"], refused["error"]["field"]) == (2, "PLAY")


@pytest.mark.parametrize("size", [1, 7, 65536])
def test_lines_are_the_same_however_the_stream_is_cut(size):
    text = (
        b"# c\n" + b"one\n\n two\r\n" + b"." * (LONGEST_LINE + 5) + b"\n\xff\n" + b"t\xc3\xa4\n \t\n#\nlast"
    )

    class Cut(io.BytesIO):
        def read1(self, most=-1):
            return super().read1(size)

    if size < 65536:
        text = text.replace(b"." * LONGEST_LINE, b"")
    found = list(NumberedLines(Cut(text)))
    assert [(number, line if isinstance(line, str) else line.field) for number, line in found] == [
        (2, "one"),
        (4, " two"),
        (5, "....." if size < 65536 else "line"),
        (6, "line"),
        (7, "t\u00e4"),
        (10, "last"),
    ]
