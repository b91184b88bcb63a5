"""Endings in which a short cut of maxn search could change a choice: the reference has no short cuts."""

from __future__ import annotations

from reference import reader, search

from catbox import Position, solve


def test_a_larger_group_can_be_worse_for_the_margin() -> None:
    """A seat that cannot take the last trick may still do better with the smaller of two groups.

    The larger one is worth more points, but then a later seat, which compares itself with the best other
    score, chooses an end that leaves the first seat behind.
    """
    position = Position.parse(
        ".D.BAC.DE/ABC.CBEEA/.ED.BCA../.BE..DDCA 448/359/118/116/357 RBYG/RBYG/RBYG/RYG/RBYG "
        "3/0/0/1/1 3/3/2/1/2 A 4/9/4/7/2"
    ).play("4B")
    solution = solve(position, model="maxn", every=True, tt_mb=1)
    state = reader.read(position.format())
    expected = search.Search().maxn_plays(state, "margin")
    assert {str(move.play): move.scores for move in solution.moves} == expected
