"""Work shared out among threads: all of it is done by as many as there are, and nobody is left behind."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import pytest

from catbox import teamwork
from catbox.teamwork import work_together


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_all_is_done(threads: int) -> None:
    done: list[int] = []
    work_together(range(1000), [done.append] * threads, lambda: None)
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
    done: list[int] = []
    work_together(range(1000), [done.append] * 5, lambda: None)
    assert (sorted(done), len(started)) == (list(range(1000)), most)


class Stopped:
    """Works that go on until they have been asked to stop three times."""

    def __init__(self) -> None:
        self.asked = self.running = 0

    def stop(self) -> None:
        self.asked += 1

    def work(self, piece: int) -> None:
        self.running += 1
        while self.asked < 3:
            time.sleep(0.001)
        self.running -= 1


def test_an_error_ends_all_works_and_is_raised() -> None:
    others = Stopped()

    def fails(piece: int) -> None:
        while others.running < 2:
            time.sleep(0.001)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work_together(range(3), [others.work, fails, others.work], others.stop)
    assert (others.running, others.asked >= 3) == (0, True)


def test_ctrl_c_ends_all_works() -> None:
    others = Stopped()

    def interrupts(piece: int) -> None:
        while others.running < 2:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        work_together(range(3), [others.work, interrupts, others.work], others.stop)
    assert (others.running, others.asked >= 3) == (0, True)
