"""The checks of what is told and shown, pointed at an engine that breaks them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import match
from engine.actions import Action, Deal, parse_move
from engine.errors import Illegal, IllegalMove
from engine.events import DealEnded, Drew, Event, MatchEnded, Passed, Played
from engine.game import State
from engine.layouts import Grid, Line
from engine.tiles import pips
from engine.view import View
from tests.engine.games import Step, after, late
from tests.engine.laws import laws

pytestmark = pytest.mark.long

broken = pytest.raises(AssertionError)
apply, view = match.apply, match.view


def _boneyard(state: State, seen: View) -> View:
    return replace(seen, boneyard=state.boneyard[0].pips)


def _pips_of_hands(state: State, seen: View) -> View:
    return replace(seen, counts=tuple(pips(hand) for hand in state.hands))


def _the_channel_sees_a_hand(state: State, seen: View) -> View:
    return replace(seen, hand=state.hands[seen.seat or 0])


def _the_hand_in_turn(state: State, seen: View) -> View:
    return replace(seen, hand=state.hands[state.turn or 0])


def _a_hidden_half(state: State, seen: View) -> View:
    return replace(seen, layout=Line(state.layout.placed, {"left": state.boneyard[-1].high}))


@pytest.mark.parametrize(
    "leak", [_boneyard, _pips_of_hands, _the_channel_sees_a_hand, _the_hand_in_turn, _a_hidden_half]
)
def test_the_law_of_blindness_notices_a_view_that_shows(
    state: State, monkeypatch: pytest.MonkeyPatch, leak: Callable[[State, View], View]
) -> None:
    def leaking(state: State, seat: int | None) -> View:
        return leak(state, view(state, seat))

    monkeypatch.setattr(match, "view", leaking)
    with broken:
        for seed in range(20):
            for seat in range(3):
                laws.nobody_sees_what_is_hidden(state, seat, random.Random(seed))


def test_the_law_of_blindness_notices_an_event_that_tells(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        then, events = apply(state, action)
        return then, (*events, Passed(0, tuple(tile.pips for tile in state.boneyard)))

    monkeypatch.setattr(match, "apply", telling)
    with broken:
        laws.nobody_sees_what_is_hidden(state, 2, random.Random(1))


def test_the_law_of_blindness_notices_a_refusal_that_tells(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(state: State, _action: Action) -> IllegalMove:
        return IllegalMove(Illegal.MUST_OPEN_WITH, tile=state.boneyard[0])

    monkeypatch.setattr(match, "refusal", telling)
    with broken:
        laws.nobody_sees_what_is_hidden(state, 0, random.Random(1))


def test_shuffling_what_is_hidden_keeps_the_seats_hand_and_every_size(state: State) -> None:
    other = laws.shuffled(state, 1, random.Random(4))
    laws.tiles_are_conserved(other)
    assert other.hands[1] == state.hands[1]
    assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
    assert other.hands[0] != state.hands[0]
    assert other.boneyard != state.boneyard


def _stepped(state: State, written: str) -> Step:
    action = parse_move(written)
    then, events = apply(state, action)
    return Step(state, action, then, events)


@pytest.fixture
def scoring() -> Step:
    """A play of All Fives that scores 10, and keeps every law."""
    found = _stepped(late(["5-0 1-1", "6-1 2-2"], ["5-5"], rules="all-fives"), "0 play 5-0 arm1")
    laws.points_add_up(found)
    laws.events_tell_what_happened(found)
    assert found.after.totals == (10, 0)
    return found


@pytest.fixture
def last() -> Step:
    """A play that ends deal and match, and keeps every law."""
    found = _stepped(late(["6-1", "6-6 6-5 5-5 5-4 5-3"], ["6-4"], target=50), "0 play 6-1 left")
    laws.points_add_up(found)
    laws.events_tell_what_happened(found)
    return found


def test_the_law_of_points_notices_points_that_come_from_nowhere(scoring: Step) -> None:
    with broken:
        laws.points_add_up(scoring._replace(after=scoring.after._replace(totals=(15, 0))))


def test_the_law_of_points_notices_points_of_a_deal_that_are_not_in_the_total(last: Step) -> None:
    result = last.after.results[-1]
    with broken:
        laws.points_add_up(last._replace(after=last.after._replace(results=(result._replace(points=(1, 0)),))))


def test_the_law_of_points_notices_a_play_that_tells_other_points(scoring: Step) -> None:
    played = scoring.events[0]
    assert isinstance(played, Played)
    with broken:
        laws.points_add_up(scoring._replace(events=(played._replace(gained=5),)))


def test_the_law_of_events_notices_what_is_told_wrongly(last: Step) -> None:
    played, ended, over = last.events
    assert isinstance(played, Played)
    assert isinstance(ended, DealEnded)
    wrong: list[tuple[Event, ...]] = [
        (played,),
        (played, ended),
        (played, over, ended),
        (played._replace(left=1), ended, over),
        (played._replace(end="right"), ended, over),
        (played, ended._replace(deal=2), over),
        (played, ended, MatchEnded((1,))),
        (Passed(0, (6,)), ended, over),
    ]
    for events in wrong:
        with broken:
            laws.events_tell_what_happened(last._replace(events=events))


@pytest.mark.parametrize(
    ("written", "wrong"),
    [("0 draw", Drew(0, 2, 20)), ("0 draw", Passed(0, (6,))), ("1 flip 3", Passed(1, ()))],
)
def test_the_law_of_events_notices_another_event_than_the_actions(written: str, wrong: Event) -> None:
    if written == "0 draw":
        before = late(["2-2 1-1", "6-1"], ["6-6"], rules="all-fives")
    else:
        before = match.new("memory", 2)
        before, _ = apply(before, Deal(match.stock_of(before), 1))
    step = _stepped(before, written)
    laws.events_tell_what_happened(step)
    with broken:
        laws.events_tell_what_happened(step._replace(events=(wrong,)))


def test_the_law_of_names_notices_a_view_that_names_a_hidden_tile(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat in (None, 0, 1, 2):
        laws.no_tile_is_named_but_the_seen(state, seat)

    def telling(state: State, seat: int | None) -> View:
        return replace(view(state, seat), must=state.boneyard[0])

    monkeypatch.setattr(match, "view", telling)
    for seat in (None, 0, 1, 2):
        with broken:
            laws.no_tile_is_named_but_the_seen(state, seat)


def _as_it_is(grid: Grid) -> Grid:
    return grid


def test_the_laws_of_blindness_notice_a_grid_that_is_not_stripped(monkeypatch: pytest.MonkeyPatch) -> None:
    state = match.new("memory", 3)
    state, _ = apply(state, Deal(match.stock_of(state), 1))
    state = after(state, "1 flip 9", "1 flip 28")
    laws.no_tile_is_named_but_the_seen(state, 2)
    laws.nobody_sees_what_is_hidden(state, 2, random.Random(1))
    monkeypatch.setattr(Grid, "seen", _as_it_is)
    with broken:
        laws.no_tile_is_named_but_the_seen(state, 2)
    with broken:
        laws.nobody_sees_what_is_hidden(state, 2, random.Random(1))


def test_the_law_of_blindness_notices_an_opener_whose_tiles_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = match.new("matador", 2)
    state, _ = apply(state, Deal(match.stock_of(state), 0))
    laws.nobody_sees_what_is_hidden(state, 1, random.Random(1))

    def telling(state: State, seat: int | None) -> View:
        return replace(view(state, seat), hand=state.hands[0])

    monkeypatch.setattr(match, "view", telling)
    with broken:
        laws.nobody_sees_what_is_hidden(state, 1, random.Random(1))
