"""Computers at a table: the selects that add and remove them."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.components import select
from cogs.messages.names import level_name, plain_name
from engine.bots.level import Level
from engine.live.model.table import Header, Person


def person_key(person: Person) -> str:
    """Return a person's value in a select: the user id, or for a computer a text that can't be one."""
    return f"c{-person.user}" if person.computer else str(person.user)


def computer_rows(header: Header, t: NullTranslations) -> Sequence[Sequence[discord.ui.Item[Any]]]:
    """Return the select of levels, while a seat is free, and the select of computers to remove.

    The number of people seated is part of the custom ids: Discord keeps showing the last choice in a select that has
    not changed, and the same entry could not be chosen again.
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
        options = [discord.SelectOption(label=_label(each, t), value=person_key(each)) for each in computers]
        placeholder = t.gettext("Remove a computer …")
        rows.append([select("unseat", header.id, seated, options=options, placeholder=placeholder)])
    return rows


def _label(person: Person, t: NullTranslations) -> str:
    assert person.level is not None
    level = level_name(person.level, t)
    return t.gettext("{name} ({level})").format(name=plain_name(person), level=level)
