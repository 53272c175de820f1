"""The normal player: the common sense of the game, and nothing tried in thought."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.actions import Move
from engine.players.sense import Reasons, judge
from engine.players.thought import Motive
from engine.view import View


def choose(view: View, chance: random.Random) -> tuple[Move, Motive]:
    """Do what most speaks for; of what is level, anything."""
    judged = judge(view)
    sums = [sum(reasons.values()) for reasons in judged]
    best = max(sums)
    chosen = chance.choice([index for index, each in enumerate(sums) if each == best])
    return view.legal[chosen], motive_of(judged, chosen)


def motive_of(judged: Sequence[Reasons], chosen: int) -> Motive:
    """Give what sets a move apart most from the others, on average."""
    if len(judged) == 1:
        return Motive.ONLY
    own = judged[chosen]

    def ahead(motive: Motive) -> float:
        others = [reasons.get(motive, 0.0) for index, reasons in enumerate(judged) if index != chosen]
        return own[motive] - sum(others) / len(others)

    return max(own, key=ahead)
