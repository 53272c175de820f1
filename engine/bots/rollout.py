"""Plays the rest of a deal at random or by a policy, to estimate the value of a state."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine import match
from engine.actions import Move, Play
from engine.bots.evaluation import evaluate, evaluate_unfinished
from engine.bots.rollout_policy import RolloutPolicy
from engine.bots.running_total import choose_careful
from engine.game import State
from engine.layouts import Line, Pile, Trains
from engine.move_points import points_for

HORIZON = 8
"""After how many actions a rollout stops where plays score at once: later points depend on chance."""

HORIZON_ROUNDS = 3
"""After how many rounds of the table a rollout of a large set stops."""

MAX_SMALL_SET = 6
"""The most pips of a half in a set whose rollouts never stop early."""

NO_HORIZON = 10_000
"""More actions than any deal has."""


def play_rollout(state: State, side: int, rng: random.Random) -> tuple[float, float]:
    """Play a deal on to its end; return its value for a side, and the cost in actions.

    On lines the seats follow a policy; elsewhere they play at random, except that they take the most points. Actions
    take different processor time in different rule sets: each counts by :func:`_action_cost`.
    """
    steps, price = 1, _action_cost(state)
    rand, step = rng.random, match.step
    scoring = state.rules.move_points is not None
    piling = isinstance(state.layout, Pile)
    horizon = _horizon(state)
    instinct = RolloutPolicy(state, rng) if _uses_policy(state) else None
    while state.turn is not None:
        moves = state.legal
        assert moves, "a seat is in turn"
        if steps > horizon:
            return evaluate_unfinished(state, side), steps * price
        if len(moves) == 1:
            move = moves[0]
        else:
            move = _best_scoring_play(state, moves) if scoring else None
            if scoring:
                # looking for points costs about a third of an action for each move
                steps += len(moves) // 3
            if move is None and instinct is not None:
                move = instinct.choose(state, moves)
            elif move is None:
                move = choose_careful(state, moves, rng) if piling else moves[int(rand() * len(moves))]
        if instinct is not None and type(move) is Play:
            instinct.note_play(move)
        state = step(state, move)
        steps += 1
    return evaluate(state, side), steps * price


def _uses_policy(state: State) -> bool:
    """Return whether rollouts follow the policy; elsewhere trials showed that it makes players no stronger."""
    rules = state.rules
    return rules.move_points is None and rules.blocked_winner != "most pips" and not isinstance(state.layout, Trains)


def _action_cost(state: State) -> float:
    """Return the relative processor time of an action. With it a decision takes about as long in every rule set."""
    if isinstance(state.layout, Trains):
        return 1.2
    plain = isinstance(state.layout, Line) and state.rules.move_points is None and state.rules.keeps_turn is None
    return 0.85 if plain else 1.0


def _horizon(state: State) -> int:
    """Return after how many actions a rollout stops."""
    rules = state.rules
    if isinstance(state.layout, Pile):
        return NO_HORIZON
    if rules.move_points is not None:
        return HORIZON
    return HORIZON_ROUNDS * state.seats if rules.scoreless and rules.max_pips > MAX_SMALL_SET else NO_HORIZON


def _best_scoring_play(state: State, moves: Sequence[Move]) -> Move | None:
    found, most = None, 0
    for move in moves:
        if type(move) is Play:
            gained = points_for(state, move)
            if gained > most:
                found, most = move, gained
    return found
