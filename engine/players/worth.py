"""What the end of a deal is worth to a side, from 0, all is lost, to 1, all is won."""

from __future__ import annotations

import math

from engine.state import State

SPREAD = 0.35
"""How far ahead in points, as a share of the target, makes a match e times as likely to be won."""

WON = 0.75
"""How much of a deal's worth is in having won it, where that is what brings the points; the rest is in the points."""

SPREAD_AGAINST = 40.0
"""The same in points, where the fewest win."""


def worth(after: State, side: int) -> float:
    """Judge a state in which a deal has ended, for the side with that index in ``sides``."""
    if after.winners:
        seats = after.sides[side]
        return sum(seat in seats for seat in after.winners) / len(after.winners)
    totals = after.totals
    rules = after.rules
    if rules.points_against:
        odds = [math.exp(-total / SPREAD_AGAINST) for total in totals]
    else:
        target = after.options.get("target", rules.goal or 100)
        scale = SPREAD * (target if isinstance(target, int) else 100)
        odds = [math.exp(total / scale) for total in totals]
    chance = odds[side] / sum(odds)
    if rules.points_against or rules.gain is not None:
        return chance
    winners = after.results[-1].winners
    won = sum(seat in after.sides[side] for seat in winners) / len(winners) if winners else 1 / len(after.sides)
    return WON * won + (1 - WON) * chance
