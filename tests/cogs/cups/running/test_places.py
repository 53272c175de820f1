"""The places of tables: threads that Discord refuses, delays or deletes, and channels that tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.cups.running.places import nonce_of, thread_name
from engine.live.cups import organizing
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Way
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Delivery
from tests.cogs.cups.flow import Club, opened, person
from tests.support.in_memory.world import CANNOT_SEND_TO_USER, MISSING_PERMISSIONS, World
from tests.support.simcord_private import deny

FOUR = ("alice", "bruno", "chloe", "davide")


@pytest.fixture
async def club(world: World) -> Club:
    return await opened(world, *world.named(*FOUR))


def delaying(world: World, monkeypatch: pytest.MonkeyPatch, after: int, error: Callable[[], Exception]) -> list[str]:
    """Let Discord make some threads, and delay all others; return the list in which their channels are noted."""
    request, asked = world.bot.http.request, list[str]()

    async def limited(route: Any, **arguments: Any) -> Any:
        if route.method == "POST" and route.path.endswith("/threads"):
            asked.append(route.url)
            if len(asked) > after:
                raise error()
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", limited)
    return asked


async def test_each_table_has_a_thread_with_its_numbers(world: World, club: Club) -> None:
    await club.begin()
    assert [each.name for each in world.channel.threads] == [
        f"Round 1, table {number} · Thursday Cup" for number in (1, 2)
    ]
    assert all(club.message(live).labels == ["I'm here"] for live in club.tables)
    assert not world.requests(path="/threads/active"), "nobody had asked for these threads before"


@pytest.mark.long
async def test_tables_without_threads_share_the_channel_one_after_the_other(world: World, club: Club) -> None:
    deny(world.env, world.guild, world.channel, "create_public_threads")
    await world.settle()
    await club.begin()
    first, second = club.tables
    assert (first.way, first.channel_id) == (Way.CHANNEL, world.channel.id)
    assert (second.way, second.channel_id) == (Way.CHANNEL, 0)
    await club.wait(200)
    await club.come(first)
    await club.tick()
    await club.play(first)
    await club.wait(20)
    await club.show()
    (second,) = club.tables
    assert second.channel_id == world.channel.id
    assert second.until == pytest.approx(world.time + 300, abs=30), "its grace begins when it is shown"
    await club.come(second)
    await club.tick()
    assert club.match(second) is not None


async def test_tables_use_the_channels_that_the_server_allows(world: World, club: Club) -> None:
    other = world.guild.create_text_channel("second")
    await world.prefer(channels=(other.id,))
    deny(world.env, world.guild, world.channel, "create_public_threads")
    await world.settle()
    await club.begin()
    assert [live.channel_id for live in club.tables] == [world.channel.id, other.id]


@pytest.mark.parametrize(
    "error", [lambda: discord.RateLimited(219.0), lambda: TimeoutError()], ids=["rate limited", "timed out"]
)
async def test_a_delayed_thread_is_given_up(
    world: World, club: Club, monkeypatch: pytest.MonkeyPatch, error: Callable[[], Exception]
) -> None:
    delaying(world, monkeypatch, 1, error)
    await club.begin()
    assert [live.way for live in club.tables] == [Way.THREAD, Way.CHANNEL]


@pytest.mark.long
async def test_threads_that_discord_delays_are_not_asked_for_meanwhile(
    world: World, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = delaying(world, monkeypatch, 0, lambda: discord.RateLimited(219.0))
    await club.begin()
    assert len(asked) == 2
    second = await opened(world, *world.crowd(4))
    await second.begin()
    assert {live.way for live in second.tables} == {Way.CHANNEL}
    assert len(asked) == 2


async def test_a_thread_of_which_no_answer_came_is_found_again(
    world: World, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    request, lost = world.bot.http.request, list[str]()

    async def silent(route: Any, **arguments: Any) -> Any:
        answer = await request(route, **arguments)
        if route.method == "POST" and route.path.endswith("/threads") and len(lost) < 2:
            lost.append(route.url)
            raise OSError("no answer")
        return answer

    monkeypatch.setattr(world.bot.http, "request", silent)
    await club.begin()
    await club.wait(20)
    await club.show()
    assert len(lost) == 2
    assert sorted(str(each.name) for each in world.channel.threads) == [
        thread_name(club.at, live) for live in club.tables
    ]
    assert {live.way for live in club.tables} == {Way.THREAD}
    assert all(club.message(live).labels for live in club.tables)


async def test_a_table_whose_thread_is_deleted_waits_elsewhere_and_mentions_nobody_again(
    world: World, club: Club
) -> None:
    await club.begin()
    first, mentioned = club.tables[0], club.mentions()
    await club.come(first, club.people(first)[:1])
    await world.delete_channel(club.place(first))
    await club.show()
    moved = club.tables[0]
    assert (moved.way, moved.channel_id, moved.until) == (Way.CHANNEL, world.channel.id, first.until)
    assert "Here:" in club.message(moved).text
    assert club.mentions() == mentioned
    await club.come(moved, club.people(moved)[1:])
    await club.tick()
    assert club.match(moved) is not None


@pytest.mark.long
async def test_a_match_whose_thread_is_deleted_goes_on_elsewhere(world: World, club: Club) -> None:
    await club.begin()
    first = club.tables[0]
    await club.come(first)
    await club.tick()
    await world.delete_channel(club.place(first))
    await club.show()
    match = club.match(first)
    assert match is not None
    assert match.header.channel_id == club.tables[0].channel_id == world.channel.id
    assert "it's your turn" in world.board.text
    await club.play(first)
    await club.tick()
    assert len(club.tables) == 1


async def test_tables_without_any_channel_are_in_direct_messages(world: World, club: Club) -> None:
    world.fail("POST", "/channels/*/threads", *MISSING_PERMISSIONS)
    world.refuse(*MISSING_PERMISSIONS)
    await club.begin()
    await club.wait(60)
    assert {live.way for live in club.tables} == {Way.DIRECT}
    first = club.tables[0]
    people = club.people(first)
    for each in people:
        asked = next(message for message in reversed(each.hands) if "I'm here" in message.labels)
        assert "against" in asked.text
        answer = await each.press("I'm here", asked)
        assert answer.acknowledged
    assert [sum(shown.text.startswith("## Round 1") for shown in each.hands) for each in people] == [1, 1]
    await club.tick()
    match = club.match(first)
    assert match is not None
    assert match.header.delivery is Delivery.HANDS
    await club.play(first)
    await club.tick()
    assert len(club.tables) == 1


async def test_the_organizer_of_a_cup_without_any_channel_gets_its_messages(world: World, club: Club) -> None:
    world.refuse(*MISSING_PERMISSIONS)
    await club.begin()
    await club.wait(60)
    post = club.at.header.posts["round-1"]
    (told,) = [each for each in world.alice.hands if each.id == post.message_id]
    assert "Thursday Cup" in told.text


@pytest.mark.long
async def test_a_table_whose_people_have_closed_their_direct_messages_waits_for_a_place(
    world: World, club: Club
) -> None:
    world.fail("POST", "/channels/*/threads", *MISSING_PERMISSIONS)
    world.fail("POST", "/channels/*/messages", *CANNOT_SEND_TO_USER)
    await club.begin()
    await club.wait(60)
    assert all(live.until is None for live in club.tables), "nobody is waited for at a table that nobody sees"
    tried = world.count().total()
    await club.wait(100)
    assert world.count().total() <= tried + 100
    world.heal()
    await club.wait(60)
    assert club.tables[0].until is not None


@pytest.mark.long
async def test_a_channel_that_is_deleted_takes_its_threads_with_it(world: World, club: Club) -> None:
    other = world.guild.create_text_channel("second")
    await world.prefer(channels=(other.id,))
    await club.begin()
    first = club.tables[0]
    await club.come(first)
    await club.tick()
    await world.delete_channel(world.channel)
    await club.show()
    match = club.match(first)
    assert match is not None
    assert match.header.channel_id == other.id
    async with world.directly():
        await club.cup.do(organizing.hand_over, world.alice.id, person(world.eve), manager=False)
    await club.tick()
    assert club.at.header.posts["cup"].channel_id == other.id


@pytest.mark.long
async def test_a_match_whose_new_place_is_taken_looks_for_the_next(
    world: World, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin()
    first = club.tables[0]
    await club.come(first)
    await club.tick()

    async def taken(table: object, channel_id: int) -> None:
        raise TableError(Code.CHANNEL_TAKEN, table=None)

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.hub, "relocate", taken)
        await world.delete_channel(club.place(first))
        await club.show()
        assert club.tables[0].way is Way.DIRECT
    await club.wait(20)
    match = club.match(first)
    assert match is not None
    assert match.header.channel_id == world.channel.id


async def test_other_people_at_a_table_get_a_message_of_their_own(club: Club) -> None:
    await club.begin()
    at, live = club.at, club.tables[0]
    (last,) = at.cup.rounds
    table = replace(last.tables[0], sides=last.tables[0].sides[::-1])
    redrawn = replace(at, cup=replace(at.cup, rounds=(replace(last, tables=(table, *last.tables[1:])),)))
    names = {nonce_of(each, live, live.channel_id) for each in (at, redrawn)}
    assert len(names) == 2
    assert max(map(len, names)) <= 25


@pytest.mark.long
async def test_a_cup_without_any_place_ends_and_is_forgotten(world: World, club: Club) -> None:
    world.fail("POST", "/channels/*/messages", *MISSING_PERMISSIONS)
    async with world.directly():
        await club.cup.do(organizing.cancel, world.alice.id, "No hall", manager=False)
    await club.wait(120)
    assert not club.is_open


@pytest.mark.long
async def test_a_message_waits_for_a_channel_while_its_cup_goes_on(world: World, club: Club) -> None:
    world.fail("POST", "/channels/*/messages", *MISSING_PERMISSIONS)
    await club.wait(120)
    world.heal()
    await club.wait(120)
    assert club.at.header.posts["cup"].message_id > 0


async def test_messages_are_looked_at_only_after_a_change(
    world: World, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin()
    looked = list[LiveCup]()

    async def refresh(cup: LiveCup) -> None:
        looked.append(cup)

    monkeypatch.setattr(world.cog("CupRunner").posts, "refresh", refresh)
    for _ in range(3):
        await club.tick()
    assert not looked
    await club.come(club.tables[0], club.people(club.tables[0])[:1])
    await club.tick()
    assert len(looked) == 1
