"""Board layouts (R2, N4): which rank and colour lies where, and so which cells are adjacent."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise

from catbox.catbox_core import Geometry
from catbox.errors import NotationError, quoted
from catbox.rules import COLOURS, ROUNDS, round_rules

FIELD = "LAYOUT"
PLAYERS_BY_RANKS = {rules.ranks: players for players, rules in ROUNDS.items()}
LONGEST = max(len(COLOURS) * (len("R:/") + rules.ranks) for rules in ROUNDS.values())


class Layout:
    """An order of the board's rows and, in each row, of its ranks. Immutable, hashable, picklable.

    `Layout.parse` reads one, `Layout.default` gives the board that is built in.

    >>> Layout.default(3)
    Layout.parse('R:123456/B:123456/Y:123456/G:123456')
    >>> layout = Layout.parse("G:213456/R:123456/B:123456/Y:123456")
    >>> [(colour, rank) for colour, ranks in layout.rows for rank in ranks][:2]
    [('G', 2), ('G', 1)]
    """

    __slots__ = ("geometry", "neighbours", "players", "rows")

    players: int
    """How many players the board is for; its ranks follow from that (R1)."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """The rows from top to bottom: a colour, and the ranks from left to right."""
    neighbours: tuple[int, ...]
    """For each cell (rank index * 4 + colour) the set of its adjacent cells, one bit a cell (R2)."""
    geometry: Geometry
    """The same for the compiled core."""

    def __init__(self, rows: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
        """From rows as they are in `rows`. TypeError unless each is a colour and a tuple of ranks; ValueError
        unless they make a board."""
        if not isinstance(rows, tuple) or not all(map(_is_row, rows)):
            raise TypeError("rows: a tuple of pairs is needed, each a colour and a tuple of its ranks")
        if rows != _rows_of(_text_of(rows)):
            raise ValueError("rows: ranks are whole numbers of one digit")
        players = PLAYERS_BY_RANKS[len(rows[0][1])]
        neighbours = adjacency(rows)
        for name, value in (
            ("rows", rows),
            ("players", players),
            ("neighbours", neighbours),
            ("geometry", Geometry(players, neighbours)),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Layout is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Layout is immutable")

    @staticmethod
    def parse(text: str) -> Layout:
        """The layout that `text` describes as in N4; NotationError at LAYOUT if it is not well formed."""
        if not isinstance(text, str):
            raise TypeError(f"a layout is read from a str, not from {type(text).__name__}")
        if len(text) > LONGEST:
            raise NotationError(FIELD, f"{len(text)} characters are too many")
        return _parsed(text)

    @staticmethod
    @cache
    def default(players: int) -> Layout:
        """The printed board: rows R B Y G, ranks ascending (R2). ValueError unless for 2 to 5 players."""
        ranks = "".join(map(str, range(1, round_rules(players).ranks + 1)))
        return _parsed("/".join(f"{colour}:{ranks}" for colour in COLOURS))

    def format(self) -> str:
        """The text that `parse` reads."""
        return _text_of(self.rows)

    @property
    def is_default(self) -> bool:
        """Whether this is the board that is built in for its number of players."""
        return self == Layout.default(self.players)

    def __eq__(self, other: object) -> bool:
        return self.rows == other.rows if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rows)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Layout.parse({self.format()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Layout.parse, (self.format(),)


def board_for(players: int, layout: Layout | None) -> Layout:
    """The layout that is given, else the printed board; NotationError if it is for another number."""
    if layout is None:
        return Layout.default(players)
    if not isinstance(layout, Layout):
        raise TypeError(f"layout: a Layout is needed, not {type(layout).__name__}")
    if layout.players != players:
        raise NotationError(FIELD, f"it is for {layout.players} players, not {players}")
    return layout


def adjacency(rows: tuple[tuple[str, tuple[int, ...]], ...]) -> tuple[int, ...]:
    """For each cell the set of cells next to it in a row or a column: no wrap-around, no diagonal (R2)."""
    grid = [[(rank - 1) * len(COLOURS) + COLOURS.index(colour) for rank in ranks] for colour, ranks in rows]
    neighbours = [0] * (len(grid) * len(grid[0]))
    pairs = [pair for row in grid for pair in pairwise(row)]
    pairs += [pair for upper, lower in pairwise(grid) for pair in zip(upper, lower, strict=True)]
    for one, other in pairs:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    return tuple(neighbours)


def _is_row(row: object) -> bool:
    return isinstance(row, tuple) and len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], tuple)


def _text_of(rows: tuple[tuple[str, tuple[int, ...]], ...]) -> str:
    return "/".join(f"{colour}:{''.join(map(str, ranks))}" for colour, ranks in rows)


@lru_cache(maxsize=64)
def _parsed(text: str) -> Layout:
    return Layout(_rows_of(text))


def _rows_of(text: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    entries = text.split("/")
    if len(entries) != len(COLOURS):
        raise NotationError(FIELD, f"{len(COLOURS)} rows are needed, with / between, not {len(entries)}")
    rows = []
    for entry in entries:
        colour, colon, ranks = entry[:1], entry[1:2], entry[2:]
        if colour not in COLOURS or colon != ":":
            raise NotationError(
                FIELD, f"a row is a colour of {COLOURS}, a colon and its ranks, not {quoted(entry)}"
            )
        if len(ranks) not in PLAYERS_BY_RANKS:
            raise NotationError(FIELD, f"a row has 5, 6, 8 or 9 ranks, not {len(ranks)}")
        if sorted(ranks) != [str(rank) for rank in range(1, len(ranks) + 1)]:
            raise NotationError(
                FIELD, f"row {colour} needs each rank from 1 to {len(ranks)} once, not {quoted(ranks)}"
            )
        rows.append((colour, tuple(map(int, ranks))))
    if len({colour for colour, _ in rows}) != len(COLOURS):
        raise NotationError(FIELD, "each colour needs one row")
    if len({len(ranks) for _, ranks in rows}) != 1:
        raise NotationError(FIELD, "all rows need the same number of ranks")
    return tuple(rows)
