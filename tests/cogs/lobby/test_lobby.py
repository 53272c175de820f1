"""Opening a table, sitting down, choosing options, starting."""

from __future__ import annotations

import pytest

from tests.cogs.world import World
from tests.support.simcord_private import deny, speaking


async def test_play_opens_a_lobby_with_its_host_seated(world: World) -> None:
    assert not (await world.alice.run("play", rules="express", target=150)).ephemeral
    assert [person.name for person in world.table.people] == ["Alice"]
    assert not world.board.lacks("Domino Express", "150 points · everyone alone", "Alice", "(host)")
    assert world.board.labels == ["Join", "Leave", "Options", "Rules", "Add a word", "Cancel"]


async def test_start_is_offered_once_two_are_seated(world: World) -> None:
    await world.lobby("alice", "bruno")
    assert "Start" in world.board.buttons
    await world.alice.press("Start")
    assert world.table.playing


async def test_only_the_host_starts_before_the_table_is_full(world: World) -> None:
    await world.alice.run("play")
    lobby = world.board
    await world.bruno.press("Join", lobby)
    assert "Only the host" in (await world.bruno.press("Start", lobby)).private
    for person in (world.chloe, world.davide):
        await person.press("Join", lobby)
    await world.davide.press("Start", lobby)
    assert world.table.playing


async def test_a_full_table_takes_no_more_players(world: World) -> None:
    await world.alice.run("play")
    lobby = world.board
    for person in (world.bruno, world.chloe, world.davide):
        await person.press("Join", lobby)
    assert "Join" not in world.board.buttons
    assert "full" in (await world.eve.forge(f"b:join:{world.table.id}", lobby)).text
    assert len(world.table.people) == 4


async def test_joining_twice_is_declined_kindly(world: World) -> None:
    await world.alice.run("play")
    assert (await world.alice.press("Join")).private == "You are already at this table."


async def test_leaving_frees_the_seat_and_passes_the_host_on(world: World) -> None:
    await world.alice.run("play")
    lobby = world.board
    await world.bruno.press("Join", lobby)
    await world.alice.press("Leave", lobby)
    assert [person.name for person in world.table.people] == ["Bruno"]
    assert world.table.header.host == world.bruno.id


async def test_the_last_to_leave_closes_the_lobby(world: World) -> None:
    await world.alice.run("play")
    await world.alice.press("Leave")
    assert "Everyone has left" in world.board.text
    assert not world.board.buttons
    assert not world.tables


async def test_cancel_closes_the_lobby_for_its_host_alone(world: World) -> None:
    await world.alice.run("play")
    assert "Only the host" in (await world.bruno.press("Cancel")).text
    await world.alice.press("Cancel")
    assert "cancelled" in world.board.text


async def test_only_invited_friends_are_mentioned_once(world: World) -> None:
    await world.alice.run("play", friend1=world.bruno, friend2=world.chloe, friend3=world.alice)
    sent = next(each for each in world.env.http_requests if each.path.endswith("/callback"))
    allowed = sent.json["data"]["allowed_mentions"]
    assert sorted(int(user) for user in allowed["users"]) == sorted([world.bruno.id, world.chloe.id])
    await world.bruno.press("Join")
    edits = [each for each in world.env.http_requests if each.method == "PATCH"]
    assert all(not each.json["allowed_mentions"].get("users") for each in edits)
    assert world.table.header.invited == (world.chloe.id,)


async def test_a_channel_holds_one_table_and_a_second_play_links_to_it(world: World) -> None:
    await world.alice.run("play")
    lobby = world.board
    second = await world.bruno.run("play")
    assert "already" in second.private
    assert str(lobby.id) in second.text
    other = world.guild.create_text_channel("second-table")
    assert not (await world.bruno.run("play", other)).ephemeral


