"""Pictures: everything of a position is in them, at 80 columns and without colour as well as with it."""

import re
import xml.etree.ElementTree as ElementTree
from random import Random

import pytest

from catbox import Layout, Position
from catbox.dealing import deal, random_position
from catbox.rendering import svg, terminal

STYLE = re.compile(r"\x1b\[[0-9;]*m")
TWO = Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2")
BIDDING = Position.parse(
    "....../....../....../...... 123345566/112344456/122334556 RBYG/RBYG/RBYG 0/0/0 -/3/- B 1/2/6"
)


def positions() -> list[Position]:
    """Deals, rounds in progress and rounds that are over, for every number of players."""
    rng = Random(5)
    found = [TWO, TWO.play("4R"), TWO.play("4R").play("1R").play("3R"), BIDDING]
    for players in (2, 3, 4, 5):
        found.append(deal(players, rng))
        for plies in (0, 1, players, 2 * players + 1, 5 * players - 1):
            found.append(random_position(players, rng, plies=plies))
        found.append(random_position(players, rng, tricks_left=1, follow=0.85))
        found.append(random_position(players, rng, tricks_left=3).seen_by("B"))
    return found


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.format())
def test_a_drawing_is_plain_80_columns_and_complete(position):
    drawn = terminal.draw(position)
    lines = drawn.split("\n")
    assert drawn.isascii()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    # The board's rows come third, after the headline, a blank line and the ranks; a cell is three columns.
    for row, line in zip(position.board, lines[3:7], strict=True):
        assert "".join(line[4 + 3 * rank] for rank in range(len(row))) == row
    for number, hand in enumerate(position.hands):
        (line,) = [line for line in lines[3:] if f" {'ABCDE'[number]}  {hand} " in f"{line} "]
        assert " ".join(c if c in position.markers[number] else "." for c in "RBYG") in line
        assert f" {position.tricks[number]} " in line
    for play in position.trick:
        assert str(play) in drawn


def test_rows_of_different_order_have_their_ranks_above_them():
    line = "...B.B/....BC/.ACCCA/ABA..B 23555/1233/11444 RG/RBG/RBYG 0/2/2 1/3/1 B:6G 1/2/6"
    layout = Layout.parse("R:654321/B:123456/Y:123456/G:123456")
    drawn = [row[:22].rstrip() for row in terminal.draw(Position.parse(line, layout)).split("\n")[2:8]]
    assert drawn == [
        "    6  5  4  3  2  1",
        " R  B  .  B  .  .  .",
        "    1  2  3  4  5  6",
        " B  .  .  .  .  B  C",
        " Y  .  A  C  C  C  A",
        " G  A  B  A  .  . [B]",
    ]


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.format())
def test_colour_adds_styles_and_nothing_else(position):
    styled = STYLE.sub("", terminal.draw(position, colour=True)).split("\n")
    assert [line.rstrip() for line in styled] == terminal.draw(position).split("\n")
    assert "\x1b" in terminal.draw(position, colour=True)
    assert "\x1b" not in terminal.draw(position)


def test_the_drawing_of_the_notations_example():
    assert terminal.draw(TWO) == (
        "2 players, 2 tricks to go: A to lead\n"
        "\n"
        "    1  2  3  4  5        hand  markers  tricks  group\n"
        " R  .  .  .  .  B   > A  234   R B Y G       3      3\n"
        " B  A  B  B  A  A     B  114   R . Y G       3      4\n"
        " Y  A  .  B  B  A\n"
        " G  #  A  #  #  B\n"
        "\n"
        " discards  A 2, B 2"
    )


def test_the_trick_in_progress_is_marked_and_told():
    drawn = terminal.draw(TWO.play("4R"))
    assert "[A]" in drawn
    assert "trick     A 4R (A wins so far)" in drawn


def test_a_paradox_is_told_with_the_scores():
    position = TWO.play("4R").play("1R").play("3R")
    drawn = terminal.draw(position)
    assert "B has no legal play, a paradox" in drawn.split("\n")[0]
    assert ">" not in drawn
    for seat, score in zip("AB", position.scores(), strict=True):
        assert re.search(rf" {seat}  .* {score}$", drawn, re.MULTILINE)


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.format())
def test_a_picture_is_well_formed_and_self_contained(position):
    text = svg.draw(position)
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("role") == "img"
    title, description = root[0], root[1]
    assert (title.tag[-5:], description.tag[-4:]) == ("title", "desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"<(script|image|use|style|foreignObject)|url\(|href", text)
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    for number, hand in enumerate(position.hands):
        seat = "ABCDE"[number]
        tokens = "".join(position.board).count(seat)
        in_trick = (number - "ABCDE".index(position.leader)) % position.players < len(position.trick)
        assert words.count(seat) - markers_named(position, seat) == tokens + 1 + in_trick
        assert f"Seat {seat}: hand {hand}, " in description.text


def markers_named(position: Position, seat: str) -> int:
    """How often the letter of a seat is that of the colour blue: on its row and on markers."""
    return 1 + sum("B" in markers for markers in position.markers) if seat == "B" else 0


def test_pictures_of_several_positions_may_share_a_page():
    ids = [re.findall(r' id="([^"]+)"', svg.draw(position)) for position in positions()]
    assert len({name for names in ids for name in names}) == sum(map(len, ids))


def test_positions_draw_themselves():
    assert str(TWO) == terminal.draw(TWO)
    assert TWO._repr_svg_() == svg.draw(TWO)
