"""A cup's table in its players' direct messages alone: each shows the table and the hand, and the channel nothing."""

from __future__ import annotations

import pytest

from engine.live.model.errors import TableError
from engine.live.model.table import Delivery, Presence, Status
from engine.live.tables import cup_matches
from engine.live.tables.table import Table
from tests.cogs.play.test_cup_tables import begun
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import CANNOT_SEND_TO_USER, World

CALL = "it's your turn."


async def in_hands(world: World, **changes: object) -> Table:
    """Begin a match of a cup for Alice and Bruno in their direct messages."""
    return await begun(world, "alice", "bruno", delivery=Delivery.HANDS, **{"rules": "express", **changes})


def hand(player: Player) -> Seen:
    """Return the newest message with a hand."""
    return [each for each in player.hands if CALL not in each.text][-1]


def calls(*players: Player) -> list[int]:
    """Return how many messages tell each player of their turn."""
    return [sum(CALL in each.text for each in player.hands) for player in players]


async def play_turn(world: World, table: Table) -> Player:
    """Let the player in turn play from their message, and again if it is still their turn."""
    player, view = world.mover(table), table.view(None)
    while table.view(None).turn == view.turn:
        await player.press_first(hand(player))
    return player


def presence(table: Table, player: Player) -> Presence:
    return table.people[table.header.seat_of(player.id) or 0].presence


async def test_a_table_is_played_in_direct_messages_and_nothing_is_posted_in_the_channel(world: World) -> None:
    table = await in_hands(world)
    for player in (world.alice, world.bruno):
        assert f"**{world.mover(table).name}**'s turn. Their time runs out <t:" in hand(player).text
        assert len(hand(player).alts) == 2, "the table and the hand"
        assert hand(player).labels[-1] == "More"
    for _ in range(2):
        await play_turn(world, table)
    for _ in range(2):
        mover = await play_turn(world, table)
        assert f"**{mover.name}** plays" in hand(world.alice).text
        assert f"**{mover.name}** plays" in hand(world.bruno).text
    while table.view(None).turn is not None:
        await play_turn(world, table)
    assert "Next deal" in hand(world.alice).labels
    await world.alice.press("Next deal", hand(world.alice))
    assert table.view(None).deal == 2
    assert len([each for each in world.alice.hands if each.alts]) == 2, "a message for each deal"
    assert not world.messages
    await world.assert_kept(table)


async def test_a_player_who_did_nothing_for_a_while_is_told_of_their_turn(world: World) -> None:
    table = await in_hands(world)
    await play_turn(world, table)
    assert calls(world.alice, world.bruno) == [0, 0], "the deal has just begun"
    world.skip(60)
    mover = await play_turn(world, table)
    assert calls(world.mover(table), mover) == [1, 0]
    await play_turn(world, table)
    assert calls(world.alice, world.bruno) == [0, 0], "it goes with the turn"


async def test_a_player_leaves_and_comes_back_by_the_message(world: World) -> None:
    table = await in_hands(world)
    more = await world.bruno.press("More", hand(world.bruno))
    assert more.labels == ["Rules", "Fair deal", "Leave"]
    asked = await world.bruno.press("Leave", more)
    await world.bruno.press("Leave", asked)
    assert presence(table, world.bruno) is Presence.LEFT
    assert "has left" in hand(world.alice).text
    await world.bruno.press("I'm back", hand(world.bruno))
    assert presence(table, world.bruno) is Presence.HERE


async def test_commands_find_the_table_anywhere_on_the_server(world: World) -> None:
    await in_hands(world)
    place = world.thread()
    before = len(world.messages)
    shown = await world.bruno.run("hand", place)
    assert shown.ephemeral
    assert len(shown.alts) == 2
    assert (await world.bruno.run("board", place)).ephemeral
    assert len(world.messages) == before


async def test_the_end_is_told_in_both_messages(world: World) -> None:
    table = await in_hands(world)
    async with world.directly():
        await table.do(cup_matches.call_time)
    assert "⏰ Time! This is the last deal." in hand(world.alice).text
    await world.end_deal(table)
    assert table.header.status is Status.CLOSED
    for player in (world.alice, world.bruno):
        assert hand(player).text.startswith("⏰ Time is up: **")
        assert "Rematch" not in hand(player).labels


async def test_a_player_who_takes_no_direct_messages_holds_nobody(world: World) -> None:
    table = await in_hands(world)
    world.refuse(*CANNOT_SEND_TO_USER, place=world.bruno.user.dm_channel)
    for _ in range(40):
        if table.playing and presence(table, world.bruno) is Presence.HERE:
            await world.wait(60)
    assert presence(table, world.bruno) is Presence.KEPT


async def test_the_messages_go_on_after_a_restart(world: World) -> None:
    table = await in_hands(world)
    await play_turn(world, table)
    await world.restart()
    table = world.bot.hub.find(table.id)
    assert [sum(bool(each.alts) for each in player.hands) for player in (world.alice, world.bruno)] == [1, 1]
    assert "opens" not in hand(world.alice).text
    mover = await play_turn(world, table)
    assert f"**{mover.name}** plays" in hand(world.bruno).text


async def test_tables_in_hands_leave_the_channel_to_another(world: World) -> None:
    table = await in_hands(world)
    other = await begun(world, "chloe", "davide", delivery=Delivery.HANDS, table_id="othertab")
    shared = await world.sit("eve", "chloe")
    assert {each.id for each in world.tables} == {table.id, other.id, shared.id}
    with pytest.raises(TableError):
        await in_hands(world, table_id="thirdtab")


async def test_half_a_turn_later_nobody_is_reminded_in_the_channel(world: World) -> None:
    table = await in_hands(world)
    await world.wait(70)
    assert table.header.reminded
    assert not world.messages


async def test_all_four_players_see_each_move_at_once(world: World) -> None:
    four = ("alice", "bruno", "chloe", "davide")
    table = await begun(world, *four, delivery=Delivery.HANDS, rules="dupla")
    for _ in range(3):
        mover = await play_turn(world, table)
        assert all(f"**{mover.name}** " in hand(player).text.split("\n")[0] for player in world.named(*four))


async def test_who_wants_no_hands_elsewhere_gets_the_table(world: World) -> None:
    await world.alice.choose("s:dm:hands", "off", on=await world.alice.run("settings messages"))
    await in_hands(world)
    assert len(hand(world.alice).alts) == 2


async def test_readers_of_text_get_the_table_as_text(world: World) -> None:
    await world.alice.write_text()
    await in_hands(world)
    assert not hand(world.alice).alts
    assert len(hand(world.bruno).alts) == 2
