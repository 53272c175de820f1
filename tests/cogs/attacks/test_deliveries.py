"""What Discord delivers twice is done once; what it takes too late, or took already, stays done without an alarm."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest
from discord.app_commands import CommandNotFound

from cogs.core import components
from cogs.core.components import answer_orphan, on_button
from cogs.core.dispatch import dispatch
from cogs.core.errors import UserError
from engine.live.model.table import Status
from tests.cogs.conftest import World
from tests.cogs.payloads import AUTOCOMPLETE, commanded, interaction, pressed, said
from tests.cogs.playing import buttons, hand_message, take_turn, text
from tests.support.simcord_private import as_the_bot

TOO_LATE, ANSWERED = (404, 10062), (400, 40060)


def callbacks(world: World) -> list[str]:
    """Give the answers that the bot tried to give, by the interactions' numbers."""
    return [each.path.split("/")[2] for each in world.env.http_requests if each.path.endswith("/callback")]


def lines(caplog: pytest.LogCaptureFixture, level: int = logging.INFO) -> list[str]:
    """Give what the bot and the library wrote into the log."""
    ours = [each for each in caplog.records if each.levelno >= level and each.name.startswith(("cogs", "engine"))]
    theirs = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert not theirs, [each.getMessage() for each in theirs]
    return [each.getMessage() for each in ours]


def mover(world: World) -> tuple[Any, Any, str]:
    """Give who is in turn, the message with their hand, and its first control."""
    turn = world.table.view(None).turn
    assert turn is not None
    person = world.who(world.table.people[turn].user)
    message = hand_message(world, person)
    return person, message, next(iter(buttons(message).values()))


@pytest.mark.parametrize("apart", [False, True], ids=["at once", "one after the other"])
async def test_a_press_that_is_delivered_twice_is_answered_once(world: World, apart: bool) -> None:
    await world.sit("alice", "bruno")
    person, message, control = mover(world)
    doubled = pressed(world.env, person.user, message, control)
    before = len(callbacks(world))
    doubled.deliver()
    if apart:
        await world.env.settle()
    doubled.deliver()
    await world.env.settle()
    assert callbacks(world)[before:] == [doubled.id]
    assert not doubled.answer.followups, "the second was for an earlier move, and nobody hears of it"
    assert world.table.ply == 2


async def test_an_orphaned_press_that_is_delivered_twice_is_answered_once(world: World) -> None:
    await world.sit("alice", "bruno")
    doubled = pressed(world.env, world.alice, world.last(), f"b:walk:{world.table.id}")
    for _ in range(2):
        doubled.deliver()
    await world.env.settle()
    assert callbacks(world).count(doubled.id) == 1
    assert world.table.people[0].away


async def test_a_command_that_is_delivered_twice_is_answered_once(world: World) -> None:
    doubled = commanded(world.env, world.alice, world.channel, "play")
    for _ in range(2):
        doubled.deliver()
    await world.env.settle()
    assert callbacks(world).count(doubled.id) == 1
    assert "Join" in buttons(world.last())


