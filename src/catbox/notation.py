"""Positions as lines of text (N2): read with every check of "well formed", and written.

Reading has one path. The entries of a line (a piece of a row, a hand, a trick ...) are turned into numbers by
functions that remember what they returned: a batch of positions has few different ones. The checks between
fields are arithmetic on those numbers, and what is wrong is worked out where a check fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, NoReturn

from catbox.errors import NotationError, quoted
from catbox.play import BY_CELL, BY_TEXT
from catbox.rules import COLOURS, COPIES, ROUNDS, SEATS, TURNED_UP, RoundRules
from catbox.wording import counted, of_seats

LINE, BOARD, HANDS, MARKERS, TRICKS, BIDS, TURN, DISCARDS = (
    "line", "BOARD", "HANDS", "MARKERS", "TRICKS", "BIDS", "TURN", "DISCARDS",
)  # fmt: skip
LONGEST = 1000
"""Longest line read, in characters; a full one takes about 160."""

UNKNOWN = 0
"""A discard that is face down and unknown, where a known one is its rank."""

EMPTY, NEUTRAL = ".", "#"

# The tokens of a piece of a row, or of the whole board, in one integer: a set of cells for each seat and then
# one for the neutral tokens, SET_BITS apart, and above them the copies of each rank, RANK_BITS apart. The
# board is the sum of its pieces.
SET_BITS = 40
SET_MASK = (1 << SET_BITS) - 1
OWNERS = SEATS + NEUTRAL
COPIES_FROM = SET_BITS * len(OWNERS)
RANK_BITS = 8
ROW_CELLS = 0x111111111

# Added to the copies of each rank, sets the top bit of each rank with more than five.
TOO_MANY = sum((0x7F - COPIES) << RANK_BITS * index for index in range(9))
TOP_BITS = sum(0x80 << RANK_BITS * index for index in range(9))

PIECE = 5
"""Rows longer than six cells are read in two pieces, so that few differ: this many cells, and the rest."""


class Fields(NamedTuple):
    """A position in numbers. Cells, sets of cells and seats are those of the compiled core."""

    tokens: tuple[int, ...]
    """Each seat's set of cells."""
    neutral: int
    """The set of cells with neutral tokens (R4.2)."""
    hands: tuple[tuple[int, ...] | None, ...]
    """Each seat's copies of each rank; None for a hand that is not known."""
    markers: tuple[int, ...]
    """Each seat's set of colours, R lowest."""
    tricks: tuple[int, ...]
    bids: tuple[int | None, ...]
    """None while not bid; with two players 0, as nobody bids."""
    leader: int
    trick: tuple[int, ...]
    """The cells of the trick in progress, in order."""
    cards: int
    """Cards in each hand that has not played in the trick in progress."""
    discards: tuple[int | None, ...]
    """Ranks, UNKNOWN, or None while not discarded."""

    @property
    def phase(self) -> str:
        """ "discard", "bid" or "play"; whether play is over is for the rules to say."""
        if self.discards[0] is None:
            return "discard"
        return "bid" if None in self.bids else "play"

    def hand_size(self, seat: int) -> int:
        return self.cards - ((seat - self.leader) % len(self.hands) < len(self.trick))


