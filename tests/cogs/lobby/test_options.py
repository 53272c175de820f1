"""Tests of the options that a host chooses in the lobby."""

from __future__ import annotations

import pytest

from engine.live.model.pace import Auto, TimeControl
from engine.live.model.seating import may_name_opener
from engine.live.tables import deal_words
from engine.rules import RULE_SETS
from tests.support.cases import few_rule_sets
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World


async def panel_of(world: World, rules: str) -> Answer:
    """Open a table of Alice's and its panel of options."""
    await world.alice.run("play", rules=rules)
    return await world.alice.press("Options")


def offered(panel: Answer) -> dict[str, list[str]]:
    """Return the values that each select offers, by its option's name or its verb."""
    found: dict[str, list[str]] = {}
    for custom_id, select in panel.selects.items():
        _, verb, *arguments = custom_id.split(":")
        found[arguments[-1] if verb == "option" else verb] = [option["value"] for option in select["options"]]
    assert len(found) == len(panel.selects)
    return found


@pytest.mark.parametrize("rules", few_rule_sets())
async def test_every_rule_set_offers_exactly_the_options_that_matter(world: World, rules: str) -> None:
    panel = await panel_of(world, rules)
    defaults = {option.id: option.default for option in RULE_SETS[rules].options}
    wanted = {option.id for option in RULE_SETS[rules].options if option.matters(defaults) and option.is_choice}
    shown = offered(panel)
    assert set(shown) - {"ruleset", "clock", "hints", "auto", "opener", "pictures"} == wanted
    assert ("opener" in shown) is may_name_opener(world.table.header)
    assert len(panel.components) <= 40
    assert shown["ruleset"][-1].startswith("page-")
    assert rules in shown["ruleset"]
    assert shown["clock"] == ["none", "casual", "slow"]
    assert shown["hints"] == ["false", "true"]
    assert ("pictures" in shown) is (rules != "memory")
    assert shown["auto"] == ["turns", "forced", "nothing"]


CHOICES: list[tuple[str, str, dict[str, object], str, list[str]]] = [
    ("clock", "slow", {"time_control": TimeControl.SLOW}, "Clock: slow", ["blitz", "", "NONE"]),
    ("hints", "true", {"hints": True}, "Hints are allowed", ["perhaps"]),
    ("auto", "forced", {"auto": Auto.FORCED}, "The bot plays: every forced move", ["all"]),
]


@pytest.mark.parametrize(("select", "value", "changed", "told", "forged"), CHOICES, ids=str)
async def test_a_choice_in_the_panel_changes_the_table_and_a_forged_one_nothing(
    world: World, select: str, value: str, changed: dict[str, object], told: str, forged: list[str]
) -> None:
    panel = await panel_of(world, "express")
    where, table = f"s:{select}:{world.table.id}", world.table
    before = table.header
    for each in forged:
        assert (await world.alice.forge(where, panel, values=[each])).text == "That button was for an earlier move."
    assert table.header == before
    assert told not in world.board.text
    await world.alice.choose(where, value, on=panel)
    assert {name: getattr(table.header, name) for name in changed} == changed
    assert [each["value"] for each in panel.selects[where]["options"] if each["default"]] == [value]
    assert told in world.board.text


async def test_no_message_that_everybody_reads_becomes_a_panel(world: World) -> None:
    await world.alice.run("play")
    assert (await world.alice.forge(f"s:clock:{world.table.id}", world.board, values=["none"])).ephemeral
    assert world.table.header.time_control is TimeControl.NONE
    assert "Join" in world.board.buttons


async def test_only_the_host_uses_the_hosts_controls(world: World) -> None:
    table = await world.lobby("alice", "bruno", "chloe", rules="matador")
    await world.alice.choose_more("computer", "easy")
    await world.alice.press("Options")
    before = table.header
    chosen = {"computer": "easy", "unseat": "c1", "clock": "none", "hints": "true", "auto": "nothing"}
    chosen |= {"ruleset": "classic", "opener": "nobody", "option": "50"}
    arguments = {"computer": ":4", "unseat": ":4", "option": ":target"}
    for verb, value in chosen.items():
        forged = await world.bruno.forge(f"s:{verb}:{table.id}{arguments.get(verb, '')}", values=[value])
        assert forged.private == f"Only the host of the table, <@{world.alice.id}>, can do that.", verb
    for verb in ("options", "shuffle", "cancel"):
        forged = await world.bruno.forge(f"b:{verb}:{table.id}")
        assert forged.private == f"Only the host of the table, <@{world.alice.id}>, can do that.", verb
    assert table.header == before
    await world.alice.press("Close the table")
    assert "cancelled" in world.board.text


def hints_of(panel: Answer) -> list[str]:
    return [each["label"] for each in panel.selects[panel.select("hints")]["options"]]


