"""``/domino settings messages``: which direct messages a person gets."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_select
from cogs.core.command_names import commands_for
from cogs.core.commands import SETTINGS, command
from cogs.core.components import select
from cogs.core.context import delivery_of
from cogs.core.frame import choice, framed
from cogs.messages.names import labelled
from cogs.messages.option_fields import redraw
from cogs.settings.appearance import OFF, ON, show_own_hands
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import PersonPreferences
from render.i18n import translations

_ = app_commands.locale_str


class DirectMessages(Cog):
    """Changes which direct messages a person gets."""

    @command(under=SETTINGS, name=_("messages"), description=_("Which direct messages I send you"))
    async def messages_command(self, interaction: Interaction) -> None:
        """Handle ``/domino settings messages``."""
        await interaction.response.send_message(view=await _panel(interaction), ephemeral=True)

    @on_select("dm")
    async def choose_messages(self, interaction: Interaction, kind: str, choice: str) -> None:
        """Handle the choice whether to get a kind of direct message."""
        await interaction.client.hub.store.preferences.set(interaction.user.id, _change(kind, choice))
        await redraw(interaction, await _panel(interaction))
        # a hand that was not sent is sent now; one that was sent is kept up to date until its deal ends
        show_own_hands(interaction)


async def _panel(interaction: Interaction) -> discord.ui.LayoutView:
    """Return which direct messages the user gets, and a select for each kind."""
    t = translations(interaction.locale)
    chosen = await interaction.client.hub.store.preferences.get(PersonPreferences, interaction.user.id)
    lines = [f"## {t.gettext('Direct messages')}"]
    if not delivery_of(interaction).sends_hands:
        lines.append(f"-# {t.gettext('For tables on servers that have me. About other tables, I send nothing.')}")
    if chosen.hands:
        lines.append(t.gettext("Your hand: I send it at the start of each deal, and keep the message up to date."))
    else:
        line = t.gettext("Your hand: I don't send it. Press **My hand** under the table, or type {command}.")
        lines.append(line.format(command=commands_for(interaction).name("hand")))
    if chosen.turns:
        lines.append(t.gettext("Your turn: in matches with the slow clock, I tell you when it comes."))
    else:
        lines.append(t.gettext("Your turn: I don't tell you in a direct message."))
    hands = _switch("hands", t.gettext("Your hand by direct message"), chosen.hands, t)
    turns = _switch("turns", t.gettext("Your turn by direct message"), chosen.turns, t)
    return framed("\n".join(lines), rows=[[hands], [turns]])


def _switch(kind: str, label: str, on: bool, t: NullTranslations) -> discord.ui.Item[Any]:
    entries = ((ON, t.gettext("on")), (OFF, t.gettext("off")))
    options = [choice(labelled(label, way, t), value, chosen=on == (value == ON)) for value, way in entries]
    return select("dm", kind, options=options, placeholder=label)


def _change(kind: str, choice: str) -> PersonPreferences:
    """Return the change an entry stands for; raise :class:`TableError` if it was not offered."""
    match kind, choice:
        case "hands", ("on" | "off"):
            return PersonPreferences(hands=choice == ON)
        case "turns", ("on" | "off"):
            return PersonPreferences(turns=choice == ON)
        case _:
            raise TableError(Code.STALE)