async def test_what_is_typed_and_delivered_twice_raises_no_alarm(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    typed = {"name": "rules", "type": 3, "value": "mex", "focused": True}
    doubled = commanded(world.env, world.alice, world.channel, "play", kind=AUTOCOMPLETE)
    doubled.payload["data"]["options"][0]["options"] = [typed]
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            doubled.deliver()
        await world.env.settle()
    choices = doubled.answer.autocomplete_choices
    assert choices is not None
    assert {each["value"] for each in choices} == {"mexican-train", "mexican-train-nine"}
    assert len(lines(caplog)) == 1


@pytest.mark.parametrize(("status", "code"), [TOO_LATE, ANSWERED])
async def test_choices_that_come_too_late_raise_no_alarm(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)
    typed = {"name": "rules", "type": 3, "value": "", "focused": True}
    late = commanded(world.env, world.alice, world.channel, "play", kind=AUTOCOMPLETE)
    late.payload["data"]["options"][0]["options"] = [typed]
    with caplog.at_level(logging.INFO):
        late.deliver()
        await world.env.settle()
    assert callbacks(world).count(late.id) == 1
    assert len(lines(caplog)) == 1


@pytest.mark.parametrize(("status", "code"), [TOO_LATE, ANSWERED])
async def test_a_move_whose_answer_discord_does_not_take_stays_made(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    table = await world.sit("alice", "bruno")
    person, message, control = mover(world)
    world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)
    late = pressed(world.env, person.user, message, control)
    with caplog.at_level(logging.INFO):
        late.deliver()
        await world.env.settle()
    assert table.ply == 2
    assert len(lines(caplog)) == 1, "an alarm, or another try, would change nothing"
    assert callbacks(world).count(late.id) == 1
    assert f"opens with {table.view(None).layout.placed[0].tile}" in text(world.last())
    world.env.backend.faults.clear()
    await take_turn(world, table)
    assert table.ply == 3


@pytest.mark.parametrize(("status", "code"), [TOO_LATE, ANSWERED])
@pytest.mark.parametrize("verb", ["join", "start"])
async def test_a_lobby_goes_on_though_an_answer_is_not_taken(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int, verb: str
) -> None:
    await world.alice.slash(world.channel, "domino play")
    table, lobby = world.table, world.last()
    if verb == "start":
        await world.bruno.click(lobby, label="Join")
    world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)
    with caplog.at_level(logging.INFO):
        pressed(world.env, world.bruno if verb == "join" else world.alice, lobby, f"b:{verb}:{table.id}").deliver()
        await world.env.settle()
    assert len(lines(caplog)) == 1
    assert len(table.people) == 2
    assert "Bruno" in (text(lobby_now(world, lobby)))
    assert table.header.status is (Status.PLAYING if verb == "start" else Status.LOBBY)


def lobby_now(world: World, lobby: Any) -> Any:
    return next(each for each in world.channel.history() if each.id == lobby.id)


async def test_a_lobby_whose_opening_came_too_late_blocks_no_channel(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    with caplog.at_level(logging.INFO):
        await world.alice.slash(world.channel, "domino play")
    assert len(lines(caplog)) == 1
    again = await world.alice.slash(world.channel, "domino play")
    assert not again.ephemeral


@pytest.mark.parametrize(("status", "code"), [TOO_LATE, ANSWERED])
async def test_a_hand_that_was_not_shown_is_not_taken_for_shown(world: World, status: int, code: int) -> None:
    await world.sit("alice", "bruno", "chloe")
    world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=1)
    pressed(world.env, world.chloe, world.last(), f"b:hand:{world.table.id}").deliver()
    await world.env.settle()
    edits = [each for each in world.env.http_requests if "/webhooks/" in each.path]
    await take_turn(world, world.table)
    await take_turn(world, world.table)
    assert [each for each in world.env.http_requests if "/webhooks/" in each.path] == edits
    again = await world.chloe.click(world.last(), label="My hand")
    assert "Your hand" in text(again.response)


async def test_a_command_of_an_earlier_version_gets_a_sentence(world: World, caplog: pytest.LogCaptureFixture) -> None:
    for path in (("gone",), ("settings", "gone")):
        old = commanded(world.env, world.alice, world.channel, *path)
        old.deliver()
        await world.env.settle()
        assert said(old.answer).startswith("That command is not the way it was")
    assert all(isinstance(each, CommandNotFound) for each in world.env.errors)
    assert lines(caplog) == []


async def test_what_a_part_of_an_answer_guards_is_not_taken_for_a_second_delivery(world: World) -> None:
    async def inner() -> None:
        raise UserError("from inside")

    try:

        @on_button("nested")
        async def nested(interaction: Any) -> None:
            await dispatch(interaction, inner)

        await world.sit("alice", "bruno")
        forged = pressed(world.env, world.alice, world.last(), "b:nested")
        forged.deliver()
        await world.env.settle()
        assert said(forged.answer) == "from inside"
    finally:
        components.handlers.pop(("b", "nested"))


async def test_what_was_typed_into_a_window_that_is_gone_gets_a_sentence(world: World) -> None:
    """After a restart nobody knows the window that was open: see :func:`cogs.core.components.answer_orphan`."""
    await world.alice.slash(world.channel, "domino play")
    data = {"custom_id": f"number-{world.table.id}-target", "components": []}
    sent = interaction(world.env, world.alice, 5, data, channel=world.channel, message=world.last())
    answering: Any = discord.Interaction(data=sent.payload, state=world.bot._connection)  # type: ignore[arg-type]
    with as_the_bot(world.env):
        await answer_orphan(answering)
    await world.env.settle()
    assert said(sent.answer) == "That was for an earlier move."
