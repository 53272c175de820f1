"""Replay: a deal that has ended, once more."""

from __future__ import annotations

from typing import Any

import pytest

import render
from cogs.history import replay
from tests.cogs.conftest import World
from tests.cogs.playing import alt_texts, answered_at_once, buttons, rush, take_turn, text
from tests.support.simcord_private import create_thread, press


async def end_deal(world: World, **options: Any) -> Any:
    """Play the first deal to its end; give the message that shows it."""
    table = await world.sit("alice", "bruno", **options)
    while table.view(None).turn is not None:
        await take_turn(world, table)
    return world.last()


def assert_replayed(world: World, answer: Any) -> None:
    assert answered_at_once(world)
    assert answer.ephemeral
    (picture,) = answer.response.attachments
    assert picture.filename == "replay.gif"
    assert alt_texts(answer.response)[0]
    assert len(alt_texts(answer.response)[0]) <= 1024


@pytest.mark.pictures
async def test_a_deals_end_can_be_replayed_by_everybody_and_only_they_see_it(world: World) -> None:
    end = await end_deal(world, target=200)
    for person in (world.alice, world.eve):
        answer = await person.click(end, label="Replay")
        assert_replayed(world, answer)
        assert text(answer.response) == "**Replay** · Domino Express, deal 1"
    assert world.last().id == end.id


async def test_it_is_drawn_from_what_the_channel_saw_move_by_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno", target=200)
    seen = [table.view(None)]
    while table.view(None).turn is not None:
        await take_turn(world, table)
        seen.append(table.view(None))
    drawn: list[Any] = []
    original = render.replay

    def note(views: Any, *rest: Any, **named: Any) -> bytes:
        drawn.extend(views)
        return original(views, *rest, **named)

    monkeypatch.setattr(render, "replay", note)
    await world.bruno.click(world.last(), label="Replay")
    assert drawn == seen


async def test_the_button_stays_when_the_next_deal_has_begun_and_after_the_match(world: World) -> None:
    end = await end_deal(world, target=200)
    await world.bruno.click(end, label="Next deal")
    old = next(each for each in world.channel.history() if each.id == end.id)
    assert list(buttons(old)) == ["Replay"]
    assert_replayed(world, await world.alice.click(old, label="Replay"))
    table = world.table
    await rush(world, table)
    assert_replayed(world, await world.alice.click(old, label="Replay"))
    answer = await world.alice.click(world.last(), label="Replay")
    assert_replayed(world, answer)
    assert text(answer.response).endswith(f"deal {table.view(None).deal}")


async def test_it_works_after_a_restart(world: World) -> None:
    end = await end_deal(world, target=50)
    await world.restart()
    assert_replayed(world, await world.alice.click(end, label="Replay"))
    await rush(world, world.table)
    await world.restart()
    assert_replayed(world, await world.alice.click(world.last(), label="Replay"))


async def test_a_match_that_was_ended_keeps_the_replays_of_its_deals(world: World) -> None:
    end = await end_deal(world, target=200)
    await world.bruno.click(end, label="Next deal")
    asked = await world.alice.slash(world.channel, "domino end")
    await world.alice.click(asked.response.message, label="End the match")
    old = next(each for each in world.channel.history() if each.id == end.id)
    assert_replayed(world, await world.bruno.click(old, label="Replay"))


@pytest.mark.parametrize("deal", ["2", "0", "x", "99"])
async def test_a_deal_in_play_or_to_come_is_not_shown(world: World, deal: str) -> None:
    end = await end_deal(world, target=200)
    await world.bruno.click(end, label="Next deal")
    answer = press(world.env, world.alice, world.last(), f"b:replay:{world.table.id}:{deal}")
    await world.env.settle()
    assert answer.ephemeral
    assert answer.response.content in ("That deal hasn't ended yet.", "That was for an earlier move.")
    assert not answer.response.attachments


async def test_a_table_of_another_channel_is_not_shown(world: World) -> None:
    await end_deal(world, target=200)
    thread = create_thread(world.env, world.channel, world.eve, "aside")
    await world.eve.slash(thread, "domino play")
    stranger = "You aren't at this table. Join its next match, or open a table in another channel: /domino play."
    said = {world.eve: stranger}
    for person in (world.eve, world.alice):
        answer = press(world.env, person, thread.last_message, f"b:replay:{world.table.id}:1")
        await world.env.settle()
        assert answer.response.content == said.get(person, "That was for an earlier move.")
        assert not answer.response.attachments


async def test_who_reads_text_is_told_it_in_words(world: World) -> None:
    end = await end_deal(world, target=200)
    await world.eve.slash(world.channel, "domino settings text", mode="on")
    answer = await world.eve.click(end, label="Replay")
    assert answer.ephemeral
    assert not answer.response.attachments
    assert len(text(answer.response).splitlines()) > 1


async def test_one_too_large_for_discord_gets_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    end = await end_deal(world, target=200)
    monkeypatch.setattr(replay, "SIZE_LIMIT", 10)
    answer = await world.alice.click(end, label="Replay")
    assert answer.response.content == "This deal's replay is larger than Discord allows."


async def test_a_board_in_mid_deal_has_no_replay(world: World) -> None:
    await world.sit("alice", "bruno")
    board = world.last()
    await take_turn(world, world.table)
    old = next(each for each in world.channel.history() if each.id == board.id)
    assert not buttons(old)
