"""Tests of the setting that edits one picture."""

from __future__ import annotations

import random

import pytest

from tests.cogs.publishing import BLOCKED
from tests.support.in_memory.grids import flip, grid_of, leaked, pictures, until_miss
from tests.support.in_memory.world import World, laid
from tests.support.simcord_private import deny


@pytest.fixture(autouse=True)
async def _one_picture(world: World) -> None:
    await world.prefer(one_picture=True)


async def chat(world: World, lines: int) -> None:
    """Let people talk about something else."""
    for at in range(lines):
        world.env.backend.create_message(world.channel.id, world.eve.id, f"line {at}")
    await world.settle()


async def test_moves_edit_the_only_picture(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board, sent = world.board.id, world.sent
    for _ in range(4):
        await world.move()
        assert world.board.id == board
        assert laid(table)[-1] in world.board.text
        assert laid(table)[-1] in world.board.alt
        assert len(world.board.attachments) == 1
    asked = world.count(sent)
    assert asked["PATCH channel"] == asked["GET channel"] == 4
    assert not asked["POST channel"]
    assert "My hand" in world.board.buttons


async def test_a_picture_is_posted_anew_when_it_is_ten_messages_up(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message_id
    for lines, stays in ((9, True), (1, False), (0, False)):
        await chat(world, lines)
        await world.move_by_hand()
        assert (table.header.post.message_id == board) is stays
    assert table.header.post.message_id == world.board.id
    assert "My hand" in world.board.buttons
    assert not world.now(board).buttons


async def test_a_picture_is_posted_anew_when_it_is_fifty_minutes_old(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message_id
    for minutes, stays in ((49, True), (2, False)):
        world.skip(minutes * 60)
        await world.move_by_hand()
        assert table.header.post.message_id == world.board.id
        assert (world.board.id == board) is stays


async def test_a_deals_end_is_edited_into_the_picture_and_the_next_deal_gets_a_message_of_its_own(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    board = world.board.id
    await world.end_deal()
    assert world.board.id == board
    assert "Replay" in world.board.buttons
    await world.alice.press("Next deal")
    assert world.board.id != board
    assert "Deal 2" in world.board.text
    old = world.now(board)
    assert old.labels == ["Replay"], "a deal's end stays to be looked at"
    await world.move_by_hand()


async def test_a_picture_that_is_deleted_is_followed_by_a_new_one(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = world.board.id
    world.env.backend.delete_message(world.channel.id, board)
    await world.move_by_hand()
    assert laid(table)[-1] in world.board.text
    await world.move()


@pytest.mark.parametrize("answer", ["nothing", "403"])
async def test_a_picture_is_edited_until_it_is_old_without_read_message_history(world: World, answer: str) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message_id
    if answer == "nothing":
        deny(world.env, world.guild, world.channel, "read_message_history")
    else:
        world.fail("GET", "/channels/*/messages", 403, 50013)
    await world.move_by_hand()
    assert table.header.post.message_id == board
    assert not any(world.hands_say(BLOCKED))
    world.skip(51 * 60)
    await world.move_by_hand()
    assert table.header.post.message_id != board


async def test_a_grid_shows_what_has_been_turned_back_in_no_message(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory", clock="none")
    source = random.Random(5)
    for _ in range(2):
        await until_miss(world, source)
        assert pictures(world) == 1
        await world.wait(9)
        assert not leaked(world)
        assert pictures(world) == 1
    await flip(world, next(iter(grid_of(table).tiles)))
    assert pictures(world) == 1
