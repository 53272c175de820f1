"""``/domino settings theme`` and ``/domino settings text``."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

import render
from cogs.core import permissions
from cogs.core.bot import Interaction
from cogs.core.commands import command, settings
from cogs.core.context import manages, manages_server, table_here
from cogs.core.errors import UserError, sentence
from cogs.core.layout import Picture, layout
from cogs.core.preferences import reads_text, rules_of, server_preferences, theme_of
from cogs.messages.names import labelled
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from engine.live.tables.table import Table
from render.i18n import translations

_ = app_commands.locale_str


MAX_ALT = 1_024
ON, OFF = "on", "off"
ME, TABLE = "me", "table"


def _table(interaction: Interaction) -> Table | None:
    """Return the open table of the command's channel, if there is one."""
    try:
        return interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        return None


# ---------------------------------------------------------------------- the server's theme


@command(under=settings, name=_("theme"), description=_("See or choose how this server's pictures look"))
@app_commands.describe(theme=_("How this server's pictures should look from now on"))
@app_commands.rename(theme=_("theme"))
@app_commands.choices(
    theme=[app_commands.Choice(name=_(theme.name), value=theme.id) for theme in render.THEMES.values()]
)
async def theme_command(interaction: Interaction, theme: str | None = None) -> None:
    """Handle ``/domino settings theme``: choose the server's theme, or show all themes."""
    t = translations(interaction.locale)
    store = interaction.client.hub.store
    assert interaction.guild_id is not None
    if theme is not None and not manages_server(interaction):
        raise UserError(t.gettext("Only members with the Manage Server permission can change the theme."))
    if theme is not None and theme not in render.THEMES:
        raise UserError(t.gettext("There is no such theme. Choose one from the list."))
    await interaction.response.defer(ephemeral=True, thinking=True)
    if theme is not None:
        await store.set_preferences(interaction.guild_id, ServerPreferences(theme=theme))
        shown = [render.THEMES[theme]]
        text = t.gettext("From the next picture on, this server's theme is **{theme}**.")
    else:
        shown = list(render.THEMES.values())
        text = t.gettext("This server's theme is **{theme}**.")
    present = await theme_of(store, interaction.guild_id)
    samples = [await _sample(interaction, each, t) for each in shown]
    more: list[discord.ui.Item[Any]] = []
    for each, sample in zip(shown, samples, strict=True):
        if theme is None:
            more.append(discord.ui.TextDisplay(f"**{t.gettext(each.name)}**"))
        more.append(discord.ui.MediaGallery(discord.MediaGalleryItem(sample)))
    view = layout(text.format(theme=t.gettext(present.name)), more=more)
    await interaction.edit_original_response(view=view, attachments=samples)


async def _sample(interaction: Interaction, theme: render.Theme, t: NullTranslations) -> discord.File:
    """Draw an example in a theme, with the rule set of the channel's table, else the server's default."""
    table = _table(interaction)
    chosen = await server_preferences(interaction.client.hub.store, interaction.guild_id)
    rules = table.header.rules if table is not None else rules_of(chosen)
    png = await interaction.client.rendering.draw(render.example, rules, t, theme=theme)
    alt = labelled(t.gettext(theme.name), render.example_alt(rules, t), t)
    return Picture(png, f"{theme.id}.png", alt[:MAX_ALT]).file


# ---------------------------------------------------------------------- text mode


@command(under=settings, name=_("text"), description=_("Text instead of pictures, for screen readers and slow phones"))
@app_commands.describe(
    mode=_("Text instead of pictures, or not"), whom=_("For you wherever you play, or for everyone here")
)
@app_commands.rename(mode=_("mode"), whom=_("for"))
@app_commands.choices(
    mode=[app_commands.Choice(name=_("on"), value=ON), app_commands.Choice(name=_("off"), value=OFF)],
    whom=[app_commands.Choice(name=_("me"), value=ME), app_commands.Choice(name=_("this table"), value=TABLE)],
)
async def text_command(interaction: Interaction, mode: str | None = None, whom: str = ME) -> None:
    """Handle ``/domino settings text``: choose text or pictures, and say what is chosen."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if mode is not None and whom == TABLE:
        await _choose_for_table(interaction, mode == ON)
    elif mode is not None:
        await _choose_for_person(interaction, mode == ON)
    t = translations(interaction.locale)
    as_text = await reads_text(interaction.client.hub.store, interaction.user.id)
    lines = [
        t.gettext("Anything only you can see is shown as text.")
        if as_text
        else t.gettext("Anything only you can see is shown in pictures.")
    ]
    if (table := _table(interaction)) is not None:
        lines.append(
            t.gettext("The table in this channel is shown as text.")
            if table.header.as_text
            else t.gettext("The table in this channel is shown in pictures.")
        )
    await interaction.edit_original_response(view=layout("\n".join(lines)))


async def _choose_for_person(interaction: Interaction, as_text: bool) -> None:
    client, user = interaction.client, interaction.user.id
    await client.hub.store.set_preferences(user, PersonPreferences(as_text=as_text))
    for table in client.hub.tables:
        if table.seat_of(user) is not None:
            # updates their hand
            client.publisher.changed(table)


async def _choose_for_table(interaction: Interaction, as_text: bool) -> None:
    table = table_here(interaction)
    permissions.check(interaction)
    manager = manages_server(interaction) or manages(interaction, table.header.channel)
    before = table.header.as_text
    try:
        await table.set_as_text(interaction.user.id, as_text, manager=manager)
    except TableError as declined:
        if declined.code is not Code.NOT_HOST:
            raise
        t = translations(interaction.locale)
        command = " ".join(t.gettext(each) for each in ("domino", "settings", "text", "for"))
        instead = t.gettext("Ask the host, or change only what you see: {command}.")
        told = instead.format(command=f"`/{command}: {t.gettext(ME)}`")
        raise UserError(f"{sentence(declined, t)} {told}") from None
    if table.playing and as_text != before:
        await interaction.client.publisher.repost(table)
