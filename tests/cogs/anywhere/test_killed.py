"""The bot killed between presses, and between a move and its picture, where every message is an answer."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.publishing.channel import ChannelPublisher
from tests.cogs.anywhere.test_answers import group, shown
from tests.support.in_memory.world import World


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "answers"])
async def test_an_unshown_move_is_shown_later(world: World, alone: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    place: Any = world.alice.user.dm_channel if alone else group(world)
    await world.alice.run("play", place, computers=1, show=True)
    (table,) = world.tables
    await world.wait(5)
    while table.view(None).turn != 0:
        await world.wait(3)
    ply, texts = table.ply, [shown(place).text]
    with monkeypatch.context() as patch:

        async def dies(*_: object, **__: object) -> None:
            raise RuntimeError("killed")

        world.alarmed = True
        patch.setattr(ChannelPublisher, "show", dies)
        hand = shown(place) if alone else await world.alice.press("My hand", place)
        await world.alice.press_first(hand)
        if table.ply == ply:
            await world.alice.press_first(shown(place) if alone else hand)
        assert table.ply > ply
        assert [shown(place).text] == texts or alone
    await world.restart()
    (table,) = world.tables
    await world.wait(5)
    if not alone:
        assert shown(place).text == texts[0]
        await world.chloe.press("Rules", place)
    assert shown(place).text != texts[0]
    ply = table.ply
    if table.view(None).turn is not None:
        hand = shown(place) if alone else await world.alice.press("My hand", place)
        await world.alice.press_first(hand)
        if table.ply == ply:
            await world.alice.press_first(shown(place) if alone else hand)
        assert table.ply > ply
