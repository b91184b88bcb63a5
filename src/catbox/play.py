"""A play: a rank declared a colour (N1, R5)."""

from __future__ import annotations

from functools import total_ordering

from catbox.errors import NotationError, quoted
from catbox.limits import checked_int
from catbox.rules import COLOURS, ROUNDS

FIELD = "PLAY"
HIGHEST_RANK = max(rules.ranks for rules in ROUNDS.values())


@total_ordering
class Play:
    """A card of some rank, declared one of the colours RBYG. Immutable, hashable, picklable.

    Plays are ordered canonically: by rank, then by colour in the order RBYG (N3).
    ValueError if there is no such rank or colour, TypeError if the rank is no int.

    >>> Play.parse("5y")
    Play(5, 'Y')
    >>> print(Play(5, "Y"), Play(5, "Y") < Play(5, "G") < Play(6, "R"))
    5Y True
    """

    __slots__ = ("cell", "colour", "rank")

    rank: int
    colour: str
    cell: int
    """The cell it takes, as a number: (rank - 1) * 4 + the colour's place in RBYG."""

    def __init__(self, rank: int, colour: str) -> None:
        checked_int(rank, "rank")
        if rank not in range(1, HIGHEST_RANK + 1) or colour not in (*COLOURS,):
            raise ValueError(f"there is no play of rank {rank!r:.40} and colour {colour!r:.40}")
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "colour", colour)
        object.__setattr__(self, "cell", (rank - 1) * len(COLOURS) + COLOURS.index(colour))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Play is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Play is immutable")

    @staticmethod
    def parse(text: str) -> Play:
        """The play written as in N1, in either case; NotationError at PLAY if `text` is none."""
        try:
            return BY_TEXT[text]
        except (KeyError, TypeError):
            if not isinstance(text, str):
                raise TypeError(f"a play is read from a str, not from {type(text).__name__}") from None
            raise NotationError(
                FIELD, f"a play is a rank and a colour of {COLOURS}, such as 5Y, not {quoted(text)}"
            ) from None

    @staticmethod
    def from_cell(cell: int) -> Play:
        """The play that takes a cell, 0 to 35; ValueError for other numbers, TypeError for what is no int."""
        checked_int(cell, "cell")
        if not 0 <= cell < len(BY_CELL):
            raise ValueError(f"there is no cell {cell!r:.40}")
        return BY_CELL[cell]

    def __eq__(self, other: object) -> bool:
        return self.cell == other.cell if isinstance(other, Play) else NotImplemented

    def __lt__(self, other: Play) -> bool:
        return self.cell < other.cell if isinstance(other, Play) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cell)

    def __str__(self) -> str:
        return f"{self.rank}{self.colour}"

    def __repr__(self) -> str:
        return f"Play({self.rank}, {self.colour!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Play, (self.rank, self.colour)


BY_CELL = tuple(Play(rank, colour) for rank in range(1, HIGHEST_RANK + 1) for colour in COLOURS)
BY_TEXT = {text: play for play in BY_CELL for text in (str(play), str(play).lower())}
