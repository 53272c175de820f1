"""When private messages fail, or somebody is gone: everybody else plays on, and My hand is the way."""

from __future__ import annotations

import pytest

from engine.live.model.table import Presence
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import BLOCKED, hands_say, in_turn, kept, move_by_hand, refuse, relent, requests, unhurt
from tests.cogs.playing import alt_texts, buttons, hand_message, take_turn, text
from tests.support.simcord_private import as_the_bot

CLOSED = "I can't send you direct messages, so this button is the way to your hand."
EVERYBODY = ("alice", "bruno", "chloe")


async def play_by_button(world: World, person) -> None:
    """Play with nothing but My hand under the board."""
    shown = await person.click(world.last(), label="My hand")
    for _ in range(2):
        ways = [each for label, each in buttons(shown.response).items() if label != "Back"]
        if ways:
            await person.click(shown.response.message, custom_id=ways[0])


async def to_next_deal(world: World, table: Table) -> None:
    """Play a deal out past Discord, and begin the next one."""
    deal = table.view(None).deal
    with as_the_bot(world.env):
        while (turn := table.view(None).turn) is not None:
            await table.play(table.people[turn].user, turn, table.ply, 0)
        await table.next_deal(table.people[0].user, deal)
    await world.env.settle()


async def others_play_on(world: World, table: Table, left_out) -> None:
    """Make sure that all move once, whoever has no private message by My hand, and that all of it is kept."""
    for _ in table.people:
        person = in_turn(world, table)
        ply = table.ply
        if person is left_out:
            await play_by_button(world, person)
        else:
            await move_by_hand(world, table)
        assert table.ply > ply
    assert not any(hands_say(world, table, BLOCKED))
    await kept(world, table)


@pytest.mark.parametrize(
    ("status", "code"),
    [(403, 50007), (403, 50278), (404, 10013), (404, 10003)],
    ids=["closed or blocked", "no server shared", "account deleted", "no such channel"],
)
async def test_somebody_who_can_not_be_written_to_plays_by_my_hand_and_is_tried_once_a_deal(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    refuse(world, status, code, place=world.bruno.user.dm_channel)
    table = await world.sit(*EVERYBODY, clock="none")
    tried = f"/channels/{world.bruno.user.dm_channel.id}/messages"
    assert [each.path for each in world.env.http_requests].count(tried) == 1
    shown = await world.bruno.click(world.last(), label="My hand")
    assert text(shown.response).endswith(f"-# {CLOSED}")
    await others_play_on(world, table, world.bruno)
    assert [each.path for each in world.env.http_requests].count(tried) == 1
    other = await world.alice.click(world.last(), label="My hand")
    assert CLOSED not in text(other.response)
    await to_next_deal(world, table)
    assert [each.path for each in world.env.http_requests].count(tried) == 2
    unhurt(caplog)


async def test_an_account_without_a_private_channel_costs_the_others_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=404, code=10013, times=1)
    table = await world.sit(*EVERYBODY, clock="none")
    (left_out,) = [world.who(each.user) for each in table.people if not world.who(each.user).user.dm_channel.history()]
    shown = await left_out.click(world.last(), label="My hand")
    assert CLOSED in text(shown.response)
    await others_play_on(world, table, left_out)
    unhurt(caplog)


async def test_messages_closed_in_one_deal_and_opened_for_the_next_bring_the_hand_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    refuse(world, 403, 50007, place=world.bruno.user.dm_channel)
    table = await world.sit(*EVERYBODY, clock="none")
    relent(world)
    await take_turn(world, table) if in_turn(world, table) is not world.bruno else await play_by_button(
        world, world.bruno
    )
    assert not world.bruno.user.dm_channel.history()
    await to_next_deal(world, table)
    assert "Your hand" in text(hand_message(world, world.bruno))
    shown = await world.bruno.click(world.last(), label="My hand")
    assert CLOSED not in text(shown.response)
    await kept(world, table)
    unhurt(caplog)


