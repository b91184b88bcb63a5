"""Positions: what they tell, what can be done to them, hidden hands, and that they behave as values."""

import pickle
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import catbox
from catbox import IllegalPlay, Layout, NotationError, Play, Position
from catbox.dealing import deal, random_position
from catbox.errors import InputError

ENDING = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
IN_TRICK = "...BAA/BCC..A/BCCC../...BA. 46/12/3 RG/RBYG/RBYG 3/0/1 3/1/1 C:2Y"
DEAL = "....../....../....../...... 1111122222/3333344444/5555566666 RBYG/RBYG/RBYG 0/0/0 -/-/- B -/-/-"
OTHER_LAYOUT = "G:213456/R:123456/B:654321/Y:123456"


def texts(plays: list[Play]) -> list[str]:
    return [str(play) for play in plays]


def positions() -> st.SearchStrategy[Position]:
    """Positions in play, some of them over."""

    def make(players: int, seed: int, plies: int) -> Position:
        rng = random.Random(seed)
        position = random_position(players, rng, plies=0)
        for _ in range(plies):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_plays()))
        return position

    return st.builds(make, st.integers(2, 5), st.integers(0, 2**32), st.integers(0, 36))


def test_a_position_tells_what_its_line_says() -> None:
    position = Position.parse(IN_TRICK)
    assert position.players == 3
    assert position.board == ("...BAA", "BCC..A", "BCCC..", "...BA.")
    assert position.hands == ("46", "12", "3")
    assert position.markers == ("RG", "RBYG", "RBYG")
    assert position.tricks == (3, 0, 1)
    assert position.bids == (3, 1, 1)
    assert (position.leader, position.to_play) == ("C", "A")
    assert position.trick == (Play(2, "Y"),)
    assert position.discards == ("?", "?", "?")
    assert not position.hidden
    assert position.layout == Layout.default(3)


def test_two_players_have_no_bids_and_lost_markers_are_gone() -> None:
    position = Position.parse("A..BA/BAA.B/ABB../B##A# 125/334 -/RBYG 2/4 - B 4/5")
    assert position.bids == (None, None)
    assert position.markers == ("", "RBYG")


def test_the_example_of_the_notation() -> None:
    """N2: after 4R, B ends in a paradox."""
    position = Position.parse(ENDING)
    assert texts(position.legal_plays()) == ["2R", "2Y", "3R", "4R"]
    position = position.play("4r")
    assert position.trick == (Play(4, "R"),)
    while not position.is_over:
        position = position.play(position.legal_plays()[0])
    assert position.paradox == "B"
    assert position.legal_plays() == []
    assert position.phase == "over"


def test_a_round_from_deal_to_play() -> None:
    position = Position.parse(DEAL)
    assert (position.phase, position.to_play) == ("discard", "B")
    assert position.choices() == ["1", "2", "3", "4", "5", "6"]
    assert position.legal_discards("B") == [3, 4]
    position = position.apply("1/4/6")
    assert position.format().split()[1] == "111122222/333334444/555556666"
    assert (position.phase, position.discards) == ("bid", ("1", "4", "6"))
    for seat, bid in zip("BCA", (4, 1, 3), strict=True):  # R4.4: from the start seat on
        assert position.to_play == seat
        assert position.choices() == ["1", "3", "4"]
        position = position.bid(bid)
        assert position.format().split()[5] == "B"
    assert (position.phase, position.to_play, position.bids) == ("play", "B", (3, 4, 1))
    assert position.choices() == [f"{rank}{colour}" for rank in (3, 4) for colour in "BYG"]
    assert position.apply("3B").to_play == "C"


def test_two_players_do_not_bid() -> None:
    position = deal(2, 1)
    assert position.phase == "discard"
    assert position.discard([hand[0] for hand in position.hands]).phase == "play"


@pytest.mark.parametrize(
    "discards", ["1/4", "1/4/6/6", "1/4/4", "7/4/6", "?/4/6", "-/-/-", "", "1/4/", "\x1b/4/6"]
)
def test_discards_the_rules_do_not_allow(discards: str) -> None:
    with pytest.raises(IllegalPlay) as caught:
        Position.parse(DEAL).apply(discards)
    assert caught.value.field == "DISCARD"
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("bid", ["2", "0", "", "-", "03", "3 ", "\u0663", "5Y"])
def test_bids_the_rules_do_not_allow(bid: str) -> None:
    position = Position.parse(DEAL).apply("1/4/6")
    with pytest.raises(IllegalPlay) as caught:
        position.apply(bid)
    assert caught.value.field == "BID"


