"""Reads well-formed lines (N2) and layouts (N4) into reference states, and writes them. It checks nothing."""

from __future__ import annotations

from . import rules
from .rules import SEATS, UNKNOWN, Layout, State


def read(line: str, layout: str | None = None) -> State:
    board, hands, markers, tricks, bids, turn, *rest = line.split()
    seats = hands.count("/") + 1
    leader, _, plays = turn.partition(":")
    state = State(
        board=tuple(board.split("/")),
        hands=tuple(
            tuple(UNKNOWN if card == "?" else int(card) for card in hand) for hand in hands.split("/")
        ),
        markers=tuple(entry.strip("-") for entry in markers.split("/")),
        tricks=tuple(int(number) for number in tricks.split("/")),
        bids=tuple(None if number == "-" else int(number) for number in bids.split("/")),
        leader=SEATS.index(leader),
        trick=tuple(plays.upper().split(",")) if plays else (),
        discards=(UNKNOWN,) * seats,
        layout=read_layout(layout) if layout else rules.default_layout(seats),
    )
    if seats == 2:
        state = state._replace(bids=(None, None))
    if rest:
        known = {"?": UNKNOWN, "-": None}
        discards = tuple(known[entry] if entry in known else int(entry) for entry in rest[0].split("/"))
        state = state._replace(discards=discards)
    elif rules.phase(state) == "discard":
        state = state._replace(discards=(None,) * seats)
    return state


def read_layout(text: str) -> Layout:
    return tuple((row[0], tuple(int(rank) for rank in row[2:])) for row in text.split("/"))


def write_layout(layout: Layout) -> str:
    return "/".join(f"{colour}:{''.join(map(str, ranks))}" for colour, ranks in layout)


def write_hand(hand: rules.Hand) -> str:
    return "".join("?" if rank == UNKNOWN else str(rank) for rank in hand)


def write_discard(rank: int | None) -> str:
    return "-" if rank is None else "?" if rank == UNKNOWN else str(rank)


def write(state: State) -> str:
    """N2: single spaces, DISCARDS left out when it is all unknown, a trick in progress after a colon."""
    turn = SEATS[state.leader] + (":" + ",".join(state.trick) if state.trick else "")
    fields = [
        "/".join(state.board),
        "/".join(write_hand(hand) for hand in state.hands),
        "/".join(entry or "-" for entry in state.markers),
        "/".join(map(str, state.tricks)),
        "-" if len(state.hands) == 2 else "/".join("-" if bid is None else str(bid) for bid in state.bids),
        turn,
    ]
    if any(discard != UNKNOWN for discard in state.discards):
        fields.append("/".join(write_discard(rank) for rank in state.discards))
    return " ".join(fields)
