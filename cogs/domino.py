"""The one command that all others stand under: ``/domino``."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from discord import app_commands

from cogs.errors import guarded
from cogs.interaction import Interaction

domino = app_commands.Group(
    name=app_commands.locale_str("domino"),
    description=app_commands.locale_str("Play dominoes with friends"),
    guild_only=True,
)


def command(
    *, name: app_commands.locale_str, description: app_commands.locale_str, under: app_commands.Group = domino
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Make a function a command under ``/domino``, or under a group of commands there.

    What goes wrong in it becomes a sentence for whoever gave it.
    """

    def register(callback: Callable[..., Awaitable[None]]) -> app_commands.Command[Any, ..., None]:
        @wraps(callback)
        async def answered(interaction: Interaction, **arguments: Any) -> None:
            await guarded(interaction, callback(interaction, **arguments))

        # the names in annotations are those of the callback's module, not of this one
        answered.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
        return under.command(name=name, description=description)(answered)

    return register
