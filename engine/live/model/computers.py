"""Who computers are at a table: names of their own, and numbers that nobody at Discord has."""

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
"""What computers are called, in every language: more names than a table has seats."""


def new_computer(people: Sequence[Person], level: Level) -> Person:
    """Give a computer to sit down beside people, with a name and a number that none of them has."""
    taken = {person.name.casefold() for person in people}
    users = {person.user for person in people}
    free = [name for name in NAMES if name.casefold() not in taken]
    user = next(-number for number in count(1) if -number not in users)
    return Person(user, secrets.choice(free), "", level=level)


def with_computers(people: Sequence[Person], computers: Sequence[Level | Person]) -> tuple[Person, ...]:
    """Give people with computers after them: new ones by their level, those of an earlier match as they were."""
    # those who were there keep their numbers, so they come first
    everyone = (*people, *(each for each in computers if isinstance(each, Person)))
    for each in computers:
        if isinstance(each, Level):
            everyone = (*everyone, new_computer(everyone, each))
    return everyone
