"""Tables in threads of their own: opened, played, and what is left where a step fails."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from cogs.messages.names import plain_name, rules_name
from engine.live.model.errors import TableError
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Person, Status
from engine.live.tables.table import Table
from engine.rules import CATALOGUE
from render.i18n import languages, translations
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, rush, take_turn, text
from tests.support.simcord_private import create_thread, deny

WHERE_THREADS_ARE_MADE = "/channels/*/messages/*/threads"


@pytest.fixture(autouse=True)
async def _with_threads(world: World) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(threads=True))


def thread_of(world: World) -> simcord.ChannelHandle:
    """Give the one thread of the channel."""
    (thread,) = world.channel.threads
    return thread


def table_of(world: World) -> Table:
    (table,) = world.bot.hub.tables
    return table


def shown(world: World) -> list[str]:
    """Give what the bot's messages in the channel say, oldest first."""
    # simcord adds a line of its own about a new thread, as Discord does where nobody's message began it
    posts = [each for each in world.channel.history() if each.type is not discord.MessageType.thread_created]
    return [text(each) for each in posts]


def notes(answer: simcord.InteractionResult) -> list[str]:
    """Give what only the one who acted was told afterwards."""
    return [each.content for each in answer.followups if each.flags.ephemeral]


async def test_a_table_opens_in_a_thread_made_from_the_answer_which_links_to_it(world: World) -> None:
    answer = await world.alice.slash(world.channel, "domino play", rules="matador")
    thread = thread_of(world)
    assert not answer.ephemeral
    assert text(answer.response.message) == f"**Alice** opens a table: Matador.\nJoin in <#{thread.id}>."
    assert thread.id == answer.response.message.id, "it was made from that message"
    assert thread.name == "Matador · Alice"
    assert table_of(world).header.channel == thread.id
    assert "Dominoes: Matador" in text(thread.last_message)
    assert list(buttons(thread.last_message)) == ["Join", "Leave", "Options", "Rules", "Add a word", "Cancel"]
    assert not notes(answer)


