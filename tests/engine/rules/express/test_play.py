"""Turns in Domino Express: what must be played, when one passes, when a deal ends."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal, IllegalMove
from engine.events import DealEnded, Dealt, MatchEnded, Passed, Played
from engine.tiles import tile
from tests.engine.games import LOCK, after, deal, deal_action, late

both_books = pytest.mark.parametrize("rules", ["express", "express-it"])

DRY = ("6-6 6-5 5-5 5-4 4-4 6-4 6-3", "0-0 1-0 1-1 2-0 2-1 2-2 3-0")
"""Seat 0 opens and never shows a number that seat 1 has."""


@both_books
@pytest.mark.parametrize(("seats", "undealt"), [(2, 14), (3, 7), (4, 0)])
def test_everyone_is_dealt_seven_tiles_and_the_rest_stays_out_of_play(rules: str, seats: int, undealt: int) -> None:
    # Source: document 000, "Comment jouer": "Chaque joueur reçoit 7 dominos et ne devra utiliser que ceux-là".
    state = match.new(rules, seats)
    stock = match.stock_of(state)[::-1]
    state, events = match.apply(state, match.Deal(stock))
    for seat in range(seats):
        assert state.hands[seat] == tuple(sorted(stock[7 * seat : 7 * seat + 7]))
    assert state.boneyard == stock[7 * seats :]
    assert len(state.boneyard) == undealt
    assert events == (Dealt(1, state.opener),)


@both_books
def test_a_tile_goes_where_its_half_equals_the_end(rules: str) -> None:
    # Source: document 000, "Déroulement de la partie".
    state = late(["6-1 4-1 5-5 1-0", "3-3"], ["6-4"], rules=rules)
    assert [str(move) for move in match.legal(state)] == ["0 play 4-1 right", "0 play 6-1 left"]


@both_books
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0 play 4-1 left", Illegal.DOES_NOT_FIT),
        ("0 play 5-5 left", Illegal.DOES_NOT_FIT),
        ("0 play 6-1 start", Illegal.NO_SUCH_END),
        ("0 play 6-1 arm1", Illegal.NO_SUCH_END),
        ("0 play 6-1 Left", Illegal.NO_SUCH_END),
        ("0 play 3-3 left", Illegal.NOT_IN_HAND),
        ("0 play 6-4 left", Illegal.NOT_IN_HAND),
        ("0 play 9-9 left", Illegal.NOT_IN_HAND),
        ("0 pass", Illegal.MUST_PLAY),
        ("1 play 3-3 left", Illegal.NOT_YOUR_TURN),
        ("1 pass", Illegal.NOT_YOUR_TURN),
        ("7 pass", Illegal.NOT_YOUR_TURN),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_its_reason(rules: str, move: str, reason: Illegal) -> None:
    state = late(["6-1 4-1 5-5 1-0", "3-3"], ["6-4"], rules=rules)
    with pytest.raises(IllegalMove) as caught:
        match.apply(state, parse_move(move))
    assert caught.value.reason is reason


def test_a_tile_that_does_not_fit_is_refused_with_the_number_that_the_end_shows() -> None:
    with pytest.raises(IllegalMove, match="5-5 does not fit right, which shows 4"):
        after(late(["6-1 5-5 1-0", "3-3"], ["6-4"]), "0 play 5-5 right")


@both_books
def test_one_who_can_play_must_and_one_who_cannot_passes(rules: str) -> None:
    # Source: document 000, "Comment jouer": "Si un joueur ne peut poser aucun domino, il passe son tour."
    state = deal(match.new(rules, 2), *DRY)
    state = after(state, "0 play 6-6 start")
    assert [str(move) for move in match.legal(state)] == ["1 pass"]
    passed, events = match.apply(state, parse_move("1 pass"))
    assert events == (Passed(1, (6,)),)
    assert passed.turn == 0
    assert passed.hands == state.hands
    with pytest.raises(IllegalMove) as caught:
        match.apply(passed, parse_move("0 pass"))
    assert caught.value.reason is Illegal.MUST_PLAY


@both_books
def test_nobody_draws(rules: str) -> None:
    # Source: document 000: "on ne peut pas piocher de nouveaux dominos"; 002: "non si può rubare dal pozzo".
    state = after(deal(match.new(rules, 2), *DRY), "0 play 6-6 start", "1 pass", "0 play 6-5 right", "1 pass")
    assert len(state.boneyard) == 14
    assert [len(hand) for hand in state.hands] == [5, 7]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_follow_the_order_of_the_seats(seats: int) -> None:
    hands = ["0-0 1-0 2-0", "1-1 2-1 3-1", "2-2 3-2 4-2", "3-3 4-3 5-3"][:seats]
    state = late(hands, ["6-0"], turn=seats - 1, opener=seats - 2)
    assert match.apply(state, match.legal(state)[0])[0].turn == 0


@both_books
def test_whoever_lays_the_last_tile_ends_the_deal(rules: str) -> None:
    # Source: document 000, "Domino". A whole deal by the stock: the other's seven tiles have
    # 0 + 1 + 2 + 2 + 3 + 4 + 3 = 15 pips.
    state = deal(match.new(rules, 2), *DRY)
    laid = ["6-6 start", "6-5 right", "5-5 right", "5-4 right", "4-4 right", "6-4 right"]
    for step in laid:
        state = after(state, f"0 play {step}", "1 pass")
    state, events = match.apply(state, parse_move("0 play 6-3 left"))
    (result,) = state.results
    assert (result.reason, result.winners, result.points) == ("out", (0,), (15, 0))
    assert events == (Played(0, tile(6, 3), "left", 0), DealEnded(1, result))
    assert state.turn is None
    assert state.awaits_deal
    assert not match.legal(state)


def test_the_last_tile_wins_even_where_the_chain_is_blocked_by_it() -> None:
    # both at once: nothing fits any more, and the hand is empty. The rule book names out first.
    state = after(late(["6-1", "2-2 3-3", "4-4 5-5"], ["6-6", "6-2 right", "2-1 right"]), "0 play 6-1 right")
    assert state.results[0].reason == "out"
    assert state.results[0].winners == (0,)


@both_books
def test_a_block_is_seen_at_once_with_no_passes_after_it(rules: str) -> None:
    # Source: document 000, "Clôture"; the rule book, "Blocked": the engine sees it by itself.
    # Six has one tile in play, the double that opens: nobody can follow.
    state = deal(match.new(rules, 2), "6-6 0-0 1-0 1-1 2-0 2-1 2-2", "3-0 3-1 3-2 3-3 4-0 4-1 4-2")
    state, events = match.apply(state, parse_move("0 play 6-6 start"))
    assert [type(event) for event in events] == [Played, DealEnded]
    assert state.results[0].reason == "blocked"
    assert state.turn is None
    with pytest.raises(IllegalMove) as caught:
        after(state, "1 pass")
    assert caught.value.reason is Illegal.NOT_DEALT


def test_a_deal_goes_on_while_even_one_hand_has_a_tile_that_fits() -> None:
    state = after(late(["6-5 0-0", "1-1 2-2", "3-3 5-4"], ["6-6"]), "0 play 6-5 right")
    assert state.turn == 1
    assert not state.results
    state = after(state, "1 pass")
    assert [str(move) for move in match.legal(state)] == ["2 play 5-4 right"]


def test_the_player_in_turn_may_be_the_only_one_who_can_still_play() -> None:
    # laying 6-5 leaves 6 and 5, and only seat 0 itself holds another 5
    state = after(late(["6-5 5-0", "1-1 2-2"], ["6-6"]), "0 play 6-5 right", "1 pass")
    assert [str(move) for move in match.legal(state)] == ["0 play 5-0 right"]


def test_tiles_left_undealt_do_not_keep_a_deal_from_being_blocked() -> None:
    # 6-1 to 6-5 and 6-0 were not dealt, and nobody draws
    hands = "6-6 0-0 1-0 1-1 2-0 2-1 2-2", "3-0 3-1 3-2 3-3 4-0 4-1 4-2"
    state = after(deal(match.new("express", 2), *hands), "0 play 6-6 start")
    assert sum(1 for each in state.boneyard if 6 in each) == 6
    assert state.results[0].reason == "blocked"


def test_ten_plays_lock_a_deal_of_four() -> None:
    dealt = match.new("express", 4)
    hands = (
        "6-6 6-3 5-0 0-0 1-0 1-1 2-0",
        "6-1 4-3 6-5 2-2 3-0 3-1 3-2",
        "2-1 6-4 3-3 4-0 4-1 4-2 4-4",
        "6-2 6-0 5-1 5-2 5-3 5-4 5-5",
    )
    state = deal(dealt, *hands)
    for at, step in enumerate(LOCK[:-1]):
        state = after(state, f"{at % 4} play {step}")
        assert not state.results, f"blocked after {step} already"
    state = after(state, f"1 play {LOCK[-1]}")
    assert state.layout.ends == {"left": 6, "right": 6}
    assert state.results[0].reason == "blocked"


def test_a_deal_may_not_begin_while_another_is_in_play_nor_after_the_match() -> None:
    state = deal(match.new("express", 2), *DRY)
    with pytest.raises(IllegalMove) as caught:
        match.apply(state, deal_action(DRY))
    assert caught.value.reason is Illegal.DEAL_RUNNING
    state = after(late(["6-1", "5-5 4-4"], ["6-4"], totals=(90, 0)), "0 play 6-1 left")
    assert state.finished
    with pytest.raises(IllegalMove) as caught:
        match.apply(state, deal_action(DRY))
    assert caught.value.reason is Illegal.MATCH_OVER
    with pytest.raises(IllegalMove) as caught:
        after(state, "1 pass")
    assert caught.value.reason is Illegal.MATCH_OVER


def test_the_end_of_a_match_is_told_after_the_end_of_its_last_deal() -> None:
    state = late(["6-1", "5-5 4-4"], ["6-4"], totals=(90, 0))
    state, events = match.apply(state, parse_move("0 play 6-1 left"))
    assert events[1:] == (DealEnded(1, state.results[0]), MatchEnded((0,)))
