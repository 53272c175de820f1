"""``/domino settings server``: what tables of a server open with, and where."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from engine.live.model.pace import TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.rules import CATALOGUE
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, components, text
from tests.support.simcord_private import create_thread, press

CHANNELS = "c:serverchannels"


@pytest.fixture
def admin(world: World) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = world.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("admin"), roles=[role])


async def panel_of(world: World, who: simcord.MemberActor) -> simcord.InteractionResult:
    return await who.slash(world.channel, "domino settings server")


async def kept(world: World) -> ServerPreferences:
    return await world.bot.hub.store.preferences(ServerPreferences, world.guild.id)


def selects(message: Any) -> dict[str, dict[str, Any]]:
    """Give each select with its custom id."""
    return {node["custom_id"]: node for node in components(message) if node.get("type") in (3, 8)}


def chosen(message: Any, custom_id: str) -> list[str]:
    """Give the values of a select that stand as chosen."""
    return [option["value"] for option in selects(message)[custom_id]["options"] if option.get("default")]


async def test_anyone_may_look_at_what_is_set_and_finds_nothing_to_press(world: World) -> None:
    answer = await panel_of(world, world.alice)
    assert answer.ephemeral
    said = text(answer.response).splitlines()
    assert said == [
        "## Settings of this server",
        "- Tables may be opened: **anywhere**",
        "- Rule set: **Domino Express (100 points · everyone alone)**",
        "- Clock: **casual, 2 minutes a turn**",
        "- Language: **as Discord has it for this server**",
        "- Theme: **Ivory on felt**",
        "- Pictures: **a new one after each move**",
        "- Threads: **tables stay in the channel**",
        "-# Members with the permission Manage Server can change this.",
    ]
    assert not selects(answer.response)
    assert not buttons(answer.response)


async def test_whoever_manages_the_server_gets_a_panel_of_their_own_with_all_settings(
    world: World, admin: simcord.MemberActor
) -> None:
    answer = await panel_of(world, admin)
    assert answer.ephemeral
    fields = ("rules", "clock", "language", "theme", "pictures", "threads")
    assert set(selects(answer.response)) == {CHANNELS, *(f"s:server:{field}" for field in fields)}
    assert chosen(answer.response, "s:server:rules") == ["express"]
    assert list(buttons(answer.response)) == ["House rules of Domino Express"]


@pytest.mark.parametrize(
    ("field", "value", "change", "told"),
    [
        ("rules", "matador", ServerPreferences(rules="matador", options={}), "Rule set: **Matador ("),
        ("clock", "slow", ServerPreferences(clock=TimeControl.SLOW), "Clock: **slow, 1 day a turn"),
        ("clock", "none", ServerPreferences(clock=TimeControl.NONE), "Clock: **none"),
        ("language", "fr", ServerPreferences(language="fr"), "Language: **Français**"),
        ("language", "en", ServerPreferences(language="en"), "Language: **English**"),
        ("theme", "dark", ServerPreferences(theme="dark"), "Theme: **Dark**"),
        ("pictures", "edited", ServerPreferences(one_picture=True), "Pictures: **one that is edited"),
        ("threads", "on", ServerPreferences(threads=True), "Threads: **each table opens a thread"),
    ],
)
async def test_a_choice_is_kept_at_once_and_shown_in_the_panel(
    world: World, admin: simcord.MemberActor, field: str, value: str, change: ServerPreferences, told: str
) -> None:
    panel = await panel_of(world, admin)
    await admin.select(panel.response.message, [value], custom_id=f"s:server:{field}")
    assert await kept(world) == change
    assert told in text(panel.response.message)
    assert chosen(panel.response.message, f"s:server:{field}") == [value]
    again = await panel_of(world, world.alice)
    assert told in text(again.response)


@pytest.mark.parametrize(
    ("field", "value", "back"),
    [("language", "fr", "own"), ("pictures", "edited", "new"), ("threads", "on", "off"), ("clock", "slow", "casual")],
)
async def test_what_was_chosen_can_be_taken_back(
    world: World, admin: simcord.MemberActor, field: str, value: str, back: str
) -> None:
    panel = await panel_of(world, admin)
    for each in (value, back):
        await admin.select(panel.response.message, [each], custom_id=f"s:server:{field}")
    assert await kept(world) == ServerPreferences()


async def test_one_choice_leaves_the_others_as_they_are_also_after_a_restart(
    world: World, admin: simcord.MemberActor
) -> None:
    panel = await panel_of(world, admin)
    await admin.select(panel.response.message, ["on"], custom_id="s:server:threads")
    await world.restart()
    await admin.select(panel.response.message, ["slow"], custom_id="s:server:clock")
    assert await kept(world) == ServerPreferences(threads=True, clock=TimeControl.SLOW)


async def test_the_panel_speaks_its_readers_language_and_languages_their_own(
    world: World, admin: simcord.MemberActor
) -> None:
    panel = await panel_of(world, admin)
    labels = [option["label"] for option in selects(panel.response)["s:server:language"]["options"]]
    assert labels[0] == "Language: as Discord has it for this server"
    assert "Language: Français" in labels


# ---------------------------------------------------------------------- channels


async def test_channels_are_chosen_and_all_of_them_taken_away_again(world: World, admin: simcord.MemberActor) -> None:
    other = world.guild.create_text_channel("dominoes")
    panel = await panel_of(world, admin)
    await admin.select(panel.response.message, [world.channel, other], custom_id=CHANNELS)
    assert set((await kept(world)).channels) == {world.channel.id, other.id}
    assert f"**<#{world.channel.id}>, <#{other.id}>**" in text(panel.response.message)
    shown = selects(panel.response.message)[CHANNELS]
    assert {int(each["id"]) for each in shown["default_values"]} == {world.channel.id, other.id}
    await admin.select(panel.response.message, [], custom_id=CHANNELS)
    assert (await kept(world)).channels == ()
    assert "**anywhere**" in text(panel.response.message)


@pytest.mark.parametrize("values", [["12345"], ["x"], ["²"], ["-1"], [""], "1", {"1": "2"}, [1]])
async def test_what_is_no_channel_of_the_server_is_declined(
    world: World, admin: simcord.MemberActor, values: Any
) -> None:
    panel = await panel_of(world, admin)
    for custom_id in (CHANNELS, "c:nosuchverb", "c:server:clock", "c:serverchannels:more"):
        forged = press(world.env, admin, panel.response.message, custom_id, component_type=8, values=values)
        await world.env.settle()
        assert forged.response.content == "That was for an earlier move."
    assert await kept(world) == ServerPreferences()


async def test_a_channel_of_another_server_is_declined(world: World, admin: simcord.MemberActor) -> None:
    elsewhere = world.env.create_guild("Elsewhere", owner=world.eve.user).create_text_channel("eves")
    panel = await panel_of(world, admin)
    values = [str(elsewhere.id)]
    forged = press(world.env, admin, panel.response.message, CHANNELS, component_type=8, values=values)
    await world.env.settle()
    assert forged.response.content == "That was for an earlier move."
    assert await kept(world) == ServerPreferences()


async def test_channels_that_are_gone_are_named_no_more(world: World, admin: simcord.MemberActor) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(channels=(1, world.channel.id)))
    panel = await panel_of(world, admin)
    assert f"**<#{world.channel.id}>**" in text(panel.response)
    assert [int(each["id"]) for each in selects(panel.response)[CHANNELS]["default_values"]] == [world.channel.id]
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(channels=(1,)))
    panel = await panel_of(world, admin)
    assert "nowhere: those channels are gone" in text(panel.response)


# ---------------------------------------------------------------------- options of the rule set


@pytest.mark.parametrize("rules", CATALOGUE)
async def test_every_rule_set_has_a_page_of_its_options_within_discords_limits(
    world: World, admin: simcord.MemberActor, rules: str
) -> None:
    # each request is held against Discord's specification when the world ends
    panel = await panel_of(world, admin)
    await admin.select(panel.response.message, [rules], custom_id="s:server:rules")
    defaults = {option.id: option.default for option in CATALOGUE[rules].options}
    wanted = {f"s:serveroption:{rules}:{each.id}" for each in CATALOGUE[rules].options if each.matters(defaults)}
    if not wanted:
        assert not buttons(panel.response.message)
        return
    await admin.click(panel.response.message, custom_id="b:serverpage:options")
    page = panel.response.message
    assert set(selects(page)) == wanted
    for option in CATALOGUE[rules].options:
        if option.matters(defaults):
            assert chosen(page, f"s:serveroption:{rules}:{option.id}") == [str(option.default).lower()]
    assert len(list(components(page))) <= 40
    await admin.click(page, label="Back")
    assert chosen(panel.response.message, "s:server:rules") == [rules]


async def test_an_option_is_kept_and_goes_over_to_another_rule_set_that_takes_it(
    world: World, admin: simcord.MemberActor
) -> None:
    panel = await panel_of(world, admin)
    await admin.click(panel.response.message, custom_id="b:serverpage:options")
    await admin.select(panel.response.message, ["200"], custom_id="s:serveroption:express:target")
    await admin.select(panel.response.message, ["true"], custom_id="s:serveroption:express:pairs")
    assert (await kept(world)).options == {"target": 200, "pairs": True}
    assert "s:serveroption:express:blocked_pairs" in selects(panel.response.message), "what matters now is on offer"
    await admin.click(panel.response.message, label="Back")
    assert "Domino Express (200 points · two pairs" in text(panel.response.message)
    await admin.select(panel.response.message, ["all-fives"], custom_id="s:server:rules")
    assert (await kept(world)).options == {"target": 200}
    await admin.select(panel.response.message, ["memory"], custom_id="s:server:rules")
    assert (await kept(world)).options == {}


async def test_a_number_can_be_typed_and_one_that_cannot_be_is_refused(
    world: World, admin: simcord.MemberActor
) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(rules="mata"))
    panel = await panel_of(world, admin)
    await admin.click(panel.response.message, custom_id="b:serverpage:options")
    where = "s:serveroption:mata:deals"
    form = await admin.select(panel.response.message, ["another"], custom_id=where)
    field = next(node["component"]["custom_id"] for node in form.modal["components"])
    await admin.submit_modal(form, {field: "12"})
    assert (await kept(world)).options == {"deals": 12}
    assert chosen(panel.response.message, where) == ["12"]
    form = await admin.select(panel.response.message, ["another"], custom_id=where)
    field = next(node["component"]["custom_id"] for node in form.modal["components"])
    refused = await admin.submit_modal(form, {field: "many"})
    assert refused.response.content == "The option deals can't be 'many'."
    assert (await kept(world)).options == {"deals": 12}


async def test_an_option_of_a_rule_set_that_was_changed_meanwhile_is_declined(
    world: World, admin: simcord.MemberActor
) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(rules="mata"))
    panel = await panel_of(world, admin)
    await admin.click(panel.response.message, custom_id="b:serverpage:options")
    form = await admin.select(panel.response.message, ["another"], custom_id="s:serveroption:mata:deals")
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(rules="express"))
    late = await admin.select(panel.response.message, ["3"], custom_id="s:serveroption:mata:deals")
    assert late.response.content == "That was for an earlier move."
    field = next(node["component"]["custom_id"] for node in form.modal["components"])
    late = await admin.submit_modal(form, {field: "3"})
    assert late.response.content == "That was for an earlier move."
    assert (await kept(world)).options == {}


async def test_what_rule_sets_of_today_do_not_know_is_passed_over(world: World, admin: simcord.MemberActor) -> None:
    old = ServerPreferences(rules="rounds", options={"tempo": 3, "target": 1}, language="tlh", theme="marble")
    await world.bot.hub.store.set_preferences(world.guild.id, old)
    panel = await panel_of(world, admin)
    assert "Rule set: **Domino Express (100 points" in text(panel.response)
    assert "Language: **tlh**" in text(panel.response)
    await world.alice.slash(world.channel, "domino play")
    assert world.table.header.options["target"] == 100


# ---------------------------------------------------------------------- who may

CONTROLS = (
    ("c:serverchannels", {"component_type": 8, "values": []}),
    ("s:server:rules", {"component_type": 3, "values": ["memory"]}),
    ("s:server:theme", {"component_type": 3, "values": ["dark"]}),
    ("s:server:threads", {"component_type": 3, "values": ["on"]}),
    ("s:serveroption:express:target", {"component_type": 3, "values": ["200"]}),
    ("b:serverpage:options", {}),
    ("b:serverpage:main", {}),
)


@pytest.mark.parametrize(("custom_id", "data"), CONTROLS, ids=[each[0] for each in CONTROLS])
async def test_whoever_may_not_manage_the_server_any_more_changes_nothing(
    world: World, admin: simcord.MemberActor, custom_id: str, data: dict[str, Any]
) -> None:
    panel = await panel_of(world, admin)
    before = text(panel.response.message)
    forged = press(world.env, world.eve, panel.response.message, custom_id, **data)
    await world.env.settle()
    assert forged.ephemeral
    assert forged.response.content == "Only members with the permission Manage Server can change this."
    assert await kept(world) == ServerPreferences()
    assert text(panel.response.message) == before


async def test_a_number_typed_by_someone_who_may_not_any_more_is_refused(
    world: World, admin: simcord.MemberActor
) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(rules="mata"))
    panel = await panel_of(world, admin)
    await admin.click(panel.response.message, custom_id="b:serverpage:options")
    form = await admin.select(panel.response.message, ["another"], custom_id="s:serveroption:mata:deals")
    for role in world.env.backend.get_guild(world.guild.id).roles.values():
        role.permissions &= ~discord.Permissions(manage_guild=True).value
    field = next(node["component"]["custom_id"] for node in form.modal["components"])
    refused = await admin.submit_modal(form, {field: "3"})
    assert "Manage Server" in refused.response.content
    assert (await kept(world)).options == {}


async def test_whoever_may_not_is_not_even_asked_for_a_number(world: World, admin: simcord.MemberActor) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(rules="mata"))
    panel = await panel_of(world, admin)
    where = "s:serveroption:mata:deals"
    forged = press(world.env, world.eve, panel.response.message, where, component_type=3, values=["another"])
    await world.env.settle()
    assert forged.modal is None
    assert forged.response.content == "Only members with the permission Manage Server can change this."


@pytest.mark.parametrize(
    ("custom_id", "value"),
    [
        ("s:server:rules", "poker"),
        ("s:server:clock", "blitz"),
        ("s:server:language", "tlh"),
        ("s:server:theme", "marble"),
        ("s:server:pictures", "on"),
        ("s:server:threads", "new"),
        ("s:server:channels", "1"),
        ("s:server:options", "{}"),
        ("s:serveroption:express:tempo", "1"),
        ("s:serveroption:matador:target", "100"),
        ("s:serveroption:express", "1"),
        ("s:server", "1"),
        ("b:server:clock", ""),
        ("b:serverpage", ""),
    ],
)
async def test_a_forged_control_is_declined(
    world: World, admin: simcord.MemberActor, custom_id: str, value: str
) -> None:
    panel = await panel_of(world, admin)
    kind = 3 if custom_id.startswith("s:") else 2
    data = {"values": [value]} if kind == 3 else {}
    forged = press(world.env, admin, panel.response.message, custom_id, component_type=kind, **data)
    await world.env.settle()
    assert forged.response.content == "That was for an earlier move."
    assert await kept(world) == ServerPreferences()


async def test_a_value_that_an_option_does_not_take_is_refused_by_name(
    world: World, admin: simcord.MemberActor
) -> None:
    panel = await panel_of(world, admin)
    where = "s:serveroption:express:target"
    forged = press(world.env, admin, panel.response.message, where, component_type=3, values=["1000000"])
    await world.env.settle()
    assert forged.response.content == "The option target can't be '1000000'."
    assert await kept(world) == ServerPreferences()


async def test_what_everybody_reads_never_becomes_a_panel(world: World, admin: simcord.MemberActor) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    forged = press(world.env, admin, lobby, "s:server:threads", component_type=3, values=["on"])
    await world.env.settle()
    assert forged.ephemeral
    assert "Settings of this server" in text(forged.response)
    assert "Join" in buttons(world.last())


# ---------------------------------------------------------------------- where tables may be opened


async def test_a_table_is_opened_only_where_the_server_wants_it_for_managers_too(
    world: World, admin: simcord.MemberActor
) -> None:
    a, b = (world.guild.create_text_channel(name) for name in "ab")
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(channels=(a.id, b.id, 1)))
    for person in (world.alice, admin):
        refused = await person.slash(world.channel, "domino play")
        assert refused.ephemeral
        assert refused.response.content == f"Tables are opened in <#{a.id}>, <#{b.id}> on this server."
    inside = create_thread(world.env, world.channel, world.alice, "dominoes")
    refused = await world.alice.slash(inside, "domino play")
    assert "Tables are opened in" in refused.response.content
    assert not world.bot.hub.tables
    await world.alice.slash(b, "domino play")
    await world.bruno.slash(create_thread(world.env, a, world.bruno, "dominoes"), "domino play")
    assert len(world.bot.hub.tables) == 2, "a thread counts as its channel"


async def test_where_every_such_channel_is_gone_the_refusal_names_who_can_help(world: World) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(channels=(1,)))
    refused = await world.alice.slash(world.channel, "domino play")
    assert refused.response.content == (
        "The channels for tables are gone from this server. Whoever has Manage Server can choose others."
    )


async def test_a_table_that_is_open_already_goes_on_where_no_more_may_be_opened(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(channels=(elsewhere.id,)))
    await world.bruno.click(world.last(), label="Join")
    await world.alice.click(world.last(), label="Start")
    assert world.table.playing
