"""The search does not grow unnoticed: nodes of a small set against what was recorded.

`PYTHONPATH=bench python tests/node_counts.py` records them anew.
"""

from __future__ import annotations

import json

import node_counts
import pytest
import sets

TOLERANCE = 1.02


@pytest.fixture(scope="module")
def counts() -> dict[str, int]:
    return node_counts.node_counts()


@pytest.mark.parametrize("name", sets.first_names())
def test_node_counts_have_not_grown(counts: dict[str, int], name: str) -> None:
    recorded = json.loads(node_counts.RECORD.read_text(encoding="ascii"))
    assert 0 < counts[name] <= TOLERANCE * recorded[name]
