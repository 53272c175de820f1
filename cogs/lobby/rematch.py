"""From one match to the next: Rematch, Wait for friends, Play where all can see."""

from __future__ import annotations

from dataclasses import replace

from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.cog import Cog, on_button
from cogs.core.context import delivery_of, leaderboard_scope, person_of
from cogs.core.errors import UserError
from cogs.core.preferences import check, server_preferences
from cogs.lobby.opening import language_of, offer_present, open_here, start_alone
from cogs.messages.board import begins_alone
from cogs.messages.names import place
from engine.live.history.replays import first_opener
from engine.live.model.errors import Code, TableError
from engine.live.model.request import TableRequest
from engine.live.model.table import Header, Person, Place
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from render.i18n import translations


class Rematch(Cog):
    """Opens the next table of a match's people, and lets a match alone become one for all."""

    @on_button("rematch")
    async def rematch(self, interaction: Interaction, table_id: str) -> None:
        """Handle Rematch: open a lobby like the last match in this channel, and invite its other players."""
        request = await _same_again(interaction, table_id)
        if not await offer_present(interaction, request.delivery):
            await start_alone(await open_here(interaction, request))

    @on_button("wait")
    async def wait_for_friends(self, interaction: Interaction, table: Table) -> None:
        """Handle Wait for friends: replace a match that a person alone has not moved in by a lobby."""
        if not begins_alone(table.header, table.view(None)):
            raise TableError(Code.STALE)
        request, private = await _same_again(interaction, table.id), table.header.delivery.ephemeral
        if private:
            permissions.check(interaction)
            _require_free(interaction, table)
        # at least one friend has to find a seat
        computers = request.computers[: table.header.seats[-1] - 2]
        await table.do(lifecycle.end, interaction.user.id, reopened=True)
        if private:
            await interaction.client.publisher.answers.show_newest(interaction, table)
        delivery, chosen = delivery_of(interaction), await server_preferences(interaction)
        locale = language_of(interaction, chosen, delivery, "" if private else request.locale)
        request = replace(request, opener=table.header.opener, computers=computers, delivery=delivery, locale=locale)
        await open_here(interaction, request, waits=True)

    @on_button("show")
    async def show_to_all(self, interaction: Interaction, table: Table) -> None:
        """Handle Play where all can see: make a private match the table of its channel."""
        table.situation.require_seat(interaction.user.id)
        if table.header.delivery.ephemeral:
            permissions.check(interaction)
            chosen = await server_preferences(interaction)
            check(interaction, chosen)
            _require_free(interaction, table)
            locale = language_of(interaction, chosen, delivery_of(interaction))
            await interaction.client.hub.show_to_all(table, interaction.user.id, locale, chosen.clock)
        text = translations(interaction.locale).gettext("This match goes on where everyone in the channel can see it.")
        await interaction.client.publisher.answers.show_to_all(interaction, table, text)


def _require_free(interaction: Interaction, table: Table) -> None:
    """Raise :class:`UserError` if the channel of a private match has a table; the text says what to do then."""
    client, t = interaction.client, translations(interaction.locale)
    try:
        client.hub.require_free(Place(table.header.channel_id))
    except TableError as declined:
        taken = declined.facts["table"]
        assert isinstance(taken, Table)
        text = t.gettext(
            "This channel already has a table: {table}. Your match goes on here, for you alone. Press the button again "
            "once that table is over."
        )
        raise UserError(text.format(table=place(client, taken.header, t, interaction.channel_id))) from None


def _refusal_of_rematch(interaction: Interaction) -> TableError:
    """Return the refusal of a rematch to a user who did not play, with their choices in this channel."""
    try:
        table = interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        return TableError(Code.NO_REMATCH)
    return TableError(Code.NOT_SEATED if table.playing else Code.JOIN_FIRST, table=table)


async def _same_again(interaction: Interaction, table_id: str) -> TableRequest:
    """Return the request for a table like another, with the same seats.

    Raises:
        UserError: no table may be opened here.
        TableError: the user has no seat there.

    """
    kept, delivery = await interaction.client.hub.saved(table_id), delivery_of(interaction)
    past, person = kept.header, person_of(interaction)
    if past.delivery.ephemeral:
        delivery = delivery.for_one
    permissions.check(interaction, ephemeral=delivery.ephemeral)
    chosen = await server_preferences(interaction)
    check(interaction, chosen)
    if past.guild_id != leaderboard_scope(interaction):
        # no message on another server has this button
        raise TableError(Code.STALE)
    if not past.has_host:
        raise TableError(Code.IN_CUP)
    if all(each.user_id != person.user_id for each in past.people):
        raise _refusal_of_rematch(interaction)
    return replace(
        _like(past, person),
        channel_id=interaction.channel_id or 0,
        delivery=delivery,
        locale=language_of(interaction, chosen, delivery, past.locale),
        opener=first_opener(kept),
    )


def _is_expected(person: Person, host: Person) -> bool:
    """Whether somebody is expected at the next table of a host, too; people who left are not."""
    return person.user_id == host.user_id or person.computer or not person.gone


def _like(past: Header, host: Person) -> TableRequest:
    """Return the request for a table like a past one."""
    around = [each for each in past.people if _is_expected(each, host)]
    return TableRequest(
        guild_id=past.guild_id,
        channel_id=past.channel_id,
        host=host,
        rules=past.rules,
        options=past.options,
        locale=past.locale,
        time_control=past.time_control,
        invited=tuple(each.user_id for each in around if not each.gone and each.user_id != host.user_id),
        as_text=past.as_text,
        seating=tuple(each.user_id for each in around),
        computers=tuple(each for each in around if each.computer),
        hints=past.hints,
        auto=past.auto,
        one_picture=past.one_picture,
    )
