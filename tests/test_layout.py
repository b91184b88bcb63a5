"""Board layouts (R2, N4)."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catbox import Layout, NotationError

DEFAULT = "R:123456/B:123456/Y:123456/G:123456"


def cell(play: str) -> int:
    """The number of a cell: rank index * 4 + colour."""
    return (int(play[0]) - 1) * 4 + "RBYG".index(play[1])


def around(layout: Layout, play: str) -> set[str]:
    """The cells adjacent to one, by name."""
    adjacent = layout.neighbours[cell(play)]
    return {f"{index // 4 + 1}{'RBYG'[index % 4]}" for index in range(36) if adjacent >> index & 1}


@pytest.mark.parametrize(("players", "ranks"), [(2, 5), (3, 6), (4, 8), (5, 9)])
def test_the_default_has_the_ranks_of_r1_ascending(players: int, ranks: int) -> None:
    layout = Layout.default(players)
    assert layout.players == players
    assert layout.rows == tuple((colour, tuple(range(1, ranks + 1))) for colour in "RBYG")
    assert layout.is_default
    assert len(layout.neighbours) == 4 * ranks


def test_cells_are_adjacent_in_rows_and_columns_without_wrap_around_or_diagonal() -> None:
    layout = Layout.default(3)
    assert layout.format() == DEFAULT
    assert around(layout, "1R") == {"2R", "1B"}
    assert around(layout, "6G") == {"5G", "6Y"}
    assert around(layout, "3B") == {"2B", "4B", "3R", "3Y"}


def test_adjacency_follows_the_layout() -> None:
    layout = Layout.parse("G:213456/R:123456/B:654321/Y:123456")
    assert around(layout, "1G") == {"2G", "3G", "2R"}
    assert around(layout, "6B") == {"5B", "1R", "1Y"}
    assert around(layout, "1Y") == {"2Y", "6B"}
    assert not layout.is_default


@given(st.permutations("RBYG"), st.lists(st.permutations("12345"), min_size=4, max_size=4))
def test_reading_what_was_written_gives_the_same(colours: list[str], ranks: list[list[str]]) -> None:
    text = "/".join(f"{colour}:{''.join(row)}" for colour, row in zip(colours, ranks, strict=True))
    layout = Layout.parse(text)
    assert layout.format() == str(layout) == text
    assert Layout.parse(layout.format()) == layout
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert eval(repr(layout), {"Layout": Layout}) == layout
    grid = [[cell(rank + colour) for rank in row] for colour, row in zip(colours, ranks, strict=True)]
    for y in range(4):
        for x in range(5):
            expected = sum(
                1 << grid[b][a]
                for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                if 0 <= a < 5 and 0 <= b < 4
            )
            assert layout.neighbours[grid[y][x]] == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/",
        "R:123456",
        DEFAULT + "/G:123456",
        DEFAULT.replace("G", "Y"),
        DEFAULT.replace("G", "g"),
        DEFAULT.replace("G", "P"),
        DEFAULT.replace("G:", "G"),
        DEFAULT.replace("G:123456", "G:12345"),
        DEFAULT.replace("G:123456", "G:123457"),
        DEFAULT.replace("G:123456", "G:112345"),
        DEFAULT.replace("G:123456", "G:"),
        DEFAULT.replace("123456", "1234567"),
        DEFAULT.replace("123456", "1234"),
        DEFAULT.replace("1", "\u0661"),
        DEFAULT + "\n",
        " " + DEFAULT,
        DEFAULT.replace("R", "\x1b"),
        "R" * 10_000_000,
    ],
)
def test_what_is_no_layout_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Layout.parse(text)
    assert caught.value.field == "LAYOUT"
    assert caught.value.message.isascii()
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 250


@given(st.text("RBYG:/123456789", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert Layout.parse(text).format() == text
    except NotationError as error:
        assert error.field == "LAYOUT"  # noqa: PT017 - a layout by chance is fine too


def test_a_layout_cannot_be_changed() -> None:
    layout = Layout.default(2)
    with pytest.raises(AttributeError):
        layout.rows = ()
    with pytest.raises(AttributeError):
        del layout.rows


@pytest.mark.parametrize("players", [0, 1, 6])
def test_there_are_boards_for_two_to_five(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        Layout.default(players)


def test_only_text_is_read() -> None:
    with pytest.raises(TypeError, match="a layout is read from a str"):
        Layout.parse(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "rows",
    [
        None,
        (),
        {},
        "R:123456",
        [("R", (1, 2, 3, 4, 5))],
        ((1, 2),) * 4,
        (("R", (1,)),) * 4,
        (("R", (1, 2, 3, 4, 5)),) * 4,
        tuple((colour, (True, 2, 3, 4, 5)) for colour in "RBYG"),
        tuple((colour, tuple("12345")) for colour in "RBYG"),
        tuple((colour, (12, 345)) for colour in "RBYG"),
    ],
)
def test_rows_that_make_no_board_are_refused(rows: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        Layout(rows)


def test_rows_of_a_layout_make_it_again() -> None:
    layout = Layout.parse("G:213456/R:123456/B:123456/Y:654321")
    assert Layout(layout.rows) == layout
