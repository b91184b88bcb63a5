"""`catbox deal`: random deals, and positions some way into random rounds."""

import random

import click

from catbox.cli.errors import Refusal
from catbox.cli.options import json_option, probability, seed_option
from catbox.cli.output import Output, encode
from catbox.cli.progress import Progress
from catbox.dealing import deal, random_position


@click.command()
@click.option("--players", type=click.IntRange(2, 5), metavar="N", required=True, help="Number of players.")
@click.option(
    "--plies",
    type=click.IntRange(min=0),
    metavar="N",
    help="Positions after N random plays; at most 8 a seat, 7 with five players.",
)
@click.option(
    "--tricks-left",
    type=click.IntRange(min=1),
    metavar="N",
    help="Positions with N tricks to go; at most 8, 7 with five players.",
)
@click.option(
    "--follow",
    type=float,
    callback=probability,
    metavar="P",
    help="The chance, 0 to 1, that a seat that can follow the led colour does so; left out: every play is as "
    "likely.",
)
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many."
)
@seed_option
@json_option
def command(
    players: int,
    plies: int | None,
    tricks_left: int | None,
    follow: float | None,
    count: int,
    seed: int | None,
    as_json: bool,
) -> int:
    """Deal at random: new rounds, or positions in mid-round.

    A new round is before its discards. With --plies or --tricks-left, discards, bids and plays are random
    too and nobody has met a paradox yet.

    \b
    Examples:
      catbox deal --players 4 --seed 1
      catbox deal --players 3 --tricks-left 5 --follow 0.85 | catbox solve -
      catbox deal --players 2 --plies 7 --count 20 --json
    """
    if plies is not None and tricks_left is not None:
        raise Refusal("--plies", "give either --plies or --tricks-left")
    if follow is not None and plies is None and tricks_left is None:
        raise Refusal("--follow", "it needs --plies or --tricks-left: a new round has no plays yet")
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)
    rng = random.Random(seed)
    new_round = plies is None and tricks_left is None

    def describe(seconds: float) -> str:
        return f"{output.written} of {count} dealt, {seconds:.0f} s"

    with Progress(describe) as progress:
        output = Output(as_json, progress=progress)
        for number in range(count):
            try:
                position = (
                    deal(players, rng)
                    if new_round
                    else random_position(players, rng, plies=plies, tricks_left=tricks_left, follow=follow)
                )
            except ValueError as error:
                option = "--plies" if tricks_left is None else "--tricks-left"
                raise Refusal(option, str(error).partition(": ")[2] or str(error)) from error
            line = position.format()
            if as_json:
                line = encode({"position": line, "players": players, "seed": seed, "number": number})
            output.write(line)
    return 0
