"""Tests of the halves that an end takes, and of the total outside a cross."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.actions import Play
from engine.events import Played
from engine.layouts import START, Grid, Pile
from engine.rules import RULE_SETS
from engine.tiles import MATADORS
from render.text.accepted_halves import accepted_halves, end_points, matadors_of, outer_total
from tests.engine.games import late, play_on
from tests.render.games import AnyDeal, any_deals
from tests.support.examples import examples


def taken(rules: str, shown: int) -> tuple[int, ...]:
    return accepted_halves(match.view(match.new(rules, 3), None), shown)


def test_an_end_takes_what_it_shows_where_halves_have_to_be_equal() -> None:
    assert taken("express", 4) == (4,)
    assert taken("sebastopol", 0) == (0,)
    assert taken("double-twelve", 12) == (12,)
    assert taken("mexican-train-nine", 9) == (9,)


@pytest.mark.parametrize("rules", ["matador", "mata", "mata-alsace"])
def test_an_end_takes_what_is_missing_to_seven_and_a_blank_nothing_but_matadors(rules: str) -> None:
    assert [taken(rules, shown) for shown in range(7)] == [(), (6,), (5,), (4,), (3,), (2,), (1,)]
    assert matadors_of(rules) == MATADORS


def test_nothing_has_to_match_on_a_pile_whatever_the_total_is() -> None:
    state = late(("0-0", "1-1", "2-2"), ("6-6 pile", "6-5 pile"), rules="accountants")
    assert accepted_halves(match.view(state, None), 23) == ()


@settings(max_examples=examples(40))
@given(any_deals(), st.integers(0, 10))
def test_a_tile_may_be_laid_at_an_end_by_what_the_end_takes_or_because_it_goes_anywhere(
    played: AnyDeal, chance: int
) -> None:
    for state in played.states[chance % 5 :: 5]:
        if isinstance(state.layout, Pile | Grid) or state.turn is None:
            continue
        view = match.view(state, state.turn)
        for move in view.legal:
            if isinstance(move, Play) and move.end != START:
                by = accepted_halves(view, view.open_ends[move.end])
                assert move.tile in matadors_of(view.rules) or any(half in move.tile for half in by)


@pytest.mark.parametrize("seed", range(5))
def test_the_outer_total_is_the_sum_that_each_play_of_all_fives_is_told_with(seed: int) -> None:
    told = 0
    for step in play_on(match.new("all-fives", 3), random.Random(seed)):
        for event in step.events:
            if isinstance(event, Played):
                assert outer_total(match.view(step.after, None)) == sum(event.addends)
                told += 1
    assert told


def test_there_is_no_outer_total_where_none_is_counted_nor_before_the_first_tile() -> None:
    for rules in RULE_SETS.values():
        assert outer_total(match.view(match.new(rules.id, rules.seats[-1]), None)) is None
    assert outer_total(match.view(late(("6-1", "5-5", "4-4"), (), rules="sebastopol"), None)) is None
    assert outer_total(match.view(late(("6-1", "2-2"), ("5-5",), rules="all-fives"), None)) == 10


def test_an_end_counts_its_own_part_also_where_short_ends_count_without_a_tile() -> None:
    lying = ("5-5", "6-5 e1", "5-1 e2", "5-4 e3")
    first = match.view(late(("6-1", "2-2"), lying, rules="fives"), None)
    sniff = match.view(late(("6-1", "2-2"), lying, rules="fives", spinners="sniff"), None)
    assert [end_points(first, end) for end in first.ends] == [6, 1, 4, None]
    assert [end_points(sniff, end) for end in sniff.ends] == [6, 1, 4, 5]
