"""Counts the nodes of a small set, and records them: PYTHONPATH=bench python tests/node_counts.py

To be recorded anew when the search has changed on purpose; the commit then says so.
"""

from __future__ import annotations

import json

import sets
from casefiles import DATA

from catbox import Position, Solver

RECORD = DATA / "node_counts.json"
POSITIONS = 2  # of each set
TABLE_MB = 16  # part of what is counted: a smaller table forgets more


def node_counts() -> dict[str, int]:
    """For each set the nodes that its first positions take on one thread, each from an empty table."""
    solver = Solver(tt_mb=TABLE_MB)
    counts = dict.fromkeys(sets.first_names(), 0)
    for name in counts:
        for line in sets.read(name)[:POSITIONS]:
            solver.clear()
            counts[name] += solver.solve(Position.parse(line), model=sets.model(name)).nodes
    return counts


if __name__ == "__main__":
    RECORD.write_text(json.dumps(node_counts(), indent=1) + "\n", encoding="ascii")
