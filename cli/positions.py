"""Reading positions as the options of the command line say."""

from collections.abc import Callable, Sequence

from catbox.cli.errors import UNQUOTED, Refusal
from catbox.errors import NotationError
from catbox.layout import FIELD as LAYOUT
from catbox.layout import Layout
from catbox.position import Position
from catbox.rules import SEATS


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


def check_seat(seat: str | None, position: Position) -> None:
    """Refusal at --seat if the seat asked for is not one of the position's."""
    if seat is not None and seat not in SEATS[: position.players]:
        raise Refusal("--seat", f"there is no seat {seat} with {position.players} players")


def read_layout(text: str) -> Layout:
    """The layout given as --layout; Refusal if it is not well formed."""
    try:
        return Layout.parse(text)
    except NotationError as error:
        raise Refusal("--layout", error.message) from error
