"""Worlds weighed by what the hidden seats have done."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import permutations
from random import Random

import pytest

from catbox import IllegalPlay, Play, Position, solve, suggest
from catbox.bots import View
from catbox.catbox_core import State, bid_merits, discard_merits, play_merits
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


# How often a seat moves by mere chance: by the rule of thumb, and one that searches (docs/strength.md).
DISCARD_WHIMS, BID_WHIMS, PLAY_WHIMS = (0.05, 0.1), (0.05, 0.5), (0.1, 0.05)
COPIES = 5


def chance(merits: list[tuple[int, float]], move: int, whims: float) -> float:
    """The chance of a move by softmax of the merits, or by mere chance."""
    whole = sum(math.exp(merit) for _, merit in merits)
    return (1 - whims) * math.exp(dict(merits)[move]) / whole + whims / len(merits)


def chance_of_plays(history: History, seat: int, hand: tuple[int, ...], kind: int) -> float:
    """How likely a seat of this kind, which holds this hand in the end, has played as it did."""
    held, product = list(hand), 1.0
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
        if play.cell not in state.legal():
            return 0.0
        product *= chance(play_merits(state, kind == 1), play.cell, PLAY_WHIMS[kind])
    return product


def chance_of_start(
    seen: Position, history: History, seat: int, hand: list[int], card: int, kind: int
) -> float:
    """How likely a seat of this kind has put away this very card (a rank index), and then bid as it did;
    `hand`: what was left to it."""
    fields, geometry = seen.fields, seen.layout.geometry
    dealt = [held + (rank == card) for rank, held in enumerate(hand)]
    result = chance(discard_merits(geometry, dealt), card, DISCARD_WHIMS[kind]) / dealt[card]
    if seen.players > 2:
        assert history.start is not None
        before = (seat - history.start) % seen.players
        made = [fields.bids[(history.start + turn) % seen.players] or 0 for turn in range(before)]
        own = fields.bids[seat]
        assert own is not None
        result *= chance(bid_merits(geometry, hand, before, sum(made)), own, BID_WHIMS[kind])
    return result


def expected_plausibility(seen: Position, history: History, hands: tuple[tuple[int, ...], ...]) -> float:
    """How likely the past is with these hidden hands: each seat is of one of two kinds, one as likely as the
    other, and so is each order of the cards that no hand holds."""
    hidden = hidden_seats(seen)
    (own,) = set(range(seen.players)) - set(hidden)
    fields, ranks = seen.fields, range(len(hands[0]))
    played = [
        [(tokens >> 4 * rank & 15).bit_count() for rank in ranks] for tokens in fields.tokens[: seen.players]
    ]
    held = dict(zip(hidden, hands, strict=True)) | {own: fields.hands[own] or ()}
    gone = [
        (fields.discards[own] == rank + 1)
        + (fields.neutral >> 4 * rank & 15).bit_count()
        + sum(held[seat][rank] + played[seat][rank] for seat in held)
        for rank in ranks
    ]
    left = [rank for rank in ranks for _ in range(COPIES - gone[rank])]
    plays = {seat: [chance_of_plays(history, seat, held[seat], kind) for kind in (0, 1)] for seat in hidden}
    if not all(sum(of_kinds) for of_kinds in plays.values()):
        return 0.0
    orders = list(permutations(left, len(hidden)))
    total = 0.0
    for cards in orders:
        product = 1.0
        for seat, card in zip(hidden, cards, strict=True):
            start = [now + then for now, then in zip(held[seat], played[seat], strict=True)]
            product *= sum(
                plays[seat][kind] * chance_of_start(seen, history, seat, start, card, kind) / 2
                for kind in (0, 1)
            )
        total += product
    return total / len(orders)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_past_counts_by_the_two_kinds_of_seats(players: int) -> None:
    """What hands weigh, against the same worked out from merits alone."""
    rng = Random(f"inference {players}")
    compared = possible = 0
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
        search = tree_search(seen, SEATS.index(seat), Effort(descents=1), Aim(), True, history)
        true = tuple(position.fields.hands[other] or () for other in hidden_seats(seen))
        for hands in [true, *core_worlds(seen).sample(5, rng.getrandbits(40))]:
            expected = expected_plausibility(seen, history, hands)
            assert search.plausibility(hands) == pytest.approx(expected, rel=1e-2)
            possible += search.plausibility(hands) > 0
            compared += 1
    assert possible >= 10


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


# B is about to lead red, which is closed: all its cards are of ranks whose blue cells are taken.
RARE = "....../ABC.../....../...... 12445566/????????/???????? RBYG/RB/RBYG 0/1/0 3/3/3 B 6/?/?"
RARER = (
    "......../ABCD..../......../........ 11233446/????????/????????/???????? RBYG/RB/RBYG/RBYG 0/1/0/0 "
    "3/3/3/3 B ?/?/?/?"
)


@pytest.mark.parametrize("worlds", [1, 300, 5000])
def test_no_world_is_drawn_in_which_the_plays_cannot_have_been_made(worlds: int) -> None:
    """B keeps seven of nine unseen cards of these ranks, beside seven others: one deal in 318. For them there
    are the cells 2R and 3R alone: the round does not end without a paradox."""
    advice = suggest(Position.parse(RARE), moves=["1R", "4Y"], worlds=worlds, seed=3)
    assert advice.evidence == ("discards", "bids", "plays")
    assert advice.worlds == worlds
    for found in advice.suggestions:
        assert found.paradox + found.other_paradox == pytest.approx(1)


def test_plays_that_fit_no_world_found_are_not_said_to_count() -> None:
    """B keeps seven of eight unseen cards of these ranks, beside 17 others: one deal in 60,088."""
    advice = suggest(Position.parse(RARER), moves=["1R", "6Y", "7Y"], worlds=300, seed=2)
    assert advice.evidence == ("discards", "bids")
    assert advice.worlds == 300


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
