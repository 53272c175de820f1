"""Tests of the examples for the pages of the rules."""

from __future__ import annotations

import random
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

import render
from engine import match
from engine.actions import Deal, Flip, Play
from engine.errors import IllegalMove
from engine.game import State
from engine.rules import RULE_SETS
from render.examples import example_moves
from tests.render.games import WORDS

LAID = [rules for rules in RULE_SETS if rules != "memory"]


def dealt(rules: str, chance: random.Random) -> Deal:
    """A stock that deals each seat of the example what it lays, and nothing on which its passes would fail."""
    state = match.new(rules, render.example_view(rules).seats)
    size = state.rules.hand_sizes[state.seats]
    stock = list(match.stock_of(state))
    chance.shuffle(stock)
    plays = [move for move in example_moves(rules) if isinstance(move, Play)]
    laid = {move.tile for move in plays}
    rest = [each for each in stock if each not in laid]
    hands = []
    for seat in range(state.seats):
        own = [move.tile for move in plays if move.seat == seat]
        own += [rest.pop() for _ in range(size - len(own))]
        hands += own
    return Deal((*hands, *rest), 0 if state.rules.draws_opener(state) else None)


def replayed(rules: str, seed: int) -> State:
    state = match.new(rules, render.example_view(rules).seats)
    state, _ = match.apply(state, dealt(rules, random.Random(seed)))
    for move in example_moves(rules):
        state, _ = match.apply(state, move)
    return state


@pytest.mark.parametrize("rules", LAID)
def test_an_example_can_come_about_by_the_rules(rules: str) -> None:
    view = render.example_view(rules)
    for seed in range(20_000):
        try:
            played = match.view(replayed(rules, seed), None)
        except IllegalMove:
            continue
        if played.turn != view.turn:
            continue
        assert played.layout == view.layout
        # where nothing has to match, the end that is open shows no number
        assert played.open_ends == (view.open_ends if view.layout.has_ends else dict.fromkeys(view.ends, 0))
        assert played.history == view.history
        return
    pytest.fail("no deal leads there")


def test_the_example_of_memory_shows_a_pair_that_does_not_match() -> None:
    grid = render.example_view("memory").layout
    assert grid.face_up == tuple(move.position for move in example_moves("memory") if isinstance(move, Flip))
    one, other = (grid.tiles[at] for at in grid.face_up)
    assert not {one.high, one.low} & {other.high, other.low}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_set_has_an_example_in_a_small_picture(rules: str) -> None:
    data = render.example(rules, WORDS)
    picture = Image.open(BytesIO(data))
    assert picture.width == 1000
    assert 360 <= picture.height <= 540
    assert len(data) < 22_500


def test_examples_of_unlike_rules_differ() -> None:
    pictures = [render.example(rules, WORDS) for rules in ("express", "matador", "all-fives", "memory", "accountants")]
    assert all(one != other for one, other in pairwise(sorted(pictures)))


def test_there_is_no_example_of_unknown_rules() -> None:
    with pytest.raises(IllegalMove):
        render.example("chess", WORDS)
