"""Settings for all tests: none of them may fail because the machine is busy, or for who started them."""

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile("catbox", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("catbox")

# A shell's background jobs ignore Ctrl-C and hand that down: a command under test would never be interrupted.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What a command shows on a terminal depends on what that is called where the tests run.
os.environ["TERM"] = "xterm"
