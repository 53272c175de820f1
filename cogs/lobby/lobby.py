"""Opening a table: ``/domino play``, the buttons of the lobby, Rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.cog import Cog, on_button
from cogs.core.command_names import commands_for
from cogs.core.commands import command
from cogs.core.components import button
from cogs.core.context import LIMITS, delivery_of, leaderboard_scope, person_of
from cogs.core.errors import UserError
from cogs.core.frame import escaped, framed
from cogs.core.preferences import check, options_of, public_language, rules_of, server_preferences
from cogs.lobby.opening import open_here, open_in_thread, start_alone
from cogs.messages.board import begins_alone
from cogs.messages.names import rules_name
from cogs.messages.option_fields import ranked_rules, rules_typed, suggest_rules
from engine.bots.level import Level
from engine.live.history.replays import first_opener
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.request import TableRequest
from engine.live.model.table import Header, Person
from engine.live.tables import lifecycle, lobby
from engine.live.tables.table import Table
from engine.options import Value, complete
from engine.rules import find
from render.i18n import translations

_ = app_commands.locale_str

MAX_COMPUTERS = 11
"""The most computers the command accepts: those beside one person at the largest table."""


async def _suggest_numbers(interaction: Interaction, option: str, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the numbers an option of the command's rule set accepts."""
    typed_rules = interaction.namespace.rules
    if typed_rules:
        rules = next(iter(ranked_rules(typed_rules, translations(interaction.locale))), "")
    else:
        rules = rules_of(await server_preferences(interaction))
    chosen = find(rules).option(option) if rules else None
    numbers = [value for value in (chosen.values if chosen is not None else ()) if type(value) is int]
    return [app_commands.Choice(name=str(each), value=each) for each in numbers if str(each).startswith(typed)][:25]


