"""Where the command `catbox` begins: imports nothing that takes time before Ctrl-C has its exit status."""

import os
import signal


def leave(number: int, frame: object) -> None:
    """Ends the process at once: nothing has been answered yet, or everything has.

    An exception would be reported from wherever the signal comes, and in some places be lost.
    """
    os._exit(128 + number)


def main() -> None:
    """Runs the command line, which ends with SystemExit."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background jobs of a shell
        signal.signal(signal.SIGINT, leave)
    from catbox.cli.main import main as command_line

    command_line()
