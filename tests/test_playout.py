"""Whole matches: deals, rotation, repeatability, records, resuming, and the figures drawn from them."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from catbox.catbox_core import Geometry, rounds
from catbox.cli.main import main
from catbox.cli.playout import Tally, as_object, duration
from catbox.layout import Layout
from catbox.playout import Clock, Plan, Table
from catbox.record import MatchRecord, RecordError, RoundRecord, check_record, read_record
from catbox.record_file import RecordFile, is_cut_off
from catbox.standings import LEAST_SETS, half_width, share_interval, standings
from catbox.tournament import play_matches

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
    bids, rest = ((), ()) if len(bots) == 2 else ((1,) * len(bots), (2,) * (len(bots) - 2))
    entry = RoundRecord("A", "", "", bids, (), None, (4, 4, *rest), (3, 3, *rest))
    other = RoundRecord("B", "", "", bids, (), "B", (5, 3, *rest), (5, -3, *rest))
    return MatchRecord(match, 1, None, bots, (entry, other), totals, (winner,))


def test_standings_by_hand() -> None:
    """Sets of two matches: x has means 9 and 5 in them."""
    records = [
        hand_made(0, ("x", "y"), (10, 2), "A"),
        hand_made(1, ("y", "x"), (4, 8), "B"),
        hand_made(2, ("x", "y"), (6, 7), "B"),
        hand_made(3, ("y", "x"), (1, 4), "B"),
    ]
    x, y = standings(records, ("x", "y"))
    assert (x.bot, x.seats, x.games, x.points, x.wins, x.win_share) == ("x", 1, 4, 7.0, 3.0, 0.75)
    assert (x.points_ci95, x.win_share_low, x.win_share_high) == (None, None, None)
    assert (x.paradoxes, y.paradoxes) == (2, 2)
    assert x.bid is None
    # Six sets: three of each, points 7 +- 2.571 * sqrt(4.8 / 6), and 18 of 24 matches won.
    several = [replace(record, match=record.match + 4 * k) for record in records for k in range(3)]
    x = standings(several, ("x", "y"))[0]
    assert x.points_ci95 == pytest.approx(2.571 * 0.8**0.5)
    assert x.win_share_low is not None
    assert x.win_share_high is not None
    assert 0 < x.win_share_low < 0.75 < x.win_share_high < 1


def test_seats_of_one_bot_do_not_win_the_same_match() -> None:
    """Three seats, two of them y's: what y's seats win together x does not win, so the intervals are each
    other's complements, and no seat of y wins more than half of the matches."""
    for wins in (0, 2, 9, 18):
        records = [
            hand_made(match, ("x", "y", "y"), (0, 0, 0), "A" if match < wins else "BC"[match % 2])
            for match in range(18)
        ]
        x, y = standings(records, ("x", "y", "y"))
        assert (x.win_share, y.win_share) == pytest.approx((wins / 18, (18 - wins) / 36))
        assert x.win_share_low is not None
        assert x.win_share_high is not None
        assert (y.win_share_low, y.win_share_high) == pytest.approx(
            ((1 - x.win_share_high) / 2, (1 - x.win_share_low) / 2)
        )


def test_too_few_sets_have_no_interval() -> None:
    for number in range(LEAST_SETS):
        values = [float(k % 2) for k in range(number)]
        assert half_width(values) is None
        assert share_interval(0.5, values, number) is None


def test_points_interval_is_students() -> None:
    """1, 2, 3, 4, 5: variance 2.5, and t is 2.776 for four degrees of freedom."""
    assert half_width([1.0, 2.0, 3.0, 4.0, 5.0]) == pytest.approx(2.776 * (2.5 / 5) ** 0.5)


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    # Wilson's interval for independent matches, from its closed form: z^2 / (n + z^2) where none is won.
    [(0, 10, 0.0, 0.277), (10, 10, 0.723, 1.0), (0, 1000, 0.0, 0.00383), (1000, 1000, 0.99617, 1.0)],
)
def test_wins_of_none_or_all(won: int, of: int, low: float, high: float) -> None:
    found = share_interval(won / of, [won / of] * of, of)
    assert found == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_wins_of_independent_matches() -> None:
    """81 of 263: 0.2553 to 0.3662 by Wilson (Newcombe 1998, table I, method 3)."""
    low, high = share_interval(81 / 263, [1.0] * 81 + [0.0] * 182, 263) or (0, 0)
    assert (low, high) == (pytest.approx(0.2553, abs=1e-3), pytest.approx(0.3662, abs=1e-3))


