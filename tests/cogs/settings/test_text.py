"""``/domino settings text``: a match without pictures, for one person or for a channel."""

from __future__ import annotations

import random
import re
from typing import Any

import discord
import pytest
import simcord

import render
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.play.test_memory import flip, grid_of, secret, told, until_miss
from tests.cogs.playing import alt_texts, buttons, components, hand_message, play_out, rush, take_turn, text
from tests.cogs.publishing.test_hands import in_turn
from tests.support.simcord_private import as_the_bot


async def set_text(world: World, person: simcord.MemberActor, mode: str, whom: str = "me") -> simcord.InteractionResult:
    return await person.slash(world.channel, "domino settings text", mode=mode, **{"for": whom})


def message(world: World, number: int) -> Any:
    """Give a message of the channel as it is now."""
    return next(each for each in world.channel.history() if each.id == number)


def without_picture(message: Any) -> bool:
    return not message.attachments and not alt_texts(message)


def hand_of(table: Table, seat: int) -> list[str]:
    return [tile.text for tile in table.view(seat).hand]


# ---------------------------------------------------------------------- what is set


async def test_without_a_mode_it_says_what_is_set(world: World) -> None:
    answer = await world.alice.slash(world.channel, "domino settings text")
    assert answer.ephemeral
    assert text(answer.response) == "What only you see is shown to you in pictures."
    await world.alice.slash(world.channel, "domino play")
    await set_text(world, world.alice, "on")
    answer = await world.alice.slash(world.channel, "domino settings text")
    assert text(answer.response).splitlines() == [
        "What only you see is shown to you as text.",
        "The table in this channel is shown in pictures.",
    ]


# ---------------------------------------------------------------------- for one person


async def test_a_hand_becomes_text_at_once_and_nobody_elses_does(world: World) -> None:
    table = await world.sit("alice", "bruno")
    answer = await set_text(world, world.alice, "on")
    assert answer.ephemeral
    mine, other = hand_message(world, world.alice), hand_message(world, world.bruno)
    assert without_picture(mine)
    assert all(tile in text(mine) for tile in hand_of(table, 0))
    assert len(other.attachments) == 1
    assert len(world.last().attachments) == 1, "the channel keeps its pictures"
    assert len(world.alice.user.dm_channel.history()) == 1, "the message that was there has changed"


