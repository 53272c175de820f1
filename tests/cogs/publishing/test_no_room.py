"""Tests of a table while the budget of requests is spent, and of hands that cost nothing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

from cogs.core.http import budget
from cogs.core.http.budget import Budget, Urgency
from cogs.core.rendering import Rendering
from cogs.messages.emojis import TileEmojis
from cogs.publishing.tokens import TOKEN_SECONDS
from engine.live.model.table import MAX_OLDER
from engine.live.tables import deadlines, pauses
from tests.cogs.publishing.test_live_controls import live
from tests.support.in_memory.grids import flip, leaked, until_miss
from tests.support.in_memory.world import UNKNOWN_MESSAGE, World, act, laid
from tests.support.simcord_private import as_the_bot

ORIGINAL = "/webhooks/*/*/messages/@original"


@contextmanager
def no_room() -> Generator[None]:
    """Leave no room for requests that can wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "spare", False)
        yield


# ---------------------------------------------------------------------- turns


async def test_moves_made_while_the_budget_is_spent_share_a_picture(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none", target=200)
    spent, count = world.bot.budget, len(world.messages)
    with as_the_bot(world.env):
        spent._left, spent._rate = 0.0, 0.001
        for _ in range(3):
            await act(table)
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(world.messages) == count
        spent._rate = 40.0
        spent._give_back(10)
    await world.settle()
    assert len(world.messages) == count + 1
    assert all(tile in world.board.text for tile in laid(table)[-3:])


async def test_no_turn_waits_for_the_first_upload_of_tiles(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    urgencies: list[Urgency] = []

    async def load(*_: object, **__: object) -> None:
        spending = budget._spending.get()
        urgencies.append(Urgency.TURN if spending is None else spending.urgency)

    monkeypatch.setattr(TileEmojis, "load", load)
    await world.replace(without=())
    assert urgencies == [Urgency.CLEANUP]


# ---------------------------------------------------------------------- old buttons


async def test_without_room_old_messages_keep_their_buttons_until_there_is_some(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    old = world.board
    with no_room():
        await world.moves(3)
        await world.wait(60)
        assert len(live(world)) == 4
        answer = await world.eve.press("My hand", world.now(old))
        assert "You aren't at this table" in answer.text
    sent = world.sent
    await world.wait(2)
    assert live(world) == [world.board]
    assert world.count(sent) == {"PATCH channel": 3}
    assert table.header.post is not None
    assert table.header.post.older == ()


async def test_where_room_never_comes_no_more_messages_wait_than_can_be_kept(world: World) -> None:
    await world.sit("alice", "bruno", clock="none", target=200)
    with no_room():
        for _ in range(MAX_OLDER + 4):
            await world.do()
        assert len(live(world)) == MAX_OLDER + 1
    await world.wait(2)
    assert live(world) == [world.board]


async def test_an_edit_that_hides_a_tile_never_waits_for_room(world: World) -> None:
    await world.sit("alice", "bruno", rules="memory")
    with no_room():
        await until_miss(world)
        await world.wait(9)
        assert not leaked(world)
        await flip(world, 1)
        assert len(live(world)) == 1


async def test_a_deadline_is_corrected_once_there_is_room(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="casual")
    world.skip(50)
    shown = world.board.text
    with no_room():
        async with world.directly():
            await table.do(deadlines.add_time, 50)
            world.bot.publisher.time_added(table)
        assert world.board.text == shown
    await world.wait(2)
    assert world.board.text != shown


# ---------------------------------------------------------------------- hands


async def both_pressed(world: World) -> None:
    """Let both players press something in their hand."""
    await world.sit("alice", "bruno", clock="none")
    await world.move_by_hand()
    await world.move_by_hand()


async def test_a_hand_is_edited_with_the_token_of_its_last_press(world: World) -> None:
    await both_pressed(world)
    sent = world.sent
    await world.move_by_hand()
    asked = world.count(sent)
    assert asked["PATCH webhooks"] == 1
    assert not asked["PATCH hand"]
    assert world.mover().hand.buttons


async def test_a_token_that_has_run_out_leaves_the_hand_to_the_bots_own(world: World) -> None:
    await both_pressed(world)
    person, other = world.mover(), world.others()[0]
    shown = await person.press("My hand")
    world.skip(TOKEN_SECONDS + 1)
    sent = world.sent
    await person.press_first(shown)
    asked = world.count(sent)
    assert not asked["PATCH webhooks"]
    assert asked["PATCH hand"] == 2
    assert other.hand.buttons


async def test_a_token_that_runs_out_while_the_hand_is_drawn_costs_it_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await both_pressed(world)
    draw = Rendering.draw

    async def slowly(rendering: Rendering, *what: Any, **how: Any) -> Any:
        drawn = await draw(rendering, *what, **how)
        world.env.backend.interaction_tokens.clear()
        return drawn

    person, ply = world.mover(), world.open_table().ply
    choice = next(iter(person.hand.buttons.values()))
    monkeypatch.setattr(Rendering, "draw", slowly)
    sent = world.sent
    async with world.directly():
        await act(world.open_table())
    monkeypatch.undo()
    assert world.open_table().ply > ply
    asked = world.count(sent)
    assert asked["PATCH webhooks"] == 2
    assert asked["PATCH hand"] == 2
    assert choice not in person.hand.buttons.values()
    assert world.mover().hand.buttons


@pytest.mark.sampled(2)
@pytest.mark.parametrize("refusal", [(401, 50027), (404, 10015), (404, 10008), (403, 0)])
async def test_a_token_that_is_refused_costs_the_hand_nothing(world: World, refusal: tuple[int, int]) -> None:
    await both_pressed(world)
    world.fail("PATCH", ORIGINAL, *refusal)
    sent = world.sent
    await world.move_by_hand()
    assert world.count(sent)["PATCH hand"] == 1
    assert world.mover().hand.buttons
    assert not world.others()[0].hand.buttons


async def test_a_hand_that_its_owner_has_dismissed_is_tried_once_and_then_let_go(world: World) -> None:
    await world.sit("alice", "bruno", "chloe", clock="none")
    await world.chloe.press("My hand")
    world.fail("PATCH", ORIGINAL, *UNKNOWN_MESSAGE)
    sent = world.sent
    async with world.directly():
        await world.table.do(pauses.pause, world.alice.id)
    assert world.count(sent)["PATCH webhooks"] == 1
    async with world.directly():
        await world.table.do(pauses.resume, world.alice.id)
    while world.mover() is not world.chloe:
        await world.do()
    assert world.count(sent)["PATCH webhooks"] == 1


async def test_a_hand_that_its_owner_has_deleted_is_sent_anew(world: World) -> None:
    await both_pressed(world)
    other = world.others()[0]
    deleted = other.hand
    world.delete(deleted, other.user.dm_channel)
    world.fail("PATCH", ORIGINAL, *UNKNOWN_MESSAGE)
    await world.move_by_hand()
    assert other.hand.id != deleted.id
    assert other.hand.buttons
