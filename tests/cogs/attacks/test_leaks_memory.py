"""Memory: what has been turned back does not come up again, whatever goes wrong around it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.play.test_memory import grid_of, pictures, secret, told, until_miss
from tests.cogs.playing import text
from tests.support.simcord_private import as_the_bot, press


async def somebody_leaves(world: World, table: Table) -> None:
    """Let the host, or another who is not in turn, leave for good."""
    turn = table.view(None).turn
    with as_the_bot(world.env):
        await table.leave_match(next(person.user for seat, person in enumerate(table.people) if seat != turn))
    await world.env.settle()


async def test_somebody_who_leaves_does_not_bring_up_again_what_was_turned_back(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="memory")
    await until_miss(world, table, random.Random(2))
    await world.env.advance_time(9)
    await somebody_leaves(world, table)
    assert "has left" in text(world.last())
    assert told(world, secret(table, turned_back=True)) == []


async def test_somebody_who_leaves_hides_no_miss_and_shows_none_for_longer(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="memory")
    await until_miss(world, table, random.Random(2))
    await world.env.advance_time(5)
    await somebody_leaves(world, table)
    assert told(world, secret(table, turned_back=True)) != []
    assert pictures(world) == 1
    await world.env.advance_time(4)
    assert told(world, secret(table, turned_back=True)) == []


async def as_text(world: World) -> Table:
    """Sit down to Memory in text mode."""
    table = await world.sit("alice", "bruno", rules="memory")
    await world.alice.slash(world.channel, "domino settings text", mode="on", **{"for": "table"})
    return table


async def test_a_miss_as_text_is_turned_back_by_a_restart(world: World) -> None:
    table = await as_text(world)
    await until_miss(world, table, random.Random(2))
    assert told(world, secret(table, turned_back=True)) != []
    await world.restart()
    assert told(world, secret(world.table, turned_back=True)) == []


async def test_a_miss_as_text_goes_with_the_match_that_is_ended_over_it(world: World) -> None:
    table = await as_text(world)
    await until_miss(world, table, random.Random(2))
    asked = await world.alice.slash(world.channel, "domino end")
    await world.alice.click(asked.response.message, label="End the match")
    assert told(world, secret(table, turned_back=True)) == []


async def test_a_grid_in_play_is_not_told_again(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await world.eve.slash(world.channel, "domino settings text", mode="on")
    await until_miss(world, table, random.Random(2))
    for person in (world.alice, world.eve):
        answer = press(world.env, person, world.last(), f"b:replay:{table.id}:1")
        await world.env.settle()
        assert answer.response.content == "That deal hasn't ended yet."


async def test_a_message_that_could_not_be_noted_does_not_keep_its_picture(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="memory")
    note = world.bot.hub.store.save_post
    full = True

    async def full_once(*noted: Any) -> None:
        nonlocal full
        if full and len(grid_of(table).face_up) == 2:
            full = False
            raise OSError("the disk is full")
        await note(*noted)

    monkeypatch.setattr(world.bot.hub.store, "save_post", full_once)
    await until_miss(world, table, random.Random(2))
    assert not full
    await world.env.advance_time(60)
    assert "no pair" in text(world.last())
    assert pictures(world) == 1
    assert told(world, secret(table, turned_back=True)) == []
