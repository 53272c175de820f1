"""The choice of a bid, a trump or a tile by each level."""

from __future__ import annotations

import random

from engine.actions import Move
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.easy import HEURISTICS_PROBABILITY
from engine.bots.level import Level
from engine.bots.tricks.expert import Expert
from engine.bots.tricks.policy import anything, by_heuristics
from engine.view import View


def choose(view: View, level: Level, rng: random.Random, effort: int, compared: Move | None = None) -> Decision:
    """Return a decision for the seat in turn: a bid or a pass, a trump, or a tile."""
    if level is Level.EXPERT:
        return Expert(view, rng, effort, compared).decide()
    sensible = level is Level.NORMAL or rng.random() < HEURISTICS_PROBABILITY
    move, rationale = by_heuristics(view) if sensible else (anything(view, rng), Rationale.TRIED)
    return Decision(move, rationale, tuple(Estimate(each, float(each is move), 0) for each in view.legal))
