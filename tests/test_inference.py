"""Worlds weighed by what the hidden seats have done."""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random

import pytest

from catbox import IllegalPlay, Play, Position, solve, suggest
from catbox.bots import View
from catbox.catbox_core import State, play_merits
from catbox.dealing import deal
from catbox.errors import InputError
from catbox.estimating import Aim, Effort, tree_search
from catbox.history import NO_HISTORY, History, played_on
from catbox.playout import Clock, Plan, play_match
from catbox.rules import SEATS
from catbox.suggesting import Suggester
from catbox.worlds import core_worlds, enumerate_worlds, hidden_seats

OPENING = "...../...../...../.##.# ?????????/123333445 RBYG/RBYG 0/0 - A ?/1"
LATE = "...../.ABAB/ABA../B##.# ?????/13455 RB/RBYG 2/2 - A"
BIDS = "....../....../....../...... ?????????/112344456/????????? RBYG/RBYG/RBYG 0/0/0 {} A ?/1/?"


@pytest.mark.parametrize("seed", range(5))
def test_chances_of_discards_add_up(seed: int) -> None:
    """However likely each discard is, some card of the hand that was dealt is discarded: over all hands and
    all cards of them, the chances add up to 1."""
    position = deal(2, Random(seed), start="A")
    held = len(position.hands[1])
    discards = [position.hands[0][0], position.hands[1][-1]]
    seen = position.discard(discards).seen_by("A")
    worlds = enumerate_worlds(seen, limit=100_000)
    assert worlds is not None
    search = tree_search(seen, 0, Effort(descents=1), Aim(), inference=True, history=NO_HISTORY)
    total = sum(world.weight * search.plausibility(world.hands) for world in worlds)
    assert total * held == pytest.approx(1, abs=1e-5)


def opened(players: int, rng: Random) -> Position:
    """A deal after discards by chance, before the bids."""
    position = deal(players, rng, start=rng.choice(SEATS[:players]))
    return position.discard([rng.choice(position.legal_discards(seat)) for seat in SEATS[:players]])


def chance_of_plays(history: History, seat: int, hand: tuple[int, ...]) -> float:
    """How likely the seat, which holds this hand in the end, has played as it did: nine of ten plays are made
    by the rule of thumb, the tenth by mere chance."""
    held, chance = list(hand), 1.0
    for before, play in reversed(history.plays):
        if before.to_play != SEATS[seat]:
            continue
        held[play.rank - 1] += 1
        fields = before.fields
        state = State(
            before.layout.geometry,
            fields.tokens,
            fields.neutral,
            [tuple(held) if other == seat else known for other, known in enumerate(fields.hands)],
            fields.markers,
            fields.tricks,
            [bid or 0 for bid in fields.bids],
            fields.leader,
            fields.trick,
            before.rules.tricks - sum(fields.tricks),
        )
        merits = dict(play_merits(state))
        if play.cell not in merits:
            return 0.0
        whole = sum(math.exp(merit) for merit in merits.values())
        chance *= 0.9 * math.exp(merits[play.cell]) / whole + 0.1 / len(merits)
    return chance


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_plays_count_by_the_rule_of_thumb(players: int) -> None:
    """The ratio of what hands weigh with and without the plays is what each seat's plays are worth."""
    rng = Random(f"inference {players}")
    compared = 0
    while compared < 60:
        whole = opened(players, rng)
        moves = []
        position = whole
        for _ in range(rng.randrange(3, 6 * players)):
            if position.is_over:
                break
            moves.append(rng.choice(position.choices()))
            position = position.apply(moves[-1])
        if position.is_over or position.phase != "play":
            continue
        seat = position.to_play
        seen, history = played_on(whole.seen_by(seat), moves)
        assert seen == position.seen_by(seat)
        ask = SEATS.index(seat), Effort(descents=1), Aim(), True
        search = tree_search(seen, *ask, history)
        without = tree_search(seen, *ask, history._replace(plays=()))
        true = tuple(position.fields.hands[other] or () for other in hidden_seats(seen))
        for hands in [true, *core_worlds(seen).sample(5, rng.getrandbits(40))]:
            expected = math.prod(
                chance_of_plays(history, other, hand)
                for other, hand in zip(hidden_seats(seen), hands, strict=True)
            )
            if expected:
                ratio = search.plausibility(hands) / without.plausibility(hands)
                assert ratio == pytest.approx(expected, rel=1e-2)
            else:
                assert search.plausibility(hands) < 1e-15 * without.plausibility(hands)
            compared += 1


