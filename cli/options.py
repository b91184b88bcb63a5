"""Arguments and options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from catbox.errors import InputError
from catbox.limits import MOST_SEED, MOST_THREADS, checked_seconds
from catbox.rules import SEATS

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Decorator = Callable[[Decorated], Decorated]

position_argument: Decorator[Any] = click.argument("position", metavar="POSITION")

json_option: Decorator[Any] = click.option(
    "--json", "as_json", is_flag=True, help="Answer as JSON, one object a line."
)

layout_option: Decorator[Any] = click.option(
    "--layout",
    metavar="ROWS",
    help="The board's rows from top to bottom with their ranks, such as R:12345/B:12345/Y:12345/G:12345.",
)

color_option: Decorator[Any] = click.option(
    "--color",
    "--colour",
    "colour",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour; auto: only on a terminal and without NO_COLOR.",
)

seed_option: Decorator[Any] = click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    metavar="N",
    help="Seed of everything left to chance; a random one if left out.",
)

threads_option: Decorator[Any] = click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    metavar="N",
    show_default=True,
    help="Threads to search with; more than there are processors are not used.",
)


def positive_seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """Accepts what `catbox.limits.checked_seconds` does, for an option whose type is float."""
    try:
        checked_seconds(value, "")
    except InputError as error:
        raise click.BadParameter(error.message, ctx, param) from None
    return value


def probability(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """Accepts a number from 0 to 1, for an option whose type is float."""
    if value is not None and not 0 <= value <= 1:
        raise click.BadParameter(f"{value} is not between 0 and 1", ctx, param)
    return value


def time_limit_option(text: str) -> Decorator[Any]:
    """--time-limit, with this help."""
    return click.option("--time-limit", type=float, callback=positive_seconds, metavar="SECONDS", help=text)


seat_option: Decorator[Any] = click.option(
    "--seat",
    type=click.Choice(list(SEATS)),
    help="The seat whose value is asked for; the one to play if left out.",
)