def read(line: str) -> Fields:
    """The position written in `line`; NotationError at the field that N2 names if it is not well formed."""
    texts = split(line)
    entries = texts[1].split("/")
    rules = ROUNDS.get(len(entries))
    if rules is None:
        raise NotationError(HANDS, f"2 to 5 hands are needed, with / between, not {len(entries)}")
    seats, ranks = rules.players, rules.ranks
    tokens, neutral, on_board = _board(texts[0], seats, ranks)
    read_hands = [_hand(entry, ranks) for entry in entries]
    markers = _markers(texts[2], seats)
    tricks = _tricks(texts[3], seats)
    bids = _bids(texts[4], seats)
    leader, trick, has_played = _turn(texts[5], seats)

    cards, completed = _fit(tuple(map(int.bit_count, tokens)), tuple(map(len, entries)), has_played)
    for number, cell in enumerate(trick):
        _check_play(tokens, markers, (leader + number) % seats, cell, trick[0])
    discarding = cards == rules.dealt and not completed and not trick
    if cards + completed > rules.after_discard and not discarding:
        after = f" after {counted(completed, 'completed trick')}" if completed else ""
        raise NotationError(
            HANDS, f"{counted(cards, 'card')} a hand{after}: more than a round of {seats} players allows"
        )
    if sum(tricks) != completed:
        raise NotationError(TRICKS, f"{counted(sum(tricks), 'trick')} won, but {completed} completed")

    known = on_board + sum([copies for _, copies in read_hands])
    if (known + TOO_MANY) & TOP_BITS:
        _refuse_copies(HANDS, "hands and board", _unpacked(known))

    if None in bids:
        _check_missing_bids(bids, leader, discarding, cards == rules.after_discard and not trick, rules)
    elif discarding and rules.bids:
        raise NotationError(BIDS, "nobody bids before the discard")

    discards, discarded = _discards(texts[6] if len(texts) == 7 else _left_out(seats, discarding), seats)
    if discarding and discards[0] is not None:
        raise NotationError(DISCARDS, "the hands are as dealt, so nobody has discarded")
    if not discarding and discards[0] is None:
        raise NotationError(DISCARDS, "the hands say that all have discarded")
    if (known + discarded + TOO_MANY) & TOP_BITS:
        _refuse_copies(DISCARDS, "hands, board and discards", _unpacked(known + discarded))
    hands = tuple([hand for hand, _ in read_hands])
    return Fields(tokens, neutral, hands, markers, tricks, bids, leader, trick, cards, discards)


def write(fields: Fields) -> str:
    """The line for a position, as `read` reads it: single blanks, no DISCARDS that are all unknown (N2)."""
    rules = ROUNDS[len(fields.hands)]
    texts = [
        "/".join(board_rows(fields)),
        "/".join(hand_texts(fields)),
        "/".join([MARKERS_BY_SET[colours] for colours in fields.markers]),
        "/".join(map(str, fields.tricks)),
        "/".join(["-" if bid is None else str(bid) for bid in fields.bids]) if rules.bids else "-",
        SEATS[fields.leader],
    ]
    if fields.trick:
        texts[-1] += ":" + ",".join([str(BY_CELL[cell]) for cell in fields.trick])
    if any(discard != UNKNOWN for discard in fields.discards):
        texts.append("/".join([discard_text(discard) for discard in fields.discards]))
    return " ".join(texts)


def board_rows(fields: Fields) -> list[str]:
    """The rows R, B, Y and G of BOARD, ranks ascending whatever the layout (N4)."""
    cells = [EMPTY] * (ROUNDS[len(fields.hands)].ranks * len(COLOURS))
    for owner, owned in zip(SEATS, fields.tokens, strict=False):
        _put(cells, owner, owned)
    _put(cells, NEUTRAL, fields.neutral)
    text = "".join(cells)
    return [text[colour :: len(COLOURS)] for colour in range(len(COLOURS))]


def _put(cells: list[str], owner: str, owned: int) -> None:
    while owned:
        cell = owned.bit_length() - 1
        cells[cell] = owner
        owned ^= 1 << cell


def hand_texts(fields: Fields) -> list[str]:
    """The entries of HANDS."""
    return [
        "?" * fields.hand_size(seat) if hand is None else _hand_text(hand)
        for seat, hand in enumerate(fields.hands)
    ]


def discard_text(discard: int | None) -> str:
    """An entry of DISCARDS."""
    return "-" if discard is None else "?" if discard == UNKNOWN else str(discard)


def split(line: str) -> list[str]:
    """The six or seven fields of a line."""
    if len(line) > LONGEST:
        raise NotationError(LINE, f"{len(line)} characters are too many for a position")
    # Printable ASCII has one blank, the space.
    if not (line.isascii() and line.isprintable()):
        control = next(
            (mark for mark in line if mark != "\t" and (mark < " " or "\x7f" <= mark < "\xa0")), None
        )
        if control is not None:
            raise NotationError(LINE, f"there is a control character, {quoted(control)}")
        line = line.replace("\t", " ")
    texts = [text for text in line.split(" ") if text]
    if not texts:
        raise NotationError(LINE, "it is empty")
    if not 6 <= len(texts) <= 7:
        raise NotationError(LINE, f"six or seven fields are needed, with blanks between, not {len(texts)}")
    return texts


