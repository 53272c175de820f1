"""Chooses a move for a seat, from its view alone. Start reading here."""

from __future__ import annotations

import random
from typing import Final

from engine.actions import Move
from engine.bots import easy, expert, memory, normal
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.heuristics import weigh_moves
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.bots.tricks.choose import choose as choose_in_tricks
from engine.view import View

EFFORT = 12_000
"""How much an expert thinks about a decision by default: 500 sampled deals, 24 for each."""

CHOICES: Final = 1
"""The version of the choices: increased whenever the same arguments give another move. Challenges keep it."""


def choose_move(
    view: View,
    flipped: FlippedTiles,
    level: Level,
    seed: int,
    effort: int = EFFORT,
    compared: Move | None = None,
) -> Decision:
    """Return a decision for the seat of a view.

    The same arguments give the same decision, on every machine.

    Args:
        view: the view of the seat in turn; ``legal`` is not empty.
        flipped: the tiles flipped in a grid so far; empty at other tables.
        level: how well to play.
        seed: for the random choices.
        effort: how much an expert may think: 24 for each deal that it samples.
        compared: a move that an expert keeps in mind to the end, so that it and the best are played in the same deals.

    """
    rng = random.Random(seed)
    if len(view.legal) == 1:
        return Decision(view.legal[0], Rationale.ONLY, (Estimate(view.legal[0], 1.0, 0),))
    if view.layout.has_tricks:
        return choose_in_tricks(view, level, rng, effort, compared)
    if view.layout.is_face_down:
        move, rationale = memory.choose_flip(view, flipped, level, rng)
    elif level is Level.EASY:
        move = easy.choose(view, rng)
        rationale = normal.rationale_for(weigh_moves(view), view.legal.index(move))
    elif level is Level.NORMAL:
        move, rationale = normal.choose(view, rng)
    else:
        return expert.choose(view, rng, effort, compared)
    return Decision(move, rationale, tuple(Estimate(each, float(each is move), 0) for each in view.legal))
