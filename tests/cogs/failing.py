"""Letting Discord fail, and looking at what came of it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import simcord

from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, hand_message, text

BLOCKED = "I can't show the table in its channel right now, so play on from here"
LOST = "The channel of this table is gone."


def refuse(world: World, status: int, code: int = 0, *, place: Any = None, times: int | None = None) -> None:
    """Let Discord take nothing in a place any more: the table's channel unless told otherwise."""
    channel = place or world.channel
    for method, path in (("POST", "messages"), ("PATCH", "messages/*"), ("DELETE", "messages/*")):
        world.env.inject_error(method, f"/channels/{channel.id}/{path}", status=status, code=code, times=times)


def relent(world: World) -> None:
    """Let Discord take everything again."""
    world.env.backend.faults.clear()


def raising(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Callable[[], Exception], method: str, path: str
) -> list[str]:
    """Let the library raise something at requests; give the list that their paths are noted in."""
    request, met = world.bot.http.request, list[str]()

    async def fails(route: Any, **arguments: Any) -> Any:
        if route.method == method and path in route.url:
            met.append(route.url)
            raise error()
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", fails)
    return met


def unhurt(caplog: pytest.LogCaptureFixture) -> None:
    """Make sure that nothing in the log asks for its owner's help: what was expected leaves a line and no more."""
    for each in caplog.records:
        assert each.levelno < logging.ERROR, each.getMessage()
        assert "Traceback" not in each.getMessage()
        assert not each.exc_info


def in_turn(world: World, table: Table) -> simcord.MemberActor:
    """Give whoever is in turn."""
    turn = table.view(None).turn
    assert turn is not None
    return world.who(table.people[turn].user)


async def move_by_hand(world: World, table: Table) -> None:
    """Let whoever is in turn do the first thing they can, with nothing but their private hand."""
    person, ply = in_turn(world, table), table.ply
    for _ in range(2):
        if table.ply == ply:
            message = hand_message(world, person)
            await person.user.click(message, custom_id=next(iter(buttons(message).values())))
    assert table.ply > ply


async def kept(world: World, table: Table) -> None:
    """Make sure that all of a table is on the disk, and nothing else."""
    found = await world.bot.hub.store.find(table.id)
    assert found is not None
    assert len(found.log) == table.ply
    assert found.header.people == table.header.people
    assert found.header.status is table.header.status


def hands_say(world: World, table: Table, said: str) -> list[bool]:
    """Tell of each hand whether it is there and says something."""
    messages = [hand_message(world, world.who(person.user)) for person in table.people]
    return [message is not None and said in text(message) for message in messages]


def requests(world: World, since: int = 0) -> Counter[str]:
    """Count the requests to channels and private messages by method and kind."""
    people = {each.user.dm_channel.id: "hand" for each in world.people.values() if each.user.dm_channel is not None}
    found: Counter[str] = Counter()
    for each in world.env.http_requests[since:]:
        parts = each.path.strip("/").split("/")
        kind = parts[0]
        if kind == "channels":
            kind = people.get(int(parts[1]), "channel")
        elif kind == "users":
            kind = "opening"
        elif kind == "interactions":
            kind = "answer"
        found[f"{each.method} {kind}"] += 1
    return found
