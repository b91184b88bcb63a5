"""What speaks for the best move against the one that comes next, in one line of words."""

from __future__ import annotations

from collections.abc import Sequence

from catbox.advice import Suggestion
from catbox.play import Play
from catbox.position import Position
from catbox.rules import COLOUR_NAMES, SEATS
from catbox.wording import counted, listed

NOTABLE_CHANCE = 0.08
"""A difference in chance worth a word."""

NOTABLE_NUMBER = 0.4
"""The same in the number of tricks or the size of a group."""

GROUP = "makes a group of"


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
    next_best = others[0]
    if best.stderr is None:
        return f"no {position.phase} was tried often enough to know"
    if next_best.stderr is None:
        return f"the only {position.phase} that was tried often enough to know"
    said = []
    if not (exact and next_best.equal):
        if position.phase == "play":
            said = facts(position, SEATS.index(seat), best, next_best)
        grouped = any(text.startswith(GROUP) for text in said)
        said += comparisons(position, best, next_best, objective, grouped)
    if not (said or next_best.equal):
        said = gains(position, best, next_best, objective)
    parts = [f"compared with {next_best.play}, {', '.join(said)}"] if said else []
    if equals := [other.play for other in others if other.equal]:
        be = "may be" if not exact else "is" if len(equals) == 1 else "are"
        parts.append(f"{listed(equals)} {be} as good")
    return "; ".join(parts)


def facts(position: Position, seat: int, best: Suggestion, other: Suggestion) -> list[str]:
    """What the one does on the table and the other does not, as far as its figures bear it out."""
    plays = Play.parse(best.play), Play.parse(other.play)
    after, after_other = (position.state.play(play.cell) for play in plays)
    said = []
    wins, wins_other = (state.to_play == seat and not state.trick for state in (after, after_other))
    if wins and not wins_other and best.tricks > other.tricks and best.score > other.score:
        said.append("takes the trick")
    if position.trick:
        led = position.trick[0].colour
        if plays[0].colour == led != plays[1].colour and led in position.markers[seat]:
            said.append(f"keeps {COLOUR_NAMES[led]}")
    group = after.group(seat)
    if group > max(1, after_other.group(seat)) and best.group > other.group and group_counts(best, other):
        said.append(f"{GROUP} {group} at once")
    return said


def comparisons(
    position: Position, best: Suggestion, other: Suggestion, objective: str, grouped: bool
) -> list[str]:
    """Chances and numbers that are notably better, and points with them; `grouped`: of the group enough has
    been said."""
    goal = "earns the bonus" if position.players == 2 or position.phase == "discard" else "makes the bid"
    scores_more = best.score > other.score
    hurts_more = objective != "score" and best.score - best.margin < other.score - other.margin
    said = [
        f"{what} ({chance:.0%} to {other_chance:.0%})"
        for what, chance, other_chance, sign, counts in (
            (f"{goal} more often", best.bonus, other.bonus, 1, scores_more),
            ("causes a paradox less often", best.paradox, other.paradox, -1, scores_more),
            ("leaves another seat stuck more often", best.other_paradox, other.other_paradox, 1, hurts_more),
        )
        if counts and sign * (chance - other_chance) > NOTABLE_CHANCE
    ]
    return said + [
        f"{what} ({number:.1f} to {other_number:.1f})"
        for what, number, other_number, counts in (
            ("builds a larger group", best.group, other.group, not grouped and group_counts(best, other)),
            ("wins more tricks", best.tricks, other.tricks, scores_more),
        )
        if counts and number - other_number > NOTABLE_NUMBER
    ]


def group_counts(best: Suggestion, other: Suggestion) -> bool:
    """Whether a larger group is worth points here: only with the bonus is it (R8.3)."""
    return best.bonus > NOTABLE_CHANCE and best.score > other.score


def gains(position: Position, best: Suggestion, other: Suggestion, objective: str) -> list[str]:
    """Where the lead in what is ranked comes from, however small it is."""
    if objective == "match":
        return [f"wins the match more often ({apart(100 * best.value, 100 * other.value)} in 100)"]
    said = []
    if best.score > other.score:
        said.append(f"scores more ({apart(best.score, other.score)})")
    left, left_other = best.score - best.margin, other.score - other.margin
    if objective == "margin" and left < left_other:
        whom = "the other seat" if position.players == 2 else "the best other seat"
        said.append(f"leaves {whom} fewer points ({apart(left, left_other)})")
    return said


def apart(number: float, other: float) -> str:
    """Two different numbers, with as many decimals as it takes to see it.

    >>> apart(3.1, 2.4), apart(2.0, 2.0004)
    ('3.10 to 2.40', '2.0000 to 2.0004')
    """
    decimals = next((n for n in range(2, 12) if f"{number:.{n}f}" != f"{other:.{n}f}"), 12)
    return f"{number:.{decimals}f} to {other:.{decimals}f}"
