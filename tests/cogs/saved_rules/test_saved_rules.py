"""Rules under names: saved in a lobby or after a match, played by their name, carried elsewhere by a code."""

from __future__ import annotations

from typing import Any

import pytest

from engine.live.model.pace import Auto, TimeControl
from engine.live.model.rules_code import written_code
from engine.live.model.saved_rules import MAX_SAVED, HouseRules, Owner, OwnerKind, SavedRules
from engine.live.model.table import Status
from engine.live.tables import lifecycle
from engine.live.tables import lobby as lobbies
from tests.support import anywhere
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

MATA = HouseRules("mata", {"until": "deals", "deals": 3, "limit": 100, "clock": "slow", "hints": True, "auto": "turns"})
ONLY = "Only members with the Manage Server permission can change this."
GONE = "These rules are no longer saved."


def server(world: World) -> Owner:
    return Owner(OwnerKind.SERVER, world.guild.id)


async def keep(world: World, name: str = "Sunday", rules: HouseRules = MATA, owner: Owner | None = None) -> SavedRules:
    """Save rules, the server's unless somebody else is named."""
    return await world.store.saved_rules.save(owner or server(world), name, rules)


async def names(world: World, owner: Owner | None = None) -> list[str]:
    return [each.name for each in await world.store.saved_rules.all(owner or server(world))]


async def fill(player: Player, button: str, on: Any = None, place: Any = None, **typed: str) -> Answer:
    """Press a button that opens a form, fill it in and send it off."""
    form = await player.press(button, on)
    actor = anywhere.actor_in(player.world.env, player, place or player.world.channel)
    return Answer(await actor.submit_modal(form.result, typed))


async def offered(player: Player, typed: str = "") -> list[str]:
    return [each["name"] for each in await player.complete("play", "rules", typed)]


async def opened(world: World, player: Player, rules: str, **options: Any) -> Answer:
    """Let somebody open a table for everyone by a text in ``rules``."""
    return await player.run("play", rules=rules, show=True, **options)


# ---------------------------------------------------------------------- saved, and played


async def test_a_manager_saves_a_lobby_and_others_play_it_by_its_name(world: World, admin: Player) -> None:
    await admin.run("play", rules="mata", deals=3, clock="slow", hints=True, show=True)
    shown = await fill(admin, "Save these rules", name=" Sunday  night ")
    assert shown.lines[0] == "## Sunday night"
    assert shown.lines[1].startswith("Saved for this server: ")
    assert not shown.lacks("domino-server rules", "**Mata** (", "Clock: slow, 1 day a turn", "Hints: players may ask")
    await admin.press(f"b:cancel:{world.table.id}")
    (choice,) = await world.alice.complete("play", "rules", "nigh")
    assert choice["name"] == "Sunday night"
    await opened(world, world.alice, choice["value"])
    header = world.table.header
    assert (header.rules, header.options["deals"], header.time_control) == ("mata", 3, TimeControl.SLOW)
    assert (header.hints, header.auto) == (True, Auto.TURNS)


async def test_options_that_are_typed_win_over_saved_ones(world: World) -> None:
    await keep(world)
    assert [each["name"] for each in await world.alice.complete("play", "deals", "", rules="sunday")] == [
        *("1", "3", "5", "7", "10")
    ]
    await opened(world, world.alice, "sunday", deals=5, clock="casual", hints=False, auto="nothing")
    header = world.table.header
    assert (header.options["deals"], header.time_control, header.hints) == (5, TimeControl.CASUAL, False)
    assert header.auto is Auto.NOTHING


@pytest.mark.parametrize(
    ("typed", "rules"),
    [
        ("SUNDAY", "mata"),
        ("sund", "mata"),
        ("express", "express"),
        ("Fives", "bergen"),
        ("fives", "fives"),
        ("draw", "classic-draw"),
    ],
)
async def test_a_typed_text_is_an_id_a_saved_name_a_game_or_a_part_of_a_name(
    world: World, typed: str, rules: str
) -> None:
    await keep(world)
    await keep(world, "Fives", HouseRules("bergen", {}))
    await keep(world, "Draw night", HouseRules("bergen", {}))
    await opened(world, world.alice, typed)
    assert world.table.header.rules == rules


