"""A table does by itself what is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import match
from engine.live.model.news import Closed, TimedOut
from engine.live.model.table import Status
from engine.live.tables import deadlines, lobby, presence
from tests.engine.live.people import ANA, BEN, CEM, DIA, START
from tests.engine.live.playing import news_of
from tests.engine.live.sketch import Sketch, begun, waiting, with_options

AWAY = 1.5


def test_a_table_does_nothing_before_its_time() -> None:
    table = begun(ANA, BEN)
    before, ply = table.header, table.ply
    table.wait(59.9)
    assert table.header is before
    table.wait(60)
    assert (table.header, table.ply) == (replace(before, reminded=True), ply)


# ---------------------------------------------------------------------- the lobby


def test_a_lobby_without_life_closes() -> None:
    table = waiting(ANA, BEN)
    table.wait(899)
    assert table.header.status is Status.LOBBY
    table.due()
    assert (table.header.status, table.header.deadline) == (Status.CLOSED, None)
    assert table.untold == (Closed("idle"),)


@pytest.mark.parametrize(
    "live",
    [
        lambda table: table.do(lobby.join, CEM),
        lambda table: table.do(lobby.leave, BEN.user_id),
        lambda table: table.do(lobby.configure, ANA.user_id, options={"target": 50}),
        lambda table: table.do(lobby.shuffle_seats, ANA.user_id),
    ],
    ids=["join", "leave", "configure", "shuffle"],
)
def test_life_in_a_lobby_puts_its_end_off(live: Callable[[Sketch], object]) -> None:
    table = waiting(ANA, BEN, DIA)
    table.pass_time(600)
    live(table)
    assert table.left == 900


def test_a_greeting_is_no_life() -> None:
    table = waiting(ANA, BEN)
    table.pass_time(600)
    table.do(presence.refresh_person, replace(BEN, name="Benno"))
    assert table.header.deadline == START + 900


# ---------------------------------------------------------------------- turns and deals


def test_every_turn_has_its_time() -> None:
    trio = begun(ANA, BEN, CEM)
    assert trio.left == 120
    trio.pass_time(50)
    trio.play()
    assert trio.left == 120


def test_the_bot_plays_for_a_player_whose_time_ran_out() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.play()
    seat = trio.turn
    expected = match.legal(trio.at.state)[0]
    trio.tell()
    trio.due()
    assert trio.view(None).history[-1] == expected
    assert trio.untold[0] == TimedOut(seat)
    assert trio.left == 120
    assert trio.log[-1].user_id is None


def test_a_deal_follows_by_itself() -> None:
    table = begun(ANA, BEN)
    table.play_deal()
    assert table.left == 15
    table.due()
    assert table.view(None).deal == 2
    assert not news_of(table, TimedOut)


def test_the_bot_plays_soon_for_a_player_who_left() -> None:
    table = begun(ANA, BEN)
    seat = table.turn
    table.do(presence.leave, table.in_turn.user_id)
    assert table.left == AWAY
    table.due()
    assert (table.turn, table.left) == (1 - seat, 120)
    table.play()
    assert table.left == AWAY


def test_a_player_who_leaves_gives_another_no_more_time() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.pass_time(100)
    trio.do(presence.leave, trio.people[(trio.turn + 1) % 3].user_id)
    assert trio.header.deadline == START + 120


def test_nothing_is_due_at_a_table_that_is_over() -> None:
    finished = with_options(ANA, BEN, target=50)
    finished.play_match()
    closed = waiting(ANA)
    closed.do(lobby.cancel, ANA.user_id)
    for table in (finished, closed):
        before = table.at.header
        table.wait(10**9)
        assert table.at.header == before


def test_time_granted_is_added_to_the_time_left() -> None:
    table = begun(ANA, BEN)
    reports = table.reports
    table.pass_time(3600)
    table.do(deadlines.add_time, 3600)
    assert table.left == 120
    assert table.reports == reports
    for nothing in (0, -5):
        table.do(deadlines.add_time, nothing)
    assert table.left == 120