async def test_it_is_answered_before_the_thread_is_made(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    paths = [each.path for each in world.env.http_requests]
    answered = next(at for at, path in enumerate(paths) if path.endswith("/callback"))
    made = next(at for at, path in enumerate(paths) if path.endswith("/threads"))
    assert answered < made


async def test_invited_friends_are_mentioned_in_the_thread_and_nobody_in_the_channel(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", friend1=world.bruno)
    thread = thread_of(world)
    posts = [each for each in world.env.http_requests if each.method in ("POST", "PATCH") and each.json]
    told = {
        each.path: (each.json.get("data") or each.json)["allowed_mentions"].get("users") or []
        for each in posts
        if "allowed_mentions" in (each.json.get("data") or each.json)
    }
    assert [path for path, users in told.items() if users] == [f"/channels/{thread.id}/messages"]
    assert f"<@{world.bruno.id}>" in text(thread.last_message)
    assert all(f"<@{world.bruno.id}>" not in said for said in shown(world))


async def test_a_name_is_plain_in_a_threads_name_and_formats_nothing_in_the_channel(world: World) -> None:
    mallory = world.guild.add_member(world.env.create_user("mallory", global_name="**@everyone** <#1>\n" + "x" * 90))
    answer = await mallory.slash(world.channel, "domino play")
    assert thread_of(world).name.startswith("Domino Express · **@everyone** <#1>")
    assert len(thread_of(world).name) <= 100
    assert "\n" not in thread_of(world).name
    assert "@everyone" not in text(answer.response.message).replace("@\u200beveryone", "")


@pytest.mark.parametrize("language", ["en", *languages()])
def test_the_longest_name_of_a_thread_is_one_that_discord_takes(language: str) -> None:
    longest = max(len(rules_name(rules, translations(language))) for rules in CATALOGUE)
    assert longest + len(" · ") + len(plain_name(Person(1, "x" * 200, language))) <= 100


@pytest.mark.parametrize(
    ("clock", "minutes"), [(TimeControl.CASUAL, 1_440), (TimeControl.SLOW, 10_080), (TimeControl.NONE, 10_080)]
)
async def test_a_thread_stays_in_sight_for_as_long_as_its_clock_asks(
    world: World, clock: TimeControl, minutes: int
) -> None:
    await world.alice.slash(world.channel, "domino play", clock=clock.value)
    (made,) = (each for each in world.env.http_requests if each.path.endswith("/threads"))
    assert made.json["auto_archive_duration"] == minutes


async def test_a_whole_table_is_played_in_its_own_thread(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", target=50)
    thread, table = thread_of(world), table_of(world)
    before = shown(world)
    await world.bruno.click(thread.last_message, label="Join")
    await world.alice.click(thread.last_message, label="Start")
    assert table.playing
    for _ in range(4):
        await take_turn(world, table, thread)
    assert "it's your turn" in text(thread.last_message)
    again = await world.bruno.slash(thread, "domino board")
    assert again.ephemeral
    await rush(world, table)
    assert table.header.status is Status.FINISHED
    assert "wins the match" in text(thread.last_message)
    assert "Rematch" in buttons(thread.last_message)
    assert shown(world) == before, "the channel was left alone"
    await world.bruno.click(thread.last_message, label="Rematch")
    assert table_of(world).header.channel == thread.id
    assert thread_of(world).id == thread.id, "a rematch stays where it was pressed"


async def test_a_channel_may_have_several_tables_each_in_its_thread(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await world.bruno.slash(world.channel, "domino play")
    assert len(world.channel.threads) == len(world.bot.hub.tables) == 2
    with pytest.raises(TableError):
        _ = world.table


async def test_beside_a_table_in_the_channel_itself_others_open_in_threads(world: World) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(threads=False))
    await world.alice.slash(world.channel, "domino play")
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(threads=True))
    await world.bruno.slash(world.channel, "domino play")
    assert {table.header.channel for table in world.bot.hub.tables} == {world.channel.id, thread_of(world).id}


async def test_in_a_thread_a_table_opens_right_there_and_nobody_is_told_why(world: World) -> None:
    thread = create_thread(world.env, world.channel, world.alice, "dominoes")
    answer = await world.alice.slash(thread, "domino play")
    assert table_of(world).header.channel == thread.id
    assert not answer.followups
    assert thread_of(world).id == thread.id


async def test_a_rule_set_or_option_that_cannot_be_is_refused_before_anybody_sees_anything(world: World) -> None:
    for typed in ({"rules": "poker"}, {"rules": "memory", "target": 100}, {"target": 7}):
        answer = await world.alice.slash(world.channel, "domino play", **typed)
        assert answer.ephemeral
    assert not world.channel.threads
    assert not world.channel.history()


# ---------------------------------------------------------------------- where there can be no thread


@pytest.mark.parametrize(
    ("permission", "named"),
    [
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_without_a_permission_the_lobby_opens_in_the_channel_and_the_host_hears_why(
    world: World, permission: str, named: str
) -> None:
    deny(world.env, world.guild, world.channel, permission)
    answer = await world.alice.slash(world.channel, "domino play", friend1=world.bruno)
    assert table_of(world) is world.table
    assert "Join" in buttons(answer.response.message)
    assert notes(answer) == [
        f"This table has no thread of its own. In this channel I lack **{named}**. `/domino doctor` tells what to do."
    ]
    assert not world.channel.threads
    await world.bruno.click(answer.response.message, label="Join")
    assert len(world.table.people) == 2


async def test_in_a_channel_that_has_no_threads_the_lobby_opens_there(world: World) -> None:
    voice = world.guild.create_voice_channel("lounge")
    answer = await world.alice.slash(voice, "domino play")
    assert table_of(world).header.channel == voice.id
    assert "This kind of channel has no threads." in notes(answer)[0]


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (400, 160006), (429, 0), (404, 10003)])
async def test_where_discord_makes_no_thread_the_lobby_opens_in_the_channel(
    world: World, status: int, code: int
) -> None:
    world.env.inject_error("POST", WHERE_THREADS_ARE_MADE, status=status, code=code)
    answer = await world.alice.slash(world.channel, "domino play", friend1=world.bruno)
    assert table_of(world) is world.table
    assert len(shown(world)) == 1, "what was said of a thread is gone"
    assert "Join" in buttons(world.channel.last_message)
    assert notes(answer) == [
        "This table has no thread of its own. Discord would not open a thread just now."
        " `/domino doctor` tells what to do."
    ]
    posts = [each.json for each in world.env.http_requests if each.method == "POST" and "/webhooks/" in each.path]
    assert posts[0]["allowed_mentions"]["users"] == [world.bruno.id], "who was invited hears of it"
    await world.bruno.click(world.channel.last_message, label="Join")
    assert len(world.table.people) == 2


@pytest.mark.parametrize("error", [discord.RateLimited(90.0), OSError("unreachable"), TimeoutError()], ids=repr)
async def test_where_discord_cannot_be_asked_for_a_thread_the_lobby_opens_in_the_channel(
    world: World, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: Any, **_named: Any) -> None:
        raise error

    monkeypatch.setattr(discord.TextChannel, "create_thread", fail)
    answer = await world.alice.slash(world.channel, "domino play")
    assert table_of(world) is world.table
    assert len(shown(world)) == 1
    assert "Discord would not open a thread just now." in notes(answer)[0]


async def test_where_no_thread_can_be_and_the_channel_is_taken_the_table_there_is_named(world: World) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(threads=False))
    await world.alice.slash(world.channel, "domino play")
    lobby = world.channel.last_message
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(threads=True))
    world.env.inject_error("POST", WHERE_THREADS_ARE_MADE, status=403, code=50013)
    answer = await world.bruno.slash(world.channel, "domino play")
    assert "There is a table in this channel already" in notes(answer)[0]
    assert str(lobby.id) in notes(answer)[0]
    assert len(shown(world)) == 1
    assert len(world.bot.hub.tables) == 1


