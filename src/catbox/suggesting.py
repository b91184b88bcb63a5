"""What a seat should play, bid or discard, with the hands known that it knows."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from catbox.advice import Advice, InterruptedAdvice, Suggestion
from catbox.averaging import Averager, OutOfTimeError
from catbox.errors import IllegalPlay, InputError, NotationError
from catbox.estimating import HINT_OBJECTIVES, Aim, Effort, estimate, tree_search
from catbox.history import History, evidence, played_on
from catbox.limits import (
    MOST_ROUNDS,
    MOST_SEED,
    MOST_THREADS,
    MOST_TOTAL,
    checked_choice,
    checked_positive,
    checked_seconds,
    checked_switch,
    checked_whole,
)
from catbox.notation import HANDS
from catbox.outcome import Estimate
from catbox.play import BY_CELL, Play
from catbox.position import PLAY, Position
from catbox.processor import useful_threads
from catbox.reasons import reason_for
from catbox.rules import SEATS, seat_index
from catbox.solving import MODELS
from catbox.worlds import World, enumerate_worlds

DEFAULT_SECONDS = 1.0
START_UP = 0.01
"""Seconds of a time limit that are kept back for everything but the search, at most a tenth of it."""

SECONDS_IF_FORCED = 0.1
"""Where there is but one move nobody waits for an error of a thousandth."""

SHARE_TO_SOLVE = 0.4
"""Of the time, for solving all worlds; the rest is for the search if that fails."""

SHARE_IF_KNOWN = 0.8
"""The same where all hands are known."""

DEFAULT_WORLDS = 1000
"""Where no number of worlds is given, they are solved if there are no more than so many."""

MOST_SOLVED = 100_000

SOLVED_A_SECOND = 20_000
"""Worlds of which even the easiest are not solved faster: with a time limit, more are not even listed."""

MOST_WORLDS = 10**9

WORLDS_AFTER_CTRL_C = 1000
"""For a short estimate where solving all worlds is interrupted: they are not solved in random order, so that
those that are done say nothing of the others."""

SOLVED_TRICKS = {2: 4, 3: 1, 4: 1, 5: 1}
"""By number of players, the most tricks left with which solving all worlds is tried. With more than two
players the others would play against the adviser's very hand, as if it lay open: matches are lost by it."""

SOLVED_BY_MODEL = {2: 4, 3: 3, 4: 2, 5: 2}
"""The same where the model of the other seats is asked for by name."""

SOLVED_ALONE = {2: 8, 3: 7, 4: 6, 5: 5}
"""The same for a position with all hands known."""

SOLVED_WITHOUT_LIMIT = {2: 7, 3: 4, 4: 3, 5: 2}
"""The same where no time limit ends the attempt."""


