"""Reading positions as the options of the command line say."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from catbox.cli.errors import UNQUOTED, Refusal
from catbox.errors import InputError, NotationError
from catbox.layout import FIELD as LAYOUT
from catbox.layout import Layout
from catbox.position import Position


def position_reader(layout: str | None, behind: Sequence[str] = ()) -> Callable[[str], Position]:
    """A function that reads a line (N2) for the board of `layout` (N4), or for the printed board.

    behind: the arguments after the position, which are the rest of it where its quotes were left out. Raises
    Refusal at --layout if the layout is not well formed; the function raises NotationError, at --layout if
    the board is not for so many players, and Refusal at POSITION if quotes are missing.
    """
    board = None if layout is None else read_layout(layout)

    def read(line: str) -> Position:
        if behind and line.count("/") == 3 and " " not in line:
            raise Refusal("POSITION", UNQUOTED)
        try:
            return Position.parse(line, layout=board)
        except NotationError as error:
            raise NotationError("--layout" if error.field == LAYOUT else error.field, error.message) from None

    return read


@contextmanager
def seat_by_option() -> Iterator[None]:
    """Blames a seat that there is not on the option it was given by."""
    try:
        yield
    except InputError as error:
        if error.field == "seat":
            raise Refusal("--seat", error.message) from None
        raise


def read_layout(text: str) -> Layout:
    """The layout given as --layout; Refusal if it is not well formed."""
    try:
        return Layout.parse(text)
    except NotationError as error:
        raise Refusal("--layout", error.message) from error
