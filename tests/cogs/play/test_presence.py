"""Who is at the table, by commands and buttons: back, host, remove, pause, resume; and what everybody is told."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from engine.live.model.table import Presence
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import in_turn, kept, move_by_hand
from tests.cogs.play.test_memory import flip, grid_of
from tests.cogs.playing import buttons, components, hand_message, take_turn, text
from tests.support.simcord_private import as_the_bot, press

EVERYBODY = ("alice", "bruno", "chloe")


def said(answer: Any) -> str:
    assert answer.ephemeral
    return answer.response.content


def seat_of(table: Table, person: Any) -> int:
    seat = table.seat_of(person.id)
    assert seat is not None
    return seat


def presence(table: Table, person: Any) -> Presence:
    return table.people[seat_of(table, person)].presence


async def pass_time(world: World, table: Table) -> None:
    """Let the time of whoever is in turn run out, or what the bot would do come."""
    with as_the_bot(world.env):
        await table.mark_published(table.ply)
        assert table.header.deadline is not None
        await table.expire(table.header.deadline)
    await world.env.settle()


async def hold(world: World, table: Table, *people: Any) -> None:
    """Let people's time run out until the bot holds their seats; the others move."""
    for _ in range(60):
        if all(presence(table, person) is Presence.HELD for person in people):
            return
        turn = table.view(None).turn
        if turn is None or any(table.people[turn].user == person.id for person in people):
            await pass_time(world, table)
            continue
        with as_the_bot(world.env):
            await table.play(table.people[turn].user, turn, table.ply, 0)
        await world.env.settle()
    raise AssertionError("nobody is held")


# ---------------------------------------------------------------------- being back


@pytest.mark.parametrize("way", ["button under the board", "button in the hand", "command", "behind My hand"])
async def test_somebody_whose_seat_is_held_is_told_and_takes_it_back(world: World, way: str) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    await hold(world, table, world.bruno)
    assert "**Bruno** was away twice in a row: the bot plays for them" in text(world.last())
    hand = hand_message(world, world.bruno)
    assert "You were away, so the bot plays for you. Press **I'm back** to play on." in text(hand)
    assert list(buttons(hand)) == ["I'm back"]
    assert "I'm back" in buttons(world.last())
    assert "I'm back" not in buttons(hand_message(world, world.alice))
    match way:
        case "button under the board":
            await world.bruno.click(world.last(), label="I'm back")
        case "button in the hand":
            await world.bruno.user.click(hand, label="I'm back")
        case "behind My hand":
            shown = await world.bruno.click(world.last(), label="My hand")
            await world.bruno.click(shown.response.message, label="I'm back")
            assert "You were away" not in text(shown.response)
        case _:
            answer = await world.bruno.slash(world.channel, "domino back")
            assert said(answer) == "Welcome back: the bot has given you your seat."
    assert presence(table, world.bruno) is Presence.HERE
    assert "**Bruno** is back." in text(world.last())
    assert "I'm back" not in buttons(world.last())
    assert "You were away" not in text(hand_message(world, world.bruno))
    await kept(world, table)
    while in_turn(world, table) is not world.bruno:
        await move_by_hand(world, table)
    await move_by_hand(world, table)


