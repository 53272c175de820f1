"""Short ways to play at a table, and to see the result."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

import pytest

from engine.errors import Illegal, IllegalMove
from engine.live.model.errors import Code, TableError
from engine.live.model.news import News
from engine.live.model.table import Person
from engine.live.tables import playing
from engine.live.tables.lifecycle import is_due
from engine.live.tables.table import Table
from tests.engine.games import deal_action

RUN = deal_action(
    ["6-6 6-5 5-4 4-3 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1", "6-4 6-3 6-2 6-1 6-0 5-5 5-3 5-2 5-1 5-0 4-4 4-2"]
)
"""Seat 0 begins with a run where there is no boneyard."""


def turn(table: Table) -> int:
    """Return the seat whose turn it is."""
    seat = table.view(None).turn
    assert seat is not None
    return seat


def in_turn(table: Table) -> Person:
    """Return the person whose turn it is."""
    return table.people[turn(table)]


async def play_one(table: Table, choice: int = 0) -> None:
    """Let the person in turn do one of their actions."""
    await table.do(playing.play, in_turn(table).user_id, turn(table), table.ply, choice)


async def play_on(table: Table, choice: int = 0) -> None:
    """Let the match go on by one action, or by the next deal."""
    if table.view(None).turn is None:
        await table.do(playing.next_deal, table.header.host_id, table.view(None).deal)
    else:
        await play_one(table, choice)


async def play_deal(table: Table) -> None:
    """Play the deal to its end, each time the first action that is legal."""
    while table.view(None).turn is not None:
        await play_one(table)


async def play_match(table: Table) -> None:
    """Play the match to its end."""
    while not table.view(None).finished:
        await play_on(table)


def due_at(table: Table, when: float) -> bool:
    """Whether a table will have to do something by itself."""
    return is_due(replace(table.situation, now=when))


async def expire_at(table: Table, when: float) -> None:
    """Let a time come for one table alone, and do what is due then."""
    services = table._services
    table._services = replace(services, clock=lambda: when)
    try:
        await table.expire()
    finally:
        table._services = services


def exactly(*news: News) -> list[tuple[object, ...]]:
    """Return news with their kinds: as tuples, those of different kinds can be equal."""
    return [(type(each), *each) for each in news]


def tell(table: Table) -> None:
    """Let the channel be told everything."""
    table.mark_told(table.news_end)


def news_of(table: Table, kind: type[News]) -> list[News]:
    """Return the news of one kind."""
    return [each for each in table.untold if isinstance(each, kind)]


def snapshot(table: Table) -> tuple[object, ...]:
    """Return all that a table knows."""
    return table.header, table.ply, table.untold, table.situation.state


async def refused(request: Awaitable[object], reason: Code | Illegal, **facts: object) -> None:
    """Await a request that has to be refused for this reason, with these facts if any are named."""
    with pytest.raises((TableError, IllegalMove)) as caught:
        await request
    error = caught.value
    assert (error.code if isinstance(error, TableError) else error.reason) is reason
    assert not facts or error.facts == facts


async def all_refused(reason: Code | Illegal, *requests: Awaitable[object], **facts: object) -> None:
    """Await requests that all have to be refused for this reason."""
    for request in requests:
        await refused(request, reason, **facts)


def came_of(result: object) -> object:
    """Name what came of a request; an error is raised if it is neither done, declined nor refused."""
    if isinstance(result, TableError):
        return result.code
    if isinstance(result, IllegalMove):
        return "refused"
    if isinstance(result, BaseException):
        raise result
    return "done"
