"""Tests of every reason to refuse, each with its sentence to the letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from engine import match
from engine.actions import Deal, parse_move
from engine.errors import SENTENCES, Illegal, IllegalMove
from engine.game import State
from engine.rules import find
from engine.tiles import full_set
from tests.engine.games import after, deal, deal_action, dealt, late, tiles
from tests.engine.train_tables import table

Provoked = tuple[Callable[[], State], str | Deal, str]
"""A position, what is tried there, and what is said."""

TWO = ("6-6 0-0 1-0 1-1 2-0 2-1 2-2", "6-4 4-4 3-3 3-2 3-1 3-0 5-5")


def new() -> State:
    return match.new("express", 2)


def express() -> State:
    return late(["6-1 4-1 5-5", "3-3"], ["6-4"])


def italian() -> State:
    state = after(late(["6-1", "3-3"], ["6-4"], rules="express-it"), "0 play 6-1 left")
    return deal(state, *TWO)


def memory() -> State:
    return match.apply(match.new("memory", 2), Deal(full_set(6), 0))[0]


def choosing() -> State:
    return late(["6-1 6-6 3-3", "5-5"], ["6-4"], rules="matador", matador_ends="choose")


def in_vain() -> State:
    return after(table("6-6 4-3", "12-5 6-5"), "0 draw")


def tricks(*calls: str) -> State:
    hands = "6-1 5-5 5-4 5-3 4-4 4-3 3-3 | 1-0 6-2 2-0 3-0 4-0 5-0 0-0 | 6-6 6-5 6-4 6-3 6-0 1-1 2-1 | 3-1 4-1 5-1 2-2"
    return after(dealt("forty-two", f"{hands} 3-2 4-2 5-2", first=0), *calls)


BID = ("0 bid 30", "1 pass", "2 pass", "3 pass")

ACTIONS: Mapping[Illegal, Provoked] = {
    Illegal.NOT_DEALT: (new, "0 pass", "no deal has begun"),
    Illegal.MATCH_OVER: (
        lambda: after(late(["6-1", "3-3"], ["6-4"], totals=(99, 0)), "0 play 6-1 left"),
        "1 pass",
        "the match is over",
    ),
    Illegal.NOT_YOUR_TURN: (express, "1 pass", "it is the turn of seat 0"),
    Illegal.NOT_IN_HAND: (express, "0 play 3-3 left", "3-3 is not in the hand of seat 0"),
    Illegal.NO_SUCH_END: (express, "0 play 6-1 arm1", "there is no end arm1"),
    Illegal.DOES_NOT_FIT: (express, "0 play 5-5 right", "5-5 does not fit right, which shows 4"),
    Illegal.MUST_OPEN_WITH: (lambda: deal(new(), *TWO), "0 play 2-2 start", "6-6 must open this deal"),
    Illegal.NO_DOUBLE_OPENS: (italian, "1 play 4-4 start", "4-4 is a double, and no double may open this deal"),
    Illegal.MUST_PLAY: (express, "0 pass", "seat 0 has a tile that fits and must play"),
    Illegal.MUST_DRAW: (
        lambda: late(["5-5", "3-3"], ["6-4"], rules="classic-draw"),
        "0 pass",
        "seat 0 can draw and may not pass",
    ),
    Illegal.NO_DRAWING: (lambda: late(["5-5", "6-3"], ["6-4"]), "0 draw", "nobody draws now"),
    Illegal.BONEYARD_EMPTY: (
        lambda: late(["5-5", "6-3"], ["6-4"], rules="classic-draw", boneyard=""),
        "0 draw",
        "there is no tile left to draw",
    ),
    Illegal.DRAWN_ALREADY: (in_vain, "0 draw", "seat 0 has drawn already"),
    Illegal.NOT_OPEN_YET: (
        lambda: late(["6-5 6-4", "6-3", "6-2"], ["6-1 arm1"], rules="sebastopol"),
        "0 play 6-5 arm3",
        "arm3 is not open yet",
    ),
    Illegal.CLOSED_TRAIN: (
        lambda: table("12-3 6-6", "6-5"),
        "0 play 12-3 train1",
        "train1 is closed: it bears no marker",
    ),
    Illegal.COVER_DOUBLE: (
        lambda: table("12-3 6-6", "6-5", chain=("12-5 train1", "5-5 train1")),
        "0 play 12-3 train0",
        "the double on train1 has to be covered first",
    ),
    Illegal.STATION_FIRST: (
        lambda: late(["9-5 5-4", "6-3"], ["9-2 e1"], rules="chickenfoot"),
        "0 play 9-5 e3",
        "the double in the middle needs a tile on e2 first",
    ),
    Illegal.FOOT_FIRST: (
        lambda: late(
            ["5-4 5-3", "6-3"], ["9-5 e1", "9-2 e2", "9-3 e3", "9-4 e4", "5-5 e1", "5-1 e1"], rules="chickenfoot"
        ),
        "0 play 5-4 e4",
        "the chicken foot needs a tile on e5 first",
    ),
    Illegal.NO_SECOND_DOUBLE: (
        lambda: after(table("5-5 4-4 6-6", "6-5", chain=("12-5 train0", "12-4 mexican")), "0 play 5-5 train0"),
        "0 play 4-4 mexican",
        "4-4 is a double, and the tile after a double may not be one",
    ),
    Illegal.BID_HIGHER: (
        lambda: tricks("0 bid 41"),
        "1 bid 41",
        "41 cannot be bid now; the bids are 42, 84",
    ),
    Illegal.MUST_BID: (
        lambda: tricks("0 pass", "1 pass", "2 pass"),
        "3 pass",
        "all others passed, so seat 3 must bid",
    ),
    Illegal.BIDDING_OPEN: (tricks, "0 trump 3", "the bidding is not over"),
    Illegal.BIDDING_OVER: (lambda: tricks(*BID, "0 trump 3"), "0 bid 31", "the bidding is over"),
    Illegal.TRUMP_FIRST: (lambda: tricks(*BID), "0 play 6-1 trick", "trump has to be named first"),
    Illegal.NO_SUCH_TRUMP: (lambda: tricks(*BID), "0 trump 7", "7 cannot be trump"),
    Illegal.FOLLOW_SUIT: (
        lambda: tricks(*BID, "0 trump 1", "0 play 6-1 trick"),
        "1 play 6-2 trick",
        "6-2 does not follow suit, and seat 1 holds a tile that does",
    ),
    Illegal.SAY_FACING: (choosing, "0 play 6-1 left", "6-1 on left needs one of its own halves to face out"),
    Illegal.NO_FACING: (choosing, "0 play 3-3 right 3", "3-3 on right leaves no choice of the half that faces out"),
    Illegal.NOTHING_THERE: (memory, "0 flip 29", "there is no tile at position 29"),
    Illegal.ALREADY_UP: (
        lambda: after(memory(), "0 flip 4"),
        "0 flip 4",
        "the tile at position 4 is turned up already",
    ),
    Illegal.NOT_HERE: (express, "0 flip 4", "these rules have no such action"),
    Illegal.DEAL_RUNNING: (express, deal_action(TWO), "the deal before is not finished"),
    Illegal.BAD_STOCK: (new, Deal(tiles("6-6 6-6")), "the stock is not the whole set once: 6-6 is there twice"),
    Illegal.BAD_FIRST: (new, deal_action(TWO, first=0), "luck chooses no seat in this deal"),
}
"""What a player can do wrong, and what a deal can have wrong."""

MATCHES: Mapping[Illegal, tuple[str, int, Mapping[str, object], str]] = {
    Illegal.UNKNOWN_RULES: ("chess", 2, {}, "there is no rule set 'chess'"),
    Illegal.BAD_SEATS: ("accountants", 2, {}, "accountants is for 3 to 5 players, not 2"),
    Illegal.UNKNOWN_OPTION: ("memory", 2, {"target": 50}, "memory has no option 'target'"),
    Illegal.BAD_OPTION: ("mata", 2, {"limit": 0}, "option limit cannot be 0"),
}
"""What a match can be begun with wrongly."""


def test_every_reason_is_provoked_here_and_has_a_sentence() -> None:
    assert sorted((*ACTIONS, *MATCHES)) == sorted(Illegal)
    assert set(SENTENCES) == set(Illegal)


@pytest.mark.parametrize("reason", ACTIONS)
def test_an_action_is_refused_for_its_reason_and_nothing_changes(reason: Illegal) -> None:
    begin, tried, says = ACTIONS[reason]
    state, action = begin(), parse_move(tried) if isinstance(tried, str) else tried
    before = repr(state)
    with pytest.raises(IllegalMove) as caught:
        match.apply(state, action)
    assert (caught.value.reason, str(caught.value)) == (reason, says)
    assert str(match.why_illegal(state, action)) == says
    assert repr(state) == before


@pytest.mark.parametrize("reason", MATCHES)
def test_a_match_is_refused_for_its_reason(reason: Illegal) -> None:
    rules, seats, options, says = MATCHES[reason]
    with pytest.raises(IllegalMove) as caught:
        match.new(rules, seats, options)
    assert (caught.value.reason, str(caught.value)) == (reason, says)


@pytest.mark.parametrize(
    ("rules", "first", "says"),
    [
        ("mata", None, "first is missing: luck chooses who begins this deal"),
        ("mata", 3, "there is no seat 3 to begin"),
        ("mata", -1, "there is no seat -1 to begin"),
        *(
            (rules, None, "first is missing: luck chooses who begins this deal")
            for rules in ("memory", "mexican-train")
        ),
        ("mata-alsace", 0, "luck chooses no seat in this deal"),
    ],
)
def test_a_deals_first_seat_is_refused_where_luck_chooses_none_or_another(
    rules: str, first: int | None, says: str
) -> None:
    state = match.new(rules, 3)
    refused = match.why_illegal(state, Deal(match.stock_of(state), first))
    assert (refused.reason, str(refused)) == (Illegal.BAD_FIRST, says)


@pytest.mark.parametrize("rules", ["matador", "classic-draw", "classic-rounds", "misere"])
def test_a_player_who_has_drawn_the_boneyard_empty_is_told_so(rules: str) -> None:
    state = after(late(["5-5 2-2", "6-3"], ["6-4"], rules=rules, boneyard="5-0"), "0 draw")
    assert match.why_illegal(state, parse_move("0 draw")).reason is Illegal.BONEYARD_EMPTY


def test_a_rule_set_is_found_by_its_id_alone() -> None:
    assert find("mata").id == "mata"
    for name in ("Mata", "", "mata ", "MATA"):
        with pytest.raises(IllegalMove) as caught:
            find(name)
        assert caught.value.reason is Illegal.UNKNOWN_RULES
