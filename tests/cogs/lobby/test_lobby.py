"""Opening a table, sitting down, choosing options, starting."""

from __future__ import annotations

import pytest

from engine.live.model.errors import TableError
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, components, text
from tests.support.simcord_private import create_thread, deny, press, speaking


async def test_play_opens_a_lobby_with_its_host_seated(world: World) -> None:
    result = await world.alice.slash(world.channel, "domino play", rules="express", target=150)
    assert not result.ephemeral
    assert [person.name for person in world.table.people] == ["Alice"]
    shown = text(world.last())
    assert "Domino Express" in shown
    assert "150 points · everyone alone" in shown
    assert "Alice" in shown
    assert "(host)" in shown
    assert list(buttons(world.last())) == ["Join", "Leave", "Options", "Rules", "Add a word", "Cancel"]


async def test_start_is_offered_once_two_are_seated(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await world.bruno.click(world.last(), label="Join")
    assert "Start" in buttons(world.last())
    await world.alice.click(world.last(), label="Start")
    assert world.table.playing


async def test_only_the_host_starts_before_the_table_is_full(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    await world.bruno.click(lobby, label="Join")
    refused = await world.bruno.click(lobby, label="Start")
    assert refused.ephemeral
    assert "Only the host" in refused.response.content
    for person in (world.chloe, world.davide):
        await person.click(lobby, label="Join")
    await world.davide.click(lobby, label="Start")
    assert world.table.playing


async def test_a_full_table_takes_nobody_more(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    for person in (world.bruno, world.chloe, world.davide):
        await person.click(lobby, label="Join")
    assert "Join" not in buttons(world.last())
    forged = press(world.env, world.eve, lobby, f"b:join:{world.table.id}")
    await world.env.settle()
    assert "full" in forged.response.content
    assert len(world.table.people) == 4


async def test_joining_twice_is_declined_kindly(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    again = await world.alice.click(world.last(), label="Join")
    assert again.ephemeral
    assert again.response.content == "You are at this table already."


async def test_leaving_frees_the_seat_and_passes_the_host_on(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    await world.bruno.click(lobby, label="Join")
    await world.alice.click(lobby, label="Leave")
    assert [person.name for person in world.table.people] == ["Bruno"]
    assert world.table.header.host == world.bruno.id


async def test_the_last_to_leave_closes_the_lobby(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await world.alice.click(world.last(), label="Leave")
    assert "Everyone has left" in text(world.last())
    assert not buttons(world.last())
    with pytest.raises(TableError):
        _ = world.table


async def test_cancel_closes_the_lobby_for_its_host_alone(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    refused = await world.bruno.click(world.last(), label="Cancel")
    assert "Only the host" in refused.response.content
    await world.alice.click(world.last(), label="Cancel")
    assert "cancelled" in text(world.last())


async def test_invited_friends_are_mentioned_once_and_nobody_else(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", friend1=world.bruno, friend2=world.chloe, friend3=world.alice)
    sent = next(each for each in world.env.http_requests if each.path.endswith("/callback"))
    allowed = sent.json["data"]["allowed_mentions"]
    assert sorted(int(user) for user in allowed["users"]) == sorted([world.bruno.id, world.chloe.id])
    await world.bruno.click(world.last(), label="Join")
    edits = [each for each in world.env.http_requests if each.method == "PATCH"]
    assert all(not each.json["allowed_mentions"].get("users") for each in edits)
    assert world.table.header.invited == (world.chloe.id,)


async def test_a_channel_holds_one_table_and_a_second_play_links_to_it(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    second = await world.bruno.slash(world.channel, "domino play")
    assert second.ephemeral
    assert "already" in second.response.content
    assert str(lobby.id) in second.response.content
    other = world.guild.create_text_channel("second-table")
    third = await world.bruno.slash(other, "domino play")
    assert not third.ephemeral


async def test_a_lobby_without_life_closes_after_fifteen_minutes(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await world.env.advance_time(14 * 60)
    await world.bruno.click(world.last(), label="Join")
    await world.env.advance_time(14 * 60)
    assert not world.table.playing
    await world.env.advance_time(2 * 60)
    assert "Nobody started in time" in text(world.last())


async def test_the_host_chooses_options_from_a_panel_of_their_own(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    refused = await world.bruno.click(lobby, label="Options")
    assert "Only the host" in refused.response.content
    panel = await world.alice.click(lobby, label="Options")
    assert panel.ephemeral
    table = world.table.id
    await world.alice.select(panel.response.message, ["200"], custom_id=f"s:option:{table}:target")
    assert world.table.header.options["target"] == 200
    assert "200 points" in text(world.last())
    await world.alice.select(panel.response.message, ["true"], custom_id=f"s:option:{table}:pairs")
    assert "two pairs" in text(world.last())
    await world.alice.select(panel.response.message, ["opponents"], custom_id=f"s:option:{table}:blocked_pairs")
    assert "the opponents' pips only" in text(world.last())
    await world.alice.select(panel.response.message, ["express-it"], custom_id=f"s:ruleset:{table}")
    assert "Domino Express (Italian)" in text(world.last())
    assert world.table.header.options["target"] == 200


async def test_pairs_wait_for_four_and_the_host_picks_a_partner(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", pairs=True)
    lobby = world.last()
    for person in (world.bruno, world.chloe):
        await person.click(lobby, label="Join")
    forged = press(world.env, world.alice, lobby, f"b:start:{world.table.id}")
    await world.env.settle()
    assert forged.response.content == "Pairs take four players."
    await world.davide.click(lobby, label="Join")
    panel = await world.alice.click(lobby, label="Options")
    custom_id = f"s:partner:{world.table.id}"
    await world.alice.select(panel.response.message, [str(world.bruno.id)], custom_id=custom_id)
    assert [person.name for person in world.table.people] == ["Alice", "Chloé", "Bruno", "Davide"]
    await world.alice.click(lobby, label="Start")
    assert world.table.view(None).teams == ((0, 2), (1, 3))


async def test_a_value_that_an_option_does_not_offer_is_refused(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    panel = await world.alice.click(world.last(), label="Options")
    forged = press(
        world.env,
        world.alice,
        panel.response.message,
        f"s:option:{world.table.id}:target",
        component_type=3,
        values=["1000000"],
    )
    await world.env.settle()
    assert world.table.header.options["target"] == 100
    assert "can't be" in forged.response.content


async def test_an_unknown_rule_set_is_named_in_the_answer(world: World) -> None:
    result = await world.alice.slash(world.channel, "domino play", rules="poker")
    assert result.ephemeral
    assert "There is no rule set called 'poker'" in result.response.content


async def test_rule_sets_are_suggested_by_name_in_the_readers_language(world: World) -> None:
    choices = await world.alice.autocomplete(world.channel, "domino play", "rules", "itali")
    assert [choice["value"] for choice in choices] == ["express-it"]
    with speaking({world.bruno.id: "fr"}):
        french = await world.bruno.autocomplete(world.channel, "domino play", "rules", "")
    assert len(french) >= 2


@pytest.mark.parametrize(
    ("permission", "named"),
    [("attach_files", "Attach Files"), ("send_messages", "Send Messages"), ("embed_links", "Embed Links")],
)
async def test_a_missing_permission_is_named_before_a_lobby_opens(world: World, permission: str, named: str) -> None:
    deny(world.env, world.guild, world.channel, permission)
    result = await world.alice.slash(world.channel, "domino play")
    assert result.ephemeral
    assert f"**{named}**" in result.response.content
    with pytest.raises(TableError):
        _ = world.table


async def test_in_a_thread_the_threads_permission_is_what_counts(world: World) -> None:
    thread = create_thread(world.env, world.channel, world.alice, "dominoes")
    deny(world.env, world.guild, world.channel, "send_messages_in_threads")
    result = await world.alice.slash(thread, "domino play")
    assert result.ephemeral
    assert "**Send Messages in Threads**" in result.response.content
    assert "**Send Messages**" not in result.response.content


async def test_the_lobby_shows_its_rules_to_whoever_asks(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    page = await world.eve.click(world.last(), label="Rules")
    assert page.ephemeral
    said = "\n".join(node["content"] for node in components(page.response) if node.get("type") == 10)
    assert "Seven tiles each" in said
    assert "document" not in said
