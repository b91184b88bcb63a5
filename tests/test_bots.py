"""Bots: what they are given, what they may answer, and that hidden cards cannot change a fair bot's play."""

from __future__ import annotations

import gc
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from catbox.bots import Blamed, Bot, BotError, Move, View, make_bot
from catbox.catbox_core import Geometry
from catbox.dealing import deal, random_position
from catbox.playout import Plan, Table
from catbox.position import Position
from catbox.rules import SEATS
from catbox.worlds import fill, sample_worlds

CATBOX = shutil.which("catbox", path=str(Path(sys.executable).parent)) or "catbox"

FAIR = ["random", "greedy", "hint:worlds=60"]


class FirstBot:
    """A user's bot: the first move of all."""

    def __init__(self, note: str = "") -> None:
        self.note = note

    def choose(self, view: View) -> Move:
        if view.position.phase == "discard":
            return view.position.hands[SEATS.index(view.seat)][0]
        return view.position.choices()[0]


class CheatBot:
    """Declares a card that it does not have."""

    def choose(self, view: View) -> Move:
        return "9" if view.position.phase == "discard" else "9R"


class Spy:
    """Notes the views that it gets."""

    views: list[View] = []  # noqa: RUF012 - shared on purpose

    def choose(self, view: View) -> Move:
        self.views.append(view)
        return FirstBot().choose(view)


class NoBot:
    pass


class OwnError(BaseException):
    pass


class MuteError(Exception):
    """Does not even say what is wrong."""

    def __str__(self) -> str:
        raise OwnError


class Unspeakable:
    """An answer that no text can be made of."""

    def __str__(self) -> str:
        raise MuteError


def raise_it(error: BaseException) -> Any:
    raise error


FAILURES: dict[str, Callable[[], Any]] = {
    "KeyError: 'missing'": lambda: {}["missing"],
    "SystemExit: 3": lambda: sys.exit(3),
    "GeneratorExit": lambda: raise_it(GeneratorExit()),
    "StopIteration: 7": lambda: raise_it(StopIteration(7)),
    "RecursionError: .*": lambda: FAILURES["RecursionError: .*"](),
    "OwnError: mine": lambda: raise_it(OwnError("mine")),
    "MuteError": lambda: raise_it(MuteError()),
    "TypeError: seats.*": lambda: Geometry("9", []),  # type: ignore[arg-type]
    "TypeError: a position.*": lambda: Position.parse(3),  # type: ignore[arg-type]
}


class FailingBot:
    """Fails in the way that is asked for: at once, in its first play, or when it is asked what it is."""

    def __init__(self, way: int, at: str = "play") -> None:
        self.failure = list(FAILURES.values())[way]
        self.at = at
        if at == "once":
            self.failure()

    @property
    def sees_all(self) -> bool:
        return self.at == "sees_all" and bool(self.failure())

    def choose(self, view: View) -> Move:
        if self.at == "answer":
            return Unspeakable()  # type: ignore[return-value]
        return FirstBot().choose(view) if view.position.phase == "discard" else self.failure()


def view(position: Position, seat: str) -> View:
    return View(position, seat, start="A", totals=(0,) * position.players, rounds_after=1, seed=17)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", FAIR)
def test_hidden_cards_do_not_change_a_fair_bots_play(name: str, players: int) -> None:
    """The same table with other hands and discards dealt to the others: the bot does the same."""
    bot = make_bot(name)
    for plies in (0, players + 1, 4 * players):
        position = random_position(players, plies, plies=plies, follow=0.9)
        seat = position.to_play
        seen = position.seen_by(seat)
        chosen = str(bot.choose(view(seen, seat)))
        for world in sample_worlds(seen, 3, seed=3):
            other = fill(seen, world)
            assert other.seen_by(seat) == seen
            assert str(bot.choose(view(other.seen_by(seat), seat))) == chosen


def test_bots_get_views_with_nothing_in_them_that_is_hidden() -> None:
    Spy.views.clear()
    Table(Plan((f"{__name__}:Spy", "greedy", "greedy"), 1)).play(0)
    assert Spy.views
    for seen in Spy.views:
        own = SEATS.index(seen.seat)
        for position in filter(None, (seen.position, seen.opening)):
            assert [seat for seat, hand in enumerate(position.fields.hands) if hand is not None] == [own]
            assert all(d in (None, 0) for seat, d in enumerate(position.fields.discards) if seat != own)
    assert len({seen.seed for seen in Spy.views}) == len(Spy.views)


