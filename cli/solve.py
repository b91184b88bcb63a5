"""`catbox solve`: exact values and best plays with all hands known."""

from collections.abc import Callable
from typing import Any

import click

from catbox.cli.errors import Refusal
from catbox.cli.lines import STANDARD_INPUT, answer_each
from catbox.cli.options import (
    json_option,
    layout_option,
    position_argument,
    seat_option,
    threads_option,
    time_limit_option,
)
from catbox.cli.output import Output, encode, wrapped
from catbox.cli.parallel import answer_in_threads
from catbox.cli.positions import position_reader, seat_by_option
from catbox.cli.progress import Progress
from catbox.limits import MOST_NODES, MOST_TABLE_MEGABYTES
from catbox.processor import useful_threads
from catbox.solving import (
    DEFAULT_TABLE_MEGABYTES,
    MODELS,
    OBJECTIVES,
    Interrupted,
    MoveValue,
    Solution,
    Solver,
)
from catbox.wording import counted, of_seats

STOPPED = {
    "nodes": "stopped by --max-nodes",
    "time": "stopped by --time-limit",
    "interrupt": "interrupted",
    "asked": "stopped",
}


@click.command()
@position_argument
@click.option(
    "--model",
    type=click.Choice(MODELS),
    default="paranoid",
    show_default=True,
    help="What the other seats do: all against one, or each what is best for itself.",
)
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="margin",
    show_default=True,
    help="What a seat plays for: its score less the best other score, or its score.",
)
@seat_option
@click.option("--all", "every", is_flag=True, help="The exact value of every play, not only of the best.")
@click.option(
    "--max-nodes",
    type=click.IntRange(1, MOST_NODES),
    metavar="N",
    help="Stop after N nodes of each position (a last trick begun is ended), with the bounds proven so far.",
)
@time_limit_option("Stop after so long (for each position), up to 1e9, with what is known by then.")
@click.option(
    "--tt-mb",
    type=click.IntRange(1, MOST_TABLE_MEGABYTES),
    default=DEFAULT_TABLE_MEGABYTES,
    show_default=True,
    metavar="N",
    help="Size of the transposition table in megabytes; a batch shares it out among its threads. Hundreds "
    "pay only in searches of minutes: short ones take longer, as the system has to find each part of it.",
)
@threads_option
@layout_option
@json_option
def command(
    position: str,
    model: str,
    objective: str,
    seat: str | None,
    every: bool,
    max_nodes: int | None,
    time_limit: float | None,
    tt_mb: int,
    threads: int,
    layout: str | None,
    as_json: bool,
) -> int:
    """Find the exact value and the best play, all hands known.

    Ctrl-C stops the search of a single position with the bounds proven so far. A batch shares its threads out
    among the positions, and keeps what it learns from one to the next.

    \b
    Examples:
      catbox solve "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"
      catbox solve --all --json "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"
      catbox deal --players 3 --tricks-left 4 | catbox solve --model maxn -
    """
    read = position_reader(layout)
    batch = position == STANDARD_INPUT

    def written(solution: Solution) -> str:
        return encode(as_object(solution)) if as_json else as_text(solution, with_position=batch)

    def make_answer(solver: Solver) -> Callable[[str], str]:
        def answer(line: str) -> str:
            found = read(line)
            with seat_by_option():
                solution = solver.solve(
                    found,
                    model=model,
                    objective=objective,
                    seat=seat,
                    every=every,
                    max_nodes=max_nodes,
                    time_limit=time_limit,
                )
            return written(solution)

        return answer

    def describe(seconds: float) -> str:
        return (
            f"{output.written} solved, {seconds:.0f} s"
            if batch
            else f"solving, {seconds:.0f} s; Ctrl-C: bounds so far"
        )

    with Progress(describe) as progress:
        output = Output(as_json, apart=True, progress=progress)
        if batch and (workers := useful_threads(threads)) > 1:
            share = max(1, tt_mb // workers)
            return answer_in_threads(lambda: make_answer(make_solver(share, 1)), workers, output)
        try:
            return answer_each(position, make_answer(make_solver(tt_mb, threads)), output)
        except Interrupted as interruption:
            if not batch:
                output.write(written(interruption.solution))
            raise


def make_solver(tt_mb: int, threads: int) -> Solver:
    """A solver with its table; Refusal at --tt-mb if there is not enough memory for it."""
    try:
        return Solver(tt_mb=tt_mb, threads=threads)
    except MemoryError as error:
        raise Refusal("--tt-mb", f"no memory for a table of {tt_mb} megabytes") from error


def as_object(solution: Solution) -> dict[str, Any]:
    """The keys of the interface."""
    found: dict[str, Any] = {
        "position": solution.position.format(),
        "players": solution.players,
        "seat": solution.seat,
        "model": solution.model,
        "objective": solution.objective,
        "exact": solution.exact,
        "value": solution.value,
        "scores": solution.scores,
        "lower": solution.lower,
        "upper": solution.upper,
        "best": str(solution.best) if solution.best else None,
        "best_proven": solution.best_proven,
        "pv": [str(play) for play in solution.pv],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 7),
        "paradox": solution.paradox,
        "stopped": solution.stopped,
    }
    if solution.moves is not None:
        found["moves"] = [move_as_object(move, solution.model) for move in solution.moves]
    elif solution.best is None and solution.position.is_over:
        found["moves"] = []
    return found


