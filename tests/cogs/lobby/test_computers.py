"""Computers in the lobby: added, removed, asked for in the command."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.bots.level import Level
from engine.live.model.errors import TableError
from engine.live.model.preferences import ServerPreferences
from tests.cogs.conftest import World
from tests.cogs.payloads import commanded, said
from tests.cogs.playing import buttons, components, text
from tests.support.simcord_private import as_the_bot, press


def lists(message: Any) -> dict[str, list[str]]:
    """Give the values of every list under a message, by its verb."""
    return {
        node["custom_id"].split(":")[1]: [option["value"] for option in node["options"]]
        for node in components(message)
        if node.get("type") == 3
    }


def list_of(message: Any, verb: str) -> str:
    """Give the custom id of a list under a message."""
    return next(
        node["custom_id"]
        for node in components(message)
        if node.get("type") == 3 and node["custom_id"].startswith(f"s:{verb}:")
    )


async def add(world: World, level: str, who: Any = None) -> Any:
    lobby = world.last()
    return await (who or world.alice).select(lobby, [level], custom_id=list_of(lobby, "computer"))


def levels(world: World) -> list[Level | None]:
    return [person.level for person in world.table.people]


async def test_the_host_adds_computers_of_any_level_and_the_lobby_says_who_they_are(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    for level in ("easy", "normal", "expert"):
        await add(world, level)
    assert levels(world) == [None, Level.EASY, Level.NORMAL, Level.EXPERT]
    shown = text(world.last())
    names = [person.name for person in world.table.people]
    for name, level in zip(names[1:], ("easy", "normal", "expert"), strict=True):
        assert f"**🤖 {name}** (computer, {level})" in shown
    assert len(set(names)) == 4
    assert "computer" not in lists(world.last())
    assert "Join" not in buttons(world.last())


async def test_one_person_and_a_computer_can_start(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await add(world, "normal")
    await world.alice.click(world.last(), label="Start")
    assert world.table.playing


async def test_the_list_of_levels_is_a_new_one_after_each_so_that_the_same_can_be_chosen_again(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    seen = set[str]()
    for _ in range(3):
        seen.add(list_of(world.last(), "computer"))
        await add(world, "expert")
    assert len(seen) == 3


async def test_the_host_removes_a_computer_and_its_seat_is_free_again(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await add(world, "easy")
    await add(world, "expert")
    lobby = world.last()
    labels = [option["label"] for node in components(lobby) for option in node.get("options", []) if node["type"] == 3]
    assert f"🤖 {world.table.people[2].name} (expert)" in labels
    await world.alice.select(lobby, ["c1"], custom_id=list_of(lobby, "unseat"))
    assert levels(world) == [None, Level.EXPERT]
    await world.bruno.click(world.last(), label="Join")
    assert levels(world) == [None, Level.EXPERT, None]
    assert list_of(world.last(), "unseat")


async def test_others_than_the_host_are_told_whom_to_ask(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await world.bruno.click(world.last(), label="Join")
    refused = await add(world, "easy", world.bruno)
    assert refused.ephemeral
    assert refused.response.content == f"Only the host of the table, <@{world.alice.id}>, can do that."
    await add(world, "easy")
    lobby = world.last()
    refused = await world.bruno.select(lobby, ["c1"], custom_id=list_of(lobby, "unseat"))
    assert "Only the host" in refused.response.content
    assert levels(world) == [None, None, Level.EASY]


async def test_a_list_from_before_the_start_or_when_the_table_was_not_full_is_answered_kindly(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="classic")
    old, lobby = list_of(world.last(), "computer"), world.last()
    for _ in range(3):
        await add(world, "easy")
    late = press(world.env, world.alice, lobby, old, component_type=3, values=["easy"])
    await world.env.settle()
    assert late.response.content == "The table is full: 4 can play."
    remove = list_of(world.last(), "unseat")
    await world.alice.click(world.last(), label="Start")
    for identity, value in ((old, "easy"), (remove, "c1")):
        late = press(world.env, world.alice, lobby, identity, component_type=3, values=[value])
        await world.env.settle()
        assert late.response.content == "The match has begun already."


@pytest.mark.parametrize("value", ["c9", "c0", "c", "-1", "c-1", "ALICE", "c99999999999999999999", "²"])
async def test_a_forged_choice_of_whom_to_remove_removes_nobody(world: World, value: str) -> None:
    await world.alice.slash(world.channel, "domino play")
    await add(world, "easy")
    lobby = world.last()
    named = value.replace("ALICE", str(world.alice.id))
    forged = press(world.env, world.alice, lobby, list_of(lobby, "unseat"), component_type=3, values=[named])
    await world.env.settle()
    assert forged.response.content == "They aren't playing at this table just now. Choose somebody who is."
    assert levels(world) == [None, Level.EASY]


@pytest.mark.parametrize("value", ["", "grandmaster", "EASY", "None"])
async def test_a_forged_level_seats_nobody(world: World, value: str) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    forged = press(world.env, world.alice, lobby, list_of(lobby, "computer"), component_type=3, values=[value])
    await world.env.settle()
    assert forged.response.content == "That was for an earlier move."
    assert levels(world) == [None]


async def test_a_lobby_that_only_computers_are_left_in_closes(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await add(world, "easy")
    await world.alice.click(world.last(), label="Leave")
    assert "Everyone has left" in text(world.last())
    with pytest.raises(TableError):
        _ = world.table


# ------------------------------------------------------------------ in the command


async def test_computers_that_fill_the_table_begin_at_once(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", computers=3, level="expert")
    assert world.table.playing
    assert levels(world) == [None, Level.EXPERT, Level.EXPERT, Level.EXPERT]
    lobby = world.channel.history()[0]
    assert "The match has begun." in text(lobby)
    assert not buttons(lobby)
    assert not lists(lobby)
    assert "My hand" in buttons(world.last())


async def test_pairs_with_three_computers_begin_at_once(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", computers=3, pairs=True)
    assert world.table.playing
    assert levels(world) == [None, *[Level.NORMAL] * 3]
    assert len(world.table.view(None).teams) == 2


async def test_fewer_computers_leave_the_lobby_open_for_friends(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", computers=1, level="easy", friend1=world.bruno)
    assert not world.table.playing
    assert "Start" in buttons(world.last())
    await world.bruno.click(world.last(), label="Join")
    await world.alice.click(world.last(), label="Start")
    assert levels(world) == [None, Level.EASY, None]


async def test_a_level_alone_brings_one_computer(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", level="easy")
    assert levels(world) == [None, Level.EASY]


async def test_no_computers_are_no_computers(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", computers=0, level="easy")
    assert levels(world) == [None]


async def test_too_many_computers_are_told_how_many_fit(world: World) -> None:
    refused = await world.alice.slash(world.channel, "domino play", rules="classic", computers=4)
    assert refused.ephemeral
    sentence = "Classic is for 4 players: beside you, and those you invite, at most 3 computers fit."
    assert refused.response.content == sentence
    refused = await world.alice.slash(
        world.channel, "domino play", rules="memory", computers=4, friend1=world.bruno, friend2=world.chloe
    )
    assert "at most 3 computers fit" in refused.response.content
    refused = await world.alice.slash(
        world.channel, "domino play", computers=3, pairs=True, friend1=world.bruno, friend2=world.chloe
    )
    assert refused.response.content.endswith("at most 1 computer fits.")
    with pytest.raises(TableError):
        _ = world.table


@pytest.mark.parametrize(("option", "value"), [("computers", 12), ("computers", -1), ("level", "grandmaster")])
async def test_what_the_command_never_offered_is_refused(world: World, option: str, value: int | str) -> None:
    forged = commanded(world.env, world.alice, world.channel, "play", **{option: value})
    forged.deliver()
    await world.env.settle()
    assert said(forged.answer) == "That isn't a value this command takes."
    with pytest.raises(TableError):
        _ = world.table


async def test_in_a_server_with_threads_they_begin_at_once_in_the_thread(world: World) -> None:
    with as_the_bot(world.env):
        await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(threads=True))
    await world.alice.slash(world.channel, "domino play", computers=3)
    (table,) = world.bot.hub.tables
    assert table.playing
    assert table.header.channel != world.channel.id


# ------------------------------------------------------------------ options


async def test_the_host_can_have_a_computer_for_a_partner(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", pairs=True)
    await world.bruno.click(world.last(), label="Join")
    for _ in range(2):
        await add(world, "expert")
    panel = await world.alice.click(world.last(), label="Options")
    partners = f"s:partner:{world.table.id}"
    assert lists(panel.response)["partner"] == [str(world.bruno.id), "c1", "c2"]
    await world.alice.select(panel.response.message, ["c2"], custom_id=partners)
    assert [person.user for person in world.table.people] == [world.alice.id, world.bruno.id, -2, -1]
    forged = press(world.env, world.alice, panel.response.message, partners, component_type=3, values=["-1"])
    await world.env.settle()
    assert "You aren't at this table" in forged.response.content


async def test_the_host_allows_hints_and_the_lobby_says_so(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    assert "Hints" not in text(world.last())
    panel = await world.alice.click(world.last(), label="Options")
    where = f"s:hints:{world.table.id}"
    await world.alice.select(panel.response.message, ["true"], custom_id=where)
    assert world.table.header.hints
    assert "Hints are allowed: `/domino hint`." in text(world.last())
    forged = press(world.env, world.alice, panel.response.message, where, component_type=3, values=["perhaps"])
    await world.env.settle()
    assert forged.response.content == "That was for an earlier move."
    refused = press(world.env, world.bruno, world.last(), where, component_type=3, values=["false"])
    await world.env.settle()
    assert "Only the host" in refused.response.content
    assert world.table.header.hints
    await world.alice.select(panel.response.message, ["false"], custom_id=where)
    assert not world.table.header.hints


async def test_hints_can_be_allowed_in_the_command(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", hints=True)
    assert world.table.header.hints


async def test_custom_ids_of_computers_name_no_secrets_and_fit(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="double-twelve", computers=10, level="expert")
    for node in components(world.last()):
        identity = node.get("custom_id", "")
        assert len(identity) <= 100
        assert not re.search(r"expert|-\d", identity)
