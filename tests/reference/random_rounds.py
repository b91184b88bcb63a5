"""Random deals, rounds and endings for the tests, from a seeded `random.Random`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from . import rules
from .rules import COLOURS, Layout, State


def random_layout(players: int, rng: Random) -> Layout:
    """R2, N4: the rows in any order, the ranks of each row in any order."""
    ranks = range(1, rules.RANKS[players] + 1)
    rows = rng.sample(COLOURS, 4)
    return tuple((colour, tuple(rng.sample(ranks, len(ranks)))) for colour in rows)


def deal(players: int, rng: Random, layout: Layout | None = None) -> State:
    """R4.1 and R4.2."""
    deck = [rank for rank in range(1, rules.RANKS[players] + 1) for _ in range(rules.COPIES)]
    rng.shuffle(deck)
    size = rules.DEALT[players]
    hands = tuple(tuple(deck[seat * size : (seat + 1) * size]) for seat in range(players))
    left_over = deck[players * size :]
    turned_up = tuple(left_over[: rules.TURNED_UP])
    return rules.start(hands, turned_up, rng.randrange(players), layout)


def prepared(players: int, rng: Random, layout: Layout | None = None) -> State:
    """A round after random discards and bids, before the first play."""
    state = deal(players, rng, layout)
    state = rules.discard(state, tuple(rng.choice(hand) for hand in state.hands))
    while rules.phase(state) == "bid":
        state = rules.bid(state, rng.choice(rules.BIDS[players]))
    return state


def random_play(state: State, rng: Random, follow: float) -> str:
    """A random legal play; a seat that can follow the led colour does so with the chance `follow`."""
    plays = rules.legal_plays(state)
    if state.trick:
        following = [play for play in plays if play[1] == state.trick[0][1]]
        if following and rng.random() < follow:
            return rng.choice(following)
    return rng.choice(plays)


def random_round(players: int, rng: Random, follow: float = 0.0, layout: Layout | None = None) -> list[State]:
    """Every state of a random round from before the first play to its end."""
    states = [prepared(players, rng, layout)]
    while not rules.is_over(states[-1]):
        states.append(rules.place_card(states[-1], random_play(states[-1], rng, follow)))
    return states


def tricks_left(state: State) -> int:
    """The tricks still to be finished, the one in progress included (N2: one card is left in every hand)."""
    return max(len(hand) for hand in state.hands) - 1


def compose(state: State, tricks: int, rng: Random) -> State:
    """A composed position (N2): as many tricks left as asked, fewer markers, other bids and tricks won.

    The board and the trick in progress stay; what N2 asks of the markers of its plays holds.
    """
    players = len(state.hands)
    longest = tricks + 1
    hands = []
    for hand in state.hands:
        size = longest - (max(map(len, state.hands)) - len(hand))
        hands.append(tuple(sorted(rng.sample(hand, min(size, len(hand))))))
    declared = {(state.leader + i) % players: play[1] for i, play in enumerate(state.trick)}
    markers = tuple(
        "".join(c for c in kept if c == declared.get(seat) or rng.random() < 0.7)
        for seat, kept in enumerate(state.markers)
    )
    won = [0] * players
    for _ in range(sum(state.tricks)):
        won[rng.randrange(players)] += 1
    bids = tuple(None if players == 2 else rng.choice(rules.BIDS[players]) for _ in range(players))
    return state._replace(hands=tuple(hands), markers=markers, tricks=tuple(won), bids=bids)


def endings(players: int, rng: Random, most_tricks: int) -> Iterator[State]:
    """Small endings without end, with at most so many tricks left, at the lead or within a trick.

    Of four, two are from rounds that follow the led colour 85 % of the time, one from a round of random plays
    and one composed; one in five has a layout of its own, and few are already over.
    """
    while True:
        kind = rng.randrange(4)
        layout = random_layout(players, rng) if rng.random() < 0.2 else None
        states = random_round(players, rng, 0.85 if kind < 2 else 0.0, layout)
        if kind == 3:
            late = [compose(rng.choice(states), rng.randint(1, most_tricks), rng)]
        else:
            late = [state for state in states if tricks_left(state) <= most_tricks]
        if late:
            state = late[0] if rng.random() < 0.5 else rng.choice(late)
            if not rules.is_over(state) or rng.random() < 0.05:
                yield state
