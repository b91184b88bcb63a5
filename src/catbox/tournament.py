"""Many matches of one plan, on several processes, recorded as they end."""

from __future__ import annotations

import itertools
import multiprocessing
import sys
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from catbox.bots import BotError
from catbox.bots.aside import Aside
from catbox.playout import Clock, Plan, Table
from catbox.record import MatchRecord
from catbox.workers import WorkerError, begin_worker, signals_held

Result = tuple[MatchRecord, Clock]

MANAGER_SECONDS = 1.0
"""How long, at most, the pool's own thread is waited for once its workers are killed."""

_table: Table | BotError | None = None


def play_matches(plan: Plan, matches: Iterable[int], workers: int = 1) -> Generator[Result, None, None]:
    """Plays the matches with these numbers and hands out each as it ends.

    The results are the same for any number of worker processes, only their order is not (bots that go by the
    clock aside). BotError if a bot cannot be made or breaks the rules; WorkerError if a worker process cannot
    be started, or ends early. Closing the iterator ends the workers, and so does the end of this process.
    """
    if workers == 1:
        table = Table(plan)
        for match in matches:
            yield table.play(match)
        return
    Table(plan)  # what is wrong with a bot is said here, once
    context = multiprocessing.get_context("spawn")
    with signals_held():
        pool = ProcessPoolExecutor(workers, context, _start_worker, (plan,))
    finished = False
    try:
        numbers = iter(matches)
        running: set[Future[Result]] = set()
        while True:
            for number in itertools.islice(numbers, workers + 1 - len(running)):
                with signals_held():
                    running.add(submitted(pool, number))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
        finished = True
    except BrokenProcessPool:
        raise WorkerError("a worker process ended before its work did") from None
    finally:
        if finished:
            pool.shutdown()
        else:
            with signals_held():
                for process in list(pool._processes.values()):
                    process.kill()
                manager: Any = pool._executor_manager_thread  # a thread, or None
                pool.shutdown(wait=False, cancel_futures=True)
                # It closes what the interpreter, at its end, would use at the same time.
                if manager is not None and manager.is_alive():
                    manager.join(MANAGER_SECONDS)


def submitted(pool: ProcessPoolExecutor, number: int) -> Future[Result]:
    """A match on its way to a worker, which is started where there are too few."""
    try:
        return pool.submit(_play, number)
    except OSError as error:  # as in a folder that is gone
        raise WorkerError(f"no worker process can be started: {error.strerror}") from error


def _start_worker(plan: Plan) -> None:
    global _table
    begin_worker()
    sys.stdout = Aside()
    try:
        _table = Table(plan)
    except BotError as error:  # made before, but not here: an error now would be shown, and break the pool
        _table = error


def _play(match: int) -> Result:
    assert _table is not None
    if isinstance(_table, BotError):
        raise _table
    return _table.play(match)
