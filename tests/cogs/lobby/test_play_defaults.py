"""Tests of the settings that a table opens with."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.core.commands import DOMINO, groups_of
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Header
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking


async def opened(world: World, chosen: ServerPreferences, **typed: object) -> Header:
    """Open a table of Alice's on a server with some settings."""
    await world.store.preferences.set(world.guild.id, chosen)
    await world.alice.run("play", **typed)
    return world.table.header


OPENED: dict[str, tuple[dict[str, Any], dict[str, Any], str, dict[str, Any]]] = {
    "nothing": ({}, {}, "en-US", {}),
    "everything": (
        {"rules": "all-fives", "options": {"target": 250}, "clock": TimeControl.SLOW, "language": "fr"},
        {},
        "en-US",
        {"rules": "all-fives", "target": 250, "clock": TimeControl.SLOW, "locale": "fr"},
    ),
    "typed options": (
        {"options": {"target": 200, "pairs": True}, "clock": TimeControl.SLOW},
        {"target": 50, "pairs": False, "clock": "none"},
        "en-US",
        {"target": 50, "clock": TimeControl.NONE},
    ),
    "a typed rule set": ({"rules": "all-fives", "options": {"target": 200}}, {"rules": "express"}, "en-US", {}),
    "an unknown rule set": ({"rules": "rounds", "options": {"target": 50}}, {}, "en-US", {"target": 50}),
    "the language on Discord": ({}, {}, "fr", {"locale": "fr"}),
    "a new option": ({}, {"rules": "dupla"}, "en-US", {"rules": "dupla", "target": 6, "capicua": "either"}),
    "a default from before that option": (
        {"rules": "dupla", "options": {"target": 7}},
        {},
        "en-US",
        {"rules": "dupla", "target": 7, "capicua": "plain"},
    ),
    "a rule set from before it, without options": (
        {"rules": "dupla"},
        {},
        "en-US",
        {"rules": "dupla", "target": 6, "capicua": "plain"},
    ),
    "a default of another rule set": (
        {"rules": "quinientos", "options": {"capicu": 50}},
        {"rules": "dupla"},
        "en-US",
        {"rules": "dupla", "target": 6, "capicua": "either"},
    ),
    "another language": ({"language": "en"}, {}, "fr", {"locale": "en"}),
}


@pytest.mark.sampled
@pytest.mark.parametrize(("chosen", "typed", "guild", "changed"), OPENED.values(), ids=OPENED)
async def test_a_table_opens_as_typed_or_as_its_server_has_chosen(
    world: World, chosen: dict[str, Any], typed: dict[str, Any], guild: str, changed: dict[str, Any]
) -> None:
    with speaking({}, guild=guild):
        header = await opened(world, ServerPreferences(**chosen), **typed)
    wanted = {
        "capicua": None,
        "rules": "express",
        "target": 100,
        "clock": TimeControl.CASUAL,
        "locale": "en-US",
        **changed,
    }
    shown = {
        "rules": header.rules,
        "target": header.options["target"],
        "capicua": header.options.get("capicua"),
        "clock": header.time_control,
        "locale": header.locale,
    }
    assert shown == wanted
    assert header.options.get("pairs", False) is (header.rules == "dupla")
    assert ("Rejoindre" if header.locale == "fr" else "Join") in world.board.buttons


@pytest.mark.parametrize(
    "options", [{"target": 1}, {"target": True}, {"target": "100"}, {"tempo": 3}, {"pairs": 1}], ids=str
)
async def test_an_option_that_nothing_takes_is_passed_over(world: World, options: dict[str, int | bool | str]) -> None:
    header = await opened(world, ServerPreferences(rules="express", options={**options, "opening": "winner"}))
    assert (header.options["target"], header.options["pairs"]) == (100, False)
    assert "tempo" not in header.options


async def test_the_command_offers_three_clocks(world: World) -> None:
    play = groups_of(world.bot)[DOMINO].get_command("play")
    assert play is not None
    (clock,) = (each for each in play.parameters if each.name == "clock")  # type: ignore[union-attr]
    assert [choice.value for choice in clock.choices] == ["none", "casual", "slow"]
    assert not clock.required


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


async def test_a_table_without_a_clock_shows_no_deadline(world: World) -> None:
    await opened(world, ServerPreferences(clock=TimeControl.NONE))
    table = world.table
    await world.bruno.press("Join")
    await world.alice.forge(f"b:start:{table.id}")
    assert table.playing
    assert "<t:" not in world.board.text
