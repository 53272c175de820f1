"""Tests of the deletion of a person's data."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partialmethod
from gettext import NullTranslations
from typing import Any

import pytest

from cogs.messages.names import picture_name
from cogs.messages.narration import narrate
from cogs.privacy.confirm import VALID_SECONDS
from engine import match
from engine.live.league.figures import LeaderboardFilter
from engine.live.model.deleted_users import DELETED_NAME, new_deleted_id
from engine.live.model.errors import StorageError
from engine.live.model.news import NewHost, TimedOut
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Person, Presence
from engine.live.privacy.service import PrivacyService
from tests.cogs.privacy import MINE, SERVERS, delete, first_question, second_question
from tests.engine.live.traces import bytes_of, traces
from tests.support import anywhere
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World, failing


def is_kept(world: World, who: Player) -> bool:
    return bool(traces(world.database, who.id))


async def visited(world: World, *names: str) -> None:
    """Let people open a table and close it again, which is less to keep, but something."""
    for name in names:
        await world.people[name].run("play")
        await world.people[name].run("leave")


# ---------------------------------------------------------------------- questions


async def test_deletion_is_asked_twice_and_explained(world: World) -> None:
    await visited(world, "alice", "bruno")
    question = await first_question(world.alice)
    stays = (
        "The matches stay",
        "Results of daily deals and challenges still count",
        "Tournaments go on",
        "Messages in channels stay",
    )
    assert not question.lacks("“a former player”", "no longer appear on any leaderboard", *stays)
    assert question.labels == ["Continue", "Keep my data"]
    again = await world.alice.press("Continue", question)
    assert "can't be undone" in again.text
    assert again.labels == ["Delete for good", "Keep my data"]
    assert is_kept(world, world.alice)
    done = await world.alice.press("Delete for good", again)
    assert done.text == "Your data has been deleted. If you play again, you start from scratch."
    assert not done.buttons
    assert not is_kept(world, world.alice)


@pytest.mark.parametrize("question", [first_question, second_question])
async def test_keeping_the_data_leads_back_to_the_panel(question: Any, world: World) -> None:
    await visited(world, "alice", "bruno")
    assert "Get my data" in (await world.alice.press("Keep my data", await question(world.alice))).buttons
    assert is_kept(world, world.alice)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("since", ["a long time", "a newer question", "a restart"])
async def test_an_old_answer_deletes_nothing(world: World, since: str) -> None:
    await visited(world, "alice", "bruno")
    old = await second_question(world.alice)
    match since:
        case "a long time":
            world.skip(VALID_SECONDS + 1)
        case "a newer question":
            await second_question(world.alice)
        case _:
            await world.restart()
    answer = await world.alice.press("Delete for good", old)
    assert "confirmation has expired, so nothing was deleted" in answer.text
    assert is_kept(world, world.alice)


async def test_an_answer_counts_once(world: World) -> None:
    await visited(world, "alice")
    question = await first_question(world.alice)
    answer = question.buttons["Continue"]
    again = await world.alice.press("Continue", question)
    assert "Delete for good" in again.buttons
    assert "confirmation has expired" in (await world.alice.forge(answer, question)).text


@pytest.mark.parametrize("verb", ["erasing", "erased"])
async def test_a_forged_answer_deletes_nothing(verb: str, world: World) -> None:
    await visited(world, "alice", "bruno")
    first = await first_question(world.alice)
    word = first.buttons["Continue"].rsplit(":", 1)[1]
    panel = await world.eve.run("settings privacy")
    for who, said in ((world.alice, "0" * 16), (world.bruno, word), (world.alice, word)):
        # the last is the right word, but for the first question, and it counts once
        if verb == "erasing" and (who, said) == (world.alice, word):
            continue
        assert "confirmation has expired" in (await who.forge(f"b:{verb}:{said}", panel)).text
    for who in (world.alice, world.bruno):
        assert is_kept(world, who)


# ---------------------------------------------------------------------- deleted data


async def test_no_trace_of_a_deleted_user_stays_and_the_others_are_unchanged(world: World) -> None:
    match = await world.play_and_end()
    await world.alice.write_text()
    await world.alice.choose("s:dm:hands", "off", on=await world.alice.run("settings messages"))
    await delete(world.alice)

    assert not traces(world.database, world.alice.id, "Alice")
    assert world.alice.id.to_bytes(8) not in bytes_of(world.database)
    assert b"Alice" not in bytes_of(world.database)
    (bruno,), total = await world.store.league.leaderboard(LeaderboardFilter(world.guild.id), 9)
    assert total == 1
    assert (bruno.name, bruno.matches) == ("Bruno", 1)
    assert await world.store.preferences.get(PersonPreferences, world.alice.id) == PersonPreferences()
    kept = await world.bot.hub.saved(match.id)
    assert sorted(person.name for person in kept.header.people) == ["Bruno", DELETED_NAME]


@pytest.mark.long
async def test_replay_rematch_and_leaderboard_still_work_for_the_others(world: World) -> None:
    await world.play_and_end()
    end = world.board
    await delete(world.alice)
    assert (await world.bruno.press("Replay", end)).attachments
    board = await world.bruno.run("leaderboard")
    assert board.attachments or "Bruno" in board.text
    await world.bruno.press("Rematch", end)
    assert [person.name for person in world.table.people] == ["Bruno"]
    # the deleted person's place stays empty in the invitations
    assert "<@-" not in world.board.text
    assert world.table.header.invited == ()
    await world.chloe.press("Join")
    await world.bruno.press("Start")
    await world.move()
    assert not traces(world.database, world.alice.id, "Alice")


def test_a_former_player_is_named_in_the_language_of_the_reader() -> None:
    class French(NullTranslations):
        def gettext(self, message: str) -> str:
            return {DELETED_NAME: "une ancienne joueuse"}.get(message, message)

    former, named_so = Person(new_deleted_id(), DELETED_NAME, "", Presence.LEFT), Person(5, DELETED_NAME, "")
    assert picture_name(former, French()) == "une ancienne joueuse"
    assert picture_name(named_so, French()) == DELETED_NAME
    view = match.view(match.new("classic", 2), None)
    lines = narrate([TimedOut(0), NewHost(1)], view, [former, named_so], French())
    assert "une ancienne joueuse" in lines[0]
    assert DELETED_NAME in lines[1]


async def test_deletion_removes_an_invitation_to_an_open_table(world: World) -> None:
    await world.bruno.run("play", friend1=world.alice)
    assert f"<@{world.alice.id}>" in world.board.text
    await delete(world.alice)
    assert f"<@{world.alice.id}>" not in world.board.text
    assert not traces(world.database, world.alice.id, "Alice")
    await world.bruno.run("board")
    assert not traces(world.database, world.alice.id, "Alice")


# ---------------------------------------------------------------------- obstacles


@pytest.mark.parametrize("begun", [False, True])
async def test_a_seat_at_an_open_table_prevents_deletion_and_is_named(begun: bool, world: World) -> None:
    if begun:
        await world.sit("alice", "bruno")
    else:
        await world.alice.run("play")
    refused = await first_question(world.alice)
    assert not refused.lacks("seat at an open table", f"/channels/{world.guild.id}/{world.channel.id}")
    assert is_kept(world, world.alice)
    if not begun:
        await world.alice.run("leave")
        await delete(world.alice)
        assert not is_kept(world, world.alice)


@pytest.mark.parametrize("server", [" on **Domino Café**", ""], ids=["known here", "known there alone"])
async def test_a_seat_at_a_table_that_another_process_plays_is_named_at_the_first_press(
    server: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.alice.run("play", rules="mata")
    address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.board.id}"
    world.bot.hub.drop_shard(0)
    panel = await world.alice.run("settings privacy")
    if not server:
        monkeypatch.setattr(world.bot, "get_guild", lambda guild: None)
        monkeypatch.setattr(world.bot, "lists", lambda guild: False)
    text, *places = (await world.alice.press("Delete my data", panel)).private.splitlines()
    assert "seat at an open table" in text
    place, company = places
    assert place == f"- **Mata** in <#{world.channel.id}>{server} · [go to the table]({address})"
    assert company.startswith("-# Nobody else yet · opened <t:")


@pytest.mark.parametrize("where", [anywhere.group_message, anywhere.server_without_bot])
async def test_a_seat_at_a_table_without_a_link_prevents_deletion_and_is_described(where: Any, world: World) -> None:
    anywhere.install(world.env, world.alice)
    place = where(world.env, world.alice, world.bruno)
    await world.alice.run("play", place)
    await world.bruno.press("Join", place)
    refused = await first_question(world.alice)
    kind, company = refused.private.splitlines()[1:]
    assert kind == "- **Domino Express** in a private channel, or on a server where I'm not a member"
    assert company.startswith("-# With Bruno · opened <t:")
    assert "](" not in refused.private


async def test_the_refusal_lists_as_many_tables_as_a_reply_takes(world: World) -> None:
    long = world.join("star", "*" * 32)
    for number in range(6):
        room = world.guild.create_text_channel(f"room{number}")
        await world.alice.run("play", room)
        await long.press("Join", room)
    refused = await first_question(world.alice)
    assert refused.private.count("go to the table") == 5
    assert len(refused.private) <= 2000


async def test_a_user_who_sits_down_between_the_questions_is_not_deleted(world: World) -> None:
    await visited(world, "alice", "bruno")
    for ask in (first_question, second_question):
        asked = await ask(world.alice)
        await world.alice.run("play")
        label = next(iter(asked.buttons))
        assert "seat at an open table" in (await world.alice.press(label, asked)).text
        assert is_kept(world, world.alice)
        await world.alice.run("leave")


async def test_a_full_disk_deletes_nothing_and_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await visited(world, "alice", "bruno")
    asked = await second_question(world.alice)

    monkeypatch.setattr(world.store._connection, "write", failing(StorageError("full")))  # type: ignore[attr-defined]
    refused = await world.alice.press("Delete for good", asked)
    assert "can't write to its disk right now, so nothing was changed" in refused.followups[-1]
    monkeypatch.undo()
    assert is_kept(world, world.alice)
    await delete(world.alice)
    assert not is_kept(world, world.alice)


@pytest.mark.parametrize("what", [MINE, SERVERS])
async def test_copies_that_stay_for_an_hour_are_told_of(world: World, admin: Player, what: str) -> None:
    await admin.run("play")
    await admin.run("leave")
    await world.store._connection.driver.connection.execute("PRAGMA busy_timeout=1")  # type: ignore[attr-defined]
    with closing(sqlite3.connect(world.database)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM tables").fetchone()
        done = await delete(admin, what)
    assert not done.lacks("has been deleted.", "The last copies", "are removed within the hour.")
    await world.cog("Retention").purge()
    assert not is_kept(world, admin)


@pytest.mark.parametrize("what", [MINE, SERVERS])
async def test_copies_in_a_large_file_are_told_of(
    world: World, admin: Player, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await admin.run("play")
    await admin.run("leave")
    monkeypatch.setattr(PrivacyService, "vacuum", partialmethod(PrivacyService.vacuum, 0))
    assert not (await delete(admin, what)).lacks("has been deleted.", "are removed when the bot is next started.")


async def test_a_disk_without_room_to_rewrite_is_told_of(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await visited(world, "alice")
    monkeypatch.setattr(world.store._connection, "rewrite", failing(StorageError("full")))  # type: ignore[attr-defined]
    assert "are removed within the hour." in (await delete(world.alice)).text
