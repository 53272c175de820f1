"""Matches that were played before: kept as the bot keeps them, without anybody pressing anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.bots.level import Level
from engine.live.model.computers import with_computers
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.seating import scores_of
from engine.live.model.table import Header, LogEntry, Person, SavedTable, Status
from engine.options import Value
from tests.cogs.conftest import PEOPLE, World
from tests.engine.games import play_out

STRANGERS = tuple(Person(9000 + number, f"Guest {number}", "en-US") for number in range(12))
"""People enough for the largest table."""


def person(world: World, name: str) -> Person:
    return Person(world.people[name].id, PEOPLE[name], "en-US")


def people(world: World, *names: str) -> tuple[Person, ...]:
    return tuple(person(world, name) for name in names)


async def keep(
    world: World,
    seated: Sequence[Person],
    *,
    identity: str = "pastmtch",
    rules: str = "express",
    seed: int = 1,
    at: float = 1_700_000_000.0,
    guild: int | None = None,
    computers: int = 0,
    **options: Value,
) -> SavedTable:
    """Play a match of random moves to its end and keep it as one that these people played."""
    everyone = with_computers(tuple(seated), [Level.EASY] * computers)
    steps = play_out(rules, len(everyone), options, seed)
    log = tuple(
        LogEntry(ply, str(step.action), None if step.before.turn is None else everyone[step.before.turn].user, at)
        for ply, step in enumerate(steps)
    )
    header = Header(
        identity, guild or world.guild.id, 4_000_000 + int(at) % 1_000_000, everyone[0].user, rules, options, everyone,
        Status.FINISHED, "en-US", (), at, None,
    )  # fmt: skip
    state, store = steps[-1].after, world.bot.hub.store
    await store.create(header)
    await store.append(header, log, scores_of(state, everyone), len(state.results))
    return SavedTable(header, log)


async def show(world: World, name: str, shown: Visibility) -> None:
    """Let somebody choose how they are shown."""
    await world.bot.hub.store.set_preferences(world.people[name].id, PersonPreferences(shown=shown))


def as_former(seated: Sequence[Person], *seats: int) -> tuple[Person, ...]:
    """Give people of whom some have had their data deleted since."""
    return tuple(
        replace(each, user=-(2**33) - seat, name="a former player") if seat in seats else each
        for seat, each in enumerate(seated)
    )
