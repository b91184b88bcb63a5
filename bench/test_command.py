"""The command as a user meets it: its start, and a batch of small positions."""

import subprocess

import pytest


def run(*arguments, lines=""):
    return subprocess.run(["catbox", *arguments], input=lines, capture_output=True, text=True, check=True).stdout


def test_start(benchmark):
    benchmark.pedantic(run, ("--version",), rounds=10)


@pytest.mark.parametrize("threads", [1, 2])
def test_batch(benchmark, endings, threads):
    lines = "".join(f"{position.format()}\n" for position in endings(2, 4, 1000))
    answers = benchmark.pedantic(run, ("solve", "--json", "--threads", str(threads), "-"), {"lines": lines}, rounds=3)
    assert answers.count("\n") == 1000
