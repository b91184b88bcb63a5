"""Whole matches: deals, rotation, repeatability, records, resuming, and the figures drawn from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from catbox.catbox_core import Geometry, rounds
from catbox.cli.main import main
from catbox.layout import Layout
from catbox.playout import Plan, Table
from catbox.record import MatchRecord, RecordError, RoundRecord, check_record, read_record
from catbox.standings import half_width, standings
from catbox.tournament import finished_matches, play_matches

PLAN = Plan(("hint:worlds=20", "greedy", "random"), 5)


def played(plan: Plan, matches: int, workers: int = 1) -> dict[int, MatchRecord]:
    return {record.match: record for record, _ in play_matches(plan, range(matches), workers)}


def playout(*args: str) -> Result:
    return CliRunner().invoke(main, ["playout", *args])


def test_a_set_of_matches_has_the_same_deals_with_the_seats_rotated() -> None:
    records = played(PLAN, 4)
    deals = [[entry.deal for entry in records[match].rounds] for match in range(4)]
    assert deals[0] == deals[1] == deals[2]
    assert deals[2] != deals[3]
    seats = [records[match].bots for match in range(3)]
    assert {tuple(names) for names in zip(*seats, strict=True)} == {
        ("hint:worlds=20", "greedy", "random"),
        ("greedy", "random", "hint:worlds=20"),
        ("random", "hint:worlds=20", "greedy"),
    }
    assert [entry.start for entry in records[0].rounds] == ["A", "B", "C"]


def test_results_do_not_depend_on_workers_or_order() -> None:
    records = played(PLAN, 4)
    assert played(PLAN, 4, workers=2) == records
    assert Table(PLAN).play(3)[0] == records[3]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_records_follow_the_rules_and_read_back(players: int) -> None:
    for record in played(Plan(("greedy", *["random"] * (players - 1)), 2), 2).values():
        check_record(record)
        assert read_record(record.as_json()) == record


def hand_made(match: int, bots: tuple[str, ...], totals: tuple[int, ...], winner: str) -> MatchRecord:
    entry = RoundRecord("A", "", "", (), (), None, (4, 4), (3, 3))
    other = RoundRecord("B", "", "", (), (), "B", (5, 3), (5, -3))
    return MatchRecord(match, 1, None, bots, (entry, other), totals, (winner,))


def test_standings_by_hand() -> None:
    """Two sets of two matches: x has means 9 and 5 in them, so the interval is 7 +- 12.706 * 2."""
    records = [
        hand_made(0, ("x", "y"), (10, 2), "A"),
        hand_made(1, ("y", "x"), (4, 8), "B"),
        hand_made(2, ("x", "y"), (6, 7), "B"),
        hand_made(3, ("y", "x"), (1, 4), "B"),
    ]
    x, y = standings(records, ("x", "y"))
    assert (x.bot, x.seats, x.games, x.points, x.wins, x.win_share) == ("x", 1, 4, 7.0, 3.0, 0.75)
    assert x.points_ci95 == pytest.approx(12.706 * 2)
    assert (x.paradoxes, y.paradoxes) == (2, 2)
    assert x.bid is None
    assert half_width([1.0]) is None
    assert half_width([1.0, 1.0, 1.0]) == 0


def test_command_line_table_and_json() -> None:
    done = playout("greedy", "random", "--players", "3", "--games", "6", "--seed", "1", "--json")
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert (answer["players"], answer["games"], answer["seed"]) == (3, 6, 1)
    greedy, random = answer["bots"]
    assert (greedy["bot"], greedy["seats"], random["seats"]) == ("greedy", 1, 2)
    assert greedy["wins"] + random["wins"] == pytest.approx(6)
    assert set(greedy) >= {"points", "points_ci95", "paradoxes", "bonuses", "win_share", "sees_all"}
    text = playout("omniscient:worlds=10", "greedy", "--games", "2", "--seed", "1")
    assert "sees all hands" in text.stdout


def test_record_and_resume(tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl")
    whole = playout("greedy", "random", "--games", "6", "--seed", "9", "--record", file, "--json")
    lines = Path(file).read_text().splitlines()
    assert len(lines) == 6
    # As a crash leaves it: three games and the beginning of the fourth.
    Path(file).write_text("\n".join(lines[:3]) + "\n" + lines[3][:40])
    again = playout("greedy", "random", "--games", "6", "--record", file, "--resume", "--json")
    assert Path(file).read_text().splitlines() == lines
    first, second = json.loads(whole.stdout), json.loads(again.stdout)
    for entry in (*first["bots"], *second["bots"]):
        del entry["seconds_a_decision"], entry["longest_decision"]
    assert first["bots"] == second["bots"]


def test_resuming_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    record = played(Plan(("greedy", "random"), 9), 1)[0]
    file.write_text(record.as_json() + "\n")
    with pytest.raises(RecordError, match="another run"):
        finished_matches(file, Plan(("greedy", "random"), 8))
    assert finished_matches(file, Plan(("greedy", "random"), 9)) == [record]
    assert playout("greedy", "greedy", "--record", str(file), "--resume").exit_code == 2


@pytest.mark.parametrize(
    "args",
    [
        ("greedy",) * 6,
        ("greedy", "greedy", "greedy", "--players", "2"),
        ("nobody",),
        ("--resume",),
        ("--games", "0"),
        ("greedy", "greedy", "--layout", "R:123/B:123"),
        ("greedy", "greedy", "--record", "/no/such/folder/games.jsonl"),
        ("test_bots:CheatBot", "greedy"),
    ],
)
def test_command_line_errors(args: tuple[str, ...]) -> None:
    done = playout(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.splitlines()) == 1


def geometry(players: int) -> Geometry:
    return Layout.default(players).geometry


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rounds_in_the_core(players: int) -> None:
    """Sums of the rounds: a paradox at most a round, tricks no more than there are, the same for a seed."""
    number = 500
    for temperature in (None, 0.0, 1.0):
        sums = rounds(geometry(players), number, 3, temperature)
        assert sums == rounds(geometry(players), number, 3, temperature)
        assert sum(entry[3] for entry in sums) <= number
        assert sum(entry[1] for entry in sums) <= number * 8
        assert all(0 <= entry[2] <= number for entry in sums)


def test_the_rule_of_thumb_is_sound() -> None:
    """Three players: fewer than one round in five ends in a paradox of its own against its like, and it is at
    least ten points a match better than random."""
    number = 6000
    assert sum(entry[3] for entry in rounds(geometry(3), number, 1, 0.0)) < 3 * 0.2 * number
    records = list(played(Plan(("greedy", "greedy", "random"), 1), 30).values())
    greedy, random = standings(records, ("greedy", "greedy", "random"))
    assert greedy.points - random.points >= 10