DEALT = Position.parse(DEAL)
BIDDING = DEALT.discard([1, 4, 6]).bid(1)
PLAYING = BIDDING.bid(1).bid(1)
DISCARDS, BIDS = "in the discard phase each seat discards", "in the bid phase C bids one of 1, 3, 4"
PLAYS = "a play is a rank and a colour of RBYG, such as 5Y"


@pytest.mark.parametrize(
    ("act", "field", "words"),
    [
        *[(lambda m=m: DEALT.apply(m), "DISCARD", DISCARDS) for m in (2, "2", "", "5Y", "1/2", Play(5, "Y"))],
        *[(lambda m=m: DEALT.play(m), "HANDS", DISCARDS) for m in (2, "3", "5Y", "", Play(5, "Y"), None)],
        *[(lambda m=m: DEALT.bid(m), "BID", DISCARDS) for m in (1, 2, "3")],
        *[(lambda m=m: BIDDING.apply(m), "BID", f"{BIDS}, not ") for m in (2, "2", "", "5Y", Play(5, "Y"))],
        *[(lambda m=m: BIDDING.play(m), "BIDS", BIDS) for m in (3, "3", "5Y", "", Play(5, "Y"), None)],
        *[(lambda m=m: BIDDING.bid(m), "BID", f"{BIDS}, not ") for m in (2, "3", None, [1])],
        (lambda: BIDDING.discard([1, 2, 6]), "DISCARD", BIDS),
        *[(lambda m=m: PLAYING.apply(m), "PLAY", PLAYS) for m in (3, "3", "", "1/2/6")],
        (lambda: PLAYING.bid(3), "BID", "in the play phase B plays a card"),
        (lambda: PLAYING.discard([1, 2, 6]), "DISCARD", "in the play phase B plays a card"),
    ],
)
def test_a_wrong_move_is_told_what_the_phase_asks_for(
    act: Callable[[], object], field: str, words: str
) -> None:
    with pytest.raises(InputError) as caught:
        act()
    assert caught.value.field == field
    assert words in caught.value.message


@pytest.mark.parametrize("position", [DEALT, BIDDING, PLAYING], ids=lambda position: position.phase)
@pytest.mark.parametrize("move", [None, 1.5, ["1", "2", "6"]])
def test_what_is_no_move_at_all(position: Position, move: object) -> None:
    with pytest.raises(TypeError, match=f"in the {position.phase} phase .* not {type(move).__name__}"):
        position.apply(move)  # type: ignore[arg-type]


def test_apply_takes_what_the_bots_answer() -> None:
    assert BIDDING.apply(3) == BIDDING.apply("3") == BIDDING.bid(3)
    play = PLAYING.legal_plays()[0]
    assert PLAYING.apply(play) == PLAYING.apply(str(play)) == PLAYING.play(play)


def test_each_phase_has_its_own_moves() -> None:
    dealt = Position.parse(DEAL)
    bidding = dealt.discard([1, 4, 6])
    playing = bidding.bid(1).bid(1).bid(1)
    for position in (bidding, playing):
        with pytest.raises(IllegalPlay, match="discarded already"):
            position.discard([1, 4, 6])
    for position in (dealt, playing):
        with pytest.raises(IllegalPlay, match="nobody is to bid"):
            position.bid(1)
    with pytest.raises(IllegalPlay, match="one of 1, 3, 4"):
        bidding.bid(2)
    for position, field in ((dealt, "HANDS"), (bidding, "BIDS")):
        for ask in (position.legal_plays, lambda p=position: p.play("1B"), lambda p=position: p.perft(1)):
            with pytest.raises(NotationError) as caught:
                ask()
            assert caught.value.field == field
        assert (position.is_over, position.paradox) == (False, None)
        with pytest.raises(ValueError, match="not over"):
            position.scores()


@pytest.mark.parametrize(
    ("line", "play", "why"),
    [
        (ENDING, "5R", "A has no card of rank 5"),
        (ENDING, "2B", "its cell is taken"),
        (ENDING, "3G", "its cell is taken"),
        (ENDING, "6R", "the ranks of 2 players are 1 to 5"),
        (IN_TRICK, "4B", "A has no marker on B"),
        ("....../....../....../...... 12/34/56 RBYG/RBYG/RBYG 0/0/0 1/1/1 A", "1R", "red may be led only"),
        ("..B.../.A...C/....../...... 1/4/5 RBYG/RYG/RBYG 0/1/0 1/1/1 B", "4R", "the round is over"),
    ],
)
def test_illegal_plays_are_refused_with_the_reason(line: str, play: str, why: str) -> None:
    position = Position.parse(line)
    with pytest.raises(IllegalPlay, match=why) as caught:
        position.play(play)
    assert isinstance(caught.value, ValueError)
    assert caught.value.field == "PLAY"
    with pytest.raises(IllegalPlay):
        position.play(Play.parse(play))


