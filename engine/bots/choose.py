"""Chooses a move for a seat, from what that seat may know and nothing else."""

from __future__ import annotations

import random

from engine.bots import easy, expert, memory, normal
from engine.bots.decision import Estimate, Motive, Thought
from engine.bots.heuristics import judge
from engine.bots.level import Level
from engine.bots.memory import TurnedUp
from engine.layouts import Grid
from engine.view import View

EFFORT = 12_000
"""How many actions an expert tries in thought for a choice, where nothing else is said; about 0.1 s of processor."""


def think(view: View, turned: TurnedUp, level: Level, seed: int, effort: int = EFFORT) -> Thought:
    """Choose a move for the seat whose view it is.

    The same arguments give the same thought, on every machine.

    Args:
        view: the view of the seat in turn; ``legal`` is not empty.
        turned: what has been turned up of a grid so far; empty at other tables.
        level: how well to play.
        seed: what decides where chance does.
        effort: how many actions may be tried in thought; only an expert tries any.

    """
    chance = random.Random(seed)
    if len(view.legal) == 1:
        return Thought(view.legal[0], Motive.ONLY, (Estimate(view.legal[0], 1.0, 0),))
    if isinstance(view.layout, Grid):
        move, motive = memory.turn_up(view, turned, level, chance)
    elif level is Level.EASY:
        move = easy.choose(view, chance)
        motive = normal.motive_of(judge(view), view.legal.index(move))
    elif level is Level.NORMAL:
        move, motive = normal.choose(view, chance)
    else:
        return expert.choose(view, chance, effort)
    return Thought(move, motive, tuple(Estimate(each, float(each is move), 0) for each in view.legal))
