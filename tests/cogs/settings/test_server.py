"""``/domino-server settings``: the defaults and channels of a server's tables."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from engine.live.model.pace import Auto, TimeControl
from engine.live.model.preferences import ServerPreferences
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

CHANNELS = "c:serverchannels"
FIELDS = ("rules", "clock", "auto", "language", "theme", "pictures", "threads")
DEALS = "s:serveroption:mata:deals"
STALE = "That button was for an earlier move."
ONLY = "Only members with the Manage Server permission can change this."


@pytest.fixture
async def panel(admin: Player) -> Answer:
    """The panel of somebody who may manage the server."""
    return await admin.run_server("settings")


@pytest.fixture
async def options_of_mata(world: World, admin: Player) -> Answer:
    """The page of options of a server that plays Mata."""
    await world.prefer(rules="mata")
    panel = await admin.run_server("settings")
    await admin.press("b:serverpage:options", panel)
    return panel


def chosen(panel: Answer, field: str) -> list[str]:
    """Return the values of a select that stand as chosen."""
    return [option["value"] for option in panel.selects[f"s:{field}"]["options"] if option.get("default")]


async def test_members_read_the_settings_without_controls(world: World) -> None:
    answer = await world.alice.run_server("settings")
    assert answer.private.splitlines() == [
        "## Settings of this server",
        "- Tables may be opened: **anywhere**",
        "- Rule set: **Domino Express (100 points · singles)**",
        "- Clock: **casual, 2 minutes a turn**",
        "- The bot plays: **passes and draws that the rules force**",
        "- Language: that of whoever opens a table, since this is no Community server",
        "- Theme: **Ivory on felt**",
        "- Pictures: **a new one after each move**",
        "- Threads: **tables stay in the channel**",
        "-# Members with the Manage Server permission can change this.",
    ]
    assert not answer.selects | answer.buttons


async def test_a_manager_gets_a_panel_with_all_settings_and_languages(panel: Answer) -> None:
    assert panel.ephemeral
    assert set(panel.selects) == {CHANNELS, *(f"s:server:{field}" for field in FIELDS)}
    assert chosen(panel, "server:rules") == ["express"]
    assert panel.labels == ["House rules for Domino Express"]
    languages = [option["label"] for option in panel.selects["s:server:language"]["options"]]
    assert languages[0] == "Language: that of whoever opens a table, since this is no Community server"
    assert "Language: Français" in languages


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("field", "value", "change", "told", "back"),
    [
        ("rules", "matador", {"rules": "matador", "options": {}}, "Rule set: **Matador (", None),
        ("clock", "slow", {"clock": TimeControl.SLOW}, "Clock: **slow, 1 day a turn", "casual"),
        ("clock", "none", {"clock": TimeControl.NONE}, "Clock: **none", "casual"),
        ("auto", "forced", {"auto": Auto.FORCED}, "The bot plays: **every forced move; the others", "turns"),
        ("language", "fr", {"language": "fr"}, "Language: **Français**", "own"),
        ("language", "en", {"language": "en"}, "Language: **English**", "own"),
        ("theme", "dark", {"theme": "dark"}, "Theme: **Dark**", None),
        ("pictures", "edited", {"one_picture": True}, "Pictures: **one, edited", "new"),
        ("threads", "on", {"threads": True}, "Threads: **each table opens its own thread", "off"),
    ],
)
async def test_a_choice_is_kept_at_once_shown_in_the_panel_and_can_be_taken_back(
    world: World, admin: Player, panel: Answer, field: str, value: str, change: Any, told: str, back: str | None
) -> None:
    await admin.choose(f"s:server:{field}", value, on=panel)
    assert await world.settings() == ServerPreferences(**change)
    assert told in panel.text
    assert chosen(panel, f"server:{field}") == [value]
    assert told in (await world.alice.run_server("settings")).text
    if back is not None:
        await admin.choose(f"s:server:{field}", back, on=panel)
        assert await world.settings() == ServerPreferences()


async def test_a_choice_leaves_the_other_settings_as_they_are(world: World, admin: Player, panel: Answer) -> None:
    await admin.choose("s:server:threads", "on", on=panel)
    await world.restart()
    await admin.choose("s:server:clock", "slow", on=panel)
    assert await world.settings() == ServerPreferences(threads=True, clock=TimeControl.SLOW)


# ---------------------------------------------------------------------- channels


async def test_channels_are_chosen_and_all_of_them_taken_away_again(world: World, admin: Player, panel: Answer) -> None:
    other = world.guild.create_text_channel("dominoes")
    await admin.choose(CHANNELS, world.channel, other, on=panel)
    assert set((await world.settings()).channels) == {world.channel.id, other.id}
    assert f"**<#{world.channel.id}>, <#{other.id}>**" in panel.text
    assert {int(each["id"]) for each in panel.selects[CHANNELS]["default_values"]} == {world.channel.id, other.id}
    await admin.choose(CHANNELS, on=panel)
    assert (await world.settings()).channels == ()
    assert "**anywhere**" in panel.text


async def test_deleted_channels_are_not_named(world: World, admin: Player) -> None:
    await world.prefer(channels=(1, world.channel.id))
    panel = await admin.run_server("settings")
    assert f"**<#{world.channel.id}>**" in panel.text
    assert [int(each["id"]) for each in panel.selects[CHANNELS]["default_values"]] == [world.channel.id]
    await world.prefer(channels=(1,))
    assert "nowhere: those channels no longer exist" in (await admin.run_server("settings")).text


# ---------------------------------------------------------------------- options of the rule set


async def test_an_option_is_kept_and_taken_by_another_rule_set(world: World, admin: Player, panel: Answer) -> None:
    await admin.press("b:serverpage:options", panel)
    await admin.choose("s:serveroption:express:target", "200", on=panel)
    await admin.choose("s:serveroption:express:pairs", "true", on=panel)
    assert (await world.settings()).options == {"target": 200, "pairs": True}
    assert "s:serveroption:express:blocked_pairs" in panel.selects, "what matters now is on offer"
    await admin.press("Back", panel)
    assert "Domino Express (200 points · two pairs" in panel.text
    for rules, options in (("all-fives", {"target": 200}), ("double-twelve", {})):
        await admin.choose("s:server:rules", rules, on=panel)
        assert (await world.settings()).options == options


async def test_a_rule_set_chosen_now_is_kept_with_its_capicua(world: World, admin: Player, panel: Answer) -> None:
    await admin.choose("s:server:rules", "dupla", on=panel)
    assert (await world.settings()).options == {"capicua": "either"}
    await world.prefer(rules="dupla", options={})
    await admin.press("b:serverpage:options", panel)
    assert "Lá-e-lô is made: by any tile but a double, if the two ends differ" in panel.text
    await admin.choose("s:serveroption:dupla:target", "7", on=panel)
    assert (await world.settings()).options == {"target": 7, "capicua": "plain"}


async def test_an_option_of_earlier_rules_is_declined(world: World, admin: Player, options_of_mata: Answer) -> None:
    form = await admin.choose(DEALS, "another", on=options_of_mata)
    await world.prefer(rules="express")
    assert (await admin.choose(DEALS, "3", on=options_of_mata)).text == STALE
    assert (await admin.submit(form, "3")).text == STALE
    assert (await world.settings()).options == {}


async def test_unknown_settings_are_ignored(world: World, admin: Player) -> None:
    await world.prefer(rules="rounds", options={"tempo": 3, "target": 1}, language="tlh", theme="marble")
    panel = await admin.run_server("settings")
    assert not panel.lacks("Rule set: **Domino Express (100 points", "Language: **tlh**")
    assert (await world.lobby("alice")).header.options["target"] == 100


async def test_new_tables_take_what_the_bot_plays_from_the_server(world: World) -> None:
    await world.prefer(auto=Auto.NOTHING)
    assert (await world.lobby("alice")).header.auto is Auto.NOTHING
    chosen = await world.lobby("bruno", place=world.guild.create_text_channel("other"), auto="forced")
    assert chosen.header.auto is Auto.FORCED


# ---------------------------------------------------------------------- refusals


async def test_a_member_who_may_not_manage_the_server_changes_nothing(world: World, panel: Answer) -> None:
    before = panel.text
    target = "s:serveroption:express:target"
    chosen = [("s:server:rules", "memory"), ("s:server:theme", "dark"), ("s:server:threads", "on")]
    chosen += [(target, "200"), (target, "another")]
    for custom_id, data in (
        *((select, {"values": [value]}) for select, value in chosen),
        *((CHANNELS, {"component_type": 8, "values": []}), ("b:serverpage:options", {}), ("b:serverpage:main", {})),
    ):
        forged = await world.eve.forge(custom_id, panel, **data)
        world.skip(5)
        assert forged.modal is None
        assert forged.private == ONLY, custom_id
    assert await world.settings() == ServerPreferences()
    assert panel.text == before


async def test_a_number_of_a_former_manager_is_refused(world: World, admin: Player, options_of_mata: Answer) -> None:
    form = await admin.choose(DEALS, "another", on=options_of_mata)
    for role in world.env.backend.get_guild(world.guild.id).roles.values():
        role.permissions &= ~discord.Permissions(manage_guild=True).value
    assert "Manage Server" in (await admin.submit(form, "3")).text
    assert (await world.settings()).options == {}


async def test_a_forged_choice_is_declined(world: World, admin: Player, panel: Answer) -> None:
    far, _ = world.elsewhere()
    channels = [["12345"], ["x"], ["²"], ["-1"], [""], "1", {"1": "2"}, [1], [str(far.id)]]
    selects = (CHANNELS, "c:nosuchverb", "c:server:clock", "c:serverchannels:more")
    forged = [(select, {"component_type": 8, "values": values}) for values in channels for select in selects]
    choices = {
        "rules": "poker",
        "clock": "blitz",
        "auto": "all",
        "language": "tlh",
        "theme": "marble",
        "pictures": "on",
    }
    choices |= {"threads": "new", "channels": "1", "options": "{}"}
    forged += [(f"s:server:{field}", {"values": [value]}) for field, value in choices.items()]
    for select in ("serveroption:express:tempo", "serveroption:matador:target", "serveroption:express", "server"):
        forged.append((f"s:{select}", {"values": ["100" if "target" in select else "1"]}))
    for custom_id, data in (*forged, ("b:server:clock", {}), ("b:serverpage", {})):
        assert (await admin.forge(custom_id, panel, **data)).text == STALE, (custom_id, data)
        world.skip(5)
    refused = await admin.forge("s:serveroption:express:target", panel, values=["1000000"])
    assert refused.text == "Points to win can't be 1000000. Domino Express: 50, 100, 150 or 200."
    assert await world.settings() == ServerPreferences()


async def test_a_message_that_everybody_reads_never_becomes_a_panel(world: World, admin: Player) -> None:
    await world.lobby("alice")
    assert "Settings of this server" in (await admin.forge("s:server:threads", values=["on"])).private
    assert "Join" in world.board.buttons


# ---------------------------------------------------------------------- where tables may be opened


async def test_tables_are_opened_only_in_the_servers_channels(world: World, admin: Player) -> None:
    a, b = (world.guild.create_text_channel(name) for name in "ab")
    await world.prefer(channels=(a.id, b.id, 1))
    for person in (world.alice, admin):
        assert (await person.run("play")).private == f"On this server, open tables in <#{a.id}>, <#{b.id}>."
    assert "On this server, open tables in" in (await world.alice.run("play", world.thread())).text
    assert not world.tables
    await world.alice.run("play", b)
    await world.bruno.run("play", world.thread(of=a))
    assert len(world.tables) == 2, "a thread counts as its channel"


async def test_a_refusal_names_helpers_if_every_channel_for_tables_is_gone(world: World) -> None:
    await world.prefer(channels=(1,))
    assert (await world.alice.run("play")).text == (
        "The channels for tables no longer exist on this server. A member with Manage Server can choose others."
    )


async def test_an_open_table_goes_on_in_a_channel_that_is_no_longer_allowed(world: World) -> None:
    table = await world.lobby("alice")
    await world.prefer(channels=(world.guild.create_text_channel("elsewhere").id,))
    await world.bruno.press("Join")
    await world.alice.press("Start")
    assert table.playing