async def test_a_hand_as_text_tells_the_table_too_and_keeps_its_controls(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for _ in range(3):
        await take_turn(world, table)
    person, seat, _ = in_turn(world, table)
    pictured = buttons(hand_message(world, person))
    await set_text(world, person, "on")
    shown = hand_message(world, person)
    assert list(buttons(shown).values()) == list(pictured.values())
    assert len(re.findall("turn[:.]", text(shown))) == 1, "whose turn it is, the first line has said"
    for placed in table.view(None).layout.placed:
        assert placed.tile.text in text(shown) or f"{placed.tile.low}-{placed.tile.high}" in text(shown)
    by_button = await person.click(world.last(), label="My hand")
    assert by_button.ephemeral
    assert without_picture(by_button.response)
    assert all(tile in text(by_button.response) for tile in hand_of(table, seat))


async def test_a_hand_as_text_follows_the_table_while_others_play(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    _, seat, _ = in_turn(world, table)
    waiting = world.who(table.people[(seat + 2) % 3].user)
    await set_text(world, waiting, "on")
    await take_turn(world, table)
    laid = table.view(None).layout.placed[-1].tile.text
    assert laid in text(hand_message(world, waiting))


async def test_pictures_come_back(world: World) -> None:
    await world.sit("alice", "bruno")
    await set_text(world, world.alice, "on")
    told = text(hand_message(world, world.alice))
    await set_text(world, world.alice, "off")
    assert len(hand_message(world, world.alice).attachments) == 1
    assert len(text(hand_message(world, world.alice))) < len(told)


async def test_a_match_can_be_played_from_hands_as_text_alone(world: World) -> None:
    for person in (world.alice, world.bruno):
        await set_text(world, person, "on")
    table = await world.sit("alice", "bruno", target=50)
    await play_out(world, table)
    assert not table.playing
    for person in (world.alice, world.bruno):
        assert all(without_picture(each) for each in person.user.dm_channel.history())
        assert "wins the match" in text(hand_message(world, person))


async def test_the_choice_is_there_after_a_restart_and_at_every_table(world: World) -> None:
    await set_text(world, world.alice, "on")
    await world.restart()
    await world.sit("alice", "bruno")
    assert without_picture(hand_message(world, world.alice))
    assert len(hand_message(world, world.bruno).attachments) == 1


async def test_the_leaderboard_is_text_for_who_reads_text_and_stays_so_page_by_page(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    await set_text(world, world.alice, "on")
    mine = await world.alice.click(world.last(), label="Leaderboard")
    assert without_picture(mine.response)
    assert "Alice" in text(mine.response)
    others = await world.bruno.click(world.last(), label="Leaderboard")
    assert len(others.response.attachments) == 1


# ---------------------------------------------------------------------- for a channel


async def test_the_host_turns_the_channels_board_into_text_at_once(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await take_turn(world, table)
    pictured = world.last()
    answer = await set_text(world, world.alice, "on", "table")
    assert answer.ephemeral
    assert "The table in this channel is shown as text." in text(answer.response)
    assert world.last().id != pictured.id
    assert without_picture(world.last())
    assert table.view(None).layout.placed[0].tile.text in text(world.last())
    assert list(buttons(world.last())) == ["My hand", "Pass", "Rules"]
    assert not buttons(message(world, pictured.id))
    assert len(hand_message(world, world.alice).attachments) == 1, "hands keep their pictures"


async def test_each_move_brings_text_and_the_message_before_tells_only_what_happened(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await set_text(world, world.alice, "on", "table")
    await take_turn(world, table)
    before = world.last()
    opening = table.view(None).layout.placed[0].tile.text
    assert f"opens with {opening}" in text(before)
    assert "Last move" not in text(before), "the sentence above tells it"
    await take_turn(world, table)
    old = message(world, before.id)
    assert not buttons(old)
    assert f"opens with {opening}" in text(old)
    assert "Last move" not in text(old)
    assert without_picture(world.last())


async def test_a_deals_end_is_told_as_text_and_stays_told(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    await set_text(world, world.alice, "on", "table")
    while table.view(None).turn is not None:
        await take_turn(world, table)
    end = world.last()
    assert without_picture(end)
    left = [tile.text for hand in table.view(None).results[0].hands for tile in hand]
    assert left
    assert all(tile in text(end) for tile in left)
    assert text(end).count("the deal") == 1, "who won is told once"
    await world.bruno.click(end, label="Next deal")
    assert all(tile in text(message(world, end.id)) for tile in left)


async def test_pictures_come_back_to_the_channel(world: World) -> None:
    await world.sit("alice", "bruno")
    await set_text(world, world.alice, "on", "table")
    await set_text(world, world.alice, "off", "table")
    assert len(world.last().attachments) == 1


async def test_choosing_what_is_chosen_already_posts_nothing(world: World) -> None:
    await world.sit("alice", "bruno")
    board = world.last().id
    await set_text(world, world.alice, "off", "table")
    assert world.last().id == board


async def test_it_can_be_chosen_in_the_lobby(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last().id
    await set_text(world, world.alice, "on", "table")
    assert world.last().id == lobby, "there is no picture yet, and nothing to show again"
    await world.bruno.click(world.last(), label="Join")
    await world.alice.click(world.last(), label="Start")
    assert world.last().id != lobby
    assert without_picture(world.last())


@pytest.mark.parametrize("permission", ["manage_guild", "manage_messages"])
async def test_whoever_manages_server_or_messages_may_choose_for_the_channel(world: World, permission: str) -> None:
    await world.sit("alice", "bruno")
    role = world.guild.create_role("helpers", permissions=discord.Permissions(**{permission: True}))
    helper = world.guild.add_member(world.env.create_user("helper"), roles=[role])
    await set_text(world, helper, "on", "table")
    assert world.table.header.as_text


async def test_others_may_not_choose_for_the_channel(world: World) -> None:
    await world.sit("alice", "bruno")
    board = world.last().id
    for person in (world.bruno, world.eve):
        answer = await set_text(world, person, "on", "table")
        assert answer.ephemeral
        assert answer.response.content.startswith("Only the host of the table")
        assert answer.response.content.endswith("Ask them, or choose for yourself: `/domino settings text for: me`.")
    assert not world.table.header.as_text
    assert world.last().id == board


async def test_where_there_is_no_table_a_sentence_says_so(world: World) -> None:
    answer = await set_text(world, world.alice, "on", "table")
    assert answer.response.content.startswith("There is no table in this channel.")


async def test_a_channel_stays_with_text_after_a_restart_and_in_a_rematch(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await set_text(world, world.alice, "on", "table")
    await world.restart()
    table = world.table
    await take_turn(world, table)
    assert without_picture(world.last())
    await rush(world, table)
    assert without_picture(world.last())
    await world.bruno.click(world.last(), label="Rematch")
    await world.alice.click(world.last(), label="Join")
    await world.bruno.click(world.last(), label="Start")
    assert world.table is not table
    assert without_picture(world.last())


async def test_what_was_written_but_not_shown_is_told_as_text_after_the_restart(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await set_text(world, world.alice, "on", "table")
    seat = table.view(None).turn
    assert seat is not None
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    with as_the_bot(world.env):
        await table.play(table.people[seat].user, seat, table.ply, 0)
    await world.env.settle()
    world.env.backend.faults.clear()
    await world.restart()
    assert f"opens with {table.view(None).layout.placed[0].tile}" in text(world.last())
    assert without_picture(world.last())


# ---------------------------------------------------------------------- a grid


async def test_a_grid_as_text_names_what_is_up_while_it_is_up_and_never_again(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await set_text(world, world.alice, "on", "table")
    await until_miss(world, table, random.Random(2))
    up = secret(table, turned_back=True) - secret(table)
    assert len(up) == 2
    assert without_picture(world.last())
    assert all(tile in text(world.last()) for tile in up)
    assert re.search(r"turns up \d+ \(\d-\d\) and \d+ \(\d-\d\): no pair", text(world.last()))
    board = world.last().id
    await world.env.advance_time(9)
    assert world.last().id == board
    assert told(world, secret(table, turned_back=True)) == []
    assert re.search(r"turns up \d+ and \d+: no pair", text(world.last()))


async def test_through_a_whole_match_as_text_nothing_tells_what_lies_face_down(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await set_text(world, world.alice, "on", "table")
    source = random.Random(4)
    while table.playing:
        grid = grid_of(table)
        await flip(world, table, source.choice([at for at in grid.tiles if at != grid.first_flipped]))
        if table.playing:
            assert told(world, secret(table)) == []
    assert "Rematch" in buttons(world.last())


@pytest.mark.parametrize(("before", "after"), [("off", "on"), ("on", "off")])
async def test_a_grid_that_changes_its_form_in_mid_turn_leaves_nothing_behind(
    world: World, before: str, after: str
) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await set_text(world, world.alice, before, "table")
    await until_miss(world, table, random.Random(2))
    await set_text(world, world.alice, after, "table")
    assert without_picture(world.last()) == (after == "on")
    await world.env.advance_time(9)
    assert told(world, secret(table, turned_back=True)) == []
    assert sum(bool(each.attachments) for each in world.channel.history()) == (after == "off")


# ---------------------------------------------------------------------- room


async def test_however_long_the_texts_are_the_controls_and_what_to_do_stay(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "table_text", lambda *_, **_told: "t" * 2400)
    monkeypatch.setattr(render, "hand_text", lambda *_, **_told: "h" * 2400)
    for person in (world.alice, world.bruno):
        await set_text(world, person, "on")
    table = await world.sit("alice", "bruno", rules="mexican-train")
    person, *_ = in_turn(world, table)
    shown = hand_message(world, person)
    assert buttons(shown)
    assert "It's your turn" in text(shown)
    assert text(shown).count("h") > 2400
    assert sum(len(node["content"]) for node in components(shown) if node.get("type") == 10) <= 4000


async def test_the_largest_hands_and_tables_find_room_in_a_message(world: World) -> None:
    for person in (world.alice, world.bruno):
        await set_text(world, person, "on")
    table = await world.sit("alice", "bruno", rules="mexican-train", deals=1)
    await set_text(world, world.alice, "on", "table")
    for _ in range(12):
        if table.view(None).turn is None:
            break
        with as_the_bot(world.env):
            turn = table.view(None).turn
            assert turn is not None
            await table.play(table.people[turn].user, turn, table.ply, 0)
        await world.env.settle()
        for shown in (world.last(), hand_message(world, world.alice), hand_message(world, world.bruno)):
            assert without_picture(shown)
            assert len(text(shown)) <= 4000
