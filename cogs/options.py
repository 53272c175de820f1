"""The host's panel in the lobby: rule set, clock, house rules, partner."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from gettext import NullTranslations
from typing import Any

import discord

from cogs import boards
from cogs.clocks import clock_in_words
from cogs.computers import key
from cogs.controls import handles, select
from cogs.errors import guarded
from cogs.interaction import Interaction
from cogs.names import labelled, plain_name, rules_name, value_name
from cogs.words import words_for
from engine.live.declined import Declined, Why
from engine.live.pace import Clock, Pace
from engine.live.store import Person, Status
from engine.live.table import Table
from engine.rules.catalogue import CATALOGUE, find
from engine.rules.options import Option, Value

MOST_DIGITS = 9
"""Of a number that somebody types; Discord's window takes six."""

ANOTHER = "another"
"""The entry of a select that asks for a number."""


def _text_of(value: Value) -> str:
    return str(value).lower()


def option_select(
    verb: str, *arguments: object, option: Option, chosen: Mapping[str, Value], words: NullTranslations
) -> discord.ui.Item[Any]:
    """Make a select of an option's values, that the handler of ``verb`` answers; a number may be asked for, too."""
    present = chosen.get(option.id, option.default)
    # a number that somebody typed stands beside those offered
    values = list(option.values) if present in option.values else [*option.values, present]
    label = words.gettext(option.label)
    choices = [
        choice(labelled(label, value_name(option, value, words), words), _text_of(value), chosen=value == present)
        for value in values
    ]
    if option.at_least is not None:
        choices.append(choice(words.gettext("Another number …"), ANOTHER))
    return select(verb, *arguments, options=choices, placeholder=label)


def choice(label: str, value: str, *, chosen: bool = False) -> discord.SelectOption:
    """Give an entry of a select, as long as Discord takes it."""
    return discord.SelectOption(label=label[:100], value=value, default=chosen)


def rules_select(verb: str, *arguments: object, chosen: str, words: NullTranslations) -> discord.ui.Item[Any]:
    """Make a select of all rule sets, that the handler of ``verb`` answers."""
    return select(
        verb,
        *arguments,
        options=[choice(rules_name(rules, words), rules, chosen=rules == chosen) for rules in CATALOGUE],
        placeholder=words.gettext("Rule set"),
    )


def clock_select(
    verb: str, *arguments: object, chosen: Clock, pace: Pace, words: NullTranslations
) -> discord.ui.Item[Any]:
    """Make a select of all clocks, that the handler of ``verb`` answers."""

    def label(clock: Clock) -> str:
        return labelled(words.gettext("Clock"), clock_in_words(clock, pace, words), words)

    return select(
        verb,
        *arguments,
        options=[choice(label(clock), clock.value, chosen=clock is chosen) for clock in Clock],
        placeholder=words.gettext("Clock"),
    )


def value_of(option: Option, chosen: Mapping[str, Value], typed: str) -> Value:
    """Give the value that a select of an option's values means; what it never offered stays a text."""
    offered = {_text_of(value): value for value in (*option.values, chosen.get(option.id, option.default))}
    return offered.get(typed, typed)


def clock_of(value: str) -> Clock:
    """Give the clock that a select means; raise :class:`Declined` where it offered no such one."""
    if value not in {each.value for each in Clock}:
        raise Declined(Why.STALE)
    return Clock(value)


async def redraw(interaction: Interaction, panel: discord.ui.LayoutView) -> None:
    """Answer a choice with the panel as it is now; what everybody reads never becomes one."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await interaction.response.edit_message(view=panel)
    else:
        await interaction.response.send_message(view=panel, ephemeral=True)


Take = Callable[[Interaction, Value], Awaitable[None]]
"""What is done with a value that somebody typed."""


class NumberModal(discord.ui.Modal):
    """Asks for a whole number that an option takes; ``take`` gets it, or what was typed in its place."""

    def __init__(self, custom_id: str, option: Option, take: Take, words: NullTranslations) -> None:
        label = words.gettext(option.label)
        super().__init__(title=label[:45], custom_id=custom_id)
        self._take = take
        self._field: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=6, placeholder=str(option.default))
        description = words.gettext("A whole number from {least}").format(least=option.at_least)
        self.add_item(discord.ui.Label(text=label[:45], description=description, component=self._field))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Take the number, or say what is wrong with it."""
        typed = self._field.value.strip()
        value = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= MOST_DIGITS else typed
        await guarded(interaction, self._take(interaction, value))


