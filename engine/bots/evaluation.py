"""What the end of a deal is worth to a side, from 0, all is lost, to 1, all is won."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.game import State
from engine.tiles import pips

SPREAD = 0.35
"""How far ahead in points, as a share of the target, makes a match e times as likely to be won."""

WON = 0.75
"""How much of a deal's worth is in having won it, where that is what brings the points; the rest is in the points."""

HELD = 0.5
"""What a pip that the others hold more is worth in points."""

SPREAD_HELD = 20.0
"""How many pips fewer in the hand make a deal e times as likely to be won, where it brings no points."""

SPREAD_AGAINST = 40.0
"""The same in points, where the fewest win."""


def worth(after: State, side: int) -> float:
    """Judge a state in which a deal has ended, for the side with that index in ``sides``."""
    if after.winners:
        seats = after.sides[side]
        return sum(seat in seats for seat in after.winners) / len(after.winners)
    chance = _chance(after, after.totals, side)
    rules = after.rules
    if rules.points_against or rules.gain is not None:
        return chance
    winners = after.results[-1].winners
    won = sum(seat in after.sides[side] for seat in winners) / len(winners) if winners else 1 / len(after.sides)
    return WON * won + (1 - WON) * chance


def worth_midway(state: State, side: int) -> float:
    """Judge a deal as it stands, in mid-play, by the points made and the pips still held."""
    held = [sum(pips(state.hands[seat]) for seat in seats) for seats in state.sides]
    if state.rules.scoreless:
        odds = [math.exp(-own / SPREAD_HELD) for own in held]
        return odds[side] / sum(odds)
    if state.rules.points_against:
        return _chance(state, [total + own for total, own in zip(state.totals, held, strict=True)], side)
    mean = sum(held) / len(held)
    return _chance(state, [total + HELD * (mean - own) for total, own in zip(state.totals, held, strict=True)], side)


def _chance(state: State, totals: Sequence[float], side: int) -> float:
    """Give the chance of winning the match with such totals."""
    if state.rules.points_against:
        odds = [math.exp(-total / SPREAD_AGAINST) for total in totals]
    else:
        target = state.options.get("target", state.rules.goal or 100)
        scale = SPREAD * (target if isinstance(target, int) else 100)
        odds = [math.exp(total / scale) for total in totals]
    return odds[side] / sum(odds)