async def test_a_player_alone_with_computers_reads_that_hints_are_allowed(world: World) -> None:
    table = await world.lobby("alice", "bruno", rules="classic")
    allowed, refused = "Hints: players may ask an expert on their turn", "Hints: not allowed"
    alone = "Hints: allowed: you play alone (not once others join)"
    assert hints_of(await world.alice.press("Options")) == [refused, allowed]
    await world.bruno.press("Leave")
    assert hints_of(await world.alice.press("Options")) == [refused, allowed], "nobody plays yet"
    await world.alice.choose_more("computer", "easy")
    assert hints_of(await world.alice.press("Options")) == [alone, allowed]
    await world.alice.press("Start")
    assert table.header.allows_hints
    assert not table.header.hints


async def test_the_command_chooses_what_the_bot_plays_and_a_rematch_keeps_it(world: World) -> None:
    await world.sit("alice", "bruno", rules="classic", auto="nothing")
    assert world.table.header.auto is Auto.NOTHING
    await world.rush()
    await world.bruno.press("Rematch")
    assert world.table.header.auto is Auto.NOTHING


async def test_the_host_names_who_opens_and_the_lobby_tells_everybody(world: World) -> None:
    await world.lobby("alice", "bruno", "chloe", rules="mexican-train")
    table = world.table
    panel = await world.alice.press("Options")
    where = f"s:opener:{table.id}"
    labels = [each["label"] for each in panel.selects[where]["options"]]
    assert labels == [
        "Opens the first deal: whoever the lot chooses",
        *(f"Opens the first deal: {each}" for each in ("Alice", "Bruno", "Chloé")),
    ]
    await world.alice.choose(where, str(world.chloe.id), on=panel)
    assert table.header.named == world.chloe.id
    assert [each["value"] for each in panel.selects[where]["options"] if each.get("default")] == [str(world.chloe.id)]
    assert "-# **Chloé** opens the first deal: the host has decided so." in world.board.text
    for value in ("0", "", str(world.eve.id), "c1"):
        assert (await world.alice.forge(where, panel, values=[value])).text == "That button was for an earlier move."
    assert table.header.named == world.chloe.id
    await world.alice.press(f"b:start:{table.id}")
    assert table.people[table.view(None).turn].user_id == world.chloe.id
    assert "opens the first deal" not in world.messages[0].text


async def test_the_opener_stays_as_promised_once_somebody_has_added_a_word(world: World) -> None:
    await world.lobby("alice", "bruno", rules="matador")
    table = world.table
    panel = await world.alice.press("Options")
    async with world.directly():
        await table.do(deal_words.add_word, world.bruno.id, "sealed")
    refused = await world.alice.choose(f"s:opener:{table.id}", str(world.bruno.id), on=panel)
    told = "Somebody has added a word to the first deal already, so its opener can't be changed any more."
    assert refused.private == told
    assert table.header.named is None


async def test_an_option_appears_once_another_makes_it_matter(world: World) -> None:
    panel = await panel_of(world, "mata")
    table = world.table
    assert "limit" not in offered(panel)
    await world.alice.choose(f"s:option:{table.id}:until", "last", on=panel)
    shown = offered(panel)
    assert "limit" in shown
    assert "deals" not in shown
    assert "when one player is left below the limit" in world.board.text


async def test_a_number_outside_the_list_can_be_typed_and_an_impossible_one_is_refused(world: World) -> None:
    panel = await panel_of(world, "mata")
    deals = f"s:option:{world.table.id}:deals"
    for typed in ("0", "-3", "many", "2.5"):
        answer = await world.alice.submit(await world.alice.choose(deals, "another", on=panel), typed)
        assert answer.private == f"Deals can't be {typed}. Mata: any number from 1."
        assert world.table.header.options["deals"] == 5
    await world.alice.submit(await world.alice.choose(deals, "another", on=panel), "12")
    assert world.table.header.options["deals"] == 12
    assert "12" in offered(panel)["deals"], "what was typed is shown as chosen"
    assert "Deals: 12" in world.board.text


@pytest.mark.sampled(2)
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
async def test_numbers_of_the_rule_set_are_suggested(world: World, rules: str, option: str, offered: list[int]) -> None:
    choices = await world.alice.complete("play", option, "", rules=rules)
    assert [choice["value"] for choice in choices] == offered


async def test_the_pages_of_rule_sets_hold_each_once_within_discords_limit(world: World) -> None:
    panel = await panel_of(world, "express")
    where, table = f"s:ruleset:{world.table.id}", world.table
    pages: list[str] = []
    while True:
        *rules, following = [each["value"] for each in panel.selects[where]["options"]]
        assert len(rules) < 25
        if rules[0] in pages:
            break
        pages += rules
        await world.alice.choose(where, following, on=panel)
    assert pages == list(RULE_SETS)
    assert table.header.rules == "express", "turning pages chooses nothing"
    assert (await world.alice.forge(where, panel, values=["page-x"])).text
    assert table.header.rules == "express"