async def test_where_the_answer_itself_fails_nothing_is_there(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=400)
    await world.alice.slash(world.channel, "domino play")
    assert not world.bot.hub.tables
    assert not world.channel.threads
    again = await world.alice.slash(world.channel, "domino play")
    assert table_of(world).header.channel == thread_of(world).id
    assert not notes(again)


@pytest.mark.parametrize("may_delete", [True, False])
async def test_where_the_lobby_does_not_get_into_the_thread_it_opens_in_the_channel(
    world: World, may_delete: bool
) -> None:
    if not may_delete:
        world.env.inject_error("DELETE", "/channels/*", status=403, code=50013)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    answer = await world.alice.slash(world.channel, "domino play")
    assert table_of(world) is world.table
    assert "Join" in buttons(world.channel.last_message)
    assert "Discord would not open a thread just now." in notes(answer)[0]
    if may_delete:
        assert not world.channel.threads
    else:
        (archived,) = (each for each in world.env.http_requests if each.method == "PATCH" and each.json)
        assert (archived.path, archived.json) == (f"/channels/{thread_of(world).id}", {"archived": True})


async def test_an_empty_thread_that_cannot_be_put_away_keeps_nobody_from_playing(world: World) -> None:
    world.env.inject_error("DELETE", "/channels/*", status=403, code=50013)
    world.env.inject_error("PATCH", "/channels/*", status=403, code=50013)
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await world.alice.slash(world.channel, "domino play")
    assert table_of(world) is world.table


async def test_where_nothing_can_be_kept_neither_thread_nor_answer_stays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_arguments: Any) -> None:
        raise RuntimeError("no space left")

    monkeypatch.setattr(world.bot.hub.store, "create", full)
    answer = await world.alice.slash(world.channel, "domino play")
    assert not world.bot.hub.tables
    assert not world.channel.threads
    assert not shown(world)
    assert "Something went wrong" in notes(answer)[0]


async def test_a_link_that_cannot_be_added_costs_nothing(world: World) -> None:
    world.env.inject_error("PATCH", "/webhooks/*", status=500)
    answer = await world.alice.slash(world.channel, "domino play")
    assert text(answer.response.message) == "**Alice** opens a table: Domino Express."
    assert table_of(world).header.channel == thread_of(world).id
    assert not notes(answer)


async def test_a_host_who_cannot_be_told_why_has_their_lobby_all_the_same(world: World) -> None:
    deny(world.env, world.guild, world.channel, "create_public_threads")
    world.env.inject_error("POST", "/webhooks/*", status=500, times=None)
    await world.alice.slash(world.channel, "domino play")
    assert table_of(world) is world.table
    assert "Join" in buttons(world.channel.last_message)


async def test_where_neither_thread_nor_channel_takes_the_lobby_no_table_blocks_the_next_one(world: World) -> None:
    world.env.inject_error("POST", WHERE_THREADS_ARE_MADE, status=403, code=50013)
    world.env.inject_error("POST", "/webhooks/*", status=400)
    answer = await world.alice.slash(world.channel, "domino play")
    assert not world.bot.hub.tables
    assert "Something went wrong" in notes(answer)[0]
    await world.alice.slash(world.channel, "domino play")
    assert table_of(world).header.channel == thread_of(world).id


async def test_a_thread_that_is_deleted_leaves_the_channel_free(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    world.env.backend.delete_channel(thread_of(world).id)
    await world.env.settle()
    await world.alice.slash(world.channel, "domino play")
    assert any(table.header.channel == thread_of(world).id for table in world.bot.hub.tables)
