"""A short run of the fuzzer of positions; `fuzz_notation.py` makes long ones."""

from __future__ import annotations

from random import Random

import fuzz_notation


def test_random_mutated_and_huge_lines() -> None:
    outcomes = fuzz_notation.fuzz(20_000, Random(3))
    # Every check is reached, and not by everything falling at the first one.
    assert set(outcomes) == {"good", *fuzz_notation.FIELDS}
    assert min(outcomes.values()) > 100
