"""Opening a table: ``/domino play``, **Play dominoes** in the menu of a person, the buttons of the lobby, Rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.cog import Cog, on_button, on_person
from cogs.core.commands import command
from cogs.core.context import LIMITS, delivery_of, leaderboard_scope, person_of
from cogs.core.errors import UserError
from cogs.core.preferences import check, server_preferences
from cogs.core.ways import ALONE, OPEN
from cogs.lobby.opening import language_of, offer_present, open_here, open_in_thread, start_alone
from cogs.messages.names import rules_name
from cogs.parameters.friends import invited_ids
from cogs.parameters.rules import rules_meant, seats_of, suggest_named_rules, tell_lost
from engine.bots.level import Level
from engine.errors import IllegalMove
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.request import TableRequest
from engine.live.model.seating import usual_seats
from engine.live.tables import lobby
from engine.live.tables.table import Table
from engine.options import Value
from engine.rules import find
from render.i18n import translations

_ = app_commands.locale_str

MAX_COMPUTERS = 11
"""The most computers the command accepts: those beside one person at the largest table."""


async def _suggest_numbers(interaction: Interaction, option: str, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the numbers an option of the command's rule set accepts."""
    try:
        rules = await rules_meant(interaction, interaction.namespace.rules, await server_preferences(interaction))
    except (UserError, IllegalMove):
        return []
    chosen = find(rules.rules).option(option)
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
        rules=_("A game, saved rules, or a code"),
        target=_("How many points it takes to win"),
        deals=_("How many deals to play"),
        pairs=_("Four players in two pairs"),
        clock=_("How much time each turn has"),
        computers=_("How many computers join you"),
        level=_("How well they play"),
        show=_("When you play alone: whether everyone in the channel sees the table"),
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
        show=_("show"),
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
    @app_commands.autocomplete(rules=suggest_named_rules)
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
        show: bool | None = None,
        hints: bool | None = None,
        auto: str | None = None,
        friend1: discord.User | None = None,
        friend2: discord.User | None = None,
        friend3: discord.User | None = None,
    ) -> None:
        """Handle ``/domino play``."""
        chosen = await server_preferences(interaction)
        check(interaction, chosen)
        delivery, friends = delivery_of(interaction), (friend1, friend2, friend3)
        if not delivery.on_server:
            _require_possible(interaction, clock, friends)
        wanted = computers if computers is not None else int(level is not None)
        if show is None and not (wanted or any(friends)) and await offer_present(interaction, delivery.for_one):
            return
        meant = await rules_meant(interaction, rules, chosen)
        rules, options = meant.rules, {**meant.options, **_without_none(target=target, deals=deals, pairs=pairs)}
        invited, seats = _invited(interaction, friends, show), seats_of(rules, options)
        least = seats[0] - 1
        if show is False and not wanted:
            wanted = usual_seats(seats) - 1
        if not invited and (show is False or (show is None and wanted >= least)):
            delivery = delivery.for_one
        if delivery.alone and (delivery.ephemeral or computers is None):
            computers = max(wanted, least)
        permissions.check(interaction, ephemeral=delivery.ephemeral)
        if await offer_present(interaction, delivery):
            return
        request = TableRequest(
            guild_id=leaderboard_scope(interaction),
            channel_id=interaction.channel_id or 0,
            delivery=delivery,
            host=person_of(interaction),
            rules=rules,
            options=options,
            locale=language_of(interaction, chosen, delivery),
            time_control=TimeControl(clock) if clock else meant.clock,
            invited=invited,
            computers=_computers(interaction, rules, options, computers, level, len(invited)),
            hints=meant.hints if hints is None else hints,
            auto=Auto(auto) if auto else meant.auto,
        )
        table = await _open(interaction, request, in_thread=chosen.threads)
        await start_alone(table)
        await tell_lost(interaction, meant)

    @on_person(name=_("Play dominoes"))
    async def play_with(self, interaction: Interaction, person: discord.User) -> None:
        """Handle Play dominoes in the menu of a person: open a lobby and invite them.

        A user who chooses themselves or the bot plays against computers, as with Play alone.
        """
        if person in (interaction.user, interaction.client.user):
            await self.play(interaction, show=False)
        else:
            await self.play(interaction, friend1=person)

    @on_button("open")
    async def open(self, interaction: Interaction, rules: str = "") -> None:
        """Handle the button of a game, and Open a table: open a lobby as the command does."""
        await self.play(interaction, rules, show=True)

    @on_button("alone")
    async def play_alone(self, interaction: Interaction, rules: str = "") -> None:
        """Handle Play alone, and the button of a game for one person: begin against three computers."""
        await self.play(interaction, rules, show=False)

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


async def _open(interaction: Interaction, request: TableRequest, *, in_thread: bool) -> Table:
    """Open a table, in a new thread if the server wants that; a thread can't hold another one.

    Raises:
        TableError: the place has an open table, or the user sits at it.

    """
    try:
        if in_thread and not isinstance(interaction.channel, discord.Thread):
            return await open_in_thread(interaction, request)
        return await open_here(interaction, request)
    except TableError as refused:
        taken = refused.facts.get("table")
        is_seated = isinstance(taken, Table) and taken.header.seat_of(interaction.user.id) is not None
        if refused.code is Code.CHANNEL_TAKEN and is_seated:
            raise TableError(Code.ALREADY_SEATED, table=taken) from None
        raise


def _require_possible(interaction: Interaction, clock: str | None, friends: Sequence[discord.User | None]) -> None:
    """Raise :class:`UserError` if a command asks for something that only works on servers with the bot."""
    t = translations(interaction.locale)
    if clock not in (None, TimeControl.NONE.value):
        raise UserError(t.gettext("There is no clock here: everyone takes the time they need."))
    delivery = delivery_of(interaction)
    if any(friends) and delivery.alone:
        raise UserError(t.gettext(LIMITS[delivery]), ALONE)


def _without_none(**typed: Value | None) -> dict[str, Value]:
    """Return the options that were given."""
    return {name: value for name, value in typed.items() if value is not None}


def _invited(interaction: Interaction, friends: Sequence[discord.User | None], show: bool | None) -> tuple[int, ...]:
    """Return the ids of the invited people.

    Raises:
        UserError: one of them can't be invited, or anyone to a table that nobody else sees.

    """
    if show is False and any(friends):
        t = translations(interaction.locale)
        raise UserError(t.gettext("Nobody else would see that table, so you can't invite anyone to it."))
    return invited_ids(interaction, friends, otherwise=OPEN, without_bots=ALONE)


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
