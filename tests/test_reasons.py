"""Why the best move is the best: whatever is named sets it apart from the runner-up, and in its favour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from catbox import Advice, Position, Suggestion
from catbox.dealing import deal, discard_and_bid, random_position
from catbox.rules import SEATS
from catbox.suggesting import Suggester

# What a figure is called, how it is worked out from a suggestion, and whether more of it is better.
FIGURES = {
    "earns the bonus more often": (lambda found: 100 * found.bonus, True),
    "makes the bid more often": (lambda found: 100 * found.bonus, True),
    "causes a paradox less often": (lambda found: 100 * found.paradox, False),
    "leaves another seat stuck more often": (lambda found: 100 * found.other_paradox, True),
    "builds a larger group": (lambda found: found.group, True),
    "wins more tricks": (lambda found: found.tricks, True),
    "scores more": (lambda found: found.score, True),
    "leaves the other seat fewer points": (lambda found: found.score - found.margin, False),
    "leaves the best other seat fewer points": (lambda found: found.score - found.margin, False),
    "wins the match more often": (lambda found: 100 * found.value, True),
}
FIGURE = re.compile(r"(?P<name>.*) \((?P<own>[-\d.]+)%? to (?P<other>[-\d.]+)%?(?: in 100)?\)")
COLOURS = {"red": "R", "blue": "B", "yellow": "Y", "green": "G"}


def views(players: int) -> Iterator[Position]:
    """Positions of every phase and from every stretch of a round, as the seat to move sees them."""
    rng = Random(players)
    for seed in range(12):
        dealt = deal(players, seed)
        yield dealt.seen_by(dealt.to_play)
        if players > 2:
            bidding = dealt.discard([rng.choice(hand) for hand in dealt.hands])
            yield bidding.seen_by(bidding.to_play)
        moments = [discard_and_bid(dealt, rng)]
        for where in ({"plies": 3}, {"plies": 2 * players + 1}, {"tricks_left": 3}, {"tricks_left": 2}):
            moments.append(random_position(players, rng, follow=0.85, **where))
        yield from (position.seen_by(position.to_play) for position in moments)
        yield from moments[-2:]


@cache
def advised(players: int, objective: str) -> list[Advice]:
    return [
        Suggester(worlds=(20, 200, 2000)[number % 3], objective=objective).suggest(view, seed=number)
        for number, view in enumerate(views(players))
    ]


CASES = [(players, objective) for players in (2, 3, 4, 5) for objective in ("margin", "score", "match")]


@pytest.mark.parametrize(("players", "objective"), CASES)
def test_what_is_named_speaks_for_the_best_move(players: int, objective: str) -> None:
    named = 0
    for advice in advised(players, objective):
        compared, *_ = advice.reason.split("; ")
        if compared.startswith("compared with "):
            best, other = advice.suggestions[:2]
            against, *said = compared.removeprefix("compared with ").split(", ")
            assert against == other.play
            for text in said:
                check(text, advice.position, best, other)
                named += 1
            assert sum("group" in text for text in said) <= 1
    assert named


def check(text: str, position: Position, best: Suggestion, other: Suggestion) -> None:
    """A figure is that of the best move beside that of the other; a fact is true of the best move alone.

    What brings points speaks for a move only where it scores more, a group only where the bonus is in reach,
    a seat that is stuck only where the best other seat has fewer points by it.
    """
    if any(word in text for word in ("trick", "group", "bonus", "bid", "paradox")):
        assert best.score > other.score, text
    if "stuck" in text:
        assert best.score - best.margin < other.score - other.margin, text
    if "group" in text:
        assert best.bonus > 0, text
    if found := FIGURE.fullmatch(text):
        value, more = FIGURES[found["name"]]
        pair = float(found["own"]), float(found["other"])
        assert pair == pytest.approx((value(best), value(other)), abs=0.51 if "%" in text else 0.051)
        assert pair[0] > pair[1] if more else pair[0] < pair[1], text
        return
    assert position.phase == "play"
    assert holds(text, position, best.play), text
    assert not holds(text, position, other.play), text


def holds(text: str, position: Position, play: str) -> bool:
    """Whether what is said of a play on the table is true of it."""
    after, seat = position.play(play), position.to_play
    if text == "takes the trick":
        return after.tricks[SEATS.index(seat)] > position.tricks[SEATS.index(seat)]
    if text.startswith("keeps "):
        colour = COLOURS[text.removeprefix("keeps ")]
        return position.trick[0].colour == colour and colour in after.markers[SEATS.index(seat)]
    size = int(text.removeprefix("makes a group of ").removesuffix(" at once"))
    return bool(after.state.group(SEATS.index(seat)) >= size)


@pytest.mark.parametrize(("players", "objective"), CASES)
def test_there_is_always_a_reason(players: int, objective: str) -> None:
    """The runner-up is worse in something that is named, or is said to be as good."""
    for advice in advised(players, objective):
        others = advice.suggestions[1:]
        if advice.legal == 1:
            assert advice.reason == f"the only legal {advice.phase}"
        elif not others:
            assert advice.reason.endswith("that was tried")
        elif others[0].stderr is None:
            assert advice.reason.endswith("tried often enough to know")
        else:
            compared = advice.reason.startswith(f"compared with {others[0].play}, ")
            assert compared or others[0].equal
            assert advice.reason.endswith("as good") == any(found.equal for found in others)
            assert not (compared and advice.exact and others[0].equal)
