"""Help: first steps, and the commands by topic."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs import __version__
from cogs.bot import DominoBot, Interaction
from cogs.core.bot import Bot
from cogs.core.cog import Cog, on_select
from cogs.core.command_names import CommandNames, commands_for
from cogs.core.commands import CUP, DOMINO, MATCH, SERVER, SETTINGS, TABLE, command, groups_of, is_of_use
from cogs.core.components import buttons_beside, select
from cogs.core.context import LIMITS, delivery_of, manages, table_here
from cogs.core.frame import choice, framed
from cogs.core.http.requests import FAILURES, describe
from cogs.core.preferences import server_language
from cogs.core.ways import ALONE, OPEN, Way, into, way_button
from cogs.messages.names import rules_name
from engine.i18n import N_
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Delivery
from engine.live.tables.table import Table
from engine.rules import RULE_SETS, has_hands
from render.i18n import ENGLISH, translations

_log = logging.getLogger(__name__)

_ = app_commands.locale_str

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any]


class Help(Cog):
    """Tells how to start, lists the commands, and greets servers."""

    @command(name=_("help"), description=_("How to start, and what you can type"))
    async def help_command(self, interaction: Interaction) -> None:
        """Handle ``/domino help``: first steps, and the commands that matter in that place."""
        await interaction.response.send_message(view=_first_page(interaction), ephemeral=True)

    @on_select("help")
    async def choose_topic(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice of a topic, or of the first page."""
        if choice == START:
            await interaction.response.edit_message(view=_first_page(interaction))
            return
        lines, t = _topic_lines(interaction, choice), translations(interaction.locale)
        more = buttons_beside(interaction.client, "tournaments", t) if choice == CUP else []
        if choice == DOMINO and not delivery_of(interaction).alone:
            lines += ["", *map(t.gettext, _BESIDES)]
        if choice == BOT:
            lines += await _about(interaction)
        await interaction.response.edit_message(view=_page(interaction, choice, lines, [more] if more else []))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server."""
        await greet(self.bot, guild)


START, BOT = "start", "bot"
"""The first page of help, and the topic of the bot itself."""

TOPICS = {
    START: N_("How to start"),
    DOMINO: N_("At the table"),
    TABLE: N_("For the host"),
    MATCH: N_("After a match"),
    SETTINGS: N_("Settings"),
    CUP: N_("Tournaments"),
    SERVER: N_("This server"),
    BOT: N_("The bot"),
}
"""The topics of help, most of them the commands of a group, with their titles."""

_ELSEWHERE = {"leaderboard": MATCH, "stats": MATCH, "end": DOMINO, "help": BOT}
"""The topics of commands that aren't those of their groups."""

MOST = 5
"""How many commands the first page names."""

WITHOUT_TABLE = ("play", "daily", "challenge", "rules", "leaderboard", "tables", "stats")
IN_LOBBY = ("board", "rules", "leave", "table remove", "table end", "tables")
PLAYING = ("hand", "hint", "board", "table pause", "leave", "rules", "table end")
WATCHING = ("board", "daily", "rules", "tables", "leaderboard", "stats")
"""The commands that matter without a table, to players in a lobby and in a match, and to others, in this order."""


def topic_of(command: AnyCommand) -> str:
    """Return the topic to which a command belongs."""
    parent = command.parent
    return _ELSEWHERE.get(command.name, parent.qualified_name if parent is not None else BOT)


def commands_here(interaction: Interaction) -> list[AnyCommand]:
    """Return the commands that are of use to a user where they act, in the order of their use."""
    groups, delivery, table = groups_of(interaction.client), delivery_of(interaction), _table_here(interaction)
    listed = (each for group in groups.values() for each in group.listed if not isinstance(each, app_commands.Group))
    return [each for each in listed if is_of_use(each, delivery) and _is_open_to(interaction, each, table)]


def _is_open_to(interaction: Interaction, command: AnyCommand, table: Table | None) -> bool:
    """Whether a table takes a command from a user: those of the host from nobody else, except the call for a vote."""
    if table is None or command.parent is not groups_of(interaction.client)[TABLE]:
        return True
    may_all = interaction.user.id == table.header.host_id or manages(interaction, table.header.channel_id)
    return may_all or (command.name == "end" and table.playing)


def _table_here(interaction: Interaction) -> Table | None:
    try:
        return table_here(interaction)
    except TableError:
        return None


