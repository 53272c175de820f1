"""Accountants: adding up to 100. Source: document 004 no. 10; the rule book, "Accountants"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Played
from engine.game import State
from engine.options import Value
from engine.record import describe
from engine.tiles import tile
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, late, tiles

HANDS = ("5-5 6-0 4-4 0-0 1-0 2-0 3-0 4-0", "3-2 6-1 5-0 5-1 1-1 2-1 3-1 4-1", "6-2 4-3 5-2 4-2 2-2 3-3 5-3 6-6")

TO = {
    25: "6-6 6-5 1-1",
    28: "6-6 6-5 5-0",
    30: "6-6 6-5 5-2",
    34: "6-6 6-5 5-5 1-0",
    44: "6-6 6-5 5-5 6-4 1-0",
    49: "6-6 6-5 5-5 6-4 6-0",
    50: "6-6 6-5 5-5 6-4 5-2",
    68: "6-6 6-5 5-5 6-4 6-3 5-4 5-2",
    95: "6-6 6-5 5-5 6-4 6-3 5-4 6-2 4-4 5-3 5-2 2-1",
    99: "6-6 6-5 5-5 6-4 6-3 5-4 6-2 4-4 5-3 6-1 5-2",
}
"""Tiles that add up to a total, the last of them the one that reaches it."""


def at(total: int, *hands: str, turn: int = 0, totals: tuple[int, ...] | None = None, hit: Value = "exact") -> State:
    """Return a position with a running total."""
    chain = [f"{each} pile" for each in TO[total].split()]
    return late(hands, chain, rules="accountants", turn=turn, totals=totals, hit=hit)


def scored(state: State, move: str) -> tuple[int, State]:
    """Return what a play scores, and the state after it."""
    state, events = match.apply(state, parse_move(move))
    played = events[0]
    return played.points, state


# ---------------------------------------------------------------------- the deal and its opening


def test_the_hand_with_most_pips_opens_with_any_tile() -> None:
    # Source: document 004 no. 10: "celui qui a le score le plus élevé commence".
    state = deal(match.new("accountants", 3), *HANDS)
    # 28 + 0 + 8, 5 + 7 + 5 + 6 + 2 + 3 + 4 + 5 and 8 + 7 + 7 + 6 + 4 + 6 + 8 + 12: 34, 37 and 58
    assert state.opener == 2
    assert can(state) == [f"2 play {each} pile" for each in ["2-2", "3-3", "4-2", "4-3", "5-2", "5-3", "6-2", "6-6"]]
    assert why_not(state, "2 play 6-6 start") is Illegal.NO_SUCH_END
    assert state.layout.ends == {"pile": 0}
    assert describe(state)["ends"] == {"pile": 0}


def test_the_nearest_to_seat_0_opens_among_level_hands() -> None:
    # Source: the rule book, "Accountants", Decision. Seats 1 and 3 hold 44 pips each, the others 24 and 26.
    hands = ("2-2 3-2 3-3 4-0 4-1 0-0", "6-6 6-5 5-4 4-3 3-0 1-1", "4-2 5-0 5-1 6-0 1-0 2-0", "5-5 6-4 4-4 6-3 3-1 2-1")
    state = deal(match.new("accountants", 4), *hands)
    assert [sum(each.pips for each in hand) for hand in state.hands] == [24, 44, 26, 44]
    assert state.opener == state.turn == 1
    assert deal(match.new("accountants", 4), *reversed(hands)).opener == 0


# ---------------------------------------------------------------------- turns


def test_any_tile_may_be_laid_for_nothing_has_to_match() -> None:
    # Source: document 004 no. 10: "Le troisième pose un domino de son choix".
    state = at(25, "0-0 3-1 5-4", "2-0", "4-0")
    assert can(state) == ["0 play 0-0 pile", "0 play 3-1 pile", "0 play 5-4 pile"]
    assert why_not(state, "0 play 3-1 left") is Illegal.NO_SUCH_END
    assert why_not(state, "0 play 6-6 pile") is Illegal.NOT_IN_HAND


def test_nobody_ever_draws_or_passes() -> None:
    # Source: the rule book's table: "can't play: never"; document 004 no. 10: the rest is a boneyard of no use.
    state = at(25, "0-0 3-1", "2-0", "4-0")
    assert len(state.boneyard) > 0
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY


def test_each_tile_adds_its_pips_to_the_total_that_is_announced() -> None:
    # Source: document 004 no. 10: "par exemple 10, s'il pose le 5/5 … et il pose le 2/3, il annonce 15".
    hands = "5-5 6-6 6-5 6-4 6-3 6-2 5-3 5-4", HANDS[1], "6-0 4-4 0-0 1-0 2-0 3-0 4-0 2-2"
    state = deal(match.new("accountants", 3), *hands)
    state, events = match.apply(state, parse_move("0 play 5-5 pile"))
    assert events == (Played(0, tile(5, 5), "pile", 7, 0, (0, 10)),)
    state, events = match.apply(state, parse_move("1 play 3-2 pile"))
    assert events == (Played(1, tile(3, 2), "pile", 7, 0, (10, 5)),)
    assert state.layout.ends == {"pile": 15}
    assert state.turn == 2


# ---------------------------------------------------------------------- the marks


@pytest.mark.parametrize(
    ("total", "laid", "exact", "reach"),
    [
        # short of a mark, on it, past it
        *((25, "4-0", 0, 0), (25, "5-0", 10, 10), (25, "5-1", 0, 10), (28, "2-0", 10, 10), (28, "6-2", 0, 10)),
        *((44, "5-0", 0, 0), (44, "6-0", 10, 10), (44, "6-1", 0, 10), (49, "1-0", 10, 10)),
        *((68, "1-0", 0, 0), (68, "2-0", 10, 10), (68, "2-1", 0, 10)),
        *((95, "4-0", 0, 0), (95, "5-0", 10, 10), (99, "1-0", 10, 10), (99, "6-0", 0, 10)),
        # already on a mark: the next tile leaves it, and a blank double scores nothing
        *((30, "1-0", 0, 0), (50, "5-0", 0, 0), (30, "0-0", 0, 0), (50, "0-0", 0, 0), (25, "0-0", 0, 0)),
        # a multiple of ten that is no mark
        (34, "4-2", 0, 0),
    ],
)
def test_a_tile_that_brings_the_total_to_a_mark_scores_ten(total: int, laid: str, exact: int, reach: int) -> None:
    # Source: document 004 no. 10: "À chaque fois que le total arrive à 30, puis 50 puis 70 puis 100". Decision:
    # exactly; option `hit: reach`: the tile that first reaches or passes the mark.
    for hit, points in (("exact", exact), ("reach", reach)):
        gained, state = scored(at(total, f"{laid} 3-3", "3-1", "4-1", hit=hit), f"0 play {laid} pile")
        assert (gained, state.totals) == (points, (points, 0, 0))
        assert state.layout.ends == {"pile": total + tiles(laid)[0].pips}


def test_a_mark_passed_by_is_not_scored_later() -> None:
    # 31 does not score, nor does anything up to 49
    state = at(25, "5-1 4-0", "3-1", "4-1", hit="exact")
    for move in ("0 play 5-1 pile", "1 play 3-1 pile"):
        gained, state = scored(state, move)
        assert gained == 0
    gained, state = scored(at(25, "5-1 4-0", "3-1 1-0", "4-1", hit="reach"), "0 play 5-1 pile")
    assert gained == 10
    assert scored(state, "1 play 3-1 pile")[0] == 0


# ---------------------------------------------------------------------- the end of a deal


@pytest.mark.parametrize(("laid", "total"), [("1-0", 100), ("6-0", 105)])
def test_a_deal_ends_at_100_or_more_and_tiles_left_do_not_count(laid: str, total: int) -> None:
    # Source: the rule book, "Accountants", Decision.
    state = after(at(99, f"{laid} 6-3", "4-2 4-1", "2-2", totals=(0, 20, 10)), f"0 play {laid} pile")
    gained = 10 if total == 100 else 0
    result = state.results[0]
    assert (result.reason, result.points, result.counted) == ("mark", (gained, 0, 0), ())
    assert state.totals == (gained, 20, 10)
    assert state.layout.ends == {"pile": total}
    assert state.awaits_deal


def on_to(last: str, totals: tuple[int, ...] | None = None) -> State:
    """Return the end of a deal in which seat 0 scores at 70, and seat 1 lays ``last`` on 94."""
    state = at(68, "2-0 4-4 1-1", f"5-3 {last} 2-1", "6-2 1-0", totals=totals)
    return after(
        state, "0 play 2-0 pile", "1 play 5-3 pile", "2 play 6-2 pile", "0 play 4-4 pile", f"1 play {last} pile"
    )


def test_a_deal_goes_to_those_with_the_most_points_of_it() -> None:
    # Source: the game record, "Replaying".
    # 101 does not score, so seat 0 alone has 10
    assert on_to("6-1").results[0].winners == (0,)
    assert on_to("6-1").results[0].points == (10, 0, 0)
    # 100 does: level
    assert on_to("6-0").results[0].winners == (0, 1)
    assert on_to("6-0").results[0].points == (10, 10, 0)
    # what other deals brought does not matter
    assert on_to("6-1", totals=(0, 30, 30)).results[0].winners == (0,)


def test_a_deal_in_which_nobody_scored_goes_to_nobody() -> None:
    assert after(at(99, "6-0 1-0", "3-1", "4-1"), "0 play 6-0 pile").results[0].winners == ()


def test_the_hand_with_most_pips_opens_each_new_deal() -> None:
    # Source: the rule book, "Next opener".
    state = deal(on_to("6-0"), HANDS[0], HANDS[2], HANDS[1])
    assert (state.deal, state.opener) == (2, 1)
    assert state.layout.ends == {"pile": 0}
    assert state.totals == (10, 10, 0)
    assert state.scored == (0, 0, 0)


# ---------------------------------------------------------------------- the end of the match


def test_the_first_to_50_wins_at_once_in_mid_deal_and_40_is_not_enough() -> None:
    # Source: document 004 no. 10: "Le premier qui marque 50 points est le gagnant".
    state = after(at(28, "2-0 6-3", "4-2", "4-1", totals=(40, 40, 30)), "0 play 2-0 pile")
    assert how_it_ended(state) == ("mark", (0,), (10, 0, 0))
    assert (state.totals, state.winners) == ((50, 40, 30), (0,))
    state = after(at(28, "2-0 6-3", "4-2", "4-1", totals=(30, 40, 30)), "0 play 2-0 pile")
    assert (state.totals, state.winners, state.turn) == ((40, 40, 30), (), 1)


def test_a_seat_that_reaches_50_wins_the_deal_alone_even_where_another_scored_as_much_in_it() -> None:
    # Source: the game record, "Replaying": "someone reached 50: that seat alone".
    state = on_to("6-0", totals=(0, 40, 0))
    result = state.results[0]
    assert (result.winners, result.points) == ((1,), (10, 10, 0))
    assert (state.totals, state.winners) == ((10, 50, 0), (1,))