async def test_saved_names_are_offered_before_games(world: World) -> None:
    await keep(world, "Café")
    await keep(world, "Express evening")
    await keep(world, "our express")
    assert (await offered(world.alice))[:4] == ["Café", "Express evening", "our express", "Domino Express"]
    assert (await offered(world.alice, "express"))[:3] == ["Express evening", "our express", "Domino Express"]
    assert await offered(world.alice, "cafe") == ["Café"]
    assert await offered(world.alice, "🎉") == []
    for number in range(MAX_SAVED - 3):
        await keep(world, f"rules {number}")
    assert len(await offered(world.alice)) == 25


async def test_the_last_match_is_saved(world: World, admin: Player) -> None:
    await world.play_and_end(pairs=False)
    shown = await admin.run_server("rules")
    assert "None are saved yet." in shown.private
    await fill(admin, "Save the last match's rules", shown, name="Sunday")
    (saved,) = await world.store.saved_rules.all(server(world))
    assert (saved.rules.rules, saved.rules.options["target"]) == ("express", 50)
    await admin.press("Back", shown)
    assert "- **Sunday**: Domino Express" in shown.text


async def test_a_name_saved_again_has_the_new_rules(world: World, admin: Player) -> None:
    await keep(world)
    await admin.run("play", rules="fives", show=True)
    shown = await fill(admin, "Save these rules", name="SUNDAY")
    assert "## SUNDAY" in shown.text
    assert [each.rules.rules for each in await world.store.saved_rules.all(server(world))] == ["fives"]


async def test_no_more_than_twenty_are_saved_and_a_name_can_be_read(world: World, admin: Player) -> None:
    for number in range(MAX_SAVED):
        await keep(world, f"rules {number}")
    await admin.run("play", show=True)
    for name, refusal in (
        ("one more", "There are 20 saved rules, and no more fit. Delete some first."),
        ("\u200b", "That name has nothing to read. Write another one."),
    ):
        assert (await fill(admin, "Save these rules", name=name)).private == refusal
    assert len(await names(world)) == MAX_SAVED


# ---------------------------------------------------------------------- the list


async def chosen(admin: Player, saved: SavedRules) -> Answer:
    """Return the list of the server's rules, with some of them chosen."""
    shown = await admin.run_server("rules")
    await admin.choose("s:saved:server", saved.id, on=shown)
    return shown


async def test_rules_are_renamed_unless_others_have_that_name(world: World, admin: Player) -> None:
    saved = await keep(world)
    await keep(world, "Club")
    shown = await chosen(admin, saved)
    form = await admin.press("Rename", shown)
    assert form.modal is not None
    assert form.modal["components"][0]["component"]["value"] == "Sunday"
    assert (await fill(admin, "Rename", shown, name="CLUB")).private == "Other rules have the name **CLUB**."
    await fill(admin, "Rename", shown, name="*Monday*")
    assert r"## \*Monday\*" in shown.text
    assert await names(world) == ["*Monday*", "Club"]
    again = await admin.press("Rename", shown)
    assert again.modal is not None
    assert again.modal["custom_id"] != form.modal["custom_id"], "a phone shows what it first saw under an id"


async def test_rules_are_deleted_after_a_question(world: World, admin: Player) -> None:
    saved = await keep(world)
    shown = await chosen(admin, saved)
    await admin.press("Delete", shown)
    assert "Delete Sunday?" in shown.text
    await admin.press("Back", shown)
    assert await names(world) == ["Sunday"]
    shown = await chosen(admin, saved)
    for _ in range(2):
        await admin.press("Delete", shown)
    assert await names(world) == []
    assert "None are saved yet." in shown.text
    assert (await admin.forge(f"b:renamerules:server:{saved.id}", on=shown)).private == GONE
    assert (await opened(world, world.alice, saved.key)).private == GONE


async def test_the_usual_rules_are_those_of_tables_without_others(world: World, admin: Player) -> None:
    saved = await keep(world)
    shown = await chosen(admin, saved)
    await admin.press("Make them the usual ones", shown)
    assert "Tables on this server have these rules, without hints, unless others are chosen." in shown.text
    assert "Make them the usual ones" not in shown.labels
    kept = await world.settings()
    assert (kept.rules, kept.options["deals"], kept.clock) == ("mata", 3, TimeControl.SLOW)
    assert "- **Sunday**: Mata, the usual ones" in (await world.alice.run_server("rules")).private
    await world.alice.run("play")
    assert (world.table.header.rules, world.table.header.options["deals"]) == ("mata", 3)
    await admin.press("Delete", shown)
    assert "New tables keep these rules, too, until" in shown.text


