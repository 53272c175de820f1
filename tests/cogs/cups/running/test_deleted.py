"""A deleted message with buttons that people need is sent again: once, and without mentions."""

from __future__ import annotations

from contextlib import suppress

import pytest

from cogs.cups.running.posts import MISSED_SECONDS
from cogs.cups.running.sending import Shown
from cogs.cups.texts import post_link
from engine.live.cups import course, organizing, signing
from engine.live.cups.model import NOWHERE, LiveTable, Post
from engine.live.model.errors import StorageError
from tests.cogs.cups.examples import NOW, cup_at
from tests.cogs.cups.flow import Club, opened, person
from tests.cogs.cups.running.test_restarts import Death
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

FOUR = ("alice", "bruno", "chloe", "davide")


@pytest.mark.parametrize(
    ("content", "seconds", "later", "fresh"),
    [("a", 10, 9, True), ("a", 10, 10, False), ("b", 10, 9, False), ("a", float("inf"), 10**6, True)],
)
def test_a_message_is_fresh_if_it_was_there_so_long_ago(
    content: str, seconds: float, later: float, fresh: bool
) -> None:
    time = [100.0]
    shown = Shown(lambda: time[0])
    assert not shown.is_fresh(1, "a", seconds), "nothing is known of it"
    shown.note(1, "a")
    time[0] += later
    assert shown.is_fresh(1, content, seconds) is fresh
    shown.forget(1)
    assert not shown.knows(1)


@pytest.mark.parametrize(("now", "changes"), [(Post(2, 21), True), (Post(2, 22), False), (Post(2), False)])
def test_a_deleted_message_of_a_cup_is_replaced_once(now: Post, changes: bool) -> None:
    change = course.posted_again(cup_at(posts={"cup": now}), "cup", Post(2, 21), Post(2, 30))
    assert bool(change) is changes


@pytest.mark.parametrize(("message_id", "changes"), [(21, True), (22, False), (0, False)])
def test_a_deleted_message_of_a_table_is_replaced_once_and_nobody_waits_longer(message_id: int, changes: bool) -> None:
    seen = LiveTable(1, 1, NOW, channel_id=7, message_id=21, until=NOW + 5)
    at = cup_at(tables=[LiveTable(1, 1, NOW, channel_id=7, message_id=message_id, until=NOW + 5)])
    change = course.shown_again(at, seen, 30)
    assert [(each.message_id, each.until) for each in change.tables] == ([(30, NOW + 5)] if changes else [])


@pytest.mark.parametrize("post", [None, Post(2), Post(0, NOWHERE)])
def test_a_message_that_is_nowhere_has_no_address(post: Post | None) -> None:
    assert post_link(cup_at().header, post) == ""


# ---------------------------------------------------------------------- on Discord


def cup_messages(world: World) -> list[Seen]:
    """Return the messages with the buttons of a cup that are there."""
    return [each for each in world.messages if "Organize" in each.labels]


async def signing_up(world: World) -> Club:
    """Return a cup whose message was deleted in its sign-up."""
    club = await opened(world, *world.named("alice", "bruno", "chloe"))
    await club.tick()
    world.delete(await club.post("cup"))
    assert not cup_messages(world)
    return club


async def test_the_message_of_a_cup_is_sent_again_at_its_next_change(world: World) -> None:
    club = await signing_up(world)
    async with world.directly():
        await club.cup.do(signing.sign_up, person(world.davide))
    await club.tick()
    await club.tick()
    (message,) = cup_messages(world)
    assert message.id == club.at.header.posts["cup"].message_id
    assert "Davide" in message.text
    assert not club.mentions()
    await world.eve.press("Sign up", message)
    assert club.at.cup.entrant_of(world.eve.id) is not None


@pytest.mark.long
async def test_the_message_of_a_cup_is_looked_for_although_nothing_changes(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.tick()
    async with world.directly():
        await club.cup.do(organizing.move_start, world.alice.id, world.time + 86_400, manager=False)
    await club.tick()
    world.delete(await club.post("cup"))
    await club.wait(MISSED_SECONDS + 80)
    assert len(cup_messages(world)) == 1


async def test_the_command_leads_to_a_message_that_is_there(world: World) -> None:
    club = await signing_up(world)
    lost = club.at.header.posts["cup"]
    world.skip(11)
    answer = await world.alice.run("show", root="domino-cup")
    (message,) = cup_messages(world)
    assert message.id != lost.message_id
    assert f"/{message.id})" in answer.text
    assert str(lost.message_id) not in answer.text


@pytest.mark.long
async def test_the_command_looks_for_the_message_of_ones_own_table(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    live = club.tables[0]
    world.delete(club.message(live), club.place(live))
    world.skip(11)
    answer = await club.people(live)[0].run("show", root="domino-cup")
    again = club.tables[0]
    assert again.message_id not in (live.message_id, 0)
    assert f"/{again.channel_id}/{again.message_id})" in answer.text
    await club.come(again)
    await club.tick()
    assert club.match(again) is not None


@pytest.mark.long
async def test_a_tables_message_is_looked_for_after_half_of_the_grace(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    live, mentioned = club.tables[0], club.mentions()
    world.delete(club.message(live), club.place(live))
    await club.wait(230)
    again = club.tables[0]
    assert "I'm here" in club.message(again).labels
    assert (again.until, again.channel_id) == (live.until, live.channel_id)
    assert club.mentions() == mentioned
    assert sum("against" in Seen(each).text for each in club.place(live).history()) == 1


@pytest.mark.long
async def test_messages_that_nobody_has_to_press_stay_deleted(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    live = club.tables[0]
    await club.come(live)
    await club.tick()
    world.delete(club.message(live), club.place(live))
    await club.play(live)
    await club.wait(20)
    assert not any("against" in Seen(each).text for each in world.channel.threads[0].history())
    world.delete(await club.post("cup"))
    async with world.directly():
        await club.cup.do(organizing.cancel, world.alice.id, "No hall", manager=False)
    await club.wait(20)
    assert not [each for each in world.messages if each.text.startswith("## Thursday Cup\nDomino Express")]


@pytest.mark.long
@pytest.mark.parametrize("before", [True, False], ids=["instead of", "after"])
@pytest.mark.parametrize("step", ["posted_again", "shown_again"])
async def test_a_death_sends_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str, before: bool
) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    live, mentioned = club.tables[0], club.mentions()
    with monkeypatch.context() as patch:
        death = Death(patch, step, before=before)
        world.delete(await club.post("cup"))
        world.delete(club.message(live), club.place(live))
        await club.come(club.tables[1])
        # unless the bot has died by now
        with suppress(StorageError):
            async with world.directly():
                await club.cup.do(organizing.hand_over, world.alice.id, person(world.eve), manager=False)
        await club.wait(160)
        assert death.met
    await world.restart(down=100)
    await club.show()
    assert len(cup_messages(world)) == 1
    assert cup_messages(world)[0].id == club.at.header.posts["cup"].message_id
    assert [each.id for each in club.place(live).history() if "against" in Seen(each).text] == [
        club.at.tables[live.key].message_id
    ]
    assert club.mentions() == mentioned
