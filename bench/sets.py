"""The sets of positions in bench/positions: a position a line; a line that starts with # says where from."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "positions"


def names() -> list[str]:
    """All sets. `3p-6`: three players, six tricks left. Those called `maxn-...` are for that model."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def first_names() -> list[str]:
    """One set of each kind, without the second ones (`-more`)."""
    return [name for name in names() if not name.endswith("-more")]


def read(name: str) -> list[str]:
    """The lines of a set."""
    lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def model(name: str) -> str:
    return "maxn" if name.startswith("maxn") else "paranoid"
