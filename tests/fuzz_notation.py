"""Fuzzes the reader of positions: python tests/fuzz_notation.py --help

Random bytes, mutated good lines and huge lines. Every line must give a position exactly if the reference
finds it well formed (a very long one may be refused), and otherwise a NotationError that names a field in one
printable line; a position must read back from what it writes. A crash, another exception or a hang ends the
run with the line that caused it.
"""

from __future__ import annotations

import argparse
import faulthandler
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import casefiles
from reference import random_rounds, reader, validity

import catbox

FIELDS = ("line", "BOARD", "HANDS", "MARKERS", "TRICKS", "BIDS", "TURN", "DISCARDS")
# What the entries of a line are made of, then what they are not.
ALPHABET = (
    ".#ABCDEFRBYG0123456789?-/:, \t" + "abrbyg;+_\0\n\r\x0b\x1b\x7f\xa0\xb2\u0661\u0421\ud800\U0001f0cf"
)
LONGEST = 1000  # characters; longer lines are refused, even if the rest is blanks
HANGS_AFTER = 60  # seconds for a thousand lines


def good_lines(rng: Random) -> list[str]:
    """Lines of the cases, and of random rounds in every phase, composed positions and hidden hands too."""
    found = casefiles.lines("public.jsonl", "rules.jsonl", "perft_deals.jsonl")
    for players in (2, 3, 4, 5):
        for _ in range(6):
            states = random_rounds.random_round(players, rng, follow=0.85)
            states += [random_rounds.compose(state, rng.randint(1, 5), rng) for state in states[::3]]
            states.append(random_rounds.deal(players, rng))
            found += [reader.write(state) for state in states]
    for line in rng.sample(found, 200):
        fields = line.split(" ")
        hands = fields[1].split("/")
        hidden = ["?" * len(hand) if rng.random() < 0.5 else hand for hand in hands]
        found.append(" ".join([fields[0], "/".join(hidden), *fields[2:]]))
    return found


def mutated(line: str, good: list[str], rng: Random) -> str:
    """The line with a few changes, most of them small enough to leave it almost well formed."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 8))):
        at = rng.randrange(len(line) + 1)
        kind = rng.randrange(8)
        if kind == 0:
            line = line[:at] + line[at + 1 :]
        elif kind == 1:
            line = line[:at] + rng.choice(ALPHABET) + line[at:]
        elif kind == 2:
            line = line[:at] + rng.choice(ALPHABET) + line[at + 1 :]
        elif kind == 3:  # a character that occurs in the line anyway
            line = line[:at] + rng.choice(line or " ") + line[at + 1 :]
        elif kind == 4:  # two characters change places
            other = rng.randrange(len(line) + 1)
            low, high = min(at, other), max(at, other)
            line = (
                line[:low]
                + line[high : high + 1]
                + line[low + 1 : high]
                + line[low : low + 1]
                + line[high + 1 :]
            )
        elif kind == 5:  # a field of another line
            fields, others = line.split(" "), rng.choice(good).split(" ")
            place = rng.randrange(min(len(fields), len(others)))
            fields[place] = others[place]
            line = " ".join(fields)
        elif kind == 6:  # an entry of another place
            fields = line.split(" ")
            place = rng.randrange(len(fields))
            entries = fields[place].split("/")
            entries[rng.randrange(len(entries))] = rng.choice(rng.choice(fields).split("/"))
            fields[place] = "/".join(entries)
            line = " ".join(fields)
        else:  # a field less, or one more
            fields = line.split(" ")
            place = rng.randrange(len(fields))
            if rng.random() < 0.5:
                del fields[place]
            else:
                fields.insert(place, rng.choice(fields))
            line = " ".join(fields)
    return line


def huge(line: str, rng: Random) -> str:
    """The line with one character, one field or all of it repeated very often."""
    times = 10 ** rng.randint(2, 5)
    at = rng.randrange(len(line))
    fields = line.split(" ")
    place = rng.randrange(len(fields))
    return rng.choice(
        (
            line[:at] + line[at] * times + line[at:],
            " ".join([*fields[:place], fields[place] * times, *fields[place + 1 :]]),
            " ".join([*fields, *[fields[place]] * times]),
            rng.choice(ALPHABET) * times,
        )
    )


def fuzz_lines(count: int, rng: Random) -> Iterator[str]:
    good = good_lines(rng)
    for _ in range(count):
        kind = rng.randrange(1000)
        if kind < 50:
            yield rng.randbytes(rng.randrange(200)).decode("latin-1")
        elif kind < 100:
            yield "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(200)))
        elif kind < 101:
            yield huge(rng.choice(good), rng)
        else:
            yield mutated(rng.choice(good), good, rng)


def outcome(line: str) -> str:
    """Reads the line, checks what comes of it, and says it: "good" or the field of the error."""
    defect = validity.defect(line)
    position, error = read(line)
    if position is None:
        assert error is not None
        assert defect is not None or len(line) > LONGEST, f"refused, but well formed: {error}"
        assert error.field in FIELDS, error.field
        assert error.message.isascii(), error.message
        assert error.message.isprintable(), error.message
        assert len(error.message) < 200, error.message
        return error.field
    assert defect is None, f"read, but not well formed: {defect}"
    assert reader.write(reader.read(line)) == position.format()
    assert catbox.Position.parse(position.format()) == position
    return "good"


def read(line: str) -> tuple[catbox.Position | None, catbox.NotationError | None]:
    try:
        return catbox.Position.parse(line), None
    except catbox.NotationError as error:
        return None, error


def fuzz(count: int, rng: Random) -> Counter[str]:
    """How often each outcome was met."""
    outcomes: Counter[str] = Counter()
    for number, line in enumerate(fuzz_lines(count, rng)):
        if number % 1000 == 0:
            faulthandler.dump_traceback_later(HANGS_AFTER, exit=True)
        try:
            outcomes[outcome(line)] += 1
        except BaseException:
            print(f"line {number}: {line[:300]!a}")
            raise
    faulthandler.cancel_dump_traceback_later()
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    outcomes = fuzz(options.count, Random(options.seed))
    seconds = time.perf_counter() - began
    print(f"{options.count} lines, seed {options.seed}, {seconds:.0f} s: no fault")
    print(", ".join(f"{name} {number}" for name, number in outcomes.most_common()))


if __name__ == "__main__":
    main()
