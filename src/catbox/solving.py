"""Exact values of positions with all hands known, by the paranoid and the maxn model (N3)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from catbox.catbox_core import Search, SearchResult
from catbox.limits import (
    MOST_NODES,
    MOST_TABLE_MEGABYTES,
    MOST_THREADS,
    checked_choice,
    checked_seconds,
    checked_whole,
)
from catbox.play import Play
from catbox.position import Position, checked_position
from catbox.processor import useful_threads
from catbox.rules import SEATS, seat_index

MODELS = ("paranoid", "maxn")
OBJECTIVES = ("margin", "score")

DEFAULT_TABLE_MEGABYTES = 16
"""A small machine has that to spare; a larger table pays from searches of tens of millions of nodes."""


@dataclass(frozen=True)
class MoveValue:
    """What one play is worth.

    value: to the seat asked about; None while not exact. lower, upper: proven bounds on it, equal when exact
    (paranoid). scores: of every seat; margin: of the seat to play, its score less the best other one (maxn,
    when exact).
    """

    play: Play
    value: int | None
    exact: bool
    lower: int | None = None
    upper: int | None = None
    scores: tuple[int, ...] | None = None
    margin: int | None = None


@dataclass(frozen=True)
class Solution:
    """The answer to a position.

    exact: all that was asked for is proven, with `every` the value of each play too. value: of `seat`, in
    points; None while not exact. scores: one per seat (maxn, and only when exact). lower, upper: proven
    bounds on the value, equal when exact. best: the seat to play's first best play in canonical order (of all
    others' together, where they play against `seat`), or while `best_proven` is False the best so far, before
    any was searched that of the rule of thumb; None when the round is over. moves: best first for the seat to
    play, ties in canonical order; None unless asked for. pv: the principal variation. nodes: positions
    searched. seconds: of the search alone. paradox: the seat that caused one, in a position that is over.
    stopped: what ended the search before its end: "nodes" or "time" (the limits), "interrupt" (Ctrl-C) or
    "asked" (`Solver.stop`); otherwise None. All but the principal variation may be known by then.
    """

    position: Position
    players: int
    seat: str
    model: str
    objective: str
    exact: bool
    value: int | None
    scores: tuple[int, ...] | None
    lower: int | None
    upper: int | None
    best: Play | None
    best_proven: bool
    moves: tuple[MoveValue, ...] | None
    pv: tuple[Play, ...]
    nodes: int
    seconds: float
    paradox: str | None
    stopped: str | None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search. solution: what had been proven until then."""

    def __init__(self, solution: Solution) -> None:
        super().__init__()
        self.solution = solution


class Solver:
    """Solves positions with one transposition table, which stays warm: related positions are solved faster.

    tt_mb: megabytes of the table, allocated once. threads: how many search one position together, of those
    that there are processors for. Raises InputError for arguments out of range and MemoryError if there is
    not so much memory. Not for use by two threads at once.

    >>> solver = Solver(tt_mb=1)
    >>> position = Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2")
    >>> solver.solve(position).value, solver.solve(position.play("4R")).value
    (12, -12)
    """

    def __init__(self, *, tt_mb: int = DEFAULT_TABLE_MEGABYTES, threads: int = 1) -> None:
        checked_whole(tt_mb, "tt_mb", MOST_TABLE_MEGABYTES)
        checked_whole(threads, "threads", MOST_THREADS)
        try:
            self._search = Search(tt_mb << 20, useful_threads(threads))
        except MemoryError:
            raise MemoryError(f"tt_mb: no memory for a table of {tt_mb} megabytes") from None

    def clear(self) -> None:
        """Forgets all positions searched so far; values never depend on it."""
        self._search.clear()

    def stop(self) -> None:
        """Asks the search that runs in another thread to give up; it answers with what is proven."""
        self._search.stop()

    def solve(
        self,
        position: Position,
        *,
        model: str = "paranoid",
        objective: str = "margin",
        seat: str | None = None,
        every: bool = False,
        max_nodes: int | None = None,
        time_limit: float | None = None,
    ) -> Solution:
        """The exact value of a position, best play and principal variation; see the function `solve`."""
        checked_position(position)
        checked_choice(model, "model", MODELS)
        checked_choice(objective, "objective", OBJECTIVES)
        index = seat_index(position.to_play if seat is None else seat, position.players, "seat")
        checked_whole(max_nodes, "max_nodes", MOST_NODES, optional=True)
        checked_seconds(time_limit, "time_limit")
        state = position.open_state
        margin = objective == "margin"
        if model == "paranoid":
            limited = max_nodes is not None or time_limit is not None
            result = self._search.paranoid(
                state, index, margin, every, max_nodes, time_limit, both_ends=limited
            )
        else:
            result = self._search.maxn(state, margin, every, max_nodes, time_limit, seat=index)
        solution = _solution(position, SEATS[index], index, model, objective, every, result)
        if result.stopped == "signal":
            raise Interrupted(solution)
        return solution


