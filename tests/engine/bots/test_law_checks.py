"""Tests of the laws of players, each held to a player that breaks it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import cast

import pytest

from engine import match
from engine.actions import Pass
from engine.bots import choose
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.game import State
from engine.view import View
from tests.engine.bots import laws
from tests.engine.bots.positions import apart, choices, seen
from tests.engine.games import play_on

pytestmark = pytest.mark.long

broken = pytest.raises(AssertionError)
choose_move, view_of = choose.choose_move, match.view


@pytest.fixture
def position() -> State:
    """A position in which each law holds."""
    (state,) = apart("classic-draw", 3, 1)
    view, turned = seen(state)
    decision = laws.thought_of(view, turned, Level.EXPERT, 3)
    laws.the_choice_is_legal(state, decision)
    laws.every_option_is_estimated(view, decision)
    laws.the_same_is_thought_again(state, Level.EXPERT, 3, decision)
    laws.nobody_knows_what_is_hidden(state, Level.EXPERT, 3, decision, random.Random(1))
    return state


def thinks(monkeypatch: pytest.MonkeyPatch, otherwise: Callable[[Decision, View, FlippedTiles], Decision]) -> None:
    """Change every thought."""

    def changed(view: View, turned: FlippedTiles, level: Level, seed: int, effort: int = 1) -> Decision:
        return otherwise(choose_move(view, turned, level, seed, effort), view, turned)

    monkeypatch.setattr(choose, "choose_move", changed)


def test_the_law_of_choices_notices_one_that_is_not_legal(position: State, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks(monkeypatch, lambda decision, view, _: decision._replace(move=Pass(view.turn or 0)))
    with broken:
        laws.the_choice_is_legal(position, laws.thought_of(*seen(position), Level.EASY, 1))
    with broken:
        laws.choices_are_legal("classic-draw", 5, 1)
    with broken:
        laws.the_match_ends("classic-draw", 2, {}, (Level.EASY,), 1)


def test_the_law_of_estimates_notices_a_bad_report(position: State) -> None:
    view, turned = seen(position)
    good = laws.thought_of(view, turned, Level.NORMAL, 1)
    first, *others = good.estimates
    bad: list[Decision] = [
        good._replace(estimates=good.estimates[:-1]),
        good._replace(estimates=good.estimates[::-1]),
        *(good._replace(estimates=(first._replace(value=worth), *others)) for worth in (1.5, -0.1, math.nan)),
        good._replace(estimates=(first._replace(samples=-1), *others)),
        good._replace(rationale=cast("Rationale", "because")),
        good._replace(rationale=Rationale.ONLY),
    ]
    laws.every_option_is_estimated(view, good)
    for each in bad:
        with broken:
            laws.every_option_is_estimated(view, each)


SOURCE, MET = random.Random(1), list[View]()


def whim(decision: Decision, view: View, _flipped: FlippedTiles) -> Decision:
    return decision._replace(move=SOURCE.choice(view.legal))


def remembering(decision: Decision, view: View, _flipped: FlippedTiles) -> Decision:
    MET.append(view)
    return decision._replace(estimates=tuple(each._replace(samples=len(MET)) for each in decision.estimates))


def unsent(decision: Decision, _view: View, _flipped: FlippedTiles) -> Decision:
    return decision._replace(estimates=(MappingProxyType({}),))


@pytest.mark.parametrize("player", [whim, remembering, unsent])
def test_the_law_of_sameness_notices_a_player_of_chance_memory_or_secrets(
    player: Callable[[Decision, View, FlippedTiles], Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks(monkeypatch, player)
    noticed = pytest.raises(TypeError if player is unsent else AssertionError)
    with noticed:
        for state in apart("accountants", 3, 5):
            laws.the_same_is_thought_again(state, Level.EASY, 1, laws.thought_of(*seen(state), Level.EASY, 1))


def test_the_law_of_blindness_notices_a_view_with_another_hand_in_it(
    position: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(state: State, seat: int | None) -> View:
        return replace(view_of(state, seat), drawn=state.hands[((seat or 0) + 1) % state.seats])

    def peeking(decision: Decision, view: View, _turned: FlippedTiles) -> Decision:
        weight = sum(each.pips for each in view.drawn)
        return decision._replace(estimates=(Estimate(decision.move, weight / 1000, 0),))

    monkeypatch.setattr(match, "view", leaking)
    thinks(monkeypatch, peeking)
    first = laws.thought_of(*seen(position), Level.EASY, 1)
    with broken:
        for seed in range(5):
            laws.nobody_knows_what_is_hidden(position, Level.EASY, 1, first, random.Random(seed))


def test_the_law_of_blindness_notices_a_grid_that_lies_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(state: State) -> FlippedTiles:
        grid = state.layout
        return tuple((at, tile) for at, tile in grid.tiles.items() if tile is not None)

    def blind(state: State, seed: int) -> None:
        first = laws.thought_of(*seen(state), Level.EXPERT, seed)
        laws.nobody_knows_what_is_hidden(state, Level.EXPERT, seed, first, random.Random(seed))

    early = [state for state in islice(choices("memory", random.Random(1), 2), 6) if len(state.history) < 20]
    assert early
    for seed, state in enumerate(early):
        blind(state, seed)
    monkeypatch.setattr(match, "flipped", everything)
    with broken:
        for seed, state in enumerate(early):
            blind(state, seed)


def test_shuffling_a_grid_leaves_the_tiles_that_were_turned_up() -> None:
    state = next(state for state in choices("memory", random.Random(1), 2) if len(state.history) > 5)
    other = laws.otherwise_hidden(state, 0, random.Random(2))
    assert match.flipped(other) == match.flipped(state)
    assert other.layout != state.layout


def test_the_law_of_the_only_move_notices_a_player_that_tries_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = match.new("express", 2)
    state = next(each.after for each in play_on(begun, random.Random(1)) if len(match.legal(each.after)) == 1)
    laws.the_only_move_is_made_without_trying(state, Level.EXPERT)

    def trying(decision: Decision, _view: View, _turned: FlippedTiles) -> Decision:
        match.step(state, decision.move)
        return decision

    thinks(monkeypatch, trying)
    with pytest.raises(AssertionError, match="something is tried"):
        laws.the_only_move_is_made_without_trying(state, Level.EXPERT)
    for wrong in (Rationale.HEAVY, Rationale.TRIED):
        thinks(monkeypatch, lambda decision, _view, _turned, wrong=wrong: decision._replace(rationale=wrong))
        with broken:
            laws.the_only_move_is_made_without_trying(state, Level.EXPERT)


def test_the_law_of_ends_notices_a_match_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    laws.the_match_ends("classic", 2, {}, (Level.EASY,), 1)
    with pytest.raises(AssertionError, match="no end"):
        laws.the_match_ends("classic", 2, {}, (Level.EASY,), 1, limit=5)
