"""Bots that play what `catbox.suggest` says; where there is no choice, they do not ask."""

from __future__ import annotations

from catbox.bots.bot import Move, View
from catbox.limits import checked_seconds
from catbox.suggesting import Suggester


class HintBot:
    """Plays the best suggestion for what its seat may see.

    time: seconds a decision. worlds: so many worlds instead of a time. inference: use what discards, bids and
    plays tell. objective: score or margin of the round, or match, the chance to win it as it stands; by
    default match with two players, margin with more (docs/strength.md). model, exploration, keenness,
    temperature: see `catbox.suggesting`. ValueError for values out of range.
    """

    sees_all = False

    def __init__(
        self,
        time: float | None = None,
        worlds: int | None = None,
        inference: bool = True,
        objective: str | None = None,
        model: str | None = None,
        solve_late: bool = True,
        exploration: float | None = None,
        keenness: float | None = None,
        temperature: float | None = None,
    ) -> None:
        checked_seconds(time, "time")
        if time is None and worlds is None:
            time = 0.2
        self.by_default = objective is None
        self.suggester = Suggester(
            time_limit=time,
            worlds=worlds,
            inference=inference,
            objective="margin" if objective is None else objective,
            model=model,
            solve_late=solve_late,
            exploration=exploration,
            keenness=keenness,
            temperature=temperature,
        )

    def choose(self, view: View) -> Move:
        if self.by_default:
            self.suggester.objective = "match" if view.position.players == 2 else "margin"
        legal = view.choices()
        if len(legal) == 1:
            return legal[0]
        best = self.suggester.suggest(
            view.position if view.opening is None else view.opening,
            view.seat,
            moves=view.moves,
            seed=view.seed,
            start=view.start,
            totals=view.totals,
            rounds_after=view.rounds_after,
        ).best
        assert best is not None
        return best


class OmniscientBot(HintBot):
    """The same with all hands open: a measure of what the hidden hands cost, not a fair player."""

    sees_all = True