def test_what_is_no_play_is_refused() -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(ENDING).play("5")
    assert caught.value.field == "PLAY"


@given(positions())
def test_every_play_is_legal_or_refused(position: Position) -> None:
    legal = position.legal_plays()
    assert legal == sorted(set(legal))
    assert legal == position.possible_plays()
    for cell in range(36):
        play = Play.from_cell(cell)
        if play in legal:
            after = position.play(play)
            assert Position.parse(after.format()) == after
            assert Position.parse(after.format()).legal_plays() == after.legal_plays()
        else:
            with pytest.raises(IllegalPlay):
                position.play(play)
    assert position.is_over == (not legal)
    assert (position.phase == "over") == position.is_over


@given(positions(), st.booleans())
def test_positions_are_values(position: Position, other_layout: bool) -> None:
    if other_layout and position.players == 3:
        position = Position.parse(position.format(), OTHER_LAYOUT)
    again = Position.parse(position.format(), position.layout)
    assert again == position
    assert hash(again) == hash(position)
    assert pickle.loads(pickle.dumps(position)) == position
    assert eval(repr(position), {"Position": Position}) == position


def test_positions_differ_by_any_field() -> None:
    position = Position.parse(ENDING)
    assert position != Position.parse(ENDING.replace("2/2", "2/?"))
    assert position != Position.parse(ENDING.replace("RYG", "RG"))
    assert position != position.play("2R")
    assert position != ENDING
    assert Position.parse(IN_TRICK) != Position.parse(IN_TRICK, OTHER_LAYOUT)
    with pytest.raises(AttributeError):
        position.players = 3  # type: ignore[misc]


def test_a_play_leaves_the_position_as_it_was() -> None:
    position = Position.parse(ENDING)
    position.play("2R")
    assert position.format() == ENDING


def test_adjacency_follows_the_layout() -> None:
    """R2: with the blue row the other way round 1B is under 6R, not under 1R, so A has no group of two."""
    line = "A...../A...../BB..../CC.... 2/3/4 RBYG/RBYG/RBYG 1/1/0 1/3/1 A"
    assert Position.parse(line).scores() == (1 + 2, 1, 0)
    assert Position.parse(line, "R:123456/B:654321/Y:123456/G:123456").scores() == (1 + 1, 1, 0)


def test_a_layout_for_other_players_is_refused() -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(ENDING, OTHER_LAYOUT)
    assert caught.value.field == "LAYOUT"


# Hidden hands.


def test_a_hidden_hand_has_no_legal_plays_but_possible_ones() -> None:
    position = Position.parse("....../....../....../...... ??/34/56 RBYG/RBYG/RBYG 0/0/0 1/1/1 A")
    assert position.hidden
    assert not position.is_over
    for ask in (position.legal_plays, position.choices, lambda: position.perft(1)):
        with pytest.raises(NotationError) as caught:
            ask()
        assert caught.value.field == "HANDS"
    assert texts(position.possible_plays()) == [f"{rank}{colour}" for rank in range(1, 7) for colour in "BYG"]
    after = position.play("6B")
    assert after.hands == ("?", "34", "56")
    assert after.to_play == "B"
    assert len(after.legal_plays()) == 2 * 4
    with pytest.raises(NotationError, match="all hands must be known"):
        after.perft(1)


def test_a_hidden_hand_holds_no_sixth_copy() -> None:
    # All of rank 3 are in hands, discards and on the board; one of rank 4 is left.
    position = Position.parse("....../..C.../....../...... ???/334/34 RBYG/RBYG/RBYG 0/0/0 1/1/1 C:3B 3/4/4")
    assert position.unseen == (5, 5, 0, 1, 5, 5)
    assert {play.rank for play in position.possible_plays()} == {1, 2, 4, 5, 6}
    with pytest.raises(IllegalPlay, match="all 5 are elsewhere"):
        position.play("3R")
    after = position.play("4R")
    assert after.hands[0] == "??"
    assert after.unseen[3] == 0


