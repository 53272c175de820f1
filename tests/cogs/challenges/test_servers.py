"""The message a day in the channels that servers chose: once, in its language, and whatever fails."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.challenges.server_message import PATIENCE_SECONDS, SPREAD_SECONDS
from cogs.challenges.servers import MAX_TRIES
from engine.live.challenges.calendar import number_at, starts_at
from engine.live.model.errors import StorageError
from engine.live.model.preferences import PersonPreferences, ServerPreferences, Visibility
from tests.cogs.challenges.days import close, deal_of, finish
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import MISSING_PERMISSIONS, World, failing
from tests.support.simcord_private import deny_bot


async def post(world: World) -> None:
    """Let the bot post what is due."""
    async with world.directly():
        await world.cog("ServerPosts").post_due()


def to(world: World, seconds: float, days: int = 0) -> None:
    """Go to a time of today, or of a later day, in seconds after midnight."""
    world.skip(starts_at(number_at(world.time) + days) + seconds - world.time)


@pytest.fixture(autouse=True)
async def tomorrow(world: World) -> None:
    """Begin each test early in a day, after yesterday was played and closed."""
    to(world, 0, days=1)
    yesterday = await deal_of(world, -1, rules="mata", par=(5, 5, 5))
    await finish(world, yesterday, world.alice, (10, 11, 9))
    await finish(world, yesterday, world.bruno, (-4, 0, 0))
    await close(world, yesterday)
    await deal_of(world)
    await world.prefer(daily_channel=world.channel.id)


async def test_a_server_gets_yesterdays_results_and_todays_deal_once(world: World) -> None:
    to(world, SPREAD_SECONDS)
    await post(world)
    lines, number = world.board.text.splitlines(), number_at(world.time)
    assert lines[0] == f"## Deal of the day {number}: Classic"
    assert f"**Yesterday: {number - 1}, Mata**" in lines
    assert "**1.** Alice: **+30** (+10, +11, +9)" in lines
    assert world.board.buttons["Play now"] == "b:chplay:daily"
    for again in (post, World.restart, post):
        await again(world)
    assert len(world.messages) == 1
    to(world, SPREAD_SECONDS, days=1)
    await deal_of(world)
    await post(world)
    assert len(world.messages) == 1, "yesterday is not closed yet"
    to(world, PATIENCE_SECONDS)
    await post(world)
    assert len(world.messages) == 2
    assert "Yesterday" not in world.board.text


async def test_servers_without_a_channel_get_nothing(world: World) -> None:
    far, _ = world.elsewhere()
    await world.prefer(daily_channel=0)
    to(world, SPREAD_SECONDS)
    await post(world)
    assert not world.messages
    assert not far.history()


async def test_a_server_that_refuses_does_not_keep_the_others_waiting_and_is_logged_once(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    far, _ = world.elsewhere()
    assert far.guild is not None
    await world.store.preferences.set(far.guild.id, ServerPreferences(daily_channel=far.id))
    deny_bot(world.env, world.guild, world.channel, "send_messages")
    await world.settle()
    to(world, SPREAD_SECONDS)
    for _ in range(3):
        await post(world)
    assert not world.messages
    assert len(far.history()) == 1
    assert "Yesterday" not in Seen(far.last_message).text, "nobody there has played"
    assert caplog.text.count("a server does not get the deal of the day: without Send Messages") == 1


async def test_a_refusal_by_discord_is_logged_and_not_tried_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    to(world, SPREAD_SECONDS)
    world.refuse(*MISSING_PERMISSIONS)
    for _ in range(3):
        await post(world)
    assert caplog.text.count("a server does not get the deal of the day: 403") == 1
    sent = [each for each in world.env.http_requests if each.path.endswith(f"{world.channel.id}/messages")]
    assert len(sent) == 1


async def test_a_deleted_channel_is_logged_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await world.delete_channel()
    to(world, SPREAD_SECONDS)
    for _ in range(3):
        await post(world)
    assert caplog.text.count("a server does not get the deal of the day: the channel is gone") == 1


async def test_a_message_whose_answer_is_lost_is_sent_again_under_the_same_name(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []

    async def unanswered(channel: int, *, params: Any) -> Any:
        assert params.payload["enforce_nonce"]
        names.append(params.payload["nonce"])
        raise OSError("no answer")

    to(world, SPREAD_SECONDS)
    monkeypatch.setattr(world.bot.http, "send_message", unanswered)
    for _ in range(2 * MAX_TRIES):
        await post(world)
    assert names == [f"{world.guild.id}-{number_at(world.time)}"] * MAX_TRIES
    assert len(names[0]) <= 25


async def test_a_server_gets_its_message_after_an_error_of_the_database(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    to(world, SPREAD_SECONDS)
    with monkeypatch.context() as broken:
        broken.setattr(world.bot.hub.store.preferences, "get", failing(StorageError("the disk is full")))
        with pytest.raises(StorageError):
            await post(world)
    assert not world.messages
    await post(world)
    assert len(world.messages) == 1


async def test_an_error_of_the_database_loses_no_unconfirmed_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    far, _ = world.elsewhere()
    assert far.guild is not None
    await world.store.preferences.set(far.guild.id, ServerPreferences(daily_channel=far.id))
    to(world, SPREAD_SECONDS)
    with monkeypatch.context() as broken:
        broken.setattr(world.bot.http, "send_message", failing(OSError("no answer")))
        await post(world)
    with monkeypatch.context() as broken:
        broken.setattr(world.bot.hub.store.preferences, "get", failing(StorageError("the disk is full")))
        with pytest.raises(StorageError):
            await post(world)
    await post(world)
    assert (len(world.messages), len(far.history())) == (1, 1)


async def test_a_bot_that_died_between_claim_and_message_does_not_send_twice(world: World) -> None:
    to(world, SPREAD_SECONDS)
    posts, number = world.store.challenges.posts, number_at(world.time)
    assert await posts.claim(world.guild.id, number, world.channel.id)
    await world.restart()
    await post(world)
    assert not world.messages


async def test_hidden_people_are_not_listed_and_nameless_ones_have_no_name(world: World) -> None:
    await world.store.preferences.set(world.alice.id, PersonPreferences(shown=Visibility.HIDDEN))
    await world.store.preferences.set(world.bruno.id, PersonPreferences(shown=Visibility.NAMELESS))
    to(world, SPREAD_SECONDS)
    await post(world)
    assert "**1.** a player: **−4** (−4, +0, +0)" in world.board.text.splitlines()
    assert "Alice" not in world.board.text
    assert "-# and 1 more" in world.board.text


async def test_the_message_is_in_the_servers_language(world: World) -> None:
    await world.prefer(daily_channel=world.channel.id, language="de")
    to(world, SPREAD_SECONDS)
    await post(world)
    assert "Runde des Tages" in world.board.text


async def test_a_button_of_an_earlier_day_begins_todays_deal(world: World) -> None:
    to(world, SPREAD_SECONDS)
    await post(world)
    earlier = world.board
    to(world, SPREAD_SECONDS, days=1)
    await deal_of(world, rules="all-fives")
    answer = await world.eve.press("Play now", earlier)
    assert answer.ephemeral
    assert f"Deal of the day {number_at(world.time)}" in answer.text
