"""What a table opens with: as its server has chosen, unless whoever opens it chooses otherwise."""

from __future__ import annotations

import pytest

from cogs.core.commands import domino
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Header
from tests.cogs.deliveries import commanded
from tests.cogs.world import World
from tests.support.simcord_private import speaking


async def opened(world: World, chosen: ServerPreferences, **typed: object) -> Header:
    """Open a table of Alice's on a server with some settings."""
    await world.store.set_preferences(world.guild.id, chosen)
    await world.alice.run("play", **typed)
    return world.table.header


async def test_without_settings_a_table_is_as_the_bot_has_it(world: World) -> None:
    header = await opened(world, ServerPreferences())
    assert (header.rules, header.options["target"], header.time_control, header.locale) == (
        "express",
        100,
        TimeControl.CASUAL,
        "en-US",
    )


async def test_a_table_opens_with_the_rule_set_options_clock_and_language_of_its_server(world: World) -> None:
    chosen = ServerPreferences(rules="all-fives", options={"target": 250}, clock=TimeControl.SLOW, language="fr")
    header = await opened(world, chosen)
    assert (header.rules, header.options["target"], header.time_control, header.locale) == (
        "all-fives",
        250,
        TimeControl.SLOW,
        "fr",
    )
    assert "Rejoindre" in world.board.buttons


async def test_typed_options_override_the_servers(world: World) -> None:
    chosen = ServerPreferences(rules="express", options={"target": 200, "pairs": True}, clock=TimeControl.SLOW)
    header = await opened(world, chosen, target=50, pairs=False, clock="none")
    assert header.options["target"] == 50
    assert header.options["pairs"] is False
    assert header.time_control is TimeControl.NONE


async def test_options_stay_with_the_rule_set_that_they_were_chosen_for(world: World) -> None:
    header = await opened(world, ServerPreferences(rules="all-fives", options={"target": 200}), rules="express")
    assert (header.rules, header.options["target"]) == ("express", 100)


@pytest.mark.parametrize(
    "options", [{"target": 1}, {"target": True}, {"target": "100"}, {"tempo": 3}, {"pairs": 1}], ids=str
)
async def test_an_option_that_no_rule_set_takes_any_more_is_passed_over(
    world: World, options: dict[str, int | bool | str]
) -> None:
    header = await opened(world, ServerPreferences(rules="express", options={**options, "opening": "winner"}))
    assert (header.options["target"], header.options["pairs"]) == (100, False)
    assert "tempo" not in header.options


async def test_a_rule_set_that_there_is_no_more_gives_way_to_the_bots_own(world: World) -> None:
    header = await opened(world, ServerPreferences(rules="rounds", options={"target": 50}))
    assert (header.rules, header.options["target"]) == ("express", 50)


async def test_the_servers_own_language_counts_where_it_has_chosen_none(world: World) -> None:
    with speaking({}, guild="fr"):
        header = await opened(world, ServerPreferences())
    assert header.locale == "fr"


async def test_english_can_be_chosen_on_a_server_that_is_french_to_discord(world: World) -> None:
    with speaking({}, guild="fr"):
        header = await opened(world, ServerPreferences(language="en"))
    assert header.locale == "en"
    assert "Join" in world.board.buttons


@pytest.mark.parametrize("clock", TimeControl)
async def test_a_clock_is_chosen_in_the_command_and_told_in_the_lobby(world: World, clock: TimeControl) -> None:
    header = await opened(world, ServerPreferences(), clock=clock.value)
    assert header.time_control is clock
    names = {
        TimeControl.NONE: "Clock: none",
        TimeControl.CASUAL: "Clock: casual, 2 minutes a turn",
        TimeControl.SLOW: "Clock: slow, 1 day a turn",
    }
    assert names[clock] in world.board.text


async def test_the_command_offers_three_clocks(world: World) -> None:
    play = domino.get_command("play")
    assert play is not None
    (clock,) = (each for each in play.parameters if each.name == "clock")  # type: ignore[union-attr]
    assert [choice.value for choice in clock.choices] == ["none", "casual", "slow"]
    assert not clock.required


async def test_a_clock_that_is_none_of_them_is_refused(world: World) -> None:
    assert (
        await commanded(world.alice, "play", clock="blitz").send()
    ).text == "This command doesn't accept that value."
    assert not world.tables


async def test_numbers_are_suggested_for_the_rule_set_of_the_server(world: World) -> None:
    await world.prefer(rules="all-fives")
    choices = await world.alice.complete("play", "target", "")
    assert [choice["value"] for choice in choices] == [50, 100, 150, 200, 250]
    choices = await world.alice.complete("play", "deals", "")
    assert choices == []


async def test_the_sample_of_a_theme_is_of_the_rule_set_of_the_server(world: World) -> None:
    await world.prefer(rules="matador")
    answer = await world.alice.run("settings theme")
    assert all("An example of Matador" in alt for alt in answer.alts)


async def test_a_table_without_a_clock_waits_for_as_long_as_it_takes(world: World) -> None:
    await opened(world, ServerPreferences(clock=TimeControl.NONE))
    table = world.table
    await world.bruno.press("Join")
    await world.alice.forge(f"b:start:{table.id}")
    assert table.playing
    assert table.header.deadline is None