def move_as_object(move: MoveValue, model: str) -> dict[str, Any]:
    """What `--all` says of one play: with maxn the scores and the margin of the seat to play too (null if it
    was not searched), with paranoid the bounds."""
    found: dict[str, Any] = {"play": str(move.play), "value": move.value, "exact": move.exact}
    if model == "maxn":
        return found | {"scores": move.scores, "margin": move.margin}
    return found | {"lower": move.lower, "upper": move.upper}


def as_text(solution: Solution, with_position: bool) -> str:
    """A solution for people; every value says whether it is exact or a bound."""
    position, paranoid = solution.position, solution.model == "paranoid"
    signed = paranoid and solution.objective == "margin"
    lines = [position.format()] if with_position else []
    if paranoid:
        lines.append(f"{solution.objective} of {solution.seat} against all others (paranoid)")
    else:
        lines.append(f"score of {solution.seat}, every seat for its own {solution.objective} (maxn)")
    lines.append(f"  value   {valued(solution, signed)}")
    if solution.scores:
        lines.append(f"  scores  {of_seats(solution.scores)}")
    if solution.best:
        by = "" if position.to_play == solution.seat else f" by {position.to_play}"
        proven = "proven" if solution.best_proven else "not proven best"
        lines.append(f"  best    {solution.best}{by}  {proven}")
    elif position.is_over:
        ending = f"paradox of {solution.paradox}" if solution.paradox else "all tricks played"
        lines.append(f"  over    {ending}")
    if solution.pv:
        lines.append(wrapped(f"  line    {' '.join(map(str, solution.pv))}", indent=10))
    if solution.moves:
        lines.append("  plays")
        lines += [f"    {move.play!s:4}  {move_valued(move, signed)}" for move in solution.moves]
    end = f", {STOPPED[solution.stopped]}" if solution.stopped else ""
    lines.append(f"  search  {counted(solution.nodes, 'node')}, {solution.seconds:.3f} s{end}")
    return "\n".join(lines)


def valued(solution: Solution, signed: bool) -> str:
    """The value with its status: exact, or between which proven bounds it lies."""
    if solution.exact and solution.value is not None:
        return f"{points(solution.value, signed)}  exact"
    if solution.lower is not None and solution.upper is not None:
        if solution.lower == solution.upper:
            missing = "scores of the others" if solution.moves is None else "value of every play"
            return f"{points(solution.lower, signed)}  exact, but not the {missing}"
        return f"{bounds(solution.lower, solution.upper, signed)}, search not finished"
    return "unknown, search not finished"


def move_valued(move: MoveValue, signed: bool) -> str:
    """The value of a play with its status."""
    if move.exact and move.value is not None:
        if move.scores is None or move.margin is None:
            return f"{points(move.value, signed):>3}  exact"
        return f"{move.value:>3}  exact  {of_seats(move.scores)}  margin {points(move.margin, True)}"
    if move.lower is not None and move.upper is not None:
        return bounds(move.lower, move.upper, signed)
    return "  ?  not searched"


def points(value: int, signed: bool) -> str:
    """A value as text, a margin with its sign."""
    return f"{value:+d}" if signed and value else str(value)


def bounds(lower: int, upper: int, signed: bool) -> str:
    """Two proven bounds of a value."""
    return f"{points(lower, signed)} to {points(upper, signed)}  bounds"
