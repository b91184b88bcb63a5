"""Compares a reference state with a position of the package, field by field."""

from __future__ import annotations

from reference import reader, rules
from reference.rules import SEATS, State

from catbox import Position


def position_of(state: State) -> Position:
    """The same moment in the package, by its line and its layout."""
    return Position.parse(reader.write(state), reader.write_layout(state.layout))


def letter(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]


def assert_same(state: State, position: Position) -> None:
    """Every field, the phase, the legal plays, the groups, and when the round is over its end and scores."""
    line = reader.write(state)
    assert position.format() == line
    assert position.players == len(state.hands), line
    assert position.board == state.board, line
    assert position.hands == tuple(reader.write_hand(hand) for hand in state.hands), line
    assert position.markers == state.markers, line
    assert position.tricks == state.tricks, line
    assert position.bids == state.bids, line
    assert position.leader == letter(state.leader), line
    assert tuple(map(str, position.trick)) == state.trick, line
    written = tuple(None if rank is None else reader.write_discard(rank) for rank in state.discards)
    assert position.discards == written, line
    assert position.phase == rules.phase(state), line
    if position.phase in ("play", "over"):
        assert_same_play(state, position, line)


def assert_same_play(state: State, position: Position, line: str) -> None:
    plays = rules.legal_plays(state)
    assert list(map(str, position.legal_plays())) == plays, line
    assert position.is_over == (not plays), line
    assert position.paradox == letter(rules.paradox(state)), line
    if plays:
        assert position.to_play == letter(rules.to_play(state)), line
    else:
        assert position.scores() == rules.scores(state), line
    groups = [position.state.group(seat) for seat in range(len(state.hands))]
    assert groups == [rules.largest_group(state, seat) for seat in range(len(state.hands))], line
