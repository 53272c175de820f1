"""Tests of views."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Draw, Move, Pass
from engine.tiles import tile
from tests.engine.games import after, deal, late, locked, tiles

HANDS = ("6-6 5-5 4-4 1-0 2-0 3-0 0-0", "6-1 6-2 1-1 2-1 3-1 2-2 5-1", "6-3 6-4 6-5 5-4 5-3 4-3 3-3")


def test_a_seat_sees_its_own_hand_and_how_many_tiles_the_others_hold() -> None:
    seen = match.view(deal(match.new("express", 3), *HANDS), 1)
    assert seen.hand == tuple(sorted(tiles(HANDS[1])))
    assert seen.hand_sizes == (7, 7, 7)
    assert seen.boneyard_size == 7
    assert seen.seat == 1
    assert not seen.legal
    assert seen.must_open_with is None


def test_only_the_opener_is_told_which_tile_must_open() -> None:
    state = deal(match.new("express", 3), *HANDS)
    assert match.view(state, 0).must_open_with is tile(6, 6)
    assert [str(move) for move in match.view(state, 0).legal] == ["0 play 6-6 start"]
    for other in (None, 1, 2):
        assert match.view(state, other).must_open_with is None
        assert match.view(state, other).opener == 0


def test_the_channel_sees_the_table_and_whose_turn_it_is_and_no_hand() -> None:
    state = after(deal(match.new("express", 3), *HANDS), "0 play 6-6 start")
    seen = match.view(state, None)
    assert (seen.turn, seen.hand, seen.legal) == (1, (), ())
    assert seen.hand_sizes == (6, 7, 7)
    assert seen.ends == {"left": 6, "right": 6}
    assert [str(move) for move in seen.history] == ["0 play 6-6 start"]


def test_a_pass_shows_on_which_numbers_it_was() -> None:
    state = deal(match.new("express", 2), "6-6 0-0 1-0 1-1 2-0 2-1 2-2", "6-4 4-4 3-3 3-2 3-1 3-0 5-5")
    state = after(state, "0 play 6-6 start", "1 play 6-4 left", "0 pass")
    assert match.view(state, None).passed == ((4, 6), ())
    assert match.view(state, 1).passed == ((4, 6), ())


def test_after_a_deal_every_hand_is_open_in_its_result() -> None:
    state = locked(["0-0 1-0 1-1 2-0", "2-2 3-0 3-1 3-2", "3-3 4-0 4-1 4-2 4-4", "5-1 5-2 5-3 5-4 5-5"])
    seen = match.view(state, None)
    assert seen.between_deals
    assert seen.turn is None
    assert seen.deal == 1
    assert seen.results[0].hands == state.hands
    assert seen.hand == ()


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    seen = match.view(match.new("express", 2), 0)
    assert (seen.deal, seen.hand, seen.hand_sizes, seen.turn) == (0, (), (0, 0), None)
    assert not seen.between_deals
    assert not seen.finished


def test_the_open_ends_are_those_where_the_seat_in_turn_may_lay_a_tile() -> None:
    # Source: the rule book, "Sébastopol": the next four tiles go on the four sides of 6-6.
    state = late(["6-5 1-1", "6-4 2-2", "6-3 3-3"], ["6-2 arm1"], rules="sebastopol")
    for seat in (None, 0, 1, 2):
        seen = match.view(state, seat)
        assert seen.ends == {"arm1": 2, "arm2": 6, "arm3": 6, "arm4": 6}
        assert seen.open_ends == {"arm2": 6}


def test_a_seat_sees_what_it_has_drawn_in_its_turn_until_its_next_and_the_others_only_that_it_did() -> None:
    state = late(["1-1 2-2", "3-3 4-4 6-5"], ["6-6"], rules="classic-draw", boneyard="5-5 6-1 6-2 4-0")
    state = after(state, "0 draw", "0 draw")
    assert match.view(state, 0).drawn == tiles("5-5 6-1")
    for other in (None, 1):
        assert match.view(state, other).drawn == ()
        assert match.view(state, other).hand_sizes == (4, 3)
        assert match.view(state, other).boneyard_size == 2
    state = after(state, "0 play 6-1 left")
    assert match.view(state, 0).drawn == tiles("5-5 6-1")
    assert match.view(after(state, "1 play 6-5 right", "0 play 1-1 left"), 0).drawn == ()


def test_hands_are_shown_to_all_where_they_are_open_and_otherwise_to_nobody() -> None:
    # Source: the rule book, "Open hands"; "Memory": tiles taken.
    hands = ["11-0 10-0", "9-0 8-0"]
    for seat in (None, 0, 1):
        assert match.view(late(hands, ["12-1 train0"], rules="mexican-train"), seat).open_hands == ()
        opened = late(hands, ["12-1 train0"], rules="mexican-train", open_hands=True)
        assert match.view(opened, seat).open_hands == opened.hands
        assert match.view(match.new("memory", 2), seat).open_hands == ()


@pytest.mark.parametrize(
    ("rules", "boneyard", "expected"),
    [
        *(("classic", "5-5", Pass(0)), ("classic-draw", "5-5", Draw(0)), ("classic-draw", "", Pass(0))),
        *(("double-twelve", "5-5", Draw(0)), ("double-twelve", "", Pass(0))),
    ],
)
@pytest.mark.parametrize("hand", ["6-1", "1-1"])
def test_everybody_knows_the_move_of_a_player_unable_to_play(
    rules: str, boneyard: str, expected: Move, hand: str
) -> None:
    # it is the same whether or not the hand fits, so it tells nothing of the hand
    state = late([hand, "6-2"], ["6-6"], rules=rules, boneyard=boneyard)
    for seat in (None, 0, 1):
        assert match.view(state, seat).default_move == expected


def test_nobody_would_do_anything_else_in_accountants_nor_before_a_tile_that_has_to_open() -> None:
    assert match.view(late(["1-1", "2-2", "3-3"], ["6-6 pile"], rules="accountants"), None).default_move is None
    assert match.view(deal(match.new("express", 3), *HANDS), None).default_move is None
