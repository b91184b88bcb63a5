"""What speaks for the best move, in one line of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from catbox.play import Play
from catbox.position import Position
from catbox.rules import SEATS

if TYPE_CHECKING:
    from catbox.suggesting import Suggestion

NOTABLE = 0.08
"""A difference in chance worth a word."""


def reason_for(position: Position, seat: str, suggestions: Sequence[Suggestion]) -> str:
    """The line for the first of the suggestions, which are best first."""
    best = suggestions[0]
    if len(suggestions) == 1:
        return f"{best.play} is the only move"
    said = facts(position, SEATS.index(seat), best.play) if position.phase == "play" else []
    said += comparisons(position, best, suggestions[1:])
    if not said:
        said = ["gives the best mean of all"]
    text = f"{best.play} {', '.join(said)}"
    equals = [other.play for other in suggestions[1:] if other.equal]
    return f"{text}; {' and '.join(equals)} may be as good" if equals else text


def facts(position: Position, seat: int, text: str) -> list[str]:
    """What the play does on the table."""
    play = Play.parse(text)
    after = position.state.play(play.cell)
    said = []
    wins = after.to_play == seat and not after.trick
    if wins:
        said.append("takes the trick")
    elif position.trick and not after.trick:
        said.append("leaves the trick to another seat")
    if position.trick:
        led = position.trick[0].colour
        if play.colour != led and led in position.markers[seat]:
            said.append(f"gives up {NAMES[led]}")
        elif play.colour == led:
            said.append(f"keeps {NAMES[led]}")
    before = position.state.group(seat) if position.state.tokens[seat] else 0
    size = after.group(seat)
    if size > before and size > 1:
        said.append(f"makes a group of {size}")
    return said


NAMES = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}


def comparisons(position: Position, best: Suggestion, others: Sequence[Suggestion]) -> list[str]:
    """Chances in which it differs from the mean of the other moves."""

    def gain(name: str) -> float:
        values = [getattr(other, name) for other in others]
        return float(getattr(best, name) - sum(values) / len(values))

    said = []
    goal = "the bonus" if position.players == 2 or position.phase == "discard" else "the bid"
    if gain("bonus") > NOTABLE:
        said.append(f"makes {goal} more often ({best.bonus:.0%})")
    if gain("paradox") < -NOTABLE:
        said.append(f"keeps out of a paradox ({best.paradox:.0%})")
    if gain("other_paradox") > NOTABLE:
        said.append(f"leaves another seat stuck more often ({best.other_paradox:.0%})")
    if gain("group") > 0.4:
        said.append(f"builds a larger group ({best.group:.1f})")
    if gain("tricks") > 0.4:
        said.append(f"wins more tricks ({best.tricks:.1f})")
    return said
