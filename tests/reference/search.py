"""Values of positions with all hands known, by going through every play to the end (N3).

Nothing is pruned. Every state met is remembered, so one `Search` serves one ending (or several small ones).
"""

from __future__ import annotations

from . import rules
from .rules import State

OBJECTIVES = ("margin", "score")


def worth(scores: tuple[int, ...], seat: int, objective: str) -> int:
    """N3: the seat's score, or its score less the best other score."""
    if objective == "score":
        return scores[seat]
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


class TooLargeError(Exception):
    """More states can follow than the search was allowed to meet."""


class Search:
    """The values of states and of all that can follow them.

    most_states: how many different states it may meet before it gives up
        with TooLargeError; None for any number.
    """

    def __init__(self, most_states: int | None = None) -> None:
        self.most_states = most_states
        self._after: dict[State, dict[str, State]] = {}
        self._scores: dict[State, tuple[int, ...]] = {}
        self._paranoid: dict[tuple[int, str], dict[State, int]] = {}
        self._maxn: dict[str, dict[State, tuple[str | None, tuple[int, ...]]]] = {}

    @property
    def states(self) -> int:
        """The number of states met so far."""
        return len(self._after)

    def after(self, state: State) -> dict[str, State]:
        """The state after every legal play, in canonical order; empty when the round is over."""
        if state not in self._after:
            if self.most_states is not None and self.states >= self.most_states:
                raise TooLargeError
            self._after[state] = {play: rules.place_card(state, play) for play in rules.legal_plays(state)}
        return self._after[state]

    def scores(self, state: State) -> tuple[int, ...]:
        if state not in self._scores:
            self._scores[state] = rules.scores(state)
        return self._scores[state]

    def paranoid(self, state: State, seat: int, objective: str) -> int:
        """What the seat can make sure of when all the others work together to keep it low."""
        known = self._paranoid.setdefault((seat, objective), {})
        if state not in known:
            values = [self.paranoid(after, seat, objective) for after in self.after(state).values()]
            if not values:
                known[state] = worth(self.scores(state), seat, objective)
            elif rules.to_play(state) == seat:
                known[state] = max(values)
            else:
                known[state] = min(values)
        return known[state]

    def paranoid_plays(self, state: State, seat: int, objective: str) -> dict[str, int]:
        """The paranoid value of the seat after every legal play of the seat to play."""
        return {play: self.paranoid(after, seat, objective) for play, after in self.after(state).items()}

    def maxn(self, state: State, objective: str) -> tuple[str | None, tuple[int, ...]]:
        """The play chosen and the vector of scores; of equal plays the first in canonical order."""
        known = self._maxn.setdefault(objective, {})
        if state not in known:
            seat = rules.to_play(state)
            best: tuple[str | None, tuple[int, ...]] | None = None
            for play, scores in self.maxn_plays(state, objective).items():
                if best is None or worth(scores, seat, objective) > worth(best[1], seat, objective):
                    best = play, scores
            known[state] = best or (None, self.scores(state))
        return known[state]

    def maxn_plays(self, state: State, objective: str) -> dict[str, tuple[int, ...]]:
        """The vector of scores after every legal play."""
        return {play: self.maxn(after, objective)[1] for play, after in self.after(state).items()}


def paranoid_best(values: dict[str, int], own: bool) -> str | None:
    """N3: the best play for the seat to play, the first in canonical order of equal ones.

    own: whether the seat to play is the one whose value it is; the others pick the lowest.
    """
    if not values:
        return None
    wanted = max(values.values()) if own else min(values.values())
    return next(play for play, value in values.items() if value == wanted)


def perft(state: State, depth: int) -> int:
    """N3: the number of sequences of that many plays; a round that ends earlier counts once."""
    plays = rules.legal_plays(state)
    if depth == 0 or not plays:
        return 1
    return sum(perft(rules.place_card(state, play), depth - 1) for play in plays)
