"""Tiles on buttons: uploaded once, found again by name, plain text where they can't be had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.messages import emojis
from tests.cogs.conftest import World, make_bot
from tests.cogs.playing import components, hand_message


def uploads(world: World) -> int:
    return sum(each.method == "POST" and each.path.endswith("/emojis") for each in world.env.http_requests)


def hand_buttons(world: World) -> list[dict[str, Any]]:
    """Give the buttons in the private hand of whoever is in turn."""
    table = world.table
    turn = table.view(None).turn
    assert turn is not None
    person = world.who(table.people[turn].user)
    return [node for node in components(hand_message(world, person)) if node["type"] == 2]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emojis, "UPLOAD_PAUSE_SECONDS", 0)


async def with_emojis(world: World, tmp_path: Path) -> None:
    """Put a bot that uploads emojis in the place of the one without."""
    world.bot.halt()
    await world.env.settle()
    await world.bot.hub.store.close()
    bot = await make_bot(tmp_path / "emojis.sqlite3", 7, lambda: world.env.now().timestamp(), tile_emojis=True)
    await world.env.restart_bot(bot)
    await world.env.settle(timeout=60)


async def test_tiles_are_uploaded_once_and_found_again_by_name(world: World, tmp_path: Path) -> None:
    await with_emojis(world, tmp_path)
    assert uploads(world) == 91
    await with_emojis(world, tmp_path)
    assert uploads(world) == 91


async def test_a_tiles_button_bears_its_picture(world: World, tmp_path: Path) -> None:
    await with_emojis(world, tmp_path)
    await world.sit("alice", "bruno")
    buttons = hand_buttons(world)
    for node in buttons:
        assert node["emoji"]["name"] == f"domino_{node['label'].replace('-', '_')}"


async def test_where_emojis_can_not_be_had_buttons_stay_text(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error("POST", "/applications/*/emojis", status=400, code=30008, times=None)
    await with_emojis(world, tmp_path)
    assert "could not load tile emojis" in caplog.text
    await world.sit("alice", "bruno")
    buttons = hand_buttons(world)
    assert buttons
    assert all(node["label"] and "emoji" not in node for node in buttons)
