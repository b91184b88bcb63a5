"""Compares random plies on the reference and on the package: python tests/compare_random_plies.py --help

Rounds from deal to score, half of them following the led colour 85 % of the time, half on a layout of their
own; every field, legal play, paradox, group and score is compared after every ply.
"""

from __future__ import annotations

import argparse
from random import Random

from test_random_games import play_a_round


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, required=True, choices=(2, 3, 4, 5))
    parser.add_argument("--plies", type=int, default=100_000, help="at least so many are compared")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(f"{options.players} players, seed {options.seed}")
    plies = rounds = 0
    while plies < options.plies:
        follow = 0.85 if rounds % 2 else 0.0
        plies += play_a_round(options.players, rng, follow, own_layout=rounds % 4 >= 2)
        rounds += 1
    print(f"{options.players} players, seed {options.seed}: {plies} plies of {rounds} rounds are the same")


if __name__ == "__main__":
    main()