def test_matches_on_one_deal_that_all_go_alike_count_once() -> None:
    """Sets of ten equal results say no more than one result each; sets that even out say no more than all."""
    alike = share_interval(0.5, [0.0, 1.0] * 20, 400)
    single = share_interval(0.5, [0.0, 1.0] * 20, 40)
    assert alike == single
    even = share_interval(0.5, [0.5] * 40, 80)
    assert even == (pytest.approx(0.3930, abs=1e-3), pytest.approx(0.6070, abs=1e-3))  # Wilson, 40 of 80


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


@pytest.mark.parametrize("games", ["2", "20"])
def test_the_table_fits_80_columns(games: str) -> None:
    """Few matches have no intervals, in text and in JSON; names stand out however long they are."""
    name = "greedy:" + "," * 60  # no options
    bots = ("omniscient:worlds=1,solve_late=false", name, "--games", games, "--seed", "1")
    text, answer = playout(*bots).stdout, json.loads(playout(*bots, "--json").stdout)
    assert name in text
    for line in text.splitlines():
        assert len(line) <= 80, text
        if "%" in line and "intervals" not in line:
            assert (" ? " in line) == (games == "2")
            assert len(re.findall(r"[\d.]-\d", line)) == (0 if games == "2" else 1)  # an interval
    for entry in answer["bots"]:
        few = games == "2"
        assert all((entry[key] is None) == few for key in ("points_ci95", "win_share_low", "win_share_high"))


def test_a_duration_takes_five_characters() -> None:
    seconds = [0.0]
    while seconds[-1] < 9000:
        seconds.append((seconds[-1] or 1e-7) * 1.01)
    assert max(len(duration(value)) for value in seconds) <= 5


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
    with pytest.raises(RecordError, match="line 1: it is of another run"):
        RecordFile.read(file).matches_of(Plan(("greedy", "random"), 8))
    assert RecordFile.read(file).matches_of(Plan(("greedy", "random"), 9)) == [record]
    assert playout("greedy", "greedy", "--record", str(file), "--resume").exit_code == 2


