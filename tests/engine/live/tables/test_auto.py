"""Moves that the bot plays for players who are left no choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Draw, Pass
from engine.events import Drew, Passed, Played
from engine.live.model.news import LeftNoChoice, TimedOut
from engine.live.model.pace import Auto, TimeControl
from engine.live.tables import pauses, playing
from engine.live.tables.table import Table
from tests.engine.games import deal_action
from tests.engine.live.people import ANA, BEN, World
from tests.engine.live.playing import play_one, tell, turn

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
NO_SIX = "0-0 1-0 1-1 2-0 2-1 2-2 3-0"
ONE_SIX = "6-0 1-0 1-1 2-0 2-1 2-2 3-0"


async def begun(
    world: World, auto: Auto, *hands: str, rules: str = "classic", clock: TimeControl = TimeControl.CASUAL
) -> Table:
    """Begin a match of Ana and Ben in which Ana has played 6-6."""
    dealt = deal_action(hands or (SIXES, NO_SIX))
    world.dealer = lambda _state: dealt
    table = await world.begun(rules=rules, auto=auto, time_control=clock)
    await play_one(table, next(n for n, move in enumerate(table.view(0).legal) if "6-6" in str(move)))
    tell(table)
    return table


@pytest.mark.parametrize("clock", TimeControl)
async def test_a_forced_pass_is_played_after_a_pause_and_said(world: World, clock: TimeControl) -> None:
    table = await begun(world, Auto.TURNS, clock=clock)
    await world.wait(table, world.pace.auto - 0.1)
    assert turn(table) == 1
    await world.wait(table, 0.1)
    assert turn(table) == 0
    assert table.view(None).history[-1] == Pass(1)
    assert [type(each) for each in table.untold] == [LeftNoChoice, Passed]
    assert table.people[1].missed == 0


async def test_a_forced_draw_goes_on_until_a_tile_fits(world: World) -> None:
    table = await begun(world, Auto.TURNS, rules="classic-draw")
    await world.wait(table, world.pace.auto)
    assert isinstance(table.view(None).history[1], Draw)
    assert [type(each) for each in table.untold][:2] == [LeftNoChoice, Drew]


@pytest.mark.parametrize(("auto", "plays"), [(Auto.TURNS, False), (Auto.FORCED, True), (Auto.NOTHING, False)])
async def test_the_only_tile_is_played_if_every_forced_move_is(world: World, auto: Auto, plays: bool) -> None:
    table = await begun(world, auto, "6-6 6-5 6-4 6-3 6-2 6-1 5-5", ONE_SIX)
    await world.wait(table, world.pace.auto)
    assert [type(each) for each in table.untold] == ([LeftNoChoice, Played] if plays else [])


async def test_the_bot_does_nothing_by_itself_if_it_is_not_to(world: World) -> None:
    table = await begun(world, Auto.NOTHING)
    await world.wait(table, world.pace.turn - 1)
    assert turn(table) == 1


async def test_a_draw_that_others_do_by_choice_is_left_to_the_player(world: World) -> None:
    table = await begun(world, Auto.TURNS, rules="all-fives")
    assert table.view(1).legal == (Draw(1),)
    await world.wait(table, world.pace.auto)
    assert turn(table) == 1


async def test_until_the_bot_moves_nothing_tells_a_forced_pass_from_a_choice(world: World) -> None:
    forced = await begun(world, Auto.TURNS)
    free = await begun(world, Auto.TURNS, "6-6 6-5 6-4 6-3 6-2 6-1 5-5", ONE_SIX)
    same = {"id": "", "channel": 0, "opened_at": 0.0, "last_activity_at": 0.0, "seed": None}
    assert replace(forced.header, **same) == replace(free.header, **same), "the deadline is that of any turn"
    assert forced.view(None).default_move == free.view(None).default_move == Pass(1)


async def test_a_pause_of_the_match_and_an_absent_player_stop_the_bot(world: World) -> None:
    table = await begun(world, Auto.TURNS)
    await table.do(pauses.pause, ANA.user)
    await world.wait(table, 60)
    assert turn(table) == 1
    await table.do(pauses.resume, ANA.user)
    await world.wait(table, world.pace.auto - 0.1)
    assert turn(table) == 1
    await world.wait(table, 0.1)
    assert turn(table) == 0


async def test_the_pause_begins_when_the_turn_is_shown(world: World) -> None:
    table = await begun(world, Auto.TURNS)
    table.mark_unpublished()
    await world.wait(table, 60)
    assert turn(table) == 1
    await table.mark_published(table.ply)
    await world.wait(table, world.pace.auto - 0.1)
    assert turn(table) == 1
    await world.wait(table, 0.1)
    assert turn(table) == 0


async def test_moves_of_the_bot_count_as_no_sign_of_life_and_a_press_is_faster(world: World) -> None:
    table = await begun(world, Auto.TURNS)
    before = table.header.last_activity_at
    await world.wait(table, world.pace.auto)
    assert table.header.last_activity_at == before
    pressed = await begun(world, Auto.TURNS)
    await pressed.do(playing.pass_turn, BEN.user, pressed.ply)
    assert [type(each) for each in pressed.untold] == [Passed]


async def test_after_a_crash_the_news_is_the_same_and_a_missed_turn_is_still_told_apart(world: World) -> None:
    table = await begun(world, Auto.TURNS)
    await world.wait(table, world.pace.auto)
    again = await world.again(table)
    assert LeftNoChoice(1) in again.untold
    assert not any(isinstance(each, TimedOut) for each in again.untold)
    await world.due(again)
    assert TimedOut(0) in (await world.again(again)).untold
