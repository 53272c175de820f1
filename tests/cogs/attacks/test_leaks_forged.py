"""Controls forged onto a message that never bore them."""

from __future__ import annotations

import pytest

from engine.live.model.table import Status
from tests.cogs.conftest import World
from tests.cogs.playing import alt_texts, buttons, text
from tests.support.simcord_private import press


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


@pytest.mark.parametrize("verb", ["end", "cancel"])
async def test_managing_messages_elsewhere_ends_no_table_here(world: World, verb: str) -> None:
    await world.alice.slash(world.channel, "domino play")
    table = world.table
    if verb == "end":
        await world.bruno.click(world.last(), label="Join")
        await world.alice.click(world.last(), label="Start")
    elsewhere = world.env.create_guild("Elsewhere", owner=world.eve.user)
    # Eve has a table of her own there, and with it a message of the bot's
    channel = elsewhere.create_text_channel("eves")
    await elsewhere.add_member(world.eve.user).slash(channel, "domino play")
    press(world.env, world.eve, channel.last_message, f"b:{verb}:{table.id}")
    await world.env.settle()
    assert table.header.status is (Status.PLAYING if verb == "end" else Status.LOBBY)
