"""``/domino match history``: matches that are over, a page at a time."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.live.model.preferences import Visibility
from engine.live.model.table import Person
from tests.support.in_memory.matches import STRANGERS, as_former, keep, people, show
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking

DAY = 86_400


async def ask(world: World, who: str = "alice", **options: Any) -> Answer:
    return await world.people[who].run("match history", **options)


def ids(message: Seen) -> list[str]:
    """Return the ids of the matches that a page lists."""
    return re.findall(r"^`(\w+)` · ", message.text, flags=re.MULTILINE)


async def fill(world: World, count: int, *names: str) -> None:
    """Keep matches of these people, the newest with the highest number."""
    for number in range(count):
        await keep(
            world, people(world, *names), identity=f"match{number:03}", at=1_700_000_000.0 + number * DAY,
            rules="memory", seed=number,
        )  # fmt: skip


@pytest.mark.long
async def test_a_match_just_finished_is_told_with_its_id_its_people_its_winner_and_when(world: World) -> None:
    table = await world.play_and_end()
    answer = await ask(world)
    assert world.answered_at_once
    assert answer.ephemeral
    title, count, first, second = answer.lines
    assert title == "## Your matches here"
    assert count == "-# 1 match, newest first."
    assert re.fullmatch(rf"`{table.id}` · \*\*Domino Express\*\* · <t:\d+:R>", first)
    alice, bruno = table.view(None).totals
    winner = table.people[table.view(None).winners[0]].name
    assert second == f"Alice: {alice}, Bruno: {bruno} · {winner} won · {table.view(None).deal} deals"


async def test_the_history_lists_the_askers_matches_unless_others_are_asked_for(world: World) -> None:
    await keep(world, "alice bruno", identity="older", at=1.0)
    await keep(world, "bruno chloe", identity="newer", at=2.0)
    assert ids(await ask(world)) == ["older"]
    assert ids(await ask(world, whose="mine")) == ["older"]
    everybodys = await ask(world, whose="server")
    assert everybodys.ephemeral
    assert ids(everybodys) == ["newer", "older"]
    assert everybodys.text.startswith("## Matches here")
    assert ids(await ask(world, person=world.chloe)) == ["newer"]
    assert (await ask(world, person=world.chloe)).text.startswith(f"## Matches played by <@{world.chloe.id}>")


async def test_an_empty_history_says_how_to_begin_a_match(world: World) -> None:
    for options in ({}, {"whose": "server"}, {"person": world.bruno}):
        answer = await ask(world, **options)
        assert f"No match has been finished yet. Start one with {world.command('play')}." in answer.text
        assert not answer.labels
        assert not answer.options


async def test_pages_are_turned_in_place_and_after_a_restart(world: World) -> None:
    await fill(world, 17, "alice", "bruno")
    answer = await ask(world)
    assert "17 matches, newest first. Page 1 of 3." in answer.text
    assert ids(answer) == [f"match{number:03}" for number in range(16, 8, -1)]
    assert answer.labels == ["Next"]
    await world.alice.press("Next", answer)
    assert ids(answer) == [f"match{number:03}" for number in range(8, 0, -1)]
    assert answer.labels == ["Back", "Next"]
    await world.restart()
    await world.alice.press("Next", answer)
    assert ids(answer) == ["match000"]
    assert answer.labels == ["Back"]
    await world.alice.press("Back", answer)
    assert "Page 2 of 3" in answer.text


async def test_a_page_with_the_longest_names_stays_within_discords_limits(world: World) -> None:
    crowd = tuple(Person(9100 + seat, "**_|" * 8, "en-US") for seat in range(12))
    for number in range(8):
        await keep(world, crowd, identity=f"match{number:03}", rules="double-twelve", at=float(number), seed=number)
    answer = await ask(world, whose="server")
    assert len(answer.text) <= 4000
    assert len(ids(answer)) == 8
    assert answer.text.count(" more · ") == 8


async def test_the_points_of_pairs_are_told_once(world: World) -> None:
    old = await keep(world, "alice bruno chloe davide", pairs=True, target=50)
    said = (await ask(world)).text
    match = (await world.store.history.page(world.guild.id, 1))[0]
    points = [each.points for each in match.people]
    assert f"Alice and Chloé: {points[0]}, Bruno and Davide: {points[1]} · " in said
    assert ("Alice and Chloé won" if match.people[0].won else "Bruno and Davide won") in said
    assert old.header.id in said


@pytest.mark.parametrize("computers", [1, 2])
async def test_computers_are_marked_and_named_as_winners(world: World, computers: int) -> None:
    seen: set[bool] = set()
    for number in range(12):
        old = await keep(
            world, people(world, "alice"), identity=f"match{number:03}", at=float(number), seed=number,
            computers=computers, target=50,
        )  # fmt: skip
        last = (await ask(world)).text.splitlines()[3]
        names = [f"🤖 {each.name}" for each in old.header.people[1:]]
        assert all(name in last for name in names)
        won = (await world.store.history.page(world.guild.id, 1))[0].people[0].won
        seen.add(won)
        assert ("Alice won" if won else f"{names[0]} won" if computers == 1 else "a computer won") in last
        if seen == {True, False}:
            return
    raise AssertionError("always the same side won")


async def test_a_rule_set_without_points_tells_none(world: World) -> None:
    await keep(world, "alice bruno", rules="double-twelve")
    assert re.search(r"^Alice, Bruno · (Alice|Bruno) won$", (await ask(world)).text, flags=re.MULTILINE)


async def test_hidden_players_have_no_name_in_lists_of_others(world: World) -> None:
    await keep(world, "alice bruno chloe")
    await show(world, "bruno", Visibility.NAMELESS)
    await show(world, "chloe", Visibility.HIDDEN)
    for who, others in (("alice", ("Bruno", "Chloé")), ("bruno", ("Chloé",)), ("chloe", ("Bruno",))):
        answer = await ask(world, who, whose="server")
        said = answer.text + str(answer.options)
        assert not [name for name in others if name in said]
        assert "Alice" in said
        assert "Player 3" in said or who == "chloe"


async def test_the_matches_of_a_nameless_player_are_not_listed(world: World) -> None:
    await fill(world, 9, "bruno", "chloe")
    page = await ask(world, person=world.bruno)
    for shown in (Visibility.NAMELESS, Visibility.HIDDEN):
        await show(world, "bruno", shown)
        assert (await ask(world, person=world.bruno)).text == "This person doesn't show their matches to others."
        assert ids(await ask(world, "bruno"))
        assert ids(await ask(world, "bruno", person=world.bruno))
    assert (await world.alice.press("Next", page)).text == "This person doesn't show their matches to others."


async def test_former_players_are_told_as_such_in_the_readers_language(world: World) -> None:
    await keep(world, as_former(people(world, "alice", "bruno"), 1))
    assert "a former player" in (await ask(world)).text
    with speaking({world.alice.id: "fr"}):
        assert "Bruno" not in (await ask(world)).text


async def test_a_choice_opens_the_replay_in_a_message_of_its_own(world: World) -> None:
    await fill(world, 2, "alice", "bruno")
    answer = await ask(world)
    assert [option["value"] for option in answer.options] == ["match001", "match000"]
    assert answer.options[0]["description"] == "Alice, Bruno"
    shown = await world.alice.choose("s:look", "match000", on=answer)
    assert world.answered_at_once
    assert "match `match000`" in shown.private
    assert ids(answer) == ["match001", "match000"]


async def test_another_servers_matches_are_not_among_them(world: World) -> None:
    _, mallory = world.elsewhere()
    await keep(world, "alice bruno", guild=mallory.guild.id)
    for options in ({}, {"whose": "server"}, {"person": world.bruno}):
        assert not ids(await ask(world, **options))


async def test_forged_pages_get_a_sentence_or_a_real_page(world: World) -> None:
    await fill(world, 9, "alice", "bruno")
    page = await ask(world)
    for forged in ("b:past:mine:x", "b:past:-1:1", "b:past:mine", "b:past:server:1:2:3"):
        assert (await world.alice.forge(forged, page)).text == "That button was for an earlier move."
    for forged in ("b:past:mine:0", "b:past:mine:999999999", f"b:past:{STRANGERS[0].user_id}:1"):
        assert (await world.alice.forge(forged, page)).text.startswith("## ")
