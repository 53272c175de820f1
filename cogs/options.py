"""The host's panel in the lobby: rule set, house rules, partner."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord

from cogs import boards
from cogs.controls import handles, select
from cogs.errors import guarded
from cogs.interaction import Interaction
from cogs.names import labelled, plain_name, rules_name, value_name
from cogs.words import words_for
from engine.live.declined import Declined, Why
from engine.live.store import Person, Status
from engine.live.table import Table
from engine.rules.catalogue import CATALOGUE, find
from engine.rules.options import Option, Value

ANOTHER = "another"
"""The entry of a select that asks for a number."""


def _text_of(value: Value) -> str:
    return str(value).lower()


def _option_select(table: Table, option: Option, words: NullTranslations) -> discord.ui.Item[Any]:
    chosen = table.header.options.get(option.id, option.default)
    # a number that somebody typed stands beside those offered
    values = list(option.values) if chosen in option.values else [*option.values, chosen]
    label = words.gettext(option.label)
    choices = [
        discord.SelectOption(
            label=labelled(label, value_name(option, value, words), words)[:100],
            value=_text_of(value),
            default=value == chosen,
        )
        for value in values
    ]
    if option.at_least is not None:
        choices.append(discord.SelectOption(label=words.gettext("Another number …"), value=ANOTHER))
    return select("option", table.id, option.id, options=choices, placeholder=label)


class NumberModal(discord.ui.Modal):
    """Asks the host for a whole number that an option takes."""

    def __init__(self, table: str, option: Option, words: NullTranslations) -> None:
        label = words.gettext(option.label)
        super().__init__(title=label[:45], custom_id=f"number-{table}-{option.id}")
        self._table = table
        self._option = option
        self._field: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=6, placeholder=str(option.default))
        description = words.gettext("A whole number from {least}").format(least=option.at_least)
        self.add_item(discord.ui.Label(text=label[:45], description=description, component=self._field))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Take the number, or say what is wrong with it."""
        await guarded(interaction, self._take(interaction))

    async def _take(self, interaction: Interaction) -> None:
        typed = self._field.value.strip()
        value = int(typed) if typed.isascii() and typed.isdecimal() else typed
        await _choose(interaction, self._table, self._option.id, value)


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
        if option.matters(header.options)
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
    if option is not None and option.at_least is not None and chosen[0] == ANOTHER:
        await interaction.response.send_modal(NumberModal(table, option, words_for(interaction.locale)))
        return
    offered = () if option is None else (*option.values, found.header.options.get(name, option.default))
    values = {_text_of(value): value for value in offered}
    await _choose(interaction, table, name, values.get(chosen[0], chosen[0]))


async def _choose(interaction: Interaction, table: str, name: str, value: Value) -> None:
    found = interaction.client.hub.find(table)
    await found.configure(interaction.user.id, options={name: value})
    await interaction.response.edit_message(view=_panel(found, words_for(interaction.locale)))


@handles("partner")
async def choose_partner(interaction: Interaction, table: str, chosen: list[str]) -> None:
    """Answer the choice of the host's partner."""
    found = interaction.client.hub.find(table)
    partner = next((person.user for person in found.people if str(person.user) == chosen[0]), 0)
    await found.partner(interaction.user.id, partner)
    await interaction.response.edit_message(view=_panel(found, words_for(interaction.locale)))
