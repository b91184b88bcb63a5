"""The signals that ask a process to end."""

import signal

ENDING_SIGNALS = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}
"""Ctrl-C, a request and the loss of the terminal, which Windows does not tell."""