async def test_messages_closed_in_mid_deal_leave_an_old_hand_and_a_hint(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    person = in_turn(world, table)
    refuse(world, 403, 50007, place=person.user.dm_channel)
    await play_by_button(world, person)
    shown = await person.click(world.last(), label="My hand")
    assert CLOSED in text(shown.response)
    assert "You hold 6 tiles" in alt_texts(shown.response)[0]
    await others_play_on(world, table, person)
    unhurt(caplog)


@pytest.mark.parametrize(("status", "code"), [(400, 40003), (500, 0), (503, 0)], ids=["too many", "500", "503"])
async def test_a_hand_that_fails_for_now_is_sent_soon_and_my_hand_works_meanwhile(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)
    table = await world.sit(*EVERYBODY, clock="none")
    assert not any(world.who(each.user).user.dm_channel.history() for each in table.people)
    person = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    assert "It's your turn" in text(shown.response)
    assert CLOSED not in text(shown.response), "it isn't closed"
    await person.click(shown.response.message, custom_id=next(iter(buttons(shown.response).values())))
    assert table.ply == 2
    relent(world)
    await world.env.advance_time(61)
    for each in table.people:
        assert len(world.who(each.user).user.dm_channel.history()) == 1
    await move_by_hand(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_edits_of_a_hand_that_fail_are_made_up_for_in_one(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    person = in_turn(world, table)
    refuse(world, 500, place=person.user.dm_channel)
    await play_by_button(world, person)
    other = in_turn(world, table)
    if other is not person:
        await play_by_button(world, other)
    assert "You hold 7 tiles" in alt_texts(hand_message(world, person))[0], "it shows the hand of before"
    sent = len(world.env.http_requests)
    relent(world)
    await world.env.advance_time(61)
    assert requests(world, sent)["PATCH hand"] == 1
    assert "You hold 6 tiles" in alt_texts(hand_message(world, person))[0]
    assert len(person.user.dm_channel.history()) == 1
    await kept(world, table)
    unhurt(caplog)


async def test_the_last_hand_of_a_match_is_shown_when_discord_is_back(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno")
    refuse(world, 500, place=world.alice.user.dm_channel)
    with as_the_bot(world.env):
        await table.end(world.alice.id)
    await world.env.settle()
    assert "This match was ended." in text(hand_message(world, world.bruno))
    assert "This match was ended." not in text(hand_message(world, world.alice))
    relent(world)
    await world.env.advance_time(61)
    assert "This match was ended." in text(hand_message(world, world.alice))
    hands = world.bot.hands
    assert not any((hands._private, hands._ephemeral, hands._refused, hands._locks)), "nothing is kept of it"
    assert not world.bot.publisher.waiting
    unhurt(caplog)


async def test_a_deleted_private_message_is_sent_again_with_its_controls(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    first = in_turn(world, table)
    other = world.bruno if first is world.alice else world.alice
    world.env.backend.delete_message(other.user.dm_channel.id, hand_message(world, other).id)
    await take_turn(world, table)
    assert "Your hand" in text(hand_message(world, other))
    await take_turn(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_whoever_left_the_server_runs_out_of_time_and_the_others_play_on(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    gone = in_turn(world, table)
    world.guild.remove_member(gone)
    refuse(world, 403, 50278, place=gone.user.dm_channel)
    people = [world.who(each.user) for each in table.people]
    await world.env.advance_time(121)
    assert f"**{gone.user.global_name}** ran out of time, so the bot plays:" in text(world.last())
    while in_turn(world, table) is not gone:
        await take_turn(world, table)
    await world.env.advance_time(121)
    assert table.people[people.index(gone)].presence is Presence.HELD
    assert f"**{gone.user.global_name}** was away twice in a row: the bot plays for them" in text(world.last())
    ply = table.ply
    while in_turn(world, table) is not gone:
        await take_turn(world, table)
    await world.env.advance_time(3)
    assert table.ply >= ply + 3, "their turn takes a moment now"
    assert in_turn(world, table) is not gone
    await kept(world, table)
    assert table.header.host != gone.id
    unhurt(caplog)
