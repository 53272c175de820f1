"""Taking the seat of a player who left: somebody new asks, and the host agrees."""

from __future__ import annotations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.components import button, number, read_user_id
from cogs.core.context import person_of
from cogs.core.frame import framed, rows_of_five
from cogs.messages.names import name, plain_name
from cogs.play.presence import end_request, tell_host_asked
from cogs.publishing.asking import post_request
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Person
from engine.live.tables import presence
from engine.live.tables.table import Table
from render.i18n import translations


class Substitutes(Cog):
    """Gives the seat of a player who left to somebody new."""

    @on_button("seat")
    async def take_seat(self, interaction: Interaction, table: Table, chosen: str = "") -> None:
        """Handle Take this seat: ask which of several seats, and then the host."""
        free, person, t = presence.free_seats(table.situation), person_of(interaction), translations(interaction.locale)
        if chosen:
            seat = number(chosen)
        elif not free:
            raise TableError(Code.NO_FREE_SEAT)
        else:
            seat = free[0]
        presence.require_may_take(table.situation, person.user_id, seat)
        if not chosen and len(free) > 1:
            seats = [button("seat", table.id, each, label=plain_name(table.people[each])) for each in free]
            asked = framed(t.gettext("Whose seat would you like to take?"), rows=rows_of_five(seats))
            await interaction.response.send_message(view=asked, ephemeral=True)
            return
        if (await table.do(presence.ask_for_seat, person, seat)).requests is not None:
            public = translations(table.header.locale)
            text = public.gettext("<@{host}>, {name} would like to play in place of {left}.")
            request = text.format(host=table.header.host_id, name=name(person), left=name(table.people[seat]))
            agree = button("give", table.id, seat, person.user_id, label=public.gettext("Let them play"))
            await post_request(interaction, table, table.header.host_id, request, agree)
        await tell_host_asked(interaction, table)

    @on_button("give")
    async def give_seat(self, interaction: Interaction, table: Table, seat: str, candidate_id: str) -> None:
        """Handle the host's consent to a new player."""
        at = number(seat)
        try:
            await table.do(presence.give_seat, interaction.user.id, at, read_user_id(candidate_id))
        except TableError as declined:
            await end_request(interaction, table, declined)
            return
        text = translations(table.header.locale).gettext("{name} plays in place of {left}.")
        left = Person(0, table.header.substitutions[-1].name, "")
        told_text = text.format(name=name(table.people[at]), left=name(left))
        await interaction.response.edit_message(view=framed(told_text))
