"""Random deals, and random positions some way into a round."""

from __future__ import annotations

from random import Random

from catbox.catbox_core import State
from catbox.layout import Layout, board_for
from catbox.limits import checked_int
from catbox.notation import Fields
from catbox.play import Play
from catbox.position import Position
from catbox.rules import COLOURS, COPIES, SEATS, TURNED_UP, RoundRules, round_rules, seat_index

ATTEMPTS = 20_000
"""Rounds begun for one position before giving up."""


def deal(
    players: int, rng: Random | int | None = None, *, start: str | None = None, layout: Layout | None = None
) -> Position:
    """A random deal, before the discard (R4.1); with two players three cards are turned up (R4.2).

    rng: a source of random numbers, or a seed for one. start: the round's start seat; random if not given.
    InputError (a ValueError) at start if there is no such seat; ValueError if the game or the layout is not
    for so many players.

    >>> position = deal(3, 1, start="B")
    >>> position.phase, position.to_play, [len(hand) for hand in position.hands]
    ('discard', 'B', [10, 10, 10])
    """
    rules, rng = round_rules(players), as_rng(rng)
    if start is None:
        start = rng.choice(SEATS[:players])
    leader = seat_index(start, players, "start")
    board = board_for(players, layout)
    deck = [index for index in range(rules.ranks) for _ in range(COPIES)]
    rng.shuffle(deck)
    hands = [deck[rules.dealt * seat : rules.dealt * (seat + 1)] for seat in range(players)]
    left_over = deck[rules.dealt * players :]
    fields = Fields(
        tokens=(0,) * players,
        neutral=neutral_tokens(left_over[:TURNED_UP]) if players == 2 else 0,
        hands=tuple([tuple(map(hand.count, range(rules.ranks))) for hand in hands]),
        markers=((1 << len(COLOURS)) - 1,) * players,
        tricks=(0,) * players,
        bids=((None if rules.bids else 0),) * players,
        leader=leader,
        trick=(),
        cards=rules.dealt,
        discards=(None,) * players,
    )
    return Position(fields, board)


def neutral_tokens(turned_up: list[int]) -> int:
    """The cells that turned-up cards take, given as rank indices: green, then yellow, then blue (R4.2)."""
    cells = 0
    for index in turned_up:
        column = cells >> len(COLOURS) * index & 0b1111
        colour = len(COLOURS) - 1 - column.bit_count()
        cells |= 1 << len(COLOURS) * index + colour
    return cells


def discard_and_bid(position: Position, rng: Random) -> Position:
    """A deal after random discards, each card of a hand as likely, and random bids, each number as likely."""
    position = position.discard([rng.choice(hand) for hand in position.hands])
    while position.phase == "bid":
        position = position.bid(rng.choice(position.rules.bids))
    return position


def random_position(
    players: int,
    rng: Random | int | None = None,
    *,
    plies: int | None = None,
    tricks_left: int | None = None,
    follow: float | None = None,
    layout: Layout | None = None,
) -> Position:
    """A position of a random round: after so many plies, or at the start of a trick with so many tricks left.

    Discards and bids are random (`discard_and_bid`), and so are the plays: each legal one as likely, or, with
    `follow`, one in the led colour with that probability if there is one, otherwise another. Rounds that end
    too early are left and another is dealt, so only a position after all the plies of a round is over.

    ValueError if such a position does not exist, or is so rare that it was not met in many rounds.

    >>> position = random_position(4, 1, tricks_left=3, follow=0.85)
    >>> position.phase, sum(position.tricks), position.trick
    ('play', 5, ())
    """
    rules, rng = round_rules(players), as_rng(rng)
    for name, number in (("plies", plies), ("tricks_left", tricks_left)):
        if number is not None:
            checked_int(number, name)
    plies = plies_wanted(rules, plies, tricks_left)
    if follow is not None and (type(follow) not in (int, float) or not 0 <= follow <= 1):
        raise ValueError(f"follow: a probability is between 0 and 1, not {follow!r:.40}")
    for _ in range(ATTEMPTS):
        position = discard_and_bid(deal(players, rng, layout=layout), rng)
        cells = random_plays(position.state, plies, rng, follow)
        if cells is not None:
            for cell in cells:
                position = position.play(Play.from_cell(cell))
            return position
    raise ValueError(
        f"none of {ATTEMPTS} rounds of {players} players came that far without a paradox; "
        "ask for fewer plies, or have seats follow more often"
    )


def random_plays(state: State, plies: int, rng: Random, follow: float | None) -> list[int] | None:
    """The cells of so many random plays; None if a paradox comes before the end of them or right after."""
    cells = []
    for _ in range(plies):
        legal = state.legal()
        if not legal:
            return None
        if follow is not None and state.trick:
            follows = rng.random() < follow
            led = state.trick[0] % len(COLOURS)
            legal = [cell for cell in legal if (cell % len(COLOURS) == led) == follows] or legal
        cells.append(rng.choice(legal))
        state = state.play(cells[-1])
    return None if state.paradox is not None else cells


def plies_wanted(rules: RoundRules, plies: int | None, tricks_left: int | None) -> int:
    """The number of plies that either of two numbers asks for; ValueError if a round has no such moment."""
    if (plies is None) == (tricks_left is None):
        raise ValueError("either plies or tricks_left is needed")
    if plies is None:
        assert tricks_left is not None
        if not 1 <= tricks_left <= rules.tricks:
            raise ValueError(
                f"tricks_left: with {rules.players} players 1 to {rules.tricks}, not {tricks_left}"
            )
        return (rules.tricks - tricks_left) * rules.players
    most = rules.tricks * rules.players
    if not 0 <= plies <= most:
        raise ValueError(f"plies: with {rules.players} players 0 to {most}, not {plies}")
    return plies


def as_rng(rng: Random | int | None) -> Random:
    """A source of random numbers from itself, from a seed, or from the operating system's chance."""
    return rng if isinstance(rng, Random) else Random(rng)
