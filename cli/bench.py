"""`catbox bench`: the fixed set of positions, whose total of nodes is the signature of the search."""

import click

from catbox.cli.bench_positions import POSITIONS
from catbox.cli.options import json_option
from catbox.cli.output import Output, encode
from catbox.cli.progress import Progress
from catbox.position import Position
from catbox.solving import Solver

TABLE_MB = 64  # part of what the signature is the signature of: a smaller table forgets more


@click.command()
@json_option
def command(as_json: bool) -> int:
    """Solve a built-in set; print its node signature and speed.

    Every position starts with an empty table, so the signature is the same on every machine and changes only
    when the search does. Ctrl-C leaves the figures of the positions that are solved, and no signature.

    \b
    Examples:
      catbox bench
      catbox bench --json
    """
    results: list[tuple[str, int, float]] = []
    with Progress(
        lambda seconds: f"{len(results)} of {len(POSITIONS)} positions, {seconds:.0f} s"
    ) as progress:
        output = Output(as_json, progress=progress)
        solver = Solver(tt_mb=TABLE_MB)
        interruption: KeyboardInterrupt | None = None
        try:
            for model, line in POSITIONS:
                position = Position.parse(line)
                solver.clear()
                solution = solver.solve(position, model=model)
                results.append((f"{position.players} players, {model}", solution.nodes, solution.seconds))
        except KeyboardInterrupt as error:
            interruption = error
        whole = interruption is None
        output.write(as_json_line(results, whole) if as_json else as_text(results, whole))
    if interruption is not None:
        raise interruption
    return 0


def totals(results: list[tuple[str, int, float]]) -> tuple[int, float, int]:
    """Nodes, seconds and nodes a second."""
    nodes = sum(result[1] for result in results)
    seconds = sum(result[2] for result in results)
    return nodes, seconds, round(nodes / max(seconds, 1e-9))


def as_json_line(results: list[tuple[str, int, float]], whole: bool) -> str:
    """The keys of the interface; there is no signature unless it is that of the whole set."""
    nodes, seconds, speed = totals(results)
    return encode(
        {
            "signature": nodes if whole else None,
            "positions": len(results),
            "nodes": nodes,
            "seconds": round(seconds, 7),
            "nps": speed,
            "stopped": None if whole else "interrupt",
        }
    )


def as_text(results: list[tuple[str, int, float]], whole: bool) -> str:
    """A line for each kind of position, then the whole set."""
    kinds = dict.fromkeys(kind for kind, _, _ in results)
    lines = [f"{'':22}{'positions':>10}{'nodes':>14}{'seconds':>9}{'nodes/s':>13}"]
    parts = {kind: [result for result in results if result[0] == kind] for kind in kinds}
    for name, part in (*parts.items(), ("all" if whole else "so far", results)):
        nodes, seconds, speed = totals(part)
        lines.append(f"{name:22}{len(part):>10}{nodes:>14,}{seconds:>9.2f}{speed:>13,}")
    lines.append(f"signature {totals(results)[0]}" if whole else "interrupted: no signature")
    return "\n".join(lines)
