"""Presses that arrive together, through Discord's library: each counts once, or is declined with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.core.errors import DECLINES
from engine import match
from engine.actions import parse
from engine.live.model.errors import Code
from engine.live.model.table import Status
from tests.cogs.conftest import World
from tests.cogs.payloads import Delivery, pressed, said
from tests.cogs.playing import buttons, hand_message
from tests.support.simcord_private import as_the_bot


def fire(*deliveries: Delivery) -> None:
    """Deliver all of it at once."""
    for each in deliveries:
        each.deliver()


async def all_answered(world: World, *deliveries: Delivery) -> None:
    """Wait for the answers; each was given, and none is an alarm."""
    await world.env.settle(timeout=60)
    for each in deliveries:
        assert each.answer.acknowledged
        assert "Something went wrong" not in said(each.answer)


async def log_is_sound(world: World, identity: str) -> None:
    """Make sure that a table's log has each ply once and is one legal match."""
    kept = await world.bot.hub.saved(identity)
    assert [entry.ply for entry in kept.log] == list(range(len(kept.log)))
    if not kept.log:
        return
    state = match.new(kept.header.rules, len(kept.header.people), kept.header.options)
    for entry in kept.log:
        state, _ = match.apply(state, parse(entry.action))


def mover(world: World) -> tuple[Any, Any, str]:
    """Give who is in turn, the message with their hand, and a control that plays from it at once."""
    table = world.table
    turn = table.view(None).turn
    assert turn is not None
    person = world.who(table.people[turn].user)
    return person, hand_message(world, person), f"b:act:{table.id}:{table.ply}:{turn}:0"


async def test_one_control_pressed_in_the_hand_and_in_the_channel_at_once_plays_once(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    for _ in range(8):
        if table.view(None).turn is None:
            break
        person, hand, control = mover(world)
        board, ply = world.last(), table.ply
        presses = [
            pressed(world.env, person if at % 2 else person.user, board if at % 2 else hand, control) for at in range(8)
        ]
        fire(*presses)
        await all_answered(world, *presses)
        assert table.ply == ply + 1
        stale = [each for each in presses if DECLINES[Code.STALE] in said(each.answer)]
        assert len(stale) == len(presses) - 1
    await log_is_sound(world, table.id)


async def test_twenty_people_who_press_join_at_once(world: World) -> None:
    crowd = [world.guild.add_member(world.env.create_user(f"guest{at}")) for at in range(20)]
    for _ in range(5):
        await world.alice.slash(world.channel, "domino play")
        table, lobby = world.table, world.last()
        presses = [pressed(world.env, person, lobby, f"b:join:{table.id}") for person in crowd]
        fire(*presses)
        await all_answered(world, *presses)
        assert len(table.people) == 4
        assert len({person.user for person in table.people}) == 4
        full = [each for each in presses if said(each.answer) == DECLINES[Code.FULL].format(most=4)]
        assert len(full) == len(crowd) - 3
        await world.alice.click(world.last(), label="Cancel")


@pytest.mark.parametrize("order", [("start", "leave"), ("leave", "start")])
async def test_start_against_leave(world: World, order: tuple[str, str]) -> None:
    for _ in range(6):
        await world.alice.slash(world.channel, "domino play")
        table, lobby = world.table, world.last()
        await world.bruno.click(lobby, label="Join")
        who = {"start": world.alice, "leave": world.bruno}
        presses = [pressed(world.env, who[verb], lobby, f"b:{verb}:{table.id}") for verb in order]
        fire(*presses)
        await all_answered(world, *presses)
        # either both play, or the one who left is gone and nothing has begun
        assert (table.header.status, len(table.people)) in ((Status.PLAYING, 2), (Status.LOBBY, 1))
        declined = (DECLINES[Code.STARTED], DECLINES[Code.TOO_FEW].format(least=2))
        assert sum(said(each.answer) in declined for each in presses) == 1
        await log_is_sound(world, table.id)
        again = await world.alice.slash(world.channel, "domino end")
        if table.playing:
            await world.alice.click(again.response, label="End the match")


@pytest.mark.parametrize("verb", ["end", "walk"])
@pytest.mark.parametrize("first", [True, False])
async def test_ending_or_leaving_against_a_play(world: World, verb: str, first: bool) -> None:
    for _ in range(4):
        table = await world.sit("alice", "bruno")
        person, hand, control = mover(world)
        play = pressed(world.env, person.user, hand, control)
        gone = pressed(world.env, world.alice, world.last(), f"b:{verb}:{table.id}")
        ply = table.ply
        fire(*((gone, play) if first else (play, gone)))
        await all_answered(world, play, gone)
        kept = await world.bot.hub.saved(table.id)
        # the play is there, or its player was told why not; a hand says of whoever left that they have, too
        mine = [entry for entry in kept.log if entry.ply == ply and entry.user == person.id]
        declined = any(DECLINES[why] in said(play.answer) for why in (Code.CLOSED, Code.LEFT, Code.STALE))
        assert mine or declined
        await log_is_sound(world, table.id)
        if verb == "end":
            assert table.header.status is Status.CLOSED
        else:
            assert table.people[table.require_seat(world.alice.id)].gone
            await world.env.advance_time(3)
            ended = pressed(world.env, world.bruno, world.last(), f"b:end:{table.id}")
            ended.deliver()
            await all_answered(world, ended)
            assert table.header.status is Status.CLOSED


async def test_a_play_against_its_own_deadline(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for _ in range(6):
        if table.view(None).turn is None:
            break
        person, hand, control = mover(world)
        assert table.header.deadline is not None
        ply, late = table.ply, table.header.deadline
        press = pressed(world.env, person.user, hand, control)
        press.deliver()
        with_time = table.expire(late)
        with as_the_bot(world.env):
            await with_time
        await all_answered(world, press)
        assert table.ply == ply + 1, "the play or the clock, not both"
        if buttons(hand_message(world, person)).get("I'm back"):
            break
    await log_is_sound(world, table.id)
