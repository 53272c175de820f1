"""Score of a placement: the room that it leaves every end, and the free squares straight ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.tiles import DOUBLES, EQUAL_HALVES, MATADORS, SUM_OF_SEVEN, full_set
from render.geometry.branching.growth import End, Growth, Opening
from render.geometry.branching.occupancy import Field, all_squares, block_at, blocks, flood_fill, squares
from render.geometry.branching.placements import SPLIT, TAKEN, Entry, Placement, lane, with_margin

_CRAMPED: Final = (160, 90, 60, 40, 26, 16, 10, 6, 3, 1)
"""The cost of leaving an end room for only 0, 1, 2 … tiles; more room costs nothing."""
_BLOCKS_PER_TILE: Final = 36
"""The number of blocks that one tile in the open takes from the others."""
_PINCHED: Final = 30
"""The cost of an end that goes on only close to others or beside its sibling, or cannot take a tile across."""
_STRAIGHT: Final = 2
"""The value of a free square ahead."""
_MAX_AHEAD: Final = 10
"""The maximum number of free squares ahead that count."""
_DEEPER: Final = 2
"""The cost of each row of squares by which the picture grows."""
_SAME_TURN: Final = (0, 0, 0, 20)
"""The cost of arms that turn the same way round, by their number. Four are refused: a swastika."""


@cache
def _fitting_tiles(forks: bool, pips: int) -> tuple[int, int]:
    """Return the tiles that fit an end, and those of them that lie across, as bits."""
    touching, crosswise = (SUM_OF_SEVEN, MATADORS) if forks else (EQUAL_HALVES, DOUBLES)
    fitting = [each for each in full_set(6) if each in touching[pips]]
    return sum(1 << each.order for each in fitting), sum(1 << each.order for each in fitting if each in crosswise)


def _ahead(field: Field, free: int, entry: Entry) -> int:
    """Count the free blocks straight ahead; the first two may belong to the last tile's own margin."""
    start, (dx, dy) = with_margin(entry.along), entry.direction
    for far in range(_MAX_AHEAD):
        if not block_at(field, start.x + far * dx, start.y + far * dy) & free and far >= 2:
            return far
    return _MAX_AHEAD


def _cramped(field: Field, growth: Growth) -> int | None:
    """Return the cost of the ends' lack of room; None if one has no place left for a tile to begin."""
    free = blocks(field, all_squares(field) & ~growth.taken)
    left = len(full_set(6)) - growth.laid.bit_count()
    enough = _BLOCKS_PER_TILE * min(len(_CRAMPED), left)
    regions: list[tuple[int, int]] = []
    slots: list[list[int]] = []
    cost = 0
    for end in growth.ends.values():
        close = end.close_openings()
        if not close:
            return None
        slots.append([each.slot for each in close])
        fitting, crosswise = _fitting_tiles(field.forks, end.pips)
        # where no tile fits any more, room for the end is enough
        if field.roomy and fitting & ~growth.laid:
            spacious = end.spacious_openings()
            openings = spacious or close
            cost += _pinched(end, openings, crosses=bool(crosswise & ~growth.laid)) + _PINCHED * (not spacious)
            start = 0
            for each in openings:
                start |= each.ahead
            room = _reachable(field, free, start & free, enough, regions)
            if room < enough:
                cost += _CRAMPED[room // _BLOCKS_PER_TILE]
    return cost if _slots_suffice(slots) else None


def _pinched(end: End, openings: Sequence[Opening], *, crosses: bool) -> int:
    """Return the cost of an end that goes on only beside its sibling, or cannot take a tile across if one is left."""
    cost = _PINCHED * all(each.entry.cost >= SPLIT for each in openings)
    if crosses:
        cost += _PINCHED * all(not each.crossing or each.crossing & end.others for each in openings)
    return cost


def _slots_suffice(slots: Sequence[Sequence[int]], taken: int = 0) -> bool:
    """Return whether each end can have a slot of its own."""
    if not slots:
        return True
    return any(not slot & taken and _slots_suffice(slots[1:], taken | slot) for slot in slots[0])


def _reachable(field: Field, free: int, start: int, enough: int, regions: list[tuple[int, int]]) -> int:
    """Count the reachable blocks; regions are remembered, so ends that share one are counted once."""
    for region, room in regions:
        if region & start:
            return room
    region = flood_fill(field, free, start, enough)
    regions.append((region, region.bit_count()))
    return regions[-1][1]


def placement_score(field: Field, before: Growth, growth: Growth, choice: Placement, ends: set[str]) -> int | None:
    """Return the score of a placement; higher is better.

    Args:
        field: the area for tiles.
        before: the tiles before it.
        growth: the tiles including it.
        choice: the placement.
        ends: the names of the ends at which the line goes on from it.

    Returns:
        The score; None if the placement leaves an end without any place for a tile, or turns all four arms of a cross,
        or of a spinner, the same way round.

    """
    same_turn = abs(growth.turns if field.lined else sum(end.turned for end in growth.ends.values()))
    same_bend = abs(sum(end.bent for end in growth.ends.values()))
    cramped = _cramped(field, growth) if max(same_turn, same_bend) < len(_SAME_TURN) else None
    if cramped is None:
        return None
    wanted = 0
    for name, end in growth.ends.items():
        if name not in ends:
            wanted |= squares(field, lane(end.entries[0]))
    free = blocks(field, all_squares(field) & ~growth.taken & ~wanted)
    ahead = min(_ahead(field, free, entries[0]) for entries in choice.entries)
    in_the_way = TAKEN * bool(wanted & squares(field, with_margin(choice.box)))
    deepest = max(field.preferred_down, *(node.box.bottom for node in before.nodes))
    deeper = _DEEPER * max(choice.box.bottom - deepest, 0)
    return _STRAIGHT * (ahead - choice.cost - in_the_way) - cramped - deeper - _SAME_TURN[same_turn]
