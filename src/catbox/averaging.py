"""Exact values averaged over all worlds: late in a round there are few, and each is solved to the end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import fields
from functools import partial

from catbox.catbox_core import Search, SearchResult, State
from catbox.estimating import Aim
from catbox.outcome import Estimate, Outcome
from catbox.position import Position
from catbox.rules import ROUNDS
from catbox.teamwork import work_together
from catbox.worlds import World, fill

TABLE_BYTES = 16 << 20
"""Of each thread's transposition table."""


class OutOfTimeError(Exception):
    """The worlds could not all be solved in time."""


FIGURES = tuple(field.name for field in fields(Outcome))


class Averager:
    """Solves worlds, with a warm table for each thread."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self.searches: list[Search] = []

    def average(
        self,
        position: Position,
        seat: int,
        worlds: Sequence[World],
        model: str,
        aim: Aim,
        deadline: float | None,
    ) -> list[Estimate]:
        """The mean of the exact outcome of each play over the weighted worlds, plays in canonical order.

        model: "paranoid" or "maxn", how the other seats are taken to play once all hands are open.
        deadline: by `time.perf_counter`; OutOfTimeError if it comes first. KeyboardInterrupt on Ctrl-C.
        """
        while len(self.searches) < min(self.threads, len(worlds)):
            self.searches.append(Search(TABLE_BYTES))
        found: list[list[tuple[int, Outcome]]] = [[] for _ in worlds]

        def solve_world(search: Search, index: int) -> None:
            state = fill(position, worlds[index]).state
            found[index] = outcomes(search, state, seat, model, aim, deadline)

        def stop() -> None:
            for search in self.searches:
                search.stop()

        if len(self.searches) == 1:
            for index in range(len(worlds)):
                solve_world(self.searches[0], index)
        else:
            workers = [partial(solve_world, search) for search in self.searches]
            work_together(range(len(worlds)), workers, stop)
        return means([world.weight for world in worlds], found)


def outcomes(
    search: Search, state: State, seat: int, model: str, aim: Aim, deadline: float | None
) -> list[tuple[int, Outcome]]:
    """Each legal play with how it ends, plays in canonical order."""
    return [(cell, outcome(search, state.play(cell), seat, model, aim, deadline)) for cell in state.legal()]


def outcome(search: Search, state: State, seat: int, model: str, aim: Aim, deadline: float | None) -> Outcome:
    margin = aim.objective != "score"
    end = state
    for cell in solved(search, state, seat, model, margin, deadline).line:
        end = end.play(cell)
    scores = end.scores()
    lead = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    if aim.objective == "match":
        value = aim.chance_to_win(scores, seat)
    else:
        # Not the bounds found: those of maxn are on the score of the seat to move.
        value = float(lead if margin else scores[seat])
    stuck = end.paradox
    players = len(scores)
    tricks = end.tricks[seat]
    earned = ROUNDS[players].earns_bonus(tricks, end.bids[seat])
    return Outcome(
        value=value,
        score=scores[seat],
        margin=lead,
        paradox=stuck == seat,
        other_paradox=stuck is not None and stuck != seat,
        bonus=earned and stuck != seat,
        tricks=tricks,
        group=end.group(seat),
    )


def solved(
    search: Search, state: State, seat: int, model: str, margin: bool, deadline: float | None
) -> SearchResult:
    """What the search finds; OutOfTimeError if it cannot finish by then."""
    left = None if deadline is None else deadline - time.perf_counter()
    if left is not None and left <= 0:
        raise OutOfTimeError
    if model == "paranoid":
        found = search.paranoid(state, seat, margin, time_limit=left)
    else:
        found = search.maxn(state, margin, time_limit=left)
    if found.stopped == "signal":
        raise KeyboardInterrupt
    if found.stopped is not None:
        raise OutOfTimeError
    return found


def means(weights: Sequence[float], worlds: Sequence[Sequence[tuple[int, Outcome]]]) -> list[Estimate]:
    """Weighted means per play; without error, as nothing was left out."""
    whole = sum(weights)
    sums: dict[int, dict[str, float]] = {}
    for weight, plays in zip(weights, worlds, strict=True):
        for cell, found in plays:
            entries = sums.setdefault(cell, dict.fromkeys(FIGURES, 0.0))
            for name in FIGURES:
                entries[name] += weight / whole * getattr(found, name)
    return [
        Estimate(move=cell, worlds=len(worlds), sampling_error=0.0, stderr=0.0, **entries)
        for cell, entries in sorted(sums.items())
    ]
