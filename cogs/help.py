"""Learn the rules, look at the tiles, and see what the bot is."""

from __future__ import annotations

import io
import time
from gettext import NullTranslations
from typing import Literal

import discord
from discord import app_commands

import render
from cogs.core.bot import Interaction
from cogs.core.commands import command, command_name
from cogs.core.components import on_button
from cogs.core.errors import reply_privately
from cogs.core.layout import Picture, layout, picture_message
from cogs.core.preferences import rules_of, server_preferences, theme_of
from cogs.messages.names import labelled, rules_name, value_name
from cogs.messages.option_fields import suggest_rules
from engine.live.model.errors import TableError
from engine.rules import CATALOGUE, find
from engine.tiles import full_set
from render.i18n import translations

_ = app_commands.locale_str

VERSION = "0.1.0"
"""The version in pyproject.toml; a test compares the two."""


def rules_page(rules: str, t: NullTranslations) -> str:
    """Return a rule set on one page: how it is played, and its options."""
    found = find(rules)
    players = t.gettext("{least} to {most} players").format(least=found.seats[0], most=found.seats[-1])
    lines = [f"## {rules_name(rules, t)}", f"*{players}*"]
    lines += [f"{number}. {t.gettext(line)}" for number, line in enumerate(found.summary, start=1)]
    if found.options:
        lines += ["", f"**{t.gettext('Options')}** ({t.gettext('bold: the default')})"]
    for option in found.options:
        values = ", ".join(
            f"**{value_name(option, value, t)}**" if value == option.default else value_name(option, value, t)
            for value in option.values
        )
        if option.at_least is not None:
            values += f", {t.gettext('or any number from {least}').format(least=option.at_least)}"
        lines.append(f"- {labelled(t.gettext(option.label), values, t)}")
    return "\n".join(lines)


async def _show_rules(interaction: Interaction, rules: str) -> None:
    t = translations(interaction.locale)
    page = rules_page(rules, t)
    theme = await theme_of(interaction.client.hub.store, interaction.guild_id)
    png = await interaction.client.rendering.draw(render.example, rules, t, theme=theme)
    files, view = picture_message(page, Picture(png, "example.png", render.example_alt(rules, t)))
    await interaction.response.send_message(view=view, files=files, ephemeral=True)


@on_button("rules")
async def rules_button(interaction: Interaction, rules: str) -> None:
    """Handle the button Rules."""
    await _show_rules(interaction, rules)


@command(name=_("rules"), description=_("How a rule set is played"))
@app_commands.describe(rules=_("Which rule set to play"))
@app_commands.rename(rules=_("rules"))
@app_commands.autocomplete(rules=suggest_rules)
async def rules_command(interaction: Interaction, rules: str | None = None) -> None:
    """Handle ``/domino rules``: of the named rule set, else of the channel's table, else of the server's default."""
    if rules is None:
        try:
            rules = interaction.client.hub.in_channel(interaction.channel_id or 0).header.rules
        except TableError:
            rules = rules_of(await server_preferences(interaction.client.hub.store, interaction.guild_id))
    await _show_rules(interaction, rules)


@command(name=_("set"), description=_("All the tiles in a set, to view or print"))
@app_commands.describe(top=_("The highest number on its tiles"))
@app_commands.rename(top=_("highest"))
async def set_command(interaction: Interaction, top: Literal[6, 9, 12] = 6) -> None:
    """Handle ``/domino set``: send a picture in the server's theme, and a sheet for a printer."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    t, drawing = translations(interaction.locale), interaction.client.rendering
    theme = await theme_of(interaction.client.hub.store, interaction.guild_id)
    png = await drawing.draw(render.tile_set, top, t, theme=theme)
    sheet = discord.File(io.BytesIO(await drawing.draw_long(render.tile_set_sheet, top, t)), f"double-{top}-a4.png")
    alt = render.tile_set_alt(top, t)
    told = t.gettext(
        "{count} tiles: each number from 0 to {top} paired once with every other number and once with itself."
    )
    lines = [
        f"## {t.gettext(render.TILE_SETS[top])}",
        told.format(count=len(full_set(top)), top=top),
        t.gettext("The file is an A4 sheet to print."),
    ]
    picture = Picture(png, f"double-{top}.png", alt)
    files, view = picture_message("\n".join(lines), picture, more=(discord.ui.File(sheet),))
    await interaction.edit_original_response(view=view, attachments=[*files, sheet])


@command(name=_("ping"), description=_("Is the bot awake?"))
async def ping(interaction: Interaction) -> None:
    """Handle ``/domino ping``: say how long the gateway and the store take, in milliseconds."""
    t = translations(interaction.locale)
    begun = time.perf_counter()
    await interaction.client.hub.store.get_meta("alive_at")
    store = (time.perf_counter() - begun) * 1000
    latency = interaction.client.latency
    gateway = latency * 1000 if latency == latency else 0.0  # NaN before the first heartbeat
    text = t.gettext("Awake. Discord answers in {gateway:.0f} ms, the database in {store:.0f} ms.")
    await reply_privately(interaction, text.format(gateway=gateway, store=store))


@command(name=_("about"), description=_("What this bot is"))
async def about(interaction: Interaction) -> None:
    """Handle ``/domino about``."""
    t = translations(interaction.locale)
    names = ", ".join(rules_name(rules, t) for rules in CATALOGUE)
    lines = [
        f"## {t.gettext('Dominoes')}",
        t.gettext("Play dominoes with friends: your hand stays private, and every move is shown in a picture."),
        t.gettext("Get started with {command}.").format(command=command_name(t, "play")),
        t.gettext("One player short, or alone? Computers can play too: {command}.").format(
            command=command_name(t, "play", "computers")
        ),
        t.gettext("Rule sets: {names}.").format(names=names),
        f"-# {t.gettext('Version {version}, MIT licence.').format(version=VERSION)}",
    ]
    await interaction.response.send_message(view=layout("\n".join(lines)), ephemeral=True)
