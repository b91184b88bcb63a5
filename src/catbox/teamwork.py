"""Work shared out among threads that Ctrl-C can stop at any moment."""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue

PAUSE = 0.01
"""Seconds between two requests to stop."""


def work_together(works: Sequence[Callable[[], None]], stop: Callable[[], None]) -> None:
    """Runs each work in a thread of its own, and waits for all of them.

    Works take what there is to do from what they share: where there can be fewer threads, fewer do it all;
    without any, the first work in this thread. stop: has them end soon; it is called again and again after
    Ctrl-C or an error, as a work may just be between two searches. What a work raises is raised here.
    KeyboardInterrupt on Ctrl-C, once the works have ended; at a second one at once.

    `threading` and its pools run Python code of their own where Ctrl-C would leave locks behind: the process
    would then wait for its threads for ever. Of what is used here only C code starts, wakes and waits.
    """
    ended: SimpleQueue[None] = SimpleQueue()
    outcomes: list[BaseException | None] = []
    running = 0

    def run(work: Callable[[], None]) -> None:
        error = None
        try:
            work()
        except BaseException as raised:
            error = raised
        outcomes.append(error)
        ended.put(None)

    try:
        for work in works:
            try:
                start_new_thread(run, (work,))
            except (RuntimeError, MemoryError):
                break
            running += 1
        if not running:
            works[0]()
        while len(outcomes) < running and all(error is None for error in outcomes):
            ended.get()
        for error in outcomes:
            if error is not None:
                raise error
    except BaseException:
        while len(outcomes) < running:
            stop()
            with suppress(Empty):
                ended.get(timeout=PAUSE)
        raise
