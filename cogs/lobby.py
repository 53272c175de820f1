"""Opening a table: ``/domino play``, and the lobby's buttons."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs import boards, permissions
from cogs.controls import button, handles, select
from cogs.domino import command
from cogs.errors import tell
from cogs.interaction import Interaction
from cogs.names import plain_name, rules_name
from cogs.people import manages, person_of
from cogs.words import words_for
from engine.live.declined import Declined, Why
from engine.live.store import Header, Person, Post, Status
from engine.live.table import Table
from engine.rules.catalogue import CATALOGUE, find
from engine.rules.options import Option, Value

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


@command(name=_("play"), description=_("Open a table in this channel"))
@app_commands.describe(
    rules=_("Which dominoes to play"),
    target=_("How many points win"),
    pairs=_("Four players in two pairs"),
    friend1=_("Someone to invite"),
    friend2=_("Someone to invite"),
    friend3=_("Someone to invite"),
)
@app_commands.rename(
    rules=_("rules"),
    target=_("target"),
    pairs=_("pairs"),
    friend1=_("friend1"),
    friend2=_("friend2"),
    friend3=_("friend3"),
)
@app_commands.choices(target=[app_commands.Choice(name=str(each), value=each) for each in (50, 100, 150, 200)])
@app_commands.autocomplete(rules=suggest_rules)
async def play(
    interaction: Interaction,
    rules: str | None = None,
    target: int | None = None,
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
    if pairs is not None:
        options["pairs"] = pairs
    friends = [friend for friend in (friend1, friend2, friend3) if friend is not None]
    invited = tuple(
        dict.fromkeys(friend.id for friend in friends if not friend.bot and friend.id != interaction.user.id)
    )
    await open_table(interaction, person_of(interaction), rules or DEFAULT_RULES, options, invited)


async def open_table(
    interaction: Interaction, host: Person, rules: str, options: dict[str, Value], invited: tuple[int, ...]
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
    )
    message = boards.lobby(table.header, words_for(table.header.locale))
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in invited])
    try:
        answer = await interaction.response.send_message(
            view=boards.layout(message.text, rows=message.rows), allowed_mentions=mentions
        )
    except discord.HTTPException:
        # a lobby that nobody can see must not block its channel
        await table.cancel(host.user)
        raise
    if answer.message_id is not None:
        await interaction.client.publisher.lobby_is_out(table, Post(answer.message_id, text=message.text))
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
    await interaction.client.hub.find(table).cancel(interaction.user.id, manager=manages(interaction))
    await interaction.response.defer()


# ---------------------------------------------------------------------- options


def _text_of(value: Value) -> str:
    return str(value).lower()


def _option_select(table: Table, option: Option, words: NullTranslations) -> discord.ui.Item[Any]:
    chosen = table.header.options.get(option.id, option.default)
    return select(
        "option",
        table.id,
        option.id,
        options=[
            discord.SelectOption(
                label=f"{words.gettext(option.label)}: {words.gettext(label)}"[:100],
                value=_text_of(value),
                default=value == chosen,
            )
            for value, label in option.values.items()
        ],
        placeholder=words.gettext(option.label),
    )


def _panel(table: Table, words: NullTranslations) -> discord.ui.LayoutView:
    header = table.header
    rows: list[list[discord.ui.Item[Any]]] = [
        [
            select(
                "ruleset",
                table.id,
                options=[
                    discord.SelectOption(label=rules_name(rules, words), value=rules, default=rules == header.rules)
                    for rules in CATALOGUE
                ],
                placeholder=words.gettext("Rule set"),
            )
        ]
    ]
    rows += [
        [_option_select(table, option, words)]
        for option in find(header.rules).options
        if not option.id.endswith("_pairs") or header.options.get("pairs")
    ]
    seat = table.seat_of(header.host)
    others = [person for person in header.people if person.user != header.host]
    if header.options.get("pairs") and len(others) > 1 and seat is not None:
        facing = (seat + 2) % 4
        across = header.people[facing].user if facing < len(header.people) else None
        rows.append([_partner_select(table, others, across, words)])
    return boards.layout(f"**{words.gettext('Options of this table')}**", rows=rows)


def _partner_select(
    table: Table, others: list[Person], across: int | None, words: NullTranslations
) -> discord.ui.Item[Any]:
    return select(
        "partner",
        table.id,
        options=[
            discord.SelectOption(
                label=words.gettext("Partner: {name}").format(name=plain_name(person)),
                value=str(person.user),
                default=person.user == across,
            )
            for person in others
        ],
        placeholder=words.gettext("Your partner"),
    )


@handles("options")
async def options_button(interaction: Interaction, table: str) -> None:
    """Answer Options: a panel for the host alone."""
    found = interaction.client.hub.find(table)
    if found.header.status is not Status.LOBBY:
        raise Declined(Why.STARTED)
    if interaction.user.id != found.header.host:
        raise Declined(Why.NOT_HOST, host=found.header.host)
    await interaction.response.send_message(view=_panel(found, words_for(interaction.locale)), ephemeral=True)


@handles("ruleset")
async def choose_rules(interaction: Interaction, table: str, chosen: list[str]) -> None:
    """Answer the choice of a rule set."""
    found = interaction.client.hub.find(table)
    await found.configure(interaction.user.id, rules=chosen[0])
    await interaction.response.edit_message(view=_panel(found, words_for(interaction.locale)))


@handles("option")
async def choose_option(interaction: Interaction, table: str, name: str, chosen: list[str]) -> None:
    """Answer the choice of an option's value."""
    found = interaction.client.hub.find(table)
    option = find(found.header.rules).option(name)
    values = {} if option is None else {_text_of(value): value for value in option.values}
    await found.configure(interaction.user.id, options={name: values.get(chosen[0], chosen[0])})
    await interaction.response.edit_message(view=_panel(found, words_for(interaction.locale)))


