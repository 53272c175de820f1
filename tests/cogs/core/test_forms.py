"""Tests of forms: nothing is kept of one that is only opened, and each works."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
import pytest

from engine.live.model.saved_rules import HouseRules, Owner, OwnerKind
from tests.cogs.cups.flow import opened as cup_opened
from tests.support.features import all_handlers
from tests.support.in_memory.deliveries import submitted
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import TEXT_INPUT, Answer
from tests.support.in_memory.world import World

FORMER = {"number", "servernumber"}
"""The forms of earlier versions."""
OF_CUPS = {"cupform", "cupin", "cupstart", "cupcancel", "cuphand", "cupreplace", "cupapart", "cupcorrect"}
"""The forms of tournaments."""


def test_no_form_goes_another_way_than_these() -> None:
    """A form of a new kind is to be added to :data:`FORMS`."""
    known = {"word", "options", "settings", "season", "savetable", "renamerules", "entercode", *OF_CUPS}
    assert {verb for kind, verb in all_handlers() if kind == "m"} == {*known, *FORMER}
    assert not [each for each in discord.ui.Modal.__subclasses__() if each.__module__.startswith("cogs")]


async def of_a_word(world: World) -> tuple[Player, Answer]:
    await world.lobby("alice")
    return world.alice, await world.alice.press("Add a word", await world.alice.press("Fair deal"))


async def of_an_option(world: World, rules: str = "mata") -> tuple[Player, Answer]:
    await world.lobby("alice", rules=rules)
    return world.alice, await world.alice.open_form(await world.alice.press("More"), "deals")


async def of_a_server(world: World) -> tuple[Player, Answer]:
    admin = world.manager()
    await world.prefer(rules="mata")
    return admin, await admin.open_form(await admin.run_server("settings"), "deals")


async def of_a_season(world: World) -> tuple[Player, Answer]:
    admin = world.manager()
    return admin, await admin.choose("s:season", "open", on=await admin.run_server("season"))


async def of_a_lobby(world: World) -> tuple[Player, Answer]:
    admin = world.manager()
    await admin.run("play", show=True)
    return admin, await admin.press("Save these rules")


async def of_a_name(world: World) -> tuple[Player, Answer]:
    admin = world.manager()
    saved = await world.store.saved_rules.save(server(world), "Sunday", HouseRules("mata", {}))
    shown = await admin.run_server("rules")
    await admin.choose("s:saved:server", saved.id, on=shown)
    return admin, await admin.press("Rename", shown)


async def of_a_cup(world: World) -> tuple[Player, Answer]:
    club = await cup_opened(world)
    await club.tick()
    return world.alice, await world.alice.press("Call off", await world.alice.press("Organize", await club.post("cup")))


def server(world: World) -> Owner:
    return Owner(OwnerKind.SERVER, world.guild.id)


async def _word(world: World) -> bool:
    return world.table.header.words == ((world.alice.id, "12"),)


async def _option(world: World) -> bool:
    return world.table.header.options["deals"] == 12


async def _server(world: World) -> bool:
    return (await world.settings()).options == {"deals": 12}


async def _season(world: World) -> bool:
    return [each.name for each in await world.store.league.seasons(world.guild.id)] == ["12"]


async def _saved(world: World) -> bool:
    return [each.name for each in await world.store.saved_rules.all(server(world))] == ["12"]


async def _called_off(world: World) -> bool:
    rows = await world.store.connection.rows("SELECT id FROM cups WHERE guild_id = ?", (world.guild.id,))
    cup = await world.store.cups.find(rows[0][0], 0.0)
    return cup is not None and cup.cup.cancelled == "12"


def typed(form: Answer, text: str) -> dict[str, str]:
    """Return a text for the field of a form into which one is typed."""
    (field,) = [name for name, each in form.fields.items() if each["type"] == TEXT_INPUT]
    return {field: text}


Opening = Callable[[World], Awaitable[tuple[Player, Answer]]]
Check = Callable[[World], Awaitable[bool]]
FORMS: list[tuple[Opening, Check]] = [
    (of_a_word, _word),
    (of_an_option, _option),
    (of_a_server, _server),
    (of_a_season, _season),
    (of_a_lobby, _saved),
    (of_a_name, _saved),
    (of_a_cup, _called_off),
]
every_form = pytest.mark.parametrize(("opened", "done"), FORMS, ids=lambda each: each.__name__.strip("_"))


@every_form
async def test_a_form_that_is_opened_and_dismissed_is_kept_nowhere(world: World, opened: Opening, done: Check) -> None:
    _, form = await opened(world)
    assert form.modal is not None
    assert not world.bot._connection._view_store._modals
    assert not await done(world)


@pytest.mark.sampled(2)
@every_form
async def test_a_form_open_during_a_restart_still_does_what_it_says(world: World, opened: Opening, done: Check) -> None:
    player, form = await opened(world)
    await world.restart()
    await player.submit(form, typed(form, "12"))
    assert await done(world)


@pytest.mark.parametrize(("opened", "done"), FORMS[:3], ids=["word", "option", "server"])
async def test_a_form_that_is_open_on_two_devices_counts_from_both(world: World, opened: Opening, done: Check) -> None:
    player, form = await opened(world)
    assert form.modal is not None
    elsewhere = await submitted(player, form.modal["custom_id"], typed(form, "7"), world.board).send()
    assert "was for an earlier move" not in elsewhere.text
    await player.submit(form, typed(form, "12"))
    assert await done(world)


async def test_forms_of_two_servers_answer_each_for_its_own(world: World) -> None:
    admin, form = await of_a_server(world)
    channel, mallory = world.elsewhere()
    await mallory.run_server("settings", channel)
    far = channel.guild.id
    panel = await mallory.run_server("settings", channel)
    await mallory.choose("s:server:rules", "mata", on=panel)
    other = await mallory.open_form(panel, "deals")
    await admin.submit(form, typed(form, "12"))
    await mallory.submit(other, typed(other, "9"))
    assert (await world.settings()).options == {"deals": 12}
    assert (await world.store.preferences.get(type(await world.settings()), far)).options == {"deals": 9}


async def test_a_number_for_a_rule_set_that_the_host_has_changed_meanwhile_is_declined(world: World) -> None:
    alice, form = await of_an_option(world)
    table = world.table
    await alice.choose(f"s:ruleset:{table.id}", "mata-alsace", on=await alice.press("More"))
    before = table.header.options
    assert (await alice.submit(form, typed(form, "12"))).private == "That button was for an earlier move."
    assert table.header.options == before
