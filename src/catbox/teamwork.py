"""Work shared out among threads that Ctrl-C can stop at any moment."""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue

PAUSE = 0.01
"""Seconds between two requests to stop."""


def work_together(
    pieces: Iterable[int], workers: Sequence[Callable[[int], None]], stop: Callable[[], None]
) -> None:
    """Runs each worker in a thread of its own on one piece after another, until all are done.

    Where there can be fewer threads, fewer do it all; without any, the first worker in this thread. stop: has
    workers end their pieces soon; it is called again and again after Ctrl-C or an error, as a worker may just
    be between two searches; no further piece is begun. What a worker raises is raised here. KeyboardInterrupt
    on Ctrl-C, once the threads have ended; at a second one at once.

    `threading` and its pools run Python code of their own where Ctrl-C would leave locks behind: the process
    would then wait for its threads for ever. Of what is used here only C code starts, wakes and waits.
    """
    ended: SimpleQueue[None] = SimpleQueue()
    outcomes: list[BaseException | None] = []
    waiting = iter(pieces)
    running = 0
    stopping = False

    def run(worker: Callable[[int], None]) -> None:
        error = None
        try:
            for piece in waiting:
                if stopping:
                    break
                worker(piece)
        except BaseException as raised:
            error = raised
        outcomes.append(error)
        ended.put(None)

    try:
        for worker in workers:
            try:
                start_new_thread(run, (worker,))
            except (RuntimeError, MemoryError):
                break
            running += 1
        if not running:
            run(workers[0])
        while len(outcomes) < running and all(error is None for error in outcomes):
            ended.get()
        for error in outcomes:
            if error is not None:
                raise error
    except BaseException:
        stopping = True
        while len(outcomes) < running:
            stop()
            with suppress(Empty):
                ended.get(timeout=PAUSE)
        raise
