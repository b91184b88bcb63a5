"""Files that a command reads, or goes on writing."""

import os
import stat
from contextlib import suppress

from catbox.cli.errors import Refusal

STANDARD_OUTPUT = 1
STANDARD_ERROR = 2
OPEN_ALREADY = ("/dev/stdin", "/dev/fd/")


def check_regular(name: str, field: str) -> None:
    """Refusal at `field` for what is there and no regular file: it may never end, or never begin."""
    mode = mode_of(name)
    if mode is not None and not stat.S_ISREG(mode):
        raise Refusal(field, f"{name}: not a regular file")


def is_pipe(name: str) -> bool:
    mode = mode_of(name)
    return mode is not None and stat.S_ISFIFO(mode)


def is_open_pipe(name: str) -> bool:
    """Whether this is a pipe with somebody at its other end, from `|`, `<(...)` or `>(...)` of a shell."""
    return name.startswith(OPEN_ALREADY) and is_pipe(name)


def check_not_a_named_pipe(name: str, field: str) -> None:
    """Refusal at `field` for a pipe that would wait until somebody reads from it; those of `|` and `>(...)`
    are read already."""
    if is_pipe(name) and not (is_open_pipe(name) or is_written_to(name)):
        raise Refusal(field, f"{name}: a pipe; name a file, or - for standard output")


def is_written_to(name: str) -> bool:
    """Whether standard output or standard error goes to this file."""
    for stream in (STANDARD_OUTPUT, STANDARD_ERROR):
        with suppress(OSError, ValueError):
            if os.path.samestat(os.stat(name), os.fstat(stream)):
                return True
    return False


def mode_of(name: str) -> int | None:
    """Kind and permissions; None if nothing is known, which whoever opens the file then says."""
    try:
        return os.stat(name).st_mode
    except (OSError, ValueError):
        return None
