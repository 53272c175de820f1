"""Matches that are over, put straight into the store without anybody pressing anything."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.bots.level import Level
from engine.live.model.computers import with_computers
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.seating import scores_of
from engine.live.model.table import Header, LogEntry, Person, SavedTable, Score, Status
from engine.options import Value
from tests.engine.games import play_out
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import PEOPLE, World

COMPUTER = Person(-1, "Eino", "", level=Level.EASY)
STRANGERS = tuple(Person(9000 + number, f"Guest {number}", "en-US") for number in range(12))
"""People enough for the largest table."""
_numbers = itertools.count(1)


def people(world: World, *names: str) -> tuple[Person, ...]:
    return tuple(Person(world.people[name].id, PEOPLE[name], "en-US") for name in names)


async def finish(
    world: World,
    *results: tuple[Any, int, bool],
    at: float | None = None,
    pairs: bool = False,
    rules: str = "express",
    more: Sequence[Person] = (),
    seconds: float = 0.0,
) -> str:
    """Keep the result of a match that took some seconds: each person with their points and whether they won.

    Return the match's id.

    A person is a player of the world, an id with a name, or a Person.
    """
    number = next(_numbers)
    at = world.bot.clock() if at is None else at
    seated = tuple(_person(each) for each, _, _ in results) + tuple(more)
    options = {"pairs": True} if pairs else {}
    header = _header(world, f"m{number:07}", number, seated, rules, options, at)
    scores = [Score(person, points, won) for person, (_, points, won) in zip(seated, results, strict=False)]
    scores += [Score(each, 0, False) for each in more]
    await world.store.create(header)
    entries = [LogEntry(0, "deal 0-0", None, at - seconds), LogEntry(1, "1 pass", None, at)]
    await world.store.append(header, entries, scores, 1)
    return header.id


async def keep(
    world: World,
    seated: Sequence[Person] | str,
    *,
    identity: str = "pastmtch",
    rules: str = "express",
    seed: int = 1,
    at: float = 1_700_000_000.0,
    guild: int | None = None,
    computers: int = 0,
    **options: Value,
) -> SavedTable:
    """Play a match of random moves to its end and keep it as one of these people, or of those named in a text."""
    if isinstance(seated, str):
        seated = people(world, *seated.split())
    everyone = with_computers(tuple(seated), [Level.EASY] * computers)
    steps = play_out(rules, len(everyone), options, seed)
    log = tuple(
        LogEntry(ply, str(step.action), None if step.before.turn is None else everyone[step.before.turn].user_id, at)
        for ply, step in enumerate(steps)
    )
    header = _header(world, identity, 4_000_000 + int(at) % 1_000_000, everyone, rules, options, at, guild)
    await world.store.create(header)
    await world.store.append(header, log, scores_of(steps[-1].after, everyone), len(steps[-1].after.results))
    return SavedTable(header, log)


def _header(
    world: World,
    identity: str,
    channel: int,
    seated: tuple[Person, ...],
    rules: str,
    options: Any,
    at: float,
    guild: int | None = None,
) -> Header:
    return Header(
        identity, guild or world.guild.id, channel, seated[0].user_id, rules, options, seated,
        Status.FINISHED, "en-US", (), at, None,
    )  # fmt: skip


def _person(who: Any) -> Person:
    if isinstance(who, Person):
        return who
    return Person(*who, "en-US") if isinstance(who, tuple) else Person(who.id, PEOPLE[who.name], "en-US")


async def show(world: World, who: Player | str, shown: Visibility) -> None:
    """Let somebody choose how others see them."""
    player = world.people[who] if isinstance(who, str) else who
    await world.store.preferences.set(player.id, PersonPreferences(shown=shown))


def as_former(seated: Sequence[Person], *seats: int) -> tuple[Person, ...]:
    """Return people of whom those of some seats have had their data deleted."""
    return tuple(
        replace(each, user_id=-(2**33) - seat, name="a former player") if seat in seats else each
        for seat, each in enumerate(seated)
    )
