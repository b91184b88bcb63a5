"""The console examples of README.md print what they say. (Its Python examples run as doctests.)"""

import doctest
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def examples():
    """(command, expected output) of each `$` line in the blocks marked `console`."""
    for block in re.findall(r"^```console\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            yield command, expected


@pytest.mark.parametrize(("command", "expected"), list(examples()))
def test_console_example(command, expected):
    """`...` stands for any text, as in doctests."""
    environment = {**os.environ, "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment)
    got = done.stdout + done.stderr
    assert doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS), got
