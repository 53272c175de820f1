"""Each law's check, pointed at an engine that breaks it: a law that can't fail says nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from engine import match
from engine.actions import Action, Deal, Move, Pass, Play
from engine.errors import Illegal, IllegalMove
from engine.events import Event
from engine.game import State
from engine.options import Value
from engine.tiles import Tile, tile
from tests.engine.games import deal_action, play_out
from tests.engine.laws import laws

pytestmark = pytest.mark.long

broken = pytest.raises(AssertionError)
new, apply, legal, view = match.new, match.apply, match.legal, match.view


def legal_becomes(monkeypatch: pytest.MonkeyPatch, give: Callable[[State], tuple[Move, ...]]) -> None:
    monkeypatch.setattr(match, "legal", give)


def _endless(_state: State) -> tuple[int, ...]:
    return ()


def _shared(_state: State) -> tuple[int, ...]:
    return (0, 1)


def test_the_law_of_conservation_notices_a_tile_that_is_lost(state: State) -> None:
    with broken:
        laws.tiles_are_conserved(state._replace(boneyard=state.boneyard[1:]))


def test_the_law_of_conservation_notices_a_tile_in_two_hands(state: State) -> None:
    hands = (state.hands[0], (state.hands[0][0], *state.hands[1][1:]), state.hands[2])
    with broken:
        laws.tiles_are_conserved(state._replace(hands=hands))


def test_the_law_of_turns_notices_a_seat_that_can_do_nothing(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    legal_becomes(monkeypatch, lambda _state: ())
    with broken:
        laws.the_turn_is_one_seats(state)


def test_the_law_of_turns_notices_an_action_of_another_seat(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    legal_becomes(monkeypatch, lambda state: (*legal(state), Pass(0)))
    with broken:
        laws.the_turn_is_one_seats(state)


def test_the_law_of_turns_notices_an_action_listed_twice(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    legal_becomes(monkeypatch, lambda state: legal(state) * 2)
    with broken:
        laws.the_turn_is_one_seats(state)


def test_the_law_of_turns_notices_a_turn_after_the_match(state: State) -> None:
    with broken:
        laws.the_turn_is_one_seats(state._replace(winners=(0,)))


def test_the_law_of_turns_notices_actions_between_deals(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    legal_becomes(monkeypatch, lambda _state: (Pass(0),))
    with broken:
        laws.the_turn_is_one_seats(state._replace(turn=None))


def test_the_law_of_order_notices_tiles_that_descend(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    legal_becomes(monkeypatch, lambda state: legal(state)[::-1])
    with broken:
        laws.the_order_is_stable(state)


def test_the_law_of_order_notices_an_order_that_chance_decides(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(3)
    legal_becomes(monkeypatch, lambda state: tuple(source.sample(legal(state), len(legal(state)))))
    with broken:
        for _ in range(20):
            laws.the_order_is_stable(state)


def test_the_law_of_writing_notices_an_action_that_reads_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(play: Play) -> str:
        return f"{play.seat} play {play.tile} left"

    monkeypatch.setattr(Play, "__str__", wrong)
    with broken:
        laws.actions_are_written_and_read([Play(0, tile(6, 4), "right")])


def test_the_law_of_ends_notices_a_match_that_nobody_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(rules: str, seats: int, options: Any) -> State:
        state = new(rules, seats, options)
        return state._replace(rules=replace(state.rules, winners=_endless))

    monkeypatch.setattr(match, "new", endless)
    with broken:
        laws.the_match_ends("express", 2, {}, seed=1)


def test_the_law_of_ends_notices_winners_who_are_no_side(monkeypatch: pytest.MonkeyPatch) -> None:
    def shared(rules: str, seats: int, options: Any) -> State:
        state = new(rules, seats, options)
        return state._replace(rules=replace(state.rules, winners=_shared))

    monkeypatch.setattr(match, "new", shared)
    with broken:
        laws.the_match_ends("express", 4, {"pairs": True}, seed=1)


def test_the_law_of_folding_notices_a_record_that_lacks_the_last_action(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = play_out("express", 2, {}, seed=1)
    laws.folding_gives_the_state(steps)
    written = laws.dumps

    def forgetting(rules: str, seats: int, options: Mapping[str, Value], actions: tuple[Action, ...]) -> str:
        return written(rules, seats, options, actions[:-1])

    monkeypatch.setattr(laws, "dumps", forgetting)
    with broken:
        laws.folding_gives_the_state(steps)


def test_the_law_of_folding_notices_a_state_that_depends_on_more_than_its_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = play_out("express", 2, {}, seed=1)
    calls: Iterator[int] = iter(range(10_000))

    def counting(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        then, events = apply(state, action)
        return then._replace(drawn_opener=next(calls)), events

    monkeypatch.setattr(match, "apply", counting)
    with broken:
        laws.folding_gives_the_state(steps)


def test_the_law_of_refusals_notices_an_engine_that_takes_anything_listed_or_not(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        return (state, ()) if isinstance(action, Pass) else apply(state, action)

    monkeypatch.setattr(match, "apply", careless)
    with broken:
        laws.refusals_change_nothing(state)


def test_the_law_of_refusals_notices_a_legal_action_that_is_refused(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    legal_becomes(monkeypatch, lambda state: (*legal(state), Play(2, tile(4, 4), "left")))
    monkeypatch.setattr(match, "apply", _refuse_everything)
    with broken:
        laws.refusals_change_nothing(state)


def _refuse_everything(_state: State, _action: Action) -> tuple[State, tuple[Event, ...]]:
    raise IllegalMove(Illegal.MATCH_OVER)


def test_the_law_of_refusals_notices_a_state_that_changes(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    def meddling(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        cast("dict[str, int]", state.layout.ends)["left"] = 3
        return apply(state, action)

    allowed = legal(state)
    legal_becomes(monkeypatch, lambda _state: allowed)
    monkeypatch.setattr(match, "apply", meddling)
    with broken:
        laws.refusals_change_nothing(state, tried=[Pass(0)])


def test_the_candidates_hold_every_legal_action_and_far_more_that_are_not(state: State) -> None:
    tried: list[Move | Deal] = laws.candidates(state)
    assert set(legal(state)) < set(tried)
    assert len(tried) > 400


def test_a_deal_made_by_hand_is_the_whole_set() -> None:
    made: tuple[Tile, ...] = deal_action(["6-6 5-5"]).stock
    assert len(made) == len(set(made)) == 28
    assert [str(each) for each in made[:3]] == ["6-6", "5-5", "0-0"]


def _only_a_pass(_state: State) -> list[Action]:
    return [Pass(0)]


def test_the_law_of_refusals_notices_a_legal_action_that_nobody_would_try(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "candidates", _only_a_pass)
    with pytest.raises(AssertionError, match="something legal is not tried"):
        laws.refusals_change_nothing(state)
