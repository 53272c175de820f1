"""Plays a deal on in thought."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine import match
from engine.actions import Move, Play
from engine.bots.evaluation import worth, worth_midway
from engine.bots.rollout_policy import Instinct
from engine.bots.running_total import careful
from engine.game import State
from engine.layouts import Line, Pile, Trains
from engine.points import gain_of

HORIZON = 8
"""After how many actions a deal in which plays score at once is judged as it stands: later points are chance."""

ROUNDS = 3
"""After how often round the table a deal of a large set is judged as it stands."""

LONG = 6
"""The most pips of a half in a set whose deals are played out."""

TO_ITS_END = 10_000
"""More actions than any deal has."""


def play_out(state: State, side: int, chance: random.Random) -> tuple[float, float]:
    """Play a deal on to its end; give its worth and what that took, in actions.

    Where lines grow, players in thought have common sense and whims; elsewhere they play anyhow, but take what points
    there are. What an action takes of the processor is not the same everywhere, so it counts by :func:`_price`.
    """
    steps, price = 1, _price(state)
    rand, step = chance.random, match.step
    scoring = state.rules.gain is not None
    piling = isinstance(state.layout, Pile)
    horizon = _horizon(state)
    instinct = Instinct(state, chance) if _sensible(state) else None
    while state.turn is not None:
        moves = state.moves
        assert moves, "somebody is in turn"
        if steps > horizon:
            return worth_midway(state, side), steps * price
        if len(moves) == 1:
            move = moves[0]
        else:
            move = _most_points(state, moves) if scoring else None
            if scoring:
                # looking costs about as much as every third move would
                steps += len(moves) // 3
            if move is None and instinct is not None:
                move = instinct.choose(state, moves)
            elif move is None:
                move = careful(state, moves, chance) if piling else moves[int(rand() * len(moves))]
        if instinct is not None and type(move) is Play:
            instinct.laid(move)
        state = step(state, move)
        steps += 1
    return worth(state, side), steps * price


def _sensible(state: State) -> bool:
    """Tell whether players in thought play sensibly; elsewhere trials showed them no stronger than those who don't."""
    rules = state.rules
    return rules.gain is None and rules.blocked_to != "most pips" and not isinstance(state.layout, Trains)


def _price(state: State) -> float:
    """Give what an action takes of the processor, so that a thought takes about as long in every rule set."""
    if isinstance(state.layout, Trains):
        return 1.2
    plain = isinstance(state.layout, Line) and state.rules.gain is None and state.rules.goes_on is None
    return 0.85 if plain else 1.0


def _horizon(state: State) -> int:
    """Give after how many actions a deal is judged as it stands."""
    rules = state.rules
    if isinstance(state.layout, Pile):
        return TO_ITS_END
    if rules.gain is not None:
        return HORIZON
    return ROUNDS * state.seats if rules.scoreless and rules.top > LONG else TO_ITS_END


def _most_points(state: State, moves: Sequence[Move]) -> Move | None:
    found, most = None, 0
    for move in moves:
        if type(move) is Play:
            gained = gain_of(state, move)
            if gained > most:
                found, most = move, gained
    return found
