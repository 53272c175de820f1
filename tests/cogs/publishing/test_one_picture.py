"""Tests of the setting that edits one picture."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogs.core.http.budget import Urgency
from tests.cogs.publishing import BLOCKED
from tests.support.in_memory.grids import flip, grid_of, leaked, pictures, until_miss
from tests.support.in_memory.seen import Seen
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


def shown(world: World) -> Seen:
    """Return the message that shows the table."""
    (table,) = world.tables
    return world.now(table.header.post.message_id)


def calls(world: World) -> list[Seen]:
    """Return the messages that tell players of their turn."""
    return [each for each in world.messages if each.labels == ["My hand"]]


@pytest.mark.long
async def test_moves_edit_the_only_picture_and_a_mention_tells_each_turn(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board, sent = shown(world), world.sent
    assert not calls(world), "a new message notifies by itself"
    for _ in range(4):
        await world.move_by_hand()
        assert shown(world) == board
        assert laid(table)[-1] in shown(world).text
        assert laid(table)[-1] in shown(world).alt
        assert len(shown(world).attachments) == 1
        (call,) = calls(world)
        assert call.text == f"➡️ <@{world.mover().id}>, it's your turn."
        notified = world.requests(method="POST", path=f"/channels/{world.channel.id}/messages")[-1]
        assert [int(each) for each in notified.json["allowed_mentions"]["users"]] == [world.mover().id]
    asked = world.count(sent)
    assert asked["PATCH channel"] == asked["GET channel"] == asked["POST channel"] == 4
    assert asked["DELETE channel"] == 3, "each goes with the next move"
    assert "My hand" in shown(world).buttons
    await world.rush()
    assert not calls(world)


async def test_a_mention_waits_for_room_before_it_is_deleted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", "chloe", clock="none")
    urgencies: list[Urgency] = []
    reserved = world.bot.budget.reserved

    def noted(urgency: Urgency) -> Any:
        urgencies.append(urgency)
        return reserved(urgency)

    monkeypatch.setattr(world.bot.budget, "reserved", noted)
    await world.move_by_hand()
    assert Urgency.CLEANUP not in urgencies
    await world.move_by_hand()
    assert Urgency.CLEANUP in urgencies


async def test_a_mention_from_before_a_restart_goes_with_the_next_move(world: World) -> None:
    await world.sit("alice", "bruno", "chloe", clock="none")
    await world.move_by_hand()
    (before,) = calls(world)
    await world.restart()
    await world.move_by_hand()
    assert before not in calls(world)
    assert len(calls(world)) == 1


async def test_a_host_chooses_for_one_table_and_a_rematch_keeps_it(world: World) -> None:
    await world.prefer(one_picture=False)
    table = await world.lobby("alice", "bruno", rules="classic", clock="none")
    await world.alice.fill_in(await world.alice.press("More"), {"pictures": "edited"})
    assert table.header.one_picture
    await world.alice.press(f"b:start:{table.id}", world.messages[0])
    board = shown(world)
    await world.move_by_hand()
    assert shown(world) == board
    more = await world.alice.press("More", board)
    assert f"s:picture:{table.id}" not in (await world.bruno.press("More", board)).selects
    refused = await world.bruno.forge(f"s:picture:{table.id}", more, values=["new"])
    assert "Only the host" in refused.private
    await world.alice.choose(f"s:picture:{table.id}", "new", on=more)
    assert more.chosen == ["new"]
    await world.move_by_hand()
    assert shown(world) != board
    await world.alice.choose(f"s:picture:{table.id}", "edited", on=await world.alice.press("More", shown(world)))
    await world.rush()
    await world.alice.press("Rematch", next(each for each in world.messages if "Rematch" in each.labels))
    assert world.table.header.one_picture


async def test_a_picture_is_posted_anew_when_it_is_ten_messages_up(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message_id
    for lines, stays in ((9, True), (1, False), (0, False)):
        await chat(world, lines)
        await world.move_by_hand()
        assert (table.header.post.message_id == board) is stays
    assert "My hand" in shown(world).buttons
    assert not world.now(board).buttons


async def test_a_picture_is_posted_anew_when_it_is_fifty_minutes_old(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    board = table.header.post.message_id
    for minutes, stays in ((49, True), (2, False)):
        world.skip(minutes * 60)
        await world.move_by_hand()
        assert (shown(world).id == board) is stays


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
    assert laid(table)[-1] in shown(world).text
    await world.move_by_hand()


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