def test_only_the_omniscient_sees_all() -> None:
    assert [bool(getattr(make_bot(name), "sees_all", False)) for name in [*FAIR, "omniscient:worlds=5"]] == [
        False,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", [*FAIR, "omniscient:worlds=40", f"{__name__}:FirstBot"])
def test_every_bot_plays_a_match(name: str, players: int) -> None:
    record, clock = Table(Plan((name,) * players, 3)).play(0)
    assert len(record.rounds) == players
    assert all(clock.decisions)


def test_bots_of_ones_own() -> None:
    bot = make_bot(f"{__name__}:FirstBot:note=7")
    assert getattr(bot, "note", None) == 7
    position = deal(3, 1).seen_by("A")
    assert bot.choose(view(position, "A")) == position.hands[0][0]


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "",
        ":",
        "no_such_module:Class",
        f"{__name__}:Missing",
        f"{__name__}:NoBot",
        f"{__name__}:FirstBot:colour=red",
        "hint:time=soon",
        "hint:time=-1",
        "hint:worlds=0",
        "hint:time",
        "greedy:x=1",
    ],
)
def test_bots_that_cannot_be_made(name: str) -> None:
    with pytest.raises(BotError):
        make_bot(name)


@pytest.mark.parametrize(("way", "error"), list(enumerate(FAILURES)))
def test_a_bot_that_fails_is_named_and_where(way: int, error: str) -> None:
    """Whatever somebody else's code raises: the bot, the error and its place in that code, the match once
    there is one."""
    name = f"{__name__}:FailingBot:way={way}"
    place = r"\(test_bots.py, line \d+\)"
    with pytest.raises(BotError, match=f"FailingBot: {error} {place}$"):
        make_bot(f"{name},at=once")
    with pytest.raises(BotError, match=f"FailingBot:way={way},at=sees_all: sees_all: {error} {place}$"):
        Table(Plan((f"{name},at=sees_all", "greedy"), 1)).play(4)
    with pytest.raises(BotError, match=f"{re.escape(name)}: in match 4 it failed: {error} {place}$"):
        Table(Plan((name, "greedy"), 1)).play(4)


def test_an_answer_without_a_text() -> None:
    with pytest.raises(BotError, match=r"in match 4 it failed: MuteError \(test_bots.py, line \d+\)$"):
        Table(Plan((f"{__name__}:FailingBot:way=0,at=answer", "greedy"), 1)).play(4)


def test_an_interruption_is_no_failure_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAILURES, next(iter(FAILURES)), lambda: raise_it(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        make_bot(f"{__name__}:FailingBot:way=0,at=once")
    with pytest.raises(KeyboardInterrupt):
        Table(Plan((f"{__name__}:FailingBot:way=0", "greedy"), 1)).play(0)


# Bots as their authors run them: what they do to the process, and in one of several.
HOSTILE = """
import multiprocessing, sys
from catbox.bots.simple import GreedyBot
class Base(GreedyBot):
    def choose(self, view):
        self.act()
        return super().choose(view)
class Leaves(Base):
    def act(self):
        raise GeneratorExit
class Own(Base):
    def act(self):
        raise type("Mine", (BaseException,), {"__init__": lambda self, one, two: None})(1, 2)
class Closes(Base):
    def act(self):
        sys.stdout.close()
class Takes(Base):
    def act(self):
        sys.stdout = None
class ClosesAtOnce(Closes):
    def __init__(self):
        self.act()
class ClosesErrors(Base):
    def act(self):
        sys.stderr.close()
class FailsInWorkers(GreedyBot):
    def __init__(self):
        if multiprocessing.parent_process() is not None:
            raise GeneratorExit
class NoText:
    def choose(self, view):
        return type("Answer", (), {"__str__": lambda self: 1 / 0})()
"""


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("name", re.findall(r"class (\w+)", HOSTILE))
def test_the_command_blames_a_bot_in_a_line(tmp_path: Path, name: str, workers: str) -> None:
    (tmp_path / "hostile.py").write_text(HOSTILE)
    command = [sys.executable, "-c", "from catbox.cli.main import main; main()", "playout", f"hostile:{name}"]
    done = subprocess.run(
        [*command, "greedy", "--workers", workers], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    if name == "FailsInWorkers" and workers == "1":
        assert done.returncode == 0
        return
    assert (done.returncode, done.stdout) == (2, "")
    if name != "ClosesErrors" or workers == "2":
        assert done.stderr.startswith(f"Error: BOT: hostile:{name}: ")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("worlds", ["0", "-1", "2.5", "1e3", "true", "abc", "", "1000000001"]),
        ("time", ["0", "-1", "nan", "inf", "true", "abc", ""]),
        ("inference", ["no", "yes", "0", "1", "off", "", "True"]),
        ("solve_late", ["no", "2"]),
        ("exploration", ["0", "-1", "1e-300", "nan", "inf", "true", "abc"]),
        ("keenness", ["-1", "1e-300", "nan", "inf", "true", "false", "abc"]),
        ("temperature", ["0", "-1", "1e-300", "nan", "inf", "true", "abc"]),
        ("objective", ["1", "points", "", "0", "false"]),
        ("model", ["1", "nash"]),
    ],
)
def test_options_that_no_hint_can_have_are_named(option: str, values: list[str]) -> None:
    for value in values:
        with pytest.raises(BotError, match=option):
            make_bot(f"hint:{option}={value}")


