"""What the terminal behind a stream can show, if there is one."""

import os
from typing import TextIO

USUAL_WIDTH = 80  # columns


def takes_escapes(stream: TextIO) -> bool:
    """Whether colours may be set and lines cleared there."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO) -> int:
    """Its width; COLUMNS in the environment goes first. The usual one where there is no terminal, or one that
    does not say."""
    if not stream.isatty():
        return USUAL_WIDTH
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    try:
        return os.get_terminal_size(stream.fileno()).columns or USUAL_WIDTH
    except OSError:
        return USUAL_WIDTH
