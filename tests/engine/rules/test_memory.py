"""Memory. Source: document 004 no. 6; the rule book, "Memory"."""

from __future__ import annotations

import re

import pytest

from engine import match
from engine.actions import Deal, parse_move
from engine.errors import Illegal
from engine.events import Flipped
from engine.game import State
from engine.record import describe
from engine.tiles import tile
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, tiles

TAKEN = (
    "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-0 5-5 5-4 5-3 5-2 5-1 4-1 4-4 4-3 4-2 4-0 3-3 3-2 3-1 3-0 2-2 2-0 2-1 1-1 1-0 0-0"
)
"""Positions 1 and 2 share a half, 3 and 4 do, and so on to the end."""

STUCK = (
    "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-0 5-5 5-4 5-3 5-2 5-1 4-1 4-4 4-3 4-2 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-0 1-1 0-0"
)
"""The same, save that the last two share none."""


def laid(stock: str = TAKEN, *, seats: int = 2, first: int = 0) -> State:
    return match.apply(match.new("memory", seats), Deal(tiles(stock), first))[0]


def pairs(state: State, count: int) -> State:
    """Let the seat in turn take so many pairs, from the lowest positions on."""
    for _ in range(count):
        lying = describe(state)["table"]
        one, other = [int(at) for at in lying][:2]
        state = after(state, f"{state.turn} flip {one}", f"{state.turn} flip {other}")
    return state


def miss(state: State) -> State:
    """Let the seat in turn turn the first tile that lies there, and one that does not go with it."""
    one, *others = [(at, each) for at, each in state.layout.tiles.items() if each is not None]
    strange = next(at for at, each in others if each.high not in one[1] and each.low not in one[1])
    return after(state, f"{state.turn} flip {one[0]}", f"{state.turn} flip {strange}")


def readable(state: State, seat: int | None) -> set[str]:
    """Return every tile that stands anywhere in a view."""
    return {f"{high}-{low}" for high, low in re.findall(r"tile\((\d+), (\d+)\)", repr(match.view(state, seat)))}


# ---------------------------------------------------------------------- the deal


@pytest.mark.parametrize("seats", range(2, 7))
def test_all_28_tiles_lie_face_down_in_the_order_of_the_stock_and_nobody_holds_any(seats: int) -> None:
    # Source: document 004: "tous les dominos sont posés points contre table"; the game record, "Form".
    state = laid(seats=seats)
    shown = describe(state)
    assert shown["table"] == dict(zip(map(str, range(1, 29)), TAKEN.split(), strict=True))
    assert (shown["hands"], shown["boneyard"], shown["ends"]) == ([[]] * seats, 0, {})
    assert shown["totals"] == [0] * seats


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_seat_that_luck_chose_begins(first: int) -> None:
    # Source: the rule book, "Memory", Decision.
    state = match.apply(match.new("memory", 3), Deal(tiles(TAKEN), first))[0]
    assert can(state) == [f"{first} flip {at}" for at in range(1, 29)]


# ---------------------------------------------------------------------- a turn


def test_a_turn_turns_two_tiles_over() -> None:
    # Source: the game record, "One action at a time": flip P, flip Q.
    state, events = match.apply(laid(), parse_move("0 flip 5"))
    assert [(each.seat, each.position, str(each.tile), each.pair) for each in events if isinstance(each, Flipped)] == [
        (0, 5, "6-2", None)
    ]
    assert state.turn == 0
    assert can(state) == [f"0 flip {at}" for at in range(1, 29) if at != 5]
    assert why_not(state, "0 flip 5") is Illegal.ALREADY_UP


def test_one_equal_half_keeps_both_and_goes_again() -> None:
    # Source: document 004: "Si ils ont une moitié identique, il les garde"; Decision: and goes again.
    state = after(laid(), "0 flip 2")
    state, events = match.apply(state, parse_move("0 flip 10"))
    (event,) = events
    assert (str(event.tile), event.pair) == ("5-4", True)
    assert event.taken == (tile(6, 5), tile(5, 4)), "in the order in which they were turned"
    assert state.hands == (tiles("5-4 6-5"), ())
    assert (state.turn, state.totals) == (0, (2, 0))
    assert not {"2", "10"} & set(describe(state)["table"])
    assert why_not(state, "0 flip 2") is Illegal.NOTHING_THERE
    assert why_not(state, "0 flip 10") is Illegal.NOTHING_THERE


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        pytest.param("6-6", "6-5", True, id="a double and its number"),
        pytest.param("6-5", "5-3", True, id="low and high"),
        pytest.param("5-3", "6-5", True, id="high and low"),
        pytest.param("4-1", "3-1", True, id="low and low"),
        pytest.param("0-0", "6-0", True, id="blank and blank"),
        pytest.param("6-6", "5-5", False, id="two doubles"),
        pytest.param("6-1", "5-2", False, id="a sum of seven"),
        pytest.param("5-1", "4-2", False, id="equal pips"),
    ],
)
def test_a_pair_is_two_tiles_that_share_a_half(one: str, other: str, pair: bool) -> None:
    where = {text: at for at, text in enumerate(TAKEN.split(), 1)}
    state = after(laid(), f"0 flip {where[one]}", f"0 flip {where[other]}")
    assert (state.turn == 0) is pair
    assert len(state.hands[0]) == (2 if pair else 0)


