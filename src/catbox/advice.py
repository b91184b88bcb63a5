"""What `suggest` answers: advice, with a suggestion for each move."""

from __future__ import annotations

from dataclasses import dataclass

from catbox.outcome import Estimate
from catbox.position import Position


@dataclass(frozen=True, kw_only=True)
class Suggestion(Estimate):
    """One move and what it leads to: the figures of `catbox.outcome`.

    play: the play, the bid or the rank to discard, as text. equal: whether the errors leave open which is
    better, this move or the best one (or they are exactly as good); None where one of the errors is not
    known.
    """

    play: str
    equal: bool | None


@dataclass(frozen=True)
class Advice:
    """The answer of `suggest`.

    position: the one the advice is for, after the moves. moves: the bids and plays that are known to have led
    to it. seat: whose move it is. phase: as in `Position`. objective: what is ranked. best: the best move;
    None when the round is over. worlds: how many were looked at. enumerated: they are all that there are,
    with exact weights. exact: every one of them was searched to the end, and no figure has any error. model:
    how the other seats were taken to play, if exact; an estimate knows no model, and it is None. inference:
    they are weighed by the evidence, not by the deal alone. evidence: what there is of it; of "discards",
    "bids" and "plays" those that hidden seats have made. legal: how many moves the rules allow; those without
    a suggestion were not tried. seed: what was left to chance came from it. suggestions: best first, by the
    mean of what is ranked less its error. reason: what speaks for the best move, in words. seconds: it all
    took. stopped: "interrupt" if Ctrl-C came before the end, otherwise None.
    """

    position: Position
    moves: tuple[str, ...]
    seat: str
    phase: str
    objective: str
    best: str | None
    worlds: int
    enumerated: bool
    exact: bool
    model: str | None
    inference: bool
    evidence: tuple[str, ...]
    legal: int
    seed: int
    suggestions: tuple[Suggestion, ...]
    reason: str
    seconds: float
    stopped: str | None = None


class InterruptedAdvice(KeyboardInterrupt):
    """Ctrl-C while thinking. advice: what can be said by then."""

    def __init__(self, advice: Advice) -> None:
        super().__init__()
        self.advice = advice