def test_bots_of_the_package_run_nothing_of_the_current_folder(tmp_path: Path) -> None:
    """Nor do worker processes; and they do not need that folder to be there."""
    folder = tmp_path / "here"
    folder.mkdir()
    for name in ("statistics", "json", "random"):
        (folder / f"{name}.py").write_text("raise SystemExit(3)\n")
    (folder / "mine.py").write_text("class Low:\n    def choose(self, view): return view.choices()[0]\n")
    for workers in "12":
        for bot in ("greedy", "mine:Low"):
            command = [CATBOX, "playout", bot, "--games", "2", "--workers", workers]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
            assert (done.returncode, done.stderr) == (0, "")
    gone = f"rmdir {tmp_path}/gone && exec {CATBOX} playout greedy --games 2"
    (tmp_path / "gone").mkdir()
    for more, status, said in (
        ("", 0, ""),
        (" --workers 2", 2, "Error: --workers: no worker process can be started: "),
        (" mine:Low", 2, "Error: BOT: mine:Low: the current folder is gone\n"),
    ):
        (tmp_path / "gone").mkdir(exist_ok=True)
        command = ["sh", "-c", gone + more]
        done = subprocess.run(command, cwd=tmp_path / "gone", capture_output=True, text=True, timeout=120)
        assert done.returncode == status
        assert done.stderr.startswith(said)
        assert done.stderr.count("\n") == bool(said)


def test_an_option_is_given_once() -> None:
    with pytest.raises(BotError, match="worlds is given twice"):
        make_bot("hint:worlds=5,worlds=6")


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(BotError, match="CheatBot"):
        Table(Plan((f"{__name__}:CheatBot", "greedy"), 1)).play(0)


def test_random_bot_makes_every_move() -> None:
    bot: Bot = make_bot("random")
    position = deal(3, 1).seen_by("A")
    rng = Random(1)
    found = {str(bot.choose(View(position, "A", "A", (0, 0, 0), 2, rng.getrandbits(60)))) for _ in range(300)}
    assert found == set(position.hands[0])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_view_tells_the_moves_that_are_allowed(players: int) -> None:
    """Of its own seat alone: all discard at once."""
    dealt = deal(players, 1)
    for seat in SEATS[:players]:
        own = {str(rank) for rank in dealt.hands[SEATS.index(seat)]}
        assert set(view(dealt, seat).choices()) == set(view(dealt.seen_by(seat), seat).choices()) == own
    later = random_position(players, 1, plies=players + 1, follow=0.9)
    assert view(later, later.to_play).choices() == [str(play) for play in later.legal_plays()]


def test_an_interruption_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A context that Ctrl-C leaves behind as it is entered is dropped without a word."""
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    context = Blamed("somebody: ")
    context.__enter__()
    del context
    gc.collect()
    assert not told
    with pytest.raises(KeyboardInterrupt), Blamed("somebody: "):
        raise KeyboardInterrupt
