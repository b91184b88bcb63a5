"""What the processors can do: which build of the compiled core they run, and how many threads at once.

On x86-64 there are two builds: one for any such processor, and one, in a folder of its own, that uses
instructions which count and pick bits. With them paranoid search visits about a fifth more nodes a second,
maxn a tenth.
"""

import os

NEEDED = {b"popcnt", b"bmi1", b"bmi2"}


def core_folders(package: str) -> list[str]:
    """Folders to look for the core in before the package's own; `package` is the package's folder.

    CATBOX_PORTABLE=1 in the environment asks for the build that every processor can run.
    """
    folder = os.path.join(package, "bit_instructions")
    portable = os.environ.get("CATBOX_PORTABLE", "0") not in ("", "0")
    if portable or not os.path.isdir(folder) or not processor_flags() >= NEEDED:
        return []
    return [folder]


def processor_flags() -> set[bytes]:
    """What the first processor is said to have; nothing on a system that does not say."""
    try:
        with open("/proc/cpuinfo", "rb") as lines:
            for line in lines:
                if line.startswith(b"flags"):
                    return set(line.split())
    except OSError:
        pass
    return set()


def useful_threads(threads: int) -> int:
    """So many threads, but no more than there are processors for this process.

    More would take turns on them: no faster, and each has to be waited for before a time limit is kept.
    """
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        processors = os.cpu_count() or 1
    return min(threads, processors)
