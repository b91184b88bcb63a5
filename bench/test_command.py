"""The command as a user meets it: its start, and a batch of small positions."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

CATBOX = Path(sysconfig.get_path("scripts"), "catbox")


def run(*arguments, lines=""):
    done = subprocess.run([CATBOX, *arguments], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def test_start(benchmark):
    benchmark.pedantic(run, ("--version",), rounds=10)


@pytest.mark.parametrize("threads", [1, 2])
def test_batch(benchmark, endings, threads):
    lines = "".join(f"{position.format()}\n" for position in endings(2, 5, 1000))
    arguments = ("solve", "--json", "--threads", str(threads), "-")
    answers = benchmark.pedantic(run, arguments, {"lines": lines}, rounds=3)
    assert answers.count("\n") == 1000
