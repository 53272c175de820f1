"""Help: first steps, the tiles, and the commands."""

from __future__ import annotations

import logging
import time
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import __version__
from cogs.bot import DominoBot, Interaction
from cogs.core.bot import Bot
from cogs.core.cog import Cog
from cogs.core.command_names import CommandNames, commands_for
from cogs.core.commands import DOMINO, SERVER, Group, command, groups_of, is_of_use
from cogs.core.context import LIMITS, delivery_of
from cogs.core.frame import MAX_MESSAGE_TEXT, framed
from cogs.core.http.requests import FAILURES, describe
from cogs.core.preferences import server_language
from cogs.messages.names import labelled, rules_name
from engine.i18n import N_
from engine.live.model.errors import StorageError
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Delivery
from engine.rules import RULE_SETS
from render.i18n import ENGLISH, translations
from render.text.length import cut, length

_log = logging.getLogger(__name__)

_ = app_commands.locale_str


class Help(Cog):
    """Tells how to start, lists the commands, and greets servers."""

    @command(name=_("help"), description=_("How to start, and what you can type"))
    async def help_command(self, interaction: Interaction) -> None:
        """Handle ``/domino help``: first steps, all commands, and whether the bot is awake."""
        t, names = translations(interaction.locale), commands_for(interaction)
        groups = groups_of(interaction.client)
        domino = groups[DOMINO]
        what = t.gettext("Play dominoes with friends: your hand stays private, and every move is shown in a picture.")
        delivery = delivery_of(interaction)
        lines = [f"## {t.gettext('Dominoes')}", what, *_first_steps(delivery, names, t)]
        if (limits := LIMITS.get(delivery)) is not None:
            lines.append(t.gettext(limits))
        *sections, about = filter(None, (_section(domino, title, delivery, names, t) for title in _sections(domino)))
        for section in sections:
            lines += ["", *section]
        about += _server_lines(groups[SERVER], delivery, names, t)
        version = t.gettext("Version {version}, MIT licence.").format(version=__version__)
        about += ["", _games_line(names, t), f"-# {await _awake_text(interaction, t)} {version}"]
        # together they are longer than a main text can be
        text = "\n".join(lines)
        rest: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(
            cut("\n".join(about), MAX_MESSAGE_TEXT - length(text))
        )
        await interaction.response.send_message(view=framed(text, more=(rest,)), ephemeral=True)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server."""
        await greet(self.bot, guild)


SECTIONS = {
    N_("At the table"): ("play", "hand", "hint", "board", "rules", "back", "leave", "tables", "table"),
    N_("After a match"): ("match", "leaderboard", "stats"),
}
"""The names of commands in the order in which help lists them. Commands in none of these sections come last."""


def _server_lines(group: Group, delivery: Delivery, names: CommandNames, t: NullTranslations) -> list[str]:
    """Return a line for each command of servers, where they are of use."""
    return [
        f"{names.name(each.name, root=SERVER)} {t.gettext(each.description)}"
        for each in group.commands
        if is_of_use(each, delivery)
    ]


def _games_line(names: CommandNames, t: NullTranslations) -> str:
    first, *_, last = (rules_name(rules, t) for rules in RULE_SETS)
    games = t.gettext("{count} games, from {first} to {last}: {command} lists them.")
    return games.format(count=len(RULE_SETS), first=first, last=last, command=names.name("rules"))


def _sections(domino: Group) -> dict[str, tuple[str, ...]]:
    """Return the names of all commands below a group, by section."""
    listed = {name for names in SECTIONS.values() for name in names}
    return {**SECTIONS, N_("The bot"): tuple(each.name for each in domino.listed if each.name not in listed)}


def _section(domino: Group, title: str, delivery: Delivery, names: CommandNames, t: NullTranslations) -> list[str]:
    """Return the heading and the commands of a section; nothing where none of them is of use."""
    commands = [domino.get_command(name) for name in _sections(domino)[title]]
    lines = [
        _command_line(each, delivery, names, t) for each in commands if each is not None and is_of_use(each, delivery)
    ]
    return [f"**{t.gettext(title)}**", *lines] if lines else []


def _command_line(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group,
    delivery: Delivery,
    names: CommandNames,
    t: NullTranslations,
) -> str:
    line = f"{names.name(command.name)} {t.gettext(command.description)}"
    if not isinstance(command, Group):
        return line
    listed = [names.name(command.name, each.name) for each in command.listed if is_of_use(each, delivery)]
    return labelled(line, ", ".join(listed), t)


def _first_steps(delivery: Delivery, names: CommandNames, t: NullTranslations) -> list[str]:
    """Return how to open a table, where friends may be, and how to play alone."""
    with_friends = t.gettext("With friends: type {command} in a channel. They press **Join**, and you press **Start**.")
    alone = t.gettext("On your own: type {command} and play against three computers right away.")
    by_oneself = alone.format(command=names.name("play", computers="3"))
    if delivery.alone:
        return [by_oneself]
    return [with_friends.format(command=names.name("play")), by_oneself]


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
    """Introduce the bot in a server's system channel, if it may write there."""
    channel = guild.system_channel
    if channel is None:
        return
    allowed = channel.permissions_for(guild.me)
    if not (allowed.view_channel and allowed.send_messages):
        return
    try:
        chosen = await bot.hub.store.preferences.get(ServerPreferences, guild.id)
        language = server_language(chosen, guild, guild.preferred_locale)
        t = translations(language or ENGLISH)
        names = CommandNames(bot.mentions, t)
        what = t.gettext(
            "👋 Let's play dominoes: {count} games, a picture after every move, and hands that stay private."
        )
        more = t.gettext("Everything else: {command}.").format(command=names.name("help"))
        with_friends, alone = _first_steps(Delivery.SERVER, names, t)
        lines = [what.format(count=len(RULE_SETS)), with_friends, f"{alone} {more}"]
        if not language:
            choose = t.gettext("Each table speaks the language of whoever opens it. To choose one for all: {command}.")
            lines.append(choose.format(command=names.name("settings", root=SERVER)))
        await channel.send("\n".join(lines))
    except (*FAILURES, StorageError) as error:
        _log.info("a server could not be greeted: %s", error if isinstance(error, StorageError) else describe(error))


async def setup(bot: DominoBot) -> None:
    """Add the cog."""
    await bot.add_cog(Help(bot))
