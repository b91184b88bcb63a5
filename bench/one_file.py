"""Does the split of the core into rooms cost speed? The same code in one file, timed beside it.

Writes every room of src/core and catbox_core.pyx into a single source, builds both in a temporary folder, and
solves the same positions with each in turn. Prints nodes per second of both; exits 1 if the nodes differ.
"""

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import sets

ROOT = Path(__file__).resolve().parent.parent
CIMPORT = re.compile(r"^from core\.(\w+) cimport (?:\(([^)]*)\)|(.*))\n", re.MULTILINE)
INCLUDE = re.compile(r'^include "(.*)"$', re.MULTILINE)
MEASURE = """
import sys, time
import catbox
nodes, start = 0, time.process_time()
for line in sys.stdin:
    nodes += catbox.solve(catbox.Position.parse(line.rstrip()), threads=1).nodes
print(nodes, time.process_time() - start)
"""


def joined(core: Path, face: Path) -> str:
    """One source from all rooms, each after those it needs, and the Python face.

    Where the face takes a room's name under another one, because a class of its own has the first, the rooms
    use the other one too.
    """
    text = INCLUDE.sub(lambda match: (face.parent / match[1]).read_text(), face.read_text())
    order: list[str] = []

    def visit(source: str) -> None:
        for room, *_ in CIMPORT.findall(source):
            if room not in order:
                visit((core / f"{room}.pxd").read_text())
                order.append(room)

    visit(text)
    rooms = "\n".join((core / f"{room}.pxd").read_text() for room in order)
    for _, several, one in CIMPORT.findall(text):
        for name, other in re.findall(r"(\w+) as (\w+)", several or one):
            rooms = re.sub(rf"\b{name}\b", other, rooms)
    directives, _, rest = text.partition("\n")
    return f"{directives}\n{CIMPORT.sub('', rooms)}\n{CIMPORT.sub('', rest)}"


def build(folder: Path, one_file: bool) -> Path:
    """A folder to import catbox from."""
    source, target = folder / "source", folder / "installed"
    source.mkdir(parents=True)
    for name in ("src", "cli"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("*.so", "*.egg-info"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "catbox_core.pyx"):
        shutil.copy(ROOT / name, source)
    if one_file:
        (source / "catbox_core.pyx").write_text(joined(ROOT / "src" / "core", ROOT / "catbox_core.pyx"))
        shutil.rmtree(source / "src" / "core")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, source]
    subprocess.run(pip, check=True)
    return target


def measure(installed: Path) -> tuple[int, float]:
    """Nodes and seconds."""
    lines = "\n".join(sets.read("3p-6")[:4] + sets.read("4p-5")[:4])
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], env={"PYTHONPATH": str(installed)}, input=lines,
        stdout=subprocess.PIPE, text=True, check=True,
    )
    nodes, seconds = done.stdout.split()
    return int(nodes), float(seconds)


@click.command(help=__doc__)
@click.option("--rounds", default=7, show_default=True, help="Timed runs of each, in turn.")
def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        builds = {name: build(Path(folder, name), name == "one file") for name in ("rooms", "one file")}
        runs = [{name: measure(installed) for name, installed in builds.items()} for _ in range(rounds)]
    for name in builds:
        fastest = min(run[name][1] for run in runs)
        click.echo(f"{name:<9} {runs[0][name][0]} nodes, {runs[0][name][0] / fastest:,.0f} nodes per second")
    ratio = statistics.median(run["one file"][1] / run["rooms"][1] for run in runs)
    click.echo(f"time in one file / time in rooms: {ratio:.3f} (median of {rounds})")
    if len({run[name][0] for run in runs for name in builds}) > 1:
        sys.exit("the two searched different nodes")


if __name__ == "__main__":
    main()
