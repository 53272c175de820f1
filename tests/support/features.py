"""A bot with all features that is not connected, for tests of its commands and controls."""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from discord import app_commands
from discord.ext.commands.bot import BotBase

from cogs.bot import DominoBot
from cogs.core.cog import Cog, Handler
from cogs.core.commands import Group, groups_of
from engine.live.database_store import DatabaseStore


async def loaded_bot(without: Collection[str] = ()) -> DominoBot:
    """Return a bot that has loaded its features, and is not logged in."""
    bot = DominoBot(await DatabaseStore.open(":memory:"), without=without, warm_up=False)
    await bot.load_features()
    return bot


@contextmanager
def features_imported_once() -> Iterator[None]:
    """Keep the modules of extensions when a bot ends, which the library drops: each bot would import them again."""
    finalize = BotBase._call_module_finalizers

    async def kept(bot: BotBase, module: ModuleType, name: str) -> None:
        before = {name: each for name, each in sys.modules.items() if name.startswith("cogs.")}
        await finalize(bot, module, name)
        sys.modules.update(before)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BotBase, "_call_module_finalizers", kept)
        yield


@contextmanager
def signatures_read_once() -> Iterator[None]:
    """Keep the signatures of functions, and the options of commands: each bot that starts reads all of them anew."""
    read_options, options = app_commands.commands._extract_parameters_from_callback, WeakKeyDictionary[Any, Any]()
    read, known = inspect.signature, WeakKeyDictionary[Any, dict[Any, inspect.Signature]]()

    def remembered(called: Any, **how: Any) -> inspect.Signature:
        function = getattr(called, "__func__", called)
        if not inspect.isfunction(function):
            return read(called, **how)
        found, key = known.setdefault(function, {}), (called is function, *how.items())
        if key not in found:
            found[key] = read(called, **how)
        return found[key]

    def remembered_options(function: Any, names: Any) -> dict[str, Any]:
        if function not in options:
            options[function] = read_options(function, names)
        return dict(options[function])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspect, "signature", remembered)
        patch.setattr(app_commands.commands, "_extract_parameters_from_callback", remembered_options)
        yield


@cache
def _a_bot() -> DominoBot:
    async def make() -> DominoBot:
        bot = await loaded_bot()
        bot.halt()
        await bot.hub.store.close()
        return bot

    # a loop may run in this thread
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, make()).result()


def all_groups() -> Mapping[str, Group]:
    """Return the groups of commands, by name, with all commands."""
    return groups_of(_a_bot())


def command_tree() -> app_commands.CommandTree[Any]:
    """Return the tree with all commands."""
    return _a_bot().tree


def all_handlers() -> dict[tuple[str, str], Handler]:
    """Return the handlers of all controls, by kind and verb."""
    cogs = [cog for cog in _a_bot().cogs.values() if isinstance(cog, Cog)]
    return {(str(kind), verb): handler for cog in cogs for (kind, verb), handler in cog.controls.items()}
