"""Ctrl-C, a request to end and the loss of the terminal: a command hears of all three in the same way."""

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any

from catbox.signals import ENDING_SIGNALS

ECHO_SECONDS = 0.5  # timeout(1) sends its signal to the process and then to its group: that is one request


class Interruption:
    """A context in which the signals raise KeyboardInterrupt, so that what has been found can be written.

    One that is ignored, as SIGHUP under nohup, stays so. Outside the main thread nothing changes. signum: the
    signal that came, or None.
    """

    def __init__(self) -> None:
        self.signum: int | None = None
        self.heard = 0.0
        self.before: dict[int, Any] = {}

    @property
    def status(self) -> int:
        """The exit status of what was interrupted, as shells report a process that the signal ended."""
        return 128 + (self.signum or signal.SIGINT)

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            for number in ENDING_SIGNALS:
                handler = signal.getsignal(number)
                if handler not in (None, signal.SIG_IGN):
                    self.before[number] = handler
                    signal.signal(number, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Raises at the first signal, and again for whoever does not want to wait for what has been found."""
        now = time.monotonic()
        if self.signum is not None and now - self.heard < ECHO_SECONDS:
            return
        self.signum = self.signum or number
        self.heard = now
        raise KeyboardInterrupt