def test_a_hidden_hand_may_lead_red_only_if_it_may_be_stuck_otherwise() -> None:
    # R5.3: cards of rank 3 can be declared in red alone. A holds two cards, and two of rank 3 are unseen ...
    line = "...../..#../..#../..#.. ??/12 RBYG/RBYG 0/0 - A"
    position = Position.parse(line)
    assert texts([play for play in position.possible_plays() if play.colour == "R"]) == ["3R"]
    assert position.play("3R").hands == ("?", "12")
    # ... or only one, so that the other card can be declared blue, yellow or green.
    position = Position.parse(line.replace("/12", "/13"))
    assert [play for play in position.possible_plays() if play.colour == "R"] == []
    with pytest.raises(IllegalPlay, match="red may be led only"):
        position.play("3R")


def test_a_paradox_of_a_hidden_hand_is_declared_only_if_certain() -> None:
    # A has its red marker only, red is open, and the red cells left are those of ranks 4 and 5.
    line = "ABA../B..../.BA../##..# {hands} {markers} 2/1 - A"
    possible = Position.parse(line.format(hands="??/12", markers="R/RBYG"))
    assert not possible.is_over
    assert texts(possible.possible_plays()) == ["4R", "5R"]
    certain = Position.parse(line.format(hands="??/12", markers="-/RBYG"))
    assert (certain.is_over, certain.paradox, certain.phase) == (True, "A", "over")
    assert certain.legal_plays() == []
    # R8.2 and R8.4: A loses its two tricks; B has one, and the bonus for its largest group, of one token.
    known = Position.parse(line.format(hands="44/12", markers="-/RBYG"))
    assert known.paradox == "A"
    assert certain.scores() == known.scores() == (-2, 2)


def test_a_paradox_of_a_hidden_hand_may_follow_from_the_copies_seen() -> None:
    # A can declare red 4 only: all five cards of rank 4 are seen, or all but one.
    line = "ABA.B/...A./...B./##..# ???/{hand} R/RBYG 2/1 - A"
    assert Position.parse(line.format(hand="444")).paradox == "A"
    assert Position.parse(line.format(hand="445")).paradox is None
    assert texts(Position.parse(line.format(hand="445")).possible_plays()) == ["4R"]


@given(positions(), st.integers(0, 4))
def test_a_hidden_hand_may_play_what_its_real_hand_may(position: Position, number: int) -> None:
    seat = "ABCDE"[number % position.players]
    seen = position.seen_by(seat)
    assert seen.hands[number % position.players] == position.hands[number % position.players]
    assert Position.parse(seen.format()) == seen
    assert set(position.legal_plays()) <= set(seen.possible_plays())
    for play in seen.possible_plays():
        after = seen.play(play)
        assert Position.parse(after.format()) == after
    if seen.is_over:
        assert position.is_over
        assert position.scores() == seen.scores()


def test_hidden_hands_discard_what_stays_unknown() -> None:
    position = Position.parse(DEAL).seen_by("B")
    assert position.discards == (None, None, None)
    assert position.legal_discards("A") == [1, 2, 5, 6]
    after = position.apply("?/4/?")
    assert after.hands == ("?????????", "333334444", "?????????")
    assert after.discards == ("?", "4", "?")
    assert position.apply("1/4/?").discards == ("1", "4", "?")
    with pytest.raises(IllegalPlay, match="A has no card of rank 3"):
        position.apply("3/4/?")
    with pytest.raises(IllegalPlay, match="must be too"):
        position.apply("?/?/?")
    # One copy of rank 3 is left, which two hidden hands cannot both discard.
    line = "....../....../....../...... 3333444455/??????????/?????????? RBYG/RBYG/RBYG 0/0/0 -/-/- A"
    assert Position.parse(line).apply("4/3/?").discards == ("4", "3", "?")
    with pytest.raises(IllegalPlay, match="C has no card of rank 3"):
        Position.parse(line).apply("4/3/3")


@pytest.mark.parametrize("seat", ["D", "", "a", "AB"])
def test_there_are_no_other_seats(seat: str) -> None:
    with pytest.raises(ValueError, match="the seats are A, B, C"):
        Position.parse(DEAL).seen_by(seat)


# How it is shown.


def test_a_position_is_shown_as_a_diagram_and_a_picture() -> None:
    position = Position.parse(IN_TRICK)
    assert "\x1b" not in str(position)
    assert all(len(line) <= 80 for line in str(position).splitlines())
    assert ET.fromstring(position._repr_svg_()).tag.endswith("svg")


# The package.


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import catbox; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['catbox', 'catbox.processor']\n"


def test_what_is_exported_is_there() -> None:
    for name in catbox.__all__:
        assert getattr(catbox, name)
        assert name in dir(catbox)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = catbox.nothing
