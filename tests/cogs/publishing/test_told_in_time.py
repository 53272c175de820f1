"""Time in which nobody could be told is charged to nobody; and reminders, which come once and go again."""

from __future__ import annotations

import pytest

from engine.live.model.table import Presence
from tests.cogs.conftest import World
from tests.cogs.failing import in_turn, kept, move_by_hand, raising, refuse, relent, unhurt
from tests.cogs.play.test_memory import flip, grid_of
from tests.cogs.playing import buttons, hand_message, take_turn, text
from tests.support.simcord_private import as_the_bot

EVERYBODY = ("alice", "bruno", "chloe")


def left(world: World) -> float:
    deadline = world.table.header.deadline
    assert deadline is not None
    return deadline - world.env.now().timestamp()


async def again(world: World) -> None:
    """Let what failed be tried again at once."""
    with as_the_bot(world.env):
        world.bot.publisher.retry(world.bot.clock(), guild=world.guild.id)
    await world.env.settle()


def reminders(world: World) -> list:
    return [each for each in world.channel.history() if each.content.startswith("⏳")]


async def test_whoever_was_told_late_gets_all_of_their_time(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await flip(world, table, 1)
    await flip(world, table, 2)
    refuse(world, 503)
    lying = grid_of(table).tiles
    with as_the_bot(world.env):
        for at in [at for at in lying if at > 2][:2]:
            await table.flip(table.people[table.view(None).turn].user, table.ply, at)
    await world.env.settle()
    ply, people = table.ply, table.people
    await world.env.advance_time(300)
    assert (table.ply, table.people) == (ply, people), "nobody sees the grid, so nobody runs out of time"
    assert not reminders(world)
    relent(world)
    await again(world)
    assert left(world) == pytest.approx(120, abs=3)
    assert f"Time is up <t:{int(table.header.deadline)}:R>" in text(world.last())
    await world.env.advance_time(50)
    assert table.ply == ply
    await flip(world, table, next(at for at in grid_of(table).tiles if at != grid_of(table).first_flipped))
    assert table.ply == ply + 1
    await kept(world, table)
    unhurt(caplog)


async def test_a_time_that_nobody_knew_of_starts_when_the_channel_is_told(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    for person in ("alice", "bruno", "chloe"):
        refuse(world, 403, 50007, place=world.people[person].user.dm_channel)
    table = await world.sit(*EVERYBODY)
    person = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    refuse(world, 503)
    seat = table.view(None).turn
    with as_the_bot(world.env):
        await table.play(person.id, seat, table.ply, 0)
    await world.env.settle()
    assert shown.ephemeral
    ply = table.ply
    await world.env.advance_time(400)
    assert table.ply == ply
    assert not reminders(world)
    await kept(world, table)
    relent(world)
    await again(world)
    assert left(world) == pytest.approx(120, abs=3)
    assert f"Time is up <t:{int(table.header.deadline)}:R>" in text(world.last()), "and not when it was before"
    assert "opens with" in text(world.last())
    await world.env.advance_time(121)
    assert table.ply == ply + 1, "and then it runs as always"
    unhurt(caplog)


async def test_who_sees_their_turn_in_their_hand_has_the_time_they_always_have(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    refuse(world, 403, 50013)
    await move_by_hand(world, table)
    ply, person = table.ply, in_turn(world, table)
    assert "It's your turn" in text(hand_message(world, person))
    await world.env.advance_time(121)
    assert table.ply == ply + 1
    assert table.people[table.seat_of(person.id)].missed == 1
    await kept(world, table)
    relent(world)
    await world.env.advance_time(200)
    assert "ran out of time" in "".join(text(each) for each in world.channel.history())
    unhurt(caplog)


async def test_a_hand_that_was_not_edited_tells_nobody(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit(*EVERYBODY)
    refuse(world, 503)
    for each in EVERYBODY:
        refuse(world, 503, place=world.people[each].user.dm_channel)
    seat = table.view(None).turn
    with as_the_bot(world.env):
        await table.play(table.people[seat].user, seat, table.ply, 0)
    await world.env.settle()
    ply = table.ply
    await world.env.advance_time(500)
    assert table.ply == ply, "what they see is the hand of before"
    await kept(world, table)
    relent(world)
    await world.env.advance_time(600)
    assert table.ply > ply
    unhurt(caplog)


async def test_a_reminder_comes_once_at_half_time_mentions_who_is_in_turn_and_goes_with_the_next_picture(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    person = in_turn(world, table)
    await world.env.advance_time(59)
    assert not reminders(world)
    await world.env.advance_time(2)
    (reminder,) = reminders(world)
    when = f"<t:{int(table.header.deadline)}:R>"
    assert reminder.content == f"⏳ <@{person.id}>, it's still your turn. The bot plays for you {when}."
    bodies = [each.json for each in world.env.http_requests if isinstance(each.json, dict)]
    (mentions,) = [each["allowed_mentions"] for each in bodies if "⏳" in str(each.get("content"))]
    assert mentions["users"] == [person.id]
    assert not mentions.get("parse")
    await world.env.advance_time(50)
    assert len(reminders(world)) == 1
    await take_turn(world, table)
    assert not reminders(world)
    await kept(world, table)
    unhurt(caplog)


async def test_a_reminder_that_can_not_be_posted_is_no_loss(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit(*EVERYBODY)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await world.env.advance_time(61)
    assert not reminders(world)
    relent(world)
    await take_turn(world, table)
    assert "it's your turn" in text(world.last())
    await kept(world, table)
    unhurt(caplog)


async def test_a_reminder_that_comes_too_late_goes_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    send, ply = world.bot.http.send_message, table.ply

    async def late(*arguments: object, **more: object) -> object:
        sent = await send(*arguments, **more)
        if "⏳" in str(sent.get("content")) and table.ply == ply:
            seat = table.view(None).turn
            await table.play(table.people[seat].user, seat, table.ply, 0)
            await world.bot.publisher.drain()
        return sent

    monkeypatch.setattr(world.bot.http, "send_message", late)
    await world.env.advance_time(61)
    assert table.ply == ply + 1
    assert not reminders(world)
    await kept(world, table)
    unhurt(caplog)


async def test_a_reminder_that_is_gone_or_can_not_be_deleted_holds_up_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    await world.env.advance_time(61)
    met = raising(world, monkeypatch, lambda: TimeoutError(), "DELETE", "/messages/")
    await take_turn(world, table)
    assert met
    monkeypatch.undo()
    await world.env.advance_time(61)
    world.env.backend.delete_message(world.channel.id, reminders(world)[-1].id)
    await take_turn(world, table)
    assert "it's your turn" in text(world.last())
    assert all(each.presence is Presence.HERE for each in table.people)
    await kept(world, table)
    unhurt(caplog)


async def test_nobody_is_reminded_in_a_pause_or_without_a_clock(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    await world.env.advance_time(400)
    assert not reminders(world)
    await world.alice.slash(world.channel, "domino pause")
    await world.env.advance_time(100)
    assert not reminders(world)
    await world.alice.click(world.last(), label="Resume")
    await take_turn(world, table)
    await kept(world, table)


async def test_a_gap_between_two_looks_at_the_clock_is_charged_to_nobody(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    await world.env.advance_time(30)
    world.env.backend.advance_clock(500)
    await world.env.advance_time(3)
    assert left(world) == pytest.approx(87, abs=3)
    assert table.ply == 1
    await take_turn(world, table)
    await kept(world, table)


async def test_after_a_restart_the_board_tells_the_time_that_a_turn_has_now(world: World) -> None:
    table = await world.sit("alice", "bruno")
    board, turn = world.last(), table.view(None).turn
    before = table.header.deadline
    sent = len(world.env.http_requests)
    await world.restart(down=3600)
    table = world.table
    assert table.header.deadline > before + 3500
    assert world.last().id == board.id
    assert f"Time is up <t:{int(table.header.deadline)}:R>." in text(world.last())
    assert f"<t:{int(before)}:R>" not in text(world.last())
    assert world.last().attachments, "its picture stays"
    assert buttons(world.last()) == buttons(board)
    edits = [each for each in world.env.http_requests[sent:] if each.path.endswith(f"/messages/{board.id}")]
    assert [each.json["allowed_mentions"]["parse"] for each in edits] == [[]], "nobody is notified again"
    await world.restart(down=3)
    assert f"Time is up <t:{int(table.header.deadline)}:R>." in text(world.last()), "seconds are no matter"
    assert world.table.view(None).turn == turn


async def test_a_reminder_goes_with_the_next_picture_after_a_restart_too(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.env.advance_time(61)
    assert len(reminders(world)) == 1
    await world.restart(down=3)
    table = world.table
    assert len(reminders(world)) == 1
    await take_turn(world, table)
    assert not reminders(world)
