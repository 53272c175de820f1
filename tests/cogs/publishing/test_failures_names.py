"""Names changed to something nasty in mid-match: nothing formats, mentions, turns a line round or breaks it."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
import simcord

from cogs.messages.names import plain_name
from engine.bots.level import Level
from engine.live.model.table import Person
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import in_turn, kept, move_by_hand, unhurt
from tests.cogs.play.test_presence import hold
from tests.cogs.playing import alt_texts, hand_message, rush, take_turn, text

MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
"""What turns the direction of a line round."""

NASTY = (
    ("**bold** __x__ ~~y~~", "<@123456789012345678>", "\u202egnp.ecila\u2067", "🁫" * 32),
    ("@everyone @here", "[free nitro](//evil.test)", "a\nb\r\nc\u2028d", "{user} {0} %s \\"),
    ("<@&123456789012345678>", "```js``` `x` ||y||", "# big", "👨\u200d👩\u200d👧\u200d👦" * 4),
    ("Z" + "\u0300" * 31, "\u200b\u3164\u2800", "> quoted", "-# small"),
)
LIVE = re.compile(
    r"<@[!&]?\d{17,}>|@everyone|@here|(?<!\\)\[free|(?<!\\)`x(?![a-z0-9])|\*\*bold\*\*|^(#|-#|>) ?(big|small|quoted)",
    re.MULTILINE,
)
"""What would do something, of all these, if it were not escaped."""


def rename(world: World, person: simcord.MemberActor, name: str) -> None:
    """Let somebody change their name, and the bot see it at their next press."""
    world.env.backend.get_user(person.id).global_name = name


def messages(world: World) -> list[Any]:
    """Give all messages that anybody can read, private ones among them."""
    places = [world.channel, *(each.user.dm_channel for each in world.people.values())]
    return [each for place in places for each in place.history()]


def notified(world: World, since: int) -> set[str]:
    """Give whom the messages since then may notify, beside single people."""
    found: set[str] = set()
    for each in world.env.http_requests[since:]:
        body = each.json.get("data") or each.json if isinstance(each.json, dict) else {}
        allowed = (body or {}).get("allowed_mentions") or {}
        found |= set(allowed.get("parse") or []) | set(allowed.get("roles") or [])
    return found


@pytest.mark.long
@pytest.mark.parametrize("nasty", NASTY)
async def test_names_changed_to_something_nasty_do_nothing_anywhere(
    world: World, nasty: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    people = [world.people[each] for each in ("alice", "bruno", "chloe", "davide")]
    table = await world.sit("alice", "bruno", "chloe", "davide", target=50)
    sent, users = len(world.env.http_requests), {f"<@{each.id}>" for each in people}
    answers: list[Any] = []
    for person, changed in zip(people, nasty, strict=True):
        rename(world, person, changed)
        answers.append((await person.click(world.last(), label="My hand")).response)
    assert not {each.name for each in table.people} & {"Alice", "Bruno", "Chloé", "Davide"}
    await take_turn(world, table)
    ballot = await world.bruno.slash(world.channel, "domino vote")
    await world.chloe.click(ballot.response.message, label="Play on")
    answers.append((await world.alice.slash(world.channel, "domino host", person=world.bruno)).response)
    await hold(world, table, world.chloe)
    await world.env.advance_time(61)
    await world.chloe.slash(world.channel, "domino back")
    await kept(world, table)
    await rush(world, table)
    assert any("wins the match" in text(each) for each in world.channel.history())
    answers.append((await world.eve.slash(world.channel, "domino leaderboard")).response)
    for message in [*messages(world), *answers]:
        said = text(message)
        for user in users:
            said = said.replace(user, "")
        assert not LIVE.search(said), said
        for each in (said, *alt_texts(message)):
            # what formats nothing can still turn lines round or break them
            assert not set(each) & set(MARKS)
            assert "a\nb" not in each
            assert "\u2028" not in each
    assert not notified(world, sent)
    unhurt(caplog)


async def test_a_nasty_name_in_a_lobby_breaks_no_line_and_the_match_can_begin(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    for person, nasty in (("alice", "# big\n**x**"), ("bruno", "@everyone\u202e"), ("chloe", "a\nb")):
        rename(world, world.people[person], nasty)
    sent = len(world.env.http_requests)
    await world.alice.slash(world.channel, "domino play", friend1=world.bruno)
    for person in (world.bruno, world.chloe):
        await person.click(world.last(), label="Join")
    lines = text(world.last()).splitlines()
    seats = [line for line in lines if line[:2] in ("1.", "2.", "3.")]
    assert seats == ["1. **\\# big \\*\\*x\\*\\*** (host)", "2. **@\u200beveryone**", "3. **a b**"]
    assert not notified(world, sent)
    await world.alice.click(world.last(), label="Start")
    table = world.table
    await move_by_hand(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_a_name_changed_in_mid_match_is_the_one_that_is_told_from_then_on(world: World) -> None:
    table: Table = await world.sit("alice", "bruno", "chloe")
    person = in_turn(world, table)
    rename(world, person, "Somebody Else")
    await person.click(world.last(), label="My hand")
    await move_by_hand(world, table)
    assert "**Somebody Else** opens" in text(world.last())
    assert "Somebody Else" in alt_texts(world.last())[0]
    assert isinstance(hand_message(world, person), discord.Message)
    await kept(world, table)


def test_nobody_passes_for_a_computer_by_name() -> None:
    assert plain_name(Person(1, "🤖 Tove", "fr")) == "Tove"
    assert plain_name(Person(1, "🤖", "fr")) == "?"
    assert plain_name(Person(-1, "Tove", "", level=Level.EASY)) == "🤖 Tove"
