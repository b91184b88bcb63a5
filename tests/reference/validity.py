"""Whether a line is a well-formed position, asked condition by condition in the order of N2.

It says yes or no with the condition's text; it does not settle which of several fields is to be blamed.
"""

from __future__ import annotations

import re

from . import reader, rules
from .rules import COLOURS, EMPTY, NEUTRAL, SEATS, State


def defect(line: str) -> str | None:
    """The first condition of N2 that the line breaks, or None if it is well formed."""
    return grammar_defect(line) or state_defect(reader.read(line))


def grammar_defect(line: str) -> str | None:
    """Whether every field parses and has the right number of entries."""
    if not line.isascii() or any((ord(c) < 32 and c != "\t") or ord(c) == 127 for c in line):
        return "characters"
    fields = re.split("[ \t]+", line.strip(" \t"))
    if len(fields) not in (6, 7):
        return "number of fields"
    board, hands, markers, tricks, bids, turn = fields[:6]
    seats = hands.count("/") + 1
    if seats not in rules.RANKS:
        return "number of hands"
    ranks = f"[1-{rules.RANKS[seats]}]"
    letters = SEATS[:seats]

    def each(entry: str, text: str) -> bool:
        return re.fullmatch(f"(?:{entry})(?:/(?:{entry})){{{seats - 1}}}", text) is not None

    if not re.fullmatch("/".join([f"[.#{letters}]{{{rules.RANKS[seats]}}}"] * 4), board):
        return "BOARD"
    if not each(rf"{ranks}+|\?+", hands) or any(list(h) != sorted(h) for h in hands.split("/")):
        return "HANDS"
    if not each("R?B?Y?G?|-", markers) or "" in markers.split("/"):
        return "MARKERS"
    if not each("[0-9]", tricks):
        return "TRICKS"
    if bids != "-" if seats == 2 else not each("[0-9]|-", bids):
        return "BIDS"
    play = f"{ranks}[{COLOURS}{COLOURS.lower()}]"
    if not re.fullmatch(f"[{letters}](:{play}(,{play})*)?", turn):
        return "TURN"
    if len(fields) == 7 and not each(rf"{ranks}|\?|-", fields[6]):
        return "DISCARDS"
    return None


def state_defect(state: State) -> str | None:
    seats = len(state.hands)
    played = [(state.leader + i) % seats for i in range(len(state.trick))]
    tokens = [sum(row.count(SEATS[seat]) for row in state.board) for seat in range(seats)]
    neutral = [
        (c, r)
        for c in COLOURS
        for r in range(1, rules.RANKS[seats] + 1)
        if rules.token(state, c, r) == NEUTRAL
    ]
    phase = rules.phase(state)

    if len(state.trick) >= seats:
        return "as many plays as seats"
    completed = {count - (seat in played) for seat, count in enumerate(tokens)}
    if len(completed) != 1:
        return "tokens and trick in progress"
    if len({len(hand) + (seat in played) for seat, hand in enumerate(state.hands)}) != 1:
        return "hand sizes and trick in progress"
    if sum(state.tricks) != completed.pop():
        return "tricks won"
    for seat, text in zip(played, state.trick, strict=True):
        if rules.token(state, text[1], int(text[0])) != SEATS[seat]:
            return "trick in progress and board"

    after_discard = rules.DEALT[seats] - 1
    if phase != "discard" and any(
        t + len(h) > after_discard for t, h in zip(tokens, state.hands, strict=True)
    ):
        return "hand too large"
    if phase == "discard" and any(len(hand) != rules.DEALT[seats] for hand in state.hands):
        return "hand too large"
    for rank in range(1, rules.RANKS[seats] + 1):
        in_hands = sum(hand.count(rank) for hand in state.hands)
        on_board = sum(row[rank - 1] != EMPTY for row in state.board)
        if in_hands + on_board + state.discards.count(rank) > rules.COPIES:
            return "more than five of a rank"

    if any(number is not None and number not in rules.BIDS[seats] for number in state.bids):
        return "bid not allowed"
    if seats > 2:
        given = [state.bids[(state.leader + i) % seats] is not None for i in range(seats)]
        if phase == "discard" and any(given):
            return "bid before the discard"
        beginning = not any(tokens) and len(state.hands[0]) == after_discard
        if phase == "bid" and (not beginning or given != sorted(given, reverse=True)):
            return "bid missing"
    if len(neutral) != (rules.TURNED_UP if seats == 2 else 0):
        return "number of neutral tokens"
    for colour, rank in neutral:
        if colour == "R" or (colour == "Y" and ("G", rank) not in neutral):
            return "neutral tokens"
        if colour == "B" and ("Y", rank) not in neutral:
            return "neutral tokens"

    for seat, text in zip(played, state.trick, strict=True):
        led = state.trick[0][1]
        if text[1] not in state.markers[seat] or (text[1] != led and led in state.markers[seat]):
            return "markers and trick in progress"

    if None in state.discards if phase != "discard" else any(d is not None for d in state.discards):
        return "discards and phase"
    return None
