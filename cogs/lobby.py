"""Opening a table: ``/domino play``, and the lobby's buttons."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs import boards, permissions
from cogs.controls import handles
from cogs.domino import command
from cogs.errors import Sorry
from cogs.interaction import Interaction
from cogs.names import rules_name
from cogs.people import manages, person_of
from cogs.words import words_for
from engine.live.declined import Declined, Why
from engine.live.store import Person, Post
from engine.live.table import Table
from engine.rules.catalogue import CATALOGUE
from engine.rules.options import Value

DEFAULT_RULES = "express"
_ = app_commands.locale_str


async def suggest_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the rule sets whose name, in the reader's language, or id holds what was typed."""
    words = words_for(interaction.locale)
    found = [(rules_name(rules, words), rules) for rules in CATALOGUE]
    wanted = typed.casefold().strip()
    return [
        app_commands.Choice(name=name, value=rules)
        for name, rules in found
        if wanted in name.casefold() or wanted in rules
    ][:25]


def _numbers_of(interaction: Interaction, option: str, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the numbers that an option of the rule set named in the command takes."""
    rules = CATALOGUE.get(interaction.namespace.rules or DEFAULT_RULES)
    found = rules.option(option) if rules is not None else None
    numbers = [value for value in (found.values if found is not None else ()) if type(value) is int]
    return [app_commands.Choice(name=str(each), value=each) for each in numbers if str(each).startswith(typed)][:25]


async def suggest_target(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the targets of the rule set named."""
    return _numbers_of(interaction, "target", typed)


async def suggest_deals(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the numbers of deals of the rule set named."""
    return _numbers_of(interaction, "deals", typed)


@command(name=_("play"), description=_("Open a table in this channel"))
@app_commands.describe(
    rules=_("Which dominoes to play"),
    target=_("How many points win"),
    deals=_("How many deals are played"),
    pairs=_("Four players in two pairs"),
    friend1=_("Someone to invite"),
    friend2=_("Someone to invite"),
    friend3=_("Someone to invite"),
)
@app_commands.rename(
    rules=_("rules"),
    target=_("target"),
    deals=_("deals"),
    pairs=_("pairs"),
    friend1=_("friend1"),
    friend2=_("friend2"),
    friend3=_("friend3"),
)
@app_commands.autocomplete(rules=suggest_rules)
@app_commands.autocomplete(target=suggest_target, deals=suggest_deals)
async def play(
    interaction: Interaction,
    rules: str | None = None,
    target: int | None = None,
    deals: int | None = None,
    pairs: bool | None = None,
    friend1: discord.User | None = None,
    friend2: discord.User | None = None,
    friend3: discord.User | None = None,
) -> None:
    """Answer ``/domino play``."""
    permissions.check(interaction)
    options: dict[str, Value] = {}
    if target is not None:
        options["target"] = target
    if deals is not None:
        options["deals"] = deals
    if pairs is not None:
        options["pairs"] = pairs
    friends = [friend for friend in (friend1, friend2, friend3) if friend is not None]
    for friend in friends:
        if friend.bot:
            words = words_for(interaction.locale)
            raise Sorry(words.gettext("{name} is a bot, and bots can't be invited.").format(name=friend.display_name))
    invited = tuple(dict.fromkeys(friend.id for friend in friends if friend.id != interaction.user.id))
    await open_table(interaction, person_of(interaction), rules or DEFAULT_RULES, options, invited)


async def open_table(
    interaction: Interaction,
    host: Person,
    rules: str,
    options: dict[str, Value],
    invited: tuple[int, ...],
    *,
    as_text: bool = False,
) -> Table:
    """Open a lobby where an interaction comes from, and show it as the answer."""
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    table = await interaction.client.hub.open(
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        host=host,
        rules=rules,
        options=options,
        locale=str(interaction.guild_locale or discord.Locale.american_english),
        invited=invited,
        as_text=as_text,
    )
    message = boards.lobby(table.header, words_for(table.header.locale))
    try:
        answer = await interaction.response.send_message(view=message.layout, allowed_mentions=message.allowed_mentions)
    except discord.HTTPException:
        # a lobby that nobody can see must not block its channel
        await table.cancel(host.user)
        raise
    if answer.message_id is not None:
        await interaction.client.publisher.lobby_is_out(table, Post(answer.message_id, text=message.lasting))
    return table


@handles("join")
async def join(interaction: Interaction, table: str) -> None:
    """Answer Join."""
    found = interaction.client.hub.find(table)
    if interaction.user.bot:
        raise Declined(Why.NOT_SEATED)
    await found.join(person_of(interaction))
    await interaction.response.defer()


@handles("leave")
async def leave(interaction: Interaction, table: str) -> None:
    """Answer Leave, in the lobby."""
    await interaction.client.hub.find(table).leave(interaction.user.id)
    await interaction.response.defer()


@handles("start")
async def start(interaction: Interaction, table: str) -> None:
    """Answer Start."""
    await interaction.client.hub.find(table).start(interaction.user.id)
    await interaction.response.defer()


@handles("cancel")
async def cancel(interaction: Interaction, table: str) -> None:
    """Answer Cancel."""
    found = interaction.client.hub.find(table)
    await found.cancel(interaction.user.id, manager=manages(interaction, found.header.channel))
    await interaction.response.defer()


@handles("rematch")
async def rematch(interaction: Interaction, table: str) -> None:
    """Answer Rematch: a lobby as the last match had it; the others of the last match are invited."""
    permissions.check(interaction)
    past = (await interaction.client.hub.past(table)).header
    person = person_of(interaction)
    if all(each.user != person.user for each in past.people):
        raise Declined(Why.NOT_SEATED)
    others = tuple(each.user for each in past.people if each.user != person.user and not each.away)
    await open_table(interaction, person, past.rules, dict(past.options), others, as_text=past.as_text)
