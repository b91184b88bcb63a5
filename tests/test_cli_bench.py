"""`catbox bench`: what it prints, and that its signature can be repeated."""

import json

import pytest
from click.testing import CliRunner

from catbox import Position
from catbox.cli import bench, bench_positions
from catbox.cli.main import main


@pytest.fixture
def few(monkeypatch):
    """A set that takes no time: the first of each model with no more than three tricks to go."""
    short = {
        model: line for model, line in bench_positions.POSITIONS if len(line.split()[1].split("/")[0]) <= 4
    }
    monkeypatch.setattr(bench, "POSITIONS", tuple(short.items()))
    return short


def test_the_signature_is_the_number_of_nodes_and_can_be_repeated(few):
    first, second = (json.loads(CliRunner().invoke(main, ["bench", "--json"]).stdout) for _ in range(2))
    assert first.keys() >= {"signature", "positions", "nodes", "seconds", "nps"}
    assert first["positions"] == len(few) == 2
    assert first["signature"] == first["nodes"] == second["signature"] > 0


def test_the_text_names_signature_and_speed(few):
    text = CliRunner().invoke(main, ["bench"]).stdout
    signature = json.loads(CliRunner().invoke(main, ["bench", "--json"]).stdout)["signature"]
    assert text.splitlines()[-1] == f"signature {signature}"
    assert "nodes/s" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("solved", [0, 1])
def test_an_interrupted_run_has_figures_and_no_signature(few, monkeypatch, solved):
    whole = json.loads(CliRunner().invoke(main, ["bench", "--json"]).stdout)
    solve, asked = bench.Solver.solve, []

    def interrupted(*args, **named):
        asked.append(args)
        if len(asked) % (solved + 1) == 0:
            raise KeyboardInterrupt
        return solve(*args, **named)

    monkeypatch.setattr(bench.Solver, "solve", interrupted)
    done = CliRunner().invoke(main, ["bench", "--json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 130
    assert (found["signature"], found["positions"], found["stopped"]) == (None, solved, "interrupt")
    assert bool(found["nodes"]) == bool(solved)
    assert found["nodes"] < whole["nodes"]
    text = CliRunner().invoke(main, ["bench"])
    assert (text.exit_code, text.stdout.splitlines()[-1]) == (130, "interrupted: no signature")


def test_the_set_covers_every_number_of_players_in_both_models():
    covered = {(model, Position.parse(line).players) for model, line in bench_positions.POSITIONS}
    assert covered == {(model, players) for model in ("paranoid", "maxn") for players in (2, 3, 4, 5)}
