"""Tests of alt texts: all that the pictures show, in words."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from gettext import NullTranslations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import render
from engine import match, random_deal
from engine.actions import Deal, parse_move
from engine.game import State
from engine.layouts import Trains
from engine.options import Value
from engine.tiles import full_set, pips, tile
from engine.view import View
from render.text.alt import example_alt
from render.text.forms.grid import spans
from tests.engine.games import late
from tests.render.games import (
    NAMES,
    PEOPLE,
    WORDS,
    AnyDeal,
    any_deal,
    any_deals,
    deal,
    deals,
    finished,
    longest,
    moment,
)
from tests.support.examples import examples


def told(*moves: str) -> State:
    """A deal of two with known hands: seat 0 holds 6-6 to 6-0, seat 1 5-5 to 5-0 and 4-4."""
    first = [tile(6, low) for low in range(6, -1, -1)]
    second = [*(tile(5, low) for low in range(5, -1, -1)), tile(4, 4)]
    rest = [each for each in full_set(6) if each not in first and each not in second]
    state, _ = match.apply(match.new("express", 2), Deal((*first, *second, *rest)))
    for move in moves:
        state, _ = match.apply(state, parse_move(move))
    return state


def test_the_table_is_told_with_ends_and_last_move_first() -> None:
    view = match.view(told("0 play 6-6 start", "1 pass", "0 play 6-5 left", "1 play 5-3 left"), None)
    assert render.table_alt(view, NAMES[:2], WORDS) == (
        "Open ends: 3 on the left, 6 on the right. Last move: Benoît laid 5-3 on the left. It is Ana's turn. "
        "Chain from left to right: 3-5 5-6 6-6. "
        "Around the table: Ana holds 5 tiles; Benoît holds 6 tiles. Nobody has points yet. "
        "Benoît has passed on 6. 14 tiles set aside. The opener, who wins ties, is Ana. Turns go counter-clockwise. "
        "Domino Express, deal 1, first to 100 points. "
        "All moves, the latest first: Benoît laid 5-3 on the left; Ana laid 6-5 on the left; Benoît passed; "
        "Ana opened with 6-6."
    )


@pytest.mark.parametrize(
    ("rules", "options", "told_of"),
    [
        ("express", {}, True),
        ("express-it", {"pairs": True}, True),
        ("parejas", {}, False),
        ("parejas", {"tie": "opener"}, True),
        ("cubano", {"tie": "opener"}, True),
        # a blocked deal that blocker and next player decide is never tied
        ("dominicano", {"tie": "opener"}, False),
        ("dominicano", {"tie": "opener", "blocked": "hand"}, True),
        ("classic", {}, False),
        ("six-love", {}, False),
    ],
)
def test_the_opener_is_told_on_the_table_where_ties_go_to_the_opener(
    rules: str, options: dict[str, Value], told_of: bool
) -> None:
    begun = match.new(rules, 4, options)
    state, _ = match.apply(begun, random_deal(begun, random.Random(3)))
    view = replace(match.view(state, None), opener=2)
    plain = render.table_text(view, NAMES, WORDS)
    assert (f"The opener, who wins ties, is {NAMES[2]}." in render.table_alt(view, NAMES, WORDS)) == told_of
    assert ("opener (wins ties)" in plain) == told_of
    drawn = [render.table(replace(view, opener=seat), NAMES, WORDS) for seat in (2, 3)]
    assert (drawn[0] != drawn[1]) == told_of
    if told_of:
        line = next(line for line in plain.splitlines() if "wins ties" in line)
        assert line.startswith(f"{NAMES[2]}: ")
        assert "wins ties" not in render.table_text(replace(view, turn=None), NAMES, WORDS)


def test_a_hand_is_told_with_what_can_be_played_and_where() -> None:
    state = told("0 play 6-6 start", "1 pass", "0 play 6-5 left")
    assert render.hand_alt(match.view(state, 1), NAMES[:2], WORDS) == (
        "Open ends: 5 on the left, 6 on the right. Last move: Ana laid 6-5 on the left. It is your turn. "
        "You hold 7 tiles: 4-4 5-0 5-1 5-2 5-3 5-4 5-5. You can play: 5-0 on the left (5); 5-1 on the left (5); "
        "5-2 on the left (5); 5-3 on the left (5); 5-4 on the left (5); 5-5 on the left (5). "
        "Domino Express, deal 1, first to 100 points."
    )


def test_a_hand_in_which_nothing_fits_is_told_to_pass() -> None:
    said = render.hand_alt(match.view(told("0 play 6-6 start"), 1), NAMES[:2], WORDS)
    assert "It is your turn." in said
    assert "No tile fits, you have to pass." in said


def test_a_hand_tells_only_its_tiles_while_another_plays() -> None:
    said = render.hand_alt(match.view(told(), 1), NAMES[:2], WORDS)
    assert said.startswith("You hold 7 tiles: 4-4 5-0 5-1 5-2 5-3 5-4 5-5.")
    assert "turn" not in said
    assert "Open ends" not in said
    assert "You can play" not in said


@settings(max_examples=examples(40))
@given(deals())
def test_the_table_tells_every_tile_count_pass_and_the_turn(played: AnyDeal) -> None:
    for state in played.states[:-1]:
        view = match.view(state, None)
        said = render.table_alt(view, NAMES, WORDS)
        chain = " ".join(f"{left}-{right}" for _, left, right in view.layout.chain())
        assert chain in said
        assert f"It is {NAMES[view.turn or 0]}'s turn." in said
        for seat, count in enumerate(view.hand_sizes):
            assert re.search(rf"{NAMES[seat]} holds {count} tiles?\b", said)
            if view.passed[seat]:
                assert f"{NAMES[seat]} has passed on {', '.join(map(str, view.passed[seat]))}." in said
        assert ("Nobody has points yet." in said) == (not any(view.totals))
        for side, total in enumerate(view.totals):
            who = " and ".join(NAMES[seat] for seat in view.teams[side])
            assert not any(view.totals) or re.search(rf"{who}: {total} point", said)


@settings(max_examples=examples(60))
@given(any_deals())
def test_a_deals_end_tells_every_hand_and_its_pips(played: AnyDeal) -> None:
    view = match.view(played.states[-1], None)
    result = view.results[-1]
    said = render.deal_end_alt(view, PEOPLE, WORDS)
    assert ("blocked" in said.lower()) == (result.reason == "blocked")
    for seat, hand in enumerate(result.hands):
        held = " ".join(each.text for each in sorted(hand))
        count = "" if played.rules == "forty-two" else rf": {pips(hand)} pips?"
        alone = re.search(rf"{PEOPLE[seat]} is left with {held}{count}\.", said)
        assert not hand or alone or f": {held}." in said
        assert hand or played.rules != "express" or f"{PEOPLE[seat]} has gone out." in said


def test_the_winner_of_the_match_is_told_first() -> None:
    view = match.view(finished(2, 4), None)
    winner = NAMES[view.winners[0]]
    assert render.deal_end_alt(view, NAMES, WORDS).startswith(f"{winner} wins the match! ")
    assert render.deal_end_text(view, NAMES, WORDS).startswith(f"**{winner} wins the match!**\n")
    pair = match.view(finished(4, 4, {"pairs": True}), None)
    first, second = (NAMES[seat] for seat in pair.winners)
    assert render.deal_end_alt(pair, NAMES, WORDS).startswith(f"{first} and {second} win the match! ")


def test_moves_that_find_no_room_are_the_oldest() -> None:
    states = deal(4, 3)
    longest_one = max((match.view(state, None) for state in states[:-1]), key=lambda view: len(view.history))
    names = ["Maximiliane-Charlotte von und zu"] * 4
    said = render.table_alt(longest_one, names, WORDS)
    assert "The latest moves, the last first:" in said
    assert "opened with" not in said


def test_the_leaderboard_is_told_row_by_row() -> None:
    rows = [render.LeaderboardRow(1, "Ana", 1, 1, 1), render.LeaderboardRow(2, "Benoît", 3, 1, 50, you=True)]
    assert render.leaderboard_alt("Club", rows, WORDS) == (
        "Leaderboard: Club. 1. Ana: 1 of 1 match won, 100%, 1 point for and 0 against. "
        "2. Benoît (you): 1 of 3 matches won, 33%, 50 points for and 0 against."
    )
    assert render.leaderboard_alt("", [], WORDS) == (
        "Leaderboard. No match has been finished yet. Play one, and this board is yours."
    )


class Brackets(NullTranslations):
    """Marks whatever has been through it."""

    def gettext(self, message: str) -> str:
        return f"‹{message}›"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def untranslated(said: str) -> str:
    while "‹" in said:
        said, changed = re.subn(r"‹[^‹›]*›", "", said)
        assert changed
    return said


def test_a_very_wordy_language_is_cut_rather_than_refused() -> None:
    class Wordy(Brackets):
        def gettext(self, message: str) -> str:
            return message + "!" * 1500

    said = render.table_alt(longest(), NAMES, Wordy())
    assert 0 < len(said) <= 1024


# ---------------------------------------------------------------------- layouts


def example(rules: str) -> str:
    """What the alt text of an example says after its first sentence."""
    return example_alt(rules, WORDS).partition(". ")[2]


def test_a_cross_is_told_arm_by_arm() -> None:
    assert example("all-fives") == (
        "Open ends: 0 on arm 1, 3 on arm 2, 2 on arm 3, 4 on arm 4. The ends count 12. "
        "Last move: Player 3 laid 5-4 on arm 4. "
        "5-5 lies in the middle. Arm 1 outward: 5-0. Arm 2 outward: 5-3 3-3. Arm 3 outward: 5-2. Arm 4 outward: 5-4."
    )


def test_an_arm_not_begun_is_told_as_new() -> None:
    state = late(("6-1", "2-2"), ("5-5", "5-3 arm1"), rules="all-fives")
    said = render.table_alt(match.view(state, None), NAMES, WORDS)
    assert said.startswith("Open ends: 3 on arm 1, 5 on arm 2 (new). ")


FOOT = ("9-5 e1", "9-8 e2", "9-2 e3", "9-3 e4", "5-5 e1", "6-5 e1")


def test_a_chicken_foot_is_told_with_the_toes_that_it_needs() -> None:
    state = late(("5-4 2-2", "6-6"), FOOT, rules="chickenfoot")
    said = render.table_alt(match.view(state, None), NAMES, WORDS)
    needs = "The chicken foot of 5-5 needs 2 more toes first."
    assert said.startswith(f"Open ends: 5 at end 5 (new). {needs} ")
    assert "9-9 lies in the middle. End 1 outward: 9-9 9-5 5-5 5-6. End 2 outward: 9-9 9-8. " in said
    assert "End 5 outward" not in said
    one = late(("7-5 2-2", "6-6"), (*FOOT, "5-4 e5"), rules="chickenfoot")
    said = render.table_alt(match.view(one, None), NAMES, WORDS)
    assert "The chicken foot of 5-5 needs 1 more toe first." in said


def test_the_double_in_the_middle_is_told_with_the_tiles_that_it_needs() -> None:
    state = late(("9-4 2-2", "6-6"), (), rules="chickenfoot")
    said = render.table_alt(match.view(state, None), NAMES, WORDS)
    needs = "The double 9-9 in the middle needs 4 more tiles first."
    assert said.startswith(f"Open ends: 9 at end 1 (new). {needs} ")
    assert "9-9 lies in the middle." in said


def test_an_end_whose_number_is_used_up_is_not_told_as_open() -> None:
    chain = ("9-1 e1", "9-2 e2", "9-3 e3", "9-4 e4", *(f"{n}-{m} e{m}" for n, m in ((5, 1), (6, 2), (7, 3), (8, 4))))
    chain = (*chain, "9-5 e1", "9-6 e2", "9-7 e3", "9-8 e4")
    state = late(("5-4", "9-0"), chain, rules="chickenfoot")
    assert render.table_alt(match.view(state, None), NAMES, WORDS).startswith("Open ends: 9 at end 1, 9 at end 2, ")
    # the last nine
    last = late(("5-4", "6-6"), (*chain, "9-0 e1"), rules="chickenfoot")
    assert render.table_alt(match.view(last, None), NAMES, WORDS).startswith("Open ends: 0 at end 1. ")


def test_a_short_end_that_waits_is_told_with_what_it_waits_for() -> None:
    state = late(("6-1", "2-2"), ("5-5", "6-5 e1", "5-1 e2"), rules="fives")
    said = render.table_alt(match.view(state, None), NAMES, WORDS)
    waits = "End 4 opens once a tile lies at end 3."
    assert said.startswith(f"Open ends: 6 at end 1, 1 at end 2, 5 at end 3 (new). {waits} The ends count 7. ")
    later = late(("6-1", "2-2"), ("5-5", "6-5 e1", "5-1 e2", "5-4 e3"), rules="fives")
    assert waits not in render.table_alt(match.view(later, None), NAMES, WORDS)


def test_forks_are_told_end_by_end_with_the_half_that_shows_last() -> None:
    assert example("mata") == (
        "Open ends: 5 at end 1, taking 2 or a mata; 1 at end 2, taking 6 or a mata; "
        "0 at end 3, taking a mata only; 1 at end 4, taking 6 or a mata. Last move: Player 1 laid 4-0 at end 3. "
        "End 1 outward: 3-5 2-2 1-6 1-5. End 2 outward: 5-3 3-4 3-1. End 3 outward: 4-3 4-0. End 4 outward: 6-1."
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_last_half_of_every_fork_is_what_its_end_shows(seed: int) -> None:
    for state in any_deal("mata", 3, seed):
        said = render.table_alt(match.view(state, None), NAMES, WORDS)
        for end, shown in state.layout.ends.items():
            outward = re.search(rf"End {end[1:]} outward: ([^.]*)\.", said)
            assert outward[1].endswith(f"-{shown}")


def test_trains_are_told_with_what_they_show_their_markers_and_the_double_to_cover() -> None:
    assert example("mexican-train") == (
        "The double 10-10 on the Mexican train is open and has to be covered. "
        "The trains show: Player 1's train 3; Player 2's train 1; Player 3's train 12, with a marker; "
        "the Mexican train 10. Last move: Player 3 passed. Last tile: Player 3 laid 10-10 on the Mexican train. "
        "12-12 lies in the middle. "
        "Player 1's train outward: 12-5 5-3. Player 2's train outward: 12-8 8-8 8-1. "
        "The Mexican train outward: 12-10 10-10."
    )


def test_a_double_that_its_player_need_not_cover_is_open_and_no_more() -> None:
    def may_stay_open(view: View) -> bool:
        return isinstance(view.layout, Trains) and view.layout.open_double is not None and len(view.open_ends) > 1

    view = moment("mexican-train", 3, may_stay_open)
    assert re.match(r"The double \S+ on .*? is open\. ", render.table_alt(view, NAMES, WORDS))
    assert "is open" not in render.table_alt(replace(view, turn=None), NAMES, WORDS), (
        "once the deal is over, nobody has to cover it"
    )


def test_a_pile_is_told_with_its_total_and_the_next_mark() -> None:
    assert example("accountants") == (
        "The running total is 30. The next mark is 50. The marks are 30, 50, 70 and 100. Last move: Player 1 laid 5-0. "
        "Tiles in the order they were laid: 6-5 6-4 3-1 5-0."
    )


def test_a_grid_is_told_by_its_positions_and_a_span_is_no_tile() -> None:
    assert example("memory") == (
        "Face up: 6-3 at 6, 4-1 at 20. 22 tiles lie face down, at positions 1 to 3, 5, 7, 8, 10 to 16, 18, 19, 21, "
        "23 to 28. Last move: Player 1 turned up 20."
    )
    assert spans((), WORDS) == ""
    assert spans((1, 2, 4, 6, 7, 8), WORDS) == "1, 2, 4, 6 to 8"


def test_hands_that_all_may_see_are_told_by_their_tiles() -> None:
    open_hands = any_deal("mexican-train-nine", 2, 1, open_hands=True)[0]
    said = render.table_alt(match.view(open_hands, None), NAMES, WORDS)
    for seat in (0, 1):
        assert f"{NAMES[seat]} holds {' '.join(each.text for each in open_hands.hands[seat])}." in said
    taken = any_deal("memory", 2, 1)[-2]
    said = render.table_alt(match.view(taken, None), NAMES, WORDS)
    for seat in (0, 1):
        if taken.hands[seat]:
            assert f"{NAMES[seat]} has taken {' '.join(each.text for each in taken.hands[seat])}." in said


def test_many_players_are_told_in_one_sentence_and_no_scores_where_there_are_none() -> None:
    names = [f"Player {number}" for number in range(12)]
    said = render.table_alt(match.view(any_deal("double-twelve", 12, 1)[0], None), names, WORDS)
    assert "Tiles in hand: Player 0 7, Player 1 7," in said
    assert "Scores" not in said
    assert said.count("Double-twelve. ") + said.endswith("Double-twelve.") == 1


@pytest.mark.parametrize(
    ("rules", "options", "course"),
    [
        ("express", {}, "Domino Express, deal 1, first to 100 points."),
        ("accountants", {}, "Accountants, deal 1, first to 50 points."),
        ("classic", {}, "Classic."),
        ("all-fives", {"target": "one-deal"}, "All Fives."),
        ("mexican-train-nine", {}, "Mexican train (double-nine), deal 1 of 10, the fewest points win."),
        ("mexican-train-nine", {"deals": 1}, "Mexican train (double-nine)."),
        ("mata", {"deals": 3}, "Mata, deal 1 of 3, the fewest points win."),
        ("mata", {"until": "limit", "limit": 50}, "Mata, deal 1, until someone has 50 points; the fewest points win."),
        ("mata", {"until": "last"}, "Mata, deal 1, players who reach 100 points are out of the match."),
    ],
)
def test_the_course_of_a_match_is_told_as_it_was_agreed(rules: str, options: dict[str, Value], course: str) -> None:
    state = any_deal(rules, 3, 1, **options)[0]
    assert f" {course}" in render.table_alt(match.view(state, None), NAMES, WORDS)


@settings(max_examples=examples(60))
@given(any_deals(), st.integers(0, 10))
def test_every_table_is_told_with_its_ends_and_whose_turn_it_is(played: AnyDeal, chance: int) -> None:
    names = [f"Player {number}" for number in range(12)]
    for view in played.views(chance):
        said = render.table_alt(view, names, WORDS)
        if view.turn is not None:
            assert f"It is Player {view.turn}'s turn." in said
        for shown in view.open_ends.values():
            assert re.search(rf"\b{shown}\b", said)
