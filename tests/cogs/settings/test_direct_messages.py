"""``/domino settings messages``: hands and turns by direct message, or not."""

from __future__ import annotations

import pytest

from engine.live.model.preferences import PersonPreferences
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking

HOW_TO_STOP = "To turn that off, type </domino settings messages:"


async def switch(person: Player, kind: str, value: str) -> Answer:
    panel = await person.run("settings messages")
    await person.choose(f"s:dm:{kind}", value, on=panel)
    return panel


async def test_both_kinds_of_message_come_unless_they_are_turned_off(world: World) -> None:
    panel = await world.alice.run("settings messages")
    assert panel.ephemeral
    assert list(panel.selects) == ["s:dm:hands", "s:dm:turns"]
    assert panel.chosen == ["on", "on"]
    await world.alice.choose("s:dm:hands", "off", on=panel)
    await world.alice.choose("s:dm:turns", "off", on=panel)
    assert panel.chosen == ["off", "off"]
    assert not panel.lacks(world.command("hand"), "I don't tell you")
    kept = await world.store.preferences.get(PersonPreferences, world.alice.id)
    assert (kept.hands, kept.turns) == (False, False)


async def test_a_forged_choice_changes_nothing(world: World) -> None:
    panel = await world.alice.run("settings messages")
    for custom_id, value in (("s:dm:hands", "perhaps"), ("s:dm:boneyard", "on")):
        assert (await world.alice.forge(custom_id, panel, values=[value])).private.startswith("That button was for")
    assert panel.chosen == ["on", "on"]


@pytest.mark.long
async def test_a_player_who_turned_hands_off_plays_with_my_hand_alone(world: World) -> None:
    await switch(world.alice, "hands", "off")
    await world.sit("alice", "bruno", target=50)
    assert world.bruno.hands
    while world.mover() is not world.alice:
        await world.move()
    shown = await world.alice.press("My hand")
    assert "direct message" not in shown.text, "they are not closed"
    await world.play_by_button(world.alice)
    assert world.mover() is world.bruno
    await world.rush()
    assert not world.alice.hands


@pytest.mark.long
async def test_hands_turned_off_in_a_deal_stop_with_the_next_deal_and_turned_on_come_at_once(world: World) -> None:
    await world.sit("alice", "bruno", target=200)
    await switch(world.alice, "hands", "off")
    await world.end_deal()
    assert "deal" in world.alice.hand.text
    assert not world.alice.hand.buttons, "the message that was there told the end of its deal"
    await world.bruno.press("Next deal")
    assert (len(world.alice.hands), len(world.bruno.hands)) == (1, 2)
    await switch(world.alice, "hands", "on")
    assert len(world.alice.hands) == 2
    assert "deal 2" in world.alice.hand.text


@pytest.mark.long
async def test_the_first_hand_of_ones_life_says_how_to_turn_hands_off(world: World) -> None:
    await world.lobby("alice", "chloe")
    await world.alice.press("Close the table")
    with speaking({world.bruno.id: "fr"}):
        await world.sit("alice", "bruno", target=200)
    for _ in range(2):
        assert world.alice.hand.text.count(HOW_TO_STOP) == 1, "a lobby is no deal"
        assert world.command("settings", "messages") in world.bruno.hand.text
        assert HOW_TO_STOP not in (await world.alice.press("My hand")).text
        await world.do()
    await world.end_deal()
    await world.alice.press("Next deal")
    assert HOW_TO_STOP not in world.alice.hand.text
    await world.rush()
    await world.sit("alice", "chloe")
    assert HOW_TO_STOP in world.chloe.hand.text
    assert HOW_TO_STOP not in world.alice.hand.text
