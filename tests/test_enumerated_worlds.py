"""All worlds behind hidden hands, with their shares of the deals, equal to the reference's."""

from __future__ import annotations

from random import Random

import pytest
from reference import random_rounds, reader, rules, worlds
from reference.rules import UNKNOWN, Hand, State
from side_by_side import position_of

from catbox.worlds import enumerate_worlds

MOST = 3000
# How many hands are hidden, and how many cards each holds at most: the reference goes through the places
# of discards and left-over cards as well.
HIDDEN = {2: (1, 5), 3: (2, 2), 4: (2, 2), 5: (2, 2)}


def hide(state: State, hidden: int, rng: Random) -> State:
    """Some hands, and their discards, hidden; now and then a known hand's discard too."""
    players = len(state.hands)
    seats = rng.sample(range(players), hidden)
    for seat in seats:
        state = state._replace(
            hands=rules.replaced(state.hands, seat, (UNKNOWN,) * len(state.hands[seat])),
            discards=rules.replaced(state.discards, seat, UNKNOWN),
        )
    if rng.random() < 0.3:
        state = state._replace(discards=rules.replaced(state.discards, rng.randrange(players), UNKNOWN))
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_late_in_rounds(players: int) -> None:
    rng = Random(f"worlds {players}")
    hidden, cards = HIDDEN[players]
    compared = 0
    while compared < 12:
        for state in random_rounds.random_round(players, rng, follow=0.85):
            if max(map(len, state.hands)) > cards or rng.random() < 0.5:
                continue
            seen = hide(state, hidden, rng)
            expected = worlds.hands_worlds(seen)
            deals = sum(expected.values())
            found = enumerate_worlds(position_of(seen), limit=MOST)
            line = reader.write(seen)
            if len(expected) > MOST:
                assert found is None, line
                continue
            assert found is not None, line
            shares = {hands_of(seen, world.hands): world.weight for world in found}
            assert len(shares) == len(found), line
            assert shares == pytest.approx({h: w / deals for h, w in expected.items()}, rel=1e-12), line
            compared += 1


def hands_of(seen: State, filled: tuple[tuple[int, ...], ...]) -> tuple[Hand, ...]:
    """All hands, the hidden ones as the world has them (copies of each rank)."""
    worlds_hands = iter(filled)
    return tuple(worlds.cards_of(next(worlds_hands)) if UNKNOWN in hand else hand for hand in seen.hands)
