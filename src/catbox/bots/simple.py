"""Bots that do not search."""

from __future__ import annotations

from random import Random

from catbox.bots.bot import Move, View
from catbox.catbox_core import bid_merits, discard_merits, play_merits
from catbox.play import Play
from catbox.rules import SEATS


class RandomBot:
    """Any allowed move, each as likely; a discard is a random card of the hand."""

    def choose(self, view: View) -> Move:
        rng = Random(view.seed)
        if view.position.phase == "discard":
            return rng.choice(view.position.hands[SEATS.index(view.seat)])
        return rng.choice(view.choices())


class GreedyBot:
    """The best move by the rule of thumb of the core (src/core/policy.pxd); of equals the first."""

    def choose(self, view: View) -> Move:
        position = view.position
        fields, seat = position.fields, SEATS.index(view.seat)
        hand = fields.hands[seat]
        assert hand is not None
        if position.phase == "discard":
            return best(discard_merits(position.layout.geometry, hand)) + 1
        if position.phase == "bid":
            bids = [bid for bid in fields.bids if bid is not None]
            return best(bid_merits(position.layout.geometry, hand, len(bids), sum(bids)))
        return Play.from_cell(best(play_merits(position.state)))


def best(merits: list[tuple[int, float]]) -> int:
    return max(merits, key=lambda entry: entry[1])[0]
