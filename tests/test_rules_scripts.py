"""Replays of the cases, clause by clause."""

from __future__ import annotations

from typing import Any

import casefiles
import pytest

import catbox

CASES = casefiles.load("rules.jsonl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_replay(case: dict[str, Any]) -> None:
    position = catbox.Position.parse(case["line"])
    for play in case["plays"]:
        position = position.play(play)
    # The discards do not change by plays, and the cases leave out unknown ones.
    assert position.format().split()[:6] == case["result"].split()[:6]
    assert position == catbox.Position.parse(
        " ".join([*case["result"].split()[:6], *case["line"].split()[6:]])
    )
    assert [str(play) for play in position.legal_plays()] == case["legal"]
    assert position.is_over == case["over"]
    assert position.paradox == case["paradox"]
    if case["over"]:
        assert list(position.scores()) == case["scores"]
    else:
        with pytest.raises(ValueError, match="not over"):
            position.scores()
    for play in case["illegal"]:
        with pytest.raises(catbox.IllegalPlay):
            position.play(play)


def test_every_clause_of_play_and_score_has_a_replay() -> None:
    clauses = {clause for case in CASES for clause in case["clauses"]}
    numbered = [("R5", 5), ("R6", 4), ("R7", 2), ("R8", 5)]
    wanted = {f"{section}.{number}" for section, count in numbered for number in range(1, count + 1)}
    assert wanted <= clauses
