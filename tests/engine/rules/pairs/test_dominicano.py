"""Tests of Dominican dominoes, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal
from engine.events import Bonus, Passed
from engine.game import State
from engine.options import Value
from tests.engine.answers import how_it_ended
from tests.engine.games import after, deal_action, late
from tests.engine.rules.pairs.book_deals import later, next_opener, play_deal, played


def second(name: str, opener: int, **options: Value) -> State:
    """Play one of the book's later deals."""
    return play_deal(later("dominicano", opener, **options), name)


def test_example_1_a_pass_on_6_6_and_capicua() -> None:
    state = played("dominicano", "dominicano 1")
    assert how_it_ended(state) == ("out", (1, 3), (0, 74))
    result = state.results[-1]
    assert result.bonuses == (Bonus("capicúa", 25, 3, feat=True),)
    assert result.earned == (0, 49), "the pass was written at once"
    assert next_opener(state) == 3


@pytest.mark.parametrize(
    ("blocked", "points", "opens"), [("next", (25, 38), 1), ("pair", (25, 0), 3), ("hand", (63, 0), 2)]
)
def test_example_2_pase_corrido_and_a_block(blocked: str, points: tuple[int, int], opens: int) -> None:
    state = second("dominicano 2", 2, blocked=blocked)
    assert how_it_ended(state)[::2] == ("blocked", points)
    assert next_opener(state) == opens


def test_example_3_chuchazo_or_capicua_with_a_double() -> None:
    state = second("dominicano 3", 2)
    assert how_it_ended(state) == ("out", (1, 3), (0, 47))
    assert state.results[-1].bonuses == (Bonus("chuchazo", 25, 1, feat=True),)
    state = second("dominicano 3", 2, capicua="doubles")
    assert how_it_ended(state) == ("out", (1, 3), (0, 47))
    assert state.results[-1].bonuses == (Bonus("capicúa", 25, 1, feat=True),)
    assert how_it_ended(second("dominicano 3", 2, chuchazo=False))[2] == (0, 22)


@pytest.mark.parametrize(
    ("capicua", "points"), [("either", 54), ("plain", 29), ("no-blank", 29), ("doubles", 29), ("any", 54)]
)
def test_example_4_a_plain_tile_on_two_equal_ends_is_capicua(capicua: str, points: int) -> None:
    assert how_it_ended(second("dominicano 4", 1))[2] == (0, 54), "by default"
    assert how_it_ended(second("dominicano 4", 1, capicua=capicua))[2] == (0, points)


def test_example_5_the_blocker_wins_a_level_against_the_next_seat() -> None:
    state = second("dominicano 5", 0)
    assert how_it_ended(state) == ("blocked", (1, 3), (0, 54))
    assert state.results[-1].winning_seat == 3


def begun(opening: str, opener_hand: str, *others: str, **options: Value) -> State:
    """Let seat 0 open a later deal, and the other seats pass as long as they can't play."""
    state = later("dominicano", 0, **options)
    state, _ = match.apply(state, deal_action([opener_hand, *others]))
    state = after(state, f"0 play {opening} start")
    while state.turn != 0 and str(match.legal(state)[0]).endswith("pass"):
        state, _ = match.apply(state, match.legal(state)[0])
    return state


ALL_SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"


def test_example_6_passes_on_the_opening_tile() -> None:
    state = begun("6-6", ALL_SIXES)
    assert state.turn == 0
    assert state.totals == (50, 0)
    hands = ("5-4 6-6 6-5 6-4 6-3 6-2 6-1", "0-0 1-0 1-1 2-0 2-1 2-2 3-0", "5-0 5-1 5-2 5-3 5-5 3-1 3-2")
    state = begun("5-4", *hands)
    assert state.turn == 2, "only seat 1 has passed"
    assert state.totals == (50, 0)
    assert begun("5-4", *hands, opening_pass="flat").totals == (25, 0)
    assert begun("5-4", *hands, opening_pass="none").totals == (0, 0)
    assert begun("5-4", *hands, bonus=0).totals == (0, 0)


