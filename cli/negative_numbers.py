"""Negative numbers as arguments, which click takes for options because of their dash."""

import re
from collections.abc import Sequence

import click

NUMBER = re.compile(r"-\.?[0-9]")  # no option begins like that


def as_arguments(args: Sequence[str], command: click.Command) -> list[str]:
    """The same command line, with its negative numbers behind `--`, where click leaves them arguments.

    Those that are an option's value stay where they are.
    """
    options = [param for param in command.params if isinstance(param, click.Option) and not param.is_flag]
    valued = {name for option in options for name in option.opts}
    others: list[str] = []
    numbers: list[str] = []
    for index, arg in enumerate(args):
        if arg == "--":
            return [*others, "--", *numbers, *args[index + 1 :]]
        is_value = index > 0 and args[index - 1] in valued
        (numbers if NUMBER.match(arg) and not is_value else others).append(arg)
    return [*others, "--", *numbers] if numbers else others
