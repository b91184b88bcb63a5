"""The command `catbox`: finds the command that was named and turns whatever goes wrong into one line."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

import catbox
from catbox.cli.errors import Refusal, check_output, refusal_of_usage
from catbox.cli.interruption import Interruption
from catbox.cli.negative_numbers import as_arguments

# A command NAME lives in the module catbox.cli.NAME, as the click command `command`. It is imported only
# when it is called (or listed by --help), so that `catbox --version` stays as fast as click itself.
COMMANDS = ("show", "moves", "apply", "perft", "solve", "suggest", "playout", "replay", "deal", "bench")


NO_MORE_THREADS = "can't start new thread"
"""What Python says, in a mere RuntimeError, where there is no memory for one."""


class LazyGroup(click.Group):
    """A click group that imports a command when it is needed and tells every error in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"catbox.cli.{cmd_name}").command
        if VERSION not in command.params:
            command.params += [VERSION, HELP]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise Refusal("COMMAND", f"no command {args[0]!r:.40}; there are {', '.join(COMMANDS)}")
        name, command, rest = super().resolve_command(ctx, args)
        if command is None or ctx.resilient_parsing:
            return name, command, rest
        ctx.with_resource(ctx.ensure_object(Interruption))  # now that all is imported
        return name, command, as_arguments(rest, command)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Runs the command line and exits with its status.

        0: answered; 1: some line of a batch refused, or the reader left; 2: refused; 130, 143 or 129:
        interrupted by SIGINT, SIGTERM or SIGHUP.
        """
        interruption = Interruption()
        extra |= {"standalone_mode": False, "obj": interruption}
        try:
            status = super().main(args, prog_name or "catbox", **extra) or 0
        except Refusal as error:
            error.show()
            status = error.exit_code
        except click.UsageError as error:
            refusal_of_usage(error).show()
            status = 2
        except click.Abort:
            status = interruption.status
        except (MemoryError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and str(error) != NO_MORE_THREADS:
                raise
            lacking(error).show()
            status = Refusal.exit_code
        except OSError as error:  # a full disk; click itself ends quietly when the reader of a pipe has gone
            Refusal("output", error.strerror or str(error)).show()
            drop_output()
            # A terminal that was closed takes no answer; why it was not given is known.
            status = Refusal.exit_code if interruption.signum is None else interruption.status
        sys.exit(status)


def lacking(error: MemoryError | RuntimeError) -> Refusal:
    """The refusal where the machine has too little memory for what was asked, or for one more thread."""
    return Refusal("memory", str(error) or "there is not enough")


def drop_output() -> None:
    """What could not be written must not be tried again when the interpreter flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        say(f"catbox {catbox.__version__}")
        ctx.exit()


def print_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        say(ctx.get_help())
        ctx.exit()


def say(text: str) -> None:
    """Writes what is no command's answer; click alone would not miss a standard output."""
    check_output()
    click.echo(text)


VERSION = click.Option(
    ["--version"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Print the version and exit.",
)
HELP = click.Option(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_help,
    help="Show this message and exit.",
)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    params=[VERSION, HELP],
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Exact solver, hints and playouts for the card game Cat in the Box.

    A POSITION is one line of six or seven fields, quoted as one argument:

    \b
      BOARD HANDS MARKERS TRICKS BIDS TURN [DISCARDS]
      "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"

    The position - stands for standard input: one position a line, blank lines and lines that start with # are
    skipped, and each is answered as soon as it is read.

    \b
    Examples:
      catbox deal --players 3 --tricks-left 4 --seed 7 | catbox show -
      catbox solve "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A" --all
      catbox COMMAND --help

    \b
    Shell completion (bash; also zsh_source, fish_source):
      eval "$(_CATBOX_COMPLETE=bash_source catbox)"
    """
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())
