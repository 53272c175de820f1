"""Tests of the tiles on buttons: emojis uploaded once, or plain text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.messages import emojis
from tests.support.in_memory.world import World


def uploads(world: World) -> int:
    return len(world.requests(method="POST", path="/emojis"))


def hand_buttons(world: World) -> list[dict[str, Any]]:
    """Return the buttons in the private hand of the player in turn."""
    return [node for node in world.mover().hand.components if node["type"] == 2]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emojis, "UPLOAD_PAUSE_SECONDS", 0)


async def with_emojis(world: World, tmp_path: Path) -> None:
    """Put a bot that uploads emojis in the place of the one without."""
    await world.replace(tmp_path / "emojis.sqlite3", without=())


@pytest.mark.long
async def test_tiles_are_uploaded_once_and_found_again_by_name(world: World, tmp_path: Path) -> None:
    await with_emojis(world, tmp_path)
    assert uploads(world) == 91
    await with_emojis(world, tmp_path)
    assert uploads(world) == 91


@pytest.mark.long
async def test_a_tiles_button_bears_its_picture(world: World, tmp_path: Path) -> None:
    await with_emojis(world, tmp_path)
    for _ in range(60):
        # uploads give way to all that is more urgent
        if uploads(world) == 91:
            break
        await world.wait(1)
    await world.sit("alice", "bruno")
    buttons = hand_buttons(world)
    for node in buttons:
        assert node["emoji"]["name"] == f"domino_{node['label'].replace('-', '_')}"


async def test_buttons_stay_text_without_emojis(world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    world.fail("POST", "/applications/*/emojis", 400, 30008)
    await with_emojis(world, tmp_path)
    assert "could not load tile emojis" in caplog.text
    await world.sit("alice", "bruno")
    buttons = hand_buttons(world)
    assert buttons
    assert all(node["label"] and "emoji" not in node for node in buttons)