async def test_nobody_else_takes_a_held_seat_and_what_its_player_presses_says_how(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    await hold(world, table, world.bruno)
    ply, header = table.ply, table.header
    assert said(await world.alice.click(world.last(), label="I'm back")).startswith("The bot isn't playing for you")
    assert said(await world.eve.click(world.last(), label="I'm back")).startswith("You aren't at this table.")
    assert said(await world.alice.slash(world.channel, "domino back")).startswith("The bot isn't playing for you")
    assert said(await world.eve.slash(world.channel, "domino back")).startswith("You aren't at this table.")
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert said(await world.bruno.slash(elsewhere, "domino back")).startswith("There is no table in this channel.")
    stale = press(world.env, world.bruno, world.last(), f"b:act:{table.id}:{table.ply}:{seat_of(table, world.bruno)}:0")
    await world.env.settle()
    told = text(stale.response) + "".join(each.content for each in stale.followups)
    assert "You were away, so the bot plays for you." in told
    assert (table.ply, table.header.people) == (ply, header.people)
    await move_by_hand(world, table)


async def test_where_nobody_is_there_the_match_rests_until_one_is_back(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    await hold(world, table, world.alice, world.bruno)
    assert "Nobody is here, so the match rests. Whoever is back presses **I'm back**." in text(world.last())
    assert "the bot plays" not in text(world.last())
    assert table.header.deadline is None
    ply = table.ply
    await world.env.advance_time(600)
    assert table.ply == ply
    await kept(world, table)
    await world.bruno.click(world.last(), label="I'm back")
    assert "Nobody is here" not in text(world.last())
    await world.env.advance_time(5)
    assert table.view(None).turn in (None, seat_of(table, world.bruno))


async def test_somebody_back_in_a_later_deal_gets_its_hand(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=200)
    await hold(world, table, world.bruno)
    deal = table.view(None).deal
    while table.view(None).deal == deal:
        turn = table.view(None).turn
        with as_the_bot(world.env):
            if turn is None:
                await table.next_deal(world.alice.id, deal)
            elif table.people[turn].away:
                await table.expire(table.header.deadline)
            else:
                await table.play(table.people[turn].user, turn, table.ply, 0)
    await world.env.settle()
    assert len(world.bruno.user.dm_channel.history()) == 1, "nobody is written to who is away"
    await world.bruno.slash(world.channel, "domino back")
    assert len(world.bruno.user.dm_channel.history()) == 2
    assert f"deal {deal + 1}" in text(hand_message(world, world.bruno))
    await kept(world, table)


# ---------------------------------------------------------------------- the host


async def test_the_host_hands_over_in_a_lobby_and_in_a_match(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby, table = world.last(), world.table
    await world.bruno.click(lobby, label="Join")
    assert said(await world.alice.slash(world.channel, "domino host", person=world.bruno)) == "Bruno is the host now."
    assert "**Bruno** (host)" in text(world.last())
    assert said(await world.alice.click(lobby, label="Start")).startswith("Only the host of the table")
    await world.bruno.click(lobby, label="Start")
    assert table.playing
    assert said(await world.bruno.slash(world.channel, "domino host", person=world.alice)) == "Alice is the host now."
    assert "**Alice** is the host now." in text(world.last())
    assert table.header.host == world.alice.id
    await take_turn(world, table)
    await kept(world, table)


async def test_who_may_not_make_whom_the_host_is_told_why(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    host = table.header.host
    only = f"Only the host of the table, <@{host}>, can do that."
    assert said(await world.bruno.slash(world.channel, "domino host", person=world.bruno)) == only
    assert said(await world.eve.slash(world.channel, "domino host", person=world.bruno)) == only
    theirs = "They aren't playing at this table just now. Choose somebody who is."
    assert said(await world.alice.slash(world.channel, "domino host", person=world.eve)) == theirs
    yourself = "That is the host of this table already. Choose somebody else."
    assert said(await world.alice.slash(world.channel, "domino host", person=world.alice)) == yourself
    await hold(world, table, world.chloe)
    assert said(await world.alice.slash(world.channel, "domino host", person=world.chloe)) == theirs
    assert table.header.host == host
    await kept(world, table)


async def test_whoever_manages_the_channel_makes_somebody_at_the_table_the_host(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    role = world.guild.create_role("moderators", permissions=discord.Permissions(manage_messages=True))
    moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])
    answer = await moderator.slash(world.channel, "domino host", person=world.chloe)
    assert said(answer) == "Chloé is the host now."
    assert table.header.host == world.chloe.id
    assert said(await moderator.slash(world.channel, "domino pause")).startswith("The match is paused.")
    await moderator.click(world.last(), label="Resume")
    assert table.header.pause is None
    await take_turn(world, table)
    await kept(world, table)


# ---------------------------------------------------------------------- taking somebody out


async def test_the_host_frees_a_seat_in_the_lobby(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    table, lobby = world.table, world.last()
    await world.bruno.click(lobby, label="Join")
    refused = await world.bruno.slash(world.channel, "domino remove", person=world.alice)
    assert said(refused).startswith("Only the host")
    for person, why in ((world.eve, "They aren't playing"), (world.alice, "That is the host of this table already")):
        answer = await world.alice.slash(world.channel, "domino remove", person=person)
        assert said(answer).startswith(why)
    assert len(table.people) == 2
    answer = await world.alice.slash(world.channel, "domino remove", person=world.bruno)
    assert said(answer) == "Bruno doesn't sit at this table any more."
    assert "Bruno" not in text(world.last())
    assert len(table.people) == 1
    await kept(world, table)
    await world.chloe.click(lobby, label="Join")
    await world.alice.click(lobby, label="Start")
    assert table.playing


async def test_the_host_takes_somebody_out_of_a_match_for_good(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    answer = await world.alice.slash(world.channel, "domino remove", person=world.bruno)
    assert said(answer) == "Bruno is out of this match, and the bot plays on for them."
    assert "**Bruno**" in text(world.last())
    hand = hand_message(world, world.bruno)
    told = "The host has removed you from this match, and the bot plays on for you."
    assert told in text(hand)
    assert not buttons(hand)
    assert said(await world.bruno.slash(world.channel, "domino back")) == told
    assert "I'm back" not in buttons(world.last())
    again = await world.alice.slash(world.channel, "domino remove", person=world.bruno)
    assert said(again) == "They aren't playing at this table just now. Choose somebody who is."
    for person, why in ((world.chloe, "Only the host"), (world.eve, "Only the host")):
        refused = await person.slash(world.channel, "domino remove", person=world.alice)
        assert said(refused).startswith(why)
    assert presence(table, world.bruno) is Presence.REMOVED
    await kept(world, table)
    for _ in range(4):
        if in_turn(world, table) is world.bruno:
            await world.env.advance_time(2)
        else:
            await move_by_hand(world, table)


# ---------------------------------------------------------------------- pauses


async def test_a_pause_stops_the_clock_and_all_play_and_everybody_is_told(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    await world.env.advance_time(20)
    person, ply = in_turn(world, table), table.ply
    custom_id = next(iter(buttons(hand_message(world, person)).values()))
    answer = await world.alice.slash(world.channel, "domino pause")
    assert said(answer) == "The match is paused. /domino resume lets it go on."
    assert f"⏸️ The match is paused. <@{world.alice.id}> lets it go on." in text(world.last())
    assert list(buttons(world.last())) == ["My hand", "Resume", "Rules"]
    sentence = f"The match is paused. Its host, <@{world.alice.id}>, lets it go on: /domino resume."
    for each in EVERYBODY:
        hand = hand_message(world, world.people[each])
        own = "The match is paused. Press **Resume** under the table to let it go on."
        assert (own if each == "alice" else sentence) in text(hand)
        assert not buttons(hand)
    pressed = press(world.env, person, hand_message(world, person), custom_id)
    await world.env.settle()
    assert sentence in text(pressed.response) + "".join(each.content for each in pressed.followups)
    assert said(await world.alice.slash(world.channel, "domino pause")) == sentence
    await world.env.advance_time(500)
    assert table.ply == ply
    await kept(world, table)
    answer = await world.alice.slash(world.channel, "domino resume")
    assert said(answer) == "The match goes on."
    assert table.header.deadline - world.env.now().timestamp() == pytest.approx(100, abs=3)
    assert said(await world.alice.slash(world.channel, "domino resume")) == "The match isn't paused."
    assert "it's your turn" in text(world.last())
    await move_by_hand(world, table)


async def test_only_the_host_pauses_and_resumes(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    only = f"Only the host of the table, <@{world.alice.id}>, can do that."
    for person in (world.bruno, world.eve):
        assert said(await person.slash(world.channel, "domino pause")) == only
    assert table.header.pause is None
    await world.alice.slash(world.channel, "domino pause")
    for person in (world.bruno, world.eve):
        assert said(await person.slash(world.channel, "domino resume")) == only
        assert said(await person.click(world.last(), label="Resume")) == only
    assert table.header.pause is not None
    await world.alice.click(world.last(), label="Resume")
    assert table.header.pause is None
    await take_turn(world, table)
    await kept(world, table)


async def test_hands_name_the_host_who_came_to_be_it_in_a_pause(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    await world.alice.slash(world.channel, "domino pause")
    await world.alice.slash(world.channel, "domino host", person=world.bruno)
    for place in (world.last(), hand_message(world, world.alice), hand_message(world, world.chloe)):
        assert f"<@{world.bruno.id}>" in text(place)
    assert "Press **Resume**" in text(hand_message(world, world.bruno))
    await world.bruno.click(world.last(), label="Resume")
    await take_turn(world, table)
    await kept(world, table)


async def test_nothing_of_a_match_can_be_done_before_it_or_without_a_table(world: World) -> None:
    for name in ("back", "pause", "resume", "vote"):
        answer = await world.alice.slash(world.channel, f"domino {name}")
        assert said(answer) == "There is no table in this channel. Open one with /domino play."
    await world.alice.slash(world.channel, "domino play")
    table = world.table
    for name in ("back", "pause", "resume", "vote"):
        answer = await world.alice.slash(world.channel, f"domino {name}")
        assert said(answer) == "The match hasn't begun yet. The host presses Start."
    await kept(world, table)
    await world.bruno.click(world.last(), label="Join")
    await world.alice.click(world.last(), label="Start")
    assert table.playing


# ---------------------------------------------------------------------- grids


async def test_a_grid_with_all_its_positions_held_and_paused_stays_within_discords_limits(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory", clock="casual")
    await hold(world, table, world.bruno)
    board = world.last()
    assert "I'm back" in buttons(board)
    assert sum(node.get("label", "").isdecimal() for node in components(board)) == 28
    assert sum(1 for _ in components(board)) <= 40
    await world.alice.slash(world.channel, "domino pause")
    board = world.last()
    assert list(buttons(board)) == ["Resume", "I'm back", "Rules"], "nothing can be turned up now"
    assert "⏸️ The match is paused." in text(board)
    await world.bruno.click(board, label="I'm back")
    await world.alice.click(world.last(), label="Resume")
    assert sum(1 for _ in components(world.last())) <= 40
    await kept(world, table)
    ply = table.ply
    await flip(world, table, next(at for at in grid_of(table).tiles if at != grid_of(table).first_flipped))
    assert table.ply == ply + 1
