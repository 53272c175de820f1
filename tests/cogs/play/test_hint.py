"""Tests of hints: who gets them, and where."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
import pytest

from cogs.messages.emojis import TileEmojis
from cogs.messages.hand_buttons import MAX_COMPONENTS, hand_rows
from cogs.messages.hand_buttons import count_components as count
from engine.live.tables import playing
from engine.live.tables.table import Table
from engine.rules import RULE_SETS
from tests.engine.games import play_out
from tests.support.cases import few_rule_sets
from tests.support.hands import hand_of
from tests.support.in_memory.world import World
from tests.support.simcord_private import as_the_bot

WORDS = NullTranslations()


async def asking(world: World, **options: Any) -> Table:
    """Seat Alice and Bruno, and play until Bruno has a choice."""
    table = await world.sit("alice", "bruno", **{"hints": True, **options})
    await world.until(lambda: table.view(None).turn == 1 and len(table.view(1).legal) > 1)
    return table


async def test_the_player_in_turn_gets_a_private_hint_while_the_match_runs(world: World) -> None:
    table = await asking(world)
    answer = await world.bruno.run("hint")
    assert "An expert would choose **" in answer.private
    assert any(str(tile) in answer.text for tile in table.view(1).hand)
    assert world.requests(path="/callback")[-1].json == {"type": 5, "data": {"flags": 64}}
    assert "Hint" in world.bruno.hand.buttons
    assert "Hint" not in world.alice.hand.buttons
    assert (await world.alice.run("hint")).private == "It isn't your turn yet."
    await world.alice.run("table pause")
    assert "The match is paused" in (await world.bruno.run("hint")).text


async def test_a_table_that_allows_no_hints_gives_none(world: World) -> None:
    await asking(world, hints=False)
    refused = await world.bruno.run("hint")
    assert refused.text == (
        "This table doesn't allow hints. The host can change that before the match, under **More**."
    )
    assert "Hint" not in world.bruno.hand.buttons


async def test_strangers_get_no_hint_and_players_none_before_the_start(world: World) -> None:
    assert "There is no table in this channel" in (await world.eve.run("hint")).text
    await world.alice.run("play", hints=True)
    assert (await world.alice.run("hint")).text == "The match hasn't started yet. The host needs to press **Start**."
    await world.bruno.press("Join")
    await world.alice.press("Start")
    assert "You aren't at this table" in (await world.eve.run("hint")).text


async def test_a_person_alone_with_computers_always_gets_hints(world: World) -> None:
    await world.alice.run("play", computers=3, show=True)
    await world.wait(3)
    table = world.table
    assert not table.header.hints
    for _ in range(8):
        if table.view(None).turn == 0 and len(table.view(0).legal) > 1:
            break
        with as_the_bot(world.env):
            await table.do(playing.play, world.alice.id, 0, table.ply, 0)
        await world.wait(3)
    message = world.alice.hand
    assert "An expert would choose **" in (await world.alice.press("Hint", message)).private
    assert "Hint" in message.buttons


async def test_a_forged_hint_tells_nothing(world: World) -> None:
    table = await asking(world)
    for who, identity in ((world.eve, table.id), (world.alice, table.id), (world.bruno, "nosuchid")):
        forged = await who.forge(f"b:hint:{identity}")
        assert "expert" not in forged.text
        assert forged.ephemeral
    assert (await world.bruno.forge(f"b:hint:{table.id}:1")).text == "That button was for an earlier move."


async def test_a_hint_that_comes_after_the_move_is_not_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await asking(world)
    asked = table.bot_turns.hint

    async def slow(user: int) -> Any:
        hint = await asked(user)
        await table.do(playing.play, world.bruno.id, 1, table.ply, 0)
        return hint

    monkeypatch.setattr(table.bot_turns, "hint", slow)
    answer = await world.bruno.run("hint")
    assert "expert" not in answer.text
    assert "That button was for an earlier move." in answer.text


@pytest.mark.parametrize("rules", few_rule_sets())
def test_a_hand_with_a_hint_stays_within_what_a_message_holds(rules: str) -> None:
    offered = 0
    for step in play_out(rules, RULE_SETS[rules].seats[-1], {}, seed=3)[:150]:
        if step.after.turn is None:
            continue
        shown, without = (
            list(hand_rows(hand_of(step.after, hints=hints), WORDS, TileEmojis())) for hints in (True, False)
        )
        assert count(shown) <= max(MAX_COMPONENTS, count(without))
        labels, others = (
            [item.label for row in rows for item in row if isinstance(item, discord.ui.Button)]
            for rows in (shown, without)
        )
        offered += "Hint" in labels
        assert [each for each in labels if each != "Hint"] == others
    assert offered
