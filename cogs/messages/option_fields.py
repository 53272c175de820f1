"""Fields in which options are chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.components import select
from cogs.core.dispatch import dispatch
from cogs.core.layout import choice
from cogs.messages.names import clock_in_words, labelled, rules_name, value_name
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import TimeControl, Timeouts
from engine.options import Option, Value
from engine.rules import CATALOGUE
from render.i18n import translations

MOST_DIGITS = 9
"""Of a number that somebody types; Discord's window takes six."""

ANOTHER = "another"
"""The entry of a select that asks for a number."""


def text_of(value: Value) -> str:
    """Return an option's value as a select carries it."""
    return str(value).lower()


def option_select(
    verb: str, *arguments: object, option: Option, chosen: Mapping[str, Value], t: NullTranslations
) -> discord.ui.Item[Any]:
    """Make a select of an option's values, that the handler of ``verb`` answers; a number may be asked for, too."""
    present = chosen.get(option.id, option.default)
    # a number that somebody typed stands beside those offered
    values = list(option.values) if present in option.values else [*option.values, present]
    label = t.gettext(option.label)
    choices = [
        choice(labelled(label, value_name(option, value, t), t), text_of(value), chosen=value == present)
        for value in values
    ]
    if option.at_least is not None:
        choices.append(choice(t.gettext("Another number …"), ANOTHER))
    return select(verb, *arguments, options=choices, placeholder=label)


def rules_select(verb: str, *arguments: object, chosen: str, t: NullTranslations) -> discord.ui.Item[Any]:
    """Make a select of all rule sets, that the handler of ``verb`` answers."""
    return select(
        verb,
        *arguments,
        options=[choice(rules_name(rules, t), rules, chosen=rules == chosen) for rules in CATALOGUE],
        placeholder=t.gettext("Rule set"),
    )


def clock_select(
    verb: str, *arguments: object, chosen: TimeControl, pace: Timeouts, t: NullTranslations
) -> discord.ui.Item[Any]:
    """Make a select of all clocks, that the handler of ``verb`` answers."""

    def label(clock: TimeControl) -> str:
        return labelled(t.gettext("Clock"), clock_in_words(clock, pace, t), t)

    return select(
        verb,
        *arguments,
        options=[choice(label(clock), clock.value, chosen=clock is chosen) for clock in TimeControl],
        placeholder=t.gettext("Clock"),
    )


def value_of(option: Option, chosen: Mapping[str, Value], typed: str) -> Value:
    """Give the value that a select of an option's values means; what it never offered stays a text."""
    offered = {text_of(value): value for value in (*option.values, chosen.get(option.id, option.default))}
    return offered.get(typed, typed)


def clock_of(value: str) -> TimeControl:
    """Give the clock that a select means; raise :class:`TableError` where it offered no such one."""
    if value not in {each.value for each in TimeControl}:
        raise TableError(Code.STALE)
    return TimeControl(value)


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

    def __init__(self, custom_id: str, option: Option, take: Take, t: NullTranslations) -> None:
        label = t.gettext(option.label)
        super().__init__(title=label[:45], custom_id=custom_id)
        self._take = take
        self._field: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=6, placeholder=str(option.default))
        description = t.gettext("A whole number from {least}").format(least=option.at_least)
        self.add_item(discord.ui.Label(text=label[:45], description=description, component=self._field))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Take the number, or say what is wrong with it."""
        typed = self._field.value.strip()
        value = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= MOST_DIGITS else typed
        await dispatch(interaction, partial(self._take, interaction, value))


async def suggest_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the rule sets whose name, in the reader's language, or id holds what was typed."""
    t = translations(interaction.locale)
    found = [(rules_name(rules, t), rules) for rules in CATALOGUE]
    wanted = typed.casefold().strip()
    return [
        app_commands.Choice(name=name, value=rules)
        for name, rules in found
        if wanted in name.casefold() or wanted in rules
    ][:25]
