"""What a move leads to: the figures of one end of a round, and their means over many."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How the round ends after a move in one world, or the means of that over weighted worlds.

    value: what is ranked: score, margin or, for the objective "match", the chance to win. score, margin: the
    points of the round, and those ahead of the best other seat (N3). paradox: whether the seat itself causes
    a paradox, or the chance of it. other_paradox: the same of another seat. bonus: of earning the bonus
    (R8.3, R8.4). tricks: won in the round. group: the size of the largest group at its end.
    """

    value: float
    score: float
    margin: float
    paradox: float
    other_paradox: float
    bonus: float
    tricks: float
    group: float


@dataclass(frozen=True, kw_only=True)
class Estimate(Outcome):
    """The means of one move.

    move: a cell, a bid or a rank index. worlds: in how many it was tried, the same one perhaps more than
    once. sampling_error: standard error of `value` by the sample alone, for the order of moves. stderr: the
    same with what another search of this length would plan differently. Both are None where the move was
    tried too seldom to know them, and 0 where every world was searched to the end.
    """

    move: int
    worlds: int
    sampling_error: float | None
    stderr: float | None
