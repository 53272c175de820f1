"""Mata: sums of seven, and points are bad. Source: document 003; the rule book, "Mata"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed
from tests.engine.answers import can, why_not
from tests.engine.games import after, deal, deal_action, late, tiles
from tests.engine.mata_hands import HANDS, TWO_LEFT, both_rules, finished

MATAS = ("0-0", "4-3", "5-2", "6-1")

# ---------------------------------------------------------------------- the deal and its opening


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_seat_that_luck_chose_opens_the_first_deal_with_any_tile(first: int) -> None:
    # Source: document 003, "Le jeu": "par tirage au sort".
    state = deal(match.new("mata", 4), *HANDS, first=first)
    assert can(state) == [f"{first} play {each} start" for each in sorted(tiles(HANDS[first]))]


@pytest.mark.parametrize(("holder", "order"), [(0, (0, 1, 2, 3)), (1, (3, 0, 1, 2)), (2, (1, 2, 0, 3))])
def test_the_holder_of_the_highest_double_opens_the_first_deal_in_alsace_with_any_tile(
    holder: int, order: tuple[int, ...]
) -> None:
    # Source: document 003, "Précisions alsaciennes": "celui qui annonce le double le plus fort".
    state = deal(match.new("mata-alsace", 4), *(HANDS[at] for at in order))
    assert can(state) == [f"{holder} play {each} start" for each in sorted(tiles(HANDS[0]))]


def test_the_holder_of_the_strongest_tile_opens_in_alsace_where_nobody_holds_a_double() -> None:
    # Source: the rule book, "Mata". 6-5 has most pips, and may stay in the hand.
    state = deal(match.new("mata-alsace", 2), "6-4 5-4 6-3 3-2 1-0", "6-5 2-1 2-0 3-0 4-0")
    assert (state.turn, len(can(state))) == (1, 5)
    # 5-4 and 6-3 have nine pips each: the higher half is stronger
    state = deal(match.new("mata-alsace", 2), "5-4 5-3 4-0 3-2 1-0", "6-3 2-1 2-0 3-0 5-0")
    assert (state.turn, len(can(state))) == (1, 5)


def test_luck_chooses_nobody_in_later_deals() -> None:
    refused = match.why_illegal(finished("6-6"), deal_action(HANDS[:2], first=0))
    assert str(refused) == "luck chooses no seat in this deal"


@both_rules
def test_later_deals_are_opened_by_the_loser_of_the_last_with_any_tile(rules: str) -> None:
    # Source: document 003, "Le jeu": "le perdant de la manche précédente".
    state = deal(finished("6-5", "6-6", "5-4", rules=rules), *HANDS)
    assert can(state) == [f"2 play {each} start" for each in sorted(tiles(HANDS[2]))]


@both_rules
@pytest.mark.parametrize(("opener", "following"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_the_first_level_loser_after_the_last_opener_opens(rules: str, opener: int, following: int) -> None:
    # Source: the rule book, "Mata". Seats 1 and 3 have eleven points each; the last opener comes last.
    state = finished("6-5", "4-4", "6-4 1-0", rules=rules, opener=opener)
    assert state.results[0].points == (0, 11, 8, 11)
    assert deal(state, *HANDS).turn == following


def test_the_loser_has_most_points_of_the_deal_not_of_the_match() -> None:
    assert deal(finished("2-0", "6-6", totals=(50, 90, 0)), *HANDS[:3]).turn == 2


def test_ten_points_for_a_mata_help_to_decide_the_loser_in_alsace() -> None:
    # Source: the rule book, "Mata". 7 + 10 against 12.
    state = finished("6-1", "6-6", rules="mata-alsace")
    assert state.results[0].points == (0, 17, 12)
    assert deal(state, *HANDS[:3]).turn == 1
    assert deal(finished("6-1", "6-6"), *HANDS[:3]).turn == 2


# ---------------------------------------------------------------------- ends and matas


@both_rules
def test_touching_halves_sum_to_seven_and_matas_go_anywhere(rules: str) -> None:
    # Source: document 003, "Le jeu".
    state = late(["6-5 5-5 3-2 1-1 6-1 0-0", "5-4"], ["6-4"], rules=rules)
    assert can(state) == [
        *("0 play 0-0 e1", "0 play 0-0 e2", "0 play 1-1 e1", "0 play 3-2 e2"),
        *("0 play 6-1 e1", "0 play 6-1 e2"),
    ]
    assert why_not(state, "0 play 6-5 e1") is Illegal.DOES_NOT_FIT


@both_rules
def test_a_mata_lies_across_and_leaves_both_its_halves_as_ends(rules: str) -> None:
    # Source: document 003, "Le jeu": "Le jeu pourra continuer à partir des 2 bouts de ce mata".
    state = after(late(["6-1 5-2 6-6", "5-4"], ["6-4"], rules=rules, turn=0), "0 play 6-1 e2")
    assert dict(state.layout.ends) == {"e1": 6, "e2": 6, "e3": 1}
    assert state.layout.placed[-1].crosswise
    assert why_not(state._replace(turn=0, legal=None), "0 play 5-2 e3 5") is Illegal.NO_FACING


@both_rules
def test_0_0_leaves_one_blank_end_that_only_a_mata_reopens(rules: str) -> None:
    # Source: document 003, "Le jeu": "sauf dans le cas du double blanc qui bloque cette extrémité".
    state = after(late(["0-0 6-6", "4-3 1-0 6-5"], ["6-4"], rules=rules), "0 play 0-0 e2")
    assert dict(state.layout.ends) == {"e1": 6, "e2": 0}
    assert can(state) == ["1 play 1-0 e1", "1 play 4-3 e1", "1 play 4-3 e2"]
    assert dict(after(state, "1 play 4-3 e2").layout.ends) == {"e1": 6, "e2": 4, "e3": 3}


@both_rules
def test_0_0_as_the_opening_tile_shows_a_blank_at_both_ends(rules: str) -> None:
    # Source: the game record, "Ends".
    hands = ["0-0 6-6 5-5 4-4 3-3", "6-1 6-5 6-4 6-3 6-2"]
    state = after(deal(match.new(rules, 2), *hands, first=0 if rules == "mata" else None), "0 play 0-0 start")
    assert dict(state.layout.ends) == {"e1": 0, "e2": 0}
    assert can(state) == ["1 play 6-1 e1", "1 play 6-1 e2"]


# ---------------------------------------------------------------------- unable


@both_rules
def test_a_player_unable_to_play_draws_a_tile_and_the_turn_ends_even_if_it_fits(rules: str) -> None:
    # Source: document 003, "Le jeu": "l'ajoute à sa main et passe son tour".
    state = late(["6-6 5-5", "4-4", "2-2"], ["6-4"], rules=rules, boneyard="1-1 6-5 5-1 4-2")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    state = after(state, "0 draw")
    assert (state.turn, state.hands[0]) == (1, tiles("1-1 5-5 6-6"))


@both_rules
def test_two_tiles_always_stay_in_the_boneyard(rules: str) -> None:
    # Source: document 003, "Le jeu": "il doit toujours rester au moins deux dominos dans la pioche".
    state = late(["6-6 5-5", "4-4", "3-3"], ["6-4"], rules=rules, boneyard=f"6-5 {TWO_LEFT}")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw")
    assert len(state.boneyard) == 2
    assert can(state) == ["1 pass"]
    assert why_not(state, "1 draw") is Illegal.BONEYARD_EMPTY
    state, events = match.apply(state, parse_move("1 pass"))
    assert events == (Passed(1, (4, 6)),)
    assert can(state) == ["2 play 3-3 e2"]


@both_rules
@pytest.mark.parametrize("mata", MATAS)
@pytest.mark.parametrize("boneyard", [TWO_LEFT, f"6-5 {TWO_LEFT}"])
def test_a_player_with_a_mata_may_neither_draw_nor_pass(rules: str, mata: str, boneyard: str) -> None:
    # Source: document 003: "il est interdit de pioche si on a un Mata dans son jeu". Both ends are blank.
    state = late([f"{mata} 6-6", "4-4"], ["5-0", "2-0 e1"], rules=rules, boneyard=boneyard)
    assert can(state) == [f"0 play {mata} e1", f"0 play {mata} e2"]
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    assert why_not(state, "0 draw") in {Illegal.MUST_PLAY, Illegal.BONEYARD_EMPTY}