def solve(
    position: Position,
    *,
    model: str = "paranoid",
    objective: str = "margin",
    seat: str | None = None,
    every: bool = False,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    tt_mb: int = DEFAULT_TABLE_MEGABYTES,
    threads: int = 1,
) -> Solution:
    """The exact value of a position with all hands known (N3).

    model: "paranoid" (what the seat can make sure of against all others together) or "maxn" (every seat plays
    for itself). objective: "margin" or "score". seat: whose value, a letter; the seat to play by default.
    every: also the value of every play. max_nodes, time_limit: stop after so many positions or seconds; the
    answer then says `exact=False` and gives proven bounds. tt_mb: megabytes of the transposition table.
    threads: how many to use.

    Raises NotationError if a hand is hidden or a bid is missing, InputError for an argument out of range,
    Interrupted (a KeyboardInterrupt that carries the answer so far) on Ctrl-C, MemoryError if there is no
    memory for the table.

    >>> position = Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2")
    >>> solution = solve(position, every=True, tt_mb=1)
    >>> solution.value, str(solution.best), solution.exact
    (12, '4R', True)
    >>> [(str(move.play), move.value) for move in solution.moves]
    [('4R', 12), ('3R', 2), ('2Y', 0), ('2R', -1)]
    >>> solve(position, model="maxn", tt_mb=1).scores
    (9, -3)
    """
    solver = Solver(tt_mb=tt_mb, threads=threads)
    return solver.solve(
        position,
        model=model,
        objective=objective,
        seat=seat,
        every=every,
        max_nodes=max_nodes,
        time_limit=time_limit,
    )


def _solution(
    position: Position, seat: str, index: int, model: str, objective: str, every: bool, result: SearchResult
) -> Solution:
    """The core's answer in the terms of positions."""
    paranoid = model == "paranoid"
    over = result.best is None and result.stopped is None
    exact = result.lower == result.upper if paranoid else result.scores is not None
    moves = None
    if every:
        maximise = not paranoid or over or seat == position.to_play
        moves = _moves(result, index, objective, maximise, SEATS.index(position.to_play))
        exact = exact and all(move.exact for move in moves)
    best = None if result.best is None else Play.from_cell(result.best)
    line = tuple(Play.from_cell(cell) for cell in result.line)
    value = None
    if exact:
        value = result.lower if paranoid else None if result.scores is None else result.scores[index]
    return Solution(
        position=position,
        players=position.players,
        seat=seat,
        model=model,
        objective=objective,
        exact=exact,
        value=value,
        scores=None if paranoid or not exact else result.scores,
        lower=value if exact else result.lower,
        upper=value if exact else result.upper,
        best=best,
        best_proven=result.best_proven,
        moves=moves,
        pv=(best,) if best is not None and result.best_proven and not line else line,
        nodes=result.nodes,
        seconds=result.seconds,
        paradox=position.paradox if over else None,
        stopped="interrupt" if result.stopped == "signal" else result.stopped,
    )


def _moves(
    result: SearchResult, seat: int, objective: str, maximise: bool, to_play: int
) -> tuple[MoveValue, ...]:
    """The plays with their values to `seat`, best first for the seat to play, ties in canonical order."""
    moves: list[tuple[float, MoveValue]] = []
    for cell, lower, upper, scores in result.plays:
        play = Play.from_cell(cell)
        if lower is not None and upper is not None:  # paranoid
            exact = lower == upper
            move = MoveValue(play, lower if exact else None, exact, lower, upper)
            moves.append((lower if maximise else -upper, move))
        elif scores is None:  # not searched before the search was stopped
            moves.append((-math.inf, MoveValue(play, None, False)))
        else:
            own = scores[to_play]
            margin = own - max(scores[:to_play] + scores[to_play + 1 :])
            move = MoveValue(play, scores[seat], True, scores=scores, margin=margin)
            moves.append((own if objective == "score" else margin, move))
    moves.sort(key=lambda pair: -pair[0])
    return tuple(move for _, move in moves)
