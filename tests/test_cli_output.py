"""Wherever output goes: what cannot be read or written is told in one line or by the exit status."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from catbox.cli.main import COMMANDS
from catbox.playout import Plan, Table

CATBOX = shutil.which("catbox", path=str(Path(sys.executable).parent)) or "catbox"
TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
LINES = [
    (),
    ("--help",),
    ("--version",),
    ("solve", "-h"),
    ("show", "--version"),
    ("show", TWO),
    ("show", "--svg", "-", TWO),
    ("show", "--svg", "picture.svg", "--json", TWO),
    ("moves", TWO),
    ("apply", TWO, "4R"),
    ("perft", TWO, "2"),
    ("solve", TWO),
    ("suggest", TWO),
    ("playout", "--games", "2"),
    ("playout", "--games", "2", "--workers", "2"),
    ("replay", "games.jsonl"),
    ("replay", "games.jsonl", "--game", "0"),
    ("deal", "--players", "2"),
    ("bench",),
]
BATCHES = [
    ("show", "-"),
    ("moves", "-"),
    ("apply", "-", "4R"),
    ("perft", "-", "2"),
    ("solve", "-"),
    ("solve", "--threads", "2", "-"),
    ("suggest", "-"),
]
assert {name for args in LINES for name in args[:1]} >= {*COMMANDS}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the commands run: with the record of a match."""
    folder = tmp_path_factory.mktemp("output")
    record, _ = Table(Plan(("greedy", "random"), 1)).play(0)
    (folder / "games.jsonl").write_text(record.as_json() + "\n")
    return folder


def run(args, folder, **where):
    return subprocess.run([CATBOX, *args], cwd=folder, input=f"{TWO}\n".encode(), timeout=120, **where)


@pytest.mark.parametrize("args", LINES + BATCHES, ids=" ".join)
def test_a_reader_that_has_gone(args, folder):
    reader, end = os.pipe()
    os.close(reader)
    with open(end, "wb") as output:
        done = run(args, folder, stdout=output, stderr=-1)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("args", LINES + BATCHES, ids=" ".join)
def test_a_full_disk(args, folder):
    with open("/dev/full", "wb") as full:
        done = run(args, folder, stdout=full, stderr=-1)
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: output: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("args", LINES + BATCHES, ids=" ".join)
def test_an_output_that_is_closed(args, folder):
    command = ["sh", "-c", 'exec "$@" >&-', "sh", CATBOX, *args]
    done = subprocess.run(command, cwd=folder, input=f"{TWO}\n".encode(), stderr=-1, timeout=120)
    assert (done.returncode, done.stderr) == (2, b"Error: output: standard output is closed\n")


@pytest.mark.parametrize("args", [*LINES, ("playout", "greedy", "--games", "20")], ids=" ".join)
def test_an_encoding_without_letters(args, folder):
    """A picture has an encoding of its own; whatever else is not in ASCII is written with escapes."""
    done = run(args, folder, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8" if args[1:3] == ("--svg", "-") else "ascii")


def test_a_name_in_an_encoding_without_its_letters(tmp_path):
    (tmp_path / "mine.py").write_text("from catbox.bots.simple import GreedyBot as Käfer\n", "utf-8")
    args = ("playout", "mine:Käfer", "--games", "1")
    done = run(args, tmp_path, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"mine:K\xe4fer" in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_full_disk_for_the_record(workers, folder):
    args = ("playout", "--games", "4", "--workers", workers, "--record", "/dev/full")
    done = run(args, folder, capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: --record: /dev/full: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("args", BATCHES, ids=" ".join)
def test_an_input_that_cannot_be_read(args, tmp_path):
    with open(tmp_path / "written", "wb") as file:
        done = subprocess.run([CATBOX, *args], stdin=file, capture_output=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: POSITION: standard input: ")
    assert done.stderr.count(b"\n") == 1