def test_a_miss_leaves_both_where_they_lay_and_the_turn_passes() -> None:
    # Source: document 004: "Dans le cas contraire il les laisse là où ils sont sur la table".
    state = after(laid(seats=3), "0 flip 27")
    state, events = match.apply(state, parse_move("0 flip 1"))
    (event,) = events
    assert (event.seat, event.position, str(event.tile), event.pair) == (0, 1, "6-6", False)
    assert event.taken == ()
    assert state.turn == 1
    assert state.hands == ((), (), ())
    assert can(state) == [f"1 flip {at}" for at in range(1, 29)]
    assert [miss(miss(state)).turn, miss(state).turn] == [0, 2]


# ---------------------------------------------------------------------- the end


def test_the_deal_ends_when_all_tiles_are_taken() -> None:
    # Source: document 004: "Le jeu s'arrête quand tous les dominos sont pris".
    state = pairs(laid(), 13)
    assert not state.results
    state = after(state, "0 flip 28", "0 flip 27")
    assert how_it_ended(state) == ("taken", (0,), (28, 0))
    assert (state.winners, describe(state)["table"]) == ((0,), {})


def test_the_deal_ends_as_soon_as_no_two_tiles_left_share_a_half() -> None:
    # Source: the rule book, "Memory", Decision.
    state = pairs(laid(STUCK), 12)
    assert not state.results
    state = pairs(state, 1)
    assert how_it_ended(state) == ("stuck", (0,), (26, 0))
    assert describe(state)["table"] == {"27": "1-1", "28": "0-0"}
    assert state.finished


def test_the_deal_goes_on_while_two_tiles_that_lie_apart_share_a_half() -> None:
    # of 2-2 1-1 2-0 3-3 no two neighbours do, yet 2-2 and 2-0 are still a pair
    rest = "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-0 5-5 5-4 5-3 5-2 5-1 4-1 4-4 4-3 4-2 4-0 3-2 3-1 3-0 0-0 2-1 1-0"
    state = pairs(laid(f"{rest} 2-2 1-1 2-0 3-3"), 12)
    assert list(describe(state)["table"].values()) == ["2-2", "1-1", "2-0", "3-3"]
    assert not state.results
    assert after(state, "0 flip 25", "0 flip 27").results[0].reason == "stuck"


def test_most_tiles_wins() -> None:
    # Source: document 004: "celui qui a récolté le plus de dominos". Four pairs, six and four.
    state = pairs(miss(pairs(miss(pairs(laid(seats=3), 4)), 6)), 4)
    assert (state.totals, state.winners) == ((8, 12, 8), (1,))
    assert state.results[0].winners == (1,)


def test_level_totals_share_the_win() -> None:
    # Source: the rule book, "Memory".
    state = pairs(miss(pairs(laid(first=1), 7)), 7)
    assert (state.totals, state.winners, state.results[0].winners) == ((14, 14), (0, 1), (0, 1))
    state = pairs(miss(pairs(miss(pairs(laid(STUCK, seats=3), 6)), 6)), 1)
    assert (state.totals, state.winners) == ((12, 12, 2), (0, 1))


# ---------------------------------------------------------------------- what is seen


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_all_see_the_two_tiles_until_the_next_is_turned(seat: int | None) -> None:
    # Source: the rule book, "Memory": "all see them". 6-6 lies at 1, 1-0 at 27, 6-4 at 3.
    state = laid(seats=3)
    assert readable(state, seat) == set()
    state = after(state, "0 flip 27")
    assert readable(state, seat) == {"1-0"}
    state = after(state, "0 flip 1")
    assert readable(state, seat) == {"1-0", "6-6"}
    assert readable(after(state, "1 flip 3"), seat) == {"6-4"}


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_all_see_what_each_has_taken(seat: int | None) -> None:
    state = miss(pairs(miss(pairs(laid(seats=3), 1)), 2))
    seen = match.view(state, seat)
    assert seen.open_hands == (tiles("6-5 6-6"), tiles("6-1 6-2 6-3 6-4"), ())
    assert seen.hand_sizes == (2, 4, 0)
    assert seen.totals == (2, 4, 0)


def test_tiles_left_face_down_at_the_end_are_in_no_view() -> None:
    assert not {"1-1", "0-0"} & readable(pairs(laid(STUCK), 13), None)
