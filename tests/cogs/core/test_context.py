"""Tests of people whose name or language has changed since they sat down."""

from __future__ import annotations

import pytest

from engine.live.model.errors import StorageError
from tests.support.in_memory.world import World, failing
from tests.support.simcord_private import speaking


async def test_a_language_that_can_not_be_stored_keeps_nobody_from_their_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno")
    monkeypatch.setattr(world.bot.hub.store, "save", failing(StorageError("the disk is full")))
    with speaking({world.alice.id: "fr"}):
        answer = await world.alice.run("hand")
    assert answer.text.startswith("**Your hand**")
    assert table.people[0].locale != "fr"
