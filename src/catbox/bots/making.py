"""Bots by name and options."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from catbox.bots.bot import Bot

BUILT_IN = {
    "random": ("catbox.bots.simple", "RandomBot"),
    "greedy": ("catbox.bots.simple", "GreedyBot"),
    "hint": ("catbox.bots.hint", "HintBot"),
    "omniscient": ("catbox.bots.hint", "OmniscientBot"),
}

OUR_OWN = ("catbox", "importlib")
"""Not a bot's code: where that misuses them is what its author has to know."""


class BotError(ValueError):
    """A bot cannot be made, or did what no bot may do."""


def make_bot(description: str) -> Bot:
    """The bot that is described, such as `hint:time=0.2` or `module:Class` (see `catbox.bots`).

    BotError if there is no such bot or it does not take such options. Modules are looked for in the current
    folder first.

    >>> make_bot("greedy:haste=9")
    Traceback (most recent call last):
    ...
    catbox.bots.making.BotError: greedy: no option haste; there are none
    """
    if not isinstance(description, str):
        raise TypeError(f"a bot is described by a str, not by {type(description).__name__}")
    name, _, rest = description.partition(":")
    if name in BUILT_IN:
        module, kind = BUILT_IN[name]
    else:
        module, (kind, _, rest) = name, rest.partition(":")
        if not module or not kind:
            raise BotError(f"no bot {description!r:.60}; there are {', '.join(BUILT_IN)} and module:Class")
        name = f"{module}:{kind}"
    factory = find(module, kind, name)
    options = read_options(rest, name)
    check_options(factory, options, name)
    with blamed(f"{name}: ", plain=ValueError):
        bot = factory(**options)
    with blamed(f"{name}: "):
        chooses = callable(getattr(bot, "choose", None))
    if not chooses:
        raise BotError(f"{name}: a bot needs a method choose(view)")
    return bot  # type: ignore[no-any-return]


def find(module: str, kind: str, name: str) -> Any:
    here = str(Path.cwd())
    if module not in sys.modules and here not in sys.path:
        sys.path.insert(0, here)
    with blamed(f"{name}: ", plain=(ImportError, AttributeError)):
        return getattr(import_module(module), kind)


def sees_all(bot: Bot, name: str) -> bool:
    """Whether the bot asks for all hands; BotError if it cannot say."""
    with blamed(f"{name}: sees_all: "):
        return bool(getattr(bot, "sees_all", False))


@contextmanager
def blamed(who: str, plain: type[Exception] | tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """A context for somebody else's code, which may do whatever it likes: BotError if it fails in any way.

    Only a KeyboardInterrupt stays what it is. who: what the message begins with. plain: errors that speak
    for themselves.
    """
    before = closed_streams()
    try:
        yield
    except KeyboardInterrupt:
        raise
    except plain as error:
        raise BotError(f"{who}{text_of(error)}") from None
    except BaseException as error:
        raise BotError(f"{who}{told(error)}") from error
    if closed := closed_streams() - before:
        raise BotError(f"{who}it closed {' and '.join(sorted(closed))}")


def closed_streams() -> set[str]:
    """Of those that commands write to; one that is not there counts as closed."""
    streams = {"sys.stdout": sys.stdout, "sys.stderr": sys.stderr}
    return {name for name, stream in streams.items() if stream is None or getattr(stream, "closed", False)}


def told(error: BaseException) -> str:
    """An error in somebody else's code, in a line: what it is and where that code was.

    >>> try:
    ...     [][0]
    ... except IndexError as error:
    ...     print(told(error).partition(" (")[0])
    IndexError: list index out of range
    """
    frames = [
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] not in OUR_OWN
    ]
    return ": ".join(filter(None, [type(error).__name__, text_of(error)])) + "".join(frames[-1:])


def text_of(error: BaseException) -> str:
    """What an error says; nothing if even that fails."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def read_options(text: str, name: str) -> dict[str, object]:
    """`a=1,b=x` by name; numbers and true/false become values. BotError if that is not how it is written."""
    options: dict[str, object] = {}
    for entry in filter(None, text.split(",")):
        key, equals, value = entry.partition("=")
        if not equals or not key.isidentifier():
            raise BotError(f"{name}: an option is written key=value, not {entry!r:.40}")
        if key in options:
            raise BotError(f"{name}: the option {key} is given twice")
        options[key] = as_value(value)
    return options


def as_value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def check_options(factory: Any, options: dict[str, object], name: str) -> None:
    with blamed(f"{name}: "):
        try:
            parameters = signature(factory).parameters.values()
        except (TypeError, ValueError):
            return
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters):
        return
    known = [parameter.name for parameter in parameters if parameter.kind is not Parameter.VAR_POSITIONAL]
    for option in options:
        if option not in known:
            raise BotError(f"{name}: no option {option}; there are {', '.join(known) or 'none'}")
