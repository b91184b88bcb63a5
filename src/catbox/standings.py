"""What matches say about the bots that played them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from catbox.record import MatchRecord
from catbox.rules import SEATS, round_rules

# Two-sided 95 % points of Student's t distribution for 1 to 30 degrees of freedom; beyond, of the normal.
STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
NORMAL = 1.96

LEAST_SETS = 5
"""Fewer sets of matches give no interval: it would be wider than anything one wants to know."""


@dataclass(frozen=True)
class Standing:
    """One bot's results; a bot that holds several seats of the line-up is taken together.

    seats: how many it held in each match. games: matches played. points: the mean for a match and seat.
    points_ci95: half the width of its 95 % interval; None with fewer than LEAST_SETS sets of matches. wins:
    matches won, over all its seats; a shared win counts in parts. win_share: matches won for each match and
    seat; 1 / players is par. win_share_low, win_share_high: the ends of its 95 % interval, which is not
    symmetric; None with fewer than LEAST_SETS sets. As no two seats win the same match alone, it comes from
    the share of matches that any of its seats wins. paradoxes: rounds in which it caused a paradox, and
    paradox_rate the same for each round and seat. bonuses, bonus_rate: the same of bonuses earned. tricks:
    the mean for a round and seat. bid: the mean bid; None with two players.
    """

    bot: str
    seats: int
    games: int
    points: float
    points_ci95: float | None
    wins: float
    win_share: float
    win_share_low: float | None
    win_share_high: float | None
    paradoxes: int
    paradox_rate: float
    bonuses: int
    bonus_rate: float
    tricks: float
    bid: float | None


def student(number: int) -> float:
    """How many standard errors make half a 95 % interval of the mean of so many values."""
    return STUDENT[number - 2] if number - 2 < len(STUDENT) else NORMAL


def half_width(values: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of a mean of independent values; None for too few of them."""
    if len(values) < LEAST_SETS:
        return None
    return student(len(values)) * math.sqrt(statistics.variance(values) / len(values))


def share_interval(share: float, values: Sequence[float], matches: int) -> tuple[float, float] | None:
    """The 95 % interval of a share of matches, from its means in independent sets; None for too few of them.

    Wilson's interval (1927), which stays between 0 and 1 and has a width also for a share of 0 or 1, on the
    effective number of matches (Korn and Graubard 1998): so many independent ones would have the same error.
    It is never more than `matches`; where no set differs from 0 or 1, each set counts as one.
    """
    number = len(values)
    if number < LEAST_SETS:
        return None
    spread, error = share * (1 - share), statistics.variance(values) / number
    effective = float(matches) if spread else float(number)
    if error:
        effective = min(effective, spread / error * (NORMAL / student(number)) ** 2)
    shift = NORMAL**2 / effective
    middle = (share + shift / 2) / (1 + shift)
    half = NORMAL / (1 + shift) * math.sqrt(spread / effective + shift / (4 * effective))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def standings(records: Sequence[MatchRecord], lineup: Sequence[str]) -> list[Standing]:
    """The results of each different bot of the line-up, in its order.

    Matches of one set share their deals, so an interval counts each set as one value: the mean of its
    matches.
    """
    return [standing(records, bot, list(lineup).count(bot)) for bot in dict.fromkeys(lineup)]


def means(sets: dict[int, list[float]]) -> list[float]:
    """The mean of each set of matches."""
    return [statistics.fmean(values) for values in sets.values()]


def standing(records: Sequence[MatchRecord], bot: str, seats: int) -> Standing:
    points: dict[int, list[float]] = {}
    won: dict[int, list[float]] = {}
    paradoxes = bonuses = tricks = bids = rounds = 0
    bidding = False
    for record in records:
        players = len(record.bots)
        rules = round_rules(players)
        bidding = bool(rules.bids)
        group = record.match // players
        own = [seat for seat, name in enumerate(record.bots) if name == bot]
        shared = sum(SEATS[seat] in record.winners for seat in own)
        won.setdefault(group, []).append(shared / len(record.winners))
        for seat in own:
            points.setdefault(group, []).append(record.totals[seat])
            for number, played in enumerate(record.rounds):
                rounds += 1
                tricks += played.tricks[seat]
                bid = played.bids[(seat - number) % players] if bidding else 0
                bids += bid
                earned = rules.earns_bonus(played.tricks[seat], bid)
                paradoxes += played.paradox == SEATS[seat]
                bonuses += earned and played.paradox != SEATS[seat]
    held = sum(map(len, points.values()))
    wins = sum(map(sum, won.values()))
    by_any = share_interval(wins / max(len(records), 1), means(won), len(records))
    low, high = (None, None) if by_any is None else (end / seats for end in by_any)
    return Standing(
        bot=bot,
        seats=seats,
        games=len(records),
        points=sum(map(sum, points.values())) / max(held, 1),
        points_ci95=half_width(means(points)),
        wins=wins,
        win_share=wins / max(held, 1),
        win_share_low=low,
        win_share_high=high,
        paradoxes=paradoxes,
        paradox_rate=paradoxes / max(rounds, 1),
        bonuses=bonuses,
        bonus_rate=bonuses / max(rounds, 1),
        tricks=tricks / max(rounds, 1),
        bid=bids / max(rounds, 1) if bidding else None,
    )
