"""Tests of starts after the bot died at a bad moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest

from engine.actions import Pass
from engine.live.hub import Hub
from engine.live.model.table import SentMessage
from engine.live.tables import lifecycle, lobby, playing
from engine.live.tables.table import Table
from tests.support.in_memory.grids import grid_of, hidden, naming, until_missed_again
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World, failing, turn_of
from tests.support.simcord_private import as_the_bot


def hush(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[Table], None]:
    """Stop the bot from showing changes, as if it had died; return the function that would have shown them."""
    # the hub holds the publisher's method since it was made
    monkeypatch.setattr(world.bot.hub, "_changed", lambda table: None)
    return world.bot.publisher.changed


def dies_noting(table: Table, monkeypatch: pytest.MonkeyPatch, *, noted: bool) -> None:
    """Let whoever shows a table die when Discord has taken a message: before or after its number is noted."""
    posted = table.set_post

    async def dies(post: SentMessage) -> None:
        if noted:
            await posted(post)
        # nothing that handles failures catches it
        raise asyncio.CancelledError

    monkeypatch.setattr(table, "set_post", dies)


async def turn_up(table: Table) -> str:
    """Let the player in turn turn a tile up, past Discord; give the tile."""
    turn = turn_of(table)
    await table.do(playing.play, table.people[turn].user_id, turn, table.ply, 0)
    (tile,) = (tile for tile in grid_of(table).tiles.values() if tile is not None)
    return tile.text


async def kept_post(world: World, table: Table) -> SentMessage:
    """Return which message of a table is noted on the disk."""
    post = (await world.bot.hub.saved(table.id)).header.post
    assert post is not None
    return post


async def test_a_failed_start_gives_time_back_only_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno")
    world.bot.halt()
    store, before = world.store, table.header.deadline
    assert before is not None
    await world.bot.hub.heartbeat()
    woke = float(await store.get_meta("alive_at") or 0) + 3600

    def hub() -> Hub:
        return Hub(store, changed=lambda table: None, clock=lambda: woke)

    with monkeypatch.context() as dying:
        dying.setattr(store, "open_tables", failing(asyncio.CancelledError()))
        with pytest.raises(asyncio.CancelledError):
            await hub().load()
    for _ in range(2):
        (found, _), *_ = await hub().load()
        assert found.header.deadline is not None
        assert found.header.deadline - before == pytest.approx(3600)


async def test_a_lobby_that_was_never_noted_is_posted_and_starts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(*_: object) -> None:
        """Note nothing."""

    with monkeypatch.context() as dying:
        dying.setattr(Table, "set_post", dies)
        await world.alice.run("play")
    lost = world.board
    await world.bruno.press("Join", lost)
    assert "Start" not in world.board.buttons, "nobody knows where the lobby is shown"
    await world.restart()
    table = world.board
    assert table.id != lost.id
    assert all(name in table.text for name in ("Alice", "Bruno"))
    await world.restart()
    assert world.board.id == table.id, "it is posted once"
    await world.alice.press("Start", table)
    assert world.table.playing


async def test_a_tile_up_in_a_message_noted_face_down_is_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.lobby("alice", "bruno", rules="memory")
    show = hush(world, monkeypatch)
    async with world.directly():
        await table.do(lobby.start, world.alice.id)
        tile = await turn_up(table)
        dies_noting(table, monkeypatch, noted=True)
        show(table)
    board = world.board
    kept = await kept_post(world, table)
    assert (kept.message_id, kept.ply) == (board.id, table.ply)
    assert not naming(world, {tile}), "the bot died before it showed the tile"
    await world.restart()
    assert world.board.id == board.id
    assert any(tile in alt for alt in world.board.alts)
    assert not naming(world, hidden(table))


async def test_a_match_that_ended_while_drawn_is_told_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    draw, show = world.bot.rendering.draw, hush(world, monkeypatch)

    async def ends(*what: Any) -> Any:
        if table.playing:
            await table.do(lifecycle.end, world.alice.id, manager=True)
        return await draw(*what)

    async with world.directly():
        await turn_up(table)
        monkeypatch.setattr(world.bot.rendering, "draw", ends)
        show(table)
    assert not table.playing
    assert "The match was ended" not in world.board.text, "the bot died before it told"
    monkeypatch.undo()
    await world.restart()
    assert "The match was ended" in world.board.text
    assert not any(control.startswith("b:flip:") for each in world.messages for control in each.buttons.values())


async def test_a_move_not_told_before_a_crash_is_told_after_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    hush(world, monkeypatch)
    await world.do()
    assert "opens with" not in world.board.text
    await world.alice.run("board")
    monkeypatch.undo()
    await world.restart()
    assert sum("opens with" in each.text for each in world.messages) == 1
    assert len({each.id for each in world.messages if f"b:hand:{table.id}" in each.buttons.values()}) == 1


@pytest.mark.parametrize("posted", [False, True])
async def test_two_unshown_turns_get_a_message(posted: bool, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    old = world.board
    show = hush(world, monkeypatch)
    async with world.directly():
        await until_missed_again(table)
        if posted:
            # the next turn's message is out, but nobody knows its number
            dies_noting(table, monkeypatch, noted=False)
            show(table)
    assert (world.board.id != old.id) == posted
    with as_the_bot(world.env):
        tile = await turn_up(table)
    assert (await kept_post(world, table)).message_id == old.id
    before = {each.id for each in world.messages}
    await world.restart()
    board = world.board
    assert board.id not in before
    assert any(tile in alt for alt in board.alts)
    assert "no pair" in board.text
    (old,) = (each for each in world.messages if each.id == old.id)
    assert not old.attachments
    assert "no pair" not in old.text
    assert not naming(world, hidden(table))


async def until_pass(world: World, table: Table) -> Player:
    """Play until somebody can only pass, and keep before each move how the hands look; give them."""
    while True:
        turn = turn_of(table)
        if isinstance(table.view(turn).legal[0], Pass):
            return world.mover()
        async with world.directly():
            await world.bot.hands.save_fingerprints()
            await table.do(playing.play, table.people[turn].user_id, turn, table.ply, 0)


@pytest.mark.long
async def test_a_restart_strips_a_hand_that_looks_as_before(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", "chloe", auto="nothing")
    person = await until_pass(world, table)
    hush(world, monkeypatch)
    await person.press("Pass")
    hand = person.hand
    assert "It's your turn" in hand.text
    assert "Pass" in hand.buttons, "the bot died before it edited the hand"
    await world.restart()
    assert world.mover() is not person
    assert person.hand.id == hand.id
    assert "It's your turn" not in person.hand.text
    assert person.hand.buttons == {}


async def test_a_hand_whose_edit_was_not_answered_is_edited_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno")
    edit = discord.PartialMessage.edit

    async def unanswered(self: discord.PartialMessage, **what: Any) -> discord.Message:
        edited = await edit(self, **what)
        if self.channel.id != world.channel.id:
            raise OSError("Discord took it, and did not say so")
        return edited

    with monkeypatch.context() as unlucky:
        unlucky.setattr(discord.PartialMessage, "edit", unanswered)
        await world.alice.run("table pause")
    assert all(world.hands_say("paused"))
    await world.alice.press("Resume")
    assert not any(world.hands_say("paused"))


@pytest.mark.long
async def test_a_start_edits_no_hand_that_looks_as_it_was_kept(world: World) -> None:
    await world.sit("alice", "bruno", "chloe")
    for _ in range(2):
        await world.move()
        with as_the_bot(world.env):
            await world.bot.hands.save_fingerprints()
    before = world.sent
    await world.restart()
    assert world.count(before)["PATCH hand"] == 0
