"""Presence at a table: coming back, changing the host, removing a player, pauses."""

from __future__ import annotations

from gettext import NullTranslations

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.command_names import commands_for
from cogs.core.commands import ON_SERVERS, TABLE, WITH_FRIENDS, command, former_command
from cogs.core.components import button, number
from cogs.core.context import is_public, manages, shared_table_here
from cogs.core.errors import reply_privately
from cogs.core.frame import framed
from cogs.core.refusals import sentence
from cogs.messages.names import name
from cogs.messages.on_hold import hold_buttons
from cogs.messages.option_fields import redraw
from cogs.play.voting import confirm
from cogs.publishing.asking import post_request
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Person, Presence
from engine.live.tables import lobby, pauses, presence
from engine.live.tables.table import Table
from render.i18n import translations

_ = app_commands.locale_str


def _player(table: Table, user_id: int) -> Person:
    """Return a player of a table; raise :class:`TableError` if the user has no seat."""
    seat = table.header.seat_of(user_id)
    if seat is None:
        raise TableError(Code.NOT_HERE)
    return table.people[seat]


# ---------------------------------------------------------------------- being back


class Players(Cog):
    """Brings players back, removes them, changes the host, and pauses a match."""

    @on_button("here")
    async def come_back(self, interaction: Interaction, table: Table) -> None:
        """Handle I'm back, below the board or in a hand."""
        if _is_removed(table, interaction.user.id):
            await _ask_host(interaction, table)
            return
        await table.do(presence.come_back, interaction.user.id)
        message = interaction.message
        if message is not None and not is_public(interaction):
            await interaction.client.publisher.answers.refresh(interaction, table)

    @command(name=_("back"), description=_("Take your seat back from the bot"), where=WITH_FRIENDS)
    async def back_command(self, interaction: Interaction) -> None:
        """Handle ``/domino back``."""
        table = shared_table_here(interaction)
        if _is_removed(table, interaction.user.id):
            await _ask_host(interaction, table)
            return
        await table.do(presence.come_back, interaction.user.id)
        await reply_privately(
            interaction, translations(interaction.locale).gettext("Welcome back! Your seat is yours again.")
        )

    @on_button("readmit")
    async def readmit(self, interaction: Interaction, table: Table, seat: str) -> None:
        """Handle the host's consent to a removed player's return."""
        try:
            await table.do(presence.readmit, interaction.user.id, number(seat))
        except TableError as declined:
            await end_request(interaction, table, declined)
            return
        other, t = table.people[number(seat)], _readers(interaction, table)
        text = t.gettext("{name} has their seat back.")
        if other.away:
            text = t.gettext("{name} may come back: they need to press **I'm back**.")
        await interaction.response.edit_message(view=framed(text.format(name=name(other))))

    @command(
        under=TABLE,
        name=_("host"),
        description=_("Make someone else at the table the host"),
        formerly=["domino host"],
        where=WITH_FRIENDS,
    )
    @app_commands.describe(person=_("Who will be the host"))
    @app_commands.rename(person=_("person"))
    async def host_command(self, interaction: Interaction, person: discord.User) -> None:
        """Handle ``/domino table host``, for the host and members who may manage messages."""
        table = shared_table_here(interaction)
        await table.do(
            presence.hand_over, interaction.user.id, person.id, manager=manages(interaction, table.header.channel_id)
        )
        text = translations(interaction.locale).gettext("{name} is now the host.")
        await reply_privately(interaction, text.format(name=name(_player(table, person.id))))

    @command(
        under=TABLE,
        name=_("remove"),
        description=_("Remove someone from this table"),
        formerly=["domino remove"],
        where=WITH_FRIENDS,
    )
    @app_commands.describe(person=_("Who to remove"))
    @app_commands.rename(person=_("person"))
    async def remove_command(self, interaction: Interaction, person: discord.User) -> None:
        """Handle ``/domino table remove``, for the host: free a seat of a lobby at once, of a match after asking."""
        table, t = shared_table_here(interaction), translations(interaction.locale)
        other = _player(table, person.id)
        if not table.playing:
            await table.do(lobby.unseat, interaction.user.id, person.id)
            text = t.gettext("{name} is no longer at this table.")
            await reply_privately(interaction, text.format(name=name(other)))
            return
        presence.require_removable(table.situation, interaction.user.id, person.id)
        text = t.gettext("Remove {name} from this match? The bot will play for them.")
        remove = button("remove", table.id, table.header.seat_of(person.id), label=t.gettext("Remove"))
        await confirm(interaction, text.format(name=name(other)), remove, t.gettext("Cancel"))

    @on_button("remove")
    async def remove(self, interaction: Interaction, table: Table, seat: str) -> None:
        """Handle the confirmation to remove a player, and offer to undo it."""
        index, t = number(seat), translations(interaction.locale)
        if index >= len(table.people):
            raise TableError(Code.STALE)
        other = table.people[index]
        await table.do(presence.remove, interaction.user.id, other.user_id)
        text = t.gettext("{name} has been removed, and the bot is playing for them.")
        undo = button("readmit", table.id, index, label=t.gettext("Undo"))
        await interaction.response.edit_message(view=framed(text.format(name=name(other)), rows=((undo,),)))

    @command(
        under=TABLE,
        name=_("pause"),
        description=_("Pause the match and its clock, or continue it"),
        formerly=["domino pause"],
        where=ON_SERVERS,
    )
    async def pause_command(self, interaction: Interaction) -> None:
        """Handle ``/domino table pause``, which also resumes, for the host and members who may manage messages."""
        table = shared_table_here(interaction)
        if table.header.pause is not None:
            await self.resume_command(interaction)
            return
        await table.do(pauses.pause, interaction.user.id, manager=manages(interaction, table.header.channel_id))
        await reply_privately(interaction, _paused_text(interaction))

    @former_command("domino resume", now="domino table pause", where=ON_SERVERS)
    async def resume_command(self, interaction: Interaction) -> None:
        """Resume a match, for the host and members who may manage messages, later for every player."""
        table = shared_table_here(interaction)
        await table.do(pauses.resume, interaction.user.id, manager=manages(interaction, table.header.channel_id))
        await reply_privately(interaction, translations(interaction.locale).gettext("The match continues."))

    @on_button("pause")
    async def pause(self, interaction: Interaction, table: Table) -> None:
        """Handle Pause, in More; its place takes the way to continue."""
        await table.do(pauses.pause, interaction.user.id, manager=manages(interaction, table.header.channel_id))
        rows = [hold_buttons(table.header, translations(interaction.locale))]
        await redraw(interaction, framed(_paused_text(interaction), rows=rows))

    @on_button("resume")
    async def resume(self, interaction: Interaction, table: Table) -> None:
        """Handle Resume, below a board or in the place of More."""
        await table.do(pauses.resume, interaction.user.id, manager=manages(interaction, table.header.channel_id))
        if not is_public(interaction):
            text = translations(interaction.locale).gettext("The match continues.")
            await interaction.response.edit_message(view=framed(text))


