"""Work shared out among threads: all of it is done by as many as there are, and nobody is left behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from catbox import teamwork
from catbox.teamwork import work_together


def shared(number: int) -> tuple[list[int], Callable[[], None]]:
    """What has been done of so many pieces, and the work that does them."""
    pieces, done = iter(range(number)), []  # type: ignore[var-annotated]

    def work() -> None:
        for piece in pieces:
            done.append(piece)

    return done, work


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_all_is_done(threads: int) -> None:
    done, work = shared(1000)
    work_together([work] * threads, lambda: None)
    assert sorted(done) == list(range(1000))


@pytest.mark.parametrize("most", [0, 1, 2])
def test_fewer_threads_do_all(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    start, started = teamwork.start_new_thread, []

    def start_few(*args: Any) -> int:
        if len(started) == most:
            raise RuntimeError("can't start new thread")
        started.append(args)
        return start(*args)

    monkeypatch.setattr(teamwork, "start_new_thread", start_few)
    done, work = shared(1000)
    work_together([work] * 5, lambda: None)
    assert (sorted(done), len(started)) == (list(range(1000)), most)


class Stopped:
    """Works that go on until they have been asked to stop three times."""

    def __init__(self) -> None:
        self.asked = self.running = 0

    def stop(self) -> None:
        self.asked += 1

    def work(self) -> None:
        self.running += 1
        while self.asked < 3:
            time.sleep(0.001)
        self.running -= 1


def test_an_error_ends_all_works_and_is_raised() -> None:
    others = Stopped()

    def fails() -> None:
        while others.running < 2:
            time.sleep(0.001)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work_together([others.work, fails, others.work], others.stop)
    assert (others.running, others.asked >= 3) == (0, True)


def test_ctrl_c_ends_all_works() -> None:
    others = Stopped()

    def interrupts() -> None:
        while others.running < 2:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        work_together([others.work, interrupts, others.work], others.stop)
    assert (others.running, others.asked >= 3) == (0, True)
