from collections.abc import Sequence
from typing import final

RANKS_BY_SEATS: dict[int, int]
SWITCHES: dict[str, int]

@final
class Geometry:
    neighbours: tuple[int, ...]
    def __init__(self, seats: int, neighbours: Sequence[int]) -> None: ...
    @property
    def seats(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def cells(self) -> int: ...

@final
class State:
    geometry: Geometry
    neutral: int
    trick: tuple[int, ...]
    def __init__(
        self,
        geometry: Geometry,
        tokens: Sequence[int],
        neutral: int,
        hands: Sequence[Sequence[int] | None],
        markers: Sequence[int],
        tricks: Sequence[int],
        bids: Sequence[int],
        leader: int,
        trick: Sequence[int],
        left: int,
    ) -> None: ...
    @property
    def tokens(self) -> tuple[int, ...]: ...
    @property
    def hands(self) -> tuple[tuple[int, ...] | None, ...]: ...
    @property
    def markers(self) -> tuple[int, ...]: ...
    @property
    def tricks(self) -> tuple[int, ...]: ...
    @property
    def bids(self) -> tuple[int, ...]: ...
    @property
    def to_play(self) -> int: ...
    @property
    def leader(self) -> int: ...
    @property
    def left(self) -> int: ...
    def legal(self) -> list[int]: ...
    def play(self, cell: int) -> State: ...
    @property
    def over(self) -> bool: ...
    @property
    def paradox(self) -> int | None: ...
    def scores(self) -> tuple[int, ...]: ...
    def group(self, seat: int) -> int: ...
    def perft(self, depth: int) -> int: ...

@final
class Worlds:
    def __init__(self, unseen: Sequence[int], places: Sequence[tuple[int, int]]) -> None: ...
    def enumerate(self, limit: int) -> list[tuple[tuple[tuple[int, ...], ...], float]] | None: ...
    def sample(self, number: int, seed: int) -> list[tuple[tuple[int, ...], ...]]: ...

@final
class TreeSearch:
    state: State
    def __init__(
        self,
        state: State,
        worlds: Worlds,
        phase: int,
        seat: int,
        bids_made: int,
        first_bidder: int,
        hidden_discards: int,
        past_plays: Sequence[tuple[State, int]],
        inference: bool,
        objective: int,
        totals: Sequence[int],
        spread: float,
        exploration: float,
        temperature: float,
        keenness: float,
    ) -> None: ...
    def weight(self, hands: Sequence[Sequence[int]]) -> float: ...
    def plausibility(self, hands: Sequence[Sequence[int]]) -> float: ...
    def run(
        self, descents: int, seed: int, stream: int, seconds: float, nodes: int
    ) -> tuple[int, list[tuple[float, ...]]]: ...
    def stop(self) -> None: ...

def play_merits(state: State, searches: bool = False) -> list[tuple[int, float]]: ...
def bid_merits(
    geometry: Geometry, hand: Sequence[int], before: int, total: int
) -> list[tuple[int, float]]: ...
def discard_merits(geometry: Geometry, hand: Sequence[int]) -> list[tuple[int, float]]: ...
def play_properties(
    state: State, searches: bool = False
) -> list[tuple[int, float, list[tuple[int, int]]]]: ...
def rounds(
    geometry: Geometry, number: int, seed: int, temperature: float | None = None
) -> list[tuple[int, int, int, int]]: ...

@final
class SearchResult:
    lower: int | None
    upper: int | None
    scores: tuple[int, ...] | None
    best: int | None
    best_proven: bool
    plays: tuple[tuple[int, int | None, int | None, tuple[int, ...] | None], ...]
    line: tuple[int, ...]
    nodes: int
    seconds: float
    stopped: str | None

@final
class Search:
    threads: int
    def __init__(self, table_bytes: int, threads: int = 1) -> None: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    def paranoid(
        self,
        state: State,
        seat: int,
        margin: bool,
        every: bool = False,
        max_nodes: int | None = None,
        time_limit: float | None = None,
        guess: int = 0,
        switches: int = ...,
        both_ends: bool = False,
    ) -> SearchResult: ...
    def maxn(
        self,
        state: State,
        margin: bool,
        every: bool = False,
        max_nodes: int | None = None,
        time_limit: float | None = None,
        switches: int = ...,
        seat: int | None = None,
    ) -> SearchResult: ...
