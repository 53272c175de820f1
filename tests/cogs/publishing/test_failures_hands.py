"""Tests of private messages that fail: the others play on, and My hand helps."""

from __future__ import annotations

import pytest

from engine.live.model.table import Presence
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from tests.cogs.publishing import BLOCKED, EVERYBODY
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import CANNOT_SEND_TO_USER, World, act

CLOSED = "I can't send you direct messages, so use this button to see your hand."


async def to_next_deal(world: World, table: Table) -> None:
    await world.end_deal()
    async with world.directly():
        await act(table)


async def assert_all_move(world: World, left_out: Player) -> None:
    """Check that all move once, and that the player without private messages does so by My hand."""
    for _ in world.table.people:
        player, ply = world.mover(), world.table.ply
        await (world.play_by_button(player) if player is left_out else world.move_by_hand())
        assert world.table.ply > ply
    assert not any(world.hands_say(BLOCKED))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("status", "code"),
    [CANNOT_SEND_TO_USER, (403, 50278), (404, 10013), (404, 10003)],
    ids=["closed or blocked", "no server shared", "account deleted", "no such channel"],
)
async def test_a_player_without_direct_messages_plays_by_my_hand(world: World, status: int, code: int) -> None:
    world.refuse(status, code, place=world.bruno.user.dm_channel)
    table = await world.sit(*EVERYBODY, clock="none")
    tried = f"/channels/{world.bruno.user.dm_channel.id}/messages"
    assert (await world.bruno.press("My hand")).text.endswith(f"-# {CLOSED}")
    await assert_all_move(world, world.bruno)
    assert len(world.requests(path=tried)) == 1
    assert CLOSED not in (await world.alice.press("My hand")).text
    await to_next_deal(world, table)
    assert len(world.requests(path=tried)) == 2


async def test_an_account_without_a_private_channel_costs_the_others_nothing(world: World) -> None:
    world.fail("POST", "/users/@me/channels", 404, 10013, times=1)
    await world.sit(*EVERYBODY, clock="none")
    (left_out,) = (person for person in world.named(*EVERYBODY) if not person.hands)
    assert CLOSED in (await left_out.press("My hand")).text
    await assert_all_move(world, left_out)


async def test_direct_messages_opened_again_bring_the_next_hand(world: World) -> None:
    world.refuse(*CANNOT_SEND_TO_USER, place=world.bruno.user.dm_channel)
    table = await world.sit(*EVERYBODY, clock="none")
    world.heal()
    await (world.play_by_button(world.bruno) if world.mover() is world.bruno else world.move())
    assert not world.bruno.hands
    await to_next_deal(world, table)
    assert "Your hand" in world.bruno.hand.text
    assert CLOSED not in (await world.bruno.press("My hand")).text


async def test_messages_closed_in_mid_deal_leave_an_old_hand_and_a_hint(world: World) -> None:
    await world.sit(*EVERYBODY, clock="none")
    player = world.mover()
    world.refuse(*CANNOT_SEND_TO_USER, place=player.user.dm_channel)
    await world.play_by_button(player)
    shown = await player.press("My hand")
    assert CLOSED in shown.text
    assert "You hold 6 tiles" in shown.alt
    await assert_all_move(world, player)


@pytest.mark.parametrize(
    ("status", "code"), [(400, 40003), (403, 0), (500, 0)], ids=["too many", "page of a proxy", "500"]
)
async def test_a_hand_that_fails_for_now_is_sent_soon_and_my_hand_works_meanwhile(
    world: World, status: int, code: int
) -> None:
    world.fail("POST", "/users/@me/channels", status, code)
    table = await world.sit(*EVERYBODY, clock="none")
    assert not any(person.hands for person in world.people.values())
    shown = await world.mover().press("My hand")
    assert "It's your turn" in shown.text
    assert CLOSED not in shown.text, "it isn't closed"
    await world.mover().press_first(shown)
    assert table.ply == 2
    world.heal()
    await world.wait(61)
    assert [len(person.hands) for person in world.named(*EVERYBODY)] == [1, 1, 1]
    await world.move_by_hand()


async def test_edits_of_a_hand_that_fail_are_made_up_for_in_one(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    player, (other,) = world.mover(), world.others()
    world.refuse(500, place=player.user.dm_channel)
    await world.play_by_button(player)
    if world.mover() is other:
        await world.play_by_button(other)
    assert "You hold 7 tiles" in player.hand.alt, "it shows the hand of before"
    sent = world.sent
    world.heal()
    await world.wait(61)
    assert world.count(sent)["PATCH hand"] == 1
    assert "You hold 6 tiles" in player.hand.alt
    assert len(player.hands) == 1


async def test_the_last_hand_of_a_match_is_shown_when_discord_is_back(world: World) -> None:
    table = await world.sit("alice", "bruno")
    world.refuse(500, place=world.alice.user.dm_channel)
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id, manager=True)
    assert "This match was stopped." in world.bruno.hand.text
    assert "This match was stopped." not in world.alice.hand.text
    world.heal()
    await world.wait(61)
    assert "This match was stopped." in world.alice.hand.text
    assert not list(world.bot.hands._screens), "nothing is kept of it"
    assert not world.bot.publisher.waiting


async def test_a_deleted_private_message_is_sent_again_with_its_controls(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    (other,) = world.others()
    world.delete(other.hand, other.user.dm_channel)
    await world.move()
    assert "Your hand" in other.hand.text
    await world.move()


@pytest.mark.long
async def test_a_player_who_left_the_server_runs_out_of_time_and_the_others_play_on(world: World) -> None:
    await world.sit(*EVERYBODY)
    gone = world.mover()
    world.guild.remove_member(gone)
    world.refuse(403, 50278, place=gone.user.dm_channel)
    for told in ("took too long, so the bot plays:", "took too long: the bot plays for them"):
        while world.mover() is not gone:
            await world.move()
        await world.wait(121)
        assert f"**{gone.user.global_name}** {told}" in world.board.text
    assert world.presence(gone) is Presence.KEPT
    while world.mover() is not gone:
        await world.move()
    await world.wait(3)
    assert world.mover() is not gone, "their turn takes a moment now"
