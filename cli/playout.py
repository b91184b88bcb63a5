"""`catbox playout`: whole matches between bots."""

import os
import secrets
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from catbox.bots import BotError, make_bot, sees_all
from catbox.bots.aside import Aside
from catbox.cli.errors import Refusal
from catbox.cli.files import check_regular, is_written_to
from catbox.cli.lines import STANDARD_INPUT
from catbox.cli.options import json_option, layout_option, seed_option
from catbox.cli.output import Output, encode, wrapped
from catbox.cli.positions import read_layout
from catbox.cli.progress import Progress
from catbox.cli.terminal import columns
from catbox.playout import Clock, Plan
from catbox.record import MatchRecord, RecordError
from catbox.record_file import RecordFile
from catbox.rules import ROUNDS
from catbox.standings import LEAST_SETS, Standing, standings
from catbox.tournament import play_matches
from catbox.wording import counted
from catbox.workers import WorkerError, signals_held


@dataclass(frozen=True)
class Tally:
    """What there is to tell of the matches."""

    plan: Plan
    games: int
    standings: Sequence[Standing]
    see_all: set[str]
    """The bots that see all hands."""
    clock: Clock
    """Of the matches played now, not of those resumed."""
    seconds: float
    interrupted: bool

    def times_of(self, bot: str) -> tuple[float | None, float | None]:
        """Mean and longest seconds a decision."""
        places = [place for place, name in enumerate(self.plan.lineup) if name == bot]
        decisions = sum(self.clock.decisions[place] for place in places)
        if not decisions:
            return None, None
        seconds = sum(self.clock.seconds[place] for place in places)
        return seconds / decisions, max(self.clock.longest[place] for place in places)


@click.command()
@click.argument("bots", metavar="[BOT]...", nargs=-1)
@click.option(
    "--players",
    type=click.IntRange(2, 5),
    metavar="N",
    help="Seats; the last BOT takes those that are left. By default one a BOT, but 3 for a single BOT.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**7),
    metavar="N",
    default=3,
    show_default=True,
    help="Matches to play.",
)
@seed_option
@click.option(
    "--workers", type=click.IntRange(1, 256), metavar="N", default=1, show_default=True, help="Processes."
)
@click.option(
    "--record",
    metavar="FILE",
    help="Write every match to FILE as it ends, a JSON object a line; a FILE with matches needs --resume.",
)
@click.option(
    "--resume", is_flag=True, help="Keep the matches that FILE holds, and play those that are missing."
)
@layout_option
@json_option
def command(
    bots: tuple[str, ...],
    players: int | None,
    games: int,
    seed: int | None,
    workers: int,
    record: str | None,
    resume: bool,
    layout: str | None,
    as_json: bool,
) -> int:
    """Play whole matches between bots, to scoring.

    A match has as many rounds as seats. The line-up moves one seat on from match to match while the deals
    stay the same, so that the luck of the deal cancels: play a multiple of the number of seats.

    A BOT is random, greedy, hint, omniscient (sees all hands), or a class of your own, module:Class, with a
    method choose(view); what that prints goes to standard error. Options follow a colon: hint:time=0.2
    (seconds a decision), hint:worlds=2000 (as many worlds instead, the same play on every machine). Without
    any BOT all seats are greedy.

    A decision of hint takes 0.2 seconds if nothing is said, and with three players it has some 24 of them to
    make in a match, for each seat: five seconds. hint:time=0.05 or hint:worlds=200 decides faster, and plays
    less well. The same goes for omniscient. Who thinks for a time may play otherwise the next time, whatever
    the --seed; with worlds=N it does not.

    \b
    Columns:
      seats    how many seats the bot holds in each match
      points   mean of a match and seat, and half its 95 % interval
      wins     share of matches won by a seat, and its 95 % interval
      paradox  share of rounds in which a seat causes a paradox
      bonus    share of rounds in which a seat earns the bonus
      tricks   won in a round, by a seat in the mean
      bid      mean bid of a seat; - with two players
      time     mean of a decision

    \b
    Examples:
      catbox playout hint:time=0.05 greedy greedy --games 6 --seed 1
      catbox playout hint greedy --players 4 --games 8 --record a.jsonl
      catbox playout hint greedy --players 4 --games 80 --record a.jsonl --resume
    """
    lineup = line_up(bots, players)
    if layout is not None and read_layout(layout).players != len(lineup):
        raise Refusal("--layout", f"it is for {read_layout(layout).players} players, not {len(lineup)}")
    if resume and record is None:
        raise Refusal("--resume", "it needs --record FILE")
    held = None if record is None else read_file(record, resume)
    if held is not None and held.records:
        _, first = held.records[0]
        seed = first.seed if seed is None else seed
        layout = first.layout if layout is None else layout
    plan = Plan(lineup, secrets.randbits(32) if seed is None else seed, layout)
    with redirect_stdout(Aside()):
        see_all = check_bots(plan)
    done = [] if held is None else earlier(held, plan)
    begun = time.perf_counter()
    records = [match for match in done if match.match < games]
    have = {match.match for match in records}
    clock = Clock.for_players(plan.players)
    interruption: KeyboardInterrupt | None = None
    total = games

    def progress_text(seconds: float) -> str:
        return f"{len(records)} of {total} matches, {seconds:.0f} s"

    with Progress(progress_text) as progress:
        output = Output(as_json, progress=progress)
        file = None if held is None else open_record(held)
        matches = play_matches(plan, [match for match in range(games) if match not in have], workers)
        try:
            with redirect_stdout(Aside()):
                for found, times in matches:
                    with signals_held():  # what is counted is in the file, and the other way round
                        records.append(found)
                        clock.merge(times)
                        if file is not None:
                            write_line(file, found, record)
        except KeyboardInterrupt as error:
            interruption = error
        except BotError as error:
            raise Refusal("BOT", str(error)) from error
        except WorkerError as error:
            raise Refusal("--workers", str(error)) from error
        finally:
            matches.close()
            if file is not None:
                with suppress(OSError):  # told already: each line is sent off as it is written
                    file.close()
        tally = Tally(
            plan=plan,
            games=len(records),
            standings=standings(records, plan.lineup),
            see_all=see_all,
            clock=clock,
            seconds=time.perf_counter() - begun,
            interrupted=interruption is not None,
        )
        output.write(encode(as_object(tally)) if as_json else as_text(tally))
    if interruption is not None:
        raise interruption
    return 0


