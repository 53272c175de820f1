"""Tests of messages with a part that Discord refuses as invalid: they are shown without it, and play goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import render
from cogs.messages import emojis
from engine.actions import Play
from tests.cogs.publishing import EVERYBODY
from tests.support.in_memory.world import World, laid, turn_of
from tests.support.simcord_private import refuse_parts

REFUSED = "Discord refuses a part of a message"

PARTS: dict[str, Callable[[Any], bool]] = {
    "tile emojis": lambda part: str(part.get("name", "")).startswith("domino_") and "id" in part,
    "pictures": lambda part: part.get("type") == 12,
    "the colour": lambda part: part.get("type") == 17 and "accent_color" in part,
}


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emojis, "UPLOAD_PAUSE_SECONDS", 0)
    monkeypatch.setattr(render, "tile_icon", lambda *_: b"\x89PNG\r\n\x1a\n")


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log lines about refused parts."""
    return [each.getMessage() for each in caplog.records if each.getMessage().startswith(REFUSED)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("part", PARTS)
async def test_a_part_that_discord_refuses_stops_no_message(
    world: World,
    tmp_path: Path,
    part: str,
    named: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await world.replace(tmp_path / "emojis.sqlite3", without=())
    refused = refuse_parts(monkeypatch, PARTS[part], named=named)
    table = await world.sit(*EVERYBODY, clock="none")
    watched = await world.eve.press("Watch")
    assert "turn" in watched.text
    while table.view(None).turn is not None:
        mover = world.mover()
        assert "Your hand" in (await mover.press("My hand")).text
        await world.move()
        assert table.view(None).turn is None or "My hand" in world.board.labels
    ended = world.board
    assert "Next deal" in ended.labels
    assert (await world.alice.press("Replay", ended)).text
    await world.alice.press("Next deal")
    assert table.view(None).deal == 2
    assert not world.bot.publisher.waiting
    assert refused
    assert len(told(caplog)) == 1


@pytest.mark.long
async def test_refused_emojis_are_forgotten(world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await world.replace(tmp_path / "emojis.sqlite3", without=())
    with pytest.MonkeyPatch.context() as patch:
        refused = refuse_parts(patch, PARTS["tile emojis"])
        table = await world.sit("alice", "bruno", clock="none")
        fitting = {move.tile for move in table.view(turn_of(table)).legal if isinstance(move, Play)}
        assert refused
        assert not [tile for tile in fitting if world.bot.tiles.get(tile)]
        before = len(refused)
        await world.mover().press("My hand")
        assert len(refused) == before, "no message has these emojis any more"
        (line,) = told(caplog)
        assert line.endswith("without it: components.components.components.emoji (MADE_UP)")
    assert not [node for node in world.mover().hand.components if "emoji" in node]
    await world.wait(3600)
    assert all(world.bot.tiles.get(tile) for tile in fitting)


@pytest.mark.long
async def test_emojis_that_somebody_deleted_are_uploaded_again(world: World, tmp_path: Path) -> None:
    await world.replace(tmp_path / "emojis.sqlite3", without=())
    world.env.backend.application_emojis.clear()
    sent = world.sent
    await world.wait(3600)
    assert len(world.requests(sent, "POST", "/emojis")) == 91


@pytest.mark.long
async def test_a_message_that_discord_refuses_as_a_whole_is_tried_a_few_times(world: World, alarmed: None) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    with pytest.MonkeyPatch.context() as patch:
        refused = refuse_parts(patch, lambda part: "components" in part)
        await world.move_by_hand()
        assert 0 < len(refused) < 20
    await world.wait(61)
    assert laid(table)[-1] in world.board.text
