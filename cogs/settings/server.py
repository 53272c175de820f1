"""``/domino-server settings``: the channels, rule set, looks and language of a server's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, Sent, on_button, on_channel_select, on_modal, on_select
from cogs.core.commands import ON_SERVERS, SERVER, command
from cogs.core.components import number, only
from cogs.core.context import manages_server
from cogs.core.errors import UserError
from cogs.core.frame import framed, rows_of_five
from cogs.core.permissions import require_manager
from cogs.core.preferences import rules_of, server_preferences
from cogs.messages.forms.fields import NUMBER
from cogs.messages.forms.form import Page, offer_correction, page_buttons, submitted
from cogs.messages.option_fields import page_of, redraw, rules_select
from cogs.settings.daily import daily_page, obstacle, offers_daily
from cogs.settings.organizers import offers_tournaments, organizers_page
from cogs.settings.server_form import changes_sent, language_text, server_pages, settings_text, with_rules
from engine.errors import IllegalMove
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import ServerPreferences
from render.i18n import translations

_ = app_commands.locale_str


class ServerSettings(Cog):
    """Changes a server's settings."""

    @command(
        under=SERVER,
        name=_("settings"),
        description=_("Where and how tables open on this server"),
        formerly=["domino settings server"],
        where=ON_SERVERS,
    )
    async def server_command(self, interaction: Interaction) -> None:
        """Handle ``/domino-server settings``: show the settings, with controls for members who may change them."""
        chosen = await server_preferences(interaction)
        t = translations(interaction.locale)
        if manages_server(interaction):
            components = _panel(interaction, chosen)
        else:
            note = t.gettext("Members with the Manage Server permission can change this.")
            components = framed(f"{settings_text(interaction, chosen, t)}\n-# {note}")
        await interaction.response.send_message(view=components, ephemeral=True)

    @on_select("server")
    async def choose(self, interaction: Interaction, field: str, choice: str) -> None:
        """Handle the choice of a rule set, or of another page of them; of any other setting in earlier versions."""
        if field != "rules":
            await _change(interaction, "", {field: [choice]})
            return
        require_manager(interaction)
        present, page = await server_preferences(interaction), page_of(choice)
        if page is None:
            present = await _store(interaction, with_rules(present, choice))
        await redraw(interaction, _panel(interaction, present, page))

    @on_button("settings")
    async def open_form(self, interaction: Interaction, rules: str, page: str, draft: str = "") -> None:
        """Handle the button of a page, and Correct: open the form."""
        require_manager(interaction)
        present = await server_preferences(interaction)
        pages = _pages(interaction, present)
        if rules != rules_of(present) or number(page) >= len(pages):
            await redraw(interaction, _panel(interaction, present))
            return
        await interaction.response.send_modal(pages[number(page)].modal("settings", rules, number=page, draft=draft))

    @on_modal("settings")
    async def submit(self, interaction: Interaction, rules: str, page: str, sent: Sent) -> None:
        """Handle the form: change all or nothing; offer to correct a number that the rule set does not take."""
        page, sent = submitted(page, sent)
        try:
            await _change(interaction, rules, sent)
        except IllegalMove as refused:
            pages = _pages(interaction, await server_preferences(interaction))
            await offer_correction(interaction, refused, pages, page, sent, "settings", rules)

    # the controls of earlier versions, one for each setting

    @on_channel_select("serverchannels")
    async def choose_channels(self, interaction: Interaction, chosen: list[str]) -> None:
        """Handle the choice of channels where tables may be opened."""
        await _change(interaction, "", {"channels": chosen})

    @on_button("serverpage")
    async def turn_page(self, interaction: Interaction, page: str) -> None:
        """Handle House rules and Back."""
        del page
        require_manager(interaction)
        await redraw(interaction, _panel(interaction, await server_preferences(interaction)))

    @on_select("serveroption")
    async def choose_option(self, interaction: Interaction, rules: str, name: str, choice: str) -> None:
        """Handle the choice of an option's value, or of another number."""
        if choice == "another":
            await self.turn_page(interaction, name)
        else:
            await _change(interaction, rules, {name: [choice]})

    @on_modal("servernumber")
    async def type_number(self, interaction: Interaction, rules: str, name: str, sent: Sent) -> None:
        """Handle the form with a number for an option."""
        await _change(interaction, rules, {f"{NUMBER}{name}": [only(sent.get("number"))]})


def _panel(interaction: Interaction, chosen: ServerPreferences, rules_page: int | None = None) -> discord.ui.LayoutView:
    """Return the settings with a select of rule sets, and a button for each page of the others."""
    t, rules = translations(interaction.locale), rules_of(chosen)
    rows: list[Sequence[discord.ui.Item[Any]]] = [
        [rules_select("server", "rules", chosen=rules, t=t, page=rules_page)],
        *rows_of_five(page_buttons(_pages(interaction, chosen), "settings", rules)),
    ]
    return framed(settings_text(interaction, chosen, t), rows=rows)


def _pages(interaction: Interaction, chosen: ServerPreferences) -> list[Page]:
    guild, t = interaction.guild, translations(interaction.locale)
    unset = language_text(interaction, ServerPreferences(), t)

    def existing(*channels: int) -> list[int]:
        return [each for each in channels if guild is None or guild.get_channel(each) is not None]

    pages = server_pages(chosen, existing(*chosen.channels), interaction.client.hub.pace, unset, t)
    if offers_daily(interaction.client):
        pages.append(daily_page(existing(chosen.daily_channel), t))
    if offers_tournaments(interaction.client):
        pages.append(organizers_page(guild, chosen, t))
    return pages


async def _store(interaction: Interaction, change: ServerPreferences) -> ServerPreferences:
    assert interaction.guild_id is not None
    await interaction.client.hub.store.preferences.set(interaction.guild_id, change)
    return await server_preferences(interaction)


async def _change(interaction: Interaction, rules: str, sent: Sent) -> None:
    """Store the submitted values, and show the panel as it is then.

    Raises:
        UserError: the user does not manage the server, or the bot can't post in the channel.
        TableError: the rule set has changed since, or a value was not on offer.
        IllegalMove: an option does not take its value.

    """
    require_manager(interaction)
    present, guild = await server_preferences(interaction), interaction.guild
    if rules not in ("", rules_of(present)):
        raise TableError(Code.STALE)
    change = changes_sent(present, sent)
    if guild is None or not _exists(guild, change):
        raise TableError(Code.STALE)
    if change.daily_channel and (why := obstacle(guild, change.daily_channel, translations(interaction.locale))):
        raise UserError(why)
    await redraw(interaction, _panel(interaction, await _store(interaction, change)))


def _exists(guild: discord.Guild, change: ServerPreferences) -> bool:
    """Whether the server has the channels and the role that a change names."""
    channels, roles = filter(None, [*change.channels, change.daily_channel]), filter(None, [change.cup_role])
    return None not in (*map(guild.get_channel, channels), *map(guild.get_role, roles))
