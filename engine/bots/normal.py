"""The normal player: the common sense of the game, and nothing tried in thought."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.actions import Move
from engine.bots.decision import Motive
from engine.bots.heuristics import Reasons, judge
from engine.view import View


def choose(view: View, chance: random.Random) -> tuple[Move, Motive]:
    """Do what most speaks for; of what is level, anything."""
    judged = judge(view)
    sums = [sum(reasons.values()) for reasons in judged]
    best = max(sums)
    chosen = chance.choice([index for index, each in enumerate(sums) if each == best])
    return view.legal[chosen], motive_of(judged, chosen)


def motive_of(judged: Sequence[Reasons], chosen: int) -> Motive:
    """Give in what a move is best, and most ahead of the others on average; ``TRIED`` where it is best in nothing."""
    if len(judged) == 1:
        return Motive.ONLY
    others = [reasons for index, reasons in enumerate(judged) if index != chosen]
    ahead: dict[Motive, float] = {}
    for motive, own in judged[chosen].items():
        theirs = [reasons.get(motive, 0.0) for reasons in others]
        if own >= max(theirs) and own > min(theirs):
            ahead[motive] = own - sum(theirs) / len(theirs)
    return max(ahead, key=ahead.__getitem__, default=Motive.TRIED)
