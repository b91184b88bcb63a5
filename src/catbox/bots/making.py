"""Bots by name and options."""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from types import ModuleType
from typing import Any

from catbox.bots.blame import Blamed, BotError
from catbox.bots.bot import Bot

BUILT_IN = {
    "random": ("catbox.bots.simple", "RandomBot"),
    "greedy": ("catbox.bots.simple", "GreedyBot"),
    "hint": ("catbox.bots.hint", "HintBot"),
    "omniscient": ("catbox.bots.hint", "OmniscientBot"),
}


def make_bot(description: str) -> Bot:
    """The bot that is described, such as `hint:time=0.2` or `module:Class` (see `catbox.bots`).

    BotError if there is no such bot or it does not take such options. Modules are looked for in the current
    folder first.

    >>> make_bot("greedy:haste=9")
    Traceback (most recent call last):
    ...
    catbox.bots.blame.BotError: greedy: no option haste; there are none
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
    with Blamed(f"{name}: ", plain=(ImportError, AttributeError)):
        found = import_module(module) if name in BUILT_IN else import_from_here(module)
        factory = getattr(found, kind)
    options = read_options(rest, name)
    check_options(factory, options, name)
    with Blamed(f"{name}: ", plain=ValueError):
        bot = factory(**options)
    with Blamed(f"{name}: "):
        chooses = callable(getattr(bot, "choose", None))
    if not chooses:
        raise BotError(f"{name}: a bot needs a method choose(view)")
    return bot  # type: ignore[no-any-return]


def import_from_here(module: str) -> ModuleType:
    """Imports a module, which is looked for in the current folder first. ImportError if that folder is gone.

    What is imported later is looked for there last: a file in it may have the name of a standard module,
    which worker processes would take instead as they start.
    """
    try:
        here = str(Path.cwd())
    except OSError:
        raise ImportError("the current folder is gone") from None
    sys.path.insert(0, here)
    try:
        return import_module(module)
    finally:
        sys.path.remove(here)
        if here not in sys.path:
            sys.path.append(here)


def sees_all(bot: Bot, name: str) -> bool:
    """Whether the bot asks for all hands; BotError if it cannot say."""
    with Blamed(f"{name}: sees_all: "):
        return bool(getattr(bot, "sees_all", False))


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
    with Blamed(f"{name}: "):
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
