"""What a search that was stopped says: the play called best so far is one that its bounds do not rule out."""

from __future__ import annotations

import casefiles
import pytest

from catbox import Position, solve

LINES = [case["line"] for case in casefiles.load("public.jsonl") if case["plies_left"] >= 9]


@pytest.mark.parametrize("nodes", [1, 10, 30, 100, 300, 1000])
@pytest.mark.parametrize("line", LINES)
def test_the_best_play_so_far_has_the_best_bounds(line: str, nodes: int) -> None:
    position = Position.parse(line)
    solution = solve(position, every=True, max_nodes=nodes, tt_mb=1)
    assert solution.moves is not None
    if solution.best_proven:
        return
    bounds = {move.play: (move.lower, move.upper) for move in solution.moves}
    assert bounds[solution.best] == max(bounds.values())
