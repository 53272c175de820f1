"""More, below a lobby: the further actions of a reader there, and the choice of partners."""

from __future__ import annotations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.components import button, number, read_user_id
from cogs.core.context import manages
from cogs.core.frame import framed
from cogs.lobby.options import lobby_panel
from cogs.messages.more import person_key
from cogs.messages.names import name
from cogs.publishing.asking import post_request, tell_asked
from engine.bots.level import Level
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Status
from engine.live.tables import lobby, partners
from engine.live.tables.table import Table
from render.i18n import translations


class LobbyMore(Cog):
    """Shows More, and answers its controls."""

    @on_button("more")
    async def more(self, interaction: Interaction, table: Table) -> None:
        """Handle More, in the lobby."""
        table.situation.require_lobby()
        await interaction.response.send_message(view=await lobby_panel(interaction, table), ephemeral=True)

    @on_select("computer")
    async def add_computer(self, interaction: Interaction, table: Table, seated: str, choice: str) -> None:
        """Handle the choice of a level, for the host."""
        del seated
        if choice not in {level.value for level in Level}:
            raise TableError(Code.STALE)
        await table.do(lobby.add_computer, interaction.user.id, Level(choice))
        await _update(interaction, table)

    @on_select("unseat")
    async def remove_computer(self, interaction: Interaction, table: Table, seated: str, choice: str) -> None:
        """Handle the choice of a computer to remove, for the host."""
        del seated
        computer = next((each.user_id for each in table.people if each.computer and person_key(each) == choice), None)
        if computer is None:
            raise TableError(Code.NOT_HERE)
        await table.do(lobby.unseat, interaction.user.id, computer)
        await _update(interaction, table)

    @on_button("leave")
    async def leave(self, interaction: Interaction, table: Table) -> None:
        """Handle Leave, in the lobby."""
        await table.do(lobby.leave, interaction.user.id)
        await _end(interaction, translations(interaction.locale).gettext("You have left the table."))

    @on_button("cancel")
    async def cancel(self, interaction: Interaction, table: Table) -> None:
        """Handle Close the table."""
        await table.do(lobby.cancel, interaction.user.id, manager=manages(interaction, table.header.channel_id))
        await _end(interaction, translations(interaction.locale).gettext("The table is closed."))

    @on_button("shuffle")
    async def shuffle_seats(self, interaction: Interaction, table: Table) -> None:
        """Handle Shuffle seats, for the host of a lobby for pairs."""
        await table.do(lobby.shuffle_seats, interaction.user.id)
        await _update(interaction, table)

    @on_button("partner")
    @on_select("partner")
    async def choose_partner(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice of a partner; in an earlier version it was a select."""
        partner_id = next((person.user_id for person in table.people if person_key(person) == choice), 0)
        await _sit_on(interaction, table, partners.partner_seat(table.header, partner_id))

    @on_button("swap")
    async def swap_seats(self, interaction: Interaction, table: Table, seat: str = "") -> None:
        """Handle the buttons of seats of an earlier version; a still earlier one named no seat, but the next."""
        own = table.situation.require_seat(interaction.user.id)
        await _sit_on(interaction, table, number(seat) if seat else (own + 1) % len(table.people))

    @on_button("agree")
    async def agree(self, interaction: Interaction, table: Table, asking_id: str, seat: str) -> None:
        """Handle the consent to a change of seats."""
        asking = read_user_id(asking_id)
        await table.do(partners.agree, interaction.user.id, asking, number(seat))
        text = translations(table.header.locale).gettext("{name} and {other} have changed seats.")
        names = {each.user_id: name(each) for each in table.people}
        told = text.format(name=names.get(asking, "?"), other=names.get(interaction.user.id, "?"))
        await interaction.response.edit_message(view=framed(told))


def _is_pressed(interaction: Interaction) -> bool:
    """Whether the pressed message is More, and not a lobby with the controls of an earlier version."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _update(interaction: Interaction, table: Table) -> None:
    """Show More as it is after a press there."""
    if _is_pressed(interaction) and table.header.status is Status.LOBBY:
        await interaction.response.edit_message(view=await lobby_panel(interaction, table))


async def _end(interaction: Interaction, text: str) -> None:
    """Replace More by a sentence; it offers nothing more to this user."""
    if _is_pressed(interaction):
        await interaction.response.edit_message(view=framed(text))


async def _sit_on(interaction: Interaction, table: Table, seat: int) -> None:
    """Move the user to a seat; ask a person who sits there first."""
    user_id = interaction.user.id
    other = partners.person_on(table.situation, user_id, seat)
    if other is None:
        await table.do(partners.take_seat, user_id, seat)
        await _update(interaction, table)
        return
    if (await table.do(partners.ask, user_id, seat)).requests is not None:
        public = translations(table.header.locale)
        asking = name(table.people[table.situation.require_seat(user_id)])
        text = public.gettext("<@{user}>, {name} would like to change seats with you.")
        agreed = button("agree", table.id, user_id, seat, label=public.gettext("Change seats"))
        await post_request(interaction, table, other.user_id, text.format(user=other.user_id, name=asking), agreed)
    await tell_asked(interaction, other.user_id)
