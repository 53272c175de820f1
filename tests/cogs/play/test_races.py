"""Tests of presses that arrive together: each counts once or is declined with a sentence."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.core.refusals import DECLINES, REFUSALS
from engine import match
from engine.actions import parse
from engine.errors import Illegal
from engine.live.model.errors import Code
from engine.live.model.table import Status
from engine.live.tables.table import Table
from tests.support.in_memory.deliveries import Delivery, pressed, send_all
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World


async def fire(*deliveries: Delivery) -> list[str]:
    """Deliver all at once and return the answers, of which none is an alarm."""
    answers = await send_all(*deliveries)
    for each in answers:
        assert each.acknowledged
        assert "Something went wrong" not in each.text
    return [each.text for each in answers]


async def assert_sound(world: World, table: Table) -> None:
    """Check that a table's log has each ply once and is one legal match."""
    kept = await world.bot.hub.saved(table.id)
    assert [entry.ply for entry in kept.log] == list(range(len(kept.log)))
    state = match.new(kept.header.rules, len(kept.header.people), kept.header.options) if kept.log else None
    for entry in kept.log:
        assert state is not None
        state, _ = match.apply(state, parse(entry.action))


def first_move(table: Table, player: Player, on: object = None) -> Delivery:
    """Put together a press that plays from a hand at once: the private one, or another message."""
    control = f"b:act:{table.id}:{table.ply}:{table.header.seat_of(player.id)}:0"
    return pressed(player, control, player.hand if on is None else on)


@pytest.mark.long
async def test_one_control_pressed_in_the_hand_and_in_the_channel_at_once_plays_once(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    for _ in range(8):
        if table.view(None).turn is None:
            break
        player, ply = world.mover(), table.ply
        said = await fire(*(first_move(table, player, world.board if at % 2 else None) for at in range(8)))
        assert table.ply == ply + 1
        assert sum(DECLINES[Code.STALE] in each for each in said) == 7
    await assert_sound(world, table)


async def test_twenty_people_who_press_join_at_once_fill_the_table_once(world: World) -> None:
    crowd = world.crowd(20)
    for _ in range(3):
        table = await world.lobby("alice")
        said = await fire(*(pressed(person, f"b:join:{table.id}") for person in crowd))
        assert len({person.user_id for person in table.people}) == len(table.people) == 4
        assert said.count(DECLINES[Code.FULL].format(most=4)) == len(crowd) - 3
        await world.alice.press("Close the table")


@pytest.mark.parametrize("verb", ["end", "walk"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.long
async def test_ending_or_leaving_against_a_play(world: World, verb: str, first: bool) -> None:
    for _ in range(4):
        table = await world.sit("alice", "bruno")
        player, ply = world.mover(), table.ply
        play, gone = first_move(table, player), pressed(world.alice, f"b:{verb}:{table.id}")
        await fire(*((gone, play) if first else (play, gone)))
        log = (await world.bot.hub.saved(table.id)).log
        # the play is there, or its player reads why not; a hand says of a player who left that they have, too
        played = any(entry.ply == ply and entry.user_id == player.id for entry in log)
        reasons = (DECLINES[why].split("{command}")[0] for why in (Code.CLOSED, Code.LEFT, Code.STALE))
        assert played or any(why in play.answer.text for why in reasons)
        await assert_sound(world, table)
        if verb == "walk":
            seat = table.situation.require_seat(world.alice.id)
            assert seat is not None
            assert table.people[seat].gone
            await world.wait(3)
            await fire(pressed(world.bruno, f"b:end:{table.id}"))
        assert table.header.status is Status.CLOSED


async def test_a_second_tap_on_a_tile_says_nothing(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for place in ("hand", "copy"):
        player = world.mover()
        shown = player.hand if place == "hand" else await player.press("My hand")
        control, ply = f"b:act:{table.id}:{table.ply}:{table.header.seat_of(player.id)}:0", table.ply
        first, second = await send_all(pressed(player, control, shown), pressed(player, control, shown))
        third = await player.forge(control, shown)
        assert table.ply == ply + 1
        for tap in (first, second, third):
            assert tap.acknowledged
            assert not tap.followups
        await world.wait(3)
        late = await player.forge(control, shown)
        assert late.followups == [DECLINES[Code.STALE]], "it is no second tap any more"


async def test_a_second_tap_below_the_board_says_nothing(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    flip = next(each for each in world.board.buttons.values() if each.startswith("b:flip:"))
    board, player = world.board, world.mover()
    first, second = await send_all(pressed(player, flip, board), pressed(player, flip, board))
    assert not first.text.startswith("That button")
    assert second.acknowledged
    assert not second.ephemeral
    assert table.ply == 2


async def test_a_person_refused_twice_reads_so_twice(world: World) -> None:
    table = await world.sit("alice", "bruno")
    control = f"b:pass:{table.id}:0"
    for _ in range(2):
        assert (await world.alice.forge(control)).private == DECLINES[Code.STALE]


async def test_two_taps_at_once_out_of_turn_are_both_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    flip = next(each for each in world.board.buttons.values() if each.startswith("b:flip:"))
    board, player = world.board, next(each for each in (world.alice, world.bruno) if each is not world.mover())
    get = world.store.preferences.get

    async def get_late(*arguments: Any) -> Any:
        # the second press comes before the first is refused
        for _ in range(9):
            await asyncio.sleep(0)
        return await get(*arguments)

    monkeypatch.setattr(world.store.preferences, "get", get_late)
    for tap in await send_all(pressed(player, flip, board), pressed(player, flip, board)):
        assert tap.text == REFUSALS[Illegal.NOT_YOUR_TURN]
    assert table.ply == 1
