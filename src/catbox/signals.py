"""The signals that ask a process to end."""

import signal

ENDING_SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
"""Ctrl-C, a request and the loss of the terminal."""
