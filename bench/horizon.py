"""How far from the end of a round positions are solved within a second, on one thread.

For each number of players and of tricks left: random positions of rounds in which a seat that can follow
the led colour does so 85 % of the time, each solved from an empty table (paranoid, margin, the seat to play).
The horizon is the most tricks left at which nine of ten are solved.
"""

import random
import statistics
from collections.abc import Iterable

import click

import catbox
from catbox.dealing import random_position

LIMIT = 1.0         # seconds a position
SHARE = 0.9         # of the positions, to count as within the horizon
FOLLOW = 0.85
TRICKS = {2: range(5, 9), 3: range(4, 9), 4: range(3, 8), 5: range(2, 7)}    # shown, while some are solved


def seconds_to_solve(players: int, tricks_left: int, count: int, seed: int) -> list[float]:
    """Seconds for each of `count` positions; infinite where the limit came first."""
    rng = random.Random(f"{seed} {players} {tricks_left}")
    seconds = []
    for _ in range(count):
        position = random_position(players, rng, tricks_left=tricks_left, follow=FOLLOW)
        solution = catbox.solve(position, threads=1, time_limit=LIMIT)
        seconds.append(solution.seconds if solution.exact else float("inf"))
    return seconds


def share_within(seconds: Iterable[float], limit: float) -> float:
    return statistics.fmean(s <= limit for s in seconds)


@click.command(help=__doc__)
@click.option("--players", type=click.IntRange(2, 5), multiple=True, help="Only these numbers of players.")
@click.option("--count", default=40, show_default=True, help="Positions for each line of the table.")
@click.option("--seed", default=1, show_default=True)
def main(players: tuple[int, ...], count: int, seed: int) -> None:
    click.echo("players  tricks left  positions  within 0.1 s  within 1 s  median seconds")
    for number in players or tuple(TRICKS):
        horizon = None
        for tricks_left in TRICKS[number]:
            seconds = seconds_to_solve(number, tricks_left, count, seed)
            median = statistics.median(seconds)
            click.echo(
                f"{number:7}  {tricks_left:11}  {count:9}  {share_within(seconds, 0.1):12.0%}"
                f"  {share_within(seconds, LIMIT):10.0%}  {f'{median:.4f}' if median <= LIMIT else '> 1':>14}"
            )
            if share_within(seconds, LIMIT) >= SHARE:
                horizon = tricks_left
            elif median > LIMIT:
                break
        click.echo(f"{number} players: horizon {horizon} tricks")


if __name__ == "__main__":
    main()
