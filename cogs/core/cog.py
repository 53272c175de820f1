"""The base of all cogs: the commands and controls of their marked methods exist while they are loaded."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, cast

import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs.core.bot import Bot, Interaction
from cogs.core.commands import add_command, remove_command
from engine.live.tables.table import Table

Kind = Literal["b", "s", "c", "m"]
"""A kind of control, as custom ids begin: button, select, select of channels, modal."""

Beside = Literal["stats", "leaderboard", "tournaments"]
"""A message to which other features add buttons."""

Sent = dict[str, list[str]]
"""The values of a submitted modal, by the custom id of the field: texts, or the chosen values."""

Function = Callable[..., Awaitable[None]]
F = TypeVar("F", bound=Function)


class Mark(NamedTuple):
    """The mark of a method that answers a control.

    Attributes:
        kind: the kind of control.
        verb: its verb.
        beside: the message of another feature that has this button, too; None for none.
        label: the label of that button, not yet translated.

    """

    kind: Kind
    verb: str
    beside: Beside | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Handler:
    """A method that answers controls.

    Attributes:
        takes_table: whether its first argument is an open table, given by its id.
        min_arguments: how many arguments it takes at least, beside the interaction.
        max_arguments: how many at most.
        mark: the mark of the method.

    """

    function: Function
    takes_table: bool
    min_arguments: int
    max_arguments: int
    mark: Mark


def on_button(verb: str, *, beside: Beside | None = None, label: str = "") -> Callable[[F], F]:
    """Mark a cog's method as the handler of a button.

    A handler gets the interaction, then the arguments of the custom id as strings. If its first parameter is a
    :class:`~engine.live.tables.table.Table`, the first argument is the id of an open table, which it gets instead.
    A press is acknowledged if its handler says nothing. With ``beside``, a message of another feature has a button with
    that label and without arguments, as long as the cog is loaded.
    """
    return partial(_mark, Mark("b", verb, beside, label))


def on_select(verb: str) -> Callable[[F], F]:
    """Mark a cog's method as the handler of a select; its last argument is the value that the user chose."""
    return partial(_mark, Mark("s", verb))


def on_channel_select(verb: str) -> Callable[[F], F]:
    """Mark a cog's method as the handler of a select of channels; its last argument is the list of the ids."""
    return partial(_mark, Mark("c", verb))


def on_modal(verb: str) -> Callable[[F], F]:
    """Mark a cog's method as the handler of a modal; its last argument has the values of its fields."""
    return partial(_mark, Mark("m", verb))


def on_person(*, name: app_commands.locale_str) -> Callable[[F], F]:
    """Mark a cog's method as a command in the menu of a person, in all places; it gets the interaction and the person.

    Discord allows five such commands, with names of at most 32 characters.
    """

    def mark(method: F) -> F:
        setattr(method, _MENU, name)
        return method

    return mark


_CONTROLS, _MENU = "__domino_controls__", "__domino_menu__"
"""The attributes of a method with the controls that it answers, and with its name in the menu of a person."""


def _mark(mark: Mark, function: F) -> F:
    marks: list[Mark] = [*getattr(function, _CONTROLS, ()), mark]
    setattr(function, _CONTROLS, marks)
    return function


def _handler(mark: Mark, method: Function) -> Handler:
    """Return the handler of a control; its parameters have to be those of such a control."""
    parameters = list(inspect.signature(method, eval_str=True).parameters.values())[1:]
    types = [each.annotation for each in parameters]
    takes_table = types[:1] == [Table]
    expected: list[object] = [str] * (len(types) - takes_table)
    if mark.kind != "b":
        expected[-1:] = [{"s": str, "c": list[str], "m": Sent}[mark.kind]]
    assert types[takes_table:] == expected, f"{method} can't handle {mark.kind}:{mark.verb}"
    min_arguments = sum(each.default is each.empty for each in parameters)
    return Handler(method, takes_table, min_arguments, len(parameters), mark)


