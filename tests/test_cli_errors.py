"""Errors: one line on standard error that names the field, exit status 2, nothing on standard output."""

import os
import re
import subprocess
import sys
import sysconfig

import click
import pytest
from click.testing import CliRunner

from catbox.cli.main import COMMANDS, main
from catbox.dealing import deal
from catbox.layout import Layout

TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
THREE = "....../....../....../...... 12/34/56 RBYG/RBYG/RBYG 0/0/0 1/1/1 A"


@pytest.mark.parametrize(
    ("field", "args"),
    [
        ("COMMAND", ["frobnicate"]),
        ("--frobnicate", ["--frobnicate"]),
        ("--frobnicate", ["moves", "--frobnicate", TWO]),
        ("POSITION", ["moves"]),
        ("POSITION", ["moves", *TWO.split()]),
        ("line", ["moves", ""]),
        ("line", ["moves", "x"]),
        ("line", ["moves", f"{TWO} x"]),
        ("BOARD", ["moves", TWO.replace("#A##B", "#A##")]),
        ("HANDS", ["moves", TWO.replace("234", "432")]),
        ("MARKERS", ["show", TWO.replace("RYG", "YRG")]),
        ("TRICKS", ["show", TWO.replace("3/3", "3/4")]),
        ("PLAY", ["apply", TWO, "2B"]),
        ("PLAY", ["apply", TWO, "9R"]),
        ("PLAY", ["apply", TWO, ""]),
        ("DEPTH", ["perft", TWO]),
        ("DEPTH", ["perft", TWO, "x"]),
        ("DEPTH", ["perft", TWO, "--", "-1"]),
        ("HANDS", ["perft", TWO.replace("114", "???"), "1"]),
        ("--layout", ["show", TWO, "--layout"]),
        ("--json", ["show", TWO, "--json=1"]),
        ("--color", ["show", TWO, "--color", "pink"]),
        ("--svg", ["show", "--svg", "x.svg", "-"]),
        ("--players", ["deal"]),
        ("--players", ["deal", "--players", "6"]),
        ("--plies", ["deal", "--players", "3", "--plies", "3", "--tricks-left", "2"]),
        ("--plies", ["deal", "--players", "3", "--plies", "25"]),
        ("--tricks-left", ["deal", "--players", "5", "--tricks-left", "8"]),
        ("--follow", ["deal", "--players", "3", "--follow", "0.5"]),
        ("--follow", ["deal", "--players", "3", "--plies", "3", "--follow", "1.5"]),
        ("--follow", ["deal", "--players", "3", "--follow", "nan"]),
        ("--seed", ["deal", "--players", "3", "--seed", "-1"]),
        ("--svg", ["show", "--svg", "/no/such/folder/x.svg", TWO]),
    ],
)
def test_an_error_names_its_field(field, args):
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {field}: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) > len(f"Error: {field}: \n")


@pytest.mark.parametrize("command", ["show", "moves", "apply", "solve", "suggest"])
@pytest.mark.parametrize(
    "line",
    [
        "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A",
        "....../....../....../...... 123345566/112344456/122334556 RBYG/RBYG/RBYG 0/0/0 -/-/- B 1/2/6",
    ],
)
def test_a_position_without_its_quotes(command, line):
    found = CliRunner().invoke(main, [command, *line.split()])
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == "Error: POSITION: more than one argument; put the position in quotes\n"


@pytest.mark.parametrize("layout", ["R:1", "", Layout.default(4).format(), "x" * 1000])
def test_a_board_that_cannot_be_is_the_options_fault(layout):
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        if not any("--layout" in parameter.opts for parameter in command.params):
            continue
        given = [
            GIVEN[parameter.human_readable_name.strip("[].")]
            for parameter in command.params
            if isinstance(parameter, click.Argument)
        ]
        result = CliRunner().invoke(main, [name, *given, "--layout", layout])
        assert (result.exit_code, result.stdout) == (2, ""), name
        assert result.stderr.startswith("Error: --layout: "), name
        if TWO in given:
            batch = CliRunner().invoke(main, [name, "-", *given[1:], "--layout", layout], input=TWO)
            assert batch.exit_code in (1, 2), name
            assert batch.stderr.startswith("Error: --layout: "), name


