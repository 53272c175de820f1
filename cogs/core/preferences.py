"""How something is shown to somebody: in their server's theme and language, or as text."""

from __future__ import annotations

import discord

import render
from cogs.core.bot import Interaction
from cogs.core.errors import UserError
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from engine.live.store import Store
from engine.options import Value
from engine.rules import CATALOGUE
from render.i18n import translations


async def server_preferences(store: Store, guild: int | None) -> ServerPreferences:
    """Give what a server has set; the defaults outside of servers."""
    return ServerPreferences() if guild is None else await store.preferences(ServerPreferences, guild)


async def theme_of(store: Store, guild: int | None) -> render.Theme:
    """Give the theme that a server has chosen; the default one where it has not, and outside of servers."""
    chosen = await server_preferences(store, guild)
    return render.THEMES.get(chosen.theme, render.DEFAULT)


async def one_picture(store: Store, guild: int | None) -> bool:
    """Tell whether a server's moves are shown in one message that is edited, rather than in a new one each."""
    return (await server_preferences(store, guild)).one_picture


def language_of(chosen: ServerPreferences, locale: discord.Locale | None) -> str:
    """Give the language of what everybody on a server reads: chosen, or the one that Discord says it has."""
    return chosen.language or str(locale or discord.Locale.american_english)


async def reads_text(store: Store, user: int) -> bool:
    """Tell whether somebody wants text in place of pictures in what is shown to them alone."""
    return (await store.preferences(PersonPreferences, user)).as_text


DEFAULT_RULES = "express"


def rules_of(chosen: ServerPreferences) -> str:
    """Give the rule set of a server's tables; the bot's own where it has chosen none that there is today."""
    return chosen.rules if chosen.rules in CATALOGUE else DEFAULT_RULES


def options_of(chosen: ServerPreferences, rules: str) -> dict[str, Value]:
    """Give the options that a server has chosen for a rule set, as far as that takes them."""
    found = CATALOGUE.get(rules)
    if found is None or rules != rules_of(chosen):
        return {}
    offered = {option.id: option for option in found.options}
    return {name: value for name, value in chosen.options.items() if name in offered and offered[name].accepts(value)}


def may_open(interaction: Interaction, chosen: ServerPreferences) -> bool:
    """Tell whether a table may be opened where an interaction comes from; a thread counts as its channel."""
    channel = interaction.channel
    here = {interaction.channel_id, channel.parent_id if isinstance(channel, discord.Thread) else None}
    return not chosen.channels or not here.isdisjoint(chosen.channels)


def mentions(guild: discord.Guild | None, channels: tuple[int, ...]) -> str:
    """Name channels so that a press leads there; those that are gone are left out."""
    return ", ".join(f"<#{each}>" for each in channels if guild is None or guild.get_channel(each) is not None)


def check(interaction: Interaction, chosen: ServerPreferences) -> None:
    """Make sure that a server wants tables where an interaction comes from.

    Raises:
        UserError: it does not; the text says where it does.

    """
    if may_open(interaction, chosen):
        return
    t = translations(interaction.locale)
    places = mentions(interaction.guild, chosen.channels)
    if places:
        raise UserError(t.gettext("Tables are opened in {channels} on this server.").format(channels=places))
    raise UserError(
        t.gettext("The channels for tables are gone from this server. Whoever has Manage Server can choose others.")
    )