def _in_menu(name: app_commands.locale_str, method: Function) -> app_commands.ContextMenu:
    """Return the command in the menu of a person that calls a method."""

    async def run(interaction: Interaction, person: discord.User) -> None:
        await method(interaction, person)

    return app_commands.ContextMenu(
        name=name,
        callback=run,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )


class Cog(commands.Cog):
    """A part of a feature, with its commands, controls, listeners, loops, background tasks and memory.

    Commands and controls are marked methods. They and the loops begin when the cog is loaded; all of them and the
    tasks end when it is unloaded.

    Attributes:
        bot: the bot.
        controls: the handlers of the cog's controls, by kind and verb.
        loops: the cog's loops.

    """

    _members: ClassVar[Mapping[str, Any]]
    """The class's functions and loops by name, in their order in the source."""

    def __init_subclass__(cls, **how: Any) -> None:
        """Note the functions and loops of a class of cogs."""
        super().__init_subclass__(**how)
        found = vars(cls).items()
        cls._members = {name: each for name, each in found if inspect.isfunction(each) or isinstance(each, tasks.Loop)}

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.controls: dict[tuple[Kind, str], Handler] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def loops(self) -> list[tasks.Loop[Any]]:
        """The cog's loops."""
        return [getattr(self, name) for name, value in self._members.items() if isinstance(value, tasks.Loop)]

    async def cog_load(self) -> None:
        """Add the commands and controls, and start the loops."""
        for name, value in self._members.items():
            method: Any = getattr(self, name)
            for mark in getattr(value, _CONTROLS, ()):
                self.controls[mark.kind, mark.verb] = _handler(mark, method)
            add_command(self.bot, method)
            if name_in_menu := getattr(value, _MENU, None):
                self.bot.tree.add_command(_in_menu(name_in_menu, method))
        for other in self.bot.cogs.values():
            twice = self.controls.keys() & other.controls.keys() if isinstance(other, Cog) else ()
            assert not twice, f"{twice} in {other.qualified_name}, too"
        for loop in self.loops:
            loop.start()

    async def cog_unload(self) -> None:
        """Take back the commands and controls, and end the loops and tasks."""
        self.stop()
        for name, value in self._members.items():
            remove_command(self.bot, getattr(self, name))
            if name_in_menu := getattr(value, _MENU, None):
                self.bot.tree.remove_command(name_in_menu.message, type=discord.AppCommandType.user)
        self.controls.clear()

    def stop(self) -> None:
        """End the loops and tasks; commands and controls are still answered."""
        for loop in self.loops:
            loop.cancel()
        for task in self._tasks:
            task.cancel()

    def start_soon(self, task: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background until the cog is unloaded."""
        running = asyncio.create_task(task)
        self._tasks.add(running)
        running.add_done_callback(self._tasks.discard)

    @commands.Cog.listener()
    async def on_clock_step(self) -> None:
        """Start the loops anew: the library would let them sleep until the time that the clock showed before."""
        for loop in self.loops:
            loop.restart()


def handler_of(bot: commands.AutoShardedBot, kind: str, verb: str) -> Handler | None:
    """Return the handler of a control among a bot's cogs; None if no loaded cog has one."""
    key = cast("tuple[Kind, str]", (kind, verb))
    handlers = (cog.controls.get(key) for cog in bot.cogs.values() if isinstance(cog, Cog))
    return next(filter(None, handlers), None)


def marks_beside(bot: commands.AutoShardedBot, beside: Beside) -> list[Mark]:
    """Return the marks of the buttons that loaded cogs add to a message of another feature."""
    handlers = (each for cog in bot.cogs.values() if isinstance(cog, Cog) for each in cog.controls.values())
    return [each.mark for each in handlers if each.mark.beside == beside]


async def add_cogs(bot: Bot, *cogs: type[Cog]) -> None:
    """Add the cogs of an extension."""
    for each in cogs:
        await bot.add_cog(each(bot))
