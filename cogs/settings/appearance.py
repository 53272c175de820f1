"""``/domino settings theme`` and ``/domino settings text``."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

import render
from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_select
from cogs.core.command_names import commands_for
from cogs.core.commands import SETTINGS, command
from cogs.core.context import all_own_tables, delivery_of, leaderboard_scope, manages, manages_server, table_here
from cogs.core.errors import UserError
from cogs.core.frame import Picture, framed
from cogs.core.preferences import appearance_of_answer, rules_of, server_preferences, server_theme
from cogs.core.refusals import sentence
from cogs.messages.forms.form import Choice, Field
from cogs.messages.names import labelled
from cogs.messages.option_fields import redraw
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from render.i18n import translations

_ = app_commands.locale_str


MAX_ALT = 1_024
ON, OFF = "on", "off"
ME, TABLE, SERVER = "me", "table", "server"


def _table(interaction: Interaction) -> Table | None:
    """Return the open table of the command's channel, if there is one."""
    try:
        return interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        return None


# ---------------------------------------------------------------------- themes


class Appearance(Cog):
    """Changes themes, and text in place of pictures."""

    @command(under=SETTINGS, name=_("theme"), description=_("See or choose how pictures look, here or for you alone"))
    @app_commands.describe(
        theme=_("How pictures should look from now on"),
        whom=_("For messages that only you see, wherever you play, or for those that everyone sees here"),
    )
    @app_commands.rename(theme=_("theme"), whom=_("for"))
    @app_commands.choices(
        theme=[app_commands.Choice(name=_(theme.name), value=theme.id) for theme in render.THEMES.values()],
        whom=[app_commands.Choice(name=_("me"), value=ME), app_commands.Choice(name=_("server"), value=SERVER)],
    )
    async def theme_command(self, interaction: Interaction, theme: str | None = None, whom: str = SERVER) -> None:
        """Handle ``/domino settings theme``: choose the theme of the server or one's own, or show all with selects."""
        if theme is not None and whom == SERVER:
            permissions.require_manager(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        if theme is not None:
            await _store_theme(interaction, whom, theme)
        samples, components = await _theme_page(interaction, theme)
        await edit_answer(interaction, view=components, attachments=samples)

    @on_select("theme")
    async def choose_theme(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice of the server's theme."""
        permissions.require_manager(interaction)
        await _change_theme(interaction, SERVER, choice)

    @on_select("mytheme")
    async def choose_own_theme(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice of one's own theme."""
        await _change_theme(interaction, ME, choice)

    @command(
        under=SETTINGS, name=_("text"), description=_("Text instead of pictures, for screen readers and slow phones")
    )
    @app_commands.describe(
        mode=_("Text instead of pictures, or not"), whom=_("For you wherever you play, or for everyone here")
    )
    @app_commands.rename(mode=_("mode"), whom=_("for"))
    @app_commands.choices(
        mode=[app_commands.Choice(name=_("on"), value=ON), app_commands.Choice(name=_("off"), value=OFF)],
        whom=[app_commands.Choice(name=_("me"), value=ME), app_commands.Choice(name=_("this table"), value=TABLE)],
    )
    async def text_command(self, interaction: Interaction, mode: str | None = None, whom: str = ME) -> None:
        """Handle ``/domino settings text``: choose text or pictures; show the choice, with selects."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        changed = None if mode is None else await _choose(interaction, whom, mode)
        await edit_answer(interaction, view=await _text_panel(interaction))
        await _repost(interaction, changed)

    @on_select("text")
    async def choose_text(self, interaction: Interaction, whom: str, choice: str) -> None:
        """Handle the choice of text or pictures."""
        changed = await _choose(interaction, whom, choice)
        await redraw(interaction, await _text_panel(interaction))
        await _repost(interaction, changed)


async def _change_theme(interaction: Interaction, whom: str, choice: str) -> None:
    await _store_theme(interaction, whom, choice)
    samples, components = await _theme_page(interaction, choice)
    await interaction.response.edit_message(view=components, attachments=samples)


async def _store_theme(interaction: Interaction, whom: str, theme: str) -> None:
    """Store a theme for the server or the user.

    Raises:
        UserError: there is no such theme.

    """
    client, user_id = interaction.client, interaction.user.id
    if theme not in render.THEMES and (whom, theme) != (ME, SERVER):
        raise UserError(translations(interaction.locale).gettext("There is no such theme. Choose one from the list."))
    if whom == SERVER:
        assert interaction.guild_id is not None
        await client.hub.store.preferences.set(interaction.guild_id, ServerPreferences(theme=theme))
        return
    await client.hub.store.preferences.set(user_id, PersonPreferences(theme="" if theme == SERVER else theme))
    show_own_hands(interaction)


def show_own_hands(interaction: Interaction) -> None:
    """Show the user's hands again soon, in the form that they have just chosen."""
    for table in all_own_tables(interaction):
        interaction.client.publisher.changed(table)


async def _theme_page(interaction: Interaction, chosen: str | None) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Return the sample of the theme that was just chosen, or of all themes, and a message that shows them.

    Readers of text get no samples.
    """
    t = translations(interaction.locale)
    common = await server_theme(interaction.client.hub.store, leaderboard_scope(interaction))
    own = (await interaction.client.hub.store.preferences.get(PersonPreferences, interaction.user.id)).theme
    lines: list[str] = []
    if delivery_of(interaction).on_server:
        lines.append(t.gettext("This server's theme is **{theme}**.").format(theme=t.gettext(common.name)))
    if own in render.THEMES:
        line = t.gettext("Messages that only you see are in your own theme, **{theme}**, everywhere.")
        lines.append(line.format(theme=t.gettext(render.THEMES[own].name)))
    else:
        lines.append(t.gettext("Messages that only you see are in the theme of each server."))
    sample = render.THEMES.get(chosen or "")
    themes = list(render.THEMES.values()) if sample is None else [sample]
    if (await appearance_of_answer(interaction, private=True)).as_text:
        themes = []
    samples = [await _sample(interaction, each, t) for each in themes]
    more: list[discord.ui.Item[Any]] = []
    for each, sample in zip(themes, samples, strict=True):
        more.append(discord.ui.TextDisplay(f"**{t.gettext(each.name)}**"))
        more.append(discord.ui.MediaGallery(discord.MediaGalleryItem(sample)))
    mine = theme_field(t.gettext("For you"), own, t, unset=t.gettext("as the server"))
    rows = [[mine.select("mytheme", t=t)]]
    if manages_server(interaction):
        rows.append([theme_field(t.gettext("For this server"), common.id, t).select("theme", t=t)])
    return samples, framed("\n".join(lines), rows=rows, more=more)


def theme_field(label: str, chosen: str, t: NullTranslations, unset: str = "") -> Field:
    """Return the field of a theme, with a choice ``unset`` for none, if that is not empty."""
    choices = [Choice(theme.id, t.gettext(theme.name)) for theme in render.THEMES.values()]
    if unset:
        choices.insert(0, Choice(SERVER, unset))
        chosen = chosen if chosen in render.THEMES else SERVER
    return Field("theme", label, (chosen,), choices)


async def _sample(interaction: Interaction, theme: render.Theme, t: NullTranslations) -> discord.File:
    """Draw an example in a theme, with the rule set of the channel's table, else the server's default."""
    table = _table(interaction)
    chosen = await server_preferences(interaction)
    rules = table.header.rules if table is not None else rules_of(chosen)
    png = await interaction.client.rendering.draw(render.example, rules, t, theme=theme)
    alt = labelled(t.gettext(theme.name), render.example_alt(rules, t), t)
    return Picture(png, f"{theme.id}.png", alt[:MAX_ALT]).file


# ---------------------------------------------------------------------- text mode


async def _text_panel(interaction: Interaction) -> discord.ui.LayoutView:
    """Return the choices for the user and the channel's table, with a select for each that they may change."""
    t = translations(interaction.locale)
    as_text, _theme = await appearance_of_answer(interaction, private=True)
    lines = [
        t.gettext("Anything only you can see is shown as text.")
        if as_text
        else t.gettext("Anything only you can see is shown in pictures.")
    ]
    rows = [[_text_select(ME, t.gettext("For you"), as_text, t)]]
    if (table := _table(interaction)) is not None:
        lines.append(
            t.gettext("The table in this channel is shown as text.")
            if table.header.as_text
            else t.gettext("The table in this channel is shown in pictures.")
        )
        if interaction.user.id == table.header.host_id or _manages_table(interaction, table):
            rows.append([_text_select(TABLE, t.gettext("For this table"), table.header.as_text, t)])
    return framed("\n".join(lines), rows=rows)


def _text_select(whom: str, label: str, as_text: bool, t: NullTranslations) -> discord.ui.Item[Any]:
    choices = [Choice(OFF, t.gettext("pictures")), Choice(ON, t.gettext("text"))]
    return Field("text", label, (ON if as_text else OFF,), choices).select("text", whom, t=t)


async def _choose(interaction: Interaction, whom: str, mode: str) -> Table | None:
    """Store a choice of text or pictures; return the table if it has to be shown again."""
    if whom not in (ME, TABLE) or mode not in (ON, OFF):
        raise TableError(Code.STALE)
    if whom == TABLE:
        return await _choose_for_table(interaction, mode == ON)
    await interaction.client.hub.store.preferences.set(interaction.user.id, PersonPreferences(as_text=mode == ON))
    show_own_hands(interaction)
    return None


async def _choose_for_table(interaction: Interaction, as_text: bool) -> Table | None:
    table = table_here(interaction)
    permissions.check(interaction)
    before = table.header.as_text
    try:
        await table.do(lifecycle.set_as_text, interaction.user.id, as_text, manager=_manages_table(interaction, table))
    except TableError as declined:
        if declined.code is not Code.NOT_HOST:
            raise
        t = translations(interaction.locale)
        instead = t.gettext("Ask the host, or change it for yourself alone: {command}.")
        warning = instead.format(command=commands_for(interaction).name("settings", "text", **{"for": ME}))
        raise UserError(f"{sentence(declined, t)} {warning}") from None
    return table if table.playing and as_text != before else None


async def _repost(interaction: Interaction, table: Table | None) -> None:
    if table is not None:
        await interaction.client.publisher.answers.repost(interaction, table)


def _manages_table(interaction: Interaction, table: Table) -> bool:
    return manages_server(interaction) or manages(interaction, table.header.channel_id)
