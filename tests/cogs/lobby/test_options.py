"""Tests of the options that a host chooses in the lobby."""

from __future__ import annotations

import pytest

from engine.live.model.pace import Auto, TimeControl
from engine.live.model.seating import may_name_opener
from engine.live.tables import deal_words
from engine.rules import RULE_SETS
from tests.support.cases import few_rule_sets
from tests.support.in_memory.deliveries import submitted
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

CORRECT = "Correct"


async def more_of(world: World, rules: str) -> Answer:
    """Open a table of Alice's, and More."""
    await world.alice.run("play", rules=rules)
    return await world.alice.press("More")


async def offered(world: World, more: Answer) -> dict[str, list[str]]:
    """Return the values on offer, by field, of all windows that More opens."""
    found: dict[str, list[str]] = {}
    for button in more.buttons.values():
        if button.startswith("b:options:"):
            form = await world.alice.press(button, more)
            assert not found.keys() & form.fields.keys()
            found |= {name: [each["value"] for each in raw.get("options", ())] for name, raw in form.fields.items()}
    return found


@pytest.mark.parametrize("rules", few_rule_sets())
async def test_every_rule_set_offers_exactly_the_options_that_matter(world: World, rules: str) -> None:
    more = await more_of(world, rules)
    defaults = {option.id: option.default for option in RULE_SETS[rules].options}
    wanted = {option.id for option in RULE_SETS[rules].options if option.matters(defaults) and option.is_choice}
    shown = await offered(world, more)
    others = {"clock", "hints", "auto", "opener", "pictures"}
    assert {each for each in shown if not each.startswith("number-")} - others == wanted
    assert ("opener" in shown) is may_name_opener(world.table.header)
    (where,) = [each for each in more.selects if each.startswith("s:ruleset:")]
    entries = [option["value"] for option in more.selects[where]["options"]]
    assert rules in entries
    assert entries[-1].startswith("page-")
    assert shown["clock"] == ["none", "casual", "slow"]
    assert shown["hints"] == ["false", "true"]
    assert ("pictures" in shown) is (rules != "memory")
    assert shown["auto"] == ["turns", "forced", "nothing"]


async def test_one_submitted_window_changes_all_its_options_with_one_message(world: World) -> None:
    more = await more_of(world, "parejas")
    lobby, edits = world.board.id, world.sent
    changes = {"target": "100", "blocked": "individual", "count": "all"}
    form = await world.alice.open_form(more, *changes)
    changes = {name: form.fields[name]["options"][-1]["value"] for name in changes}
    await world.alice.submit(form, changes)
    assert {name: str(world.table.header.options[name]) for name in changes} == changes
    redrawn = [each for each in world.requests(edits) if each.method == "PATCH" and str(lobby) in each.path]
    assert len(redrawn) == 1


async def test_a_rule_set_with_few_options_has_one_window_that_options_opens(world: World) -> None:
    more = await more_of(world, "double-twelve")
    form = await world.alice.press("Options", more)
    assert {*form.fields} == {"clock", "hints", "auto", "pictures"}
    assert form.filled_in == {"clock": "casual", "hints": "false", "auto": "turns", "pictures": "new"}
    old = await world.alice.forge(f"b:options:{world.table.id}", more)
    assert old.modal == form.modal, "the button of earlier versions"


async def test_windows_with_other_contents_have_other_ids(world: World) -> None:
    """Phones show the first window that they saw for an id."""
    more = await more_of(world, "double-twelve")
    form, same = [await world.alice.press("Options", more) for _ in range(2)]
    await world.alice.submit(form, {"hints": "true"})
    other = await world.alice.press("Options", more)
    first, second, third = [(each.modal or {})["custom_id"] for each in (form, same, other)]
    assert first == second != third
    assert other.filled_in["hints"] == "true"


CHOICES: list[tuple[str, str, dict[str, object], str, list[str]]] = [
    ("clock", "slow", {"time_control": TimeControl.SLOW}, "Clock: slow", ["blitz", "", "NONE"]),
    ("hints", "true", {"hints": True}, "Hints are allowed", ["perhaps"]),
    ("auto", "forced", {"auto": Auto.FORCED}, "The bot plays: every forced move", ["all"]),
    ("pictures", "edited", {"one_picture": True}, "", ["big"]),
]


@pytest.mark.parametrize(("field", "value", "changed", "told", "forged"), CHOICES, ids=str)
async def test_a_choice_in_an_earlier_panel_changes_the_table_and_a_forged_one_nothing(
    world: World, field: str, value: str, changed: dict[str, object], told: str, forged: list[str]
) -> None:
    more = await more_of(world, "express")
    where, table = f"s:{field}:{world.table.id}", world.table
    before = table.header
    for each in forged:
        assert (await world.alice.forge(where, more, values=[each])).text == "That button was for an earlier move."
    assert table.header == before
    await world.alice.forge(where, more, values=[value])
    assert {name: getattr(table.header, name) for name in changed} == changed
    assert (await world.alice.open_form(more, field)).filled_in[field] == value
    assert told in world.board.text


