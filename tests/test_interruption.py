"""Ctrl-C, a request to end and a closed terminal, at any moment: what has been found is kept, the exit status
is 128 and the signal's number, and nothing is said of where the program was."""

import contextlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from catbox import Position
from catbox.record import check_record, read_record

CATBOX = shutil.which("catbox", path=str(Path(sys.executable).parent)) or "catbox"
TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
# The start of a five-player round: more than can be searched in a test.
LONG = "........./........./........./......... 12345678/12345678/12345679/12345689/12345799 " + (
    "RBYG/RBYG/RBYG/RBYG/RBYG 0/0/0/0/0 1/2/3/1/2 A"
)
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

# Runs the command line and tells of every import; or interrupts it at one of them.
AT_AN_IMPORT = """
import os, signal, sys
from catbox_command import main

class Finder:
    def find_spec(name, path=None, target=None):
        if names is not None:
            names.append(name)
        elif name == moment:
            os.kill(os.getpid(), signal.SIGINT)

moment = sys.argv.pop(1)
names = [] if moment == "?" else None
sys.meta_path.insert(0, Finder)
try:
    main()
finally:
    print(*(names or ()), file=sys.stderr)
"""

IMPORTED_FIRST = """
import os, re, sys
before = {*sys.modules}
import catbox_command
print(*sorted({*sys.modules} - before))
"""

AT_THE_END = """
import atexit, os, signal
from catbox_command import main
atexit.register(os.kill, os.getpid(), signal.SIGINT)
main()
"""

# Ends while a thread is still busy in the core, and takes its time to leave: one second, in the C library.
OUTLIVED = """
import ctypes, sys, threading, time
import catbox

library = ctypes.CDLL(None)
position = catbox.Position.parse(sys.argv[1])
busy = {
    "paranoid": lambda: catbox.solve(position),
    "maxn": lambda: catbox.solve(position, model="maxn"),
    "perft": lambda: position.perft(30),
}[sys.argv[2]]
threading.Thread(target=busy, daemon=True).start()
time.sleep(0.5)
library.on_exit(library.sleep, None)
sys.exit(1)
"""


def run(program: str, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program, *args], capture_output=True, text=True, timeout=120)


AS_A_MODULE = AT_AN_IMPORT.replace("from catbox_command import main", "import catbox, runpy").replace(
    "    main()", "    runpy.run_module('catbox', run_name='__main__')"
)
"""The same for `python -m catbox`, which imports the package before it can see to anything."""


@pytest.mark.parametrize(
    ("program", "args"),
    [
        *[
            (AT_AN_IMPORT, args)
            for args in (("perft", TWO, "1"), ("solve", TWO), ("suggest", TWO), ("playout",), ("--help",))
        ],
        (AS_A_MODULE, ("--help",)),
    ],
)
def test_at_any_import(program: str, args: tuple[str, ...]) -> None:
    """The first, the last, those of the package and some between: with no answer, and no traceback."""
    names = run(program, "?", *args).stderr.split()
    names = names[names.index("catbox_command") + 1 :] if program == AS_A_MODULE else names
    own = [name for name in names if name.startswith("catbox")]
    assert own
    for moment in dict.fromkeys([names[0], *names[10::40], *own[::4], own[-1], names[-1]]):
        done = run(program, moment, *args)
        assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", ""), moment


def test_what_is_imported_before_the_first_moment() -> None:
    """Next to nothing: until then Ctrl-C is Python's own. A script that starts a command has `re` already."""
    assert run(IMPORTED_FIRST).stdout.split() == ["catbox_command", "signal"]


def test_after_the_answer() -> None:
    done = run(AT_THE_END, "apply", TWO)
    assert (done.returncode, done.stdout, done.stderr) == (130, f"{TWO}\n", "")


