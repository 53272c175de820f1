"""Tests of places where presses arrive and the bot may not post: tables go on by answers, and people are told why."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.publishing.delivery import Transport
from engine.live.model.table import Place
from engine.live.tables import presence
from tests.cogs.publishing import BLOCKED
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import MISSING_ACCESS, World, laid, turn_of
from tests.support.simcord_private import add_bot, refuse_public_words

NOT_A_MEMBER = "I'm not a member of this private thread. "
BY_ANSWERS = "Until that changes, I can only show the table here when somebody presses something."
AUTOMOD = "This server's AutoMod blocks my message."
BLOCKED_BY_AUTOMOD = (400, 200000)


def private(world: World) -> Any:
    """Open a private thread that the bot is no member of."""
    thread = world.thread(private=True)
    world.refuse(*MISSING_ACCESS, place=thread)
    return thread


def told(place: Any, reader: Any) -> list[str]:
    """Return the private messages of a person in a place."""
    return [Seen(each).text for each in place.history(viewer=reader) if each.flags.ephemeral]


def newest(place: Any) -> Seen:
    """Return the newest message in a place that everybody sees."""
    return Seen([each for each in place.history() if not each.flags.ephemeral][-1])


async def play_by_button(world: World, place: Any) -> None:
    """Let the player in turn play with nothing but My hand."""
    table, player = world.open_table(), world.mover()
    ply = table.ply
    shown = await player.press(f"b:hand:{table.id}", newest(place))
    while table.ply == ply and shown.buttons:
        await player.press_first(shown)


async def test_a_lobby_in_a_private_thread_goes_on_by_answers(world: World) -> None:
    thread = private(world)
    await world.alice.run("play", thread)
    lobby = newest(thread)
    bot = world.env.backend.bot_user.id
    (why,) = told(thread, world.alice)
    assert why == f"{NOT_A_MEMBER}{BY_ANSWERS}\n-# How: mention me in this thread: <@{bot}>."
    await world.bruno.press("Join", lobby)
    assert newest(thread) == lobby
    assert "**Bruno**" in newest(thread).text
    assert told(thread, world.bruno) == [why]
    await world.chloe.press("Join", lobby)
    assert "**Chloé**" in newest(thread).text
    await world.bruno.forge(f"b:leave:{world.open_table().id}", lobby)
    assert "**Bruno**" not in newest(thread).text
    await world.alice.press("Start", lobby)
    assert world.open_table().playing
    assert "My hand" in newest(thread).labels
    assert told(thread, world.alice) == [why], "once is enough"
    assert not world.bot.publisher.waiting


async def test_a_match_in_a_private_thread_is_shown_by_the_presses_of_its_players(world: World) -> None:
    thread = private(world)
    table = await world.sit("alice", "bruno", place=thread, clock="none")
    for _ in range(4):
        before = newest(thread)
        await play_by_button(world, thread)
        assert newest(thread) != before
        assert laid(table)[-1] in newest(thread).text + newest(thread).alt
        assert "My hand" not in Seen(next(each for each in thread.history() if each.id == before.id)).labels
    assert not any(world.hands_say(BLOCKED))
    # a move in direct messages brings no press there, and the newest may show some more
    await world.move_by_hand()
    assert laid(table)[-1] in newest(thread).text


async def test_a_person_plays_alone_with_computers_in_a_private_thread(world: World) -> None:
    thread = private(world)
    await world.alice.run("play", thread, computers=2, show=True)
    assert world.open_table().playing
    assert "My hand" in newest(thread).labels
    assert told(thread, world.alice)[0].startswith(NOT_A_MEMBER)
    table = world.open_table()
    for _ in range(2):
        while table.people[turn_of(table)].computer:
            await world.wait(3)
        await play_by_button(world, thread)
        await world.wait(3)
        assert laid(table)[-1] in newest(thread).text + newest(thread).alt


@pytest.mark.long
async def test_without_a_press_a_match_waits_for_the_next_one(world: World) -> None:
    thread = private(world)
    table = await world.sit("alice", "bruno", place=thread, clock="none")
    world.skip(900)
    before = newest(thread)
    await world.move_by_hand()
    assert newest(thread) == before
    assert all(world.hands_say(BLOCKED))
    await world.alice.press("My hand", before)
    assert laid(table)[-1] in newest(thread).text
    assert not any(world.hands_say(BLOCKED))


@pytest.mark.long
async def test_a_bot_that_is_mentioned_goes_on_by_itself(world: World) -> None:
    thread = private(world)
    table = await world.sit("alice", "bruno", place=thread, clock="none")
    world.skip(900)
    await world.move_by_hand()
    world.heal()
    add_bot(world.env, thread)
    await world.settle()
    assert laid(table)[-1] in newest(thread).text
    assert not any(world.hands_say(BLOCKED))
    sent = world.sent
    await play_by_button(world, thread)
    assert world.requests(sent, "POST", f"/channels/{thread.id}/messages")
    assert not told(thread, world.bruno)[2:], "nothing keeps it away any more"


@pytest.mark.long
async def test_the_table_is_shown_again_by_the_command_itself(world: World) -> None:
    thread = private(world)
    table = await world.sit("alice", "bruno", place=thread, clock="none")
    world.skip(900)
    before = newest(thread)
    await world.bruno.run("board", thread)
    assert newest(thread) != before
    assert "My hand" in newest(thread).labels
    assert told(thread, world.bruno)[-1].startswith(NOT_A_MEMBER + BY_ANSWERS)
    assert not world.bot.publisher.trouble(table)


@pytest.mark.long
async def test_a_lobby_that_nobody_starts_leaves_a_private_thread_free(world: World) -> None:
    thread = private(world)
    await world.alice.run("play", thread)
    await world.wait(901)
    assert not world.tables
    await world.bruno.run("play", thread)
    assert world.bot.hub.in_channel(thread.id).header.host_id == world.bruno.id


async def test_a_request_that_the_bot_may_not_post_is_the_answer_to_who_asks(world: World) -> None:
    thread = private(world)
    table = await world.sit("alice", "bruno", "chloe", place=thread, clock="none")
    async with world.directly():
        await table.do(presence.remove, world.alice.id, world.bruno.id)
    answer = await world.bruno.run("back", thread)
    assert f"<@{world.alice.id}>, Bruno would like their seat back." in newest(thread).text
    await world.alice.press("Let them play", newest(thread))
    assert not table.people[table.situation.require_seat(world.bruno.id)].away
    assert answer.text


# ---------------------------------------------------------------------- AutoMod


async def test_an_answer_that_automod_refuses_says_so_and_takes_no_channel(world: World) -> None:
    world.fail("POST", "/interactions/*/callback", *BLOCKED_BY_AUTOMOD, times=1)
    answer = await world.alice.run("play")
    assert answer.ephemeral
    assert answer.text == (
        f"{AUTOMOD}\n-# How: Server Settings → AutoMod → the rule → add **TestBot** to its exceptions; "
        "Manage Server is needed for that."
    )
    assert not world.tables
    await world.alice.run("play")
    assert world.table.header.host_id == world.alice.id


async def test_a_lobby_that_automod_refuses_is_shown_to_who_acts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.alice.run("play", clock="none")
    lobby = world.board
    refuse_public_words(monkeypatch, "Bruno")
    await world.bruno.press("Join", lobby)
    assert "Bruno" not in world.now(lobby).text
    shown = Seen([each for each in world.channel.history(viewer=world.bruno) if each.flags.ephemeral][-1])
    assert shown.text.startswith(f"{AUTOMOD} Until that changes, nobody sees here who joins.")
    assert "**Bruno**" in shown.text
    await world.alice.press("Join", lobby)
    copy = Seen([each for each in world.channel.history(viewer=world.alice) if each.flags.ephemeral][-1])
    assert "Start" in copy.labels
    await world.alice.press("Start", copy)
    table = world.table
    assert table.playing
    await world.move_by_hand()
    assert table.ply == 2
    assert all(world.hands_say(BLOCKED))


async def test_a_shown_copy_of_a_lobby_stays_up_to_date(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.alice.run("play", clock="none")
    refuse_public_words(monkeypatch, "Bruno")
    await world.bruno.press("Join")
    await world.alice.press("Join")
    copies = [each for each in world.channel.history(viewer=world.alice) if each.flags.ephemeral]
    await world.alice.forge(f"s:computer:{world.table.id}:2", Seen(copies[-1]), values=["easy"])
    after = [each for each in world.channel.history(viewer=world.alice) if each.flags.ephemeral]
    assert len(after) == len(copies), "it is edited"
    assert "🤖" in Seen(after[-1]).text


# ---------------------------------------------------------------------- direct messages


@pytest.mark.long
async def test_a_direct_message_that_cannot_be_opened_counts_as_closed(world: World) -> None:
    world.fail("POST", "/users/@me/channels", 400, 50033)
    table = await world.sit("alice", "bruno")
    assert world.bot.hands.refused(table.id, world.alice.id)
    shown = await world.mover().press("My hand")
    assert "I can't send you direct messages, so use this button to see your hand." in shown.text
    sent = world.sent
    await world.wait(61)
    assert not world.requests(sent, "POST", "/users/@me/channels"), "it is tried once a deal"


# ---------------------------------------------------------------------- memory


async def test_presses_are_forgotten_where_the_bot_posts_itself(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    await world.alice.press("My hand")
    await world.move_by_hand()
    remembered = world.bot.publisher._presses._by_place
    assert Place(world.channel.id) not in remembered
    chat = world.guild.create_text_channel("chat")
    for _ in range(3):
        await world.alice.run("rules", chat)
    assert len(remembered[Place(chat.id)]) == 1


async def test_a_presss_message_without_a_receipt_is_deleted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    send, lost = Transport.send_by_press, []

    async def swallowed(self: Any, *args: Any) -> Any:
        lost.append((await send(self, *args)).id)
        raise TimeoutError

    monkeypatch.setattr(Transport, "send_by_press", swallowed)
    world.fail("POST", f"/channels/{world.channel.id}/messages", *MISSING_ACCESS, times=1)
    await play_by_button(world, world.channel)
    await world.wait(40)
    assert len(lost) == 1
    assert table.ply == 2
    live = [each for each in world.messages if "My hand" in each.labels]
    assert [each.id for each in live] == [world.board.id]
    assert lost[0] not in [each.id for each in live]