async def test_no_message_that_everybody_reads_becomes_a_panel(world: World) -> None:
    await world.alice.run("play")
    assert (await world.alice.forge(f"s:clock:{world.table.id}", world.board, values=["none"])).ephemeral
    assert world.table.header.time_control is TimeControl.NONE
    assert "Join" in world.board.buttons


@pytest.mark.long
async def test_only_the_host_uses_the_hosts_controls(world: World) -> None:
    table = await world.lobby("alice", "bruno", "chloe", rules="matador")
    await world.alice.choose_more("computer", "easy")
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
    form = await world.alice.open_form(await world.alice.press("More"), "clock")
    assert form.modal is not None
    forged = await submitted(world.bruno, form.modal["custom_id"], form.filled_in | {"clock": "none"}).send()
    assert forged.private == f"Only the host of the table, <@{world.alice.id}>, can do that."
    assert table.header == before
    await world.alice.press("Close the table")
    assert "cancelled" in world.board.text


async def hints_of(world: World) -> list[str]:
    form = await world.alice.open_form(await world.alice.press("More"), "hints")
    return [each["label"] for each in form.fields["hints"]["options"]]


async def test_a_player_alone_with_computers_reads_that_hints_are_allowed(world: World) -> None:
    table = await world.lobby("alice", "bruno", rules="classic")
    allowed, refused = "players may ask an expert on their turn", "not allowed"
    alone = "allowed: you play alone (not once others join)"
    assert await hints_of(world) == [refused, allowed]
    await world.bruno.press("Leave")
    assert await hints_of(world) == [refused, allowed], "nobody plays yet"
    await world.alice.choose_more("computer", "easy")
    assert await hints_of(world) == [alone, allowed]
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
    more = await world.alice.press("More")
    form = await world.alice.open_form(more, "opener")
    labels = [each["label"] for each in form.fields["opener"]["options"]]
    assert labels == ["the player whom the lot chooses", "Alice", "Bruno", "Chloé"]
    await world.alice.submit(form, {"opener": str(world.chloe.id)})
    assert table.header.named == world.chloe.id
    assert (await world.alice.open_form(more, "opener")).filled_in["opener"] == str(world.chloe.id)
    assert "-# **Chloé** opens the first deal: the host has decided so." in world.board.text
    for value in ("0", "", str(world.eve.id), "c1"):
        forged = await world.alice.forge(f"s:opener:{table.id}", more, values=[value])
        assert forged.text == "That button was for an earlier move."
    assert table.header.named == world.chloe.id
    await world.alice.press(f"b:start:{table.id}")
    assert table.people[table.view(None).turn].user_id == world.chloe.id
    assert "opens the first deal" not in world.messages[0].text


async def test_the_opener_stays_as_promised_once_somebody_has_added_a_word(world: World) -> None:
    await world.lobby("alice", "bruno", rules="matador")
    table = world.table
    form = await world.alice.open_form(await world.alice.press("More"), "opener")
    async with world.directly():
        await table.do(deal_words.add_word, world.bruno.id, "sealed")
    refused = await world.alice.submit(form, {"opener": str(world.bruno.id), "auto": "nothing"})
    told = "Somebody has added a word to the first deal already, so its opener can't be changed any more."
    assert refused.private == told
    assert (table.header.named, table.header.auto) == (None, Auto.TURNS)
    form = await world.alice.open_form(await world.alice.press("More"), "opener")
    await world.alice.submit(form, {"auto": "nothing"})
    assert table.header.auto is Auto.NOTHING, "the opener stays as it was"


async def test_an_option_appears_once_another_makes_it_matter(world: World) -> None:
    more = await more_of(world, "mata")
    assert "limit" not in await offered(world, more)
    await world.alice.fill_in(more, {"until": "last"})
    shown = await offered(world, more)
    assert "limit" in shown
    assert "deals" not in shown
    assert "when one player is left below the limit" in world.board.text


async def test_a_number_outside_the_list_is_typed_and_an_impossible_one_can_be_corrected(world: World) -> None:
    more = await more_of(world, "mata")
    for typed in ("0", "-3", "many", "2.5"):
        changes = {"number-deals": typed, "deals": "7"}
        answer = await world.alice.fill_in(more, changes)
        assert answer.private == f"Deals can't be {typed}. Mata: any number from 1."
        assert world.table.header.options["deals"] == 5, "all or nothing"
        again = await world.alice.press(CORRECT, answer)
        assert again.filled_in.items() >= changes.items()
    corrected = await world.alice.submit(again, {"number-deals": "12"})
    assert corrected.message.id == answer.message.id
    assert world.table.header.options["deals"] == 12
    assert "12" in (await offered(world, corrected))["deals"], "what was typed is shown as chosen"
    assert "Deals: 12" in world.board.text


