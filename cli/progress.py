"""Progress of long work, on standard error and only if that is a terminal that can clear a line."""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from catbox.cli.terminal import columns, takes_escapes

DELAY = 1.0  # seconds before anything is shown
INTERVAL = 0.25  # seconds between two paintings


class Progress:
    """A context in which one line of standard error says how far the work is.

    describe: takes the seconds since the start, gives the text; called in a thread of its own.
    """

    def __init__(self, describe: Callable[[float], str]) -> None:
        self.describe = describe
        self.started = time.monotonic()
        self.shown = False
        self.lock = threading.Lock()
        self.done = threading.Event()
        self.thread: threading.Thread | None = None

    def __enter__(self) -> "Progress":
        self.started = time.monotonic()
        if sys.stderr is not None and takes_escapes(sys.stderr):
            self.thread = threading.Thread(target=self._paint, daemon=True)
            self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.done.set()
        if self.thread:
            self.thread.join()
        self.hide()

    def hide(self) -> None:
        """Clears the line, until it is painted again."""
        if self.shown:
            with self.lock:
                self._write("\r\033[K")
                self.shown = False

    def _paint(self) -> None:
        wait = DELAY
        while not self.done.wait(wait):
            wait = INTERVAL
            text = self.describe(time.monotonic() - self.started)
            with self.lock:
                # A line that is full would go on in the next one, which is not cleared.
                self._write(f"\r{text[: columns(sys.stderr) - 1]}\033[K")
                self.shown = True

    def _write(self, text: str) -> None:
        with suppress(OSError):  # the terminal was closed; the answer may go elsewhere
            sys.stderr.write(text)
            sys.stderr.flush()