GIVEN = {"POSITION": TWO, "PLAY": "4R", "MOVE": "4R", "DEPTH": "1", "BOT": "greedy", "FILE": "games.jsonl"}


@pytest.mark.parametrize("command", COMMANDS)
def test_usage_shows_in_brackets_what_may_be_left_out(command, tmp_path, monkeypatch):
    """With the arguments before it given, an argument may be missing only if it stands in brackets."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.jsonl").touch()
    usage = CliRunner().invoke(main, [command, "--help"]).stdout.splitlines()[0]
    shown = usage.partition("[OPTIONS]")[2].split()
    names = [name.strip("[].") for name in shown]
    for place, (name, text) in enumerate(zip(names, shown, strict=True)):
        result = CliRunner().invoke(main, [command, *(GIVEN[given] for given in names[:place])])
        assert (result.exit_code == 0) == text.startswith("[")
        assert text.startswith("[") or result.stderr == f"Error: {name}: missing\n"
    if command not in ("bench", "deal"):
        assert CliRunner().invoke(main, [command, *(GIVEN[name] for name in names)]).exit_code == 0


def number_parameters():
    """(command, parameter) of each that takes a number."""
    for name in COMMANDS:
        for parameter in main.get_command(click.Context(main), name).params:
            if isinstance(parameter.type, (click.types.IntParamType, click.types.FloatParamType)):
                yield name, parameter


@pytest.mark.parametrize("number", ["-1", "-10", "-1.5", "-.5", "-1e400"])
def test_a_negative_number_is_refused_where_it_was_meant(number):
    """It is not taken for an option, in any place of the command line."""
    for name, parameter in number_parameters():
        if isinstance(parameter, click.Option):
            lines = [[name, parameter.opts[0], number, TWO], [name, f"{parameter.opts[0]}={number}", TWO]]
            field = parameter.opts[0]
        else:
            lines = [[name, TWO, number], [name, number, TWO], [name, "--json", TWO, number, "--json"]]
            field = parameter.human_readable_name
        for line in lines:
            result = CliRunner().invoke(main, line)
            assert (result.exit_code, result.stdout) == (2, ""), line
            assert result.stderr.startswith(f"Error: {field}: "), line


@pytest.mark.parametrize(
    ("field", "args"),
    [
        ("PLAY", ["apply", TWO, "-4R"]),
        ("BOT", ["playout", "-1"]),
        ("FILE", ["replay", "-1"]),
        ("line", ["show", "-1"]),
        ("ARGUMENT", ["bench", "-1"]),
    ],
)
def test_what_begins_like_a_negative_number_is_an_argument(field, args):
    assert CliRunner().invoke(main, args).stderr.startswith(f"Error: {field}: ")


def help_of(command, parameter):
    """The row of the option, or all that stands above the options."""
    above, _, rows = CliRunner().invoke(main, [command, "--help"]).stdout.partition("Options:\n")
    if isinstance(parameter, click.Argument):
        return above
    return rows.partition(f"  {parameter.opts[0]} ")[2].partition("\n  -")[0]


def test_help_says_the_limits_of_every_number():
    """Where there is a highest value, it is taken and the one above is refused."""
    for name, parameter in number_parameters():
        text = help_of(name, parameter)
        assert re.search(r"x>=\d|\d<=x|0 to \d|up to 1e9", text), (name, parameter)
        for limit in re.findall(r"(?:x<=|0 to |up to )(1e9|\d+)", text):
            highest = int(float(limit)) if "e" in limit else int(limit)
            context = click.Context(click.Command(name))
            assert parameter.process_value(context, str(highest)) == highest
            with pytest.raises(click.BadParameter):
                parameter.process_value(context, str(highest + 1))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_help_says_how_far_a_round_goes(players):
    tricks = 7 if players == 5 else 8
    for name, parameter in number_parameters():
        if (name, parameter.name) in (("deal", "plies"), ("deal", "tricks_left")):
            assert re.search("at most 8.* 7 with five players", " ".join(help_of(name, parameter).split()))
            most = tricks * players if parameter.name == "plies" else tricks
            args = [name, "--players", str(players), "--seed", "1", "--follow", "1", parameter.opts[0]]
            assert CliRunner().invoke(main, [*args, str(most)]).exit_code == 0
            assert CliRunner().invoke(main, [*args, str(most + 1)]).exit_code == 2


@pytest.mark.parametrize("text", ["\x1b[31m", "a\nb", "\u0661", "\udcff", "x" * 100_000])
def test_what_cannot_be_printed_is_not(text):
    for args in (["moves", text], ["apply", TWO, text], [text], ["moves", TWO, "--layout", text]):
        result = CliRunner().invoke(main, args)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.removesuffix("\n").isprintable()
        assert len(result.stderr) < 1000


def examples_of(command: str) -> list[str]:
    """What stands under Examples in a command's help, lines that were broken joined again."""
    result = CliRunner().invoke(main, [command, "--help"])
    assert result.exit_code == 0
    section = result.stdout.split("\n  Examples:\n")
    assert len(section) == 2
    return section[1].partition("\n\n")[0].replace("\\\n", "").strip().split("\n")


