"""Cat in the Box: the rules, exact search and hints.

>>> import catbox
>>> position = catbox.Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A 2/2")
>>> position.players, position.to_play, position.phase
(2, 'A', 'play')
>>> print(*position.legal_plays())
2R 2Y 3R 4R
>>> catbox.Position.parse("....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/4 - A 2/2")
Traceback (most recent call last):
catbox.errors.NotationError: TRICKS: 7 tricks won, but 6 completed
"""

import os.path

from catbox.processor import core_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from catbox.advice import Advice, InterruptedAdvice, Suggestion
    from catbox.errors import IllegalPlay, InputError, NotationError
    from catbox.layout import Layout
    from catbox.play import Play
    from catbox.position import Position
    from catbox.solving import Interrupted, MoveValue, Solution, Solver, solve
    from catbox.suggesting import Suggester, suggest

__version__ = "0.1.0"
__path__[:0] = core_folders(os.path.dirname(__file__))

__all__ = [
    "Advice",
    "IllegalPlay",
    "InputError",
    "Interrupted",
    "InterruptedAdvice",
    "Layout",
    "MoveValue",
    "NotationError",
    "Play",
    "Position",
    "Solution",
    "Solver",
    "Suggester",
    "Suggestion",
    "solve",
    "suggest",
]

_HOME = {
    "IllegalPlay": "errors",
    "InputError": "errors",
    "Layout": "layout",
    "NotationError": "errors",
    "Play": "play",
    "Position": "position",
    "Advice": "advice",
    "Interrupted": "solving",
    "InterruptedAdvice": "advice",
    "MoveValue": "solving",
    "Solution": "solving",
    "Solver": "solving",
    "Suggester": "suggesting",
    "Suggestion": "advice",
    "solve": "solving",
    "suggest": "suggesting",
}


def __getattr__(name: str) -> object:
    """What is exported is imported when first asked for, so that importing catbox costs nothing."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
