"""Private matches: nobody else can tell that one runs."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.cogs.anywhere.test_answers import group, sit
from tests.cogs.anywhere.test_private import begin, go_on, messages
from tests.support import anywhere
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World, act

LISTS: list[tuple[str, dict[str, Any]]] = [
    ("tables", {}),
    ("board", {}),
    ("hand", {}),
    ("hint", {}),
    ("table end", {}),
    ("leave", {}),
    ("table pause", {}),
    ("settings doctor", {}),
    ("rules", {}),
    ("help", {}),
    ("match history", {}),
    ("leaderboard", {}),
    ("stats", {"person": "alice"}),
    ("settings privacy", {}),
    ("table host", {"person": "alice"}),
    ("table remove", {"person": "alice"}),
    ("settings text", {"mode": "on", "for": "table"}),
]


async def asked(world: World, who: Player, command: str, options: dict[str, Any]) -> str:
    """Return all that somebody is answered."""
    options = {name: world.people.get(value, value) for name, value in options.items()}
    # but for how fast the bot is
    return re.sub(r"\d+ ms", "", (await who.run(command, **options)).everything)


@pytest.mark.long
async def test_no_command_of_anybody_else_answers_differently_while_a_private_match_runs(world: World) -> None:
    admin = world.manager(manage_guild=True, manage_messages=True)
    before = {name: [await asked(world, who, name, options) for who in (world.bruno, admin)] for name, options in LISTS}
    suggested = await world.bruno.complete("match replay", "id", "")
    table = await begin(world)
    await go_on(world.alice, table)
    for name, options in LISTS:
        assert [await asked(world, who, name, options) for who in (world.bruno, admin)] == before[name], name
    assert await world.bruno.complete("match replay", "id", "") == suggested
    assert not [each for each in world.seen_by(world.bruno) if "table.png" in each.files]
    assert table.playing


async def test_another_person_opens_a_table_as_if_the_channel_were_free(world: World) -> None:
    await begin(world)
    assert "Join" in (await world.bruno.run("play")).labels
    assert world.table.header.host_id == world.bruno.id


@pytest.mark.parametrize(
    "verb", ["hand", "look", "act", "show", "wait", "stop", "end", "rematch", "replay", "vote", "fair"]
)
@pytest.mark.parametrize("place", ["here", "elsewhere"])
async def test_a_forged_press_is_answered_as_if_there_were_no_such_table(world: World, verb: str, place: str) -> None:
    table, arguments = await begin(world), {"act": ":1:0:0", "replay": ":1", "vote": ":1:yes"}.get(verb, "")
    await world.bruno.run("play")
    on = world.board if place == "here" else Seen((await world.bruno.run("help")).message)
    told = [(await world.bruno.forge(f"b:{verb}:{each}{arguments}", on)).everything for each in (table.id, "zzzzzzzz")]
    assert told[0] == told[1]


@pytest.mark.long
async def test_its_id_leads_nowhere_until_it_is_over(world: World) -> None:
    table = await begin(world, target=50)
    for command in ("match replay", "match record", "match verify"):
        told = [(await world.bruno.run(command, id=each)).text for each in (table.id, "zzzzzzzz")]
        assert told[0] == told[1]
        assert "still being played" in (await world.alice.run(command, id=table.id)).text
    await world.rush(table)
    assert "no such match" not in (await world.bruno.run("match replay", id=table.id)).text


async def test_a_manager_who_deletes_a_servers_data_learns_of_no_private_match_and_deletes_it(world: World) -> None:
    table, admin = await begin(world), world.manager()
    asked = await admin.press("Delete this server's data", await admin.run("settings privacy"))
    again = await admin.press("Continue", asked)
    done = await admin.press("Delete for good", again)
    assert "has been deleted" in done.text
    assert table.header.status.over
    assert not world.rows()["tables"]


@pytest.mark.long
async def test_a_private_press_shows_nothing_of_a_table_that_waits_for_a_press(world: World) -> None:
    place = group(world)
    anywhere.install(world.env, world.bruno)
    shared = await sit(world, place, world.chloe)
    private = await begin(world, place, world.bruno)
    world.skip(16 * 60)
    async with world.directly():
        await act(shared)
    count = len(place.history())
    await go_on(world.bruno, private, place)
    assert len(place.history()) == count
    await world.bruno.run("rules", place, rules="mata")
    assert len(place.history()) == count + 1


@pytest.mark.long
async def test_a_press_in_the_channel_shows_nothing_of_a_private_match(world: World) -> None:
    table = await begin(world)
    await world.wait(16 * 60)
    async with world.directly():
        world.bot.publisher.changed(table)
    before = messages(world.alice)
    await world.bruno.run("rules", rules="mata")
    await world.alice.run("rules", rules="mata")
    assert messages(world.alice)[: len(before)] == before
    assert not [each for each in messages(world.bruno) if "table.png" in each.files]
    await go_on(world.alice, table)