# What takes long, as told by what stands in it.
LONG = ("bench", "--time-limit 5", "hint:time", "hint greedy", "--tricks-left 5")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples_that_run(command, tmp_path):
    (tmp_path / "positions.txt").write_text(f"{TWO}\n# a remark\n{THREE}\n")
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    examples = [example.strip() for example in examples_of(command)]
    assert all(example.startswith("catbox ") for example in examples)
    assert any(f"catbox {command}" in example for example in examples)
    quick = [example for example in examples if not any(sign in example for sign in LONG)]
    assert quick or command in ("bench", "playout")
    for example in quick:
        where = {"cwd": tmp_path, "env": {**os.environ, "PATH": path}}
        done = subprocess.run(example, shell=True, capture_output=True, timeout=300, **where)
        assert (done.returncode, done.stderr) == (0, b""), example
        assert done.stdout or "--svg" in example


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_80_columns(command):
    result = CliRunner().invoke(main, [command, "--help"])
    # A position may be longer than a line.
    assert all(len(line) <= 80 for line in result.stdout.splitlines() if "/" not in line)


def test_help_lists_every_command():
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 0
    assert result.stdout == CliRunner().invoke(main, ["--help"]).stdout
    for command in COMMANDS:
        assert f"\n  {command} " in result.stdout
    assert "..." not in result.stdout.split("Commands:")[1]


def test_version_imports_no_command_and_no_core():
    program = (
        "import sys\n"
        "from catbox.cli.main import main\n"
        "try: main(['--version'])\n"
        "except SystemExit as end: assert end.code == 0\n"
        "loaded = [name for name in sys.modules if name.startswith('catbox')]\n"
        "assert 'catbox.catbox_core' not in loaded and 'catbox.cli.show' not in loaded, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("catbox ")


def test_what_is_one_too_many_is_not_blamed_on_quotes_that_are_there():
    line = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2"
    for args in (["perft", line, "1", "2"], ["moves", line, "x"], ["show", "-", "x"], ["bench", "x"]):
        done = CliRunner().invoke(main, args)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith("Error: ARGUMENT: got unexpected extra argument")
    for args in (["perft", *line.split()], ["moves", *line.split()]):
        assert "quotes" in CliRunner().invoke(main, args).stderr


@pytest.mark.parametrize("command", [["solve"], ["perft", "2"]])
def test_what_is_missing_before_the_plays_is_said(command):
    name, *rest = command
    dealt = deal(3, 1)
    for position, field in ((dealt, "HANDS"), (dealt.discard([hand[0] for hand in dealt.hands]), "BIDS")):
        done = CliRunner().invoke(main, [name, position.format(), *rest])
        assert done.stderr.startswith(f"Error: {field}: no plays before ")
