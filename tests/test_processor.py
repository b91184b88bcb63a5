"""The builds of the core: which one is taken, and that they agree."""

import json
import os
import subprocess
import sys

import pytest

from catbox import processor

POSITION = "...B.B/....BC/.ACCCA/ABA... 23555/12336/11444 RG/RBG/RBYG 0/2/2 1/3/1 B 1/2/6"
SOLVE = """
import json, sys
import catbox, catbox.catbox_core
solution = catbox.solve(catbox.Position.parse(sys.argv[1]))
print(json.dumps([catbox.catbox_core.__file__, solution.value, solution.nodes, str(solution.best)]))
"""


@pytest.mark.parametrize(
    ("flags", "switch", "taken"),
    [
        ({b"popcnt", b"bmi1", b"bmi2", b"sse2"}, "", True),
        ({b"popcnt", b"bmi1", b"bmi2"}, "0", True),
        ({b"popcnt", b"bmi1", b"bmi2"}, "1", False),
        ({b"popcnt", b"bmi1"}, "", False),
        (set(), "", False),
    ],
)
def test_choice(monkeypatch, tmp_path, flags, switch, taken):
    (tmp_path / "bit_instructions").mkdir()
    monkeypatch.setattr(processor, "processor_flags", lambda: flags)
    monkeypatch.setenv("CATBOX_PORTABLE", switch)
    assert bool(processor.core_folders(str(tmp_path))) is taken


def test_one_build_only(tmp_path):
    assert processor.core_folders(str(tmp_path)) == []


def test_both_builds_search_the_same():
    def solve(switch):
        environment = {**os.environ, "CATBOX_PORTABLE": switch}
        command = [sys.executable, "-c", SOLVE, POSITION]
        return json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)

    portable, chosen = solve("1"), solve("0")
    assert portable[1:] == chosen[1:]
    assert "bit_instructions" not in portable[0]


def test_no_more_threads_than_processors(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    assert [processor.useful_threads(threads) for threads in (1, 3, 4, 256)] == [1, 3, 3, 3]
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processor.useful_threads(256) == 1