async def test_rules_of_an_unknown_game_are_never_the_usual_ones(world: World, admin: Player) -> None:
    saved = await keep(world, rules=HouseRules("tiddlywinks", {}))
    shown = await chosen(admin, saved)
    assert "Make them the usual ones" not in shown.labels
    assert "Tables on this server have" not in shown.text
    assert "earlier move" in (await admin.forge(f"b:usualrules:{saved.id}", on=shown)).private
    await admin.press("Back", shown)
    assert "- **Sunday**: Domino Express" in shown.lines


async def test_saved_rules_open_a_table_from_the_list(world: World, admin: Player) -> None:
    shown = await chosen(admin, await keep(world))
    await admin.press("Open a table", shown)
    assert (world.table.header.rules, world.table.header.status) == ("mata", Status.LOBBY)


# ---------------------------------------------------------------------- who may


@pytest.mark.long
async def test_members_see_the_rules_and_change_nothing(world: World) -> None:
    saved = await keep(world)
    shown = await chosen(world.alice, saved)
    assert not shown.lacks("**Mata** (", f"Code: `{written_code(MATA)}`")
    assert shown.labels == ["Open a table", "Back"]
    await world.alice.press("Back", shown)
    assert "- **Sunday**: Mata" in shown.private
    assert "-# Members with the Manage Server permission can change this." in shown.lines
    assert not shown.buttons
    table = await world.lobby("alice")
    for verb in (f"savetable:server:{table.id}", "entercode:server", f"usualrules:{saved.id}"):
        assert (await world.alice.forge(f"b:{verb}")).private == ONLY
    for verb in ("renamerules", "droprules", "dropped"):
        assert (await world.alice.forge(f"b:{verb}:server:{saved.id}")).private == ONLY
        assert "earlier move" in (await world.alice.forge(f"b:{verb}:bot:{saved.id}")).private
        answer = await world.alice.forge(f"b:{verb}:person:{saved.id}")
        assert answer.modal is None
    assert await names(world) == ["Sunday"]


async def test_nobody_saves_what_is_played_elsewhere_or_in_private(world: World, admin: Player) -> None:
    far, mallory = world.elsewhere()
    await world.alice.run("play", show=False)
    (private,) = world.tables
    public = await world.lobby("bruno")
    for player, place, table in ((admin, None, private), (mallory, far, private), (mallory, far, public)):
        shown = await player.run_server("rules", place)
        form = await player.forge(f"b:savetable:server:{table.id}", on=shown)
        actor = anywhere.actor_in(world.env, player, place or world.channel)
        assert "earlier move" in Answer(await actor.submit_modal(form.result, {"name": "Sunday"})).text
    assert await names(world) == await names(world, Owner(OwnerKind.SERVER, far.guild.id)) == []


# ---------------------------------------------------------------------- a person's own


async def test_in_direct_messages_people_have_names_of_their_own(world: World) -> None:
    await keep(world, "Of the server")
    dm = world.alice.user.dm_channel
    await world.alice.run("play", dm, rules="mata", deals=3)
    shown = await world.alice.run("settings rules", dm)
    assert "## Your rules" in shown.private
    await fill(world.alice, "Save this table's rules", shown, dm, name="Quick")
    mine = Owner(OwnerKind.PERSON, world.alice.id)
    assert await names(world, mine) == ["Quick"]
    found = await anywhere.autocomplete(world.env, world.alice, dm, "domino play", "rules", "")
    assert [each["name"] for each in found[:2]] == ["Quick", "Domino Express"]
    (table,) = world.tables
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id)
    await world.alice.run("play", dm, rules="quick")
    (table,) = world.tables
    assert table.header.options["deals"] == 3


async def test_in_a_group_anybody_saves_the_lobby_for_themselves(world: World) -> None:
    anywhere.install(world.env, world.alice)
    group = anywhere.group_message(world.env, world.alice, world.bruno, world.chloe)
    await world.alice.run("play", group, rules="mata", deals=7, show=True)
    for player in (world.alice, world.bruno):
        await fill(player, "Save these rules", group, group, name="Ours")
        (saved,) = await world.store.saved_rules.all(Owner(OwnerKind.PERSON, player.id))
        assert saved.rules.options["deals"] == 7
    assert await names(world) == []


async def test_a_persons_own_rules_open_a_table_on_a_server_too(world: World) -> None:
    await keep(world, "Mine", MATA, Owner(OwnerKind.PERSON, world.alice.id))
    shown = await world.alice.run("settings rules")
    (entry,) = shown.options
    await world.alice.choose("s:saved:person", entry["value"], on=shown)
    await world.alice.press("Open a table", shown)
    assert world.table.header.options["deals"] == 3


