"""A moment of a round, from the discard to the last trick: the object that everything else takes.

What a play does is the compiled core's business (`catbox.catbox_core.State`). Here is what the core does not
know: discards and bids, the layout, and what can be said of a hand that is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from catbox import notation
from catbox.catbox_core import State
from catbox.errors import IllegalPlay, NotationError, quoted
from catbox.layout import Layout, board_for
from catbox.notation import BIDS, HANDS, UNKNOWN, Fields
from catbox.play import BY_CELL, Play
from catbox.rules import COLOURS, COPIES, ROUNDS, SEATS, RoundRules, seat_index

PLAY, BID, DISCARD = "PLAY", "BID", "DISCARD"


class Position:
    """A moment of a round. Immutable, hashable, picklable; equal if every field and the layout are equal.

    `Position.parse` reads one, `catbox.dealing` deals one. Seats are letters, "A" to "E".

    >>> position = Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2")
    >>> [str(play) for play in position.legal_plays()]
    ['2R', '2Y', '3R', '4R']
    >>> after = position.play("4R")
    >>> after.format()
    '...AB/ABBAA/A.BBA/#A##B 23/114 RBYG/RYG 3/3 - A:4R 2/2'
    >>> after.play("1R").play("2Y").paradox
    'B'
    """

    __slots__ = ("_fields", "_layout", "_state")

    def __init__(self, fields: Fields, layout: Layout, state: State | None = None) -> None:
        """From fields that are well formed (`parse` checks them), a layout for as many players, and perhaps
        the core's state of the same moment."""
        self._fields = fields
        self._layout = layout
        self._state = state

    @staticmethod
    def parse(line: str, layout: Layout | str | None = None) -> Position:
        """The position written in `line` (N2), on a board of the given layout (N4), otherwise the default.

        NotationError, with the field in `.field`, if line or layout is not well formed.
        """
        if not isinstance(line, str):
            raise TypeError(f"a position is read from a str, not from {type(line).__name__}")
        fields = notation.read(line)
        board = Layout.parse(layout) if isinstance(layout, str) else layout
        return Position(fields, board_for(len(fields.hands), board))

    def format(self) -> str:
        """The line that `parse` reads (N2). The layout is not part of it."""
        return notation.write(self._fields)

    # What it consists of.

    @property
    def fields(self) -> Fields:
        """The same in numbers, as the compiled core has them."""
        return self._fields

    @property
    def layout(self) -> Layout:
        return self._layout

    @property
    def rules(self) -> RoundRules:
        """The row of table R1 for this number of players."""
        return ROUNDS[self.players]

    @property
    def players(self) -> int:
        return len(self._fields.hands)

    @property
    def board(self) -> tuple[str, ...]:
        """The rows R, B, Y and G, a character a rank: "." empty, a seat's letter, or "#" neutral."""
        return tuple(notation.board_rows(self._fields))

    @property
    def hands(self) -> tuple[str, ...]:
        """Each seat's ranks in ascending order; a hidden hand is a "?" for each card."""
        return tuple(notation.hand_texts(self._fields))

    @property
    def hidden(self) -> bool:
        """Whether some hand is not known."""
        return None in self._fields.hands

    @property
    def markers(self) -> tuple[str, ...]:
        """Each seat's remaining colours in the order RBYG."""
        return tuple(
            "".join(colour for place, colour in enumerate(COLOURS) if colours >> place & 1)
            for colours in self._fields.markers
        )

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return self._fields.tricks

    @property
    def bids(self) -> tuple[int | None, ...]:
        """Each seat's bid; None while it has not bid, and with two players, who never do."""
        return self._fields.bids if self.rules.bids else (None,) * self.players

    @property
    def leader(self) -> str:
        """Who led the trick in progress, or is to lead; before the first trick the round's start seat."""
        return SEATS[self._fields.leader]

    @property
    def trick(self) -> tuple[Play, ...]:
        """The trick in progress: the leader's play and those after it."""
        return tuple([BY_CELL[cell] for cell in self._fields.trick])

    @property
    def discards(self) -> tuple[str | None, ...]:
        """Each seat's discard: a rank, "?" if it is not known, None while nobody has discarded."""
        return tuple(
            [None if discard is None else notation.discard_text(discard) for discard in self._fields.discards]
        )

    @property
    def unseen(self) -> tuple[int, ...]:
        """Copies of each rank that lie neither in a known hand or discard nor on the board."""
        fields = self._fields
        board = fields.neutral
        for cells in fields.tokens:
            board |= cells
        known = [hand for hand in fields.hands if hand is not None]
        return tuple(
            COPIES
            - (board >> len(COLOURS) * index & 0b1111).bit_count()
            - sum(hand[index] for hand in known)
            - fields.discards.count(index + 1)
            for index in range(self.rules.ranks)
        )

    # Where the round stands.

    @property
    def phase(self) -> str:
        """ "discard", "bid", "play" or "over" (N2)."""
        phase = self._fields.phase
        return "over" if phase == "play" and self.is_over else phase

    @property
    def to_play(self) -> str:
        """The seat to bid or to play. Where nobody is alone in turn: in the discard phase the start seat, and
        when the round is over the seat that caused a paradox or would have led."""
        return SEATS[self._to_play]

    @property
    def _to_play(self) -> int:
        fields = self._fields
        done = len(fields.trick)
        if fields.phase == "bid":
            done = self.players - fields.bids.count(None)
        return (fields.leader + done) % self.players

    @property
    def is_over(self) -> bool:
        """Whether the round has ended: all tricks done (R6.4), or a paradox (R7.1)."""
        return self._fields.phase == "play" and not self._possible()

    @property
    def paradox(self) -> str | None:
        """The seat that causes a paradox here, or None (R7.1); if its hand is hidden, only a certain one."""
        return self.to_play if self.is_over and self.state.left else None

    def scores(self) -> tuple[int, ...]:
        """Every seat's points (R8). ValueError while the round is not over."""
        if not self.is_over:
            raise ValueError("the round is not over")
        state = self.state
        if state.left and self._fields.hands[self._to_play] is None:
            # Any hand it may hold leads to the same paradox.
            state = self._state_with(self._some_hand())
        return state.scores()

    @property
    def state(self) -> State:
        """The same moment in the compiled core. NotationError at HANDS before the discard, at BIDS before the
        last bid: the core knows plays only."""
        phase = self._fields.phase
        if phase == "discard":
            raise NotationError(HANDS, f"no plays before the discards (and bids) are made; {self._wanted}")
        if phase == "bid":
            raise NotationError(BIDS, f"no plays before all bids are made; {self._wanted}")
        return self.moment

    @property
    def moment(self) -> State:
        """As `state`, but in every phase: bids that are not made are 0, and before the discard hands have a
        card too many."""
        if self._state is None:
            self._state = self._state_with(None)
        return self._state

    @property
    def open_state(self) -> State:
        """`state` with all hands known, as an exact search needs it; NotationError at HANDS otherwise."""
        state = self.state
        if self.hidden:
            raise NotationError(HANDS, "all hands must be known")
        return state

    def perft(self, depth: int) -> int:
        """Number of sequences of `depth` plays; one that ends earlier counts once (N3).

        NotationError as for `open_state`, ValueError for a negative depth.
        """
        return self.open_state.perft(depth)

    # What can be done.

    def choices(self, seat: str | None = None) -> list[str]:
        """What the phase asks for, as text: plays, bids, or in the discard phase the ranks of the hands.

        seat: of all seats, which discard at once, the ranks of this one alone. ValueError if there is no such
        seat.
        """
        seats = self._seats if seat is None else self._seats[self._index(seat)]
        phase = self._fields.phase
        if phase == "play":
            return [str(play) for play in self.legal_plays()]
        if phase == "bid":
            return [str(bid) for bid in self.rules.bids]
        return [str(rank) for rank in sorted({rank for one in seats for rank in self.legal_discards(one)})]

    def legal_plays(self) -> list[Play]:
        """The plays that the seat to play may make, in canonical order; none if the round is over (R5).

        NotationError: at HANDS if its hand is not known (see `possible_plays`), and as for `state`.
        """
        cells = self._possible()
        if cells and self._fields.hands[self._to_play] is None:
            raise NotationError(HANDS, f"the hand of {self.to_play}, the seat to play, is not known")
        return [BY_CELL[cell] for cell in cells]

    def possible_plays(self) -> list[Play]:
        """As `legal_plays`; for a hidden hand, the plays that would be legal with some hand it may be."""
        return [BY_CELL[cell] for cell in self._possible()]

    def legal_discards(self, seat: str) -> list[int]:
        """The ranks a seat holds, or may hold if its hand is not known (R4.3)."""
        hand = self._fields.hands[self._index(seat)]
        return [index + 1 for index, count in enumerate(self.unseen if hand is None else hand) if count]

    def play(self, play: Play | str) -> Position:
        """The position after a play (R5, R6). A hidden hand may play whatever is possible.

        IllegalPlay if the rules do not allow it; NotationError if the text is no play, and as for `state`.
        """
        state = self.state
        if not isinstance(play, Play):
            play = Play.parse(play)
        if self._fields.hands[state.to_play] is None and play.cell not in self._possible():
            raise IllegalPlay(PLAY, self._why_not(play))
        try:
            after = state.play(play.cell)
        except ValueError:
            raise IllegalPlay(PLAY, self._why_not(play)) from None
        fields = self._fields
        return Position(
            Fields(
                after.tokens,
                fields.neutral,
                after.hands,
                after.markers,
                after.tricks,
                fields.bids,
                after.leader,
                after.trick,
                after.left + 1,
                fields.discards,
            ),
            self._layout,
            after,
        )

    def bid(self, bid: int) -> Position:
        """The position after the bid of the seat to bid (R4.4). IllegalPlay if it is not allowed."""
        if self._fields.phase != "bid":
            raise IllegalPlay(BID, f"nobody is to bid: {self._wanted}")
        if type(bid) is not int or bid not in self.rules.bids:
            raise IllegalPlay(BID, f"{self._wanted}, not {bid!a:.24}")
        bids = list(self._fields.bids)
        bids[self._to_play] = bid
        return Position(self._fields._replace(bids=tuple(bids)), self._layout)

    def discard(self, discards: Sequence[int | str | None]) -> Position:
        """The position after all seats have discarded (R4.3): a rank a seat, from A on.

        A hidden hand may discard "?" (or None), a card that stays unknown. IllegalPlay if a seat cannot.
        """
        fields = self._fields
        if fields.phase != "discard":
            raise IllegalPlay(DISCARD, f"all seats have discarded already: {self._wanted}")
        if len(discards) != self.players:
            raise IllegalPlay(
                DISCARD, f"{self._wanted}: {self.players} ranks, from A on, are needed, not {len(discards)}"
            )
        unseen, hands, ranks = list(self.unseen), [], []
        for seat, discard, hand in zip(SEATS, discards, fields.hands, strict=False):
            rank = notation.DISCARD_ENTRIES.get("?" if discard is None else str(discard))
            if rank is None or rank > self.rules.ranks:
                raise IllegalPlay(
                    DISCARD, f"a discard is a rank from 1 to {self.rules.ranks}, not {quoted(str(discard))}"
                )
            if rank == UNKNOWN and hand is not None:
                raise IllegalPlay(DISCARD, f"the hand of {seat} is known, so its discard must be too")
            cards = unseen if hand is None else list(hand)
            if rank != UNKNOWN:
                if not cards[rank - 1]:
                    raise IllegalPlay(DISCARD, f"{seat} has no card of rank {rank}")
                cards[rank - 1] -= 1
            hands.append(None if hand is None else tuple(cards))
            ranks.append(rank)
        after = fields._replace(hands=tuple(hands), discards=tuple(ranks), cards=self.rules.after_discard)
        return Position(after, self._layout)

    def apply(self, move: str | int | Play) -> Position:
        """The position after what the phase asks for: a play, a bid, or all discards ("1/2/6").

        As `play`, `bid` and `discard`, but for a number in a text being as good as the number.
        """
        if not isinstance(move, (str, int, Play)):
            raise TypeError(f"{self._wanted}, as a text, a number or a Play, not {type(move).__name__}")
        phase, text = self._fields.phase, str(move)
        if phase == "discard":
            return self.discard(text.split("/", self.players))
        if phase == "bid":
            bids = {str(bid): bid for bid in self.rules.bids}
            if text not in bids:
                raise IllegalPlay(BID, f"{self._wanted}, not {quoted(text)}")
            return self.bid(bids[text])
        return self.play(text)

    def seen_by(self, seat: str) -> Position:
        """The same as one seat sees it: the other hands and the other discards are hidden."""
        own = self._index(seat)
        fields = self._fields
        return Position(
            fields._replace(
                hands=tuple([hand if other == own else None for other, hand in enumerate(fields.hands)]),
                discards=tuple(
                    [
                        discard if other == own or discard is None else UNKNOWN
                        for other, discard in enumerate(fields.discards)
                    ]
                ),
            ),
            self._layout,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._fields == other._fields and self._layout == other._layout

    def __hash__(self) -> int:
        return hash((self._fields, self._layout))

    def __reduce__(self) -> tuple[object, ...]:
        return Position.parse, (self.format(), self._layout)

    def __repr__(self) -> str:
        layout = "" if self._layout.is_default else f", layout={self._layout.format()!r}"
        return f"Position.parse({self.format()!r}{layout})"

    def __str__(self) -> str:
        from catbox.rendering import terminal

        return terminal.draw(self, colour=False)

    def _repr_svg_(self) -> str:
        from catbox.rendering import svg

        return svg.draw(self)

    @property
    def _seats(self) -> str:
        return SEATS[: self.players]

    @property
    def _wanted(self) -> str:
        """The phase, and what it asks for."""
        phase = self.phase
        if phase == "discard":
            return "in the discard phase each seat discards a card of its hand, all at once"
        if phase == "bid":
            allowed = ", ".join(map(str, self.rules.bids))
            return f"in the bid phase {self.to_play} bids one of {allowed}"
        return "the round is over" if phase == "over" else f"in the play phase {self.to_play} plays a card"

    def _index(self, seat: str) -> int:
        return seat_index(seat, self.players, "seat")

    def _state_with(self, hand: tuple[int, ...] | None) -> State:
        """The core's state, with a hand for the seat to play if one is given."""
        fields = self._fields
        hands = list(fields.hands)
        if hand is not None:
            hands[self._to_play] = hand
        return State(
            self._layout.geometry,
            fields.tokens,
            fields.neutral,
            hands,
            fields.markers,
            fields.tricks,
            [bid or 0 for bid in fields.bids],
            fields.leader,
            fields.trick,
            min(fields.cards - 1, self.rules.tricks),
        )

    def _possible(self) -> list[int]:
        """Cells of the legal plays, for a hidden hand of the possible ones; none when the round is over."""
        state = self.state
        cells = state.legal()
        if self._fields.hands[state.to_play] is not None:
            return cells
        unseen = self.unseen
        cells = [cell for cell in cells if unseen[cell // len(COLOURS)]]
        if self._fields.trick or self._red_is_open:
            return cells
        # R5.3: it may lead red only if all its cards are of ranks that it can declare in no other colour.
        other = {cell // len(COLOURS) for cell in cells if cell % len(COLOURS)}
        enough = self._fields.cards <= sum(n for index, n in enumerate(unseen) if index not in other)
        return [
            cell for cell in cells if cell % len(COLOURS) or (enough and cell // len(COLOURS) not in other)
        ]

    @property
    def _red_is_open(self) -> bool:
        return any(cells & notation.ROW_CELLS for cells in self._fields.tokens)

    def _some_hand(self) -> tuple[int, ...]:
        """A hand that the seat to play may hold."""
        missing, hand = self._fields.hand_size(self._to_play), []
        for count in self.unseen:
            hand.append(min(count, missing))
            missing -= hand[-1]
        return tuple(hand)

    def _why_not(self, play: Play) -> str:
        """Why the seat to play may not make this play."""
        fields, seat = self._fields, self._to_play
        hand, index, place = fields.hands[seat], play.rank - 1, COLOURS.index(play.colour)
        if self.is_over:
            return "the round is over"
        if play.rank > self.rules.ranks:
            return f"{play}: the ranks of {self.players} players are 1 to {self.rules.ranks}"
        if hand is not None and not hand[index]:
            return f"{play}: {SEATS[seat]} has no card of rank {play.rank}"
        if hand is None and not self.unseen[index]:
            return f"{play}: {SEATS[seat]} cannot hold a card of rank {play.rank}, all {COPIES} are elsewhere"
        if not fields.markers[seat] >> place & 1:
            return f"{play}: {SEATS[seat]} has no marker on {play.colour}"
        if any(cells >> play.cell & 1 for cells in (*fields.tokens, fields.neutral)):
            return f"{play}: its cell is taken"
        return (
            f"{play}: red may be led only with a player's token on the red row, or if no other play is legal"
        )


def checked_position(position: object) -> Position:
    """The same; TypeError if it is none, such as the line of one."""
    if not isinstance(position, Position):
        raise TypeError(f"position: a Position is needed, not {type(position).__name__}")
    return position
