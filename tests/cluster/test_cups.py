"""A cup on two bots that are one: the other one goes on where the first died."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.live.database.address import DatabaseURL
from tests.support.bots.fleet import Fleet, fleet
from tests.support.people import Message, Person

pytestmark = [pytest.mark.long, pytest.mark.wire]

NAMES = ("alice", "bruno", "chloe", "davide")


async def control(person: Person, message: Message | None, verb: str) -> Message | None:
    """Press the only button of a verb; return the answer."""
    assert message is not None
    pressed = next(each for each in message.buttons if each["custom_id"].split(":")[1] == verb)
    return (await person.press(message, custom_id=pressed["custom_id"])).message


async def opened(bots: Fleet, people: list[Person]) -> None:
    """Let the first person open a cup, all sign up, and the first begin it."""
    channel, first = bots.channels[0], people[0]
    plan = await first.run("domino-cup new", channel=channel, name="Thursday Cup", sides="alone", rules="express")
    await control(first, plan.message, "cupopen")
    cup = await first.wait_for(lambda message: any("cupin" in each["custom_id"] for each in message.buttons))
    for person in people:
        await control(person, await person.refresh(cup), "cupin")
    panel = await control(first, await first.refresh(cup), "cuporg")
    asked = await control(first, panel, "cupbegin")
    await control(first, asked, "cupbeginnow")


async def tables(people: list[Person]) -> list[Message]:
    """Wait for the tables of a round of four; return their messages."""
    seen: dict[int, Message] = {}
    for person in people:
        shown = await person.wait_for(
            lambda message, person=person: "cuphere" in str(message.data) and person.mention in message.text
        )
        seen[shown.id] = shown
    return list(seen.values())


@pytest.mark.parametrize("shown", [False, True], ids=["before its tables are shown", "while its people come"])
async def test_a_cup_goes_on_in_the_other_process(tmp_path: Path, database: DatabaseURL, shown: bool) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        people = [bots.people[name] for name in NAMES]
        await opened(bots, people)
        holder = bots.holders()[0]
        other = "b" if holder == "a" else "a"
        if shown:
            await tables(people)
        await bots.bots[holder].kill()
        await bots.until(lambda: bots.holders().get(0) == other, why="not taken over")
        await bots.settled(other)
        messages = await tables(people)
        assert len(messages) == 2
        for person in people:
            mine = next(each for each in messages if person.mention in each.text)
            await control(person, await person.refresh(mine), "cuphere")
        await bots.until(lambda: len(bots.rows("SELECT id FROM tables WHERE status = 'playing'")) == 2, why="no match")
        asked = [each for each in bots.playground.journal.requests if each.method == "POST" and each.status == 200]
        sent = Counter(
            str(each.json["nonce"]) for each in asked if each.path.endswith("/messages") and "cup" in str(each.json)
        )
        assert not [each for each, count in sent.items() if count > 1]
        assert sum(each.path.endswith("/threads") for each in asked) == 2
