"""``/domino tables``: the tables at which a person sits, on all servers."""

from __future__ import annotations

from gettext import NullTranslations

from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog
from cogs.core.command_names import commands_for
from cogs.core.commands import command
from cogs.core.frame import framed
from cogs.messages.board import turn_deadline
from cogs.messages.hand import ABSENT
from cogs.messages.names import name, table_lines
from cogs.messages.on_hold import hold_text
from engine.live.tables.table import Table
from render.i18n import translations

MAX_LISTED = 8
"""How many tables fit into a message."""


class Tables(Cog):
    """Lists a person's tables."""

    @command(
        name=app_commands.locale_str("tables"),
        description=app_commands.locale_str("All the tables where you sit, and whose turn it is"),
    )
    async def tables_command(self, interaction: Interaction) -> None:
        """Handle ``/domino tables``: list the user's tables, to them alone."""
        t, user_id = translations(interaction.locale), interaction.user.id
        tables = sorted(await interaction.client.hub.tables_of(user_id), key=lambda table: _order(table, user_id))
        lines = [f"## {t.gettext('Your tables')}"]
        for table in tables[:MAX_LISTED]:
            entry = table_lines(interaction.client, table.header, user_id, t, interaction.channel_id)
            lines += [entry, _state(table, user_id, t), ""]
        more = len(tables) - MAX_LISTED
        if more > 0:
            lines.append(t.ngettext("… and {count} more table.", "… and {count} more tables.", more).format(count=more))
        if not tables:
            none = t.gettext("You aren't at any table. Open one with {command}.")
            lines.append(none.format(command=commands_for(interaction).name("play")))
        await interaction.response.send_message(view=framed("\n".join(lines)), ephemeral=True)


def _in_turn(table: Table, user_id: int) -> bool:
    """Whether a table waits for a user."""
    seat = table.header.seat_of(user_id)
    waits = table.ply and table.header.pause is None and seat is not None and not table.people[seat].away
    return bool(waits) and table.view(None).turn == seat


def _since(table: Table) -> float:
    return table.situation.turn_began_at if table.ply else table.header.opened_at


def _order(table: Table, user_id: int) -> tuple[bool, float]:
    """Return a key that sorts tables: those that wait for the user first, then by how long they have waited."""
    return not _in_turn(table, user_id), _since(table)


def _state(table: Table, user_id: int, t: NullTranslations) -> str:
    """Return the person or event that a table waits for, and since when."""
    header, when = table.header, f"<t:{int(_since(table))}:R>"
    if not table.ply:
        return t.gettext("The match hasn't started.")
    view, own = table.view(None), table.people[table.situation.require_seat(user_id)]
    if own.away:
        return t.gettext(ABSENT[own.presence])
    if held := hold_text(header, t):
        return held
    if view.turn is None:
        return t.gettext("The last deal ended {when}.").format(when=when)
    if not _in_turn(table, user_id):
        turn = t.gettext("**{name}**'s turn began {when}.")
        return turn.format(name=name(table.people[view.turn]), when=when)
    line = t.gettext("➡️ **It's your turn.** It began {when}.").format(when=when)
    if until := turn_deadline(header, view):
        line += " " + t.gettext("Your time runs out {until}.").format(until=f"<t:{until}:R>")
    return line
