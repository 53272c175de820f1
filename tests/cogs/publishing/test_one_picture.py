"""Where a server wants one picture that is edited: edited, reposted in time, and Memory as careful as ever."""

from __future__ import annotations

import random

import pytest

from engine.live.model.preferences import ServerPreferences
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import BLOCKED, hands_say, kept, move_by_hand, requests, unhurt
from tests.cogs.play.test_memory import flip, grid_of, pictures, secret, told, until_miss
from tests.cogs.playing import alt_texts, buttons, take_turn, text
from tests.support.simcord_private import as_the_bot, deny


@pytest.fixture(autouse=True)
async def _one_picture(world: World) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(one_picture=True))


def laid(table: Table) -> list[str]:
    return [each.tile.text for each in table.view(None).layout.placed]


async def chat(world: World, lines: int) -> None:
    """Let people talk about something else."""
    for at in range(lines):
        world.env.backend.create_message(world.channel.id, world.eve.id, f"line {at}")
    await world.env.settle()


async def test_moves_are_shown_by_editing_the_one_picture(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board, sent = world.last().id, len(world.env.http_requests)
    for _ in range(4):
        await take_turn(world, table)
        assert world.last().id == board
        assert laid(table)[-1] in text(world.last())
        assert laid(table)[-1] in alt_texts(world.last())[0]
        assert len(world.last().attachments) == 1
    asked = requests(world, sent)
    assert asked["PATCH channel"] == asked["GET channel"] == 4
    assert not asked["POST channel"]
    assert "My hand" in buttons(world.last())
    await kept(world, table)
    unhurt(caplog)


async def test_it_is_posted_anew_when_it_is_ten_messages_up_and_not_before(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message
    await chat(world, 9)
    await move_by_hand(world, table)
    assert table.header.post.message == board
    await chat(world, 1)
    await move_by_hand(world, table)
    assert table.header.post.message == world.last().id != board
    assert "My hand" in buttons(world.last())
    old = next(each for each in world.channel.history() if each.id == board)
    assert not buttons(old)
    await move_by_hand(world, table)
    assert table.header.post.message == world.last().id
    await kept(world, table)
    unhurt(caplog)


async def test_it_is_posted_anew_when_it_is_fifty_minutes_old_and_not_before(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message
    world.env.backend.advance_clock(49 * 60)
    await move_by_hand(world, table)
    assert table.header.post.message == board
    world.env.backend.advance_clock(2 * 60)
    await move_by_hand(world, table)
    assert table.header.post.message == world.last().id != board
    await kept(world, table)
    unhurt(caplog)


async def test_a_deals_end_is_edited_into_the_picture_and_the_next_deal_gets_a_message_of_its_own(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    board = world.last().id
    with as_the_bot(world.env):
        while (turn := table.view(None).turn) is not None:
            await table.play(table.people[turn].user, turn, table.ply, 0)
    await world.env.settle()
    assert world.last().id == board
    assert "Replay" in buttons(world.last())
    await world.alice.click(world.last(), label="Next deal")
    assert world.last().id != board
    assert "Deal 2" in text(world.last())
    old = next(each for each in world.channel.history() if each.id == board)
    assert list(buttons(old)) == ["Replay"], "a deal's end stays to be looked at"
    await move_by_hand(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_a_picture_that_is_deleted_is_followed_by_a_new_one(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = world.last().id
    world.env.backend.delete_message(world.channel.id, board)
    await move_by_hand(world, table)
    assert laid(table)[-1] in text(world.last())
    await take_turn(world, table)
    await kept(world, table)
    unhurt(caplog)


@pytest.mark.parametrize("answer", ["nothing", "403"])
async def test_without_read_message_history_it_is_edited_still_until_it_is_old(
    world: World, answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message
    if answer == "nothing":
        deny(world.env, world.guild, world.channel, "read_message_history")
    else:
        world.env.inject_error("GET", "/channels/*/messages", status=403, code=50013, times=None)
    await move_by_hand(world, table)
    assert table.header.post.message == board
    assert not any(hands_say(world, table, BLOCKED))
    world.env.backend.advance_clock(51 * 60)
    await move_by_hand(world, table)
    assert table.header.post.message != board
    await kept(world, table)
    unhurt(caplog)


async def test_a_grid_shows_what_has_been_turned_back_in_no_message(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", rules="memory", clock="none")
    source = random.Random(5)
    for _ in range(2):
        await until_miss(world, table, source)
        assert pictures(world) == 1
        await world.env.advance_time(9)
        assert not face_down(world, table)
        assert pictures(world) == 1
    await flip(world, table, next(iter(grid_of(table).tiles)))
    assert pictures(world) == 1
    await kept(world, table)
    unhurt(caplog)


def face_down(world: World, table: Table) -> list[str]:
    """Give whatever names a tile which lies face down."""
    return told(world, secret(table, turned_back=True))
