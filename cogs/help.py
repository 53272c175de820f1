"""Learn how to start, the tiles, and what the bot is."""

from __future__ import annotations

import io
import logging
import time
from gettext import NullTranslations
from typing import Any, Literal

import discord
from discord import app_commands

import render
from cogs.core.answer import edit_answer
from cogs.core.bot import Bot, Interaction
from cogs.core.commands import Group, command, command_name, domino, domino_server, is_of_use
from cogs.core.context import LIMITS, delivery_of
from cogs.core.layout import Picture, layout, picture_message
from cogs.core.preferences import appearance_of_answer, language_of
from cogs.core.requests import FAILURES, describe
from cogs.messages.names import labelled, rules_name
from engine.i18n import N_
from engine.live.model.errors import StorageError
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Delivery
from engine.rules import CATALOGUE
from engine.tiles import full_set
from render.i18n import translations

_log = logging.getLogger(__name__)

_ = app_commands.locale_str

VERSION = "0.1.0"
"""The version in pyproject.toml; a test compares the two."""


@command(name=_("set"), description=_("All the tiles in a set, to view or print"))
@app_commands.describe(top=_("The highest number on its tiles"))
@app_commands.rename(top=_("highest"))
async def set_command(interaction: Interaction, top: Literal[6, 9, 12] = 6) -> None:
    """Handle ``/domino set``: send a picture, or text in its place, and a sheet for a printer."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    t, drawing = translations(interaction.locale), interaction.client.rendering
    as_text, theme = await appearance_of_answer(interaction, private=True)
    shown: Picture | str = render.tile_set_alt(top, t)
    if not as_text:
        shown = Picture(await drawing.draw(render.tile_set, top, t, theme=theme), f"double-{top}.png", shown)
    sheet = discord.File(io.BytesIO(await drawing.draw_long(render.tile_set_sheet, top, t)), f"double-{top}-a4.png")
    told = t.gettext(
        "{count} tiles: each number from 0 to {top} paired once with every other number and once with itself."
    )
    lines = [
        f"## {t.gettext(render.TILE_SETS[top])}",
        told.format(count=len(full_set(top)), top=top),
        t.gettext("The file is an A4 sheet to print."),
    ]
    files, view = picture_message("\n".join(lines), shown, more=(discord.ui.File(sheet),))
    await edit_answer(interaction, view=view, attachments=[*files, sheet])


# ---------------------------------------------------------------------- the bot


@command(name=_("help"), description=_("How to start, and what you can type"))
async def help_command(interaction: Interaction) -> None:
    """Handle ``/domino help``: say how to start, list all commands, and say what the bot is and whether it is awake."""
    t = translations(interaction.locale)
    what = t.gettext("Play dominoes with friends: your hand stays private, and every move is shown in a picture.")
    delivery = delivery_of(interaction)
    lines = [f"## {t.gettext('Dominoes')}", what, *_first_steps(delivery, t)]
    if (limits := LIMITS.get(delivery)) is not None:
        lines.append(t.gettext(limits))
    for title, names in _sections().items():
        if found := [each for name in names if (each := domino.get_command(name)) and is_of_use(each, delivery)]:
            lines += ["", f"**{t.gettext(title)}**", *(_command_line(each, t) for each in found)]
    lines += [
        f"{command_name(t, each.name, root=domino_server.name)} {t.gettext(each.description)}"
        for each in domino_server.commands
        if is_of_use(each, delivery)
    ]
    names = ", ".join(rules_name(rules, t) for rules in CATALOGUE)
    version = t.gettext("Version {version}, MIT licence.").format(version=VERSION)
    lines += ["", t.gettext("Rule sets: {names}.").format(names=names)]
    lines.append(f"-# {await _awake_text(interaction, t)} {version}")
    await interaction.response.send_message(view=layout("\n".join(lines)), ephemeral=True)


SECTIONS = {
    N_("At the table"): ("play", "hand", "hint", "board", "rules", "set", "back", "leave", "vote", "end", "tables"),
    N_("For the host"): ("pause", "resume", "host", "remove"),
    N_("After a match"): ("history", "replay", "record", "verify", "leaderboard", "stats"),
}
"""The names of commands in the order in which help lists them. Commands in none of these sections come last."""


def _sections() -> dict[str, tuple[str, ...]]:
    """Return the names of all commands by section."""
    listed = {name for names in SECTIONS.values() for name in names}
    return {**SECTIONS, N_("The bot"): tuple(each.name for each in domino.commands if each.name not in listed)}


def _command_line(found: app_commands.Command[Any, ..., Any] | app_commands.Group, t: NullTranslations) -> str:
    line = f"{command_name(t, found.name)} {t.gettext(found.description)}"
    if not isinstance(found, app_commands.Group):
        return line
    listed = found.listed if isinstance(found, Group) else found.commands
    return labelled(line, ", ".join(f"`{t.gettext(each.name)}`" for each in listed), t)


def _first_steps(delivery: Delivery, t: NullTranslations) -> list[str]:
    """Return how to open a table, where friends may be, and how to play alone."""
    with_friends = t.gettext("With friends: type {command} in a channel. They press **Join**, and you press **Start**.")
    alone = t.gettext("On your own: type {command} and play against three computers right away.")
    by_oneself = alone.format(command=command_name(t, "play", computers="3"))
    if delivery is Delivery.DIRECT:
        return [by_oneself]
    return [with_friends.format(command=command_name(t, "play")), by_oneself]


async def _awake_text(interaction: Interaction, t: NullTranslations) -> str:
    """Return how long the gateway and the store take, in milliseconds."""
    begun = time.perf_counter()
    await interaction.client.hub.store.get_meta("alive_at")
    store = (time.perf_counter() - begun) * 1000
    latency = interaction.client.latency
    gateway = latency * 1000 if latency == latency else 0.0  # NaN before the first heartbeat
    awake = t.gettext("Online. Discord answers in {gateway:.0f} ms, the database in {store:.0f} ms.")
    return awake.format(gateway=gateway, store=store)


async def greet(bot: Bot, guild: discord.Guild) -> None:
    """Say in a server's system channel what the bot is and what to type, if the bot may write there."""
    channel = guild.system_channel
    if channel is None:
        return
    allowed = channel.permissions_for(guild.me)
    if not (allowed.view_channel and allowed.send_messages):
        return
    try:
        chosen = await bot.hub.store.preferences(ServerPreferences, guild.id)
        t = translations(language_of(chosen, guild.preferred_locale))
        what = t.gettext(
            "👋 Let's play dominoes: {count} games, a picture after every move, and hands that stay private."
        )
        more = t.gettext("Everything else: {command}.").format(command=command_name(t, "help"))
        with_friends, alone = _first_steps(Delivery.SERVER, t)
        await channel.send("\n".join((what.format(count=len(CATALOGUE)), with_friends, f"{alone} {more}")))
    except (*FAILURES, StorageError) as error:
        _log.info("a server could not be greeted: %s", error if isinstance(error, StorageError) else describe(error))