def line_up(bots: Sequence[str], players: int | None) -> tuple[str, ...]:
    """A bot for each seat."""
    bots = bots or ("greedy",)
    number = players or max(len(bots), 3 if len(bots) == 1 else 2)
    if number not in ROUNDS:
        raise Refusal("BOT", f"the game is for 2 to 5 players, not {number}")
    if len(bots) > number:
        raise Refusal("BOT", f"{len(bots)} bots are given for {number} players")
    return (*bots, *[bots[-1]] * (number - len(bots)))


def check_bots(plan: Plan) -> set[str]:
    """The bots that see all hands; Refusal if one cannot be made."""
    try:
        return {bot for bot in dict.fromkeys(plan.lineup) if sees_all(make_bot(bot), bot)}
    except BotError as error:
        raise Refusal("BOT", str(error)) from error


def read_file(name: str, resume: bool) -> RecordFile:
    """What the file for the record holds; Refusal rather than losing any of it."""
    if name == STANDARD_INPUT:
        raise Refusal("--record", "a record is kept in a file, to go on with; - is none")
    if not name:
        raise Refusal("--record", "the name of a file is needed")
    check_regular(name, "--record")
    if is_written_to(name):
        raise Refusal("--record", f"{name}: what is printed goes there too")
    try:
        if not resume and os.path.isfile(name) and os.path.getsize(name):
            raise Refusal("--record", f"{name} is not empty; go on with it by --resume, or name another file")
        return RecordFile.read(Path(name))
    except RecordError as error:
        raise Refusal("--record", f"{name}: {error}") from error
    except OSError as error:
        raise Refusal("--record", f"{name}: {error.strerror}") from error


def earlier(held: RecordFile, plan: Plan) -> list[MatchRecord]:
    """The matches of the run that have been recorded already."""
    try:
        return held.matches_of(plan)
    except RecordError as error:
        raise Refusal("--record", f"{held.path}: {error}") from error