class Follower:
    """A bot that follows the moves itself, and checks what it is told."""

    looked = 0

    def choose(self, view: View) -> str:
        position = view.position
        if view.opening is None:
            assert position.phase == "discard"
            assert view.moves == ()
        else:
            found, history = played_on(view.opening, view.moves)
            assert found == position
            assert history.start == SEATS.index(view.start)
            assert view.opening.hands[SEATS.index(view.seat)].isdigit()
            assert all(set(view.opening.hands[seat]) == {"?"} for seat in hidden_seats(position))
            type(self).looked += 1
        if position.phase == "discard":
            return str(position.legal_discards(view.seat)[0])
        return position.choices()[view.seed % len(position.choices())]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_are_told_how_it_came_about(players: int) -> None:
    before = Follower.looked
    bots = [Follower() for _ in range(players)]
    play_match(Plan(("own",) * players, 5), 0, bots, Clock.for_players(players))
    assert Follower.looked > before + 10


def test_moves_lead_to_the_position_that_is_asked_about() -> None:
    opening = Position.parse(OPENING)
    advice = suggest(opening, moves=["5B", "4B", "4Y"], worlds=50, seed=1)
    assert advice.position == opening.play("5B").play("4B").play("4Y")
    assert advice.moves == ("5B", "4B", "4Y")
    with pytest.raises(IllegalPlay) as refused:
        suggest(opening, moves=["5B", "5B"], worlds=50)
    assert refused.value.field == "PLAY"


@pytest.mark.parametrize(
    ("opening", "moves", "told"),
    [
        (OPENING.replace("- A", "- B"), [], ("discards",)),
        (OPENING, ["5B"], ("discards", "plays")),
        (OPENING.replace(" ?/1", " 2/1"), ["5B"], ("plays",)),
        (BIDS.format("-/-/-"), ["3"], ("discards", "bids")),
        (BIDS.format("3/-/-"), [], ("discards", "bids")),
    ],
)
def test_what_the_worlds_are_weighed_by(opening: str, moves: list[str], told: tuple[str, ...]) -> None:
    """Named is what hidden seats have done, as far as it is known, and nothing else."""
    advice = suggest(Position.parse(opening), moves=moves, worlds=20, seed=1)
    assert advice.evidence == told
    assert suggest(Position.parse(opening), moves=moves, worlds=20, seed=1, inference=False).evidence == ()


@pytest.mark.parametrize("moves", [["3R", "1R", "1B"], ["3R", "5R", "4R", "1R"]])
def test_a_past_that_cannot_have_been_is_refused(moves: list[str]) -> None:
    """A leads red, which is closed, and so has no card for the cells of other colours that it plays later."""
    with pytest.raises(IllegalPlay) as refused:
        suggest(Position.parse(LATE), moves=moves, worlds=1000)
    assert refused.value.field == "PLAY"


@pytest.mark.parametrize(
    "given", [["5b", "4B", "4y"], iter(["5B", "4B", "4Y"]), ("5B", Play.parse("4B"), "4Y")]
)
def test_moves_are_told_as_they_are_written(given: Iterable[str | Play]) -> None:
    assert suggest(Position.parse(OPENING), moves=given, worlds=5).moves == ("5B", "4B", "4Y")


@pytest.mark.parametrize("moves", [[], ["4R", "1R", "3R"]])
def test_a_seat_that_is_not_there(moves: list[str]) -> None:
    known = Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2")
    with pytest.raises(InputError) as refused:
        suggest(known, "C", moves=moves, worlds=5)
    assert refused.value.field == "seat"
    with pytest.raises(InputError) as refused:
        Suggester(worlds=5).suggest(known, start="Z")
    assert refused.value.field == "start"


def test_a_line_is_no_position() -> None:
    for ask in (suggest, solve):
        with pytest.raises(TypeError, match="position: a Position is needed, not str"):
            ask(LATE)  # type: ignore[operator]
