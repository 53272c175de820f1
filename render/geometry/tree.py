"""Lays tiles out as lines that fork: each tile finds a place of its own beside what lies there.

All is measured in quarters of a tile's length, so that a half is two by two. A tile's place depends on the tiles laid
before it alone, so what was laid stays; only where an end is left without room are the last tiles laid anew. Of the
places where it may lie a tile takes the one that leaves the poorest end most room, and of those the one by which its
line goes straight on. Lines keep so far from each other that tiles lying across still fit in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from engine.layouts import Branches, Cross, Placed
from engine.layouts.cross import ARMS
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.openings import DOWN, LEFT, RIGHT, SPLIT, TAKEN, UP, Choice, Entry, across, along, lane, roomy
from render.geometry.squares import Field, every, reached, squares

_Worth = tuple[tuple[int, ...], int]
_STEP: Final = 100
"""So many squares more or less don't count."""
_TRIES: Final = 30
"""How often a whole table is laid in search of places for all."""
_PINCH: Final = 3
"""What it counts that an end has room at a pinch only."""
_FAR: Final = 12
"""How many free squares ahead are as good as any more."""


class NoRoom(Exception):
    """A tile finds no place any more."""


class _Node(NamedTuple):
    """A tile in its place.

    Attributes:
        box: the place.
        halves: the half on its left or at its top, and the other one.
        taken: the squares that it keeps free of all but its neighbours, as bits.
        after: the number of the tile that it touches; -1 for the first.

    """

    box: Box
    halves: tuple[int, int]
    taken: int
    after: int


class _End(NamedTuple):
    """Where a line may go on.

    Attributes:
        entries: by which places; the first is straight ahead.
        kin: the numbers of the last tiles before it, up to three: they may lie near.

    """

    entries: tuple[Entry, ...]
    kin: tuple[int, ...]


class _Tree(NamedTuple):
    """Tiles that have found their places, and their ends."""

    nodes: tuple[_Node, ...] = ()
    ends: Mapping[str, _End] = {}


class _Spaces(NamedTuple):
    """What is free around an end: clear of all tiles, and only just apart from those to which it is near.

    Attributes:
        field: how far tiles may lie.
        last: the box of the tile at which the line goes on.
        near: those of the tiles before it, and of the others that touch it.
        others: the squares that all other tiles keep free, as bits.

    """

    field: Field
    last: Box
    near: tuple[Box, ...]
    others: int

    @staticmethod
    def around(field: Field, tree: _Tree, end: _End) -> _Spaces:
        """Work it out."""
        *before, last = end.kin
        near: list[Box] = []
        others = 0
        for number, node in enumerate(tree.nodes):
            if number in before or node.after == last:
                near.append(node.box)
            elif number != last:
                others |= node.taken
        return _Spaces(field, tree.nodes[last].box, tuple(near), others)

    def fits(self, box: Box) -> bool:
        """Tell whether a tile could lie in a box."""
        room = roomy(box)
        if not self.field.holds(room) or squares(self.field, room) & self.others or box.overlaps(self.last):
            return False
        level, upright = Box(box.x - 1, box.y, box.w + 2, box.h), Box(box.x, box.y - 1, box.w, box.h + 2)
        return not any(level.overlaps(each) or upright.overlaps(each) for each in self.near)


def _straight(field: Field, free: int, entry: Entry) -> int:
    """Measure how many free squares lie ahead, beyond what the last tile itself keeps free."""
    for far in range(2, _FAR):
        here = squares(field, entry.slot.moved(far * entry.way[0], far * entry.way[1]))
        if here.bit_count() < 4 or here & ~free:
            return far
    return _FAR


def _grown(field: Field, tree: _Tree, placed: Placed, choice: Choice) -> _Tree:
    """Give the tree with a tile in its place."""
    number = len(tree.nodes)
    before = tree.ends[placed.end].kin
    node = _Node(choice.box, choice.halves, squares(field, roomy(choice.box).grown(1)), before[-1])
    names = [placed.end, placed.opens] if placed.opens else [placed.end]
    kin = (*before, number)[-3:]
    ends = {name: _End(entries, kin) for name, entries in zip(names, choice.entries, strict=True)}
    return _Tree((*tree.nodes, node), {**tree.ends, **ends})