class Suggester:
    """Settings for suggestions, and what can be kept from one to the next.

    time_limit: seconds, by default 1 unless `worlds` is given. worlds: how many worlds to look at, the same
    ones perhaps more than once; where all are solved, no more than there are. Without a time limit the
    answer depends on nothing but position, seed and worlds. inference: weigh worlds by what discards, bids
    and plays tell, not by the deal alone.
    objective: one of `catbox.estimating.HINT_OBJECTIVES`. model: how the other seats are taken to play once
    worlds are solved exactly. InputError for values out of range.
    """

    def __init__(
        self,
        *,
        time_limit: float | None = None,
        worlds: int | None = None,
        inference: bool = True,
        objective: str = "margin",
        model: str | None = None,
        threads: int = 1,
        solve_late: bool = True,
        exploration: float | None = None,
        keenness: float | None = None,
        temperature: float | None = None,
    ) -> None:
        if time_limit is None and worlds is None:
            time_limit = DEFAULT_SECONDS
        checked_seconds(time_limit, "time_limit")
        checked_whole(worlds, "worlds", MOST_WORLDS, optional=True)
        checked_whole(threads, "threads", MOST_THREADS)
        checked_switch(inference, "inference")
        checked_switch(solve_late, "solve_late")
        checked_choice(objective, "objective", HINT_OBJECTIVES)
        if model is not None:
            checked_choice(model, "model", MODELS)
        self.time_limit = time_limit
        self.worlds = worlds
        self.inference = inference
        self.objective = objective
        self.model = model
        self.threads = useful_threads(threads)
        self.solve_late = solve_late
        self.averager = Averager(self.threads)
        checked_positive(exploration, "exploration")
        checked_positive(temperature, "temperature")
        if keenness is False or keenness != 0:  # without it other seats go by the chances of their kind alone
            checked_positive(keenness, "keenness")
        given = {"exploration": exploration, "keenness": keenness, "temperature": temperature}
        self.switches = {name: float(value) for name, value in given.items() if value is not None}

    def suggest(
        self,
        position: Position,
        seat: str | None = None,
        *,
        moves: Iterable[str | int | Play] = (),
        seed: int = 0,
        start: str | None = None,
        totals: Sequence[int] | None = None,
        rounds_after: int = 0,
    ) -> Advice:
        """Advice for a seat: the one to play or to bid; in the discard phase any whose hand is known, by
        default the first of them, clockwise from the start seat.

        moves: bids and plays made after `position`; the advice is for the moment after them, and they tell of
        hidden hands. start: the round's start seat, where `position` does not tell it. totals, rounds_after:
        how the match stands (objective "match"). NotationError at HANDS if the seat's hand is not known;
        InputError at seat if it is not its turn, at seed, totals or rounds_after if they are out of range;
        IllegalPlay if a move is not allowed; InterruptedAdvice on Ctrl-C (a mere KeyboardInterrupt if there
        is nothing to say yet).
        """
        begun = time.perf_counter()
        checked_whole(seed, "seed", MOST_SEED, least=0)
        checked_whole(rounds_after, "rounds_after", MOST_ROUNDS, least=0)
        position, history = played_on(position, moves, start)
        if totals is not None:
            totals = checked_totals(totals, position.players)
        if seat is not None:
            seat_index(seat, position.players, "seat")
        if position.is_over:
            return Advice(
                position=position,
                moves=history.moves,
                seat=seat or position.to_play,
                phase="over",
                objective=self.objective,
                best=None,
                worlds=0,
                enumerated=True,
                exact=True,
                model=None,
                evidence=(),
                inference=self.inference,
                legal=0,
                seed=seed,
                suggestions=(),
                reason="",
                seconds=0.0,
            )
        seat = seat_to_advise(position, seat)
        legal = position.choices(seat)
        seconds = None if self.time_limit is None else self.time_limit - min(START_UP, self.time_limit / 10)
        if seconds is not None and len(legal) == 1:
            seconds = min(seconds, SECONDS_IF_FORCED)
        effort = Effort(self.worlds, seconds, seed, self.threads, **self.switches)
        aim = Aim(self.objective, totals, rounds_after)
        until = None
        if seconds is not None:
            until = begun + seconds * (SHARE_TO_SOLVE if position.hidden else SHARE_IF_KNOWN)
        worlds, found, interrupted = None, None, False
        try:
            worlds = self.all_worlds(position, SEATS.index(seat), effort, aim, history, until)
            found = self.exact_means(position, SEATS.index(seat), worlds, aim, until)
        except KeyboardInterrupt:
            interrupted = True
            effort = replace(effort, descents=WORLDS_AFTER_CTRL_C)
        exact = found is not None
        if found is None:
            left = None if seconds is None else max(seconds - (time.perf_counter() - begun), seconds / 10)
            effort = replace(effort, seconds=left)
            found, again, history = estimate(
                position, SEATS.index(seat), effort, aim, inference=self.inference, history=history
            )
            interrupted = interrupted or again
        suggestions = ranked(position, found)
        advice = Advice(
            position=position,
            moves=history.moves,
            seat=seat,
            phase=position.phase,
            objective=self.objective,
            best=suggestions[0].play,
            worlds=len(worlds or ()) if exact else sum(estimate.worlds for estimate in found),
            enumerated=exact,
            exact=exact,
            model=self.model_for(position) if exact else None,
            evidence=evidence(position, history) if self.inference else (),
            inference=self.inference,
            legal=len(legal),
            seed=seed,
            suggestions=suggestions,
            reason=reason_for(position, seat, suggestions, len(legal), self.objective, exact),
            seconds=time.perf_counter() - begun,
            stopped="interrupt" if interrupted else None,
        )
        if interrupted:
            raise InterruptedAdvice(advice)
        return advice

    def model_for(self, position: Position) -> str:
        """How the other seats are taken to play in a world that is solved."""
        return self.model or ("maxn" if position.hidden and position.players > 2 else "paranoid")

    def all_worlds(
        self,
        position: Position,
        seat: int,
        effort: Effort,
        aim: Aim,
        history: History,
        until: float | None,
    ) -> list[World] | None:
        """All worlds with their weights, or None if they are too many, there is no hope to solve them, or
        `until` (by `time.perf_counter`) comes before they are weighed."""
        fields = position.fields
        if fields.phase != "play":
            return None
        if aim.objective == "match" and position.players > 2:
            # Worlds are solved for the margin, and the chance to win rises with that for two players alone.
            return None
        known = not position.hidden
        if not known and not self.solve_late:
            return None
        most = SOLVED_BY_MODEL if self.model else SOLVED_TRICKS
        if not known and fields.cards - 1 > most[position.players]:
            return None
        limit = min(self.worlds or DEFAULT_WORLDS, MOST_SOLVED)
        if effort.seconds is not None:
            limit = min(limit, int(effort.seconds * SOLVED_A_SECOND))
        worlds = enumerate_worlds(position, limit)
        if worlds is None or len(worlds) == 1 or not self.inference:
            return worlds
        search = tree_search(position, seat, effort, aim, True, history)
        weighted = []
        for world in worlds:
            if until is not None and time.perf_counter() >= until:
                return None
            weighted.append(World(world.hands, world.weight * search.weight(world.hands)))
        whole = sum(world.weight for world in weighted)
        if not whole:
            raise IllegalPlay(PLAY, "no hidden hands can have made these plays")
        return [World(world.hands, world.weight / whole) for world in weighted if world.weight]

    def exact_means(
        self,
        position: Position,
        seat: int,
        worlds: list[World] | None,
        aim: Aim,
        until: float | None,
    ) -> list[Estimate] | None:
        """The plays' exact means over the worlds, or None if they cannot be had by then; `until`: see
        `all_worlds`."""
        if worlds is None:
            return None
        if not position.hidden:
            most = SOLVED_WITHOUT_LIMIT if until is None else SOLVED_ALONE
            if position.state.left > most[position.players]:
                return None
        try:
            return self.averager.average(position, seat, worlds, self.model_for(position), aim, until)
        except OutOfTimeError:
            return None


