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


def test_a_larger_group_that_may_not_count_is_no_better() -> None:
    """A lead that makes a larger group, for a bonus that the leader then does not earn, is worth what the
    others are: the choice is the first of them in canonical order, which leaves another seat better off."""
    line = (
        ".....A../.C.....A/..C..B../....B.D. 23/24/57/148 RBY/Y/RB/BY 0/0/0/1 2/2/2/2 A:8B,6Y,2B 3/1/3/6"
    )
    layout = "B:38621574/R:81574236/Y:46285371/G:37245861"
    position = Position.parse(line, layout=layout)
    for objective in ("score", "margin"):
        solution = solve(position, model="maxn", objective=objective, every=True, tt_mb=1)
        expected = search.Search().maxn_plays(reader.read(line, layout), objective)
        assert {str(move.play): move.scores for move in solution.moves} == expected
