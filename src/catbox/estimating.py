"""Estimates by tree search: what each move of a seat that does not see all hands is worth.

How the search works is told in src/core/tree.pxd. Here a position becomes a question to it, the work is
shared out among threads, and the sums that come back become means with errors.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from catbox.catbox_core import TreeSearch
from catbox.history import NO_HISTORY, History
from catbox.notation import UNKNOWN
from catbox.outcome import Estimate
from catbox.position import Position
from catbox.rules import SEATS
from catbox.teamwork import work_together
from catbox.worlds import core_worlds

HINT_OBJECTIVES = ("score", "margin", "match")
"""What a seat may want: points, points ahead of the best other seat, or the most points in the end."""

TREE_DESCENTS = 200_000
"""Where the number of descents is given, one tree has at most so many: the work is cut up in the same way for
any number of threads."""

SOON_DONE = 20_000
"""Descents that take a tenth of a second or two."""

MOST_NODES = 1 << 22
"""Nodes of a tree, of 24 bytes each; a search that is longer goes on without growing it."""

LEAST_NODES = 1 << 14
"""Where there is less memory than MOST_NODES need, a tree is smaller, down to this."""

LEAST_SECONDS = 1e-6
"""For the first tree, however late it is."""

LEAST_VISITS = 10
"""Fewer say nothing of how far a mean may be off: most moves have rare outcomes that differ much."""

TREE_ERROR = 0.25
"""How far the same search with another seed plans differently, as the share of a descent's standard deviation
that the mean of a move with one visit would be off by; it falls with the fourth root of the visits. Measured:
docs/strength.md."""

LATE_TREE_ERROR = {1: 0.5, 2: 0.5, 3: 0.4, 4: 0.3}
"""The same with so many tricks left: descents differ less there, plans as much."""

UTILITY_POINTS = 10
"""Points that are one unit of utility in the core, for the objectives score and margin."""


@dataclass(frozen=True)
class Effort:
    """How long to search, and with what.

    descents: how many, all together, or None for as many as `seconds` allow; with both, what is reached first
    ends the search. seed, threads: see `TREE_DESCENTS` for what stays the same for any number of threads.
    exploration, keenness, temperature: src/core/tree.pxd.
    """

    descents: int | None = None
    seconds: float | None = None
    seed: int = 0
    threads: int = 1
    exploration: float = 1.5
    keenness: float = 3.0
    temperature: float = 0.35


@dataclass(frozen=True)
class Aim:
    """What the seats want (one of HINT_OBJECTIVES) and, for "match", how the match stands.

    totals: each seat's points of earlier rounds. rounds_after: rounds still to come after this one.
    """

    objective: str = "margin"
    totals: Sequence[int] | None = None
    rounds_after: int = 0

    @property
    def spread(self) -> float:
        """Points by which seats' totals are still likely to change places in later rounds."""
        return 0.7 + 3.0 * math.sqrt(self.rounds_after)

    def chance_to_win(self, scores: Sequence[int], seat: int) -> float:
        """What the objective "match" ranks, for a round that ended with these scores (softmax of the
        totals)."""
        before = self.totals or (0,) * len(scores)
        totals = [a + b for a, b in zip(before, scores, strict=True)]
        shares = [math.exp((total - max(totals)) / self.spread) for total in totals]
        return shares[seat] / sum(shares)


class Estimated(NamedTuple):
    """What a search came to."""

    moves: list[Estimate]
    """In the order of the moves."""
    interrupted: bool
    """Ctrl-C came before the end."""
    history: History
    """What inference went by: without the plays where no world was found in which they can have been made."""


