"""Evaluates deals for a side, from 0 (lost) to 1 (won)."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from engine.simulation import Simulation

LEAD_SCALE = 0.35
"""The lead, as a share of the target, that makes winning the match e times as likely."""

DEAL_WIN_WEIGHT = 0.75
"""The weight of having won the deal, where a win brings the points; the rest is the weight of the points."""

HELD_PIP_POINTS = 0.5
"""The value, in points, of each pip that the others hold more."""

HELD_STAKE = 0.5
"""The most that they are worth, as a share of the points that the deal would score if it were blocked now."""

HELD_SCALE = 20.0
"""The number of pips fewer in the hand that makes winning a deal without points e times as likely."""

PENALTY_SCALE = 40.0
"""The lead in points that does the same where the fewest points win."""


def share_of_win(winners: Sequence[int], seats: Collection[int]) -> float:
    """Return which share of the winners sits at ``seats``: 0 to 1, and 0 without a winner."""
    return sum([seat in seats for seat in winners]) / len(winners) if winners else 0.0


def evaluate(deal: Simulation, side: int) -> float:
    """Return the value of a deal that has ended and is scored, for the side with that index in ``teams``."""
    if deal.winners:
        seats = deal.teams[side]
        return share_of_win(deal.winners, seats)
    probability = _win_probability(deal, deal.totals, side)
    rules = deal.rules
    if rules.scoring.points_against or rules.scoring.move_points is not None:
        return probability
    winners = deal.results[-1].winners
    won = share_of_win(winners, deal.teams[side]) if winners else 1 / len(deal.teams)
    return DEAL_WIN_WEIGHT * won + (1 - DEAL_WIN_WEIGHT) * probability


def evaluate_unfinished(deal: Simulation, side: int) -> float:
    """Return the value of a deal that goes on, by the points made and the pips still held."""
    held = [sum([deal.pips_held(seat) for seat in seats]) for seats in deal.teams]
    if deal.rules.scoring.scoreless:
        return _share([-own / HELD_SCALE for own in held], side)
    if deal.rules.scoring.points_against:
        return _win_probability(deal, [total + own for total, own in zip(deal.totals, held, strict=True)], side)
    mean = sum(held) / len(held)
    # where a deal is worth a point or two, no lead in pips is worth more
    max_lead = HELD_STAKE * max(deal.rules.scoring.score_deal(deal, "blocked").points)
    leads = [max(-max_lead, min(max_lead, HELD_PIP_POINTS * (mean - own))) for own in held]
    return _win_probability(deal, [total + lead for total, lead in zip(deal.totals, leads, strict=True)], side)


def _win_probability(deal: Simulation, totals: Sequence[float], side: int) -> float:
    """Return the probability of winning the match with these totals."""
    if deal.rules.scoring.points_against:
        return _share([-total / PENALTY_SCALE for total in totals], side)
    target = deal.options.get("target", deal.rules.scoring.target or 100)
    scale = LEAD_SCALE * (target if isinstance(target, int) else 100)
    return _share([total / scale for total in totals], side)


def _share(logs: Sequence[float], side: int) -> float:
    """Return a side's share of all odds, which are given by their logarithms."""
    odds = [math.exp(each) for each in logs]
    return odds[side] / sum(odds)
