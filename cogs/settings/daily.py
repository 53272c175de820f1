"""A server's channel for the deal of the day, which another feature posts there."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

import discord

from cogs.core.bot import Bot
from cogs.core.permissions import NEEDED, bold, missing
from cogs.core.preferences import mentions
from cogs.messages.forms.form import Field, Page
from engine.live.model.preferences import ServerPreferences

PLACES = (discord.ChannelType.text, discord.ChannelType.news)
"""The kinds of channel on offer."""


def offers_daily(client: Bot) -> bool:
    """Whether the bot has the deal of the day."""
    return "cogs.challenges" in client.extensions


def daily_text(guild: discord.Guild | None, chosen: ServerPreferences, t: NullTranslations) -> str:
    """Return the channel, or that there is none."""
    if not chosen.daily_channel:
        return t.gettext("not posted")
    return mentions(guild, (chosen.daily_channel,)) or t.gettext("nowhere: that channel no longer exists")


def daily_page(channels: Sequence[int], t: NullTranslations) -> Page:
    """Return the page of the form with the channel, if there is one that exists."""
    about = t.gettext("One message a day after 00:00 UTC, with yesterday's results. None chosen: no message.")
    field = Field(
        "daily",
        t.gettext("Channel"),
        tuple(map(str, channels)),
        description=about,
        channel_types=PLACES,
        max_channels=1,
    )
    return Page(t.gettext("Deal of the day"), [field])


def obstacle(guild: discord.Guild, channel_id: int, t: NullTranslations) -> str:
    """Return the reason why the bot can't post in a channel; empty if it can."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        return t.gettext("The channel for the deal of the day no longer exists.")
    lacking = missing(channel.permissions_for(guild.me), NEEDED, t)
    text = t.gettext("I can't post the deal of the day in {channel}: I'm missing {permissions} there.")
    return text.format(channel=channel.mention, permissions=bold(lacking)) if lacking else ""
