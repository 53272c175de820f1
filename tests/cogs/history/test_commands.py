"""``/domino history``: matches that are over, a page at a time."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.live.model.preferences import Visibility
from engine.live.model.table import Person
from tests.cogs.conftest import World
from tests.cogs.past import STRANGERS, as_former, keep, people, show
from tests.cogs.playing import answered_at_once, buttons, components, rush, text
from tests.support.simcord_private import press, speaking

DAY = 86_400


async def ask(world: World, who: str = "alice", **options: Any) -> Any:
    return await world.people[who].slash(world.channel, "domino history", **options)


def ids(message: Any) -> list[str]:
    """Give the ids of the matches that a page lists, in its order."""
    return re.findall(r"^`(\w+)` · ", text(message), flags=re.MULTILINE)


def offered(message: Any) -> list[dict[str, Any]]:
    """Give what the select offers."""
    return [option for node in components(message) if node.get("type") == 3 for option in node["options"]]


async def fill(world: World, count: int, *names: str) -> None:
    """Keep matches of these people, the newest with the highest number."""
    for number in range(count):
        await keep(
            world, people(world, *names), identity=f"match{number:03}", at=1_700_000_000.0 + number * DAY,
            rules="memory", seed=number,
        )  # fmt: skip


async def test_a_match_just_finished_is_told_with_its_id_its_people_its_winner_and_when(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    answer = await ask(world)
    assert answered_at_once(world)
    assert answer.ephemeral
    title, count, first, second = text(answer.response).splitlines()
    assert title == "## Your matches on this server"
    assert count == "-# 1 match, the newest first."
    assert re.fullmatch(rf"`{table.id}` · \*\*Domino Express\*\* · <t:\d+:R>", first)
    alice, bruno = table.view(None).totals
    winner = table.people[table.view(None).winners[0]].name
    assert second == f"Alice: {alice}, Bruno: {bruno} · {winner} won · {table.view(None).deal} deals"


async def test_without_a_word_mine_are_told_and_else_everybodys(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"), identity="older", at=1.0)
    await keep(world, people(world, "bruno", "chloe"), identity="newer", at=2.0)
    assert ids((await ask(world)).response) == ["older"]
    assert ids((await ask(world, whose="mine")).response) == ["older"]
    everybodys = await ask(world, whose="server")
    assert everybodys.ephemeral
    assert ids(everybodys.response) == ["newer", "older"]
    assert text(everybodys.response).startswith("## Matches on this server")
    assert ids((await ask(world, person=world.chloe)).response) == ["newer"]
    assert text((await ask(world, person=world.chloe)).response).startswith(f"## Matches of <@{world.chloe.id}>")


async def test_where_there_is_none_it_says_how_to_begin_one(world: World) -> None:
    for options in ({}, {"whose": "server"}, {"person": world.bruno}):
        answer = await ask(world, **options)
        assert "No match is over yet. Begin one with `/domino play`." in text(answer.response)
        assert not list(buttons(answer.response))
        assert not offered(answer.response)


async def test_pages_are_turned_in_place_and_after_a_restart(world: World) -> None:
    await fill(world, 17, "alice", "bruno")
    answer = await ask(world)
    assert "17 matches, the newest first. Page 1 of 3." in text(answer.response)
    assert ids(answer.response) == [f"match{number:03}" for number in range(16, 8, -1)]
    assert list(buttons(answer.response)) == ["Next"]
    await world.alice.click(answer.response.message, label="Next")
    assert ids(answer.response) == [f"match{number:03}" for number in range(8, 0, -1)]
    assert list(buttons(answer.response)) == ["Back", "Next"]
    await world.restart()
    await world.alice.click(answer.response.message, label="Next")
    assert ids(answer.response) == ["match000"]
    assert list(buttons(answer.response)) == ["Back"]
    await world.alice.click(answer.response.message, label="Back")
    assert "Page 2 of 3" in text(answer.response)


async def test_a_page_stays_within_what_discord_takes_however_long_the_names(world: World) -> None:
    crowd = tuple(Person(9100 + seat, "**_|" * 8, "en-US") for seat in range(12))
    for number in range(8):
        await keep(world, crowd, identity=f"match{number:03}", rules="double-twelve", at=float(number), seed=number)
    answer = await ask(world, whose="server")
    assert len(text(answer.response)) <= 4000
    assert len(ids(answer.response)) == 8
    assert text(answer.response).count(" more · ") == 8


async def test_the_points_of_pairs_are_told_once(world: World) -> None:
    old = await keep(world, people(world, "alice", "bruno", "chloe", "davide"), pairs=True, target=50)
    said = text((await ask(world)).response)
    match = (await world.bot.hub.store.history.page(world.guild.id, 1))[0]
    points = [each.points for each in match.people]
    assert f"Alice and Chloé: {points[0]}, Bruno and Davide: {points[1]} · " in said
    assert ("Alice and Chloé won" if match.people[0].won else "Bruno and Davide won") in said
    assert old.header.id in said


@pytest.mark.parametrize("computers", [1, 2])
async def test_computers_are_marked_and_win_where_nobody_else_has(world: World, computers: int) -> None:
    seen: set[bool] = set()
    for number in range(12):
        old = await keep(
            world, people(world, "alice"), identity=f"match{number:03}", at=float(number), seed=number,
            computers=computers, target=50,
        )  # fmt: skip
        last = text((await ask(world)).response).splitlines()[3]
        names = [f"🤖 {each.name}" for each in old.header.people[1:]]
        assert all(name in last for name in names)
        won = (await world.bot.hub.store.history.page(world.guild.id, 1))[0].people[0].won
        seen.add(won)
        assert ("Alice won" if won else f"{names[0]} won" if computers == 1 else "a computer won") in last
        if seen == {True, False}:
            return
    raise AssertionError("always the same side won")


async def test_a_rule_set_without_points_tells_none(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"), rules="double-twelve")
    assert re.search(r"^Alice, Bruno · (Alice|Bruno) won$", text((await ask(world)).response), flags=re.MULTILINE)


async def test_who_is_shown_without_name_or_not_at_all_has_no_name_in_others_lists(world: World) -> None:
    await keep(world, people(world, "alice", "bruno", "chloe"))
    await show(world, "bruno", Visibility.NAMELESS)
    await show(world, "chloe", Visibility.HIDDEN)
    for who, others in (("alice", ("Bruno", "Chloé")), ("bruno", ("Chloé",)), ("chloe", ("Bruno",))):
        answer = await ask(world, who, whose="server")
        said = text(answer.response) + str(offered(answer.response))
        assert not [name for name in others if name in said]
        assert "Alice" in said
        assert "Player 3" in said or who == "chloe"


async def test_nobody_lists_the_matches_of_who_is_without_name(world: World) -> None:
    await fill(world, 9, "bruno", "chloe")
    page = (await ask(world, person=world.bruno)).response.message
    for shown in (Visibility.NAMELESS, Visibility.HIDDEN):
        await show(world, "bruno", shown)
        answer = await ask(world, person=world.bruno)
        assert answer.response.content == "They don't show their matches to others."
        assert ids((await ask(world, "bruno")).response)
        assert ids((await ask(world, "bruno", person=world.bruno)).response)
    turned = await world.alice.click(page, label="Next")
    assert turned.response.content == "They don't show their matches to others."


async def test_former_players_are_told_as_such_in_the_readers_language(world: World) -> None:
    await keep(world, as_former(people(world, "alice", "bruno"), 1))
    assert "a former player" in text((await ask(world)).response)
    with speaking({world.alice.id: "fr"}):
        assert "Bruno" not in text((await ask(world)).response)


async def test_a_choice_opens_the_replay_in_a_message_of_its_own(world: World) -> None:
    await fill(world, 2, "alice", "bruno")
    answer = await ask(world)
    assert [option["value"] for option in offered(answer.response)] == ["match001", "match000"]
    assert offered(answer.response)[0]["description"] == "Alice, Bruno"
    shown = await world.alice.select(answer.response.message, ["match000"], custom_id="s:look")
    assert answered_at_once(world)
    assert shown.ephemeral
    assert "match `match000`" in text(shown.response)
    assert ids(answer.response) == ["match001", "match000"]


async def test_another_servers_matches_are_not_among_them(world: World) -> None:
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("other owner"))
    await keep(world, people(world, "alice", "bruno"), guild=elsewhere.id)
    for options in ({}, {"whose": "server"}, {"person": world.bruno}):
        assert not ids((await ask(world, **options)).response)


async def test_forged_pages_get_a_sentence_or_a_page_there_is(world: World) -> None:
    await fill(world, 9, "alice", "bruno")
    page = (await ask(world)).response.message
    for forged in ("b:past:mine:x", "b:past:-1:1", "b:past:mine", "b:past:server:1:2:3"):
        answer = press(world.env, world.alice, page, forged)
        await world.env.settle()
        assert answer.response.content == "That was for an earlier move."
    for forged in ("b:past:mine:0", "b:past:mine:999999999", f"b:past:{STRANGERS[0].user}:1"):
        answer = press(world.env, world.alice, page, forged)
        await world.env.settle()
        assert text(answer.response).startswith("## ")