async def test_ones_own_rules_come_after_those_of_the_server(world: World) -> None:
    mine = await keep(world, "Domenica", MATA, Owner(OwnerKind.PERSON, world.alice.id))
    await keep(world, "Our domenica", HouseRules("bergen", {}))
    assert (await offered(world.alice))[:3] == ["Our domenica", "Domenica", "Domino Express"]
    assert await offered(world.alice, "domenica") == ["Our domenica", "Domenica"]
    assert await offered(world.bruno, "domenica") == ["Our domenica"]
    await opened(world, world.alice, "domenica")
    assert world.table.header.rules == "mata"
    assert (await opened(world, world.bruno, mine.key)).private == GONE


async def test_members_without_permission_save_a_lobby_for_themselves(world: World) -> None:
    await world.alice.run("play", rules="mata", show=True)
    shown = await fill(world.alice, "Save these rules", name="Mine")
    assert shown.lines[1].startswith("Saved for you: ")
    assert (await names(world), await names(world, Owner(OwnerKind.PERSON, world.alice.id))) == ([], ["Mine"])


# ---------------------------------------------------------------------- codes


async def test_a_code_carries_rules_to_another_server(world: World, admin: Player) -> None:
    shown = await chosen(admin, await keep(world))
    (code,) = [line.split("`")[1] for line in shown.lines if line.startswith("Code: ")]
    far, mallory = world.elsewhere()
    there = await mallory.run_server("rules", far)
    for typed, refusal in (
        ("Sunday", "This is no code for rules"),
        (code.replace("=3", "=5"), "This code has a typing mistake."),
        (code.replace("d1", "d9"), "This code has a typing mistake."),
        (code[:-3], "This code has a typing mistake."),
    ):
        answer = await fill(mallory, "Enter a code", there, far, code=typed, name="Imported")
        assert answer.private.startswith(refusal)
    await fill(mallory, "Enter a code", there, far, code=f" `{code.upper()}` ", name="Imported")
    (saved,) = await world.store.saved_rules.all(Owner(OwnerKind.SERVER, far.guild.id))
    assert (saved.name, saved.rules.options["deals"], saved.rules.options["clock"]) == ("Imported", 3, "slow")


async def test_a_code_in_the_command_opens_a_table(world: World) -> None:
    code = written_code(MATA)
    for typed in (code[:-1] + "0", code[:-3]):
        assert (await opened(world, world.alice, typed)).private.startswith("This code has a typing mistake.")
    await opened(world, world.alice, code)
    assert (world.table.header.options["deals"], world.table.header.time_control) == (3, TimeControl.SLOW)


# ---------------------------------------------------------------------- other versions

OLD = HouseRules("express", {"target": 175, "pairs": True, "wind": "east"})


async def test_the_parts_that_are_gone_are_told_to_whoever_opens_or_looks(world: World, admin: Player) -> None:
    saved = await keep(world, rules=OLD)
    lost = [
        "Points to win: `175` is no longer offered, so it is “100 points”.",
        "Domino Express has no rule `wind` here, so it is left out.",
    ]
    assert not (await chosen(admin, saved)).lacks(*lost)
    answer = await opened(world, world.alice, "Sunday")
    assert answer.followups == ["\n".join(lost)]
    assert (world.table.header.options["target"], world.table.header.options["pairs"]) == (100, True)


async def test_a_game_that_is_gone_is_the_default_one(world: World) -> None:
    await keep(world, rules=HouseRules("tiddlywinks", {"target": 7, "clock": "slow"}))
    answer = await opened(world, world.alice, "Sunday")
    assert answer.followups == ["I don't know the game `tiddlywinks`, so this is Domino Express with its usual rules."]
    assert (world.table.header.rules, world.table.header.time_control) == ("express", TimeControl.SLOW)


async def test_a_lobby_as_it_is_now_is_saved(world: World, admin: Player) -> None:
    await admin.run("play", rules="mata", show=True)
    more = await admin.press("More")
    async with world.directly():
        await world.table.do(lobbies.configure, admin.id, options={"deals": 7})
    await fill(admin, "Save these rules", more, name="Sunday")
    (saved,) = await world.store.saved_rules.all(server(world))
    assert saved.rules.options["deals"] == 7
