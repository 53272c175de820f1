"""Tests of the replay of a deal that has ended."""

from __future__ import annotations

from typing import Any

import pytest

import render
from cogs.history import replay
from tests.support.in_memory.world import World, spy
from tests.support.simcord_private import create_thread


async def end_deal(world: World, **options: Any) -> Any:
    """Play the first deal to its end; give the message that shows it."""
    await world.sit("alice", "bruno", **options)
    await world.play_deal()
    return world.board


def assert_replayed(world: World, answer: Any) -> None:
    assert world.answered_at_once
    assert answer.ephemeral
    (picture,) = answer.attachments
    assert picture.filename == "replay.gif"
    assert answer.alt
    assert len(answer.alt) <= 1024


@pytest.mark.long
@pytest.mark.pictures
async def test_a_deals_end_can_be_replayed_by_everybody_and_only_they_see_it(world: World) -> None:
    end = await end_deal(world, target=200)
    for person in (world.alice, world.eve):
        answer = await person.press("Replay", end)
        assert_replayed(world, answer)
        assert answer.text == "**Replay** · Domino Express, deal 1"
    assert world.board.id == end.id


@pytest.mark.long
async def test_a_replay_is_drawn_from_the_views_of_the_channel(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", target=200)
    seen = [table.view(None)]
    while table.view(None).turn is not None:
        await world.move()
        seen.append(table.view(None))
    drawn = spy(monkeypatch, render, "replay")
    await world.bruno.press("Replay")
    assert [*drawn[0][0]] == seen


@pytest.mark.long
@pytest.mark.parametrize("ended", [False, True], ids=["finished", "ended"])
async def test_the_button_stays_during_the_next_deal_and_after_restart_and_match(world: World, ended: bool) -> None:
    end = await end_deal(world, target=200)
    await world.bruno.press("Next deal", end)
    old = world.now(end)
    assert old.labels == ["Replay"]
    assert_replayed(world, await world.alice.press("Replay", old))
    await world.restart()
    assert_replayed(world, await world.alice.press("Replay", old))
    table = world.table
    if ended:
        await world.alice.press("End the match", await world.alice.run("table end"))
    else:
        await world.rush()
        answer = await world.alice.press("Replay")
        assert_replayed(world, answer)
        assert answer.text.endswith(f"deal {table.view(None).deal}")
    assert_replayed(world, await world.bruno.press("Replay", old))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("deal", ["2", "0", "x", "99"])
async def test_a_deal_in_play_or_to_come_is_not_shown(world: World, deal: str) -> None:
    end = await end_deal(world, target=200)
    await world.bruno.press("Next deal", end)
    answer = await world.alice.forge(f"b:replay:{world.table.id}:{deal}")
    assert answer.private in ("That deal hasn't ended yet.", "That button was for an earlier move.")
    assert not answer.attachments


@pytest.mark.long
async def test_a_table_of_another_channel_is_not_shown(world: World) -> None:
    await end_deal(world, target=200)
    thread = create_thread(world.env, world.channel, world.eve, "aside")
    await world.eve.run("play", thread)
    stranger = (
        f"You aren't at this table. Join its next match, or open a table in another channel: {world.command('play')}."
    )
    said = {world.eve: stranger}
    for person in (world.eve, world.alice):
        answer = await person.forge(f"b:replay:{world.table.id}:1", thread.last_message)
        assert answer.text == said.get(person, "That button was for an earlier move.")
        assert not answer.attachments


@pytest.mark.long
async def test_a_reader_of_text_gets_the_replay_as_text(world: World) -> None:
    end = await end_deal(world, target=200)
    await world.eve.write_text()
    answer = await world.eve.press("Replay", end)
    assert answer.ephemeral
    assert not answer.attachments
    assert len(answer.lines) > 1


@pytest.mark.long
async def test_a_replay_too_large_for_discord_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    end = await end_deal(world, target=200)
    monkeypatch.setattr(replay, "MAX_FILE_BYTES", 10)
    assert (await world.alice.press("Replay", end)).text == "This deal's replay is larger than Discord allows."
