"""Worker processes: their parent alone ends them, and they do not outlive it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from catbox.signals import ENDING_SIGNALS


class WorkerError(Exception):
    """A worker process ended before its work did."""


@contextmanager
def signals_held() -> Iterator[None]:
    """Holds the ending signals back until the end of the context; for good in a process started meanwhile.

    A terminal, or timeout(1), sends them to the parent and its workers alike.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker() -> None:
    """What a worker started with its signals held does first."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Not SIG_IGN, nor held any longer: a program that the worker starts would be deaf to them as well.
    for number in ENDING_SIGNALS:
        signal.signal(number, _leave_to_parent)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)


def _end_with_parent() -> None:
    """Waits until the parent is gone, however it ended, and ends the process."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _leave_to_parent(number: int, frame: FrameType | None) -> None:
    pass