def open_record(held: RecordFile) -> IO[str]:
    """The file to write to, now that nothing else can be refused."""
    try:
        return held.open_to_append()
    except OSError as error:
        raise Refusal("--record", f"{held.path}: {error.strerror}") from error


def write_line(file: IO[str], found: MatchRecord, name: str | None) -> None:
    """A record is on its way to the disk before the next match ends."""
    try:
        file.write(found.as_json() + "\n")
        file.flush()
    except OSError as error:
        raise Refusal("--record", f"{name}: {error.strerror}") from error


MEANS = ("points", "win_share", "paradox_rate", "bonus_rate", "tricks", "bid")
"""What nothing is known of before the first match has ended."""


def as_object(tally: Tally) -> dict[str, Any]:
    """The keys of the interface."""
    entries = []
    for entry in tally.standings:
        mean, longest = tally.times_of(entry.bot)
        values = dict(vars(entry))
        values |= {
            "sees_all": entry.bot in tally.see_all,
            "seconds_a_decision": mean,
            "longest_decision": longest,
        }
        if not tally.games:
            values |= dict.fromkeys(MEANS)
        entries.append(values)
    return {
        "players": tally.plan.players,
        "games": tally.games,
        "seed": tally.plan.seed,
        "lineup": tally.plan.lineup,
        "bots": entries,
        "seconds": round(tally.seconds, 3),
        "stopped": "interrupt" if tally.interrupted else None,
    }


FIGURES = 72
"""Columns of a row behind the name."""

SHORTEST_NAMES = 8
"""Columns that are always there for names; longer ones stand on a line of their own if the terminal ends at
80."""


def as_text(tally: Tally) -> str:
    """A table, at most 80 columns wide but for the names of bots."""
    plan = tally.plan
    matches = counted(tally.games, "match", "matches")
    end = ", interrupted" if tally.interrupted else ""
    lines = [wrapped(f"{matches} of {plan.players} players, seed {plan.seed}, {tally.seconds:.1f} s{end}")]
    if not tally.games:
        return lines[0]
    names = [
        entry.bot + (" (sees all hands)" if entry.bot in tally.see_all else "") for entry in tally.standings
    ]
    width = max(SHORTEST_NAMES, min(columns(sys.stdout) - FIGURES, max(map(len, names))))
    lines.append(
        f"{'bot':{width}} {'seats':>5}  {'points':13}  {'wins':17} {'paradox':>7} {'bonus':>5} {'tricks':>6} "
        f"{'bid':>4} {'time':>5}"
    )
    for name, entry in zip(names, tally.standings, strict=True):
        if len(name) > width:
            lines.append(name)
            name = ""
        mean, _ = tally.times_of(entry.bot)
        points = "?" if entry.points_ci95 is None else f"±{entry.points_ci95:5.2f}"
        low, high = entry.win_share_low, entry.win_share_high
        wins = "?" if low is None or high is None else f"{100 * low:.1f}-{100 * high:.1f}"
        bid = "-" if entry.bid is None else f"{entry.bid:.2f}"
        lines.append(
            f"{name:{width}} {entry.seats:5}  {entry.points:6.2f} {points:6}  {entry.win_share:6.1%} "
            f"{wins:10} {entry.paradox_rate:7.1%} {entry.bonus_rate:5.0%} {entry.tricks:6.2f} {bid:>4} "
            f"{'-' if mean is None else duration(mean):>5}"
        )
    note = "Points and wins are for a match and seat, with 95 % intervals; tricks and bid for a round."
    if any(entry.points_ci95 is None for entry in tally.standings):
        note += f" No interval (?) below {LEAST_SETS} sets of {plan.players} matches on the same deals."
    return "\n".join([*lines, wrapped(note, indent=0)])


def duration(seconds: float) -> str:
    """Seconds in at most five characters.

    >>> [duration(seconds) for seconds in (0.00004, 0.0043, 0.2, 12.34, 432.1)]
    ['40us', '4.3ms', '200ms', '12.3s', '432s']
    """
    if seconds < 0.9995e-3:
        return f"{seconds * 1e6:.0f}us"
    if seconds < 0.9995:
        return f"{seconds * 1e3:.{1 if seconds < 9.95e-3 else 0}f}ms"
    return f"{seconds:.{1 if seconds < 99.95 else 0}f}s"
