"""``/domino-server settings``: the defaults and channels of a server's tables."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.core.permissions import NEEDED
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.preferences import ServerPreferences
from tests.support.in_memory.deliveries import submitted
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World
from tests.support.simcord_private import deny_bot

CHANNELS = "c:serverchannels"
DEALS = "s:serveroption:mata:deals"
STALE = "That button was for an earlier move."
ONLY = "Only members with the Manage Server permission can change this."


@pytest.fixture
async def panel(admin: Player) -> Answer:
    """The panel of somebody who may manage the server."""
    return await admin.run_server("settings")


@pytest.fixture
async def mata(world: World, admin: Player) -> Answer:
    """The panel of a server that plays Mata."""
    await world.prefer(rules="mata")
    return await admin.run_server("settings")


async def test_members_read_the_settings_without_controls(world: World) -> None:
    answer = await world.alice.run_server("settings")
    assert answer.private.splitlines() == [
        "## Settings of this server",
        "- Tables may be opened: **anywhere**",
        "- Rule set: **Domino Express (100 points · singles)**",
        "- Clock: **casual, 2 minutes a turn**",
        "- The bot plays: **passes and draws that the rules force**",
        "- Language: the language of each table's host, since this is no Community server",
        "- Theme: **Ivory on felt**",
        "- Pictures: **a new one after each move**",
        "- Threads: **tables stay in the channel**",
        "- Deal of the day: **not posted**",
        "- Tournament organizers: members with **Manage Events**",
        "-# Members with the Manage Server permission can change this.",
    ]
    assert not answer.selects | answer.buttons


async def test_a_manager_gets_a_panel_with_all_settings_and_languages(admin: Player, panel: Answer) -> None:
    assert panel.ephemeral
    assert {*panel.selects} == {"s:server:rules"}
    assert panel.chosen == ["express"]
    assert panel.labels == ["House rules and clock", "Channels, language, looks", "Deal of the day", "Tournaments"]
    games, places, daily, organizers = [await admin.press(label, panel) for label in panel.labels]
    assert [*games.fields] == ["clock", "target", "pairs", "auto"]
    assert [*places.fields] == ["channels", "threads", "language", "theme", "pictures"]
    assert [*daily.fields] == ["daily"]
    assert [*organizers.fields] == ["organizers"]
    languages = [option["label"] for option in places.fields["language"]["options"]]
    assert languages[0] == "the language of each table's host, since this is no Community server"
    assert "Français" in languages


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
    if field == "rules":
        await admin.choose("s:server:rules", value, on=panel)
    else:
        await admin.fill_in(panel, {field: value})
        assert (await admin.open_form(panel, field)).filled_in[field] == value
    assert await world.settings() == ServerPreferences(**change)
    assert told in panel.text
    assert told in (await world.alice.run_server("settings")).text
    if back is not None:
        await admin.fill_in(panel, {field: back})
        assert await world.settings() == ServerPreferences()
        await admin.forge(f"s:server:{field}", panel, values=[value])
        assert told in panel.text, "a select of earlier versions"
        assert await world.settings() == ServerPreferences(**change)


async def test_one_form_changes_several_settings_and_leaves_the_others(
    world: World, admin: Player, panel: Answer
) -> None:
    await admin.fill_in(panel, {"threads": "on", "language": "fr"})
    await world.restart()
    await admin.fill_in(panel, {"clock": "slow"})
    assert await world.settings() == ServerPreferences(threads=True, language="fr", clock=TimeControl.SLOW)


# ---------------------------------------------------------------------- channels


async def test_channels_are_chosen_and_all_of_them_taken_away_again(world: World, admin: Player, panel: Answer) -> None:
    other = world.guild.create_text_channel("dominoes")
    await admin.fill_in(panel, {"channels": [world.channel, other]})
    assert set((await world.settings()).channels) == {world.channel.id, other.id}
    assert f"**<#{world.channel.id}>, <#{other.id}>**" in panel.text
    form = await admin.open_form(panel, "channels")
    assert {*form.filled_in["channels"]} == {world.channel.id, other.id}
    await admin.submit(form, {"language": "fr"})
    assert {*(await world.settings()).channels} == {world.channel.id, other.id}
    await admin.fill_in(panel, {"channels": []})
    assert (await world.settings()).channels == ()
    assert "**anywhere**" in panel.text


async def test_deleted_channels_are_not_named(world: World, admin: Player) -> None:
    await world.prefer(channels=(1, world.channel.id))
    panel = await admin.run_server("settings")
    assert f"**<#{world.channel.id}>**" in panel.text
    assert (await admin.open_form(panel, "channels")).filled_in["channels"] == [world.channel.id]
    await world.prefer(channels=(1,))
    assert "nowhere: those channels no longer exist" in (await admin.run_server("settings")).text


async def test_channels_that_are_deleted_stay_chosen_while_another_setting_changes(world: World, admin: Player) -> None:
    await world.prefer(channels=(1,))
    panel = await admin.run_server("settings")
    form = await admin.open_form(panel, "channels")
    await admin.submit(form, {"theme": "dark"})
    kept = await world.settings()
    assert (kept.channels, kept.theme) == ((1,), "dark"), "never anywhere by accident"


async def test_the_forms_of_two_managers_dont_undo_each_others_changes(
    world: World, admin: Player, panel: Answer
) -> None:
    first, second = [await admin.open_form(panel, "theme") for _ in range(2)]
    await admin.submit(first, {"channels": [world.channel], "theme": "dark"})
    await admin.submit(second, {"threads": "on", "language": "fr"})
    kept = await world.settings()
    assert (kept.channels, kept.theme, kept.threads, kept.language) == ((world.channel.id,), "dark", True, "fr")


@pytest.mark.parametrize("part", ["78", "313233343536", "0"])
async def test_a_forged_correction_changes_no_channel(world: World, admin: Player, panel: Answer, part: str) -> None:
    forged = await admin.forge(f"b:settings:express:1:{part}-1-0-0-0", panel)
    assert forged.filled_in["channels"] == []
    assert forged.filled_in["threads"] == "on", "the rest of the draft"


# ---------------------------------------------------------------------- options of the rule set


async def test_an_option_is_kept_and_taken_by_another_rule_set(world: World, admin: Player, panel: Answer) -> None:
    await admin.fill_in(panel, {"target": "200"})
    assert (await world.settings()).options == {"target": 200}, "what nobody changes is not chosen"
    await admin.fill_in(panel, {"pairs": "true"})
    assert (await world.settings()).options == {"target": 200, "pairs": True}
    assert await admin.open_form(panel, "blocked_pairs"), "what matters now is on offer"
    assert "Domino Express (200 points · two pairs" in panel.text
    for rules, options in (("all-fives", {"target": 200}), ("double-twelve", {})):
        await admin.choose("s:server:rules", rules, on=panel)
        assert (await world.settings()).options == options


async def test_a_rule_set_chosen_now_is_kept_with_its_capicua(world: World, admin: Player, panel: Answer) -> None:
    await admin.choose("s:server:rules", "dupla", on=panel)
    assert (await world.settings()).options == {"capicua": "either"}
    await world.prefer(rules="dupla", options={})
    panel = await admin.run_server("settings")
    assert "Lá-e-lô is made: by any tile but a double, if the two ends differ" in panel.text
    await admin.fill_in(panel, {"target": "7"})
    assert (await world.settings()).options == {"target": 7, "capicua": "plain"}


async def test_a_number_that_no_rules_take_can_be_corrected(world: World, admin: Player, mata: Answer) -> None:
    refused = await admin.fill_in(mata, {"number-deals": "x", "until": "limit"})
    assert refused.private == "Deals can't be x. Mata: any number from 1."
    assert (await world.settings()).options == {}, "all or nothing"
    again = await admin.press("Correct", refused)
    assert (again.filled_in["number-deals"], again.filled_in["until"]) == ("x", "limit")
    await admin.submit(again, {"number-deals": "7"})
    assert (await world.settings()).options == {"deals": 7, "until": "limit"}


async def test_an_option_of_earlier_rules_is_declined(world: World, admin: Player, mata: Answer) -> None:
    form = await admin.open_form(mata, "deals")
    await world.prefer(rules="express")
    assert (await admin.forge(DEALS, mata, values=["3"])).text == STALE
    assert (await admin.submit(form, {"deals": "3"})).text == STALE
    stale = await admin.forge("b:settings:mata:0", mata)
    assert stale.modal is None
    assert "Domino Express" in mata.text, "the panel as it is now"
    assert (await world.settings()).options == {}


async def test_controls_of_earlier_versions_still_count(world: World, admin: Player, mata: Answer) -> None:
    await admin.forge(DEALS, mata, values=["3"])
    assert (await world.settings()).options == {"deals": 3}
    await submitted(admin, "m:servernumber:mata:deals", {"number": "12"}).send()
    assert (await world.settings()).options == {"deals": 12}
    await admin.forge(CHANNELS, mata, component_type=8, values=[str(world.channel.id)])
    assert (await world.settings()).channels == (world.channel.id,)
    for control, data in ((DEALS, {"values": ["another"]}), ("b:serverpage:options", {}), ("b:serverpage:main", {})):
        await world.prefer(one_picture=not (await world.settings()).one_picture)
        before = mata.text
        await admin.forge(control, mata, **data)
        assert mata.text != before, "the panel as it is now"


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
        *((CHANNELS, {"component_type": 8, "values": []}), ("b:serverpage:options", {}), ("b:settings:express:0", {})),
    ):
        forged = await world.eve.forge(custom_id, panel, **data)
        world.skip(5)
        assert forged.modal is None
        assert forged.private == ONLY, custom_id
    assert await world.settings() == ServerPreferences()
    assert panel.text == before


async def test_a_form_of_a_former_manager_is_refused(world: World, admin: Player, mata: Answer) -> None:
    form = await admin.open_form(mata, "deals")
    for role in world.env.backend.get_guild(world.guild.id).roles.values():
        role.permissions &= ~discord.Permissions(manage_guild=True).value
    assert "Manage Server" in (await admin.submit(form, {"deals": "3"})).text
    assert (await world.settings()).options == {}


@pytest.mark.long
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
    choices |= {"threads": "new", "channels": "1", "daily": "1", "organizers": "1", "options": "{}"}
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


# ---------------------------------------------------------------------- the deal of the day


async def test_the_channel_of_the_deal_of_the_day_is_chosen_shown_and_taken_back(
    world: World, admin: Player, panel: Answer
) -> None:
    assert "Deal of the day: **not posted**" in panel.text
    await admin.fill_in(panel, {"daily": [world.channel]})
    assert await world.settings() == ServerPreferences(daily_channel=world.channel.id)
    assert f"Deal of the day: **<#{world.channel.id}>**" in panel.text
    form = await admin.open_form(panel, "daily")
    assert form.filled_in["daily"] == [world.channel.id]
    assert form.fields["daily"]["max_values"] == 1
    await admin.submit(form, {"daily": []})
    assert await world.settings() == ServerPreferences(daily_channel=0)
    await world.prefer(daily_channel=1)
    assert "**nowhere: that channel no longer exists**" in (await admin.run_server("settings")).text


@pytest.mark.sampled
@pytest.mark.parametrize("permission", NEEDED)
async def test_a_channel_where_the_bot_cant_post_is_refused_with_the_missing_permission(
    world: World, admin: Player, panel: Answer, permission: str
) -> None:
    deny_bot(world.env, world.guild, world.channel, permission)
    answer = await admin.fill_in(panel, {"daily": [world.channel]})
    assert answer.text.startswith(f"I can't post the deal of the day in <#{world.channel.id}>: I'm missing")
    assert f"**{NEEDED[permission]}**" in answer.text
    assert await world.settings() == ServerPreferences()


async def test_a_bot_without_challenges_offers_no_deal_of_the_day(world: World, admin: Player) -> None:
    await world.replace(without=("cogs.challenges", "cogs.tile_emojis"))
    panel = await admin.run_server("settings")
    assert "Deal of the day" not in " ".join([panel.text, *panel.labels])


# ---------------------------------------------------------------------- tournaments


async def test_the_role_of_organizers_is_chosen_shown_and_taken_back(
    world: World, admin: Player, panel: Answer
) -> None:
    role = world.guild.create_role("Umpires")
    await admin.fill_in(panel, {"organizers": [role]})
    assert await world.settings() == ServerPreferences(cup_role=role.id)
    assert f"Tournament organizers: members with **Manage Events** or <@&{role.id}>" in panel.text
    form = await admin.open_form(panel, "organizers")
    assert form.filled_in["organizers"] == [role.id]
    await admin.submit(form, {"organizers": []})
    assert await world.settings() == ServerPreferences(cup_role=0)
    await world.prefer(cup_role=1)
    again = await admin.run_server("settings")
    assert "members with **Manage Events**" in again.lines[-1]
    assert (await admin.open_form(again, "organizers")).filled_in["organizers"] == []


@pytest.mark.parametrize("value", ["1", "x", "-1"])
async def test_a_forged_role_is_declined(world: World, admin: Player, panel: Answer, value: str) -> None:
    form = await admin.open_form(panel, "organizers")
    sent = submitted(admin, form.modal["custom_id"], {"organizers": [value]}, panel)
    assert (await sent.send()).text == STALE
    assert await world.settings() == ServerPreferences()


async def test_a_bot_without_tournaments_asks_for_no_role(world: World, admin: Player) -> None:
    await world.replace(without=("cogs.cups", "cogs.tile_emojis"))
    panel = await admin.run_server("settings")
    assert "ournament" not in " ".join([panel.text, *panel.labels])


async def test_everybody_as_organizers_are_written_with_one_sign(world: World, admin: Player) -> None:
    await world.prefer(cup_role=world.guild.id)
    assert (await admin.run_server("settings")).text.endswith("members with **Manage Events** or @everyone")


async def test_a_game_with_many_options_leaves_room_for_all_pages(world: World, admin: Player) -> None:
    await world.prefer(rules="cubano")
    labels = (await admin.run_server("settings")).labels
    assert len(labels) > 5
    assert labels[-2:] == ["Deal of the day", "Tournaments"]
