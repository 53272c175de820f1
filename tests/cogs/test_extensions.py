"""Features are extensions: they come and go, each alone, and nothing is shared between two bots."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator, Collection, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from discord import AppCommandType

from cogs.bot import EXTENSIONS, DominoBot
from cogs.core.cog import Cog
from cogs.core.commands import groups_of
from cogs.registration.translator import CommandTranslator
from engine.live.model.table import Status
from engine.live.tables.table import Table
from tests.support.features import loaded_bot
from tests.support.in_memory.matches import keep
from tests.support.in_memory.world import World

every_extension = pytest.mark.parametrize("name", EXTENSIONS)


@asynccontextmanager
async def running(without: Collection[str] = ()) -> AsyncGenerator[DominoBot]:
    """Yield a bot with its features that is not connected, and close it."""
    async with await loaded_bot(without) as bot:
        yield bot


def commands_of(bot: DominoBot) -> set[str]:
    """Return the names of all commands, those at their former places and in the menu of a person as well."""
    menu = {each.name for each in bot.tree.get_commands(type=AppCommandType.user)}
    return menu | {
        f"{group} {each.name}"
        for group, found in groups_of(bot).items()
        for each in found.commands
        if group != each.name
    }


def controls_of(bot: DominoBot) -> set[tuple[str, str]]:
    return {(str(kind), verb) for cog in bot.cogs.values() if isinstance(cog, Cog) for kind, verb in cog.controls}


def listeners_of(bot: DominoBot) -> list[str]:
    return sorted(f"{event} {each.__qualname__}" for event, found in bot.extra_events.items() for each in found)


def kept_of(bot: DominoBot) -> tuple[Any, ...]:
    """Return the parts of a bot that its features add."""
    return commands_of(bot), controls_of(bot), listeners_of(bot), sorted(bot.cogs)


def tasks() -> set[asyncio.Task[Any]]:
    """Return the running tasks, but for that of the database, which writes for any feature and then ends."""
    return {each for each in asyncio.all_tasks() if "Connection._write_all" not in str(each.get_coro())}


async def reload(bot: DominoBot, name: str) -> None:
    """Reload an extension, with all its modules imported again."""
    await bot.unload_extension(name)
    for module in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[module]
    await bot.load_extension(name)


@pytest.fixture(autouse=True)
def modules_come_back() -> Iterator[None]:
    """Leave the modules to other tests that they know."""
    before = {name: module for name, module in sys.modules.items() if name.startswith("cogs.")}
    yield
    sys.modules.update(before)


# ---------------------------------------------------------------------- coming and going


@pytest.mark.sampled
@every_extension
async def test_an_extension_that_is_unloaded_leaves_nothing_behind_and_loads_again(name: str) -> None:
    async with running(without=(name,)) as bot:
        lacking, idle = kept_of(bot), tasks()
        await bot.load_extension(name)
        whole = kept_of(bot)
        mine = [cog for cog in bot.cogs.values() if cog.__module__ == name or cog.__module__.startswith(f"{name}.")]
        assert mine
        for cog in mine:
            assert isinstance(cog, Cog)
            cog.start_soon(asyncio.sleep(3600))
            assert all(loop.is_running() for loop in cog.loops)
        assert tasks() > idle
        await bot.unload_extension(name)
        await asyncio.sleep(0)
        assert kept_of(bot) == lacking != whole
        assert tasks() == idle
        await bot.load_extension(name)
        assert kept_of(bot) == whole


@pytest.mark.sampled(2)
@every_extension
async def test_a_bot_starts_without_any_one_extension(world: World, name: str) -> None:
    await world.replace(without=(name, "cogs.tile_emojis"))
    assert name not in world.bot.extensions
    assert world.bot.upkeep.tick.is_running()
    if name != "cogs.lobby":
        table = await world.lobby("alice", "bruno")
        assert table.header.status is Status.LOBBY


async def test_a_match_is_played_with_lobby_and_play_alone(world: World) -> None:
    await world.replace(without=[name for name in EXTENSIONS if name not in ("cogs.lobby", "cogs.play")])
    assert sorted(world.bot.extensions) == ["cogs.lobby", "cogs.play"]
    (group,) = world.bot.tree.get_commands(type=AppCommandType.chat_input)
    told = await group.get_translated_payload(world.bot.tree, CommandTranslator())
    assert (told["name"], "settings" in [each["name"] for each in told["options"]]) == ("domino", False), (
        "none is empty"
    )
    table = await world.sit("alice", "bruno", target=50)
    await world.move()
    await world.play_out(table)
    assert table.header.status is Status.FINISHED


async def test_the_bot_asks_for_no_messages_and_the_library_warns_of_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        async with running() as bot:
            assert not bot.intents.message_content
            assert not bot.intents.messages
            assert not bot.commands
    assert not caplog.records


# ---------------------------------------------------------------------- before and after


async def test_buttons_from_before_a_reload_work(world: World) -> None:
    await world.lobby("alice")
    await reload(world.bot, "cogs.lobby")
    await world.bruno.press("Join")
    await world.alice.press("Start")
    table = world.table
    assert (await world.mover().press("My hand")).ephemeral
    await reload(world.bot, "cogs.play")
    ply = table.ply
    assert (await world.mover().press("My hand")).ephemeral
    await world.move_by_hand()
    assert table.ply > ply


async def test_a_replay_from_before_a_reload_goes_on_and_is_reviewed(world: World) -> None:
    await keep(world, "alice bruno")
    answer = await world.alice.run("match replay", id="pastmtch")
    await reload(world.bot, "cogs.history")
    await world.alice.press("Next", answer)
    assert "Move 1 of" in answer.text
    await world.alice.press("Expert", answer)
    await world.env.settle()
    assert "Expert" in answer.text


async def test_a_confirmation_from_before_a_reload_has_expired(world: World) -> None:
    message = await world.alice.run("settings privacy")
    await world.alice.press("Delete my data", message)
    await reload(world.bot, "cogs.privacy")
    assert "That confirmation has expired" in (await world.alice.press("Continue", message)).text


@pytest.mark.long
async def test_a_table_is_the_same_class_after_all_features_are_reloaded(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for name in EXTENSIONS:
        if name in world.bot.extensions:
            await reload(world.bot, name)
    assert type(table) is Table
    ply = table.ply
    await world.play_by_button(world.mover())
    assert table.ply > ply
    assert "/domino hand" in (await world.alice.run("help")).text


# ---------------------------------------------------------------------- two bots


async def test_two_bots_in_one_process_share_no_command_and_no_control() -> None:
    async with running() as one, running() as other:
        for first, second in ((one, other), (other, one)):
            theirs = {id(each) for group in groups_of(second).values() for each in (group, *group.walk_commands())}
            ours = [each for group in groups_of(first).values() for each in (group, *group.walk_commands())]
            assert ours
            assert not [each for each in ours if id(each) in theirs]
            bound = [
                handler.function for cog in first.cogs.values() for handler in getattr(cog, "controls", {}).values()
            ]
            assert bound
            assert all(each.__self__.bot is first for each in bound)
        await one.unload_extension("cogs.play")
        assert "domino board" in commands_of(other)
        assert ("b", "act") in controls_of(other)