@handles("partner")
async def choose_partner(interaction: Interaction, table: str, chosen: list[str]) -> None:
    """Answer the choice of the host's partner."""
    found = interaction.client.hub.find(table)
    await found.partner(interaction.user.id, int(chosen[0]))
    await interaction.response.edit_message(view=_panel(found, words_for(interaction.locale)))


# ---------------------------------------------------------------------- again


@handles("rematch")
async def rematch(interaction: Interaction, table: str) -> None:
    """Answer Rematch: a lobby with the same rule set and options; the others of the last match are invited."""
    permissions.check(interaction)
    past: Header | None = await interaction.client.hub.past(table)
    if past is None:
        raise Declined(Why.CLOSED)
    person = person_of(interaction)
    if all(each.user != person.user for each in past.people):
        raise Declined(Why.NOT_SEATED)
    others = tuple(each.user for each in past.people if each.user != person.user and not each.away)
    await open_table(interaction, person, past.rules, dict(past.options), others)


# ---------------------------------------------------------------------- leaving and ending, by command


@command(name=_("leave"), description=_("Leave the table in this channel"))
async def leave_command(interaction: Interaction) -> None:
    """Answer ``/domino leave``: at once in a lobby; in mid-match it asks first."""
    assert interaction.channel_id is not None
    table = interaction.client.hub.in_channel(interaction.channel_id)
    words = words_for(interaction.locale)
    if table.seat_of(interaction.user.id) is None:
        raise Declined(Why.NOT_SEATED)
    if not table.playing:
        await table.leave(interaction.user.id)
        await tell(interaction, words.gettext("You have left the table."))
        return
    text = words.gettext("Leave this match for good? The bot plays on for you.")
    await _ask(interaction, text, "walk", table, words.gettext("Leave"), words)


@command(name=_("end"), description=_("End the match in this channel"))
async def end_command(interaction: Interaction) -> None:
    """Answer ``/domino end``: for the host and whoever may manage messages; it asks first."""
    assert interaction.channel_id is not None
    table = interaction.client.hub.in_channel(interaction.channel_id)
    words = words_for(interaction.locale)
    if interaction.user.id != table.header.host and not manages(interaction):
        raise Declined(Why.NOT_HOST, host=table.header.host)
    if not table.playing:
        await table.cancel(interaction.user.id, manager=manages(interaction))
        await tell(interaction, words.gettext("The table is closed."))
        return
    text = words.gettext("End this match for everyone? It will count for nobody.")
    await _ask(interaction, text, "end", table, words.gettext("End the match"), words)


async def _ask(
    interaction: Interaction, text: str, verb: str, table: Table, label: str, words: NullTranslations
) -> None:
    row = (
        button(verb, table.id, label=label, style=discord.ButtonStyle.danger),
        button("keep", label=words.gettext("Keep playing")),
    )
    await interaction.response.send_message(view=boards.layout(text, rows=(row,)), ephemeral=True)


@handles("keep")
async def keep(interaction: Interaction) -> None:
    """Answer Keep playing."""
    words = words_for(interaction.locale)
    await interaction.response.edit_message(view=boards.layout(words.gettext("All right, the match goes on.")))


@handles("walk")
async def walk(interaction: Interaction, table: str) -> None:
    """Answer the confirmed wish to leave in mid-match."""
    await interaction.client.hub.find(table).walk_away(interaction.user.id)
    words = words_for(interaction.locale)
    await interaction.response.edit_message(view=boards.layout(words.gettext("You have left the match.")))


@handles("end")
async def end(interaction: Interaction, table: str) -> None:
    """Answer the confirmed wish to end a match."""
    await interaction.client.hub.find(table).end(interaction.user.id, manager=manages(interaction))
    words = words_for(interaction.locale)
    await interaction.response.edit_message(view=boards.layout(words.gettext("The match has ended.")))