def estimate(
    position: Position,
    seat: int,
    effort: Effort,
    aim: Aim,
    *,
    inference: bool = False,
    history: History = NO_HISTORY,
) -> Estimated:
    """An estimate for each move of a seat.

    seat: has to move, and its hand is known. history: what `inference` is drawn from, besides the position.
    NotationError at HANDS if the hidden hands cannot be filled; KeyboardInterrupt on Ctrl-C that comes
    before there is anything to tell.
    """
    search = tree_search(position, seat, effort, aim, inference, history)
    if effort.descents is not None:
        trees = -(-effort.descents // TREE_DESCENTS)
        shares = [effort.descents * (k + 1) // trees - effort.descents * k // trees for k in range(trees)]
    else:
        trees = effort.threads
        shares = [1 << 40] * trees
    deadline = None if effort.seconds is None else time.perf_counter() + effort.seconds
    results: dict[int, list[tuple[float, ...]]] = {}

    def grow(stream: int) -> None:
        """Grows a tree, unless no time is left; however little there is, the first one."""
        left = 0.0  # no limit
        if deadline is not None:
            left = max(deadline - time.perf_counter(), LEAST_SECONDS)
        if left == LEAST_SECONDS and stream > 0:
            return
        nodes = min(shares[stream] + 2, MOST_NODES)
        while stream not in results:
            try:
                _, results[stream] = search.run(shares[stream], effort.seed, stream, left, nodes)
            except MemoryError:
                if nodes <= LEAST_NODES:
                    raise
                nodes //= 4

    interrupted = False
    try:
        if deadline is None and trees == 1 and shares[0] <= SOON_DONE:
            grow(0)  # Ctrl-C costs the tree, which is soon grown; for few worlds a thread would take as long
        else:
            work_together(range(trees), [grow] * min(trees, effort.threads), search.stop)
    except KeyboardInterrupt:
        if not any(results.values()):
            raise
        interrupted = True
    found = [results[stream] for stream in sorted(results)]
    if history.plays and not any(found):
        # Such worlds are rare: better no use of the plays than worlds that contradict them, unsaid.
        left = None if deadline is None else max(deadline - time.perf_counter(), LEAST_SECONDS)
        without = history._replace(plays=())
        return estimate(
            position, seat, replace(effort, seconds=left), aim, inference=inference, history=without
        )
    unit = 1 if aim.objective == "match" else UTILITY_POINTS
    left = position.fields.cards - 1
    return Estimated(summed_up(found, unit, LATE_TREE_ERROR.get(left, TREE_ERROR)), interrupted, history)


def tree_search(
    position: Position,
    seat: int,
    effort: Effort,
    aim: Aim,
    inference: bool,
    history: History,
) -> TreeSearch:
    """The core's search for this question; see `estimate`."""
    fields = position.fields
    hidden_discards = sum(
        1 << other
        for other, hand in enumerate(fields.hands)
        if hand is None and fields.discards[other] == UNKNOWN
    )
    return TreeSearch(
        position.moment,
        core_worlds(position),
        ("discard", "bid", "play").index(fields.phase),
        seat,
        position.players - fields.bids.count(None) if position.rules.bids else 0,
        -1 if history.start is None else history.start,
        hidden_discards,
        [
            (before.state, play.cell)
            for before, play in history.plays
            if fields.hands[SEATS.index(before.to_play)] is None
        ],
        inference,
        HINT_OBJECTIVES.index(aim.objective),
        aim.totals or (0,) * position.players,
        aim.spread,
        effort.exploration,
        effort.temperature,
        effort.keenness,
    )


def summed_up(results: list[list[tuple[float, ...]]], unit: float, tree_error: float) -> list[Estimate]:
    """Sums per move, from several trees, as means.

    unit: how much of the objective is one unit of utility. tree_error: see `TREE_ERROR`.
    """
    sums: dict[int, list[float]] = {}
    trees: dict[int, list[float]] = {}
    for result in results:
        for move, *values in result:
            trees.setdefault(int(move), []).append(values[0])
            sums[int(move)] = [
                a + b for a, b in zip(sums.get(int(move), [0.0] * len(values)), values, strict=True)
            ]
    estimates = []
    for move in sorted(sums):
        visits, score, margin, utility, squared, *shares = sums[move]
        mean = utility / visits
        variance = unit * unit * max(squared / visits - mean * mean, 0.0)
        sampling = error = None
        if visits >= LEAST_VISITS:
            sampling = math.sqrt(variance / (visits - 1))
            planning = tree_error**2 * variance * sum(tree**1.5 for tree in trees[move]) / visits**2
            error = math.sqrt(sampling**2 + planning)
        paradox, other_paradox, bonus, tricks, group = (share / visits for share in shares)
        estimates.append(
            Estimate(
                value=unit * mean,
                score=score / visits,
                margin=margin / visits,
                paradox=paradox,
                other_paradox=other_paradox,
                bonus=bonus,
                tricks=tricks,
                group=group,
                move=move,
                worlds=int(visits),
                sampling_error=sampling,
                stderr=error,
            )
        )
    return estimates
