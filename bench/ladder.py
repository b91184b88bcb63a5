"""What each enhancement of the search is worth: nodes and time with one of them switched off.

For each SET (a file of bench/positions, named without its .txt; those of the targets if none is named): all
enhancements on, each of them off by itself, and all off. Every position is solved from an empty table on one
thread, seat to play, margin. A position that takes more than --max-nodes is given up there, and what is shown
is then marked with > as too little. Nodes are the same on every machine.
"""

import json
from dataclasses import asdict, dataclass

import click
import sets

from catbox import Position
from catbox.catbox_core import SWITCHES, Search

TABLE_MB = 16
ALL = sum(SWITCHES.values())
RUNGS = {"all on": ALL, **{f"no {name}": ALL & ~bit for name, bit in SWITCHES.items()}, "all off": 0}
TARGETS = ["2p-8", "3p-6", "4p-5", "5p-4", "maxn-2p-7", "maxn-3p-5", "maxn-4p-4", "maxn-5p-3"]


@dataclass(frozen=True)
class Cost:
    """Nodes and seconds of a whole set; `given_up`: of how many positions the search was not finished."""

    nodes: int
    seconds: float
    given_up: int


def cost(positions: list[Position], model: str, switches: int, max_nodes: int | None = None) -> Cost:
    """What it takes to solve the positions with these enhancements."""
    search = Search(TABLE_MB << 20)
    nodes, seconds, given_up = 0, 0.0, 0
    for position in positions:
        search.clear()
        state = position.state
        if model == "maxn":
            result = search.maxn(state, True, max_nodes=max_nodes, switches=switches)
        else:
            result = search.paranoid(state, state.to_play, True, max_nodes=max_nodes, switches=switches)
        nodes += result.nodes
        seconds += result.seconds
        given_up += result.stopped is not None
    return Cost(nodes, seconds, given_up)


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[SET]...", type=click.Choice(sets.names()))
@click.option("--max-nodes", default=20_000_000, show_default=True, help="For each position.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines, one object a set and switch.")
def main(names: tuple[str, ...], max_nodes: int, as_json: bool) -> None:
    if not as_json:
        click.echo(f"{'set':<14}{'switches':<22}{'nodes':>16}{'seconds':>10}{'nodes':>10}{'time':>8}")
    for name in names or TARGETS:
        positions = [Position.parse(line) for line in sets.read(name)]
        full = None
        for rung, switches in RUNGS.items():
            found = cost(positions, sets.model(name), switches, max_nodes)
            full = full or found
            if as_json:
                click.echo(json.dumps({"set": name, "switches": rung, **asdict(found)}))
                continue
            more = ">" if found.given_up else ""
            click.echo(
                f"{name:<14}{rung:<22}{f'{more}{found.nodes:,}':>16}{f'{more}{found.seconds:.2f}':>10}"
                f"{f'{more}{found.nodes / full.nodes:.2f}x':>10}"
                f"{f'{more}{found.seconds / full.seconds:.2f}x':>8}"
            )


if __name__ == "__main__":
    main()
