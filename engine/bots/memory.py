"""Chooses flips in Memory: the levels differ by how much they remember (document 004 no. 6)."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from engine.actions import Flip, Move
from engine.bots.decision import Rationale
from engine.bots.level import Level
from engine.layouts import Grid
from engine.tiles import Tile
from engine.view import View

FlippedTiles = tuple[tuple[int, Tile], ...]
"""Positions and tiles in the order in which they were flipped (see :func:`engine.match.flipped`)."""


class Recall(NamedTuple):
    """The memory of a level.

    Attributes:
        capacity: how many of the tiles flipped last it may remember.
        probability: how likely it is to remember each of them.

    """

    capacity: int
    probability: float


RECALL: Mapping[Level, Recall] = {
    Level.EASY: Recall(3, 0.35),
    Level.NORMAL: Recall(6, 0.7),
    Level.EXPERT: Recall(28, 1.0),
}


def choose_flip(view: View, flipped: FlippedTiles, level: Level, rng: random.Random) -> tuple[Move, Rationale]:
    """Return the flip of a tile that is known to make a pair, else of one that has not been seen, and why."""
    grid = Grid.of(view.layout)
    flips = {move.position: move for move in view.legal if isinstance(move, Flip)}
    known = _recalled(flipped, RECALL[level], rng)
    if grid.first_flipped is None:
        remembered = _known_pair(known)
    else:
        first = grid.tiles[grid.first_flipped]
        assert first is not None, "it lies face up"
        remembered = _known_partner(first, known, flips)
    if remembered is not None:
        return flips[remembered], Rationale.REMEMBERED
    # the positions seen are remembered better than the tiles
    unknown = _without({at for at, _ in flipped}, flips) or _without(known, flips) or [*flips]
    return flips[rng.choice(unknown)], Rationale.UNKNOWN


def _without(remembered: Container[int], positions: Iterable[int]) -> list[int]:
    return [at for at in positions if at not in remembered]


def _recalled(flipped: FlippedTiles, recall: Recall, rng: random.Random) -> dict[int, Tile]:
    known: dict[int, Tile] = {}
    for position, tile in reversed(flipped):
        if len(known) == recall.capacity:
            break
        known.setdefault(position, tile)
    # the tile that lies face up is always known
    return {at: tile for at, tile in known.items() if at == flipped[-1][0] or rng.random() < recall.probability}


def _is_pair(one: Tile, other: Tile) -> bool:
    return one.high in other or one.low in other


def _pairs_without(known: Mapping[int, Tile], taken: tuple[int, ...]) -> int:
    left = [tile for at, tile in known.items() if at not in taken]
    return sum(_is_pair(one, other) for index, one in enumerate(left) for other in left[:index])


def _known_pair(known: Mapping[int, Tile]) -> int | None:
    """Return the first position of the pair after whose removal most pairs are still known; None without a pair."""
    pairs = [(a, b) for a in known for b in known if a < b and _is_pair(known[a], known[b])]
    return max(pairs, key=lambda pair: _pairs_without(known, pair))[0] if pairs else None


def _known_partner(first: Tile, known: Mapping[int, Tile], flips: Container[int]) -> int | None:
    """Return the position of the partner after whose removal most pairs are still known; None without a partner."""
    partners = [at for at, tile in known.items() if at in flips and _is_pair(tile, first)]
    return max(partners, key=lambda at: _pairs_without(known, (at,)), default=None)
