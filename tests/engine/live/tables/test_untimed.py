"""Tables at which people may take any time: nothing is done by time alone, but computers move."""

from __future__ import annotations

import pytest

from engine.live.model.errors import Code
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.table import Delivery, Presence
from engine.live.tables import lifecycle, lobby, nudging
from tests.engine.live.people import ANA, BEN, CEM
from tests.engine.live.sketch import Sketch, begun, waiting

DAY = 86_400


def slow_and_other(table: Sketch) -> tuple[int, int]:
    return table.in_turn.user_id, table.people[1 - table.turn].user_id


@pytest.mark.parametrize("delivery", [each for each in Delivery if not each.timed])
def test_nobody_runs_out_of_time_and_a_year_later_the_table_closes(delivery: Delivery) -> None:
    table = begun(delivery=delivery)
    assert table.header.deadline is None
    assert not table.is_due(364 * DAY)
    assert table.is_due(366 * DAY)


def test_a_lobby_stays_open_for_two_days() -> None:
    table = waiting(ANA, delivery=Delivery.ANSWERS)
    table.do(lobby.configure, ANA.user_id, auto=Auto.NOTHING)
    assert not table.is_due(2 * DAY - 1)
    assert table.is_due(2 * DAY)


def test_who_is_in_turn_is_nudged_by_another_player_once_in_a_while() -> None:
    table = begun(delivery=Delivery.ANSWERS)
    slow, other = slow_and_other(table)
    assert nudging.require_waiting(table.at, other, table.ply).user_id == slow
    table.do(nudging.nudge, other, table.ply)
    table.refuses(Code.NUDGED, nudging.nudge, other, table.ply)
    table.pass_time(601)
    assert nudging.require_waiting(table.at, other, table.ply).user_id == slow
    table.do(nudging.nudge, other, table.ply)
    table.pass_time(601)
    table.refuses(Code.NOT_WAITING, nudging.nudge, slow, table.ply)
    table.refuses(Code.NOT_SEATED, nudging.nudge, CEM.user_id, table.ply)
    table.refuses(Code.STALE, nudging.nudge, other, table.ply + 1)


def test_after_an_hour_another_player_lets_the_bot_play() -> None:
    table = begun(delivery=Delivery.ANSWERS)
    slow, other = slow_and_other(table)
    table.pass_time(3599)
    table.refuses(Code.TOO_EARLY, nudging.play_for, other, table.ply)
    table.pass_time(1)
    table.refuses(Code.NOT_WAITING, nudging.play_for, slow, table.ply)
    ply = table.ply
    table.do(nudging.play_for, other, table.ply)
    table.wait()
    assert table.ply > ply
    seat = table.header.seat_of(slow)
    assert seat is not None
    assert table.people[seat].presence is Presence.KEPT


def test_at_a_servers_table_nobody_is_nudged() -> None:
    table = begun(delivery=Delivery.SERVER)
    _, other = slow_and_other(table)
    table.refuses(Code.STALE, nudging.nudge, other, table.ply)
    table.pass_time(7200)
    table.refuses(Code.STALE, nudging.play_for, other, table.ply)


@pytest.mark.parametrize("delivery", [each for each in Delivery if not each.ephemeral])
def test_only_a_private_match_is_shown_to_all(delivery: Delivery) -> None:
    table = begun(delivery=delivery)
    table.refuses(Code.STALE, lifecycle.show_to_all, ANA.user_id, "fr", TimeControl.NONE)


def test_what_is_shown_to_all_is_in_the_language_of_the_channel_and_activity() -> None:
    table = begun(delivery=Delivery.PRIVATE)
    table.pass_time(100)
    table.do(lifecycle.show_to_all, BEN.user_id, "de", TimeControl.SLOW)
    header = table.header
    assert (header.locale, header.time_control, header.last_activity_at) == ("de", TimeControl.SLOW, table.at.now)
    assert header.delivery is Delivery.SERVER
