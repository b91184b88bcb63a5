"""Files of records, one a line, that a later run may go on writing."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from errno import EBUSY
from pathlib import Path
from typing import IO

from catbox.playout import Plan, dealt_for
from catbox.record import MatchRecord, RecordError, check_record, read_record

BEGINNING = '{"match":'
"""How every record begins; see `MatchRecord.as_json`."""


@dataclass(frozen=True)
class RecordFile:
    """What a file held when it was read. Nothing in it changes before `open_to_append`."""

    path: Path
    records: tuple[tuple[int, MatchRecord], ...]
    """Each with the number of its line."""
    cut_off: int | None
    """Where a record at the end begins that was cut off as it was written; None if there is none."""
    unended: bool
    """Whether the last line lacks its end, and nothing else."""
    size: int
    """Bytes."""

    @staticmethod
    def read(path: Path) -> RecordFile:
        """Reads a file, which may be missing; blank lines are skipped. OSError if it cannot be read.

        RecordError (field: the line) if a record breaks the rules, or is none.
        """
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            content = b""
        *lines, last = content.split(b"\n")
        cut_off = is_cut_off(last)
        if not cut_off:
            lines.append(last)
        return RecordFile(
            path=path,
            records=tuple((n, record_in(n, line)) for n, line in enumerate(lines, 1) if line.strip(b" \t\r")),
            cut_off=len(content) - len(last) if cut_off else None,
            unended=bool(last) and not cut_off,
            size=len(content),
        )

    def matches_of(self, plan: Plan) -> list[MatchRecord]:
        """The matches, in order; RecordError (field: the line) if one belongs to another plan, is there
        twice, or has other deals than follow from its number and the seed."""
        found: dict[int, tuple[int, MatchRecord]] = {}
        for number, record in self.records:
            lineup = tuple(plan.lineup[place] for place in plan.bots_of(record.match))
            if (record.seed, record.layout, record.bots) != (plan.seed, plan.layout, lineup):
                raise RecordError(
                    f"line {number}", "it is of another run: seed, layout or line-up are different"
                )
            for place, played in enumerate(record.rounds):
                if played.deal != dealt_for(plan, record.match, place, played.start).format():
                    raise RecordError(
                        f"line {number}", f"rounds[{place}].deal: it is not that of match {record.match}"
                    )
            if record.match in found:
                first = found[record.match][0]
                raise RecordError(f"line {number}", f"match {record.match} is in line {first} already")
            found[record.match] = number, record
        return [found[match][1] for match in sorted(found)]

    def open_to_append(self) -> IO[str]:
        """The file, ready for the next record: what was cut off is gone, the last line has its end.

        OSError if it cannot be opened, or another run writes to it, or has done so since it was read. Where
        the system has no locks, the last is all that is noticed.
        """
        file = self.path.open("a", encoding="utf-8")
        if not lock(file) or os.fstat(file.fileno()).st_size != self.size:
            file.close()
            raise OSError(EBUSY, "another run writes to it")
        if self.cut_off is not None:
            file.truncate(self.cut_off)
        if self.unended:
            file.write("\n")
            file.flush()
        return file


def lock(file: IO[str]) -> bool:
    """Locks a file until it is closed, where that can be done; False if another process has it locked."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock  # not on every system

        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):  # OSError: a file system without locks
        pass
    return True


def record_in(number: int, line: bytes) -> MatchRecord:
    """The record in a line of a file; RecordError, which names the line."""
    try:
        record = read_record(line.decode("utf-8-sig"))
        check_record(record)
    except (RecordError, UnicodeDecodeError) as error:
        raise RecordError(f"line {number}", str(error)) from None
    return record


def is_cut_off(piece: bytes) -> bool:
    """Whether this is the beginning of a record and no more; one that is whole, right or wrong, is not.

    >>> is_cut_off(b'{"mat'), is_cut_off(b'{"match":0,"see'), is_cut_off(b'{"match":0}'), is_cut_off(b"notes")
    (True, True, False, False)
    """
    text = piece.decode("utf-8", errors="replace")
    if not text or text[: len(BEGINNING)] != BEGINNING[: len(text)]:
        return False
    try:
        json.JSONDecoder().raw_decode(text)
    except ValueError:
        return True
    except RecursionError:
        pass
    return False
