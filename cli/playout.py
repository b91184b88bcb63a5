"""`catbox playout`: whole matches between bots."""

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import click

from catbox.bots import BotError, make_bot
from catbox.cli.errors import Refusal
from catbox.cli.options import json_option, layout_option, seed_option
from catbox.cli.output import Output, encode
from catbox.cli.positions import read_layout
from catbox.cli.progress import Progress
from catbox.playout import Clock, Plan
from catbox.record import MatchRecord, RecordError
from catbox.rules import ROUNDS
from catbox.standings import Standing, standings
from catbox.tournament import finished_matches, play_matches

INTERRUPTED = 130


@click.command()
@click.argument("bots", metavar="[BOT]...", nargs=-1)
@click.option(
    "--players", type=click.IntRange(2, 5), metavar="N", help="Seats; the last BOT takes those that are left."
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
    help="Write every match to FILE as it ends, a JSON object a line; without --resume an old FILE is lost.",
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
    method choose(view). Options follow a colon: hint:time=0.2 (seconds a decision), hint:worlds=2000 (as many
    worlds instead, the same play on every machine). Without any BOT all seats are greedy.

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
    done: list[MatchRecord] = []
    if resume and record is not None:
        done, seed = earlier(Path(record), lineup, seed, layout)
    plan = Plan(lineup, secrets.randbits(32) if seed is None else seed, layout)
    sees_all = check_bots(plan)
    output = open_record(record, resume)
    begun = time.perf_counter()
    records = [match for match in done if match.match < games]
    have = {match.match for match in records}
    clock = Clock.for_players(plan.players)
    interrupted = False
    total = games

    def progress_text(seconds: float) -> str:
        return f"{len(records)} of {total} matches, {seconds:.0f} s"

    with Progress(progress_text) as progress:
        matches = play_matches(plan, [match for match in range(games) if match not in have], workers)
        try:
            for found, times in matches:
                records.append(found)
                merge(clock, times)
                if output is not None:
                    write_line(output, found, record)
        except KeyboardInterrupt:
            interrupted = True
        except BotError as error:
            raise Refusal("BOT", str(error)) from error
        finally:
            matches.close()
            if output is not None:
                output.close()
        found_standings = standings(records, plan.lineup)
        seconds = time.perf_counter() - begun
        answer = (
            encode(as_object(plan, records, found_standings, sees_all, clock, seconds))
            if as_json
            else as_text(plan, records, found_standings, sees_all, clock, seconds)
        )
        Output(as_json, progress=progress).write(answer)
    return INTERRUPTED if interrupted else 0


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
        return {bot for bot in dict.fromkeys(plan.lineup) if getattr(make_bot(bot), "sees_all", False)}
    except BotError as error:
        raise Refusal("BOT", str(error)) from error


def earlier(
    path: Path, lineup: tuple[str, ...], seed: int | None, layout: str | None
) -> tuple[list[MatchRecord], int | None]:
    """The matches already recorded, and the seed of their run."""
    from catbox.record import read_record

    try:
        if seed is None and path.exists():
            with path.open(encoding="utf-8") as file:
                line = file.readline()
            seed = read_record(line).seed if line.endswith("\n") else None
        if seed is None:
            return [], None
        return finished_matches(path, Plan(lineup, seed, layout)), seed
    except RecordError as error:
        raise Refusal("--record", f"{path}: {error}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal("--record", f"{path}: {error}") from error


def open_record(name: str | None, resume: bool) -> IO[str] | None:
    if name is None:
        return None
    try:
        return open(name, "a" if resume else "w", encoding="utf-8")
    except OSError as error:
        raise Refusal("--record", f"{name}: {error.strerror}") from error


def write_line(file: IO[str], found: MatchRecord, name: str | None) -> None:
    """A record is on its way to the disk before the next match ends."""
    try:
        file.write(found.as_json() + "\n")
        file.flush()
    except OSError as error:
        raise Refusal("--record", f"{name}: {error.strerror}") from error


def merge(clock: Clock, other: Clock) -> None:
    for place in range(len(clock.seconds)):
        clock.seconds[place] += other.seconds[place]
        clock.decisions[place] += other.decisions[place]
        clock.longest[place] = max(clock.longest[place], other.longest[place])


def times_of(plan: Plan, clock: Clock, bot: str) -> tuple[float | None, float | None]:
    """Mean and longest seconds a decision."""
    places = [place for place, name in enumerate(plan.lineup) if name == bot]
    decisions = sum(clock.decisions[place] for place in places)
    if not decisions:
        return None, None
    seconds = sum(clock.seconds[place] for place in places)
    return seconds / decisions, max(clock.longest[place] for place in places)


def as_object(
    plan: Plan,
    records: Sequence[MatchRecord],
    found: Sequence[Standing],
    sees_all: set[str],
    clock: Clock,
    seconds: float,
) -> dict[str, Any]:
    entries = []
    for entry in found:
        mean, longest = times_of(plan, clock, entry.bot)
        values = dict(vars(entry))
        values |= {"sees_all": entry.bot in sees_all, "seconds_a_decision": mean, "longest_decision": longest}
        entries.append(values)
    return {
        "players": plan.players,
        "games": len(records),
        "seed": plan.seed,
        "lineup": plan.lineup,
        "bots": entries,
        "seconds": round(seconds, 3),
    }


def as_text(
    plan: Plan,
    records: Sequence[MatchRecord],
    found: Sequence[Standing],
    sees_all: set[str],
    clock: Clock,
    seconds: float,
) -> str:
    names = [entry.bot + (" (sees all hands)" if entry.bot in sees_all else "") for entry in found]
    width = max(map(len, [*names, "bot"]))
    lines = [
        f"{len(records)} matches of {plan.players} players, seed {plan.seed}, {seconds:.1f} s; "
        "per match and seat, ± half the 95 % interval",
        f"{'bot':{width}}  seats  points          wins            paradox  bonus  tricks  bid   s/decision",
    ]
    for name, entry in zip(names, found, strict=True):
        mean, _ = times_of(plan, clock, entry.bot)
        bid = "   -" if entry.bid is None else f"{entry.bid:4.2f}"
        took = "-" if mean is None else f"{mean:.4f}"
        lines.append(
            f"{name:{width}}  {entry.seats:5}  {entry.points:6.2f} {interval(entry.points_ci95, 1, 2):8} "
            f"{entry.win_share:6.1%} {interval(entry.win_share_ci95, 100, 1):8} {entry.paradox_rate:7.1%} "
            f"{entry.bonus_rate:6.0%}  {entry.tricks:6.2f}  {bid}  {took:>10}"
        )
    return "\n".join(lines)


def interval(half: float | None, factor: float, digits: int) -> str:
    return "± ?" if half is None else f"± {half * factor:.{digits}f}"
