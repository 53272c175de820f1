"""Controls of a hand, forged onto the table's own message."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World
from tests.cogs.playing import alt_texts, buttons, text
from tests.simcord_private import press


@pytest.mark.parametrize("control", ["back:{table}", "act:{table}:0:1:0", "tile:{table}:0:1:0", "pick:{table}:0:1:0:0"])
async def test_a_hand_is_never_shown_in_a_message_that_everybody_reads(world: World, control: str) -> None:
    table = await world.sit("alice", "bruno")
    board = world.last()
    said = (text(board), alt_texts(board), buttons(board))
    answer = press(world.env, world.bruno, board, f"b:{control.format(table=table.id)}")
    await world.env.settle()
    assert (text(world.last()), alt_texts(world.last()), buttons(world.last())) == said
    assert answer.ephemeral
    assert "Your hand" in text(answer.response)
