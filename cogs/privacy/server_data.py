"""Deleting a server's data at once: a button in ``/domino settings privacy`` for members who manage the server."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import DominoBot, Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button
from cogs.core.components import button
from cogs.core.context import manages_server
from cogs.core.errors import UserError
from cogs.core.frame import framed
from cogs.messages.names import table_lines
from cogs.privacy.confirm import Confirmations
from cogs.privacy.remains import with_remains
from engine.live.hub import Hub
from engine.live.model.errors import TableError
from engine.live.model.table import Header
from engine.live.privacy.service import StillOpen
from engine.live.tables import lifecycle
from render.i18n import translations
from render.text.length import length

MAX_PLACES, MAX_REPLY = 5, 2_000
"""The number of tables listed that prevent a deletion, and Discord's limit for a text."""

SURE, VERY_SURE = "delete the server", "delete the server for good"


def deletion_button(t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that asks to delete a server's data."""
    return button("eraseserver", label=t.gettext("Delete this server's data"), style=discord.ButtonStyle.danger)


def _guild(interaction: Interaction, t: NullTranslations) -> int:
    """Return the id of the server to delete; raise UserError if the user may not, or a table is open."""
    if interaction.guild_id is None or not manages_server(interaction):
        raise UserError(t.gettext("Only members with the Manage Server permission can delete this server's data."))
    if open_here := _open_tables(interaction):
        raise _refusal(interaction, open_here, t)
    return interaction.guild_id


def _open_tables(interaction: Interaction) -> list[Header]:
    """Return the server's open tables that everybody sees: a private match is known to its player alone."""
    headers = (each.header for each in interaction.client.hub.tables)
    return [each for each in headers if each.guild_id == interaction.guild_id and not each.delivery.ephemeral]


async def end_tables(hub: Hub, guild_id: int, *, only_private: bool = False) -> None:
    """End the open tables of a server, or its private matches alone."""
    for table in hub.tables:
        if table.header.guild_id == guild_id and (table.header.delivery.ephemeral or not only_private):
            with suppress(TableError):
                await table.do(lifecycle.call_off)


def _refusal(interaction: Interaction, tables: Sequence[Header], t: NullTranslations) -> UserError:
    """Return the refusal of a deletion while the server has open tables."""
    text = t.gettext(
        "There are open tables on this server, so nothing was deleted. Wait for them to end, or end them first."
    )
    return UserError(with_tables(interaction, text, tables, t))


def with_tables(interaction: Interaction, text: str, tables: Sequence[Header], t: NullTranslations) -> str:
    """Return the refusal of a deletion with the open tables that prevent it, as many as fit."""
    for each in tables[:MAX_PLACES]:
        entry = table_lines(interaction.client, each, interaction.user.id, t, interaction.channel_id)
        longer = f"{text}\n- {entry}"
        if length(longer) > MAX_REPLY:
            break
        text = longer
    return text


class ServerData(Cog):
    """Deletes a server's data at once."""

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        self._questions = Confirmations()

    @on_button("eraseserver")
    async def ask_first(self, interaction: Interaction) -> None:
        """Handle Delete this server's data: explain it, and ask."""
        t = translations(interaction.locale)
        guild_id = _guild(interaction, t)
        lines = [
            f"## {t.gettext('Delete everything stored about this server?')}",
            t.gettext(
                "All tables, matches and tournaments played here, with their records and replays, the leaderboard, "
                "everyone's ratings and seasons, and this server's settings and saved rules."
            ),
            t.gettext("The bot stays. To have everything deleted in 30 days instead, just remove the bot."),
        ]
        await self._questions.ask(
            interaction, f"{SURE} {guild_id}", lines, "erasingserver", t.gettext("Continue"), _keep(t)
        )

    @on_button("erasingserver")
    async def ask_again(self, interaction: Interaction, word: str) -> None:
        """Handle Go on: ask a second time."""
        t = translations(interaction.locale)
        guild_id = _guild(interaction, t)
        self._questions.confirm(interaction, f"{SURE} {guild_id}", word)
        lines = [
            f"## {t.gettext('Really delete it?')}",
            t.gettext("⚠️ **This can't be undone** by anyone, and everyone on this server loses what they have won."),
        ]
        await self._questions.ask(
            interaction, f"{VERY_SURE} {guild_id}", lines, "erasedserver", t.gettext("Delete for good"), _keep(t)
        )

    @on_button("erasedserver")
    async def erase_for_good(self, interaction: Interaction, word: str) -> None:
        """Handle the second confirmation: delete the server's data."""
        t = translations(interaction.locale)
        guild_id = _guild(interaction, t)
        self._questions.confirm(interaction, f"{VERY_SURE} {guild_id}", word)
        await interaction.response.defer()
        await end_tables(interaction.client.hub, guild_id, only_private=True)
        try:
            left = await interaction.client.hub.store.privacy.delete_guild(guild_id)
        except StillOpen:
            # a table was opened meanwhile
            raise _refusal(interaction, _open_tables(interaction), t) from None
        interaction.client.dispatch("server_deleted", guild_id)
        done = t.gettext("Everything stored about this server has been deleted.")
        await edit_answer(interaction, view=framed(with_remains(done, left, t)))

    @on_button("keepserver")
    async def keep(self, interaction: Interaction) -> None:
        """Handle Keep everything."""
        t = translations(interaction.locale)
        await interaction.response.edit_message(view=framed(t.gettext("All right, nothing was deleted.")))


def _keep(t: NullTranslations) -> discord.ui.Button[Any]:
    return button("keepserver", label=t.gettext("Keep everything"))
