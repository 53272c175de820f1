"""Deleting one's data: asked twice, and then nothing is left that says whose it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from gettext import NullTranslations
from typing import Any

import pytest
import simcord

from cogs.core.confirm import VALID_SECONDS
from cogs.messages.names import picture_name
from engine.live.model.deleted_users import DELETED_NAME, new_deleted_id
from engine.live.model.errors import StorageError
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Person, Presence
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, rush, take_turn, text
from tests.engine.live.club import bytes_of, traces
from tests.support.simcord_private import press


async def first_question(world: World, who: Any) -> Any:
    panel = await who.slash(world.channel, "domino privacy")
    return await who.click(panel.response, label="Delete my data")


async def second_question(world: World, who: Any) -> Any:
    return await who.click((await first_question(world, who)).response, label="Go on")


async def delete(world: World, who: Any) -> Any:
    """Say twice that everything is to go."""
    return await who.click((await second_question(world, who)).response, label="Delete it for good")


def is_kept(world: World, who: simcord.MemberActor) -> bool:
    return bool(traces(world.database, who.id))


async def played(world: World, *names: str, **how: Any) -> str:
    """Play a match to its end; give its id."""
    table = await world.sit(*names, target=50, **how)
    await rush(world, table)
    return table.id


async def visited(world: World, *names: str) -> None:
    """Let people open a table and close it again, which is less to keep, but something."""
    for name in names:
        await world.people[name].slash(world.channel, "domino play")
        await world.people[name].slash(world.channel, "domino leave")


# ---------------------------------------------------------------------- what is asked


async def test_it_is_asked_twice_with_what_it_means_and_a_warning(world: World) -> None:
    await visited(world, "alice", "bruno")
    question = await first_question(world, world.alice)
    said = text(question.response)
    for word in ("“a former player”", "stand on no leaderboard", "The matches stay", "Messages in channels stay"):
        assert word in said
    assert list(buttons(question.response)) == ["Go on", "Keep my data"]
    again = await world.alice.click(question.response, label="Go on")
    assert "can't be undone" in text(again.response)
    assert list(buttons(again.response)) == ["Delete it for good", "Keep my data"]
    assert is_kept(world, world.alice)
    done = await world.alice.click(again.response, label="Delete it for good")
    assert text(done.response) == "Your data is deleted. If you play again, you begin anew."
    assert not buttons(done.response)
    assert not is_kept(world, world.alice)


@pytest.mark.parametrize("question", [first_question, second_question])
async def test_who_would_rather_keep_it_is_back_at_the_panel(question: Any, world: World) -> None:
    await visited(world, "alice", "bruno")
    back = await world.alice.click((await question(world, world.alice)).response, label="Keep my data")
    assert "Get my data" in buttons(back.response)
    assert is_kept(world, world.alice)


async def test_an_answer_counts_for_some_minutes_only(world: World) -> None:
    await visited(world, "alice", "bruno")
    question = await second_question(world, world.alice)
    world.env.backend.advance_clock(VALID_SECONDS + 1)
    late = await world.alice.click(question.response, label="Delete it for good")
    assert "not open any more, so nothing was deleted" in text(late.response)
    assert is_kept(world, world.alice)


async def test_an_answer_to_an_older_question_deletes_nothing(world: World) -> None:
    await visited(world, "alice", "bruno")
    old = await second_question(world, world.alice)
    await second_question(world, world.alice)
    stale = await world.alice.click(old.response, label="Delete it for good")
    assert "not open any more" in text(stale.response)
    assert is_kept(world, world.alice)


async def test_an_answer_from_before_a_restart_deletes_nothing(world: World) -> None:
    await visited(world, "alice", "bruno")
    old = await second_question(world, world.alice)
    await world.restart()
    stale = await world.alice.click(old.response, label="Delete it for good")
    assert "not open any more" in text(stale.response)
    assert is_kept(world, world.alice)


async def test_an_answer_counts_once(world: World) -> None:
    await visited(world, "alice")
    question = await first_question(world, world.alice)
    answer = buttons(question.response)["Go on"]
    again = await world.alice.click(question.response, label="Go on")
    assert "Delete it for good" in buttons(again.response)
    twice = press(world.env, world.alice, question.response.message, answer)
    await world.env.settle()
    assert "not open any more" in text(twice.response)


@pytest.mark.parametrize("verb", ["erasing", "erased"])
async def test_a_forged_answer_deletes_nothing(verb: str, world: World) -> None:
    await visited(world, "alice", "bruno")
    first = await first_question(world, world.alice)
    word = buttons(first.response)["Go on"].rsplit(":", 1)[1]
    panel = await world.eve.slash(world.channel, "domino privacy")
    for who, said in ((world.alice, "0" * 16), (world.bruno, word), (world.alice, word)):
        # the last is the right word, but for the first question, and it counts once
        if verb == "erasing" and (who, said) == (world.alice, word):
            continue
        forged = press(world.env, who, panel.response.message, f"b:{verb}:{said}")
        await world.env.settle()
        assert "not open any more" in text(forged.response)
    for who in (world.alice, world.bruno):
        assert is_kept(world, who)


# ---------------------------------------------------------------------- what goes


async def test_nothing_in_the_file_says_who_it_was_and_the_others_are_as_they_were(world: World) -> None:
    match = await played(world, "alice", "bruno")
    await world.alice.slash(world.channel, "domino settings text", mode="on")
    before = await world.bot.hub.store.league.board(question(world), 9)
    assert [each.name for each in before[0]] in (["Alice", "Bruno"], ["Bruno", "Alice"])
    await delete(world, world.alice)

    assert not traces(world.database, world.alice.id, "Alice")
    assert world.alice.id.to_bytes(8) not in bytes_of(world.database)
    assert b"Alice" not in bytes_of(world.database)
    (bruno,), total = await world.bot.hub.store.league.board(question(world), 9)
    assert total == 1
    assert (bruno.name, bruno.matches) == ("Bruno", 1)
    assert await world.bot.hub.store.preferences(PersonPreferences, world.alice.id) == PersonPreferences()
    kept = await world.bot.hub.store.find(match)
    assert kept is not None
    assert sorted(person.name for person in kept.header.people) == ["Bruno", DELETED_NAME]


def question(world: World) -> Any:
    from engine.live.league.figures import LeaderboardFilter

    return LeaderboardFilter(world.guild.id)


async def test_replay_rematch_and_leaderboard_still_work_for_the_others(world: World) -> None:
    await played(world, "alice", "bruno")
    end = world.last()
    await delete(world, world.alice)
    replay = await world.bruno.click(end, label="Replay")
    assert replay.response.attachments
    board = await world.bruno.slash(world.channel, "domino leaderboard")
    assert board.response.attachments or "Bruno" in text(board.response)
    await world.bruno.click(end, label="Rematch")
    assert [person.name for person in world.table.people] == ["Bruno"]
    # nobody is invited in the place of who was there
    assert "<@-" not in text(world.last())
    assert world.table.header.invited == ()
    await world.chloe.click(world.last(), label="Join")
    await world.bruno.click(world.last(), label="Start")
    await take_turn(world, world.table)
    assert not traces(world.database, world.alice.id, "Alice")


def test_a_former_player_is_called_so_in_the_readers_language() -> None:
    class French(NullTranslations):
        def gettext(self, message: str) -> str:
            return {DELETED_NAME: "une ancienne joueuse"}.get(message, message)

    person = Person(new_deleted_id(), DELETED_NAME, "", Presence.LEFT)
    assert picture_name(person, French()) == "une ancienne joueuse"
    # somebody may be called so
    assert picture_name(Person(5, DELETED_NAME, ""), French()) == DELETED_NAME


async def test_who_plays_again_begins_anew(world: World) -> None:
    await played(world, "alice", "bruno")
    await delete(world, world.alice)
    await played(world, "alice", "bruno")
    people, _ = await world.bot.hub.store.league.board(question(world), 9)
    assert {each.name: each.matches for each in people} == {"Alice": 1, "Bruno": 2}
    await delete(world, world.alice)
    assert not traces(world.database, world.alice.id, "Alice")


async def test_it_goes_on_every_server(world: World) -> None:
    await played(world, "alice", "bruno")
    here = world.guild, world.channel, world.people
    guild = world.env.create_guild("Elsewhere", owner=world.env.create_user("owner2"))
    world.channel = guild.create_text_channel("there")
    world.people = {name: guild.add_member(world.people[name].user) for name in ("alice", "bruno")}
    await played(world, "alice", "bruno")
    world.guild, world.channel, world.people = here
    await delete(world, world.alice)
    assert not traces(world.database, world.alice.id, "Alice")
    with closing(sqlite3.connect(world.database)) as connection:
        (former,) = connection.execute("SELECT count(DISTINCT user_id) FROM seats WHERE user_id < 0").fetchone()
    assert former == 2


async def test_an_invitation_to_an_open_table_goes_as_well(world: World) -> None:
    await world.bruno.slash(world.channel, "domino play", friend1=world.alice.user)
    assert f"<@{world.alice.id}>" in text(world.last())
    await delete(world, world.alice)
    assert f"<@{world.alice.id}>" not in text(world.last())
    assert not traces(world.database, world.alice.id, "Alice")
    await world.bruno.slash(world.channel, "domino board")
    assert not traces(world.database, world.alice.id, "Alice")


# ---------------------------------------------------------------------- what keeps it


@pytest.mark.parametrize("begun", [False, True])
async def test_who_sits_at_an_open_table_is_told_where_and_to_leave_it(begun: bool, world: World) -> None:
    if begun:
        await world.sit("alice", "bruno")
    else:
        await world.alice.slash(world.channel, "domino play")
    refused = await first_question(world, world.alice)
    assert "seat at a table that is open" in text(refused.response)
    assert f"/channels/{world.guild.id}/{world.channel.id}" in text(refused.response)
    assert is_kept(world, world.alice)
    if not begun:
        await world.alice.slash(world.channel, "domino leave")
        await delete(world, world.alice)
        assert not is_kept(world, world.alice)


async def test_who_sits_down_between_the_questions_is_not_deleted(world: World) -> None:
    await visited(world, "alice", "bruno")
    for ask in (first_question, second_question):
        asked = await ask(world, world.alice)
        await world.alice.slash(world.channel, "domino play")
        label = next(iter(buttons(asked.response)))
        refused = await world.alice.click(asked.response, label=label)
        assert "seat at a table that is open" in text(refused.response)
        assert is_kept(world, world.alice)
        await world.alice.slash(world.channel, "domino leave")


async def test_a_full_disk_deletes_nothing_and_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await visited(world, "alice", "bruno")
    asked = await second_question(world, world.alice)

    async def full(*steps: object) -> None:
        raise StorageError("full")

    monkeypatch.setattr(world.bot.hub.store._connection, "write", full)  # type: ignore[attr-defined]
    refused = await world.alice.click(asked.response, label="Delete it for good")
    assert "can't write to its disk right now, so nothing was changed" in text(refused.followups[-1])
    monkeypatch.undo()
    assert is_kept(world, world.alice)
    await delete(world, world.alice)
    assert not is_kept(world, world.alice)
