"""Deleting what is kept of a server, at once: a button in ``/domino privacy`` for who manages it, asked twice."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import button, on_button
from cogs.core.confirm import ask as ask_about
from cogs.core.confirm import confirm
from cogs.core.context import manages_server
from cogs.core.errors import UserError, link
from cogs.core.layout import layout
from engine.live.privacy.service import StillOpen
from render.i18n import translations

MOST_LINKS = 5
"""How many tables are named that keep something from being deleted."""

SURE, VERY_SURE = "delete the server", "delete the server for good"


def erasure_button(t: NullTranslations) -> discord.ui.Button[Any]:
    """Give the button that asks to delete a server's data."""
    return button("eraseserver", label=t.gettext("Delete this server's data"), style=discord.ButtonStyle.danger)


def _guild(interaction: Interaction, t: NullTranslations) -> int:
    """Give the server whose data somebody may delete; raise UserError where they may not, or a table is open."""
    if interaction.guild_id is None or not manages_server(interaction):
        raise UserError(t.gettext("Only members with the permission Manage Server can delete this server's data."))
    if refusal := _refusal(interaction, t):
        raise UserError(refusal)
    return interaction.guild_id


def _refusal(interaction: Interaction, t: NullTranslations) -> str:
    """Say that tables are open on a server, and where; nothing if none is."""
    tables = [each for each in interaction.client.hub.tables if each.header.guild == interaction.guild_id]
    if not tables:
        return ""
    text = t.gettext("Tables are open on this server, so nothing was deleted. Let them end, or end them, first.")
    return " ".join([text, *(link(each) for each in tables[:MOST_LINKS])])


@on_button("eraseserver")
async def ask(interaction: Interaction) -> None:
    """Say what deleting a server's data means, and ask."""
    t = translations(interaction.locale)
    guild = _guild(interaction, t)
    lines = [
        f"## {t.gettext('Delete what is kept of this server?')}",
        t.gettext(
            "All tables and matches that were played here, with their records and replays, the leaderboard, ratings and"
            " seasons of everybody, and this server's settings."
        ),
        t.gettext("The bot stays. To have it all deleted in 30 days, it is enough to take the bot out."),
    ]
    await _question(interaction, lines, "erasingserver", ask_about(interaction, f"{SURE} {guild}"), t.gettext("Go on"))


@on_button("erasingserver")
async def ask_again(interaction: Interaction, word: str) -> None:
    """Ask for the second time."""
    t = translations(interaction.locale)
    guild = _guild(interaction, t)
    confirm(interaction, f"{SURE} {guild}", word)
    lines = [
        f"## {t.gettext('Really delete it?')}",
        t.gettext("⚠️ **This can't be undone**, by nobody, and it takes from everybody on this server what they won."),
    ]
    token = ask_about(interaction, f"{VERY_SURE} {guild}")
    await _question(interaction, lines, "erasedserver", token, t.gettext("Delete it for good"))


async def _question(interaction: Interaction, lines: list[str], verb: str, word: str, label: str) -> None:
    t = translations(interaction.locale)
    row = (
        button(verb, word, label=label, style=discord.ButtonStyle.danger),
        button("keepserver", label=t.gettext("Keep everything")),
    )
    await interaction.response.edit_message(view=layout("\n".join(lines), rows=(row,)))


@on_button("erasedserver")
async def erase_for_good(interaction: Interaction, word: str) -> None:
    """Delete what is kept of a server, after somebody who may has said twice that they want it."""
    t = translations(interaction.locale)
    guild = _guild(interaction, t)
    confirm(interaction, f"{VERY_SURE} {guild}", word)
    await interaction.response.defer()
    try:
        await interaction.client.hub.store.personal.erase_server(guild)
    except StillOpen:
        # somebody opened one meanwhile
        raise UserError(_refusal(interaction, t)) from None
    done = t.gettext("What was kept of this server is deleted.")
    await interaction.edit_original_response(view=layout(done))


@on_button("keepserver")
async def keep(interaction: Interaction) -> None:
    """Answer Keep everything."""
    t = translations(interaction.locale)
    await interaction.response.edit_message(view=layout(t.gettext("All right, nothing was deleted.")))
