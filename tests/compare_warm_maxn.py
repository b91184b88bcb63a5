"""Compares maxn with a warm table and without one: python tests/compare_warm_maxn.py --help

Random rounds are played from a position that has just been solved. At the last play of every trick the
vectors of all plays are asked for, most of which come from the table. They must be those of a search with
no table and no enhancements. Brute force cannot reach positions so large.
"""

from __future__ import annotations

import argparse
from random import Random

from catbox.catbox_core import Search
from catbox.dealing import random_position

TRICKS = {2: 5, 3: 4, 4: 3, 5: 3}  # left where a round begins
ROUNDS = 10  # from each position
BUCKET = 64  # bytes, the smallest table
NO_ENHANCEMENTS = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, required=True, choices=(2, 3, 4, 5))
    parser.add_argument("--count", type=int, default=10_000, help="how many moments are compared")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(f"{options.players} players, seed {options.seed}")
    warm, bare = Search(16 << 20), Search(BUCKET)
    compared = 0
    while compared < options.count:
        position = random_position(options.players, rng, tricks_left=TRICKS[options.players], follow=0.85)
        for margin in (True, False):
            if not position.is_over:
                warm.maxn(position.state, margin)
            for _ in range(ROUNDS):
                state = position.state
                while not state.over:
                    if len(state.trick) == options.players - 1 and state.left < TRICKS[options.players]:
                        found = warm.maxn(state, margin, True)
                        expected = bare.maxn(state, margin, True, switches=NO_ENHANCEMENTS)
                        assert found.plays == expected.plays, (position.format(), state.trick, margin)
                        compared += 1
                    state = state.play(rng.choice(state.legal()))
    print(f"{options.players} players, seed {options.seed}: {compared} moments are the same")


if __name__ == "__main__":
    main()
