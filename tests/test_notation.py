"""Reading and writing positions (N1, N2): the checks, the fields they name, and a plain second reader."""

import random
import re

import fuzz_notation
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catbox import NotationError, Play, Position
from catbox.dealing import deal, discard_and_bid, random_position

TABLE = {2: (5, 10, 9, ""), 3: (6, 10, 9, "134"), 4: (8, 10, 9, "123"), 5: (9, 9, 8, "123")}  # R1
START = "....../....../....../...... 123345566/112344456/122334556 RBYG/RBYG/RBYG 0/0/0 4/3/1 A 1/2/6"
ENDING = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
IN_TRICK = "...BAA/BCC..A/BCCC../...BA. 46/12/3 RG/RBYG/RBYG 3/0/1 3/1/1 C:2Y"
DEAL = "....../....../....../...... 1111122222/3333344444/5555566666 RBYG/RBYG/RBYG 0/0/0 -/-/- A -/-/-"


def well_formed(line: str) -> bool:
    """N2 and R1 once more, one sentence after another, with no regard to speed or messages."""
    if not re.fullmatch(r"[\t -~]*", line):
        return False
    texts = re.findall(r"[^ \t]+", line)
    if len(texts) not in (6, 7):
        return False
    board, hands, markers, tricks, bids, turn = (text.split("/") for text in texts[:6])
    n = len(hands)
    if n not in TABLE:
        return False
    ranks, dealt, after_discard, allowed = TABLE[n]
    digits, seats = "123456789"[:ranks], "ABCDE"[:n]
    if len(board) != 4 or not all(re.fullmatch(rf"[.#{seats}]{{{ranks}}}", row) for row in board):
        return False
    if not all(re.fullmatch(rf"[{digits}]+|[?]+", hand) and list(hand) == sorted(hand) for hand in hands):
        return False
    if len(markers) != n or not all(re.fullmatch(r"-|(?=.)R?B?Y?G?", entry) for entry in markers):
        return False
    if len(tricks) != n or not all(re.fullmatch(r"[0-9]", entry) for entry in tricks):
        return False
    if n == 2 and bids != ["-"]:
        return False
    if n > 2 and (len(bids) != n or not all(re.fullmatch(rf"[-{allowed}]", entry) for entry in bids)):
        return False
    play = rf"[{digits}][RBYGrbyg]"
    if len(turn) != 1 or not re.fullmatch(rf"[{seats}](:{play}(,{play}){{0,{n - 2}}})?", turn[0]):
        return False
    discards = texts[6].split("/") if len(texts) == 7 else None
    if discards and (
        len(discards) != n or not all(re.fullmatch(rf"[-?{digits}]", entry) for entry in discards)
    ):
        return False

    order = [seats[(seats.index(turn[0][0]) + i) % n] for i in range(n)]
    plays = list(zip(order, turn[0][2:].upper().split(",") if ":" in turn[0] else [], strict=False))
    played = [seat for seat, _ in plays]
    tokens = {seat: sum(row.count(seat) for row in board) for seat in seats}
    completed = {tokens[seat] - played.count(seat) for seat in seats}
    before = {len(hand) + played.count(seat) for seat, hand in zip(seats, hands, strict=True)}
    if len(completed) != 1 or len(before) != 1:
        return False
    completed, before = completed.pop(), before.pop()
    at_deal = before == dealt and not any(tokens.values()) and not plays
    if before + completed > after_discard and not at_deal:
        return False
    if sum(map(int, tricks)) != completed:
        return False
    for seat, (rank, colour) in plays:
        if board["RBYG".index(colour)][int(rank) - 1] != seat:
            return False
        own = markers[seats.index(seat)]
        led = plays[0][1][1]
        if colour not in own or (colour != led and led in own):
            return False

    for index, rank in enumerate(digits):
        copies = sum(hand.count(rank) for hand in hands) + sum(row[index] != "." for row in board)
        if copies + (discards or []).count(rank) > 5:
            return False
    neutral = ["".join("#" if row[index] == "#" else "." for row in board) for index in range(ranks)]
    if sum(column.count("#") for column in neutral) != (3 if n == 2 else 0):
        return False
    if not all(column in ("....", "...#", "..##", ".###") for column in neutral):
        return False

    if at_deal and (set(bids) != {"-"} or (discards and set(discards) != {"-"})):
        return False
    if not at_deal and discards and "-" in discards:
        return False
    if n > 2 and "-" in bids and not at_deal:
        in_order = "".join(bids[seats.index(seat)] for seat in order)
        if before != after_discard or plays or in_order.rstrip("-").count("-"):
            return False
    return True


def field_of(line: str) -> str | None:
    """The field of the error, or None if the line is read; the error must be fit to be shown."""
    try:
        Position.parse(line)
        return None
    except NotationError as refused:
        error = refused
    assert str(error) == f"{error.field}: {error.message}"
    assert error.message.isascii()
    assert error.message.isprintable()
    assert 0 < len(error.message) < 250
    return error.field


