"""Which field is blamed when several do not fit together (N2)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from reference import random_rounds, reader, rules
from reference.rules import COLOURS, EMPTY, SEATS, State

import catbox

PLAYERS = (2, 3, 4, 5)


def blamed(state: State) -> str:
    with pytest.raises(catbox.NotationError) as caught:
        catbox.Position.parse(reader.write(state))
    return caught.value.field


def states(players: int, within_trick: bool) -> Iterator[State]:
    """States of play with at least one token of every seat and two cards in every hand."""
    rng = Random(f"blame {players}")
    for _ in range(12):
        for state in random_rounds.random_round(players, rng, follow=0.85)[players:]:
            if bool(state.trick) == within_trick and min(map(len, state.hands)) > 1:
                yield state


def without_a_token(state: State, seat: int) -> State:
    cells = [(c, r) for c in COLOURS for r in range(1, rules.RANKS[len(state.hands)] + 1)]
    own = next(cell for cell in cells if rules.token(state, *cell) == SEATS[seat])
    return state._replace(board=rules.place_token(state.board, *own, EMPTY))


def without_a_card(state: State, seat: int) -> State:
    return state._replace(hands=rules.replaced(state.hands, seat, state.hands[seat][1:]))


@pytest.mark.parametrize("within_trick", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_tokens_that_disagree_are_the_boards_fault(players: int, within_trick: bool) -> None:
    for state in states(players, within_trick):
        for seat in range(players):
            assert blamed(without_a_token(state, seat)) == "BOARD", reader.write(state)


@pytest.mark.parametrize("within_trick", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_hand_sizes_that_disagree_are_the_hands_fault(players: int, within_trick: bool) -> None:
    for state in states(players, within_trick):
        for seat in range(players):
            assert blamed(without_a_card(state, seat)) == "HANDS", reader.write(state)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_trick_that_disagrees_is_the_turns_fault(players: int) -> None:
    for state in states(players, within_trick=True):
        assert blamed(state._replace(trick=state.trick[:-1])) == "TURN", reader.write(state)
        later = state._replace(leader=(state.leader + 1) % players)
        assert blamed(later) == "TURN", reader.write(state)


@pytest.mark.parametrize("players", PLAYERS)
def test_if_all_three_disagree_the_turn_is_at_fault(players: int) -> None:
    for state in states(players, within_trick=False):
        assert blamed(without_a_card(without_a_token(state, 0), 0)) == "TURN", reader.write(state)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_sixth_card_of_a_rank_over_hands_and_board_is_the_hands_fault(players: int) -> None:
    tried = 0
    for state in states(players, within_trick=False):
        for rank in range(1, rules.RANKS[players] + 1):
            on_board = sum(row[rank - 1] != EMPTY for row in state.board)
            others = on_board + sum(hand.count(rank) for hand in state.hands[1:])
            missing = rules.COPIES + 1 - others
            if missing <= len(state.hands[0]):
                kept = [card for card in state.hands[0] if card != rank][: len(state.hands[0]) - missing]
                more = len(state.hands[0]) - len(kept)
                hand = tuple(sorted([*kept, *[rank] * more]))
                assert blamed(state._replace(hands=(hand, *state.hands[1:]))) == "HANDS", reader.write(state)
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("players", PLAYERS)
def test_a_sixth_card_of_a_rank_with_the_discards_only_is_their_fault(players: int) -> None:
    tried = 0
    for state in states(players, within_trick=False):
        for rank in range(1, rules.RANKS[players] + 1):
            on_board = sum(row[rank - 1] != EMPTY for row in state.board)
            in_hands = sum(hand.count(rank) for hand in state.hands)
            if on_board + in_hands + players > rules.COPIES:
                assert blamed(state._replace(discards=(rank,) * players)) == "DISCARDS", reader.write(state)
                tried += 1
    assert tried > 20