def _panel(table: Table, pace: Pace, words: NullTranslations) -> discord.ui.LayoutView:
    header = table.header
    rows: list[list[discord.ui.Item[Any]]] = [
        [rules_select("ruleset", table.id, chosen=header.rules, words=words)],
        [clock_select("clock", table.id, chosen=header.clock, pace=pace, words=words)],
        [_hints_select(table, words)],
    ]
    rows += [
        [option_select("option", table.id, option.id, option=option, chosen=header.options, words=words)]
        for option in find(header.rules).options
        if option.matters(header.options)
    ]
    seat = table.seat_of(header.host)
    others = [person for person in header.people if person.user != header.host]
    if header.options.get("pairs") and len(others) > 1 and seat is not None:
        facing = (seat + 2) % 4
        across = header.people[facing].user if facing < len(header.people) else None
        rows.append([_partner_select(table, others, across, words)])
    return boards.layout(f"**{words.gettext('Options of this table')}**", rows=rows)


def _hints_select(table: Table, words: NullTranslations) -> discord.ui.Item[Any]:
    label = words.gettext("Hints")
    answers = {False: words.gettext("nobody gets any"), True: words.gettext("whoever is in turn may ask an expert")}
    return select(
        "hints",
        table.id,
        options=[
            choice(labelled(label, answer, words), _text_of(allowed), chosen=allowed is table.header.hints)
            for allowed, answer in answers.items()
        ],
        placeholder=label,
    )


def _partner_select(
    table: Table, others: list[Person], across: int | None, words: NullTranslations
) -> discord.ui.Item[Any]:
    return select(
        "partner",
        table.id,
        options=[
            discord.SelectOption(
                label=words.gettext("Partner: {name}").format(name=plain_name(person)),
                value=key(person),
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
    await interaction.response.send_message(
        view=_panel(found, interaction.client.hub.pace, words_for(interaction.locale)), ephemeral=True
    )


@handles("ruleset")
async def choose_rules(interaction: Interaction, table: str, chosen: list[str]) -> None:
    """Answer the choice of a rule set."""
    found = interaction.client.hub.find(table)
    await found.configure(interaction.user.id, rules=chosen[0])
    await redraw(interaction, _panel(found, interaction.client.hub.pace, words_for(interaction.locale)))


@handles("option")
async def choose_option(interaction: Interaction, table: str, name: str, chosen: list[str]) -> None:
    """Answer the choice of an option's value."""
    found = interaction.client.hub.find(table)
    option = find(found.header.rules).option(name)
    if option is not None and option.at_least is not None and chosen[0] == ANOTHER:
        words = words_for(interaction.locale)
        modal = NumberModal(f"number-{table}-{option.id}", option, partial(_choose, table=table, name=name), words)
        await interaction.response.send_modal(modal)
        return
    value = chosen[0] if option is None else value_of(option, found.header.options, chosen[0])
    await _choose(interaction, value, table=table, name=name)


@handles("clock")
async def choose_clock(interaction: Interaction, table: str, chosen: list[str]) -> None:
    """Answer the choice of a clock."""
    found = interaction.client.hub.find(table)
    await found.configure(interaction.user.id, clock=clock_of(chosen[0]))
    await redraw(interaction, _panel(found, interaction.client.hub.pace, words_for(interaction.locale)))


@handles("hints")
async def choose_hints(interaction: Interaction, table: str, chosen: list[str]) -> None:
    """Answer the choice whether players may ask an expert."""
    found = interaction.client.hub.find(table)
    if chosen[0] not in ("true", "false"):
        raise Declined(Why.STALE)
    await found.allow_hints(interaction.user.id, chosen[0] == "true")
    await redraw(interaction, _panel(found, interaction.client.hub.pace, words_for(interaction.locale)))


async def _choose(interaction: Interaction, value: Value, *, table: str, name: str) -> None:
    found = interaction.client.hub.find(table)
    await found.configure(interaction.user.id, options={name: value})
    await redraw(interaction, _panel(found, interaction.client.hub.pace, words_for(interaction.locale)))


@handles("partner")
async def choose_partner(interaction: Interaction, table: str, chosen: list[str]) -> None:
    """Answer the choice of the host's partner."""
    found = interaction.client.hub.find(table)
    partner = next((person.user for person in found.people if key(person) == chosen[0]), 0)
    await found.partner(interaction.user.id, partner)
    await redraw(interaction, _panel(found, interaction.client.hub.pace, words_for(interaction.locale)))
