"""What the host can choose in the lobby, for every rule set."""

from __future__ import annotations

from typing import Any

import pytest

from engine.live.model.pace import TimeControl
from engine.rules import CATALOGUE
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, components, text
from tests.support.simcord_private import press


async def panel_of(world: World, rules: str) -> Any:
    """Open a table of Alice's and its panel of options."""
    await world.alice.slash(world.channel, "domino play", rules=rules)
    return await world.alice.click(world.last(), label="Options")


def selects(message: Any) -> dict[str, list[str]]:
    """Give each option's name with the values it offers, and so the rule set and the clock."""
    offered: dict[str, list[str]] = {}
    for node in components(message):
        if node.get("type") == 3:
            _, verb, *arguments = node["custom_id"].split(":")
            name = arguments[-1] if verb == "option" else verb
            assert name not in offered
            offered[name] = [option["value"] for option in node["options"]]
    return offered


@pytest.mark.parametrize("rules", CATALOGUE)
async def test_every_rule_set_offers_what_applies_to_it_and_no_more(world: World, rules: str) -> None:
    panel = await panel_of(world, rules)
    defaults = {option.id: option.default for option in CATALOGUE[rules].options}
    offered = {option.id for option in CATALOGUE[rules].options if option.matters(defaults)}
    shown = selects(panel.response)
    assert set(shown) - {"ruleset", "clock", "hints"} == offered
    assert shown["ruleset"] == list(CATALOGUE)
    assert shown["clock"] == ["none", "casual", "slow"]
    assert shown["hints"] == ["false", "true"]


async def test_the_host_chooses_a_clock(world: World) -> None:
    panel = await panel_of(world, "express")
    table = world.table
    assert table.header.clock is TimeControl.CASUAL
    await world.alice.select(panel.response.message, ["slow"], custom_id=f"s:clock:{table.id}")
    assert table.header.clock is TimeControl.SLOW
    chosen = [node for node in components(panel.response.message) if node.get("custom_id") == f"s:clock:{table.id}"]
    assert [option["value"] for option in chosen[0]["options"] if option["default"]] == ["slow"]


@pytest.mark.parametrize("clock", ["blitz", "", "NONE"])
async def test_a_clock_that_was_not_on_offer_is_declined(world: World, clock: str) -> None:
    panel = await panel_of(world, "express")
    table = world.table
    where = f"s:clock:{table.id}"
    forged = press(world.env, world.alice, panel.response.message, where, component_type=3, values=[clock])
    await world.env.settle()
    assert forged.response.content == "That was for an earlier move."
    assert table.header.clock is TimeControl.CASUAL


async def test_nobody_but_the_host_changes_the_clock_and_no_message_of_all_becomes_a_panel(world: World) -> None:
    await panel_of(world, "express")
    table, lobby = world.table, world.last()
    where = f"s:clock:{table.id}"
    refused = press(world.env, world.bruno, lobby, where, component_type=3, values=["none"])
    await world.env.settle()
    assert "Only the host" in refused.response.content
    assert table.header.clock is TimeControl.CASUAL
    forged = press(world.env, world.alice, lobby, where, component_type=3, values=["none"])
    await world.env.settle()
    assert forged.ephemeral
    assert table.header.clock is TimeControl.NONE
    assert "Join" in buttons(world.last()), "the lobby is still a lobby"


async def test_an_option_appears_once_another_makes_it_matter(world: World) -> None:
    panel = await panel_of(world, "mata")
    table = world.table
    assert "limit" not in selects(panel.response)
    await world.alice.select(panel.response.message, ["last"], custom_id=f"s:option:{table.id}:until")
    shown = selects(panel.response.message)
    assert "limit" in shown
    assert "deals" not in shown
    assert "when one player is left below the limit" in text(world.last())


async def test_a_number_that_is_not_in_the_list_can_be_typed(world: World) -> None:
    panel = await panel_of(world, "mata")
    table = world.table
    form = await world.alice.select(panel.response.message, ["another"], custom_id=f"s:option:{table.id}:deals")
    await world.alice.submit_modal(form, {_field(form): "12"})
    assert table.header.options["deals"] == 12
    assert "12" in selects(panel.response.message)["deals"], "what was typed is shown as chosen"
    assert "Deals: 12" in text(world.last())


@pytest.mark.parametrize("typed", ["0", "-3", "many", "2.5"])
async def test_a_number_that_cannot_be_is_refused_in_words_and_changes_nothing(world: World, typed: str) -> None:
    panel = await panel_of(world, "mata")
    table = world.table
    form = await world.alice.select(panel.response.message, ["another"], custom_id=f"s:option:{table.id}:deals")
    answer = await world.alice.submit_modal(form, {_field(form): typed})
    assert answer.ephemeral
    assert answer.response.content == f"The option deals can't be {int(typed) if typed == '0' else repr(typed)}."
    assert table.header.options["deals"] == 5


def _field(form: Any) -> str:
    return next(node["component"]["custom_id"] for node in form.modal["components"])


@pytest.mark.parametrize(
    ("rules", "option", "offered"),
    [
        ("express", "target", [50, 100, 150, 200]),
        ("all-fives", "target", [50, 100, 150, 200, 250]),
        ("matador", "target", [50, 100]),
        ("classic", "target", []),
        ("mexican-train-nine", "deals", list(range(1, 11))),
        ("memory", "deals", []),
        ("no such rules", "target", []),
    ],
)
async def test_numbers_are_suggested_as_the_rule_set_has_them(
    world: World, rules: str, option: str, offered: list[int]
) -> None:
    choices = await world.alice.autocomplete(world.channel, "domino play", option, "", rules=rules)
    assert [choice["value"] for choice in choices] == offered


async def test_an_option_that_the_rule_set_lacks_is_refused_in_words(world: World) -> None:
    answer = await world.alice.slash(world.channel, "domino play", rules="memory", target=100)
    assert answer.ephemeral
    assert answer.response.content == "That rule set has no option 'target'."


@pytest.mark.parametrize(("rules", "seats"), [("double-twelve", 12), ("mexican-train", 8), ("memory", 6), ("mata", 5)])
async def test_a_lobby_has_as_many_seats_as_the_rule_set(world: World, rules: str, seats: int) -> None:
    await world.alice.slash(world.channel, "domino play", rules=rules)
    assert f"{seats}. *free*" in text(world.last())
    assert f"{seats + 1}. " not in text(world.last())


async def test_a_rule_set_for_three_does_not_start_with_two(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="sebastopol")
    await world.bruno.click(world.last(), label="Join")
    assert "Start takes at least 3 players." in text(world.last())


async def test_what_an_old_rule_set_offered_is_dropped_with_it(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="all-fives", target=250)
    panel = await world.alice.click(world.last(), label="Options")
    table = world.table
    await world.alice.select(panel.response.message, ["matador"], custom_id=f"s:ruleset:{table.id}")
    assert table.header.options == {"target": 100, "matador_ends": "both", "unable": "draw"}