def suggest(
    position: Position,
    seat: str | None = None,
    *,
    moves: Iterable[str | int | Play] = (),
    worlds: int | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    model: str | None = None,
    inference: bool = True,
    threads: int = 1,
    objective: str = "margin",
) -> Advice:
    """What a seat should play, bid or discard: `Suggester` tells what the settings mean, and its
    `suggest` what `moves` are.

    >>> position = Position.parse("....B/ABBAA/A.BBA/#A##B 234/??? RBYG/RYG 3/3 - A 2/?")
    >>> advice = suggest(position, worlds=500, seed=1)
    >>> advice.seat, sorted(suggestion.play for suggestion in advice.suggestions)
    ('A', ['2R', '2Y', '3R', '4R'])
    """
    suggester = Suggester(
        time_limit=time_limit,
        worlds=worlds,
        inference=inference,
        objective=objective,
        model=model,
        threads=threads,
    )
    return suggester.suggest(position, seat, moves=moves, seed=seed)


def checked_totals(totals: object, players: int) -> tuple[int, ...]:
    """Points of earlier rounds, one number a seat; InputError at totals if they are anything else."""
    if isinstance(totals, str) or not isinstance(totals, Sequence) or len(totals) != players:
        raise InputError("totals", f"{players} whole numbers are needed, not {totals!a:.40}")
    for total in totals:
        checked_whole(total, "totals", MOST_TOTAL, least=-MOST_TOTAL)
    return tuple(totals)


def seat_to_advise(position: Position, seat: str | None) -> str:
    """The seat whose move is asked for; see `Suggester.suggest`."""
    hands = position.fields.hands
    if position.phase == "discard":
        start = position.fields.leader
        turn = [(start + k) % position.players for k in range(position.players)]
        known = [SEATS[other] for other in turn if hands[other] is not None]
        if seat is None:
            seat = known[0] if known else position.to_play
    elif seat is None:
        seat = position.to_play
    elif seat != position.to_play:
        raise InputError("seat", f"it is the turn of {position.to_play}, not of {seat}")
    if hands[SEATS.index(seat)] is None:
        raise NotationError(HANDS, f"the hand of {seat}, whose move it is, is not known")
    return seat


def move_text(position: Position, move: int) -> str:
    """A move of the core as text."""
    phase = position.fields.phase
    if phase == "play":
        return str(BY_CELL[move])
    return str(move if phase == "bid" else move + 1)


def ranked(position: Position, estimates: list[Estimate]) -> tuple[Suggestion, ...]:
    """Best first: by the mean less the error of its sample; moves tried too seldom to have one come last, so
    that none of them leads by luck."""

    def merit(found: Estimate) -> tuple[bool, float, int]:
        error = found.sampling_error
        return error is None, round((error or 0.0) - found.value, 9), found.move

    order = sorted(estimates, key=merit)
    best = order[0]
    return tuple(
        Suggestion(
            **vars(found), play=move_text(position, found.move), equal=found is best or as_good(best, found)
        )
        for found in order
    )


def as_good(best: Estimate, other: Estimate) -> bool | None:
    """Whether no more than twice the error of the difference separates the two; None if that is not known.

    Sums over worlds are equal but for rounding, hence the billionth of a point.
    """
    if best.stderr is None or other.stderr is None:
        return None
    return abs(best.value - other.value) <= 2 * math.hypot(best.stderr, other.stderr) + 1e-9
