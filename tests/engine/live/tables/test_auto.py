"""Moves that the bot plays for players who are left no choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Draw, Pass
from engine.events import Drew, Passed, Played
from engine.live.model.news import LeftNoChoice, TimedOut
from engine.live.model.pace import Auto, TimeControl
from engine.live.tables import pauses, playing
from tests.engine.games import deal_action
from tests.engine.live import sketch
from tests.engine.live.people import ANA, BEN
from tests.engine.live.sketch import Sketch

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
NO_SIX = "0-0 1-0 1-1 2-0 2-1 2-2 3-0"
ONE_SIX = "6-0 1-0 1-1 2-0 2-1 2-2 3-0"


def begun(auto: Auto, *hands: str, rules: str = "classic", clock: TimeControl = TimeControl.CASUAL) -> Sketch:
    """Return a match of Ana and Ben in which Ana has played 6-6."""
    dealt = deal_action(hands or (SIXES, NO_SIX))
    table = sketch.begun(rules=rules, auto=auto, time_control=clock, dealer=lambda _state: dealt)
    table.play(next(n for n, move in enumerate(table.view(0).legal) if "6-6" in str(move)))
    table.tell()
    return table


@pytest.mark.parametrize("clock", TimeControl)
def test_a_forced_pass_is_played_after_a_pause_and_said(clock: TimeControl) -> None:
    table = begun(Auto.TURNS, clock=clock)
    table.wait(table.at.pace.auto - 0.1)
    assert table.turn == 1
    table.wait(0.1)
    assert table.turn == 0
    assert table.view(None).history[-1] == Pass(1)
    assert [type(each) for each in table.untold] == [LeftNoChoice, Passed]
    assert table.people[1].missed == 0


def test_a_forced_draw_goes_on_until_a_tile_fits() -> None:
    table = begun(Auto.TURNS, rules="classic-draw")
    table.wait(table.at.pace.auto)
    assert isinstance(table.view(None).history[1], Draw)
    assert [type(each) for each in table.untold][:2] == [LeftNoChoice, Drew]


@pytest.mark.parametrize(("auto", "plays"), [(Auto.TURNS, False), (Auto.FORCED, True), (Auto.NOTHING, False)])
def test_the_only_tile_is_played_if_every_forced_move_is(auto: Auto, plays: bool) -> None:
    table = begun(auto, "6-6 6-5 6-4 6-3 6-2 6-1 5-5", ONE_SIX)
    table.wait(table.at.pace.auto)
    assert [type(each) for each in table.untold] == ([LeftNoChoice, Played] if plays else [])


def test_the_bot_does_nothing_by_itself_if_it_is_not_to() -> None:
    table = begun(Auto.NOTHING)
    table.wait(table.at.pace.turn - 1)
    assert table.turn == 1


def test_a_draw_that_others_do_by_choice_is_left_to_the_player() -> None:
    table = begun(Auto.TURNS, rules="all-fives")
    assert table.view(1).legal == (Draw(1),)
    table.wait(table.at.pace.auto)
    assert table.turn == 1


def test_until_the_bot_moves_nothing_tells_a_forced_pass_from_a_choice() -> None:
    forced = begun(Auto.TURNS)
    free = begun(Auto.TURNS, "6-6 6-5 6-4 6-3 6-2 6-1 5-5", ONE_SIX)
    same = {"id": "", "channel_id": 0, "opened_at": 0.0, "last_activity_at": 0.0, "seed": None}
    assert replace(forced.header, **same) == replace(free.header, **same), "the deadline is that of any turn"
    assert forced.view(None).default_move == free.view(None).default_move == Pass(1)


def test_a_pause_of_the_match_and_an_absent_player_stop_the_bot() -> None:
    table = begun(Auto.TURNS)
    table.do(pauses.pause, ANA.user_id)
    table.wait(60)
    assert table.turn == 1
    table.do(pauses.resume, ANA.user_id)
    table.wait(table.at.pace.auto - 0.1)
    assert table.turn == 1
    table.wait(0.1)
    assert table.turn == 0


def test_the_pause_begins_when_the_turn_is_shown() -> None:
    table = begun(Auto.TURNS)
    table.mark_unpublished()
    table.wait(60)
    assert table.turn == 1
    table.mark_published(table.ply)
    table.wait(table.at.pace.auto - 0.1)
    assert table.turn == 1
    table.wait(0.1)
    assert table.turn == 0


def test_moves_of_the_bot_count_as_no_sign_of_life_and_a_press_is_faster() -> None:
    table = begun(Auto.TURNS)
    before = table.header.last_activity_at
    table.wait(table.at.pace.auto)
    assert table.header.last_activity_at == before
    pressed = begun(Auto.TURNS)
    pressed.do(playing.pass_turn, BEN.user_id, pressed.ply)
    assert [type(each) for each in pressed.untold] == [Passed]


def test_after_a_crash_the_news_is_the_same_and_a_missed_turn_is_still_told_apart() -> None:
    table = begun(Auto.TURNS)
    table.wait(table.at.pace.auto)
    assert LeftNoChoice(1) in table.untold
    assert not any(isinstance(each, TimedOut) for each in table.untold)
    table.due()
    assert TimedOut(0) in table.again().untold
