"""How computers turn tiles up: the levels differ by how much they remember (document 004 no. 6)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from engine.actions import Flip, Move
from engine.bots.decision import Motive
from engine.bots.level import Level
from engine.layouts import Grid
from engine.tiles import Tile
from engine.view import View

TurnedUp = tuple[tuple[int, Tile], ...]
"""Positions and tiles in the order in which they were flipped (see :func:`engine.match.turned_up`)."""


class Memory(NamedTuple):
    """How well a level remembers.

    Attributes:
        most: how many of the tiles turned up last it may have in mind.
        sure: how often it has one of them in mind when it needs it.

    """

    most: int
    sure: float


REMEMBERED: Mapping[Level, Memory] = {
    Level.EASY: Memory(3, 0.35),
    Level.NORMAL: Memory(6, 0.7),
    Level.EXPERT: Memory(28, 1.0),
}


def turn_up(view: View, turned: TurnedUp, level: Level, chance: random.Random) -> tuple[Move, Motive]:
    """Turn up a tile that is known to make a pair, else one that nobody has seen."""
    grid = view.layout
    assert isinstance(grid, Grid), "tiles are turned up in a grid"
    flips = {move.position: move for move in view.legal if isinstance(move, Flip)}
    known = _in_mind(turned, REMEMBERED[level], chance)
    if grid.turned is not None:
        first = grid.lying[grid.turned]
        assert first is not None, "it lies face up"
        partners = [at for at, tile in known.items() if at in flips and _pair(tile, first)]
        if partners:
            return flips[_least_missed(partners, known)], Motive.REMEMBERED
    else:
        pairs = [(a, b) for a in known for b in known if a < b and _pair(known[a], known[b])]
        if pairs:
            best = max(pairs, key=lambda pair: _pairs_without(known, pair))
            return flips[best[0]], Motive.REMEMBERED
    # where a tile has been seen is remembered better than which
    seen = {at for at, _ in turned}
    unknown = [at for at in flips if at not in seen] or [at for at in flips if at not in known]
    return flips[chance.choice(unknown or [*flips])], Motive.UNKNOWN


def _in_mind(turned: TurnedUp, memory: Memory, chance: random.Random) -> dict[int, Tile]:
    known: dict[int, Tile] = {}
    for position, tile in reversed(turned):
        if len(known) == memory.most:
            break
        known.setdefault(position, tile)
    # the one that lies face up is on everybody's mind
    return {at: tile for at, tile in known.items() if at == turned[-1][0] or chance.random() < memory.sure}


def _pair(one: Tile, other: Tile) -> bool:
    return one.high in other or one.low in other


def _pairs_without(known: Mapping[int, Tile], taken: tuple[int, ...]) -> int:
    left = [tile for at, tile in known.items() if at not in taken]
    return sum(_pair(one, other) for index, one in enumerate(left) for other in left[:index])


def _least_missed(partners: list[int], known: Mapping[int, Tile]) -> int:
    """Take the partner after which most pairs are still known."""
    return max(partners, key=lambda at: _pairs_without(known, (at,)))
