"""What speaks for the best move, in one line of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from catbox.play import Play
from catbox.position import Position
from catbox.rules import SEATS
from catbox.wording import counted

if TYPE_CHECKING:
    from catbox.suggesting import Suggestion

NOTABLE = 0.08
"""A difference in chance worth a word."""


MOST_NAMED = 3
"""Of the moves that are as good; there may be two dozen."""

LEADS = {"score": "has the best score", "margin": "has the best margin", "match": "wins the match most often"}


def reason_for(
    position: Position, seat: str, suggestions: Sequence[Suggestion], legal: int, objective: str, exact: bool
) -> str:
    """What to say after the name of the first of the suggestions, which are best first.

    legal: how many moves the rules allow. objective: what the suggestions are ranked by. exact: their figures
    have no error.
    """
    best, others = suggestions[0], suggestions[1:]
    if legal == 1:
        return f"the only legal {position.phase}"
    if not others:
        return f"the only one of {counted(legal, position.phase)} that was tried"
    said = facts(position, SEATS.index(seat), best.play) if position.phase == "play" else []
    said += comparisons(position, best, [other for other in others if other.stderr is not None])
    text = ", ".join(said) or LEADS[objective]
    equals = [other.play for other in others if other.equal]
    if not equals:
        return text
    be = "may be" if not exact else "is" if len(equals) == 1 else "are"
    return f"{text}; {listed(equals)} {be} as good"


def listed(moves: Sequence[str]) -> str:
    """`1R`, `1R and 2R`, `1R, 2R and 3R`, `1R, 2R, 3R and 4 others`."""
    named = list(moves[:MOST_NAMED])
    if len(moves) > MOST_NAMED:
        named.append(counted(len(moves) - MOST_NAMED, "other"))
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


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
    """Chances in which it differs from the mean of the other moves; nothing if there are none."""
    if not others:
        return []

    def gain(name: str) -> float:
        values = [getattr(other, name) for other in others]
        return float(getattr(best, name) - sum(values) / len(values))

    said = []
    goal = "earns the bonus" if position.players == 2 or position.phase == "discard" else "makes the bid"
    if gain("bonus") > NOTABLE:
        said.append(f"{goal} more often ({best.bonus:.0%})")
    if gain("paradox") < -NOTABLE:
        said.append(f"keeps out of a paradox ({best.paradox:.0%})")
    if gain("other_paradox") > NOTABLE:
        said.append(f"leaves another seat stuck more often ({best.other_paradox:.0%})")
    if gain("group") > 0.4:
        said.append(f"builds a larger group ({best.group:.1f})")
    if gain("tricks") > 0.4:
        said.append(f"wins more tricks ({best.tricks:.1f})")
    return said
