"""Tests of tables in threads of their own, and of the steps that fail."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from cogs.messages.names import plain_name, rules_name
from engine.live.model.pace import TimeControl
from engine.live.model.table import Person, Status
from engine.live.tables.table import Table
from engine.rules import RULE_SETS
from render.i18n import languages, translations
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import MISSING_ACCESS, MISSING_PERMISSIONS, World, failing
from tests.support.simcord_private import deny

THREADS = "/channels/*/messages/*/threads"
NO_THREAD = "Discord didn't let me open a thread just now."


@pytest.fixture(autouse=True)
async def _with_threads(world: World) -> None:
    await world.prefer(threads=True)


def thread_of(world: World) -> simcord.ChannelHandle:
    (thread,) = world.channel.threads
    return thread


def table_of(world: World) -> Table:
    (table,) = world.tables
    return table


def shown(world: World) -> list[str]:
    """Return the texts of the bot's messages in the channel, oldest first."""
    # simcord adds a line of its own about a new thread, as Discord does of one that no message began
    return [each.text for each in world.messages if each.message.type is not discord.MessageType.thread_created]


def notes(answer: Answer) -> list[str]:
    """Return the follow-up messages to the one who acted."""
    return [each.content for each in answer.result.followups if each.flags.ephemeral]


def mentioning(world: World) -> list[str]:
    """Return the addresses of the requests that notify somebody."""
    sent = [each for each in world.requests() if isinstance(each.json, dict)]
    return [
        each.path for each in sent if ((each.json.get("data") or each.json).get("allowed_mentions") or {}).get("users")
    ]


def assert_in_the_channel(world: World) -> None:
    """Check that the lobby is in the channel itself."""
    assert table_of(world) is world.table
    assert "Join" in world.board.buttons


async def test_a_table_opens_in_a_thread_made_from_the_answer_which_links_to_it(world: World) -> None:
    answer = await world.alice.run("play", rules="matador")
    thread = thread_of(world)
    assert not answer.ephemeral
    assert Seen(answer.message).text == f"**Alice** opens a table: Matador.\nJoin in <#{thread.id}>."
    assert thread.id == answer.id, "it was made from that message"
    assert thread.name == "Matador · Alice"
    assert table_of(world).header.channel_id == thread.id
    assert "Dominoes: Matador" in world.newest(thread).text
    assert world.newest(thread).labels == ["Join", "Play with computers", "More"]
    assert not notes(answer)


async def test_the_command_is_answered_before_the_thread_is_made(world: World) -> None:
    await world.alice.run("play")
    kinds = [each.path.rpartition("/")[2] for each in world.requests()]
    assert kinds.index("callback") < kinds.index("threads")


async def test_invited_friends_are_mentioned_in_the_thread_alone(world: World) -> None:
    await world.alice.run("play", friend1=world.bruno)
    thread, friend = thread_of(world), f"<@{world.bruno.id}>"
    assert mentioning(world) == [f"/channels/{thread.id}/messages"]
    assert friend in world.newest(thread).text
    assert not any(friend in said for said in shown(world))


async def test_a_name_is_plain_in_a_threads_name_and_formats_nothing_in_the_channel(world: World) -> None:
    mallory = world.join("mallory", "**@everyone** <#1>\n" + "x" * 90)
    answer = await mallory.run("play")
    name = thread_of(world).name or ""
    assert name.startswith("Domino Express · **@everyone** <#1>")
    assert len(name) <= 100
    assert "\n" not in name
    assert "@everyone" not in answer.text.replace("@\u200beveryone", "")


@pytest.mark.parametrize("language", ["en", *languages()])
def test_discord_takes_the_longest_name_of_a_thread(language: str) -> None:
    longest = max(len(rules_name(rules, translations(language))) for rules in RULE_SETS)
    assert longest + len(" · ") + len(plain_name(Person(1, "x" * 200, language))) <= 100


