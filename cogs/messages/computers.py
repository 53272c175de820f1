"""Computers at a table: adding one, and taking one out again."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.components import select
from cogs.messages.names import level_name, plain_name
from engine.bots.level import Level
from engine.live.model.table import Header, Person


def key(person: Person) -> str:
    """Name someone at a table in a list: people by their id, a computer by what can't be taken for an id."""
    return f"c{-person.user}" if person.computer else str(person.user)


def computer_rows(header: Header, t: NullTranslations) -> Sequence[Sequence[discord.ui.Item[Any]]]:
    """Give a list of levels to add a computer from, while a seat is free, and one of the computers to remove.

    How many sit there is part of the ids: a list that is no other than before goes on showing what was chosen from it,
    and the same could not be chosen once more.
    """
    rows: list[list[discord.ui.Item[Any]]] = []
    seated = len(header.people)
    if seated < header.seats[-1]:
        labels = {level: t.gettext("Computer: {level}").format(level=level_name(level, t)) for level in Level}
        options = [discord.SelectOption(label=label, value=level.value) for level, label in labels.items()]
        placeholder = t.gettext("Add a computer …")
        rows.append([select("computer", header.id, seated, options=options, placeholder=placeholder)])
    computers = [person for person in header.people if person.computer]
    if computers:
        options = [discord.SelectOption(label=_described(each, t), value=key(each)) for each in computers]
        placeholder = t.gettext("Remove a computer …")
        rows.append([select("unseat", header.id, seated, options=options, placeholder=placeholder)])
    return rows


def _described(person: Person, t: NullTranslations) -> str:
    assert person.level is not None
    level = level_name(person.level, t)
    return t.gettext("{name} ({level})").format(name=plain_name(person), level=level)
