"""Tests of news that a channel was not told: nothing is told twice, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from engine.live.tables import lifecycle
from tests.cogs.publishing.test_restart_moments import hush
from tests.support.in_memory.grids import grid_of, naming, until_missed_again
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

OPENED = "opens with"


def told(world: World, words: str, place: Any = None) -> int:
    """Return how often a channel was told something."""
    return sum(Seen(each).text.count(words) for each in (place or world.channel).history())


async def test_a_refused_message_leaves_its_news_for_the_next_one(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    assert not table.untold
    world.refuse(500)
    await world.do()
    untold = table.untold
    assert untold
    await world.do()
    assert table.untold[: len(untold)] == untold != table.untold
    world.heal()
    await world.retry()
    assert told(world, OPENED) == 1
    assert not table.untold


async def test_untold_news_follow_a_table_to_another_channel(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    world.refuse(500)
    await world.do()
    place = world.guild.create_text_channel("parlour")
    async with world.directly():
        await table.do(lifecycle.move, world.alice.id, place.id)
        world.bot.publisher.changed(table)
    assert (told(world, OPENED), told(world, OPENED, place)) == (0, 1)
    assert not table.untold


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_table_that_is_shown_again_tells_what_was_not_told_once_and_later(restarts: bool, world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    world.fail("POST", f"/channels/{world.channel.id}/messages", 500, times=1)
    await world.do()
    await world.alice.run("board")
    assert told(world, OPENED) == 0
    assert table.untold, "the answer tells no move"
    if restarts:
        await world.restart()
    else:
        await world.do()
    assert told(world, OPENED) == 1
    assert not world.table.untold


async def test_news_on_their_way_while_their_table_is_loaded_anew_are_told_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    draw = world.bot.rendering.draw
    loaded: list[bool] = []

    async def loads(*what: Any, **how: Any) -> Any:
        if not loaded:
            loaded.append(True)
            assert await table.reload(table.header.revision + 1)
        return await draw(*what, **how)

    monkeypatch.setattr(world.bot.rendering, "draw", loads)
    await world.do()
    assert loaded
    assert told(world, OPENED) == 1
    assert not table.untold


async def test_a_match_that_ended_early_is_told_once_though_an_older_message_kept_its_buttons(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    world.fail("PATCH", f"/channels/{world.channel.id}/messages/*", 500)
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id, manager=True)
    assert table.header.post is not None
    assert table.header.post.older
    world.heal()
    await world.restart()
    assert told(world, "ended the match") + told(world, "was ended") == 1


async def test_flips_whose_tiles_discord_did_not_take_are_told_once_and_shown_for_their_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno", rules="memory", clock="none")
    before, request, refused = world.messages, world.bot.http.request, list[str]()

    async def refuses_a_new_message_its_tiles(route: Any, **arguments: Any) -> Any:
        if not refused and route.method == "PATCH" and not any(str(each.id) in route.url for each in before):
            refused.append(route.url)
            raise ConnectionResetError
        return await request(route, **arguments)

    show = hush(world, monkeypatch)
    monkeypatch.setattr(world.bot.http, "request", refuses_a_new_message_its_tiles)
    async with world.directly():
        await until_missed_again(table)
        show(table)
    assert refused
    assert told(world, "no pair") == 1
    tiles = {tile.text for tile in grid_of(table).tiles.values() if tile is not None}
    assert not naming(world, tiles)
    await world.retry()
    assert told(world, "no pair") == 1
    assert naming(world, tiles), "for eight seconds from now on"
    await world.wait(7)
    assert naming(world, tiles)
    await world.wait(2)
    assert not naming(world, tiles)
    assert told(world, "no pair") == 1
