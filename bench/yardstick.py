"""Time and nodes of `catbox solve` against a plain C++ search, position by position, one thread each.

A SET is a file of bench/positions, named without its .txt (all of them if none is named); the sets called
maxn-... are solved with that model. Builds bench/plain_search.cpp into build/ for this processor. Each
position is solved by a new process, with an empty table; the time is that of the search alone. Exits 1 if the
two disagree about a value.
"""

import json
import os
import statistics
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import click
import sets

SOURCE = Path(__file__).resolve().parent / "plain_search.cpp"
PLAIN_SEARCH = SOURCE.parent.parent / "build" / "plain_search"
CATBOX = Path(sysconfig.get_path("scripts"), "catbox")
SHORTEST = 1e-6    # seconds: the clock's step, so that no ratio is infinite


def build() -> None:
    """Compiles the plain search if its source has changed."""
    if PLAIN_SEARCH.exists() and PLAIN_SEARCH.stat().st_mtime > SOURCE.stat().st_mtime:
        return
    PLAIN_SEARCH.parent.mkdir(exist_ok=True)
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, "-O3", "-march=native", "-o", PLAIN_SEARCH, SOURCE], check=True)


def plain(line: str, model: str) -> tuple[int, int, float]:
    """Value for the seat to play, nodes and seconds of the plain search."""
    done = subprocess.run(
        [PLAIN_SEARCH, model, "margin"], input=line, stdout=subprocess.PIPE, text=True, check=True
    )
    value, nodes, seconds = done.stdout.split()
    return int(value), int(nodes), float(seconds)


def catbox(line: str, model: str) -> tuple[int, int, float]:
    """The same of the installed command."""
    done = subprocess.run(
        [CATBOX, "solve", "--json", "--threads", "1", "--model", model, "--", line],
        stdout=subprocess.PIPE, text=True, check=True,
    )
    answer = json.loads(done.stdout)
    return answer["value"], answer["nodes"], answer["seconds"]


def compare(name: str) -> dict[str, Any]:
    """Ratios plain / catbox over the positions of one set."""
    model = sets.model(name)
    times, nodes = [], []
    for line in sets.read(name):
        expected, got = plain(line, model), catbox(line, model)
        if expected[0] != got[0]:
            sys.exit(f"{name}: value {got[0]}, not {expected[0]}: {line}")
        times.append(expected[2] / max(got[2], SHORTEST))
        nodes.append(expected[1] / max(got[1], 1))
    return {
        "set": name, "positions": len(times), "time": statistics.median(times),
        "slowest": min(times), "fastest": max(times), "nodes": statistics.median(nodes),
    }


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[SET]...")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines, one object a set.")
def main(names: tuple[str, ...], as_json: bool) -> None:
    if missing := [name for name in names if name not in sets.names()]:
        sys.exit(f"no such set: {', '.join(missing)}")
    if not CATBOX.exists():
        sys.exit("catbox is not installed in the environment of this interpreter")
    build()
    if not as_json:
        print("median ratio plain search / catbox (above 1: catbox is better)")
        print(f"{'set':<14}{'positions':>10}{'time':>9}{'min':>9}{'max':>9}{'nodes':>9}", flush=True)
    for name in names or sets.names():
        row = compare(name)
        if as_json:
            print(json.dumps(row), flush=True)
        else:
            print("{set:<14}{positions:>10}{time:>9.2f}{slowest:>9.2f}{fastest:>9.2f}{nodes:>9.2f}".format(**row),
                  flush=True)


if __name__ == "__main__":
    main()
