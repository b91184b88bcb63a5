"""Lines that are not well formed are refused, and the error names a field that is at fault."""

from __future__ import annotations

import json
import re
from typing import Any

import casefiles
import pytest
from click.testing import CliRunner

import catbox
from catbox.cli.main import main

CASES = casefiles.load("bad.jsonl")
cases = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


@cases
def test_parse_refuses(case: dict[str, Any]) -> None:
    with pytest.raises(catbox.NotationError) as caught:
        catbox.Position.parse(casefiles.text_of(case["line"]))
    error = caught.value
    assert error.field in case["accept"], case["why"]
    assert error.message
    assert str(error).isascii()
    assert str(error).isprintable()


@cases
def test_command_refuses(case: dict[str, Any]) -> None:
    done = CliRunner().invoke(main, ["moves", "--json", "--", casefiles.text_of(case["line"])])
    assert done.exit_code == 2
    assert done.stdout == ""
    told = re.fullmatch(r"Error: (\w+): .+\n", done.stderr)
    assert told, done.stderr
    assert told[1] in case["accept"], case["why"]


def test_a_bad_line_in_a_batch_costs_only_itself() -> None:
    good = casefiles.load("public.jsonl")
    bad = [case for case in CASES if re.search("[\n\r\0]", casefiles.text_of(case["line"])) is None]
    bad = [case for case in bad if casefiles.text_of(case["line"]).strip()]  # blank lines are skipped
    lines, expected = [], []
    for number, case in enumerate(bad):
        legal = good[number % len(good)]
        lines += [casefiles.text_of(case["line"]), legal["line"]]
        expected += [(2 * number + 1, case), legal["legal"]]
    done = CliRunner().invoke(main, ["moves", "--json", "-"], input="\n".join(lines) + "\n")
    assert done.exit_code == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(expected)
    for answer, wanted in zip(answers, expected, strict=True):
        if isinstance(wanted, list):
            assert answer["plays"] == wanted
        else:
            line, case = wanted
            assert answer["line"] == line
            assert answer["error"]["field"] in case["accept"], case["why"]
