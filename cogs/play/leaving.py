"""Leaving a table and ending a match, with a confirmation in mid-match."""

from __future__ import annotations

from gettext import NullTranslations

from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.commands import TABLE, command
from cogs.core.components import button
from cogs.core.context import manages, table_here
from cogs.core.errors import reply_privately
from cogs.core.frame import framed
from cogs.play.voting import ask_to_end, confirm, may_end, playing_on_counts
from engine.live.league.figures import Kind
from engine.live.league.results import kind_of
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Presence
from engine.live.tables import lifecycle, lobby, presence, votes
from engine.live.tables.table import Table
from render.i18n import translations

_ = app_commands.locale_str


class Leaving(Cog):
    """Lets players leave, and end a match."""

    @command(name=_("leave"), description=_("Leave the table in this channel"))
    async def leave_command(self, interaction: Interaction) -> None:
        """Handle ``/domino leave``."""
        await self.leave(interaction, table_here(interaction))

    @on_button("exit")
    async def leave(self, interaction: Interaction, table: Table) -> None:
        """Leave a lobby at once, a running match after a confirmation, which offers to end it for everyone as well."""
        t = translations(interaction.locale)
        person = table.people[table.situation.require_seat(interaction.user.id)]
        if not table.playing:
            await table.do(lobby.leave, interaction.user.id)
            await reply_privately(interaction, t.gettext("You have left the table."))
            return
        if person.gone:
            raise TableError(Code.REMOVED if person.presence is Presence.REMOVED else Code.LEFT)
        sure = button("walk", table.id, label=t.gettext("Leave"))
        if not table.header.has_host:
            text = t.gettext(
                "Leave this match? The bot will play on for you, and the result counts for your side. Anyone who "
                "leaves twice is out of the tournament."
            )
            await confirm(interaction, text, sure)
            return
        if not votes.needs_vote(table.situation) and all(each.gone for each in table.people if each is not person):
            text = t.gettext("Leave this match? No one else is left, so the match will end and won't count for anyone.")
            await confirm(interaction, " ".join((text, *playing_on_counts(table, t))), sure)
            return
        text = _question(table, t)
        label = t.gettext("End the match") if may_end(interaction, table) else t.gettext("Ask everyone to end it")
        await confirm(interaction, text, sure, instead=[button("stop", table.id, label=label)])

    @command(under=TABLE, name=_("end"), description=_("End the match in this channel"), formerly=["domino end"])
    async def end_command(self, interaction: Interaction) -> None:
        """Handle ``/domino table end``: ask, or start a vote where nobody may end the match alone."""
        table = table_here(interaction)
        if table.playing:
            await ask_to_end(interaction, table)
            return
        await table.do(lobby.cancel, interaction.user.id, manager=manages(interaction, table.header.channel_id))
        await reply_privately(interaction, translations(interaction.locale).gettext("The table is closed."))

    @on_button("keep")
    async def stay(self, interaction: Interaction) -> None:
        """Handle Keep playing."""
        t = translations(interaction.locale)
        await interaction.response.edit_message(view=framed(t.gettext("All right, the match continues.")))

    @on_button("walk")
    async def leave_match(self, interaction: Interaction, table: Table) -> None:
        """Handle the confirmation to leave a running match."""
        await table.do(presence.leave, interaction.user.id)
        t = translations(interaction.locale)
        await interaction.response.edit_message(view=framed(t.gettext("You have left the match.")))

    @on_button("end")
    async def end_match(self, interaction: Interaction, table: Table) -> None:
        """Handle the confirmation to end a match."""
        await table.do(lifecycle.end, interaction.user.id, manager=manages(interaction, table.header.channel_id))
        t = translations(interaction.locale)
        await interaction.response.edit_message(view=framed(t.gettext("The match has ended.")))


def _question(table: Table, t: NullTranslations) -> str:
    """Return the question before leaving a match that goes on."""
    if kind_of(table.header) is not Kind.COMPUTERS and not presence.is_first_round(table.situation):
        return t.gettext(
            "Leave this match? The bot will play for you, and unless you come back, you can't win and are rated as "
            "last."
        )
    return t.gettext("Leave this match? The bot will play for you, and unless you come back, you can't win.")