def test_a_pass_tells_its_bonus_at_once() -> None:
    state = later("dominicano", 0)
    state, _ = match.apply(state, deal_action([ALL_SIXES]))
    state = after(state, "0 play 6-6 start")
    told = []
    for _ in range(3):
        state, events = match.apply(state, match.legal(state)[0])
        told += events
    assert told == [
        Passed(1, (6,), Bonus("pase de salida", 25, 0)),
        Passed(2, (6,)),
        Passed(3, (6,), Bonus("pase corrido", 25, 0)),
    ]


@pytest.mark.parametrize(("turn", "totals"), [(0, (180, 150)), (3, (180, 175))])
def test_example_7_a_bonus_that_would_win_the_match_is_not_written(turn: int, totals: tuple[int, int]) -> None:
    hands = ["2-2 3-3", "4-4 3-2", "4-3 2-0"]
    hands.insert(turn, "5-5 6-1")
    options: dict[str, Value] = {"last_bonus": "dropped", "opening_pass": "none"}
    state = late(hands, ["6-5"], rules="dominicano", turn=turn, totals=(180, 150), boneyard="", **options)
    state = after(state, f"{turn} play 5-5 right", *(f"{(turn + step) % 4} pass" for step in (1, 2, 3)))
    assert state.totals == totals


def test_the_last_tile_is_judged_by_the_total_before_the_pips() -> None:
    def out(total: int, **options: Value) -> tuple[int, ...]:
        hands = ["3-1", "5-5 4-4", "5-4 2-2", "4-0 2-0"]
        state = late(hands, ["3-2", "2-1 right"], rules="dominicano", totals=(total, 0), boneyard="", **options)
        return after(state, "0 play 3-1 left").totals

    assert out(174, last_bonus="dropped")[0] == 174 + 18 + 13 + 6 + 25
    assert out(175, last_bonus="dropped")[0] == 175 + 18 + 13 + 6
    assert out(175)[0] == 175 + 18 + 13 + 6 + 25


def test_a_tile_with_a_blank_is_no_capicua_by_option() -> None:
    def out(**options: Value) -> int:
        hands = ["3-0", "5-5 4-4", "5-4 2-2", "4-1 2-1"]
        state = late(hands, ["3-2", "2-0 right"], rules="dominicano", boneyard="", **options)
        return len(after(state, "0 play 3-0 left").results[-1].bonuses)

    assert [out(capicua=each) for each in ("either", "plain", "no-blank", "doubles", "any")] == [1, 1, 0, 1, 1]


def test_a_double_on_two_equal_ends_is_capicua_by_option_alone() -> None:
    def out(**options: Value) -> int:
        hands = ["3-3", "5-5 4-4", "5-4 2-2", "4-1 2-1"]
        state = late(hands, ["3-2", "5-2 right", "5-3 right"], rules="dominicano", boneyard="", **options)
        return len(after(state, "0 play 3-3 left").results[-1].bonuses)

    assert [out(capicua=each) for each in ("either", "plain", "no-blank", "doubles", "any")] == [0, 0, 0, 1, 1]


def test_the_next_seat_opens_by_option_even_after_a_win() -> None:
    assert next_opener(played("dominicano", "dominicano 1", next_opener="rotate")) == 0


def test_both_pairs_at_the_target_go_to_the_higher_total_and_level_ones_to_another_deal() -> None:
    state = match.new("dominicano", 4)
    winners = state.rules.scoring.winners
    assert winners(state._replace(totals=(210, 230))) == (1, 3)
    assert winners(state._replace(totals=(210, 210))) == ()


def test_a_bonus_in_mid_deal_ends_no_match() -> None:
    state = later("dominicano", 0)._replace(totals=(190, 0))
    state, _ = match.apply(state, Deal(deal_action([ALL_SIXES]).stock))
    state = after(state, "0 play 6-6 start", "1 pass", "2 pass", "3 pass")
    assert state.totals == (240, 0)
    assert not state.finished
