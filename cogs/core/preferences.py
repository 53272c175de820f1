"""The preferences of servers and people: theme, language, text, rule set, channels."""

from __future__ import annotations

from gettext import NullTranslations
from typing import NamedTuple

import discord

import render
from cogs.core.bot import Interaction
from cogs.core.context import client_locale, delivery_of, leaderboard_scope
from cogs.core.errors import UserError
from engine.live.database_store import DatabaseStore
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from engine.live.model.saved_rules import Fitted
from engine.live.model.table import Header
from engine.options import Value, accepted, as_written, complete
from engine.rules import RULE_SETS
from render.i18n import translations


async def server_preferences(interaction: Interaction) -> ServerPreferences:
    """Return the preferences of the server where a user acts; the defaults outside of servers."""
    return await interaction.client.hub.store.preferences.get(ServerPreferences, leaderboard_scope(interaction))


class Appearance(NamedTuple):
    """How something is shown.

    Attributes:
        as_text: whether text takes the place of pictures.
        theme: the theme of pictures.

    """

    as_text: bool
    theme: render.Theme


async def server_theme(store: DatabaseStore, guild_id: int) -> render.Theme:
    """Return the theme of a server's public messages; outside of servers, the default theme."""
    return render.THEMES.get((await store.preferences.get(ServerPreferences, guild_id)).theme, render.DEFAULT)


async def edits_one_picture(store: DatabaseStore, header: Header) -> bool:
    """Whether one message of a table is edited at each move: by its host's choice, or else the server's."""
    if header.one_picture is not None:
        return header.one_picture
    return (await store.preferences.get(ServerPreferences, header.guild_id)).one_picture


async def appearance(store: DatabaseStore, guild_id: int, user_id: int) -> Appearance:
    """Return how something is shown to one user alone; a person without a theme gets the server's."""
    theme, chosen = await server_theme(store, guild_id), await store.preferences.get(PersonPreferences, user_id)
    return Appearance(chosen.as_text, render.THEMES.get(chosen.theme, theme))


async def appearance_of_answer(interaction: Interaction, *, private: bool) -> Appearance:
    """Return how an answer is shown: to its user alone, or to everyone on the server."""
    store, guild_id = interaction.client.hub.store, leaderboard_scope(interaction)
    if private:
        return await appearance(store, guild_id, interaction.user.id)
    return Appearance(as_text=False, theme=await server_theme(store, guild_id))


def server_language(chosen: ServerPreferences, guild: discord.Guild | None, locale: discord.Locale | None) -> str:
    """Return the language of a server: chosen here or, on a Community server, on Discord; empty if it has none.

    Discord lets Community servers alone choose a language; every other server counts as American English. The features
    of a server may not be known yet, at a start.
    """
    community = guild is not None and "COMMUNITY" in guild.features
    counts = locale is not None and (community or locale is not discord.Locale.american_english)
    return chosen.language or (str(locale) if counts else "")


def public_language(interaction: Interaction, chosen: ServerPreferences, kept: str = "") -> str:
    """Return the language of public messages in a user's place.

    This is the server's language. Elsewhere it is that of the Discord of the user who opens a table, or asks. A
    direct message has no other reader than the user, who may have chosen another language.

    Args:
        interaction: the interaction.
        chosen: the server's preferences.
        kept: for a rematch, the language of the match; empty for any other answer.

    """
    if delivery_of(interaction).alone:
        return str(interaction.locale)
    language = server_language(chosen, interaction.guild, interaction.guild_locale)
    return language or kept or str(client_locale(interaction))


async def public_texts(interaction: Interaction) -> NullTranslations:
    """Return the catalog of an answer that everybody sees."""
    return translations(public_language(interaction, await server_preferences(interaction)))


DEFAULT_RULES = "express"


def rules_of(chosen: ServerPreferences) -> str:
    """Return the rule set of a server's tables; the default if it has chosen none that exists."""
    return chosen.rules if chosen.rules in RULE_SETS else DEFAULT_RULES


def options_of(chosen: ServerPreferences, rules: str) -> dict[str, Value]:
    """Return the server's options for its rule set, as far as the rule set accepts them; none for another."""
    if rules != rules_of(chosen):
        return {}
    offered = RULE_SETS[rules].options
    return as_written(offered, accepted(offered, chosen.options))


def fitted_preferences(chosen: ServerPreferences, rules: str = "") -> Fitted:
    """Return the rules of a server's tables; or another rule set with the server's clock."""
    rules = rules or rules_of(chosen)
    options = complete(rules, RULE_SETS[rules].options, options_of(chosen, rules))
    return Fitted(rules, options, {"clock": chosen.clock.value, "hints": False, "auto": chosen.auto.value})


def may_open(interaction: Interaction, chosen: ServerPreferences) -> bool:
    """Whether a table may be opened in the interaction's channel; a thread counts as its channel."""
    channel = interaction.channel
    here = {interaction.channel_id, channel.parent_id if isinstance(channel, discord.Thread) else None}
    return not chosen.channels or not here.isdisjoint(chosen.channels)


def mentions(guild: discord.Guild | None, channels: tuple[int, ...]) -> str:
    """Return mentions of channels; deleted ones are left out."""
    return ", ".join(f"<#{each}>" for each in channels if guild is None or guild.get_channel(each) is not None)


def check(interaction: Interaction, chosen: ServerPreferences) -> None:
    """Raise unless the server allows tables in the interaction's channel.

    Raises:
        UserError: it does not; the text says where it does.

    """
    if may_open(interaction, chosen):
        return
    t = translations(interaction.locale)
    places = mentions(interaction.guild, chosen.channels)
    if places:
        raise UserError(t.gettext("On this server, open tables in {channels}.").format(channels=places))
    raise UserError(
        t.gettext(
            "The channels for tables no longer exist on this server. A member with Manage Server can choose others."
        )
    )