@pytest.mark.parametrize(
    ("clock", "minutes"), [(TimeControl.CASUAL, 1_440), (TimeControl.SLOW, 10_080), (TimeControl.NONE, 10_080)]
)
async def test_the_clock_decides_how_long_a_thread_stays_open(world: World, clock: TimeControl, minutes: int) -> None:
    await world.alice.run("play", clock=clock.value)
    (made,) = world.requests(path="/threads")
    assert made.json["auto_archive_duration"] == minutes


async def test_a_whole_table_is_played_in_its_own_thread(world: World) -> None:
    await world.alice.run("play", target=50)
    thread, table, before = thread_of(world), table_of(world), shown(world)
    await world.bruno.press("Join", thread)
    await world.alice.press("Start", thread)
    for _ in range(4):
        await world.move(place=thread)
    assert "it's your turn" in world.newest(thread).text
    assert (await world.bruno.run("board", thread)).ephemeral
    await world.rush()
    assert table.header.status is Status.FINISHED
    assert "wins the match" in world.newest(thread).text
    assert shown(world) == before, "the channel was left alone"
    await world.bruno.press("Rematch", thread)
    assert table_of(world).header.channel_id == thread.id == thread_of(world).id, "a rematch stays where it was pressed"


async def test_a_channel_may_have_several_tables_each_in_its_thread(world: World) -> None:
    await world.alice.run("play")
    await world.bruno.run("play")
    assert len(world.channel.threads) == len(world.tables) == 2
    assert world.channel.id not in {table.header.channel_id for table in world.tables}


async def test_other_tables_open_in_threads_beside_one_in_the_channel(world: World) -> None:
    await world.prefer(threads=False)
    await world.alice.run("play")
    await world.prefer(threads=True)
    await world.bruno.run("play")
    assert {table.header.channel_id for table in world.tables} == {world.channel.id, thread_of(world).id}


async def test_a_table_asked_for_in_a_thread_opens_there_without_a_note(world: World) -> None:
    thread = world.thread()
    answer = await world.alice.run("play", thread)
    assert table_of(world).header.channel_id == thread.id == thread_of(world).id
    assert not answer.followups


async def test_an_impossible_rule_set_or_option_is_refused_before_anything_is_shown(world: World) -> None:
    for typed in ({"rules": "poker"}, {"rules": "memory", "target": 100}, {"target": 7}):
        assert (await world.alice.run("play", **typed)).ephemeral
    assert not world.channel.threads
    assert not world.messages


# ---------------------------------------------------------------------- where there can be no thread


MISSING = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "read_message_history": "Read Message History",
}
OBSTACLES: list[Any] = [*MISSING, MISSING_ACCESS, MISSING_PERMISSIONS, (400, 160006), (429, 0), (404, 10003)]
OBSTACLES += [discord.RateLimited(90.0), OSError("unreachable"), TimeoutError()]
"""A permission that is missing, a refusal, or an error of the library."""


