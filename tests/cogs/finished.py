"""Matches that are over, put straight into the store: what leaderboards are made of, without playing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import simcord

from engine.bots.level import Level
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Header, LogEntry, Person, Score, Status
from tests.cogs.conftest import PEOPLE, World

COMPUTER = Person(-1, "Eino", "", level=Level.EASY)


async def finish(
    world: World,
    *results: tuple[Any, int, bool],
    at: float | None = None,
    pairs: bool = False,
    rules: str = "express",
    more: Sequence[Person] = (),
) -> str:
    """Keep a finished match of a server: who sat there, with their points and whether they won; give its id.

    People are given as those of a world, as an id with a name, or as they are kept.
    """
    number = finish.counter = getattr(finish, "counter", 0) + 1  # type: ignore[attr-defined]
    at = world.bot.clock() if at is None else at
    people = tuple(_person(each) for each, _, _ in results) + tuple(more)
    header = Header(
        f"m{number:07}", world.guild.id, number, people[0].user, rules, {"pairs": True} if pairs else {}, people,
        Status.FINISHED, "en-US", (), at, None,
    )  # fmt: skip
    store = world.bot.hub.store
    await store.create(header)
    scores = [Score(person, points, won) for person, (_, points, won) in zip(people, results, strict=False)]
    scores += [Score(each, 0, False) for each in more]
    await store.append(header, [LogEntry(0, "deal 0-0", None, at)], scores, 1)
    return header.id


def _person(who: Any) -> Person:
    if isinstance(who, Person):
        return who
    if isinstance(who, tuple):
        return Person(who[0], who[1], "en-US")
    return Person(who.id, PEOPLE[who.user.name], "en-US")


async def show(world: World, who: simcord.MemberActor, shown: Visibility) -> None:
    """Let somebody choose how they stand on leaderboards."""
    await world.bot.hub.store.set_preferences(who.id, PersonPreferences(shown=shown))
