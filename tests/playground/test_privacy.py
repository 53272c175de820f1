"""Tests that private messages never reach another person."""

from __future__ import annotations

import json
from collections.abc import Awaitable

import aiohttp
import pytest

from tests.playground.table import Table
from tests.support.people import NotAllowed, Person

pytestmark = pytest.mark.wire


def pushed(person: Person) -> str:
    """All that was ever pushed to a person, as text."""
    return json.dumps(person.events)


async def refused(doing: Awaitable[object], status: str = "40") -> None:
    """Expect a refusal of what a person does."""
    with pytest.raises(NotAllowed, match=status):
        await doing


@pytest.mark.long
async def test_ephemeral_answers_are_pushed_to_their_reader_alone(table: Table) -> None:
    bruno = table.people.bruno
    hand = await table.hand()
    await bruno.choose(hand, ["66"])
    slow = (await bruno.run("trial slow", seconds=0.05, quietly=True)).message
    # The command sends this one after its answer, so it may still be under way.
    await bruno.wait_for(lambda m: m.content == "And another thing")
    await bruno.dismiss(slow)
    # Something everyone sees, after all of it: whatever was to be pushed has been.
    await bruno.say("done")
    for person in table.people:
        await person.wait_for(lambda m: m.content == "done")
        mine = person is bruno
        for secret in ("The hand of Bruno", "Three tiles", "Played 66", "Thought it over", "And another thing"):
            assert (secret in pushed(person)) == mine
        for message in (hand, slow):
            assert (f'"{message.id}"' in pushed(person)) == mine


@pytest.mark.long
async def test_ephemeral_messages_cannot_be_asked_for_by_others(table: Table) -> None:
    hand = await table.hand()
    for person in set(table.people) - {table.people.bruno}:
        await refused(person.refresh(hand), "404")
        await refused(person.dismiss(hand))
        await refused(person.press_id(hand, "trial:tile"))


@pytest.mark.long
async def test_private_messages_go_to_their_owner_alone(table: Table) -> None:
    eve = table.people.eve
    await eve.run("trial secret")
    note = await eve.wait_for(lambda m: m.content == "Psst, Eve")
    await eve.choose(note, ["66"])
    await eve.say("between us", channel="dm")
    await eve.say("done")
    for person in table.people:
        await person.wait_for(lambda m: m.content == "done")
        mine = person is eve
        for secret in ("Psst", "between us", "Played 66", f'"{note.channel_id}"'):
            assert (secret in pushed(person)) == mine
        if mine:
            continue
        await refused(person.messages(note.channel_id), "404")
        await refused(person.refresh(note))
        await refused(person.say("me too", channel=note.channel_id))
        assert note.channel_id not in [int(row["id"]) for row in await person.channels()]


@pytest.mark.long
async def test_interactions_are_told_to_their_person_alone(table: Table) -> None:
    shown = await table.people.alice.run("trial modal")
    await table.people.alice.say("done")
    for person in table.people:
        await person.wait_for(lambda m: m.content == "done")
        assert (str(shown.id) in pushed(person)) == (person is table.people.alice)
    url = f"{table.playground.url}/people/{table.people.bruno.id}/interactions/{shown.id}"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert response.status == 404


@pytest.mark.long
async def test_the_overview_and_the_totals_have_counts_and_no_content(table: Table) -> None:
    await table.people.eve.run("trial secret")
    await table.people.eve.wait_for(lambda m: m.content == "Psst, Eve")
    async with aiohttp.ClientSession() as session, session.get(f"{table.playground.url}/people") as response:
        overview = await response.json()
    assert "Psst" not in json.dumps(overview)
    assert overview["totals"][str(table.people.eve.id)]["unread"] == 2
    assert overview["totals"][str(table.people.bruno.id)]["unread"] == 0