@pytest.mark.parametrize("number", SIGNALS)
def test_a_batch_keeps_its_answers(number: signal.Signals) -> None:
    command = [CATBOX, "moves", "--json", "-"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        process.stdin.write(f"{TWO}\n")
        process.stdin.flush()
        early = process.stdout.readline()
        process.send_signal(number)
        late, err = process.communicate(timeout=60)
    assert (process.returncode, json.loads(early)["position"]) == (128 + number, TWO)
    assert (late, err.strip()) == ("", "")


@contextlib.contextmanager
def at_work(*args: str, sign: bytes = b"Ctrl-C") -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A command whose standard error is a terminal on which it has shown that it works."""
    terminal, end = pty.openpty()
    with subprocess.Popen([CATBOX, *args], stdout=-1, stderr=end, text=True) as process:
        os.close(end)
        shown = b""
        while sign not in shown:
            shown += os.read(terminal, 1000)
        yield process, terminal
        with contextlib.suppress(OSError):  # closed in the test
            os.close(terminal)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_search_gives_its_bounds(number: signal.Signals) -> None:
    """Also if the signal comes twice, as timeout(1) sends it."""
    with at_work("solve", "--json", LONG) as (process, _):
        process.send_signal(number)
        process.send_signal(number)
        found = json.loads(process.communicate(timeout=60)[0])
    assert process.returncode == 128 + number
    assert (found["position"], found["exact"], found["stopped"]) == (LONG, False, "interrupt")


# A few plays into a round of five: no time is ever enough for all worlds.
EARLY = "........./E..B.C.../..A..DBCE/..D..A... ??????/??????/256799/??????/?????? " + (
    "RYG/RBYG/RBYG/RYG/RBYG 0/0/1/0/1 2/2/3/2/3 C ?/?/5/?/?"
)
# All hands known, and as many tricks left as are still solved rather than searched; but not in a test.
KNOWN = ".DCD..BA/..BA.C../......../........ 1122236/4556688/1234578/1156778 " + (
    "RBYG/RBYG/RBYG/RYG 1/0/0/1 2/3/1/2 A 7/5/4/3"
)


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize(
    ("line", "effort"),
    [
        (EARLY, ("--time-limit", "9999")),
        (EARLY, ("--worlds", "1000000000")),
        (KNOWN, ("--time-limit", "9999")),
    ],
)
def test_a_hint_gives_its_estimates(line: str, effort: tuple[str, ...], threads: str) -> None:
    with at_work("suggest", "--json", *effort, "--threads", threads, line) as (process, _):
        process.send_signal(signal.SIGINT)
        found = json.loads(process.communicate(timeout=60)[0])
    assert process.returncode == 130
    assert (found["exact"], found["enumerated"], found["stopped"]) == (False, False, "interrupt")
    moves = [entry["play"] for entry in found["suggestions"]]
    assert found["best"] == moves[0]
    assert set(moves) <= set(Position.parse(line).choices())
    assert found["worlds"] == sum(entry["worlds"] for entry in found["suggestions"]) > 100


def test_a_hint_in_words_says_that_it_was_interrupted() -> None:
    with at_work("suggest", "--time-limit", "9999", EARLY) as (process, _):
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
    assert re.search(r"estimates from [\d,]+ drawn worlds, [^*]*, interrupted ", " ".join(said.split()))
    assert "interrupted" not in subprocess.run([CATBOX, "suggest", TWO], stdout=-1, text=True).stdout


def test_a_batch_of_hints_keeps_its_answers_alone() -> None:
    command = [CATBOX, "suggest", "--json", "--time-limit", "9999", "-"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        process.stdin.write(f"{TWO}\n{EARLY}\n")
        process.stdin.flush()
        early = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        late, err = process.communicate(timeout=60)
    assert (early["position"], early["stopped"]) == (TWO, None)
    assert (process.returncode, late, err.strip()) == (130, "", "")


def test_a_terminal_that_was_closed() -> None:
    with at_work("solve", "--json", LONG) as (process, terminal):
        os.close(terminal)
        process.send_signal(signal.SIGHUP)
        assert json.loads(process.communicate(timeout=60)[0])["position"] == LONG
    assert process.returncode == 129


# A bot whose matches after the first have no end, and which says who plays them.
SLOW_BOT = """
import os, time
class Slow:
    started = 0
    def choose(self, view):
        if view.position.phase == "discard" and view.rounds_after:
            Slow.started += 1
            open(f"worker-{os.getpid()}", "w").close()
            while Slow.started > 1:
                time.sleep(0.01)
        return view.position.hands["ABCDE".index(view.seat)][0] if view.position.phase == "discard" else (
            view.position.choices()[0])
"""


@contextlib.contextmanager
def matches_in_play(folder: Path, workers: int) -> Iterator[subprocess.Popen[str]]:
    """A playout in which each worker has ended and recorded its first match and hangs in its next."""
    (folder / "slow.py").write_text(SLOW_BOT)
    command = ["playout", "slow:Slow", "greedy", "--seed", "1", "--games", "9", "--workers", str(workers)]
    with subprocess.Popen(
        [CATBOX, *command, "--record", "games.jsonl", "--json"], cwd=folder, stdout=-1, stderr=-1, text=True
    ) as process:
        record = folder / "games.jsonl"
        until(lambda: record.exists() and record.read_text().count("\n") == workers)
        yield process
    assert len(record.read_text().splitlines()) == workers
    for line in record.read_text().splitlines():
        check_record(read_record(line))


def until(condition: Callable[[], object]) -> None:
    """Waits for a condition, but not for ever."""
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def workers_of(folder: Path) -> list[int]:
    return [int(file.name.partition("-")[2]) for file in folder.glob("worker-*")]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("number", SIGNALS)
def test_matches_that_were_played_count(tmp_path: Path, number: signal.Signals, workers: int) -> None:
    """The output is read to its end, which it has when no worker holds it any more."""
    with matches_in_play(tmp_path, workers) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
    found = json.loads(out)
    assert (process.returncode, found["games"], err.strip()) == (128 + number, workers, "")
    assert found["stopped"] == "interrupt"


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_to_all_processes_is_one_to_the_parent(tmp_path: Path, number: signal.Signals) -> None:
    """As from a terminal: the workers first, and then the one that answers."""
    with matches_in_play(tmp_path, 2) as process:
        for worker in workers_of(tmp_path):
            os.kill(worker, number)
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, json.loads(out)["games"], err.strip()) == (128 + number, 2, "")


def test_no_worker_outlives_its_parent(tmp_path: Path) -> None:
    with matches_in_play(tmp_path, 2) as process:
        process.kill()
        out, _ = process.communicate(timeout=120)
    assert (process.returncode, out) == (-signal.SIGKILL, "")


def test_a_worker_that_is_killed(tmp_path: Path) -> None:
    with matches_in_play(tmp_path, 2) as process:
        os.kill(workers_of(tmp_path)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, ""), err
    # The pool's own thread may have something to say before.
    assert err.splitlines()[-1].startswith("Error: --workers: "), err


@pytest.mark.parametrize("number", SIGNALS)
def test_what_is_ignored_stays_so(number: signal.Signals) -> None:
    """As under nohup, and for Ctrl-C in the background of a shell."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        process = subprocess.Popen([CATBOX, "moves", "-"], stdin=-1, stdout=-1, text=True)
    finally:
        signal.signal(number, before)
    with process:
        for _ in range(2):
            process.stdin.write(f"{TWO}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{TWO}\n"
            assert process.stdout.readline()
            process.send_signal(number)
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="on_exit is of the GNU C library")
@pytest.mark.parametrize("work", ["paranoid", "maxn", "perft"])
def test_a_thread_that_outlives_the_interpreter(work: str) -> None:
    """It goes on without asking for what is gone, until the process ends."""
    done = run(OUTLIVED, LONG, work)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


AT_ANY_MOMENT = """
import os, random, signal, sys, threading, time
from catbox import Position
from catbox.catbox_core import Search

position, easy = Position.parse(sys.argv[1]).state, Position.parse(sys.argv[2]).state
chance = random.Random(1)
for model in ("paranoid", "maxn") * 20:
    search = Search(1 << 20, 4)
    def interrupt(pause=chance.uniform(0, 0.03)):
        time.sleep(pause)
        os.kill(os.getpid(), signal.SIGINT)
    helper = threading.Thread(target=interrupt)
    try:
        helper.start()
        ask = search.paranoid if model == "paranoid" else search.maxn
        found = ask(position, *((0, True) if model == "paranoid" else (True,)), time_limit=0.015)
        if found.stopped != "signal":
            time.sleep(9)
    except KeyboardInterrupt:
        pass
    helper.join()
    assert search.paranoid(easy, 0, True).lower == 12
"""


def test_a_search_by_threads_can_be_interrupted_at_any_moment_and_goes_on() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_ANY_MOMENT, LONG, TWO], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")