def _entries(text: str, seats: int, field: str) -> list[str]:
    entries = text.split("/")
    if len(entries) != seats:
        raise NotationError(
            field, f"{seats} entries are needed, one for each hand, with / between, not {len(entries)}"
        )
    return entries


def _board(text: str, seats: int, ranks: int) -> tuple[tuple[int, ...], int, int]:
    """Each seat's tokens, the neutral tokens, and the copies of each rank that lie on the board."""
    rows = text.split("/")
    if len(rows) != len(COLOURS):
        raise NotationError(BOARD, f"{len(COLOURS)} rows are needed, with / between, not {len(rows)}")
    for colour, row in zip(COLOURS, rows, strict=True):
        if len(row) != ranks:
            raise NotationError(
                BOARD, f"row {colour} has {counted(len(row), 'cell')}, not {ranks} as for {seats} hands"
            )
    red, blue, yellow, green = rows
    if ranks > PIECE + 1:
        rest = len(COLOURS) * PIECE
        board = _piece(red[PIECE:], rest) + _piece(blue[PIECE:], rest + 1)
        board += _piece(yellow[PIECE:], rest + 2) + _piece(green[PIECE:], rest + 3)
        red, blue, yellow, green = red[:PIECE], blue[:PIECE], yellow[:PIECE], green[:PIECE]
    else:
        board = 0
    board += _piece(red, 0) + _piece(blue, 1) + _piece(yellow, 2) + _piece(green, 3)
    tokens = tuple([board >> shift & SET_MASK for shift in SEAT_SHIFTS[:seats]])
    neutral = board >> NEUTRAL_SHIFT & SET_MASK
    if board & FOREIGN[seats]:
        raise NotationError(BOARD, f"with {seats} hands there are tokens of {SEATS[:seats]} only")
    if neutral or seats == 2:
        _check_neutral(neutral, seats)
    return tokens, neutral, board >> COPIES_FROM


SEAT_SHIFTS = tuple(SET_BITS * seat for seat in range(len(SEATS)))
NEUTRAL_SHIFT = SET_BITS * len(SEATS)
FOREIGN = {seats: (1 << NEUTRAL_SHIFT) - (1 << SET_BITS * seats) for seats in ROUNDS}


