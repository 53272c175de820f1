"""The normal player: heuristics, without any simulation."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.actions import Move
from engine.bots.decision import Rationale
from engine.bots.heuristics import Reasons, weigh_moves
from engine.view import View


def choose(view: View, rng: random.Random) -> tuple[Move, Rationale]:
    """Return a move with the highest weight, and why; ties are broken at random."""
    reasons = weigh_moves(view)
    sums = [sum(each.values()) for each in reasons]
    best = max(sums)
    chosen = rng.choice([index for index, each in enumerate(sums) if each == best])
    return view.legal[chosen], rationale_for(reasons, chosen)


def rationale_for(reasons: Sequence[Reasons], chosen: int) -> Rationale:
    """Return the reason in which a move is best, and furthest ahead of the mean; ``TRIED`` if it is best in none."""
    if len(reasons) == 1:
        return Rationale.ONLY
    others = [each for index, each in enumerate(reasons) if index != chosen]
    ahead: dict[Rationale, float] = {}
    for rationale, own in reasons[chosen].items():
        theirs = [each.get(rationale, 0.0) for each in others]
        if own >= max(theirs) and own > min(theirs):
            ahead[rationale] = own - sum(theirs) / len(theirs)
    return max(ahead, key=ahead.__getitem__, default=Rationale.TRIED)
