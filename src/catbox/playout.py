"""Whole matches between bots (R9), on deals that every seating of the line-up plays once.

A match has a number. Matches come in sets: all matches of a set have the same deals, and the line-up moves
one seat on from one to the next, so that each bot plays each seat's cards and the luck of the deal cancels.
Everything left to chance comes from the seed and these numbers, never from who played before, so matches may
be played in any order.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from catbox.bots import Blamed, Bot, BotError, View, make_bot, sees_all
from catbox.dealing import deal
from catbox.errors import InputError, quoted
from catbox.layout import Layout
from catbox.match import match_result, start_seats
from catbox.play import Play
from catbox.position import Position
from catbox.record import MatchRecord, RoundRecord
from catbox.rules import SEATS


@dataclass(frozen=True)
class Plan:
    """What decides every match: line-up, seed, board. lineup: a description of a bot for each seat of match
    0."""

    lineup: tuple[str, ...]
    seed: int
    layout: str | None = None

    @property
    def players(self) -> int:
        return len(self.lineup)

    def bots_of(self, match: int) -> tuple[int, ...]:
        """For each seat, the place in the line-up of its bot."""
        return tuple((seat + match) % self.players for seat in range(self.players))

    def set_of(self, match: int) -> int:
        """Matches with the same number here have the same deals."""
        return match // self.players


@dataclass
class Clock:
    """Time that the bots took to decide, by place in the line-up."""

    seconds: list[float]
    decisions: list[int]
    longest: list[float]

    @staticmethod
    def for_players(players: int) -> Clock:
        return Clock([0.0] * players, [0] * players, [0.0] * players)

    def add(self, place: int, seconds: float) -> None:
        self.seconds[place] += seconds
        self.decisions[place] += 1
        self.longest[place] = max(self.longest[place], seconds)

    def merge(self, other: Clock) -> None:
        """Counts in what another clock of the same line-up has counted."""
        self.seconds = [a + b for a, b in zip(self.seconds, other.seconds, strict=True)]
        self.decisions = [a + b for a, b in zip(self.decisions, other.decisions, strict=True)]
        self.longest = [max(a, b) for a, b in zip(self.longest, other.longest, strict=True)]


def number_from(*parts: object) -> int:
    """A number below 2 ** 62 that is different for different parts, on every machine."""
    text = "/".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 2


def dealt_for(plan: Plan, match: int, number: int, start: str) -> Position:
    """The deal of a round, before the discards: the same for all matches of a set."""
    layout = None if plan.layout is None else Layout.parse(plan.layout)
    chance = Random(number_from(plan.seed, plan.set_of(match), number))
    return deal(plan.players, chance, start=start, layout=layout)


def play_match(plan: Plan, match: int, bots: Sequence[Bot], clock: Clock) -> MatchRecord:
    """Plays match number `match`; `bots` and `clock` are in the order of the line-up.

    BotError if a bot answers with a move that is not allowed.
    """
    seating = plan.bots_of(match)
    rounds: list[RoundRecord] = []
    totals = (0,) * plan.players
    for number, start in enumerate(start_seats(plan.players)):
        played = play_round(plan, match, number, start, totals, bots, seating, clock)
        rounds.append(played)
        totals = tuple(a + b for a, b in zip(totals, played.scores, strict=True))
    result = match_result([played.scores for played in rounds])
    return MatchRecord(
        match=match,
        seed=plan.seed,
        layout=plan.layout,
        bots=tuple(plan.lineup[place] for place in seating),
        rounds=tuple(rounds),
        totals=result.totals,
        winners=result.winners,
    )


def play_round(
    plan: Plan,
    match: int,
    number: int,
    start: str,
    totals: tuple[int, ...],
    bots: Sequence[Bot],
    seating: Sequence[int],
    clock: Clock,
) -> RoundRecord:
    """One round of a match, from the deal to the score."""
    position = dealt_for(plan, match, number, start)
    dealt = position.format()
    decisions = 0
    opening: Position | None = None
    bids: list[int] = []
    plays: list[str] = []

    def decide(seat: int) -> str:
        nonlocal decisions
        decisions += 1
        place = seating[seat]
        bot, name = bots[place], plan.lineup[place]
        open_hands = sees_all(bot, name)

        def seen(whole: Position) -> Position:
            return whole if open_hands else whole.seen_by(SEATS[seat])

        view = View(
            position=seen(position),
            seat=SEATS[seat],
            start=start,
            totals=totals,
            rounds_after=plan.players - 1 - number,
            seed=number_from(plan.seed, match, number, decisions),
            opening=None if opening is None else seen(opening),
            moves=(*map(str, bids), *plays),
        )
        with Blamed(f"{name}: in match {match} it failed: "):
            begun = time.perf_counter()
            move = str.__str__(str(bot.choose(view)))  # of a class derived from str, the text alone
            clock.add(place, time.perf_counter() - begun)
        return move

    def refused(seat: int, move: str, error: Exception) -> BotError:
        return BotError(f"{plan.lineup[seating[seat]]}: in match {match} it answered {quoted(move)}: {error}")

    discards: list[str] = []
    for seat in range(plan.players):
        move = decide(seat)
        if move not in map(str, position.legal_discards(SEATS[seat])):
            raise refused(seat, move, ValueError("no rank of a card that it can discard"))
        discards.append(move)
    opening = position = position.discard(discards)
    while position.phase == "bid":
        seat = SEATS.index(position.to_play)
        move = decide(seat)
        try:
            position = position.apply(move)
        except InputError as error:
            raise refused(seat, move, error) from None
        bids.append(int(move))
    while not position.is_over:
        seat = SEATS.index(position.to_play)
        move = decide(seat)
        try:
            play = Play.parse(move)
            position = position.play(play)
        except InputError as error:
            raise refused(seat, move, error) from None
        plays.append(str(play))
    return RoundRecord(
        start=start,
        deal=dealt,
        discards="/".join(discards),
        bids=tuple(bids),
        plays=tuple(plays),
        paradox=position.paradox,
        tricks=position.tricks,
        scores=position.scores(),
    )


class Table:
    """Bots made once for a plan, ready to play its matches one after another."""

    def __init__(self, plan: Plan) -> None:
        """BotError if a bot cannot be made."""
        self.plan = plan
        self.bots = [make_bot(description) for description in plan.lineup]

    def play(self, match: int) -> tuple[MatchRecord, Clock]:
        clock = Clock.for_players(self.plan.players)
        return play_match(self.plan, match, self.bots, clock), clock
