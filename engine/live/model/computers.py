"""Names and user ids of computers at a table. The ids are negative, unlike those of Discord users."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import count

from engine.bots.level import Level
from engine.live.model.table import Person

NAMES = (
    "Anouk",
    "Bodil",
    "Ciro",
    "Dunja",
    "Eino",
    "Fenna",
    "Goran",
    "Hilma",
    "Imre",
    "Jadwiga",
    "Kaija",
    "Lazlo",
    "Mirko",
    "Nilufar",
    "Odile",
    "Pavel",
    "Quim",
    "Rosalba",
    "Sindre",
    "Tove",
    "Ugo",
    "Vesna",
    "Wendel",
    "Xenia",
    "Yannis",
    "Zelda",
)
"""The names of computers in every language: more names than a table has seats."""


def new_computer(people: Sequence[Person], level: Level) -> Person:
    """Return a new computer with a name and a user id that are free among ``people``."""
    taken = {person.name.casefold() for person in people}
    users = {person.user_id for person in people}
    free = [name for name in NAMES if name.casefold() not in taken]
    user = next(-number for number in count(1) if -number not in users)
    return Person(user, secrets.choice(free), "", level=level)


def with_computers(people: Sequence[Person], computers: Sequence[Level | Person]) -> tuple[Person, ...]:
    """Return the people and, after them, computers: a new one for each level, unchanged ones from an earlier match."""
    # computers of an earlier match keep their ids, so they come first
    everyone = (*people, *(each for each in computers if isinstance(each, Person)))
    for each in computers:
        if isinstance(each, Level):
            everyone = (*everyone, new_computer(everyone, each))
    return everyone
