"""Tests of what a seat knows of hidden tiles: never less than the truth allows."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from engine import match
from engine.bots.beliefs import Beliefs
from engine.game import State
from engine.tiles import Tile, full_set
from tests.engine.bots.assignments import fits, keeps, possible
from tests.engine.games import SEATINGS, after, deal, dealt, options_of, play_on, tiles
from tests.support.cases import few_seatings

TWO = "6-6 6-5 5-5 4-1 5-1 1-0 3-2 | 4-4 3-3 2-2 1-1 4-3 3-1 3-0"
"""Two hands, the second of which has no six."""


def known_to(state: State, seat: int) -> Beliefs:
    return Beliefs(match.view(state, seat))


def ruled_out(state: State, watcher: int, seat: int) -> set[Tile]:
    """Return the unseen tiles that ``watcher`` knows not to be in the hand of ``seat``."""
    hidden = known_to(state, watcher)
    return {each for each in hidden.unseen if not possible(hidden, seat, each)}


def places(state: State, watcher: int, seat: int) -> list[int]:
    """Return how many unseen tiles each place in the hand of ``seat`` can hold, ascending."""
    return [mask.bit_count() for owner, mask in known_to(state, watcher).slots if owner == seat]


def unseen_with(state: State, watcher: int, *halves: int) -> set[Tile]:
    return {each for each in known_to(state, watcher).unseen if any(half in each for half in halves)}


@pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
def test_the_truth_is_never_ruled_out_and_there_is_a_place_for_every_tile(rules: str, seats: int) -> None:
    for number in range(4):
        source = random.Random(f"{rules} {seats} {number}")
        begun = match.new(rules, seats, source.choice(options_of(rules, seats)))
        for step in islice(play_on(begun, source), 160):
            state = step.after
            if state.turn is None or source.random() > 0.12:
                continue
            watcher = source.choice(state.active_seats)
            hidden = known_to(state, watcher)
            assert keeps(state, hidden), f"after {[str(move) for move in state.history]}"
            assert {seat for seat, _ in hidden.slots} <= {*state.active_seats} - {watcher}
            assert len(hidden.unseen) == _hidden_tiles(state, watcher)


def _hidden_tiles(state: State, watcher: int) -> int:
    if state.rules.id == "memory":
        return len(full_set(6)) - sum(map(len, state.hands))
    shown = state.rules.open_hands(state)
    return len(state.boneyard) + sum(
        len(hand) for seat, hand in enumerate(state.hands) if seat != watcher and not shown
    )


# ---------------------------------------------------------------------- tiles that nobody can hold back


def test_a_pass_rules_out_both_ends_for_good() -> None:
    state = dealt("express", "6-6 6-5 5-5 4-1 5-1 1-0 3-2 | 4-4 3-3 2-2 1-1 4-3 3-1 3-0 | 6-1 6-2 6-3 5-4 2-0 2-1 0-0")
    state = after(state, "0 play 6-6 start")
    assert ruled_out(state, 0, 1) == set()
    state = after(state, "1 pass")
    assert ruled_out(state, 0, 1) == unseen_with(state, 0, 6)
    assert ruled_out(state, 0, 2) == set()
    assert ruled_out(state, 2, 1) == unseen_with(state, 2, 6)
    # the other ends that come later say nothing new, as long as nobody passes on them
    state = after(state, "2 play 6-1 left", "0 play 6-5 right", "1 play 1-1 left")
    assert ruled_out(state, 0, 1) == unseen_with(state, 0, 6)
    state = after(state, "2 play 5-4 right")
    assert ruled_out(state, 0, 1) == unseen_with(state, 0, 6)


def test_tiles_in_ones_own_hand_and_on_the_table_are_not_unseen() -> None:
    state = after(dealt("express", TWO), "0 play 6-6 start")
    assert set(known_to(state, 1).unseen) == set(full_set(6)) - set(tiles("6-6 4-4 3-3 2-2 1-1 4-3 3-1 3-0"))


def test_an_opening_with_the_highest_double_leaves_higher_ones_to_nobody() -> None:
    state = dealt("express", "4-4 6-5 5-4 4-1 5-1 1-0 3-2 | 3-3 2-2 1-1 4-3 3-1 3-0 4-0")
    assert ruled_out(state, 0, 1) == set(tiles("5-5 6-6"))
    assert ruled_out(after(state, "0 play 4-4 start"), 1, 0) == set(tiles("5-5 6-6"))


def test_an_opening_with_the_strongest_tile_leaves_stronger_ones_to_nobody() -> None:
    state = dealt("classic", "5-5 4-0 2-1 3-0 1-0 1-1 | 6-4 2-0 3-3 4-4 4-1 2-2 | 6-3 5-0 6-1 5-1 5-2 6-0")
    state = after(state, "0 play 5-5 start")
    # 6-4 has as many pips, and is weaker since it is no double
    assert ruled_out(state, 1, 0) == ruled_out(state, 1, 2) == ruled_out(state, 2, 1) == set(tiles("6-5 6-6"))


def test_a_tile_chosen_freely_to_open_rules_out_nothing() -> None:
    assert ruled_out(after(dealt("matador", TWO, first=0), "0 play 1-0 start"), 1, 0) == set()


# ---------------------------------------------------------------------- drawing


def test_a_player_who_draws_can_hold_a_tile_that_fits_only_among_those_drawn_since() -> None:
    state = after(dealt("classic-draw", TWO, boneyard="5-4 2-0 6-3"), "0 play 6-6 start", "1 draw")
    unseen, sixes = known_to(state, 0).unseen, unseen_with(state, 0, 6)
    # it drew once and has to draw again: the first drawn tile is no six, either
    assert places(state, 0, 1) == [len(unseen) - len(sixes)] * 7 + [len(unseen)]
    assert ruled_out(state, 0, 1) == set()
    state = after(state, "1 draw", "1 draw", "1 play 6-3 left")
    unseen, sixes = known_to(state, 0).unseen, unseen_with(state, 0, 6)
    assert len(places(state, 0, 1)) == 9
    # the three that it drew: two were no six, the third may be what it laid, or that may be one of the others' places
    assert places(state, 0, 1)[:8] == [len(unseen) - len(sixes)] * 8


def test_a_player_knows_that_nobody_else_has_its_own_drawn_tiles() -> None:
    state = after(dealt("classic-draw", TWO, boneyard="5-4 2-0 6-3"), "0 play 6-6 start", "1 draw", "1 draw")
    assert set(tiles("5-4 2-0")) & set(known_to(state, 1).unseen) == set()
    assert set(tiles("5-4 2-0")) <= set(known_to(state, 0).unseen)


def test_a_draw_by_choice_says_nothing() -> None:
    state = dealt("all-fives", "6-6 6-5 5-5 4-1 5-1 1-0 3-2 | 6-4 6-3 2-2 1-1 4-3 3-1 3-0", boneyard="2-0 0-0")
    state = after(state, "0 play 6-6 start", "1 draw", "0 draw")
    assert ruled_out(state, 0, 1) == set()
    assert len(set(places(state, 0, 1))) == 1
    assert ruled_out(state, 1, 0) == set()


def test_a_pass_in_all_fives_says_that_nothing_fits() -> None:
    five = "6-6 6-5 5-5 4-1 5-1 | 6-4 6-3 2-2 1-1 4-3 | 5-4 5-3 5-2 5-0 6-0 | 6-2 6-1 4-4 3-3 4-2 | 4-0 3-0 2-0 1-0 0-0"
    state = after(dealt("all-fives", five, boneyard="2-1 3-1 3-2"), "0 play 6-6 start", "1 draw", "2 draw", "3 draw")
    assert not state.boneyard
    state = after(state, "4 pass")
    assert ruled_out(state, 0, 4) == unseen_with(state, 0, 6)


def test_a_single_draw_in_double_twelve_may_bring_anything() -> None:
    state = dealt(
        "double-twelve",
        "12-12 12-0 12-1 12-2 12-3 12-4 12-5 12-6 12-7 12-8 12-9 12-11 | "
        "0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1",
    )
    state = after(state, "0 play 12-12 start", "1 draw")
    unseen = known_to(state, 0).unseen
    assert unseen_with(state, 0, 12) == set(tiles("12-10"))
    assert places(state, 0, 1) == [len(unseen) - 1] * 12 + [len(unseen)]


# ---------------------------------------------------------------------- other families

THREE = "6-6 6-5 5-5 4-1 2-1 1-0 3-2 2-0 | 6-4 6-3 2-2 1-1 4-3 3-1 3-0 4-4 | 6-2 6-1 6-0 5-4 5-3 5-2 5-1 5-0"


def test_a_turn_without_a_boneyard_ends_when_nothing_fits_any_more() -> None:
    hands = ("6-6 6-5 5-5 4-1 2-1 1-0 3-2 2-0", "6-4 6-3 2-2 1-1 4-3 3-1 3-0 4-4", "6-2 6-1 6-0 5-4 5-3 5-2 5-1 5-0")
    state = after(deal(match.new("no-boneyard", 3), *hands), "0 play 6-6 start", "0 play 6-5 left", "0 play 5-5 left")
    assert state.turn == 1
    # 5 and 6 lie at the ends, and nobody with one of them would have stopped there
    assert ruled_out(state, 1, 0) == unseen_with(state, 1, 5, 6)
    assert ruled_out(state, 1, 2) == set()


def test_nobody_is_known_to_lack_a_number_in_the_middle_of_a_turn() -> None:
    state = after(dealt("no-boneyard", THREE), "0 play 6-6 start")
    assert state.turn == 0
    assert ruled_out(state, 1, 0) == set()


def test_a_pass_in_matador_rules_out_every_matador() -> None:
    state = dealt("matador", "6-0 6-5 5-5 4-1 5-1 1-0 6-2 | 4-4 3-3 2-2 2-0 4-0 3-0 3-2", first=0, unable="pass")
    state = after(state, "0 play 6-0 start", "1 pass")
    # a one goes on the six, and nothing but a matador on the blank
    assert ruled_out(state, 0, 1) == unseen_with(state, 0, 1) | set(tiles("0-0 6-1 5-2 4-3"))


def test_a_draw_in_mata_tells_of_the_tiles_held_before_it() -> None:
    state = dealt("mata", "6-0 6-5 5-5 4-1 5-1 | 4-4 3-3 2-2 2-0 4-0", boneyard="0-0", first=0)
    state = after(state, "0 play 6-0 start", "1 draw")
    unseen = known_to(state, 0).unseen
    out = unseen_with(state, 0, 1) | set(tiles("0-0 6-1 5-2 4-3"))
    assert places(state, 0, 1) == [len(unseen) - len(out)] * 5 + [len(unseen)]


def test_a_pass_on_the_open_side_in_sebastopol_rules_out_sixes() -> None:
    state = dealt(
        "sebastopol",
        "6-6 6-5 5-5 4-1 5-1 1-0 6-2 | 4-4 3-3 2-2 2-0 4-0 3-0 3-2 | 6-0 6-1 6-3 6-4 0-0 1-1 2-1 | "
        "5-0 5-2 5-3 5-4 4-2 4-3 3-1",
    )
    state = after(state, "0 play 6-6 start", "1 pass")
    assert ruled_out(state, 0, 1) == unseen_with(state, 0, 6)


def test_a_pass_after_a_draw_on_the_mexican_train_tells_of_the_drawn_tile_too() -> None:
    without = [str(each) for each in full_set(9) if 9 not in each]
    hands = f"{' '.join(without[:15])} | {' '.join(without[15:30])}"
    state = after(dealt("mexican-train-nine", hands, boneyard=without[30], first=0), "0 draw")
    unseen = known_to(state, 1).unseen
    nines = unseen_with(state, 1, 9)
    assert places(state, 1, 0) == [len(unseen) - len(nines)] * 15 + [len(unseen)]
    assert ruled_out(state, 1, 0) == set()
    state = after(state, "0 pass")
    assert places(state, 1, 0) == [len(unseen) - len(nines)] * 16
    assert ruled_out(state, 1, 0) == nines


def test_an_open_double_that_is_not_covered_tells_of_its_number_alone() -> None:
    without = [each for each in full_set(9) if 9 not in each and 8 not in each]
    first = "9-8 8-8 " + " ".join(str(each) for each in without[:13])
    second = "9-1 " + " ".join(str(each) for each in without[13:27])
    state = dealt("mexican-train-nine", f"{first} | {second}", boneyard=f"{without[27]} {without[28]}", first=0)
    state = after(state, "0 play 9-8 train0", "1 play 9-1 train1", "0 play 8-8 train0", "0 draw", "0 pass")
    # it owes a tile that goes on any train open to it: on 8, on 9 or on none; a double would not do
    out = ruled_out(state, 1, 0)
    assert {each for each in unseen_with(state, 1, 8, 9) if not each.double} <= out
    assert not {each for each in out if each.double}


def test_open_hands_and_grids_leave_nothing_to_find_out() -> None:
    state = dealt("memory", " | ", first=0)
    assert known_to(state, 0).slots == []
    assert len(known_to(state, 0).unseen) == 28
    source = random.Random(3)
    begun = match.new("mexican-train-nine", 3, {"open_hands": True})
    for step in islice(play_on(begun, source), 1, 30):
        hidden = known_to(step.after, 0)
        assert hidden.slots == []
        assert set(hidden.unseen) == set(step.after.boneyard)


# ---------------------------------------------------------------------- the check itself


def test_the_check_of_places_notices_a_tile_that_is_wrongly_ruled_out() -> None:
    three = tiles("0-0 1-0 1-1")
    bits = [1 << each.order for each in three]
    assert fits(three, [bits[0] | bits[1], bits[0], bits[1] | bits[2]])
    assert not fits(three, [bits[0] | bits[1], bits[0], bits[1]])
    assert not fits(three, [bits[0], bits[0], bits[1] | bits[2]])
    state = dealt("express", TWO)
    hidden = known_to(state, 0)
    assert keeps(state, hidden)
    hidden.slots = [(seat, mask & ~(1 << tiles("4-4")[0].order)) for seat, mask in hidden.slots]
    assert not keeps(state, hidden)
    assert not keeps(state._replace(hands=(state.hands[0], state.hands[1][1:])), known_to(state, 0))


def test_a_draw_for_a_double_rules_out_every_double() -> None:
    state = dealt("all-fives", "6-5 6-4 5-4 4-1 5-1 1-0 3-2 | 6-1 6-3 2-0 2-1 4-3 3-1 3-0", boneyard="6-2 5-2 5-5")
    doubles = {each for each in full_set(6) if each.double}
    state = after(state, "0 draw", "1 draw")
    assert ruled_out(state, 0, 1) == doubles
    state = after(state, "0 draw", "0 play 5-5 start")
    assert ruled_out(state, 1, 0) == doubles - set(tiles("5-5"))
    assert ruled_out(state, 0, 1) == doubles - set(tiles("5-5"))
