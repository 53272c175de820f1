"""What tables on a server are opened with unless somebody chooses otherwise, and where they may be."""

from __future__ import annotations

import discord

from cogs.errors import Sorry
from cogs.interaction import Interaction
from cogs.words import words_for
from engine.live.preferences import ServerPreferences
from engine.rules.catalogue import CATALOGUE
from engine.rules.options import Value

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
        Sorry: it does not; the text says where it does.

    """
    if may_open(interaction, chosen):
        return
    words = words_for(interaction.locale)
    places = mentions(interaction.guild, chosen.channels)
    if places:
        raise Sorry(words.gettext("Tables are opened in {channels} on this server.").format(channels=places))
    raise Sorry(
        words.gettext("The channels for tables are gone from this server. Whoever has Manage Server can choose others.")
    )
