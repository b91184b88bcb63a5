"""Records of matches: one JSON object a match, one a line, and what a record has to satisfy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from catbox.errors import InputError
from catbox.layout import Layout, board_for
from catbox.match import match_result, start_seats
from catbox.position import Position


class RecordError(InputError):
    """A record is not one, or breaks the rules. field: where, such as `rounds[2].plays[11]`."""


@dataclass(frozen=True)
class RoundRecord:
    """One round, complete."""

    start: str
    deal: str
    """The position before the discard (N2)."""
    discards: str
    """As `catbox apply` takes them: 1/2/6."""
    bids: tuple[int, ...]
    """In the order in which they were made, from the start seat; none with two players."""
    plays: tuple[str, ...]
    paradox: str | None
    tricks: tuple[int, ...]
    scores: tuple[int, ...]

    def moves(self) -> tuple[str, ...]:
        """What to apply to the deal, in order."""
        return (self.discards, *map(str, self.bids), *self.plays)


@dataclass(frozen=True)
class MatchRecord:
    """One match, complete."""

    match: int
    """Its number in its run."""
    seed: int
    layout: str | None
    bots: tuple[str, ...]
    """By seat."""
    rounds: tuple[RoundRecord, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]

    def as_json(self) -> str:
        """One line, without its end."""
        return json.dumps(asdict(self), separators=(",", ":"))


SHAPES: dict[str, tuple[str, type]] = {
    "match": ("a number", int),
    "seed": ("a number", int),
    "bots": ("a list of texts", str),
    "totals": ("a list of numbers", int),
    "winners": ("a list of texts", str),
    "start": ("a text", str),
    "deal": ("a text", str),
    "discards": ("a text", str),
    "bids": ("a list of numbers", int),
    "plays": ("a list of texts", str),
    "tricks": ("a list of numbers", int),
    "scores": ("a list of numbers", int),
}


def taken(source: dict[str, Any], name: str, where: str = "") -> Any:
    """An entry of the shape that SHAPES asks for; lists become tuples. RecordError otherwise."""
    shape, kind = SHAPES[name]
    value = source.get(name)
    listed = shape.startswith("a list")
    entries = value if listed else [value]
    if not isinstance(entries, list) or any(type(entry) is not kind for entry in entries):
        raise RecordError(where + name, f"{shape} is needed")
    return tuple(entries) if listed else value


def optional_text(source: dict[str, Any], name: str, where: str = "") -> str | None:
    value = source.get(name)
    if value is not None and not isinstance(value, str):
        raise RecordError(where + name, "a text or null is needed")
    return value


def read_record(line: str) -> MatchRecord:
    """The record written in a line; RecordError if it is none. The rules are checked by `check_record`."""
    try:
        source = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError("line", "not a JSON object") from None
    if not isinstance(source, dict):
        raise RecordError("line", "not a JSON object")
    rounds = source.get("rounds")
    if not isinstance(rounds, list) or not all(isinstance(entry, dict) for entry in rounds):
        raise RecordError("rounds", "a list of objects is needed")
    return MatchRecord(
        match=taken(source, "match"),
        seed=taken(source, "seed"),
        layout=optional_text(source, "layout"),
        bots=taken(source, "bots"),
        rounds=tuple(read_round(entry, f"rounds[{number}].") for number, entry in enumerate(rounds)),
        totals=taken(source, "totals"),
        winners=taken(source, "winners"),
    )


def read_round(source: dict[str, Any], where: str) -> RoundRecord:
    return RoundRecord(
        start=taken(source, "start", where),
        deal=taken(source, "deal", where),
        discards=taken(source, "discards", where),
        bids=taken(source, "bids", where),
        plays=taken(source, "plays", where),
        paradox=optional_text(source, "paradox", where),
        tricks=taken(source, "tricks", where),
        scores=taken(source, "scores", where),
    )


def moments(record: MatchRecord, number: int) -> Iterator[Position]:
    """Every position of a round, from the deal to the end. RecordError at the first move that the rules
    forbid."""
    played = record.rounds[number]
    where = f"rounds[{number}]."
    layout = layout_of(record)
    try:
        position = Position.parse(played.deal, layout)
    except InputError as error:
        raise RecordError(f"{where}deal", str(error)) from None
    if position.phase != "discard" or position.hidden:
        raise RecordError(f"{where}deal", "a deal before the discard with all hands known is needed")
    yield position
    for index, move in enumerate(played.moves()):
        field = "discards" if index == 0 else "bids" if index <= len(played.bids) else "plays"
        at = 0 if index == 0 else index - 1 if index <= len(played.bids) else index - 1 - len(played.bids)
        name = where + (field if field == "discards" else f"{field}[{at}]")
        expected = (
            "discards" if position.phase == "discard" else "bids" if position.phase == "bid" else "plays"
        )
        if field != expected:
            raise RecordError(name, f"{expected} come first")
        try:
            position = position.apply(move)
        except InputError as error:
            raise RecordError(name, error.message) from None
        yield position


def layout_of(record: MatchRecord) -> Layout | None:
    """The board, None for the printed one; RecordError if there is no such board for so many players."""
    if record.layout is None:
        return None
    try:
        return board_for(len(record.bots), Layout.parse(record.layout))
    except InputError as error:
        raise RecordError("layout", error.message) from None


def check_record(record: MatchRecord) -> None:
    """RecordError, with the place, unless deals, moves, scores and result are as the rules have them."""
    players = len(record.bots)
    if record.match < 0:
        raise RecordError("match", f"matches are counted from 0, not {record.match}")
    if not 2 <= players <= 5:
        raise RecordError("bots", f"the game is for 2 to 5 players, not {players}")
    if len(record.rounds) != players:
        raise RecordError(
            "rounds", f"a match of {players} players has as many rounds, not {len(record.rounds)}"
        )
    for number, (played, start) in enumerate(zip(record.rounds, start_seats(players), strict=True)):
        dealt, *_, end = moments(record, number)
        where = f"rounds[{number}]."
        if end.players != players:
            raise RecordError(f"{where}deal", f"it is for {end.players} players, the match for {players}")
        agree(f"{where}start", played.start, start)
        agree(f"{where}deal", dealt.leader, start, "start seat ")
        if not end.is_over:
            raise RecordError(f"{where}plays", "the round is not over")
        agree(f"{where}paradox", played.paradox, end.paradox)
        agree(f"{where}tricks", played.tricks, end.tricks)
        agree(f"{where}scores", played.scores, end.scores())
    result = match_result([played.scores for played in record.rounds])
    agree("totals", record.totals, result.totals)
    agree("winners", record.winners, result.winners)


def agree(field: str, said: object, right: object, what: str = "") -> None:
    if said != right:
        raise RecordError(field, f"{what}{shown(said)} is recorded, {shown(right)} is right")


def shown(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "/".join(map(str, value))
    return "none" if value is None else str(value)