@lru_cache(maxsize=1 << 17)
def _piece(text: str, first: int) -> int:
    """The tokens of some cells of a row, beginning with cell `first`, and the copies of their ranks."""
    piece = 0
    for cell, owner in enumerate(text):
        if owner != EMPTY:
            place = OWNERS.find(owner)
            if place < 0:
                raise NotationError(BOARD, f"a cell is ., # or a seat's letter, not {quoted(owner)}")
            cell = first + len(COLOURS) * cell
            piece += 1 << SET_BITS * place + cell
            piece += 1 << COPIES_FROM + RANK_BITS * (cell // len(COLOURS))
    return piece


@lru_cache(maxsize=256)
def _check_neutral(neutral: int, seats: int) -> None:
    """R4.2: with two players three neutral tokens, from the green cell of a rank upwards; otherwise none."""
    if seats != 2:
        raise NotationError(BOARD, "neutral tokens are for two players only")
    if neutral.bit_count() != TURNED_UP:
        raise NotationError(
            BOARD, f"{TURNED_UP} neutral tokens are needed with two players, not {neutral.bit_count()}"
        )
    red, blue, yellow, green = (neutral >> colour & ROW_CELLS for colour in range(len(COLOURS)))
    if red or blue & ~yellow or yellow & ~green:
        raise NotationError(
            BOARD, "neutral tokens lie on the green cell of their rank, a second on yellow, a third on blue"
        )


@lru_cache(maxsize=1 << 15)
def _hand(text: str, ranks: int) -> tuple[tuple[int, ...] | None, int]:
    """The copies of each rank (None if unknown), and the same in one integer."""
    if not text:
        raise NotationError(HANDS, "a hand has at least one card")
    if not text.strip("?"):
        return None, 0
    if "?" in text:
        raise NotationError(HANDS, f"a hand is all known or all ?, not {quoted(text)}")
    known = "123456789"[:ranks]
    wrong = text.strip(known)
    if wrong:
        raise NotationError(HANDS, f"the ranks are 1 to {ranks}, not {quoted(wrong[0])}")
    if "".join(sorted(text)) != text:
        raise NotationError(HANDS, f"the ranks of a hand are in ascending order, not {quoted(text)}")
    hand = tuple([text.count(rank) for rank in known])
    if max(hand) > COPIES:
        _refuse_copies(HANDS, "a hand", hand)
    return hand, sum(count << RANK_BITS * index for index, count in enumerate(hand))


@lru_cache(maxsize=1 << 15)
def _hand_text(hand: tuple[int, ...]) -> str:
    return "".join([str(index + 1) * count for index, count in enumerate(hand)])


MARKERS_BY_SET = tuple(
    "".join(colour for place, colour in enumerate(COLOURS) if colours >> place & 1) or "-"
    for colours in range(1 << len(COLOURS))
)
SET_BY_MARKERS = {text: colours for colours, text in enumerate(MARKERS_BY_SET)}


@lru_cache(maxsize=1 << 13)
def _markers(text: str, seats: int) -> tuple[int, ...]:
    try:
        return tuple([SET_BY_MARKERS[entry] for entry in _entries(text, seats, MARKERS)])
    except KeyError as unknown:
        raise NotationError(
            MARKERS,
            f"a seat's markers are some of {COLOURS} in this order, or -, not {quoted(unknown.args[0])}",
        ) from None


@lru_cache(maxsize=1 << 13)
def _tricks(text: str, seats: int) -> tuple[int, ...]:
    entries = _entries(text, seats, TRICKS)
    for entry in entries:
        if entry not in DIGITS:
            raise NotationError(TRICKS, f"tricks won are one digit a seat, not {quoted(entry)}")
    return tuple(map(int, entries))


DIGITS = frozenset("0123456789")


@lru_cache(maxsize=1 << 12)
def _bids(text: str, seats: int) -> tuple[int | None, ...]:
    allowed = ROUNDS[seats].bids
    if not allowed:
        if text != "-":
            raise NotationError(BIDS, f"two players do not bid, so the field is -, not {quoted(text)}")
        return (0,) * seats
    bids: list[int | None] = []
    for entry in _entries(text, seats, BIDS):
        if entry != "-" and (entry not in DIGITS or int(entry) not in allowed):
            numbers = ", ".join(map(str, allowed))
            raise NotationError(BIDS, f"a bid is one of {numbers}, or - while not bid, not {quoted(entry)}")
        bids.append(None if entry == "-" else int(entry))
    return tuple(bids)


def _check_missing_bids(
    bids: tuple[int | None, ...], start: int, discarding: bool, bidding: bool, rules: RoundRules
) -> None:
    """N2: bids are missing in the discard phase (all) and in the bid phase (from some seat on) only."""
    in_order = [bids[(start + number) % rules.players] for number in range(rules.players)]
    given = in_order.index(None)
    if discarding:
        if any(bid is not None for bid in bids):
            raise NotationError(BIDS, "nobody bids before the discard")
    elif not bidding:
        raise NotationError(BIDS, "a bid may be missing only before the first trick of a whole round")
    elif any(bid is not None for bid in in_order[given:]):
        raise NotationError(
            BIDS, f"bids are given clockwise from {SEATS[start]}, so the last ones are missing first"
        )


@lru_cache(maxsize=1 << 14)
def _turn(text: str, seats: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The leader, the cells of the trick in progress, and each seat's number of plays in it."""
    leader, ranks = SEATS[:seats].find(text[0]), ROUNDS[seats].ranks
    if leader < 0:
        raise NotationError(
            TURN, f"it begins with the leader, one of {SEATS[:seats]}, not with {quoted(text[0])}"
        )
    if len(text) == 1:
        return leader, (), (0,) * seats
    if text[1] != ":":
        raise NotationError(
            TURN, f"after the leader comes : and the trick in progress, or nothing, not {quoted(text[1])}"
        )
    cells = []
    for entry in text[2:].split(","):
        play = BY_TEXT.get(entry)
        if play is None or play.rank > ranks:
            raise NotationError(
                TURN, f"a play is a rank from 1 to {ranks} and a colour of {COLOURS}, not {quoted(entry)}"
            )
        cells.append(play.cell)
    if len(cells) >= seats:
        raise NotationError(TURN, f"{len(cells)} plays are a complete trick, so none of it is in progress")
    has_played = [int((seat - leader) % seats < len(cells)) for seat in range(seats)]
    return leader, tuple(cells), tuple(has_played)


@lru_cache(maxsize=1 << 14)
def _discards(text: str, seats: int) -> tuple[tuple[int | None, ...], int]:
    """The discards, and the copies of each rank among them."""
    discards: list[int | None] = []
    ranks = ROUNDS[seats].ranks
    for entry in _entries(text, seats, DISCARDS):
        if entry not in DISCARD_ENTRIES or (DISCARD_ENTRIES[entry] or 0) > ranks:
            raise NotationError(
                DISCARDS, f"a discard is a rank from 1 to {ranks}, ? if unknown, or -, not {quoted(entry)}"
            )
        discards.append(DISCARD_ENTRIES[entry])
    if None in discards and any(discard is not None for discard in discards):
        raise NotationError(DISCARDS, "all seats discard at the same time, so - stands for all or for none")
    return tuple(discards), sum(1 << RANK_BITS * (discard - 1) for discard in discards if discard)


DISCARD_ENTRIES = {"-": None, "?": UNKNOWN} | {str(rank): rank for rank in range(1, 10)}


def _left_out(seats: int, discarding: bool) -> str:
    """What a line without DISCARDS means."""
    return "/".join(("-" if discarding else "?") * seats)


@lru_cache(maxsize=1 << 12)
def _fit(counts: tuple[int, ...], sizes: tuple[int, ...], has_played: tuple[int, ...]) -> tuple[int, int]:
    """Cards in a hand that has not played in the trick in progress, and completed tricks.

    counts: each seat's tokens; sizes: its cards; has_played: its plays in the trick in progress. Where they
    do not fit, the error is at the one that the other two contradict, and at TURN if all disagree (N2).
    """
    board_fits = {count - plays for count, plays in zip(counts, has_played, strict=True)}
    hands_fit = {size + plays for size, plays in zip(sizes, has_played, strict=True)}
    if len(board_fits) == len(hands_fit) == 1:
        return hands_fit.pop(), board_fits.pop()
    played = " and ".join(seat for seat, plays in zip(SEATS, has_played, strict=False) if plays)
    turn = f"{played} played to the trick in progress" if played else "no trick is in progress"
    tokens = of_seats(counts)
    cards = of_seats(sizes)
    if len(hands_fit) == 1:
        raise NotationError(BOARD, f"the numbers of tokens ({tokens}) do not fit hands and turn: {turn}")
    if len(board_fits) == 1:
        raise NotationError(HANDS, f"the numbers of cards ({cards}) do not fit board and turn: {turn}")
    raise NotationError(TURN, f"{turn}, but the tokens are {tokens} and the cards {cards}")


def _check_play(
    tokens: tuple[int, ...], markers: tuple[int, ...], seat: int, cell: int, led_cell: int
) -> None:
    """A play of the trick in progress needs its token on the board, and fitting markers (N2, R5.2, R5.5)."""
    colour, led = cell % len(COLOURS), led_cell % len(COLOURS)
    has_token = tokens[seat] >> cell & 1
    has_declared, has_led = markers[seat] >> colour & 1, markers[seat] >> led & 1
    if has_token and has_declared and (colour == led or not has_led):
        return
    declared = f"{SEATS[seat]} has declared {BY_CELL[cell]} in this trick"
    if not has_token:
        owner = next((SEATS[other] for other, cells in enumerate(tokens) if cells >> cell & 1), None)
        there = f"a token of {owner}" if owner else "no token of a seat"
        raise NotationError(TURN, f"{declared}, but {there} lies there")
    if not has_declared:
        raise NotationError(MARKERS, f"{declared}, so it still has its {COLOURS[colour]}")
    raise NotationError(MARKERS, f"{declared}, led in {COLOURS[led]}, so its {COLOURS[led]} is gone")


def _refuse_copies(field: str, where: str, copies: Sequence[int]) -> NoReturn:
    count, index = next((count, index) for index, count in enumerate(copies) if count > COPIES)
    raise NotationError(
        field, f"{count} cards of rank {index + 1} over {where} are more than the deck's {COPIES}"
    )


def _unpacked(copies: int) -> list[int]:
    return [copies >> RANK_BITS * index & (1 << RANK_BITS) - 1 for index in range(9)]