def _paused_text(interaction: Interaction) -> str:
    text = translations(interaction.locale).gettext("The match is paused. Use {command} to continue it.")
    return text.format(command=commands_for(interaction).name("table", "pause"))


def _is_removed(table: Table, user_id: int) -> bool:
    seat = table.header.seat_of(user_id)
    return table.playing and seat is not None and table.people[seat].presence is Presence.REMOVED


async def _ask_host(interaction: Interaction, table: Table) -> None:
    """Ask the host, once in the channel, whether a removed player may come back."""
    user_id, seat = interaction.user.id, table.situation.require_seat(interaction.user.id)
    if (await table.do(presence.ask_back, user_id)).requests is not None:
        public = translations(table.header.locale)
        text = public.gettext("<@{host}>, {name} would like their seat back.")
        request = text.format(host=table.header.host_id, name=name(table.people[seat]))
        agree = button("readmit", table.id, seat, label=public.gettext("Let them play"))
        await post_request(interaction, table, table.header.host_id, request, agree)
    await tell_host_asked(interaction, table)


async def tell_host_asked(interaction: Interaction, table: Table) -> None:
    """Answer a person that the host has been asked."""
    text = translations(interaction.locale).gettext("The host, <@{host}>, has to agree. I've asked.")
    await reply_privately(interaction, text.format(host=table.header.host_id))


def _readers(interaction: Interaction, table: Table) -> NullTranslations:
    """Return the catalog of the pressed message's readers: the user alone, or everyone in the channel."""
    message = interaction.message
    private = message is None or message.flags.ephemeral
    return translations(interaction.locale if private else table.header.locale)


async def end_request(interaction: Interaction, table: Table, declined: TableError) -> None:
    """Say in a request that its seat is not free any more; raise any other refusal."""
    if declined.code is not Code.SEAT_TAKEN:
        raise declined
    await interaction.response.edit_message(view=framed(sentence(declined, _readers(interaction, table))))
