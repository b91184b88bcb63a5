"""What only a terminal gets: colour and progress."""

import fcntl
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

CATBOX = shutil.which("catbox", path=str(Path(sys.executable).parent)) or "catbox"
TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
START = "...../...../...../.###. 112224455/111233555 RBYG/RBYG 0/0 - B 3/4"
# Five players, before the first trick: never searched to the end.
LONG = "........./........./........./......... 12345678/12345678/12345679/12345689/12345799 " + (
    "RBYG/RBYG/RBYG/RBYG/RBYG 0/0/0/0/0 1/2/3/1/2 A"
)
EARLY = "........./E..B.C.../..A..DBCE/..D..A... ??????/??????/256799/??????/?????? " + (
    "RYG/RBYG/RBYG/RYG/RBYG 0/0/1/0/1 2/2/3/2/3 C ?/?/5/?/?"
)
ESCAPE = b"\x1b["


def shown(*args: str, **environment: str) -> bytes:
    """What `catbox show` writes to a terminal."""
    usual = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [CATBOX, "show", TWO, *args], stdout=end, env={**usual, "TERM": "xterm", **environment}
    ) as process:
        os.close(end)
        seen = read_all(terminal)
    assert process.returncode == 0
    return seen


def read_all(terminal: int) -> bytes:
    """Everything written to a terminal until its other end is closed."""
    seen = b""
    try:
        while some := os.read(terminal, 65536):
            seen += some
    except OSError:  # how Linux reports that the other end is closed
        pass
    os.close(terminal)
    return seen


def test_a_terminal_gets_colour():
    assert ESCAPE in shown()


@pytest.mark.parametrize(
    ("args", "environment", "coloured"),
    [
        ((), {"NO_COLOR": "1"}, False),
        ((), {"NO_COLOR": ""}, True),
        ((), {"TERM": "dumb"}, False),
        (("--color", "never"), {}, False),
        (("--colour", "never"), {}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
    ],
)
def test_colour_can_be_chosen(args, environment, coloured):
    assert (ESCAPE in shown(*args, **environment)) == coloured


def test_a_pipe_gets_no_colour_unless_it_is_asked_for():
    plain = subprocess.run([CATBOX, "show", TWO], stdout=-1, check=True).stdout
    assert ESCAPE not in plain
    assert ESCAPE in subprocess.run([CATBOX, "show", TWO, "--color", "always"], stdout=-1, check=True).stdout


def test_long_work_shows_progress_on_a_terminal_and_leaves_no_trace_in_the_answer():
    terminal, end = pty.openpty()
    with subprocess.Popen([CATBOX, "perft", START, "20"], stdout=-1, stderr=end) as process:
        os.close(end)
        seen = b""
        while b"counting" not in seen:
            seen += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        out = process.communicate(timeout=60)[0]
    read_all(terminal)
    assert (process.returncode, out) == (130, b"")


@pytest.mark.parametrize("asked", [True, False])
def test_progress_stays_on_one_line_of_a_narrow_terminal(asked):
    """A line that filled the terminal would leave its beginning behind at every painting."""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80 if asked else 20, 0, 0))
    environment = {**os.environ, "COLUMNS": "20"} if asked else {**os.environ, "COLUMNS": ""}
    with subprocess.Popen([CATBOX, "solve", LONG], stdout=-1, stderr=end, env=environment) as process:
        os.close(end)
        seen = b""
        while seen.count(b"solving") < 2:
            seen += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    seen += read_all(terminal)
    assert all(len(painting) < 20 for painting in seen.strip().replace(b"\r", b"").split(b"\x1b[K"))


@pytest.mark.parametrize("args", [("solve", "--time-limit", "1.5"), ("suggest", "--time-limit", "1.5")])
def test_a_terminal_that_cannot_clear_a_line_gets_no_progress(args):
    terminal, end = pty.openpty()
    environment = {**os.environ, "TERM": "dumb"}
    with subprocess.Popen([CATBOX, *args, LONG], stdout=-1, stderr=end, env=environment) as process:
        os.close(end)
        assert process.communicate(timeout=60)[0]
    assert (process.returncode, read_all(terminal)) == (0, b"")


@pytest.mark.parametrize(
    "args", [("suggest", "--worlds", "2000", "--seed", "1", EARLY), ("playout", "--seed", "1234567890")]
)
def test_prose_fits_a_narrow_terminal(args):
    """What is not a row of a table: those have figures in columns, with several blanks between."""
    terminal, end = pty.openpty()
    with subprocess.Popen([CATBOX, *args], stdout=end, env={**os.environ, "COLUMNS": "40"}):
        os.close(end)
        lines = read_all(terminal).decode().splitlines()
    prose = [line for line in lines if "  " not in line.strip()]
    assert len(prose) > 3
    assert max(map(len, prose)) <= 40


def test_long_work_is_silent_on_a_pipe():
    with subprocess.Popen([CATBOX, "perft", TWO, "3", "--json"], stdout=-1, stderr=-1) as process:
        out, err = process.communicate(timeout=60)
    assert err == b""
    assert out.count(b"\n") == 1


def test_completion_names_the_commands():
    environment = {
        **os.environ,
        "_CATBOX_COMPLETE": "bash_complete",
        "COMP_WORDS": "catbox s",
        "COMP_CWORD": "1",
    }
    done = subprocess.run([CATBOX], env=environment, stdout=-1, text=True, check=False)
    assert "plain,show" in done.stdout.split()