def test_a_record_is_never_lost(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run = ("greedy", "random", "--games", "2", "--seed", "9", "--record", str(file))
    file.touch()  # an empty file may be written to
    assert playout(*run).exit_code == 0
    held = file.read_bytes()
    assert held
    for text in (held, b"\n", b"something else"):
        file.write_bytes(text)
        done = playout(*run)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith("Error: --record: ")
        assert "--resume" in done.stderr
        assert file.read_bytes() == text


@pytest.mark.parametrize("seed", [(), ("--seed", "9")])
@pytest.mark.parametrize("rest", [b"{", b'{"match":0,"se'])
def test_what_was_cut_off_is_played_again(tmp_path: Path, rest: bytes, seed: tuple[str, ...]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(rest)
    done = playout("greedy", "random", "--games", "2", *seed, "--record", str(file), "--resume")
    assert done.exit_code == 0
    for line in file.read_text().splitlines():
        check_record(read_record(line))


@pytest.mark.parametrize("seed", [(), ("--seed", "9")])
@pytest.mark.parametrize("text", [b"notes of mine", b"notes\n", b"{}", b"\xff", b"\xff\n"])
def test_resuming_keeps_what_is_no_record(tmp_path: Path, text: bytes, seed: tuple[str, ...]) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(text)
    done = playout("greedy", "random", "--games", "2", *seed, "--record", str(file), "--resume")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: --record: ")
    assert file.read_bytes() == text


HELD = {record.match: record.as_json() for record in played(Plan(("greedy", "random"), 9), 2).values()}


@pytest.mark.parametrize("end", ["", "\n", "\n" + HELD[1][:40], "\n" + HELD[1]])
@pytest.mark.parametrize(
    "args",
    [
        ("nosuch", "random"),
        ("random", "greedy"),
        ("greedy", "random", "random"),
        ("greedy", "random", "--seed", "8"),
        ("greedy", "random", "--layout", "R:12345/Y:12345/B:12345/G:12345"),
        ("greedy", "random", "--layout", "R:1"),
        ("greedy:x=1", "random"),
        ("greedy", "random", "--games", "0"),
        ("greedy", "random", "--no-such-option"),
    ],
)
def test_a_refused_command_changes_no_record(tmp_path: Path, args: tuple[str, ...], end: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(HELD[0] + end)
    before = file.read_bytes(), file.stat().st_mtime_ns
    done = playout(*args, "--record", str(file), "--resume")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert args[0] in ("greedy", "random") or done.stderr.startswith("Error: BOT: ")
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n", "\n \n\t", "\n" + HELD[1][:40]])
def test_a_whole_record_is_kept_however_it_ends(tmp_path: Path, end: str) -> None:
    """Blank lines are no fault of a record, and a missing line end is added."""
    file = tmp_path / "games.jsonl"
    file.write_text(f"\n{HELD[0]}{end}", newline="")
    held = ("--record", str(file), "--resume")
    assert playout("greedy", "random", "--games", "1", *held).exit_code == 0
    assert file.read_bytes().endswith((b"\n", b"\n \n\t\n"))
    assert playout("greedy", "random", "--games", "2", *held).exit_code == 0
    assert [line for line in file.read_text().splitlines() if line.strip()] == [HELD[0], HELD[1]]
    assert CliRunner().invoke(main, ["replay", str(file)]).exit_code == 0


def test_no_piece_of_a_record_counts_as_whole(tmp_path: Path) -> None:
    """Wherever it was cut off; what is whole, but wrong or followed by something, is never dropped."""
    for length in range(1, len(HELD[0])):
        assert is_cut_off(HELD[0][:length].encode()), length
    for piece in (HELD[0], HELD[0] + " x", '{"match":0}', '{"match":[]} {"match":0,"se'):
        assert not is_cut_off(piece.encode())


@pytest.mark.parametrize("seed", [(), ("--seed", "9")])
@pytest.mark.parametrize("bad", ["notes", "{}", '{"match":0}', HELD[1].replace('"seed":9', '"seed":"x"')])
def test_the_line_that_cannot_be_resumed_is_named(tmp_path: Path, bad: str, seed: tuple[str, ...]) -> None:
    file = tmp_path / "games.jsonl"
    for before, number in (("", 1), ("\n\n", 3), (f"{HELD[0]}\n\n", 3)):
        for end in ("", "\n", "\n\n"):
            file.write_text(f"{before}{bad}{end}")
            done = playout("greedy", "random", *seed, "--record", str(file), "--resume")
            assert done.exit_code == 2
            assert done.stderr.startswith(f"Error: --record: {file}: line {number}: ")
            replayed = CliRunner().invoke(main, ["replay", str(file)]).stderr
            assert replayed.endswith(f" (line {number})\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
@pytest.mark.parametrize("resume", [(), ("--resume",)])
@pytest.mark.parametrize("name", ["pipe", ".", "/dev/null", "/dev/zero", "/dev/full"])
def test_only_a_regular_file_holds_a_record(tmp_path: Path, name: str, resume: tuple[str, ...]) -> None:
    """Reading another might never end, or never begin."""
    os.mkfifo(tmp_path / "pipe")
    name = str(tmp_path / name)
    for done, field in (
        (playout("--record", name, *resume), "--record"),
        (CliRunner().invoke(main, ["replay", name]), "FILE"),
        (CliRunner().invoke(main, ["replay", name, "--game", "0"]), "FILE"),
    ):
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == f"Error: {field}: {name}: not a regular file\n"


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
        ("greedy", "greedy", "--record", "."),
        ("test_bots:CheatBot", "greedy"),
        ("test_bots:FailingBot:way=0", "greedy"),
        ("test_bots:FailingBot:way=0", "greedy", "--workers", "2"),
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


@pytest.mark.parametrize("change", [{"match": 3}, {"seed": 2}, "again"])
def test_records_that_are_not_what_they_say_are_not_gone_on_with(tmp_path: Path, change: Any) -> None:
    """Deals follow from seed and number: other ones tell that either was changed."""
    file = tmp_path / "games.jsonl"
    args = ("greedy", "random", "random", "--record", str(file))
    assert playout(*args, "--games", "1", "--seed", "1").exit_code == 0
    held = file.read_text()
    other = {} if change == "again" else change
    line = json.dumps({**json.loads(held), **other}) + "\n"
    file.write_text(held + line if change == "again" else line)
    done = playout(*args, "--games", "6", "--resume")
    number = 2 if change == "again" else 1
    assert (done.exit_code, done.stderr.startswith(f"Error: --record: {file}: line {number}: ")) == (2, True)
    assert file.read_text() == (held + line if change == "again" else line)


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = ("greedy", "random", "--seed", "1", "--record", str(file), "--resume", "--games")
    assert playout(*args, "2").exit_code == 0
    before = RecordFile.read(file)
    with before.open_to_append():
        done = playout(*args, "4")
        assert (done.exit_code, done.stderr) == (2, f"Error: --record: {file}: another run writes to it\n")
    assert playout(*args, "4").exit_code == 0
    # Read before the other run went on with it, and written to after that had ended.
    with pytest.raises(OSError, match="another run"):
        before.open_to_append()
    assert len(file.read_text().splitlines()) == 4


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_lock(*args: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    file = tmp_path / "games.jsonl"
    for module in (SimpleNamespace(flock=no_lock, LOCK_EX=2, LOCK_NB=4), None):
        monkeypatch.setitem(sys.modules, "fcntl", module)
        args = ("greedy", "random", "--seed", "1", "--games", "2", "--record", str(file), "--resume")
        assert playout(*args).exit_code == 0
        assert len(file.read_text().splitlines()) == 2


def test_a_record_is_not_for_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = playout("--games", "1", "--record", "-")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: --record: ")
    assert not list(tmp_path.iterdir())


def test_before_the_first_match_nothing_is_known() -> None:
    plan = Plan(("greedy", "random"), 1)
    tally = Tally(plan, 0, standings([], plan.lineup), set(), Clock.for_players(2), 0.1, interrupted=True)
    for entry in as_object(tally)["bots"]:
        assert entry["games"] == entry["wins"] == 0
        for mean in ("points", "points_ci95", "win_share", "paradox_rate", "bonus_rate", "tricks", "bid"):
            assert entry[mean] is None


@pytest.mark.parametrize("name", ["played.jsonl", "linked.jsonl"])
def test_a_record_is_not_for_the_file_of_the_answer(tmp_path: Path, name: str) -> None:
    (tmp_path / "linked.jsonl").symlink_to("played.jsonl")
    with (tmp_path / "played.jsonl").open("w") as answer:
        args = [sys.executable, "-m", "catbox", "playout", "--games", "2", "--record", str(tmp_path / name)]
        done = subprocess.run(args, stdout=answer, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == f"Error: --record: {tmp_path / name}: what is printed goes there too\n"
    assert (tmp_path / "played.jsonl").read_text() == ""


def test_a_record_needs_a_name() -> None:
    assert playout("--games", "1", "--record", "").stderr == "Error: --record: the name of a file is needed\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_bots_print_is_no_part_of_the_answer(tmp_path: Path, workers: str) -> None:
    bot = "print('made')\n\nclass Talker:\n    def choose(self, view):\n        print('thinks')\n"
    (tmp_path / "talking.py").write_text(bot + "        return view.choices()[0]\n")
    args = [sys.executable, "-m", "catbox", "playout", "talking:Talker", "--games", "3", "--json"]
    done = subprocess.run([*args, "--workers", workers], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 3
    assert "made" in done.stderr
    assert "thinks" in done.stderr
    # Workers may print at the same moment.
    assert not done.stderr.replace("made", "").replace("thinks", "").strip()
