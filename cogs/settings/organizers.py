"""A server's role for members who organize tournaments, which another feature reads."""

from __future__ import annotations

from gettext import NullTranslations

import discord

from cogs.core.bot import Bot
from cogs.messages.forms.form import Field, Page
from engine.live.model.preferences import ServerPreferences


def offers_tournaments(client: Bot) -> bool:
    """Whether the bot has tournaments."""
    return "cogs.cups" in client.extensions


def organizers_text(guild: discord.Guild | None, chosen: ServerPreferences, t: NullTranslations) -> str:
    """Return who may organize tournaments: the permission, and the role if there is one that exists."""
    if roles := _existing(guild, chosen):
        text = t.gettext("members with **Manage Events** or {role}")
        # Discord writes a mention of everybody's role with two signs
        everybody = guild is not None and chosen.cup_role == guild.id
        return text.format(role="@everyone" if everybody else f"<@&{roles[0]}>")
    return t.gettext("members with **Manage Events**")


def organizers_page(guild: discord.Guild | None, chosen: ServerPreferences, t: NullTranslations) -> Page:
    """Return the page of the form with the role."""
    about = t.gettext("Its members may organize tournaments, like members with Manage Events.")
    field = Field("organizers", t.gettext("Role"), _existing(guild, chosen), description=about, role=True)
    return Page(t.gettext("Tournaments"), [field])


def _existing(guild: discord.Guild | None, chosen: ServerPreferences) -> tuple[str, ...]:
    """Return the id of the role; nothing if there is none, or it no longer exists."""
    there = chosen.cup_role and (guild is None or guild.get_role(chosen.cup_role) is not None)
    return (str(chosen.cup_role),) if there else ()