async def suggest_target(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the targets of the command's rule set."""
    return await _suggest_numbers(interaction, "target", typed)


async def suggest_deals(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the numbers of deals of the command's rule set."""
    return await _suggest_numbers(interaction, "deals", typed)


class Lobby(Cog):
    """Opens tables, and answers the buttons of the lobby."""

    @command(name=_("play"), description=_("Open a table in this channel"))
    @app_commands.describe(
        rules=_("Which rule set to play"),
        target=_("How many points it takes to win"),
        deals=_("How many deals to play"),
        pairs=_("Four players in two pairs"),
        clock=_("How much time each turn has"),
        computers=_("How many computers join you"),
        level=_("How well they play"),
        hints=_("Whether players may ask an expert what to play"),
        auto=_("What the bot does for a player who has no choice"),
        friend1=_("Someone to invite"),
        friend2=_("Someone to invite"),
        friend3=_("Someone to invite"),
    )
    @app_commands.rename(
        rules=_("rules"),
        target=_("target"),
        deals=_("deals"),
        pairs=_("pairs"),
        clock=_("clock"),
        computers=_("computers"),
        level=_("level"),
        hints=_("hints"),
        auto=_("auto"),
        friend1=_("friend1"),
        friend2=_("friend2"),
        friend3=_("friend3"),
    )
    @app_commands.choices(
        clock=[
            app_commands.Choice(name=_("none"), value=TimeControl.NONE.value),
            app_commands.Choice(name=_("casual"), value=TimeControl.CASUAL.value),
            app_commands.Choice(name=_("slow, a day a turn"), value=TimeControl.SLOW.value),
        ],
        auto=[
            app_commands.Choice(name=_("passes and draws"), value=Auto.TURNS.value),
            app_commands.Choice(name=_("every forced move: others can tell"), value=Auto.FORCED.value),
            app_commands.Choice(name=_("nothing"), value=Auto.NOTHING.value),
        ],
        level=[
            app_commands.Choice(name=_("easy"), value=Level.EASY.value),
            app_commands.Choice(name=_("normal"), value=Level.NORMAL.value),
            app_commands.Choice(name=_("expert"), value=Level.EXPERT.value),
        ],
    )
    @app_commands.autocomplete(rules=suggest_rules)
    @app_commands.autocomplete(target=suggest_target, deals=suggest_deals)
    async def play(
        self,
        interaction: Interaction,
        rules: str | None = None,
        target: int | None = None,
        deals: int | None = None,
        pairs: bool | None = None,
        clock: str | None = None,
        computers: app_commands.Range[int, 0, MAX_COMPUTERS] | None = None,
        level: str | None = None,
        hints: bool = False,
        auto: str | None = None,
        friend1: discord.User | None = None,
        friend2: discord.User | None = None,
        friend3: discord.User | None = None,
    ) -> None:
        """Handle ``/domino play``."""
        permissions.check(interaction)
        chosen = await server_preferences(interaction)
        check(interaction, chosen)
        delivery, friends = delivery_of(interaction), (friend1, friend2, friend3)
        if not delivery.on_server:
            _require_possible(interaction, clock, friends)
        if await _offer_present(interaction):
            return
        rules = rules_typed(rules, translations(interaction.locale)) if rules else rules_of(chosen)
        options = options_of(chosen, rules)
        options |= _without_none(target=target, deals=deals, pairs=pairs)
        invited = _invited(interaction, friends)
        if delivery.alone and computers is None:
            computers = seats_of(rules, options)[0] - 1
        request = TableRequest(
            guild_id=leaderboard_scope(interaction),
            channel_id=interaction.channel_id or 0,
            delivery=delivery,
            host=person_of(interaction),
            rules=rules,
            options=options,
            locale=public_language(interaction, chosen),
            time_control=TimeControl(clock) if clock else chosen.clock,
            invited=invited,
            computers=_computers(interaction, rules, options, computers, level, len(invited)),
            hints=hints,
            auto=Auto(auto) if auto else chosen.auto,
        )
        table = await _open(interaction, request, in_thread=chosen.threads)
        await start_alone(table)

    @on_button("join")
    async def join(self, interaction: Interaction, table: Table) -> None:
        """Handle Join."""
        if interaction.user.bot:
            raise TableError(Code.NOT_SEATED)
        await table.do(lobby.join, person_of(interaction))

    @on_button("start")
    async def start(self, interaction: Interaction, table: Table) -> None:
        """Handle Start."""
        await table.do(lobby.start, interaction.user.id)

    @on_button("computers")
    async def play_with_computers(self, interaction: Interaction, table: Table) -> None:
        """Handle Play with computers: seat them and start, for the host."""
        await table.do(lobby.play_with_computers, interaction.user.id)

    @on_button("rematch")
    async def rematch(self, interaction: Interaction, table_id: str) -> None:
        """Handle Rematch: open a lobby like the last match in this channel, and invite its other players."""
        request = await _same_again(interaction, table_id)
        if not await _offer_present(interaction):
            await start_alone(await open_here(interaction, request))

    @on_button("wait")
    async def wait_for_friends(self, interaction: Interaction, table: Table) -> None:
        """Handle Wait for friends: replace a match that a person alone has not moved in by a lobby."""
        if not begins_alone(table.header, table.view(None)):
            raise TableError(Code.STALE)
        request = await _same_again(interaction, table.id)
        # at least one friend has to find a seat
        computers = request.computers[: table.header.seats[-1] - 2]
        await table.do(lifecycle.end, interaction.user.id, reopened=True)
        request = replace(request, opener=table.header.opener, computers=computers)
        await open_here(interaction, request, waits=True)


async def _open(interaction: Interaction, request: TableRequest, *, in_thread: bool) -> Table:
    """Open a table, in a new thread if the server wants that; a thread can't hold another one."""
    if in_thread and not isinstance(interaction.channel, discord.Thread):
        return await open_in_thread(interaction, request)
    return await open_here(interaction, request)


def _require_possible(interaction: Interaction, clock: str | None, friends: Sequence[discord.User | None]) -> None:
    """Raise :class:`UserError` if a command asks for something that only works on servers with the bot."""
    t = translations(interaction.locale)
    if clock not in (None, TimeControl.NONE.value):
        raise UserError(t.gettext("There is no clock here: everyone takes the time they need."))
    delivery = delivery_of(interaction)
    invites = any(friends)
    if invites and delivery.alone:
        raise UserError(t.gettext(LIMITS[delivery]))
    if invites:
        raise UserError(t.gettext("I can't invite anyone here. Everyone in this channel can press **Join**."))


async def _offer_present(interaction: Interaction) -> bool:
    """Outside of servers that have the bot, offer to continue at the channel's table; return whether there is one."""
    if delivery_of(interaction).on_server:
        return False
    try:
        table = interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        return False
    t = translations(interaction.locale)
    text = t.gettext("There is a table here already: {rules}.")
    if table.playing:
        text = t.gettext("There is a table here already: {rules}. To end its match, type {command}.")
    text = text.format(rules=rules_name(table.header.rules, t), command=commands_for(interaction).name("end"))
    again = button("continue", table.id, label=t.gettext("Continue"), style=discord.ButtonStyle.success)
    await interaction.response.send_message(view=framed(text, rows=[[again]]), ephemeral=True)
    return True


def _without_none(**typed: Value | None) -> dict[str, Value]:
    """Return the options that were given."""
    return {name: value for name, value in typed.items() if value is not None}


def _invited(interaction: Interaction, friends: Sequence[discord.User | None]) -> tuple[int, ...]:
    """Return the ids of the invited people, without the user who invites them.

    Raises:
        UserError: one of them can't be invited.

    """
    invited = [friend for friend in friends if friend is not None]
    for friend in invited:
        _require_invitable(interaction, friend)
    return tuple(dict.fromkeys(friend.id for friend in invited if friend.id != interaction.user.id))


def _require_invitable(interaction: Interaction, friend: discord.User | discord.Member) -> None:
    """Raise :class:`UserError` with the reason why somebody can't be invited to this channel."""
    t, channel = translations(interaction.locale), interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if friend.bot:
        reason = t.gettext("{name} is a bot, and bots can't be invited.")
    elif not isinstance(friend, discord.Member):
        reason = t.gettext("{name} isn't on this server and can't join your table.")
    elif isinstance(parent, discord.abc.GuildChannel) and not parent.permissions_for(friend).view_channel:
        reason = t.gettext("{name} can't see this channel and can't join your table here.")
    else:
        return
    raise UserError(reason.format(name=escaped(friend.display_name)))


def seats_of(rules: str, options: Mapping[str, Value]) -> range:
    """Return the numbers of players that a rule set allows with some options.

    Raises:
        IllegalMove: there is no such rule set or option.

    """
    return range(4, 5) if complete(rules, find(rules).options, options).get("pairs") else find(rules).seats


def _computers(
    interaction: Interaction,
    rules: str,
    options: Mapping[str, Value],
    count: int | None,
    level: str | None,
    others: int,
) -> tuple[Level, ...]:
    """Return the levels of the computers to seat; a level without a number asks for one.

    Raises:
        UserError: there are too few seats beside the host and the invited friends; the text says how many.
        IllegalMove: there is no such rule set or option.

    """
    wanted = count if count is not None else int(level is not None)
    most = seats_of(rules, options)[-1]
    room = max(most - 1 - others, 0)
    if wanted > room:
        t = translations(interaction.locale)
        text = t.ngettext(
            "{rules} is for {most} players: with you and those you invite, there is room for at most {count} computer.",
            "{rules} is for {most} players: with you and those you invite, there is room for at most "
            "{count} computers.",
            room,
        )
        raise UserError(text.format(rules=rules_name(rules, t), most=most, count=room))
    return (Level(level) if level is not None else Level.NORMAL,) * wanted


def _refusal_of_rematch(interaction: Interaction) -> TableError:
    """Return the refusal of a rematch to a user who did not play, with their choices in this channel."""
    try:
        table = interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        return TableError(Code.NO_REMATCH)
    return TableError(Code.NOT_SEATED if table.playing else Code.JOIN_FIRST, table=table)


async def _same_again(interaction: Interaction, table_id: str) -> TableRequest:
    """Return the request for a table like another, with the same seats.

    Raises:
        UserError: no table may be opened here.
        TableError: the user has no seat there.

    """
    permissions.check(interaction)
    chosen = await server_preferences(interaction)
    check(interaction, chosen)
    kept = await interaction.client.hub.saved(table_id)
    past, person = kept.header, person_of(interaction)
    if past.guild_id != leaderboard_scope(interaction):
        # no message on another server has this button
        raise TableError(Code.STALE)
    if all(each.user_id != person.user_id for each in past.people):
        raise _refusal_of_rematch(interaction)
    return replace(
        _like(past, person),
        channel_id=interaction.channel_id or 0,
        delivery=delivery_of(interaction),
        locale=public_language(interaction, chosen, past.locale),
        opener=first_opener(kept),
    )


def _is_expected(person: Person, host: Person) -> bool:
    """Whether somebody is expected at the next table of a host, too; people who left are not."""
    return person.user_id == host.user_id or person.computer or not person.gone


def _like(past: Header, host: Person) -> TableRequest:
    """Return the request for a table like a past one."""
    around = [each for each in past.people if _is_expected(each, host)]
    return TableRequest(
        guild_id=past.guild_id,
        channel_id=past.channel_id,
        host=host,
        rules=past.rules,
        options=past.options,
        locale=past.locale,
        time_control=past.time_control,
        invited=tuple(each.user_id for each in around if not each.gone and each.user_id != host.user_id),
        as_text=past.as_text,
        seating=tuple(each.user_id for each in around),
        computers=tuple(each for each in around if each.computer),
        hints=past.hints,
        auto=past.auto,
        one_picture=past.one_picture,
    )
