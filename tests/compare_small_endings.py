"""Compares values of random small endings with brute force: python tests/compare_small_endings.py --help

All endings are solved with one table. Every exact value is compared: paranoid for every seat, maxn, both
objectives, every play.
"""

from __future__ import annotations

import argparse
from random import Random

from test_small_endings import MOST_STATES, MOST_TRICKS, compare

from catbox import Solver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, required=True, choices=(2, 3, 4, 5))
    parser.add_argument("--count", type=int, default=20_000, help="how many endings are compared")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tricks", type=int, help="at most so many tricks left")
    parser.add_argument("--states", type=int, default=MOST_STATES, help="endings with more are passed over")
    options = parser.parse_args()
    tricks = options.tricks or MOST_TRICKS[options.players]
    rng = Random(f"{options.players} players, seed {options.seed}")
    too_large = compare(options.players, options.count, rng, Solver(tt_mb=1).solve, tricks, options.states)
    print(
        f"{options.players} players, seed {options.seed}, at most {tricks} tricks left: "
        f"{options.count} endings are the same ({too_large} larger than {options.states} states passed over)"
    )


if __name__ == "__main__":
    main()
