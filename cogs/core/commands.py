"""The one command with all others below it: ``/domino``."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial, wraps
from gettext import NullTranslations
from typing import Any

import discord
from discord import AppCommandOptionType, app_commands

from cogs.core.bot import Interaction
from cogs.core.dispatch import dispatch
from cogs.core.errors import UserError
from cogs.core.requests import FAILURES, describe
from engine.errors import redacted_traceback
from render.i18n import translations

_log = logging.getLogger(__name__)

_ = app_commands.locale_str

Suggest = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[Any]]]]
"""A function that suggests choices while a user types."""

domino = app_commands.Group(
    name=app_commands.locale_str("domino"),
    description=app_commands.locale_str("Play dominoes with friends"),
    guild_only=True,
)


def command(
    *, name: app_commands.locale_str, description: app_commands.locale_str, under: app_commands.Group = domino
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Register a function as a command below ``/domino``, or below a group there.

    Errors are answered with a reply to the user.
    """

    def register(callback: Callable[..., Awaitable[None]]) -> app_commands.Command[Any, ..., None]:
        @wraps(callback)
        async def answered(interaction: Interaction, **arguments: Any) -> None:
            await dispatch(interaction, partial(_answer, callback, interaction, arguments))

        # the names in annotations are those of the callback's module, not of this one
        answered.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
        suggesting: dict[str, Suggest] = getattr(callback, _SUGGESTING, {})
        setattr(answered, _SUGGESTING, {name: _offering(suggest) for name, suggest in suggesting.items()})
        return under.command(name=name, description=description)(answered)

    return register


_SUGGESTING = "__discord_app_commands_param_autocomplete__"
"""The attribute of a command's function where the library stores the functions that suggest choices."""

_KINDS = {
    AppCommandOptionType.string.value: str,
    AppCommandOptionType.integer.value: int,
    AppCommandOptionType.boolean.value: bool,
}
MAX_TYPED = 6_000
"""Discord's limit for the text of an option."""


async def _answer(callback: Callable[..., Awaitable[None]], interaction: Interaction, arguments: Any) -> None:
    t = translations(interaction.locale)
    if interaction.guild_id is None or interaction.channel_id is None:
        raise UserError(t.gettext("Tables are for servers: open one in a channel."))
    if not (_as_described(interaction.data or {}) and _on_offer(interaction, arguments)):
        raise UserError(t.gettext("This command doesn't accept that value."))
    await callback(interaction, **arguments)


def _as_described(data: Mapping[str, Any]) -> bool:
    """Whether the values of a command have the types they claim; Discord's own clients send no others."""
    for option in data.get("options") or ():
        value = option.get("value")
        kind = _KINDS.get(option.get("type"))
        # Discord sends a number while it is being typed
        if kind is not None and not option.get("focused") and type(value) is not kind:
            return False
        if isinstance(value, str) and len(value) > MAX_TYPED:
            return False
        if not _as_described(option):
            return False
    return True


def _on_offer(interaction: Interaction, arguments: Mapping[str, object]) -> bool:
    """Whether each value is one of its option's choices and within its bounds."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    for option in command.parameters:
        value = arguments.get(option.name, option.default)
        offered = [option.default, *(each.value for each in option.choices), *option.choices]
        if option.choices and value not in offered:
            return False
        least, most = option.min_value, option.max_value
        if isinstance(value, int) and not ((least is None or value >= least) and (most is None or value <= most)):
            return False
    return True


def _offering(suggest: Suggest) -> Suggest:
    """Wrap a function that suggests choices: if it fails, it suggests none, since no user can read an error here."""

    @wraps(suggest)
    async def offered(interaction: Interaction, typed: str) -> list[app_commands.Choice[Any]]:
        try:
            choices = await suggest(interaction, str(typed)) if _as_described(interaction.data or {}) else []
        except Exception as error:
            _log.error("choices could not be offered:\n%s", redacted_traceback(error))
            choices = []
        try:
            # sent from here, since the library makes a traceback of what comes too late or twice
            await interaction.response.autocomplete(choices)
        except (discord.DiscordException, *FAILURES) as error:
            _log.info("choices could not be offered: %s", describe(error))
            interaction.response._response_type = discord.InteractionResponseType.autocomplete_result  # pyright: ignore
        return []

    return offered


def command_name(t: NullTranslations, *names: str, **chosen: str) -> str:
    """Return a command below ``/domino`` as the reader types it: ```/domino settings season do:open```."""
    typed = [t.gettext(each) for each in ("domino", *names)]
    typed += [f"{t.gettext(option)}:{t.gettext(choice)}" for option, choice in chosen.items()]
    return f"`/{' '.join(typed)}`"


settings = app_commands.Group(name=_("settings"), description=_("How the bot shows things"), parent=domino)
