"""Tests of interactions that Discord delivers twice, late or in vain."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest

from cogs.core.components import answer_orphan
from engine.live.model.table import Status
from tests.support.in_memory.deliveries import AUTOCOMPLETE, MODAL, Delivery, commanded, interaction, pressed
from tests.support.in_memory.world import World, laid
from tests.support.simcord_private import as_the_bot

UNTAKEN = pytest.mark.parametrize(
    ("status", "code"), [(404, 10062), (400, 40060)], ids=["too late", "answered already"]
)
ANSWERS = "/interactions/*/callback"


def answers(world: World, delivery: Delivery) -> int:
    """Return how often the bot tried to answer an interaction."""
    return len(world.requests(path=f"/interactions/{delivery.id}/"))


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "cogs")
    caplog.set_level(logging.INFO, "engine")
    return caplog


def lines(log: pytest.LogCaptureFixture, since: int = 0) -> list[str]:
    """Return the bot's log."""
    return [each.getMessage() for each in log.records[since:] if each.name.startswith(("cogs", "engine"))]


def first_of_hand(world: World) -> Delivery:
    """Put together the press of the first control in the hand of the player in turn."""
    player = world.mover()
    return pressed(player, next(iter(player.hand.buttons.values())), player.hand)


def typing(world: World, value: str) -> Delivery:
    """Return Alice's autocompletion of a table's rule set."""
    delivery = commanded(world.alice, "play", kind=AUTOCOMPLETE)
    option = {"name": "rules", "type": 3, "value": value, "focused": True}
    delivery.payload["data"]["options"][0]["options"] = [option]
    return delivery


@pytest.mark.parametrize("apart", [False, True], ids=["at once", "one after the other"])
async def test_a_press_that_is_delivered_twice_is_answered_once(world: World, apart: bool) -> None:
    table = await world.sit("alice", "bruno")
    doubled = first_of_hand(world)
    doubled.deliver()
    if apart:
        await world.settle()
    await doubled.send()
    assert answers(world, doubled) == 1
    assert not doubled.answer.followups, "the second was for an earlier move, and nobody hears of it"
    assert table.ply == 2


async def test_an_orphaned_press_or_a_command_that_is_delivered_twice_is_answered_once(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for doubled in (pressed(world.alice, f"b:walk:{table.id}"), commanded(world.alice, "board")):
        doubled.deliver()
        await doubled.send()
        assert answers(world, doubled) == 1
    assert table.people[0].away


async def test_choices_delivered_twice_raise_no_alarm(world: World, log: pytest.LogCaptureFixture) -> None:
    doubled, since = typing(world, "mex"), len(log.records)
    doubled.deliver()
    choices = (await doubled.send()).choices or []
    assert {each["value"] for each in choices} == {"mexican-train", "mexican-train-nine"}
    assert not lines(log, since), "what is delivered twice is handled once"


@UNTAKEN
async def test_late_choices_raise_no_alarm(world: World, log: pytest.LogCaptureFixture, status: int, code: int) -> None:
    world.fail("POST", ANSWERS, status, code)
    late, since = typing(world, ""), len(log.records)
    await late.send()
    assert answers(world, late) == len(lines(log, since)) == 1


@UNTAKEN
async def test_a_move_stays_unanswered(world: World, log: pytest.LogCaptureFixture, status: int, code: int) -> None:
    table = await world.sit("alice", "bruno")
    world.fail("POST", ANSWERS, status, code)
    late, since = first_of_hand(world), len(log.records)
    await late.send()
    assert table.ply == 2
    assert len(lines(log, since)) == 1, "an alarm, or another try, would change nothing"
    assert answers(world, late) == 1
    assert f"opens with {laid(table)[0]}" in world.board.text
    world.heal()
    await world.move()
    assert table.ply == 3


@UNTAKEN
@pytest.mark.parametrize("verb", ["join", "start"])
async def test_a_lobby_goes_on_though_an_answer_is_not_taken(
    world: World, log: pytest.LogCaptureFixture, status: int, code: int, verb: str
) -> None:
    table = await world.lobby("alice", *(["bruno"] if verb == "start" else []))
    lobby, since = world.board, len(log.records)
    world.fail("POST", ANSWERS, status, code)
    await (world.bruno if verb == "join" else world.alice).forge(f"b:{verb}:{table.id}", lobby)
    assert len(lines(log, since)) == 1
    assert len(table.people) == 2
    assert "Bruno" in world.now(lobby).text
    assert table.header.status is (Status.PLAYING if verb == "start" else Status.LOBBY)


async def test_a_lobby_that_failed_to_open_blocks_no_channel(world: World, log: pytest.LogCaptureFixture) -> None:
    world.fail("POST", ANSWERS, 404, 10062, times=1)
    since = len(log.records)
    await world.alice.run("play")
    assert len(lines(log, since)) == 1
    assert not (await world.alice.run("play")).ephemeral
    assert world.table.header.post is not None


async def test_a_lobby_whose_answer_may_have_arrived_is_shown_in_the_channel(world: World) -> None:
    world.fail("POST", ANSWERS, 500, 0, times=1)
    await world.alice.run("play")
    assert "You are already at this table" in (await world.alice.run("play")).private
    await world.bruno.press("Join", world.board)
    assert len(world.table.people) == 2


@UNTAKEN
async def test_a_hand_that_was_not_shown_is_not_taken_for_shown(world: World, status: int, code: int) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    world.fail("POST", ANSWERS, status, code, times=1)
    await world.chloe.forge(f"b:hand:{table.id}")
    edits = len(world.requests(path="/webhooks/"))
    await world.moves(2)
    assert len(world.requests(path="/webhooks/")) == edits
    assert "Your hand" in (await world.chloe.press("My hand")).text


async def test_a_window_of_before_a_restart_gets_a_sentence(world: World) -> None:
    """After a restart the open window is unknown: see :func:`cogs.core.components.answer_orphan`."""
    table = await world.lobby("alice")
    data = {"custom_id": f"m:number:{table.id}:target", "components": []}
    board = world.board.message
    sent = interaction(world.env, world.alice, MODAL, data, channel=world.channel.id, message=board)
    answering: Any = discord.Interaction(data=sent.payload, state=world.bot._connection)  # type: ignore[arg-type]
    with as_the_bot(world.env):
        await answer_orphan(answering)
    await world.settle()
    assert sent.answer.text == "That button was for an earlier move."


@pytest.mark.parametrize("language", [None, 7, ["fr"]])
async def test_a_name_of_no_language_counts_as_none(world: World, language: Any) -> None:
    odd = {"locale": language, "guild_locale": language}
    opens = commanded(world.alice, "play", computers=1, show=True)
    opens.payload |= odd
    await opens.send()
    assert world.table.header.locale == "en-US"
    modal = {"custom_id": "m:word:x:1", "components": []}
    for each in (
        typing(world, "cl"),
        commanded(world.alice, "rules", rules="classic"),
        commanded(world.alice, "match", "replay", match="nothing"),
        pressed(world.alice, f"b:rules:{world.table.header.rules}"),
        pressed(world.bruno, f"b:hand:{world.table.id}"),
        interaction(world.env, world.bruno, MODAL, modal, channel=world.channel.id),
    ):
        each.payload |= odd
        answer = await each.send()
        assert answers(world, each) == 1
        assert "Something went wrong" not in str(answer.text)