SHORT_OF_MEMORY = """
import resource, sys
from catbox.cli.main import main
import catbox.cli.solve, catbox.cli.suggest, catbox.cli.playout
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv.pop(1)) << 20,) * 2)
main()
"""


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer needs more memory")
@pytest.mark.parametrize("megabytes", [30, 50, 80, 120, 400])
@pytest.mark.parametrize(
    "args",
    [
        ("suggest", "--time-limit", "0.1", "--threads", "8", TWO.replace("114", "???").replace("2/2", "2/?")),
        ("suggest", "--worlds", "200000", EARLY),
        ("solve", "--threads", "64", "--max-nodes", "300000", LONG),
        ("solve", "--tt-mb", "9", "--model", "maxn", TWO),
        ("playout", "hint:time=0.001", "--workers", "2"),
    ],
)
def test_too_little_memory_is_told_in_a_line(args: tuple[str, ...], megabytes: int) -> None:
    command = [sys.executable, "-c", SHORT_OF_MEMORY, str(megabytes), *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"Error: (memory|--tt-mb|--workers|BOT): .*\n", done.stderr)
    else:
        assert done.stdout


OFTEN = """
import signal, sys
from catbox import Position
from catbox.suggesting import Suggester

def interrupt(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
position = Position.parse(sys.argv[1])
for k in range(600):
    suggester = Suggester(time_limit=0.003)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0001 + k % 50 * 0.00008)
        suggester.suggest(position)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        pass
"""


