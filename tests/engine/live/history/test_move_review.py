"""Reviewing the moves of a past deal."""

from __future__ import annotations

from engine import match
from engine.actions import Play
from engine.bots.choose import choose_move
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.level import Level
from engine.dealing import random_deal
from engine.game import State
from engine.live.history.move_review import Question, Verdict, verdict


def position() -> State:
    """Return a state in which the seat in turn can play several tiles."""
    state = match.new("express", 4)
    state, _ = match.apply(state, random_deal(state, 1))
    while len({move.tile for move in match.legal(state) if isinstance(move, Play)}) < 2:
        state, _ = match.apply(state, match.legal(state)[0])
    return state


STATE = position()
VIEW = match.view(STATE, STATE.turn)
BEST, PLAYED, *_ = {move.tile: move for move in VIEW.legal if isinstance(move, Play)}.values()


def said(best: Estimate, played: Estimate) -> Verdict:
    question = Question(1, VIEW, (), PLAYED, 1)
    others = [Estimate(each, 0.0, 0) for each in VIEW.legal if each not in (BEST, PLAYED)]
    return verdict(question, Decision(BEST, Rationale.TRIED, (best, played, *others)))


def test_a_cost_is_the_share_of_deals_lost() -> None:
    found = said(Estimate(BEST, 0.6, 500, 0.62), Estimate(PLAYED, 0.5, 500, 0.53))
    assert (found.best, found.same, found.cost, found.of_deals) == (BEST, False, 9, True)


def test_the_move_played_and_the_best_are_played_in_the_same_deals() -> None:
    worst = min(choose_move(VIEW, (), Level.EXPERT, 5, 2400).estimates, key=lambda each: each.samples)
    judged = choose_move(VIEW, (), Level.EXPERT, 5, 2400, worst.move)
    samples = {each.move: each.samples for each in judged.estimates}
    assert worst.samples < samples[worst.move] == samples[judged.move] == 100


def test_a_luckier_rival_costs_nothing() -> None:
    assert said(Estimate(BEST, 0.6, 500, 0.5), Estimate(PLAYED, 0.5, 500, 0.9)).cost == 0


def test_without_deals_played_to_the_end_a_cost_counts_matches() -> None:
    found = said(Estimate(BEST, 0.7, 8, None, True), Estimate(PLAYED, 0.58, 8, None, True))
    assert (found.cost, found.of_deals) == (12, False)


def test_without_simulation_there_is_no_cost() -> None:
    assert said(Estimate(BEST, 1.0, 0), Estimate(PLAYED, 0.0, 0)).cost is None


def test_whatever_the_others_hold_the_same_move_is_judged_alike() -> None:
    state = STATE
    assert state.turn is not None
    first, second = (seat for seat in range(4) if seat not in (state.turn, state.turn ^ 1))
    hands = list(state.hands)
    (one_tile, *one_rest), (other_tile, *other_rest) = hands[first], hands[second]
    hands[first], hands[second] = (other_tile, *one_rest), (one_tile, *other_rest)
    views = [match.view(each, each.turn) for each in (state, state._replace(hands=tuple(hands)))]
    one, other = (choose_move(view, (), Level.EXPERT, 5, 200) for view in views)
    assert one == other