@pytest.mark.sampled
@pytest.mark.parametrize("obstacle", OBSTACLES, ids=str)
async def test_a_lobby_without_a_thread_opens_in_the_channel_and_its_host_reads_why(
    world: World, obstacle: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = f"I'm missing **{MISSING[obstacle]}** in this channel." if obstacle in MISSING else NO_THREAD
    if obstacle in MISSING:
        deny(world.env, world.guild, world.channel, obstacle)
    elif isinstance(obstacle, tuple):
        world.fail("POST", THREADS, *obstacle, times=1)
    else:
        monkeypatch.setattr(discord.TextChannel, "create_thread", failing(obstacle))
    answer = await world.alice.run("play", friend1=world.bruno)
    assert_in_the_channel(world)
    assert notes(answer) == [
        f"This table has no thread of its own. {why} {world.command('settings', 'doctor')} explains what to do."
    ]
    assert not world.channel.threads
    assert len(shown(world)) == 1, "what was said of a thread is gone"
    assert len(mentioning(world)) == 1
    await world.bruno.press("Join")
    assert len(world.table.people) == 2


async def test_a_lobby_opens_in_a_channel_that_has_no_threads(world: World) -> None:
    voice = world.guild.create_voice_channel("lounge")
    answer = await world.alice.run("play", voice)
    assert table_of(world).header.channel_id == voice.id
    assert "This kind of channel has no threads." in notes(answer)[0]


async def test_a_lobby_without_thread_and_channel_names_the_table_there(world: World) -> None:
    await world.prefer(threads=False)
    await world.alice.run("play")
    lobby = world.board
    await world.prefer(threads=True)
    world.fail("POST", THREADS, *MISSING_PERMISSIONS, times=1)
    (note,) = notes(await world.bruno.run("play"))
    assert "There is already a table in this channel" in note
    assert str(lobby.id) in note
    assert len(shown(world)) == len(world.tables) == 1


FAILURES = {
    "the answer": [("/interactions/*/callback", 400, 0)],
    "thread and channel": [(THREADS, *MISSING_PERMISSIONS), ("/webhooks/*", 400, 0)],
    "the disk": [],
}


@pytest.mark.parametrize("what", FAILURES)
async def test_a_failure_blocks_no_table(
    world: World, alarmed: None, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path, status, code in FAILURES[what]:
        world.fail("POST", path, status, code, times=1)
    if what == "the disk":
        monkeypatch.setattr(world.store, "create", failing(RuntimeError("no space left")))
    answer = await world.alice.run("play")
    assert not world.tables
    assert not world.channel.threads
    if what != "the answer":
        said = "Something went wrong" if what == "the disk" else "Discord rejected my reply"
        assert said in notes(answer)[0]
    assert what == "thread and channel" or not shown(world)
    monkeypatch.undo()
    again = await world.alice.run("play")
    assert table_of(world).header.channel_id == thread_of(world).id
    assert not notes(again)


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_lobby_that_does_not_get_into_its_thread_opens_in_the_channel(world: World, may_delete: bool) -> None:
    if not may_delete:
        world.fail("DELETE", "/channels/*", *MISSING_PERMISSIONS, times=1)
    world.fail("POST", "/channels/*/messages", *MISSING_PERMISSIONS, times=1)
    answer = await world.alice.run("play")
    assert_in_the_channel(world)
    assert NO_THREAD in notes(answer)[0]
    if may_delete:
        assert not world.channel.threads
    else:
        (archived,) = (each for each in world.requests(method="PATCH") if each.json)
        assert (archived.path, archived.json) == (f"/channels/{thread_of(world).id}", {"archived": True})


async def test_a_table_opens_even_if_its_empty_thread_cannot_be_removed(world: World) -> None:
    for method in ("DELETE", "PATCH"):
        world.fail(method, "/channels/*", *MISSING_PERMISSIONS, times=1)
    world.fail("POST", "/channels/*/messages", 500, times=1)
    await world.alice.run("play")
    assert table_of(world) is world.table


async def test_a_link_that_cannot_be_added_costs_nothing(world: World) -> None:
    world.fail("PATCH", "/webhooks/*", 500, times=1)
    assert (await world.alice.run("play")).text == "**Alice** opens a table: Domino Express."
    assert table_of(world).header.channel_id == thread_of(world).id


async def test_a_note_that_cannot_be_sent_costs_no_lobby(world: World) -> None:
    deny(world.env, world.guild, world.channel, "create_public_threads")
    world.fail("POST", "/webhooks/*", 500)
    await world.alice.run("play")
    assert_in_the_channel(world)


async def test_a_deleted_thread_leaves_the_channel_free(world: World) -> None:
    await world.alice.run("play")
    await world.delete_channel(thread_of(world))
    await world.alice.run("play")
    assert any(table.header.channel_id == thread_of(world).id for table in world.tables)