def test_a_hint_can_be_interrupted_at_any_moment_and_the_process_ends() -> None:
    """Ctrl-C as a thread starts must leave no lock behind for which the interpreter would wait at its end."""
    done = subprocess.run([sys.executable, "-c", OFTEN, EARLY], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


AT_THE_VERY_END = """
import sys
from catbox import Position, Solver

class Last:
    def __init__(self):
        self.solver, self.position = Solver(threads=2), Position.parse(sys.argv[1])
    def __del__(self):
        self.solver.solve(self.position, max_nodes=50000)

last = Last()
"""


def test_a_search_while_the_interpreter_ends_does_without_helpers() -> None:
    command = [sys.executable, "-c", AT_THE_VERY_END, LONG]
    assert subprocess.run(command, timeout=120, capture_output=True).returncode == 0


WITHOUT_MEMORY = """
import sys
import _testcapi
from catbox import Position
from catbox.catbox_core import Search

position = Position.parse(sys.argv[1]).state
for k in range(60):
    search = Search(1 << 20, 2)
    _testcapi.set_nomemory(k, k + 1)
    try:
        search.paranoid(position, 0, True, max_nodes=9999)
    except MemoryError:
        pass
    finally:
        _testcapi.remove_mem_hooks()
    search.paranoid(position, 0, True, max_nodes=9999)
"""


def test_a_helper_for_which_there_is_no_memory_is_not_waited_for() -> None:
    pytest.importorskip("_testcapi")
    command = [sys.executable, "-c", WITHOUT_MEMORY, LONG]
    assert subprocess.run(command, timeout=120, capture_output=True).returncode == 0
