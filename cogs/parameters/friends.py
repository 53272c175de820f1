"""Friends whom a command invites."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord.abc import GuildChannel

from cogs.core.bot import Interaction
from cogs.core.context import delivery_of
from cogs.core.errors import UserError
from cogs.core.frame import escaped
from cogs.core.ways import Way
from engine.i18n import N_
from render.i18n import translations


def invited_ids(
    interaction: Interaction,
    friends: Sequence[discord.User | discord.Member | None],
    *,
    otherwise: Way | None = None,
    without_bots: Way | None = None,
) -> tuple[int, ...]:
    """Return the ids of the invited people, without the user who invites them.

    Args:
        interaction: the command.
        friends: the people, None for an option that was left out.
        otherwise: the way on where somebody can't come.
        without_bots: the way on where somebody is a bot.

    Raises:
        UserError: one of them can't be invited to this channel; the text says why.

    """
    invited = [friend for friend in friends if friend is not None]
    t = translations(interaction.locale)
    for friend in invited:
        if friend.bot:
            text = t.gettext("{name} is a bot, and bots can't be invited.")
            raise UserError(text.format(name=escaped(friend.display_name)), without_bots)
        if reason := _obstacle(interaction, friend):
            raise UserError(t.gettext(reason).format(name=escaped(friend.display_name)), otherwise)
    return tuple(dict.fromkeys(friend.id for friend in invited if friend.id != interaction.user.id))


def _obstacle(interaction: Interaction, friend: discord.User | discord.Member) -> str:
    """Return the reason why somebody can't be invited to this channel, still in English; empty for none.

    Discord names neither the members of a server without the bot nor the readers of its channels.
    """
    if delivery_of(interaction).on_server:
        if not isinstance(friend, discord.Member):
            return N_("{name} isn't on this server and can't play here.")
        return "" if _sees(friend, interaction.channel) else N_("{name} can't see this channel and can't play here.")
    if not _may_be_in(interaction.channel, friend):
        return N_("{name} isn't in this conversation and can't play here.")
    return ""


def _sees(member: discord.Member, channel: object) -> bool:
    """Whether a member sees a channel of their server; a thread counts as its channel."""
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    return not isinstance(parent, GuildChannel) or parent.permissions_for(member).view_channel


def _may_be_in(channel: object, friend: discord.User | discord.Member) -> bool:
    """Whether somebody may be in a conversation; Discord may leave out its members."""
    if not isinstance(channel, (discord.DMChannel, discord.GroupChannel)):
        return True
    return not channel.recipients or friend in channel.recipients