def _worth(field: Field, tree: _Tree, choice: Choice) -> _Worth | None:
    """Give what speaks for a tree: the room of its poorest ends, then how straight its last tile lies.

    None where an end has no place left for a tile.
    """
    free = every(field)
    for node in tree.nodes:
        free &= ~node.taken
    rooms: list[int] = []
    for end in tree.ends.values():
        spaces = _Spaces.around(field, tree, end)
        ways = [entry for entry in end.entries if spaces.fits(entry.along)]
        start = 0
        for entry in ways:
            start |= squares(field, entry.along)
        if not ways:
            return None
        room = reached(free, 2 * field.wide + 1, start) // _STEP
        # at a pinch an end goes on beside its sibling, or finds no room for a tile across
        room -= _PINCH * all(entry.cost >= SPLIT for entry in ways)
        room -= _PINCH * (not any(spaces.fits(entry.across) for entry in ways))
        rooms.append(room)
    others = [end for end in tree.ends.values() if end.entries not in choice.entries]
    wanted = 0
    for end in others:
        wanted |= squares(field, lane(end.entries[0]))
    straight = min(_straight(field, free & ~wanted, entries[0]) for entries in choice.entries)
    in_the_way = TAKEN * bool(wanted & squares(field, roomy(choice.box)))
    return tuple(sorted(rooms)), straight - choice.cost - in_the_way


def _opened(field: Field, placed: Placed) -> _Tree:
    """Lay the first tile in the middle."""
    box = Box(-1, -2, 2, 4) if placed.across else Box(-2, -1, 4, 2)
    tree = _Tree((_Node(box, (placed.tile.high, placed.tile.low), squares(field, roomy(box).grown(1)), -1),))
    if not field.forks:
        starts = ((Entry(-3, -1, LEFT),), (Entry(1, -1, RIGHT),), (Entry(-1, -4, UP),), (Entry(-1, 2, DOWN),))
    elif not placed.across:
        starts = (Entry(-4, -1, LEFT),), (Entry(2, -1, RIGHT),)
    elif placed.tile.double:
        starts = (Entry(-3, -1, LEFT),), (Entry(1, -1, RIGHT),)
    else:
        starts = (Entry(-3, -2, LEFT),), (Entry(1, 0, RIGHT),)
    names = ("e1", "e2") if field.forks else ARMS
    return tree._replace(ends={name: _End(start, (0,)) for name, start in zip(names, starts, strict=True)})


def _laid(field: Field, tree: _Tree, placed: Placed) -> list[_Tree]:
    """Give the trees that one more tile can make, the best first; none that leaves an end without a place."""
    end = tree.ends[placed.end]
    spaces = _Spaces.around(field, tree, end)
    found: list[tuple[_Worth, _Tree]] = []
    for entry in end.entries:
        for choice in across(placed, entry) if placed.across else along(placed, entry):
            if spaces.fits(choice.box):
                grown = _grown(field, tree, placed, choice)
                worth = _worth(field, grown, choice)
                if worth is not None:
                    found.append((worth, grown))
    found.sort(key=lambda each: each[0], reverse=True)
    return [grown for _, grown in found]


def _searched(field: Field, placed: tuple[Placed, ...]) -> _Tree | None:
    """Look for places for all tiles where taking the best one each time leads nowhere: stray from it now and then.

    The last tiles move first, and then more and more of them.
    """
    for seed in range(_TRIES):
        chance = Random(seed)
        kept = max(len(placed) - 2 - 2 * seed, 1)
        tree = _found(field, placed[:kept])
        assert tree is not None, "fewer tiles have found places"
        for each in placed[kept:]:
            laid = _laid(field, tree, each)
            if not laid:
                break
            tree = laid[0] if chance.random() < 0.75 else chance.choice(laid)
        else:
            return tree
    return None


@lru_cache(maxsize=512)
def _found(field: Field, placed: tuple[Placed, ...]) -> _Tree | None:
    """Give the tree of some tiles, or None where none is found; the one before it is mostly known."""
    if len(placed) == 1:
        return _opened(field, placed[0])
    before = _found(field, placed[:-1])
    if before is None:
        return None
    laid = _laid(field, before, placed[-1])
    return laid[0] if laid else _searched(field, placed)


def _slot(field: Field, tree: _Tree, end: _End) -> Box:
    """Give the box of the half by which the next tile along the line would touch an end."""
    spaces = _Spaces.around(field, tree, end)
    free = [entry for entry in end.entries if spaces.fits(entry.along)]
    return min(free, key=lambda entry: entry.cost).slot


def tree(layout: Cross | Branches, half: int, wide: int, high: int) -> Chain:
    """Lay out a cross or a line that forks.

    Args:
        layout: the tiles.
        half: the side of a half in pixels, even.
        wide: how far to the left and right of the first tile's middle tiles may lie, in pixels.
        high: how far above and below it.

    Returns:
        The chain around (0, 0), the middle of the first tile; empty for an empty table.

    Raises:
        NoRoom: there is not room enough for halves of that size.

    """
    unit = half // 2
    if not layout.placed:
        return Chain.of(half)
    field = Field(wide // unit, high // unit, isinstance(layout, Branches))
    found = _found(field, layout.placed)
    if found is None:
        raise NoRoom

    def scaled(box: Box) -> Box:
        return Box(*(unit * each for each in box))

    spots = [
        Spot(placed, scaled(node.box), *node.halves) for placed, node in zip(layout.placed, found.nodes, strict=True)
    ]
    return Chain.of(half, spots, {name: scaled(_slot(field, found, end)) for name, end in found.ends.items()})
