"""A batch answered by several threads; the compiled core lets go of the interpreter while it searches."""

import itertools
import queue
import threading
from collections.abc import Callable

from catbox.cli.errors import Refusal, refusal_of
from catbox.cli.lines import numbered_lines, standard_input
from catbox.cli.output import Output

# (index among the lines that hold something, line number, answer); what broke a worker; None: one has ended.
Outcome = tuple[int, int, str | Refusal] | BaseException | None

AHEAD = 64  # lines a worker may be ahead of the oldest one still unanswered, so that memory stays small


def answer_in_threads(make_answer: Callable[[], Callable[[str], str]], workers: int, output: Output) -> int:
    """Writes the answer to each line of standard input in order; the exit status is 1 if some are refused.

    make_answer: called once a worker; gives its function from a line to the text or JSON to write, which
    nobody else calls. The calling thread only writes, so Ctrl-C is noticed at once; the workers end with the
    process.
    """
    lines = numbered_lines(standard_input())
    indices = itertools.count()
    reading = threading.Lock()
    room = threading.Semaphore(AHEAD * workers)
    found: queue.SimpleQueue[Outcome] = queue.SimpleQueue()

    def work(answer: Callable[[str], str]) -> None:
        try:
            while True:
                room.acquire()
                with reading:
                    entry = next(lines, None)
                    index = next(indices)
                if entry is None:
                    break
                number, line = entry
                try:
                    result = line if isinstance(line, Refusal) else answer(line)
                except (ValueError, Refusal) as error:
                    result = refusal_of(error)
                found.put((index, number, result))
        except BaseException as error:  # anything else ends the batch, in the calling thread
            found.put(error)
        else:
            found.put(None)

    for answer in [make_answer() for _ in range(workers)]:
        threading.Thread(target=work, args=(answer,), daemon=True).start()
    return write_in_order(found, room, workers, output)


def write_in_order(
    found: "queue.SimpleQueue[Outcome]", room: threading.Semaphore, workers: int, output: Output
) -> int:
    """Writes what the workers find as soon as all before it is written, until every worker has ended."""
    status, written = 0, 0
    waiting: dict[int, tuple[int, str | Refusal]] = {}
    while workers:
        outcome = found.get()
        if isinstance(outcome, BaseException):
            raise outcome
        if outcome is None:
            workers -= 1
            continue
        index, number, result = outcome
        waiting[index] = number, result
        while written in waiting:
            number, result = waiting.pop(written)
            written += 1
            room.release()
            if isinstance(result, Refusal):
                output.refuse(number, result)
                status = 1
            else:
                output.write(result)
    return status
