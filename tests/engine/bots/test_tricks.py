"""Tests of the players of tricks: what they bid, name and lay, from what they can see."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Bid, Pass, Play, Trump
from engine.bots.choose import choose_move
from engine.bots.decision import Decision, Rationale
from engine.bots.level import Level
from engine.bots.results import player_result
from engine.bots.tournament import Setup, find_player, play_rounds
from engine.bots.tricks.policy import best_trump, tricks_counted
from engine.game import State
from engine.tiles import bitmask
from tests.engine.bots.test_beliefs import ruled_out, unseen_with
from tests.engine.games import after, dealt, tiles
from tests.support.seatings import mirrored_seatings

STRONG = "6-6 6-5 6-4 6-3 6-2 5-5 4-4"
WEAK = "6-1 5-0 4-1 3-2 2-0 5-3 1-0"
THREE = f"{STRONG} | {WEAK} | 3-3 6-0 5-4 5-2 4-3 4-0 2-1 | 0-0 1-1 2-2 3-0 3-1 4-2 5-1"
CALLED = ("0 bid 30", "1 pass", "2 pass", "3 pass", "0 trump 6")


def thought(state: State, level: Level = Level.NORMAL, effort: int = 3000) -> Decision:
    return choose_move(match.view(state, state.turn), (), level, 1, effort)


def begun(first: int = 0, **options: str) -> State:
    return dealt("forty-two", THREE, first=first, **options)


def test_a_tile_that_does_not_follow_suit_shows_that_the_hand_holds_none_of_it() -> None:
    state = after(begun(), *CALLED, "0 play 5-5 trick", "1 play 5-0 trick", "2 play 5-2 trick", "3 play 5-1 trick")
    assert ruled_out(state, 0, 1) == set()
    state = after(state, "0 play 4-4 trick", "1 play 4-1 trick", "2 play 4-0 trick", "3 play 4-2 trick")
    state = after(state, "0 play 6-6 trick", "1 play 6-1 trick", "2 play 6-0 trick", "3 play 0-0 trick")
    assert ruled_out(state, 1, 3) == unseen_with(state, 1, 6)
    assert ruled_out(state, 1, 2) == set()


def test_a_pass_in_the_bidding_rules_nothing_out() -> None:
    assert ruled_out(after(begun(), "0 pass"), 1, 0) == set()


@pytest.mark.parametrize("level", [Level.NORMAL, Level.EXPERT])
def test_a_strong_hand_bids_and_names_its_long_suit(level: Level) -> None:
    decision = thought(begun(), level)
    assert isinstance(decision.move, Bid)
    assert decision.rationale is Rationale.COUNTS
    state = after(begun(), "0 bid 30", "1 pass", "2 pass", "3 pass")
    assert thought(state, level).move == Trump(0, "6")


@pytest.mark.parametrize("level", [Level.NORMAL, Level.EXPERT])
def test_a_weak_hand_passes_unless_it_must_bid(level: Level) -> None:
    assert thought(begun(first=1), level).move == Pass(1)
    last = after(begun(first=2), "2 pass", "3 pass", "0 pass")
    bid = thought(last, level).move
    assert isinstance(bid, Bid)
    assert bid.points == 30


def test_nobody_outbids_a_partner_for_nothing() -> None:
    state = after(begun(first=2), "2 bid 30", "3 pass")
    assert thought(state).move == Pass(0)


def test_the_more_sure_tricks_a_hand_has_the_more_it_counts() -> None:
    strong, weak = (bitmask(tiles(hand)) for hand in (STRONG, WEAK))
    assert tricks_counted(strong, 6) > 6 > 3 > max(tricks_counted(weak, suit) for suit in range(-1, 8))
    assert best_trump(strong) == "6"
    everything = bitmask(tiles("6-6 6-5 6-4 6-3 6-2 6-1 6-0"))
    assert tricks_counted(everything, 6) == 7


@pytest.mark.parametrize("level", [Level.NORMAL, Level.EXPERT])
def test_the_bidder_leads_its_highest_trump(level: Level) -> None:
    decision = thought(after(begun(), *CALLED), level)
    assert decision.move in {Play(0, each, "trick") for each in tiles("6-6 6-5")}


@pytest.mark.parametrize("level", [Level.NORMAL, Level.EXPERT])
def test_points_are_given_to_a_partner_who_takes_the_trick(level: Level) -> None:
    hands = "6-6 6-5 6-4 6-3 6-2 3-3 4-4 | 6-1 5-1 4-1 3-2 2-0 5-3 1-0 | 5-5 5-0 5-4 5-2 4-3 4-0 2-1 | "
    state = after(dealt("forty-two", hands + "0-0 1-1 2-2 3-0 3-1 4-2 6-0", first=0), *CALLED)
    decision = thought(after(state, "0 play 6-6 trick", "1 play 6-1 trick"), level)
    # seat 2 has no trump, and its partner's can't be beaten
    assert decision.move == Play(2, tiles("5-5")[0], "trick")
    assert decision.rationale is Rationale.FEEDS


def test_the_last_seat_takes_points_with_the_tile_that_costs_least() -> None:
    hands = "4-1 6-6 6-5 6-3 6-2 3-3 2-2 | 4-0 5-1 5-3 3-2 2-0 3-0 1-0 | 5-4 5-0 5-5 5-2 4-3 2-1 0-0 | "
    state = after(dealt("forty-two", hands + "4-4 6-4 1-1 4-2 6-1 6-0 3-1", first=0), *CALLED)
    decision = thought(after(state, "0 play 4-1 trick", "1 play 4-0 trick", "2 play 5-4 trick"))
    assert decision.move == Play(3, tiles("4-4")[0], "trick")
    assert decision.rationale is Rationale.TAKES


def test_the_last_tricks_are_solved() -> None:
    # with two tiles each the sure trick comes first, or the last one is lost as well
    hands = "6-6 6-5 6-4 6-3 6-2 1-1 2-1 | 6-1 5-1 4-1 3-2 2-0 5-3 1-0 | 5-5 5-0 5-4 5-2 4-3 4-0 3-3 | "
    state = after(dealt("forty-two", hands + "0-0 4-4 2-2 3-0 3-1 4-2 6-0", first=0), *CALLED)
    for each in ("6-6", "6-5", "6-4", "6-3", "6-2"):
        state = after(state, f"0 play {each} trick")
        while state.turn != 0 and not state.results:
            state = match.apply(state, match.legal(state)[0])[0]
    if not state.results:
        assert thought(state, Level.EXPERT).move == Play(0, tiles("1-1")[0], "trick")


@pytest.mark.long
def test_an_expert_imagines_fewer_deals_for_tiles_that_fall_behind_but_not_for_one_to_be_compared() -> None:
    state = after(begun(), *CALLED)
    view = match.view(state, state.turn)
    behind = 0
    for compared in view.legal:
        decision = choose_move(view, (), Level.EXPERT, 1, 24 * 200, compared)
        tried = {each.move: each.samples for each in decision.estimates}
        assert tried[decision.move] == tried[compared] == max(tried.values()) <= 200
        behind += min(tried.values()) < max(tried.values())
    assert behind


@pytest.mark.parametrize(("better", "worse", "least"), [("normal", "random", 0.6), ("expert", "normal", 0.5)])
@pytest.mark.long
def test_each_level_beats_the_one_below(better: str, worse: str, least: float) -> None:
    game = Setup("forty-two", 4, seed=5)
    players = [find_player(better, 2000), find_player(worse, 2000)]
    seatings = [mirrored_seatings(game, number) for number in range(100)]
    done = list(play_rounds(game, players, seatings))
    share = player_result(done, game.new_match().teams, 0).win_rate
    assert share is not None
    assert share.low > least
