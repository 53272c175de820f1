"""Tests of the laws over every rule set and every number of players that it allows."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match, random_deal
from engine.record import describe
from engine.rules import RULE_SETS
from tests.engine.games import SEATINGS, SEEDS, after, deal, options_of, play_out, positions
from tests.engine.laws import laws
from tests.support.cases import few_seatings
from tests.support.examples import examples

every_seating = pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
a_few = settings(max_examples=examples(10))
a_handful = settings(max_examples=examples(6))


@every_seating
def test_every_allowed_number_of_players_has_options_to_choose(rules: str, seats: int) -> None:
    # the default options of each rule set must be among them
    defaults = {option.id: option.default for option in RULE_SETS[rules].options}
    assert defaults in options_of(rules, seats)


@every_seating
@a_few
@given(data=st.data())
def test_tiles_are_conserved_only_the_seat_in_turn_may_act_and_points_add_up(
    rules: str, seats: int, data: st.DataObject
) -> None:
    options = data.draw(st.sampled_from(options_of(rules, seats)))
    steps = play_out(rules, seats, options, data.draw(SEEDS))
    laws.the_turn_is_one_seats(steps[0].before)
    for step in steps:
        laws.tiles_are_conserved(step.after)
        laws.the_turn_is_one_seats(step.after)
        laws.the_order_is_stable(step.after)
        laws.points_add_up(step)
        laws.events_tell_what_happened(step)


@every_seating
@a_handful
@given(data=st.data())
def test_every_match_ends_and_its_record_gives_it_again(rules: str, seats: int, data: st.DataObject) -> None:
    options = data.draw(st.sampled_from(options_of(rules, seats)))
    steps = laws.the_match_ends(rules, seats, options, data.draw(SEEDS))
    laws.folding_gives_the_state(steps)
    laws.actions_are_written_and_read(step.action for step in steps)


@every_seating
@a_few
@given(data=st.data())
def test_an_action_is_done_exactly_when_it_is_legal_and_a_refusal_changes_nothing(
    rules: str, seats: int, data: st.DataObject
) -> None:
    laws.refusals_change_nothing(data.draw(positions(rules, seats)))


@every_seating
def test_nothing_but_a_deal_is_done_between_deals_and_nothing_at_the_end(rules: str, seats: int) -> None:
    steps = play_out(rules, seats, options_of(rules, seats)[0], seed=5)
    laws.refusals_change_nothing(steps[0].before)
    laws.refusals_change_nothing(steps[-1].after)
    waiting = [step.after for step in steps if step.after.awaits_deal]
    for state in waiting[:2]:
        laws.refusals_change_nothing(state)


@every_seating
@a_few
@given(data=st.data())
def test_nobody_sees_what_is_hidden(rules: str, seats: int, data: st.DataObject) -> None:
    state = data.draw(positions(rules, seats))
    source = random.Random(data.draw(SEEDS))
    laws.no_tile_is_named_but_the_seen(state, None)
    for seat in range(seats):
        laws.no_tile_is_named_but_the_seen(state, seat)
        laws.nobody_sees_what_is_hidden(state, seat, source)


@every_seating
def test_before_the_first_tile_is_laid_nobody_sees_a_tile_but_its_own_and_those_the_rules_laid(
    rules: str, seats: int
) -> None:
    for number, options in enumerate(options_of(rules, seats)):
        state = match.new(rules, seats, options)
        state = match.apply(state, random_deal(state, number))[0]
        assert not state.history
        for seat in (None, *range(seats)):
            laws.no_tile_is_named_but_the_seen(state, seat)


def test_the_order_of_legal_actions_is_pinned() -> None:
    # The bot's controls name an action by its place in this list, so the order may not change between versions.
    state = deal(match.new("express", 2), "6-6 6-5 5-4 4-1 5-1 1-0 3-2", "6-1 6-2 6-3 5-5 2-0 2-1 0-0")
    state = after(state, "0 play 6-6 start", "1 play 6-1 right", "0 play 6-5 left")
    assert describe(state)["ends"] == {"left": 5, "right": 1}
    assert [str(move) for move in match.legal(state)] == ["1 play 2-1 right", "1 play 5-5 left"]
    state = after(state, "1 play 5-5 left")
    assert [str(move) for move in match.legal(state)] == [
        "0 play 1-0 right",
        "0 play 4-1 right",
        "0 play 5-1 left",
        "0 play 5-1 right",
        "0 play 5-4 left",
    ]


def test_a_tile_that_fits_two_ends_showing_the_same_number_is_listed_once_for_each() -> None:
    # Source: the game record, "Ends".
    state = deal(match.new("express", 2), "6-6 0-0 1-0 1-1 2-0 2-1 2-2", "6-1 6-2 3-0 3-1 3-2 3-3 4-0")
    state = after(state, "0 play 6-6 start")
    assert [str(move) for move in match.legal(state)] == [
        "1 play 6-1 left",
        "1 play 6-1 right",
        "1 play 6-2 left",
        "1 play 6-2 right",
    ]