@st.composite
def good_lines(draw: st.DrawFn) -> str:
    """A line of any phase; hands and discards may be hidden."""
    players = draw(st.integers(2, 5))
    rng = random.Random(draw(st.integers(0, 2**32)))
    kind = draw(st.sampled_from(["deal", "bid", "play", "play", "play"]))
    if kind == "play":
        position = random_position(players, rng, plies=draw(st.integers(0, players * 4)), follow=0.8)
    else:
        position = deal(players, rng)
        if kind == "bid":
            start = discard_and_bid(position, rng)
            left = draw(st.integers(0, players)) if players > 2 else 0
            order = [(start.fields.leader + i) % players for i in range(players)]
            missing = order[players - left :]
            bids = tuple(None if seat in missing else bid for seat, bid in enumerate(start.fields.bids))
            position = Position(start.fields._replace(bids=bids), start.layout)
    seat = draw(st.sampled_from([None, *"ABCDE"[:players]]))
    return (position.seen_by(seat) if seat else position).format()


@given(good_lines())
def test_reading_what_was_written_gives_the_same(line: str) -> None:
    assert well_formed(line)
    position = Position.parse(line)
    assert position.format() == line
    assert Position.parse(position.format()) == position


@given(good_lines(), st.integers(0, 2**32))
def test_a_changed_line_is_read_exactly_if_it_is_well_formed(line: str, seed: int) -> None:
    changed = fuzz_notation.mutated(line, [START, ENDING, IN_TRICK, DEAL], random.Random(seed))
    assert (field_of(changed) is None) == well_formed(changed)
    if well_formed(changed):
        position = Position.parse(changed)
        assert Position.parse(position.format()) == position


@given(st.one_of(st.text(max_size=200), st.text("./#ABCDE123?-:,RBYG \t", max_size=200)))
def test_any_text_is_refused_by_name(text: str) -> None:
    assert (field_of(text) is None) == well_formed(text)


@pytest.mark.parametrize("line", [START, ENDING, IN_TRICK, DEAL])
def test_a_good_line_is_written_as_it_was_read(line: str) -> None:
    assert Position.parse(line).format() == line


def test_blanks_and_lower_case_plays_are_put_right() -> None:
    assert (
        Position.parse("\t " + IN_TRICK.replace(" ", " \t ").replace("2Y", "2y") + " ").format() == IN_TRICK
    )


def test_unknown_discards_are_left_out() -> None:
    assert Position.parse(ENDING.replace("2/2", "?/?")).format() == ENDING.removesuffix(" 2/2")
    assert Position.parse(ENDING.replace("2/2", "?/2")).discards == ("?", "2")
    assert Position.parse(DEAL.removesuffix(" -/-/-")).format() == DEAL


@pytest.mark.parametrize(
    ("line", "old", "new", "field"),
    [
        (START, " ", "\u00a0", "line"),
        (START, " A ", " A\x85 ", "line"),
        (START, " A ", " A\x7f ", "line"),
        (START, " A 1/2/6", " A 1/2/6\n", "line"),
        (START, " A 1/2/6", "", "line"),
        (START, " ", " " * 300, "line"),
        (ENDING, "#A##B", "#A#.B", "BOARD"),
        (ENDING, "#A##B", ".A##B", "BOARD"),
        (ENDING, "....B/", "#...B/", "BOARD"),
        (ENDING, "ABBAA", "CBBAA", "BOARD"),
        (ENDING, "A.BBA", "ABBBA", "BOARD"),
        (START, "....../....../", "...../...../", "BOARD"),
        (START, "123345566", "12334556", "HANDS"),
        (START, "123345566", "213345566", "HANDS"),
        (START, "123345566", "?????????0", "HANDS"),
        (START, "123345566", "1" * 900, "HANDS"),
        (START, "123345566", "1" * 256, "HANDS"),
        (START, "123345566", "555555666", "HANDS"),
        (START, "123345566/112344456/122334556", "123345566", "HANDS"),
        (START, "123345566/112344456/122334556", "1233445566/1123444456/1223334556", "HANDS"),
        (IN_TRICK, "46/12/3", "46/12/34", "HANDS"),
        (IN_TRICK, "46/12/3", "46/12/??", "HANDS"),
        (ENDING, "234/114", "233/335", "HANDS"),
        (ENDING, "RBYG", "rbyg", "MARKERS"),
        (ENDING, "RBYG", "R-", "MARKERS"),
        (ENDING, "RBYG", "RR", "MARKERS"),
        (IN_TRICK, "RBYG/RBYG 3", "RBYG/RBG 3", "MARKERS"),
        (START, "0/0/0", "0/0/\u0660", "TRICKS"),
        (START, "0/0/0", "0/0/00", "TRICKS"),
        (START, "0/0/0", "0/0/1", "TRICKS"),
        (START, "4/3/1", "4/3/2", "BIDS"),
        (START, "4/3/1", "-", "BIDS"),
        (START, "4/3/1", "-/3/1", "BIDS"),
        (START, "4/3/1 A", "4/-/1 A", "BIDS"),
        (START, "4/3/1 A", "4/-/1 C", None),
        (IN_TRICK, "3/1/1", "3/1/-", "BIDS"),
        (DEAL, "-/-/- A", "4/-/- A", "BIDS"),
        (ENDING, " - ", " -/- ", "BIDS"),
        (START, " A ", " A: ", "TURN"),
        (START, " A ", " a ", "TURN"),
        (START, " A ", " AB ", "TURN"),
        (START, " A ", " A:1G ", "TURN"),
        (IN_TRICK, "C:2Y", "C:2Y,2Y", "TURN"),
        (IN_TRICK, "C:2Y", "C:5G", "TURN"),
        (IN_TRICK, "C:2Y", "C:3G", "TURN"),
        (IN_TRICK, "C:2Y", "C:2\u00df", "TURN"),
        (START, "1/2/6", "1/2", "DISCARDS"),
        (START, "1/2/6", "-", "DISCARDS"),
        (START, "1/2/6", "-/-/-", "DISCARDS"),
        (START, "1/2/6", "?/2/6", None),
        (START, "1/2/6", "1/2/5", "DISCARDS"),
        (START, "1/2/6", "1/2/7", "DISCARDS"),
        (DEAL, " A -/-/-", " A ?/?/?", "DISCARDS"),
        (DEAL, " A -/-/-", " A 0/0/0", "DISCARDS"),
    ],
)
def test_errors_name_the_field(line: str, old: str, new: str, field: str | None) -> None:
    assert old in line
    assert field_of(line.replace(old, new)) == field