async def test_a_lobby_without_life_closes_after_fifteen_minutes(world: World) -> None:
    await world.alice.run("play")
    await world.wait(14 * 60)
    await world.bruno.press("Join")
    await world.wait(14 * 60)
    assert not world.table.playing
    await world.wait(2 * 60)
    assert "The match wasn't started in time" in world.board.text


async def test_the_host_chooses_options_from_a_panel_of_their_own(world: World) -> None:
    await world.alice.run("play")
    lobby = world.board
    assert "Only the host" in (await world.bruno.press("Options", lobby)).text
    panel = await world.alice.press("Options", lobby)
    assert panel.ephemeral
    table = world.table.id
    await world.alice.choose(f"s:option:{table}:target", "200", on=panel)
    assert world.table.header.options["target"] == 200
    assert "200 points" in world.board.text
    await world.alice.choose(f"s:option:{table}:pairs", "true", on=panel)
    assert "two pairs" in world.board.text
    await world.alice.choose(f"s:option:{table}:blocked_pairs", "opponents", on=panel)
    assert "the opponents' pips only" in world.board.text
    await world.alice.choose(f"s:ruleset:{table}", "express-it", on=panel)
    assert "Domino Express (Italian)" in world.board.text
    assert world.table.header.options["target"] == 200


async def test_pairs_wait_for_four_and_the_host_picks_a_partner(world: World) -> None:
    await world.alice.run("play", pairs=True)
    lobby = world.board
    for person in (world.bruno, world.chloe):
        await person.press("Join", lobby)
    assert (
        await world.alice.forge(f"b:start:{world.table.id}", lobby)
    ).text == "You need four players to play in pairs."
    await world.davide.press("Join", lobby)
    panel = await world.alice.press("Options", lobby)
    custom_id = f"s:partner:{world.table.id}"
    await world.alice.choose(custom_id, str(world.bruno.id), on=panel)
    assert [person.name for person in world.table.people] == ["Alice", "Chloé", "Bruno", "Davide"]
    await world.alice.press("Start", lobby)
    assert world.table.view(None).teams == ((0, 2), (1, 3))


async def test_a_value_that_an_option_does_not_offer_is_refused(world: World) -> None:
    await world.alice.run("play")
    panel = await world.alice.press("Options")
    forged = await world.alice.forge(f"s:option:{world.table.id}:target", panel, values=["1000000"])
    assert world.table.header.options["target"] == 100
    assert "can't be" in forged.text


async def test_an_unknown_rule_set_is_named_in_the_answer(world: World) -> None:
    assert "There is no rule set called 'poker'" in (await world.alice.run("play", rules="poker")).private


async def test_rule_sets_are_suggested_by_name_in_the_readers_language(world: World) -> None:
    choices = await world.alice.complete("play", "rules", "itali")
    assert [choice["value"] for choice in choices] == ["express-it"]
    with speaking({world.bruno.id: "fr"}):
        french = await world.bruno.complete("play", "rules", "")
    assert len(french) >= 2


@pytest.mark.parametrize(
    ("permission", "named"),
    [("attach_files", "Attach Files"), ("send_messages", "Send Messages"), ("embed_links", "Embed Links")],
)
async def test_a_missing_permission_is_named_before_a_lobby_opens(world: World, permission: str, named: str) -> None:
    deny(world.env, world.guild, world.channel, permission)
    assert f"**{named}**" in (await world.alice.run("play")).private
    assert not world.tables


async def test_in_a_thread_the_threads_permission_is_what_counts(world: World) -> None:
    thread = world.thread()
    deny(world.env, world.guild, world.channel, "send_messages_in_threads")
    result = await world.alice.run("play", thread)
    assert "**Send Messages in Threads**" in result.private
    assert "**Send Messages**" not in result.text


async def test_the_lobby_shows_its_rules(world: World) -> None:
    await world.alice.run("play")
    page = await world.eve.press("Rules")
    assert page.ephemeral
    said = "\n".join(node["content"] for node in page.components if node.get("type") == 10)
    assert "Seven tiles each" in said
    assert "document" not in said
