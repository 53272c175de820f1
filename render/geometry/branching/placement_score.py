"""What speaks for a place: how much room it leaves every end, and how straight the line goes on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.fitting import DOUBLES, EQUAL_HALVES, MATADORS, SUM_OF_SEVEN
from engine.tiles import full_set
from render.geometry.branching.growth import Growth
from render.geometry.branching.occupancy import Field, all_squares, block_at, blocks, flood_fill, squares
from render.geometry.branching.placements import SPLIT, TAKEN, Entry, Placement, lane, with_margin

_CRAMPED: Final = (160, 90, 60, 40, 26, 16, 10, 6, 3, 1)
"""What it costs to leave an end room for 0, 1, 2 … tiles; for more it costs nothing."""
_BLOCKS_PER_TILE: Final = 36
"""So many blocks are lost to the others where one tile is laid in the open."""
_PINCHED: Final = 30
"""What it costs that an end goes on only close to others or beside its sibling, or has no room for a tile across."""
_STRAIGHT: Final = 2
"""What a free square ahead is worth."""
_MAX_AHEAD: Final = 10
"""How many free squares ahead are as good as any more."""
_DEEPER: Final = 2
"""What each row of squares costs by which the picture becomes higher."""
_SAME_TURN: Final = (0, 0, 0, 20)
"""What it costs that so many arms of a cross bend the same way round. All four never do: nobody wants that sign."""


@cache
def _fitting_tiles(forks: bool, shown: int) -> tuple[int, int]:
    """Give the tiles that may be laid at an end, and those of them that lie across; each as a bit."""
    touching, lying = (SUM_OF_SEVEN, MATADORS) if forks else (EQUAL_HALVES, DOUBLES)
    fitting = [each for each in full_set(6) if each in touching[shown]]
    return sum(1 << each.order for each in fitting), sum(1 << each.order for each in fitting if each in lying)


def _ahead(field: Field, free: int, entry: Entry) -> int:
    """Count the free blocks straight ahead; the first two may be kept free by the last tile itself."""
    start, (dx, dy) = with_margin(entry.along), entry.direction
    for far in range(_MAX_AHEAD):
        if not block_at(field, start.x + far * dx, start.y + far * dy) & free and far >= 2:
            return far
    return _MAX_AHEAD


def _cramped(field: Field, growth: Growth) -> int | None:
    """Give what the ends' want of room costs; None where not each has a place left for a tile to begin."""
    free = blocks(field, all_squares(field) & ~growth.taken)
    left = len(full_set(6)) - growth.laid.bit_count()
    enough = _BLOCKS_PER_TILE * min(len(_CRAMPED), left)
    regions: list[tuple[int, int]] = []
    slots: list[list[int]] = []
    cost = 0
    for end in growth.ends.values():
        openings = end.spacious_openings()
        takers, lying = _fitting_tiles(field.forks, end.shown)
        alive = takers & ~growth.laid
        if not openings:
            openings = end.close_openings()
            if not openings:
                return None
            cost += _PINCHED * bool(alive)
        slots.append([each.slot for each in end.close_openings()])
        if not alive:
            # nothing fits there any more: room for the end is enough
            continue
        cost += _PINCHED * all(each.entry.cost >= SPLIT for each in openings)
        if lying & ~growth.laid:
            cost += _PINCHED * all(not each.crossing or bool(each.crossing & end.others) for each in openings)
        start = 0
        for each in openings:
            start |= each.ahead
        room = _reachable(field, free, start & free, enough, regions)
        if room < enough:
            cost += _CRAMPED[room // _BLOCKS_PER_TILE]
    return cost if _slots_suffice(slots) else None


def _slots_suffice(slots: Sequence[Sequence[int]], taken: int = 0) -> bool:
    """Tell whether each end can have a slot to itself."""
    if not slots:
        return True
    return any(not slot & taken and _slots_suffice(slots[1:], taken | slot) for slot in slots[0])


def _reachable(field: Field, free: int, start: int, enough: int, regions: list[tuple[int, int]]) -> int:
    """Count the blocks that can be reached; ends that share a region are counted once, and remembered."""
    for region, room in regions:
        if region & start:
            return room
    region = flood_fill(field, free, start, enough)
    regions.append((region, region.bit_count()))
    return regions[-1][1]


def placement_score(field: Field, before: Growth, growth: Growth, choice: Placement, ends: set[str]) -> int | None:
    """Tell what speaks for a choice: the more, the better.

    Args:
        field: where tiles may lie.
        before: the tiles before it.
        growth: the tiles with it.
        choice: the place taken.
        ends: the names of the ends at which the line goes on from it.

    Returns:
        A number; None where the choice leaves an end without any place for a tile, or arms as they must not lie.

    """
    whirl = abs(sum(end.turned for end in growth.ends.values()))
    cramped = _cramped(field, growth) if whirl < len(_SAME_TURN) else None
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
    return _STRAIGHT * (ahead - choice.cost - in_the_way) - cramped - deeper - _SAME_TURN[whirl]