def mattering(table: Table | None, user_id: int) -> list[str]:
    """Return the names of the commands that matter to a user at a table, or without one, in this order."""
    if table is None:
        return [*WITHOUT_TABLE]
    if table.header.seat_of(user_id) is None:
        return [*WATCHING]
    if not table.playing:
        return [*IN_LOBBY]
    useless = {"hand": not has_hands(table.header.rules), "hint": not table.header.allows_hints}
    return [each for each in PLAYING if not useless.get(each)]


def _first_page(interaction: Interaction) -> discord.ui.LayoutView:
    """Return one screen of a phone: how to start, the commands that matter here, buttons and the topics."""
    t, table = translations(interaction.locale), _table_here(interaction)
    ways = [*_ways(interaction, table)]
    last = LIMITS.get(delivery_of(interaction), _HAND)
    lines = [t.gettext(text) for text in (*(_STARTS[way] for way, _ in ways if way in _STARTS), last)]
    here = {each.qualified_name: each for each in commands_here(interaction)}
    named = [f"{DOMINO} {each}" for each in mattering(table, interaction.user.id)]
    lines += ["", *[_line(interaction, here[each]) for each in named if each in here][:MOST]]
    return _page(interaction, START, lines, [[way_button(*each, t) for each in ways]] if ways else [])


_STARTS = {
    ALONE: N_("**Play alone**: you against three computers, right away."),
    OPEN: N_("**Open a table**: others press **Join**, and you press **Start**."),
}
_HAND = N_("The button **My hand**, below the picture, shows your tiles to you alone.")
"""How to start by each button, and the line below."""

_BESIDES = (
    N_("**More**, under a table that waits for players: points, clock, other games."),
    N_("On a name: press and hold or right-click it, then **Apps**, to play with them or see their statistics."),
)
"""Ways to more that are no commands."""


def _ways(interaction: Interaction, table: Table | None) -> Iterator[tuple[Way, str]]:
    """Yield the ways into a game here, with the arguments of their custom ids."""
    if table is None or table.header.seat_of(interaction.user.id) is None:
        yield ALONE, ""
    if table is None and not delivery_of(interaction).alone:
        yield OPEN, ""
    elif table is not None and (way := into(table.header, interaction.user.id)) is not None:
        yield way, f":{table.id}"


def _topic_lines(interaction: Interaction, topic: str) -> list[str]:
    """Return a line for each command of a topic that is of use where a user acts."""
    return [_line(interaction, each) for each in commands_here(interaction) if topic_of(each) == topic]


def _page(
    interaction: Interaction, topic: str, lines: Sequence[str], rows: Sequence[Sequence[discord.ui.Item[Any]]] = ()
) -> discord.ui.LayoutView:
    """Return a page of help: its title, its lines, its buttons and the topics; raise TableError if there is none."""
    t, found = translations(interaction.locale), {topic_of(each) for each in commands_here(interaction)}
    topics = {each: title for each, title in TOPICS.items() if each in (START, *found)}
    if topic not in topics:
        raise TableError(Code.STALE)
    title = t.gettext(topics[topic])
    if topic == START:
        # its select says that there is more
        title, topics = t.gettext("Dominoes"), {each: topics[each] for each in topics if each != START}
    options = [choice(t.gettext(each), value, chosen=value == topic) for value, each in topics.items()]
    more = select("help", options=options, placeholder=t.gettext("More commands"))
    return framed("\n".join([f"## {title}", *lines]), rows=[*rows, [more]])


def _line(interaction: Interaction, command: AnyCommand) -> str:
    t, (root, *path) = translations(interaction.locale), command.qualified_name.split()
    about = t.gettext(command.description)
    if command.name == "play" and delivery_of(interaction).alone:
        about = t.gettext("Play against computers")
    return f"{commands_for(interaction).name(*path, root=root)} {about}"


async def _about(interaction: Interaction) -> list[str]:
    """Return the games of the bot, and whether it is awake."""
    t, names = translations(interaction.locale), commands_for(interaction)
    first, *_others, last = (rules_name(rules, t) for rules in RULE_SETS)
    games = t.gettext("{count} games, from {first} to {last}: {command} lists them.")
    version = t.gettext("Version {version}, MIT licence.").format(version=__version__)
    return [
        games.format(count=len(RULE_SETS), first=first, last=last, command=names.name("rules")),
        f"-# {await _awake_text(interaction, t)} {version}",
    ]


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