async def test_another_number_can_be_corrected_after_a_restart(world: World) -> None:
    more = await more_of(world, "mata")
    answer = await world.alice.fill_in(more, {"number-deals": "٣٣٣٣٣٣"})
    await world.restart()
    again = await world.alice.press(CORRECT, answer)
    assert again.filled_in["number-deals"] == "٣٣٣٣٣٣"


async def test_a_window_of_an_earlier_rule_set_is_refused_as_a_whole(world: World) -> None:
    more = await more_of(world, "express")
    form = await world.alice.open_form(more, "clock")
    refused = await world.alice.fill_in(more, {"target": "200"})
    assert "earlier move" not in refused.text
    await world.alice.choose(f"s:ruleset:{world.table.id}", "all-fives", on=more)
    before = world.table.header
    assert (await world.alice.submit(form, {"clock": "slow"})).private == "That button was for an earlier move."
    assert world.table.header == before
    for button in (f"b:options:{world.table.id}:express:0", f"b:options:{world.table.id}:all-fives:7"):
        stale = await world.alice.forge(button, more)
        assert stale.modal is None
        assert "All Fives" in more.text, "More as it is now"
    assert (await world.alice.forge(f"b:options:{world.table.id}:all-fives:x", more)).private


async def test_a_correction_keeps_other_fields_and_the_choices_of_others(world: World) -> None:
    more = await more_of(world, "mata")
    refused = await world.alice.fill_in(more, {"number-deals": "x", "until": "limit"})
    await world.alice.fill_in(more, {"deals": "7"})
    again = await world.alice.press(CORRECT, refused)
    others = {"clock": "casual", "hints": "false"}
    assert again.filled_in == {"until": "limit", "deals": "7", "number-deals": "x", **others}
    await world.alice.submit(again, {"number-deals": ""})
    options = world.table.header.options
    assert (options["until"], options["deals"]) == ("limit", 7)


async def test_two_open_windows_dont_undo_each_others_changes(world: World) -> None:
    more = await more_of(world, "classic")
    first, second = [await world.alice.open_form(more, "clock") for _ in range(2)]
    await world.alice.submit(first, {"hints": "true"})
    await world.alice.submit(second, {"clock": "slow"})
    header = world.table.header
    assert (header.hints, header.time_control) == (True, TimeControl.SLOW)


async def test_pictures_that_the_host_leaves_alone_go_on_as_the_server_chooses(world: World) -> None:
    more = await more_of(world, "classic")
    await world.alice.fill_in(more, {"hints": "true"})
    assert world.table.header.one_picture is None
    await world.alice.fill_in(more, {"pictures": "edited"})
    assert world.table.header.one_picture is True


async def test_a_named_opener_may_leave_while_the_window_is_open(world: World) -> None:
    await world.lobby("alice", "bruno", rules="matador")
    more = await world.alice.press("More")
    await world.alice.fill_in(more, {"opener": str(world.bruno.id)})
    form = await world.alice.open_form(more, "opener")
    await world.bruno.press("Leave")
    await world.alice.submit(form, {"auto": "nothing"})
    assert (world.table.header.named, world.table.header.auto) == (None, Auto.NOTHING)


async def test_a_window_of_an_earlier_version_changes_all_its_fields(world: World) -> None:
    await more_of(world, "classic")
    values = {"clock": ["slow"], "hints": ["true"], "auto": ["turns"], "pictures": ["new"]}
    await submitted(world.alice, f"m:options:{world.table.id}:classic:1~1f2e3d4c", values).send()
    header = world.table.header
    assert (header.time_control, header.hints, header.one_picture) == (TimeControl.SLOW, True, False)


async def test_guests_read_the_options_of_the_host(world: World) -> None:
    await world.lobby("alice", "bruno", rules="classic")
    hosts, guests = [await person.press("More") for person in (world.alice, world.bruno)]
    chosen = [line for line in hosts.lines if "Clock" in line or "Hints" in line]
    assert chosen
    assert not guests.lacks(*chosen)


async def test_the_number_window_of_an_earlier_version_still_counts(world: World) -> None:
    more = await more_of(world, "mata")
    await world.alice.forge(f"s:option:{world.table.id}:deals", more, values=["another"])
    assert "Deals: 5" in more.text
    for rules, typed, deals in (("mata-alsace", "12", 5), ("mata", "", 5), ("mata", "12", 12)):
        await submitted(world.alice, f"m:number:{world.table.id}:{rules}:deals", {"number": typed}).send()
        assert world.table.header.options["deals"] == deals


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
    panel = await more_of(world, "express")
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
