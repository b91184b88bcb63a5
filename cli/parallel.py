"""A batch answered by several threads; the compiled core lets go of the interpreter while it searches."""

import queue
import threading
import time
from collections.abc import Callable

from catbox.cli.errors import Refusal, refusal_of
from catbox.cli.lines import NumberedLines, standard_input
from catbox.cli.output import Output

# Chunks a worker may be ahead of the oldest line still unanswered, so that memory stays small.
CHUNKS_AHEAD = 8
LONGEST_CHUNK = 32  # lines
CHUNK_SECONDS = 0.002  # a chunk grows until it takes so long, and is cut to one line above that
LONG_LINE = 0.0005  # seconds: below, threads would mostly wait for each other's reading and writing
LONG_SILENCE = 0.02  # seconds without an answer, after which the other workers help
WRITING_PAUSE = 0.003  # seconds: waking up for every answer would take the interpreter from the workers

# (index among the lines that hold something, line number, answer, whether it is the last of its chunk); what
# broke a worker; or None when one has ended.
Outcome = tuple[int, int, str | Refusal, bool] | BaseException | None


class Batch:
    """Standard input and the answers to its lines, shared by the workers and the thread that writes.

    Lines are handed out in chunks: taking a lock for each would cost more than an easy position does. One
    worker begins, and the others help once lines take long.
    """

    def __init__(self, answers: list[Callable[[str], str]]) -> None:
        self.idle = answers
        self.working = 0
        self.lines = NumberedLines(standard_input())
        self.taken = 0
        self.taking = threading.Lock()
        self.starting = threading.Lock()
        self.room = threading.Semaphore(CHUNKS_AHEAD * len(answers))
        self.found: queue.SimpleQueue[Outcome] = queue.SimpleQueue()

    def start(self, most: int) -> None:
        """Has so many more workers begin, if there are any."""
        with self.starting:
            beginning, self.idle = self.idle[:most], self.idle[most:]
            self.working += len(beginning)
        for answer in beginning:
            threading.Thread(target=self.work, args=(answer,), daemon=True).start()

    def work(self, answer: Callable[[str], str]) -> None:
        """What a worker does, from its first chunk to its last."""
        try:
            most = 1
            while True:
                self.room.acquire()
                with self.taking:
                    chunk = self.lines.take(most)
                    first = self.taken
                    self.taken += len(chunk)
                if not chunk:
                    break
                start = time.perf_counter()
                for index, (number, line) in enumerate(chunk, first):
                    try:
                        result = line if isinstance(line, Refusal) else answer(line)
                    except (ValueError, Refusal) as error:
                        result = refusal_of(error)
                    self.found.put((index, number, result, index == first + len(chunk) - 1))
                seconds = time.perf_counter() - start
                most = min(2 * most, LONGEST_CHUNK) if seconds < CHUNK_SECONDS else 1
                if self.idle and seconds > LONG_LINE * len(chunk) + CHUNK_SECONDS:
                    self.start(len(self.idle))
        except BaseException as error:  # not about a line: the batch ends, in the thread that writes
            self.found.put(error)
        else:
            self.found.put(None)

    def write(self, output: Output) -> int:
        """Writes answers in order, as soon as they are known, until all workers have ended.

        Returns the exit status: 1 if some lines were refused.
        """
        status, written = 0, 0
        waiting: dict[int, tuple[int, str | Refusal, bool]] = {}
        while self.working:
            try:
                outcomes = [self.found.get(timeout=LONG_SILENCE if self.idle else None)]
            except queue.Empty:
                self.start(len(self.idle))
                continue
            while not self.found.empty():
                outcomes.append(self.found.get())
            for outcome in outcomes:
                if isinstance(outcome, BaseException):
                    raise outcome
                if outcome is None:
                    with self.starting:
                        self.working -= 1
                else:
                    waiting[outcome[0]] = outcome[1:]
            while written in waiting:
                number, result, last = waiting.pop(written)
                written += 1
                if last:
                    self.room.release()
                if isinstance(result, Refusal):
                    output.refuse(number, result)
                    status = 1
                else:
                    output.write(result, flush=False)
            output.flush()
            time.sleep(WRITING_PAUSE)
        return status


def answer_in_threads(make_answer: Callable[[], Callable[[str], str]], workers: int, output: Output) -> int:
    """Writes the answer to each line of standard input in order; the exit status is 1 if some are refused.

    make_answer: called once a worker; gives its function from a line to the text or JSON to write, which
    nobody else calls. The calling thread only writes, so Ctrl-C is noticed at once; the workers end with the
    process.
    """
    batch = Batch([make_answer() for _ in range(workers)])
    batch.start(1)
    return batch.write(output)
