"""What the end of a deal is worth to a side, from 0, all is lost, to 1, all is won."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.game import State
from engine.tiles import pips

LEAD_SCALE = 0.35
"""How far ahead in points, as a share of the target, makes a match e times as likely to be won."""

DEAL_WIN_WEIGHT = 0.75
"""How much of a deal's worth is in having won it, where that is what brings the points; the rest is in the points."""

HELD_PIP_POINTS = 0.5
"""What a pip that the others hold more is worth in points."""

HELD_SCALE = 20.0
"""How many pips fewer in the hand make a deal e times as likely to be won, where it brings no points."""

PENALTY_SCALE = 40.0
"""The same in points, where the fewest win."""


def evaluate(state: State, side: int) -> float:
    """Judge a state in which a deal has ended, for the side with that index in ``sides``."""
    if state.winners:
        seats = state.teams[side]
        return sum(seat in seats for seat in state.winners) / len(state.winners)
    chance = _win_probability(state, state.totals, side)
    rules = state.rules
    if rules.points_against or rules.move_points is not None:
        return chance
    winners = state.results[-1].winners
    won = sum(seat in state.teams[side] for seat in winners) / len(winners) if winners else 1 / len(state.teams)
    return DEAL_WIN_WEIGHT * won + (1 - DEAL_WIN_WEIGHT) * chance


def evaluate_unfinished(state: State, side: int) -> float:
    """Judge a deal as it stands, in mid-play, by the points made and the pips still held."""
    held = [sum(pips(state.hands[seat]) for seat in seats) for seats in state.teams]
    if state.rules.scoreless:
        odds = [math.exp(-own / HELD_SCALE) for own in held]
        return odds[side] / sum(odds)
    if state.rules.points_against:
        return _win_probability(state, [total + own for total, own in zip(state.totals, held, strict=True)], side)
    mean = sum(held) / len(held)
    return _win_probability(
        state, [total + HELD_PIP_POINTS * (mean - own) for total, own in zip(state.totals, held, strict=True)], side
    )


def _win_probability(state: State, totals: Sequence[float], side: int) -> float:
    """Give the chance of winning the match with such totals."""
    if state.rules.points_against:
        odds = [math.exp(-total / PENALTY_SCALE) for total in totals]
    else:
        target = state.options.get("target", state.rules.target or 100)
        scale = LEAD_SCALE * (target if isinstance(target, int) else 100)
        odds = [math.exp(total / scale) for total in totals]
    return odds[side] / sum(odds)
