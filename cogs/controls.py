"""Buttons and selects that outlive restarts: a custom id names what to do, a table and a ply, and nothing secret."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self, TypeVar

import discord
from discord.ui import DynamicItem

from cogs.errors import guarded
from cogs.interaction import Interaction

Handler = Callable[..., Awaitable[None]]
H = TypeVar("H", bound=Handler)

_handlers: dict[str, Handler] = {}


def handles(verb: str) -> Callable[[H], H]:
    """Name the function that answers the controls of a verb.

    It gets the interaction and the arguments of the custom id as texts; for a select, then the list of values chosen.
    """

    def note(handler: H) -> H:
        assert verb not in _handlers, verb
        _handlers[verb] = handler
        return handler

    return note


def custom_id(kind: str, verb: str, *arguments: object) -> str:
    """Write a custom id: ``kind:verb:argument:…``, at most 100 characters."""
    return ":".join((kind, verb, *(str(each) for each in arguments)))


class PressButton(DynamicItem[discord.ui.Button[Any]], template=r"b:(?P<verb>[a-z]+)(?P<rest>(?::[A-Za-z0-9_-]+)*)"):
    """A button whose press is answered by the handler of its verb."""

    def __init__(self, item: discord.ui.Button[Any], verb: str, arguments: Sequence[str]) -> None:
        super().__init__(item)
        self.verb = verb
        self.arguments = tuple(arguments)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the verb and its arguments back."""
        del interaction
        assert isinstance(item, discord.ui.Button)
        return cls(item, match["verb"], match["rest"].split(":")[1:])

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Answer a press."""
        await _answer(interaction, self.verb, *self.arguments)


class ChooseSelect(DynamicItem[discord.ui.Select[Any]], template=r"s:(?P<verb>[a-z]+)(?P<rest>(?::[A-Za-z0-9_-]+)*)"):
    """A select whose choice is answered by the handler of its verb."""

    def __init__(self, item: discord.ui.Select[Any], verb: str, arguments: Sequence[str]) -> None:
        super().__init__(item)
        self.verb = verb
        self.arguments = tuple(arguments)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the verb and its arguments back."""
        del interaction
        assert isinstance(item, discord.ui.Select)
        return cls(item, match["verb"], match["rest"].split(":")[1:])

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Answer a choice."""
        await _answer(interaction, self.verb, *self.arguments, self.item.values)


async def _answer(interaction: Interaction, verb: str, *arguments: object) -> None:
    handler = _handlers.get(verb)
    await guarded(interaction, _unknown(interaction) if handler is None else _call(handler, interaction, *arguments))


async def _call(handler: Handler, interaction: Interaction, *arguments: object) -> None:
    try:
        waiting = handler(interaction, *arguments)
    except TypeError:
        # a forged or outgrown custom id with another number of arguments
        waiting = _unknown(interaction)
    await waiting


async def _unknown(interaction: Interaction) -> None:
    from engine.live.declined import Declined, Why

    del interaction
    raise Declined(Why.STALE)


def known(identity: str) -> bool:
    """Tell whether a custom id is of a form that some control here answers."""
    return any(
        kind.__discord_ui_compiled_template__.fullmatch(identity) is not None for kind in (PressButton, ChooseSelect)
    )


def button(
    verb: str,
    *arguments: object,
    label: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: discord.PartialEmoji | str | None = None,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """Make a button that the handler of ``verb`` answers, now and after any restart."""
    return discord.ui.Button(
        label=label, style=style, emoji=emoji, disabled=disabled, custom_id=custom_id("b", verb, *arguments)
    )


def select(
    verb: str, *arguments: object, options: Sequence[discord.SelectOption], placeholder: str
) -> discord.ui.Select[Any]:
    """Make a select of one value that the handler of ``verb`` answers, now and after any restart."""
    return discord.ui.Select(
        options=list(options), placeholder=placeholder[:150], custom_id=custom_id("s", verb, *arguments)
    )