@pytest.mark.parametrize(
    ("tokens", "hands", "turn", "field"),
    [
        (".A....", "12/34/56", "A", "BOARD"),
        ("......", "12/34/56", "A:2R", "TURN"),
        (".A....", "1/34/56", "B", "TURN"),
        ("......", "1/34/56", "A", "HANDS"),
        ("......", "1/34/56", "A:2R", "BOARD"),
        (".A....", "12/34/56", "A:2R", "HANDS"),
        (".A....", "12/3/56", "C:2R", "TURN"),
        (".AA...", "12/34/56", "A:2R", "TURN"),
        (".A....", "1/34/56", "A:2R", None),
    ],
)
def test_of_tokens_hands_and_trick_the_one_is_named_that_the_others_contradict(
    tokens: str, hands: str, turn: str, field: str | None
) -> None:
    assert field_of(f"{tokens}/....../....../...... {hands} RBYG/RBYG/RBYG 0/0/0 1/1/1 {turn}") == field


def test_a_huge_line_is_refused_without_being_looked_at() -> None:
    class Line(str):
        def split(self, *args: object, **named: object) -> list[str]:
            raise AssertionError("looked at")

        isascii = isprintable = replace = split

    assert field_of(Line("." * 10_000_000)) == "line"


@pytest.mark.parametrize("wrong", [None, 5, b"x", START.split()])
def test_only_text_is_read(wrong: object) -> None:
    with pytest.raises(TypeError, match="a position is read from a str"):
        Position.parse(wrong)  # type: ignore[arg-type]


def test_plays_are_read_in_either_case_and_written_in_upper_case() -> None:
    assert str(Play.parse("5y")) == str(Play.parse("5Y")) == "5Y"
    assert (Play.parse("9g").rank, Play.parse("9g").colour) == (9, "G")


@pytest.mark.parametrize(
    "text", ["", "5", "Y5", "5 Y", "05Y", "0Y", "10Y", "5P", "\u0665Y", "5Y\n", "5" * 10**6]
)
def test_what_is_no_play_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Play.parse(text)
    assert caught.value.field == "PLAY"
    assert len(caught.value.message) < 250
    assert caught.value.message.isascii()


def test_plays_have_canonical_order() -> None:
    plays = [Play(rank, colour) for rank in range(1, 10) for colour in "RBYG"]  # N3
    assert sorted(plays, key=str) != plays
    assert sorted(sorted(plays, key=str)) == plays
    assert [play.cell for play in plays] == list(range(36))
    assert [Play.from_cell(cell) for cell in range(36)] == plays


@pytest.mark.parametrize(("rank", "colour"), [(0, "R"), (10, "R"), (1, "P"), (1, ""), (1, "RB")])
def test_there_are_no_other_plays(rank: int, colour: str) -> None:
    with pytest.raises(ValueError, match="no play"):
        Play(rank, colour)


@pytest.mark.parametrize("cell", [-1, 36, 10**30])
def test_there_are_no_other_cells(cell: int) -> None:
    with pytest.raises(ValueError, match="no cell"):
        Play.from_cell(cell)
