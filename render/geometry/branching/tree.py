"""Lays tiles out as lines that fork: each tile finds a place of its own beside what lies there.

All is measured in quarters of a tile's length, so that a half is two by two. A tile's place depends on the tiles laid
before it alone, so what was laid stays; only where an end is left without room are the last tiles laid anew. Lines keep
so far from each other that tiles lying across still fit in between. They may go on further below the first tile than
above it: the picture then grows at its lower edge, and nothing on it moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from engine.layouts import Branches, Cross, Placed
from render.geometry.boxes import Box, Chain, Fold, Spot
from render.geometry.branching.folding import Hidden, Piece, folds
from render.geometry.branching.growth import End, Growth, grow, start
from render.geometry.branching.occupancy import Field
from render.geometry.branching.placement_score import placement_score
from render.geometry.branching.placements import Entry, Placement, across, along, along_fold
from render.geometry.highlight import end_boxes

_BEAM: Final = 16
"""How many tables are followed at once, at most, in search of places for all."""


class NoRoom(Exception):
    """A tile finds no place any more."""


def _choices(piece: Piece, entry: Entry) -> Iterator[Placement]:
    if isinstance(piece, Hidden):
        return along_fold(entry)
    return across(piece, entry) if piece.across else along(piece, entry)


def _extended(field: Field, growth: Growth, piece: Piece) -> list[tuple[int, Growth]]:
    """Give the tables that one more tile can make, the best first; none that leaves an end without a place.

    Where it can't keep its distance it lies closer to others.
    """
    end = growth.ends[piece.end]
    ends = {piece.end, piece.opens} if isinstance(piece, Placed) else {piece.end}
    found: list[tuple[int, Growth]] = []
    for closely in (False, True):
        for choice in chain.from_iterable(_choices(piece, entry) for entry in end.entries):
            if growth.fits(field, end, choice.box, closely):
                more = grow(field, growth, piece, choice)
                value = placement_score(field, growth, more, choice, ends)
                if value is not None:
                    found.append((value, more))
        if found:
            break
    found.sort(key=lambda each: each[0], reverse=True)
    return found


def _search(field: Field, pieces: tuple[Piece, ...]) -> Growth | None:
    """Look for places for all where taking the best one each time leads nowhere: follow several at once.

    The last tiles move first, and then more and more of them.
    """
    back = 1
    while True:
        kept = max(len(pieces) - 1 - back, 1)
        start = _place(field, pieces[:kept])
        assert start is not None, "fewer tiles have found places"
        tables = [start]
        for piece in pieces[kept:]:
            made = [each for table in tables for each in _extended(field, table, piece)]
            made.sort(key=lambda each: each[0], reverse=True)
            tables = [table for _, table in made[: min(4 * back, _BEAM)]]
        if tables:
            return tables[0]
        if kept == 1:
            return None
        back *= 2


@lru_cache(maxsize=1024)
def _place(field: Field, pieces: tuple[Piece, ...], patient: bool = True) -> Growth | None:
    """Give the table of some tiles, or None where none is found; the one before it is mostly known."""
    if len(pieces) == 1:
        opening = pieces[0]
        assert isinstance(opening, Placed), "the first tile is never folded away"
        return start(field, opening)
    before = _place(field, pieces[:-1], patient)
    if before is None:
        return None
    laid = _extended(field, before, pieces[-1])
    found = laid[0][1] if laid else _search(field, pieces) if patient else None
    return found and found._replace(low=max(before.lowest_ever, found.lowest()))


def _scaled(box: Box, unit: int) -> Box:
    return Box(*(unit * each for each in box))


def _in_pixels(pieces: tuple[Piece, ...], growth: Growth, half: int, reach: int) -> Chain:
    """Give the tiles in pixels."""
    unit = half // 2

    spots: list[Spot] = []
    folded: list[Fold] = []
    for piece, node in zip(pieces, growth.nodes, strict=True):
        if isinstance(piece, Hidden):
            folded.append(Fold(_scaled(node.box, unit), len(piece.tiles)))
        else:
            spots.append(Spot(piece, _scaled(node.box, unit), *node.halves))
    boxes = [spot.box for spot in spots] + [fold.box for fold in folded]
    shown = _pick_apart([_end_boxes(end, unit, reach) for end in growth.ends.values()], boxes)
    assert shown is not None, "each end has a slot to itself"
    chain = Chain.of(half, spots, dict(zip(growth.ends, shown, strict=True)), folded)
    return chain._replace(room=chain.bounds.joined(Box(chain.bounds.x, 0, chain.bounds.w, unit * growth.lowest_ever)))


def _end_boxes(end: End, unit: int, reach: int) -> list[Box]:
    """Give the boxes that an end may have, the best first: where the next tile would lie best."""
    spacious = end.spacious_openings()
    openings = sorted(end.close_openings(), key=lambda each: (each not in spacious, each.entry.cost))
    slots = [(_scaled(each.entry.slot, unit), each.entry.direction) for each in openings]
    return [box for slot, way in slots for box in end_boxes(slot, way, reach)]


def _pick_apart(candidates: Sequence[Sequence[Box]], taken: Sequence[Box]) -> list[Box] | None:
    """Choose a box for each end, the best ones that overlap neither each other nor anything taken."""
    if not candidates:
        return []
    for box in candidates[0]:
        if not any(box.overlaps(each) for each in taken):
            rest = _pick_apart(candidates[1:], [*taken, box])
            if rest is not None:
                return [box, *rest]
    return None


def tree(
    layout: Cross | Branches,
    half: int,
    reach: int,
    up: int,
    down: int,
    *,
    preferred_down: int = 0,
    fold: bool = False,
    patient: bool = True,
) -> Chain:
    """Lay out a cross or a line that forks.

    Args:
        layout: the tiles.
        half: the side of a half in pixels, even.
        reach: how far to the left and right of the first tile's middle tiles may lie, in pixels.
        up: how far above it.
        down: how far below it.
        calm: how far below it they lie if they can; 0 for as far as they may.
        fold: whether tiles may be folded away where not all find room.
        patient: whether to lay tiles anew where one finds no room.

    Returns:
        The chain around (0, 0), the middle of the first tile; empty for an empty table.

    Raises:
        NoRoom: there is not room enough for halves of that size.

    """
    unit = half // 2
    if not layout.placed:
        return Chain.of(half)
    forks = isinstance(layout, Branches)
    field = Field(reach // unit, up // unit, down // unit, (preferred_down or down) // unit, forks)
    # to fold some more costs less time than a search
    folded = [(pieces, False) for pieces in folds(layout.placed, forks)] if fold else []
    for pieces, searching in ((layout.placed, patient), *folded, *((pieces, patient) for pieces, _ in folded[-1:])):
        found = _place(field, pieces, searching)
        if found is not None:
            return _in_pixels(pieces, found, half, reach)
    raise NoRoom
