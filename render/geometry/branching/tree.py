"""Layout of a cross or a forking line: each tile takes the best free place at its end.

Lengths are in quarters of a tile's length, so a half is two by two. A tile's place depends only on the tiles laid
before it, so tiles on the table stay; the last tiles are moved only if an end is left without room. Lines keep
enough distance for tiles across to fit between them. They may reach further below the first tile than above it: then
the picture grows at its lower edge, and nothing in it moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from engine.layouts import Branches, Cross, Placed, Spinners
from render.geometry.boxes import Box, Chain, Fold, Spot
from render.geometry.branching.folding import Hidden, Piece, folds
from render.geometry.branching.growth import SHORT_SIDES, End, Growth, grow, start
from render.geometry.branching.occupancy import Field
from render.geometry.branching.placement_score import placement_score
from render.geometry.branching.placements import Entry, Placement, across, along, along_fold
from render.geometry.highlight import end_boxes

_BEAM: Final = 16
"""The maximum number of tables that a search keeps."""


class NoRoom(Exception):
    """There is no place left for a tile."""


def _choices(piece: Piece, entry: Entry) -> Iterator[Placement]:
    if isinstance(piece, Hidden):
        return along_fold(entry)
    return across(piece, entry) if piece.crosswise else along(piece, entry)


def _extended(field: Field, growth: Growth, piece: Piece) -> list[tuple[int, Growth]]:
    """Return the tables with one more tile, with their scores, the best first; none leaves an end without a place.

    If no place keeps the distance to other tiles, closer places are taken.
    """
    end = growth.ends[piece.end]
    ends = {piece.end, piece.opens} if isinstance(piece, Placed) else {piece.end}
    found: list[tuple[int, Growth]] = []
    for bare in (False, True):
        for choice in chain.from_iterable(_choices(piece, entry) for entry in end.entries):
            if growth.fits(field, end, choice.box, bare):
                more = grow(field, growth, piece, choice)
                value = placement_score(field, growth, more, choice, ends)
                if value is not None:
                    found.append((value, more))
        if found:
            break
    found.sort(key=lambda each: each[0], reverse=True)
    return found


def _search(field: Field, pieces: tuple[Piece, ...]) -> Growth | None:
    """Search for places for all tiles (a beam search), for when taking the best place each time fails.

    At first only the last tiles move, then more and more of them.
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
    """Return the table of some tiles, or None if they do not fit; the table without the last is mostly cached."""
    if len(pieces) == 1:
        opening = pieces[0]
        assert isinstance(opening, Placed), "the first tile is never folded away"
        return start(field, opening)
    before = _place(field, pieces[:-1], patient)
    if before is None:
        return None
    laid = _extended(field, before, pieces[-1])
    found = laid[0][1] if laid else _search(field, pieces) if patient else None
    return found and found._replace(lowest_ever=max(before.lowest_ever, found.lowest()))


def _scaled(box: Box, unit: int) -> Box:
    return Box(*(unit * each for each in box))


def _in_pixels(pieces: tuple[Piece, ...], growth: Growth, half: int, reach: int) -> Chain:
    """Return the chain of a table, in pixels."""
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
    open_now = {end: box for end, box in zip(growth.ends, shown, strict=True) if end not in SHORT_SIDES}
    chain = Chain.of(half, spots, open_now, folded)
    return chain._replace(room=chain.bounds.joined(Box(chain.bounds.x, 0, chain.bounds.w, unit * growth.lowest_ever)))


def _end_boxes(end: End, unit: int, reach: int) -> list[Box]:
    """Return the boxes that an end may have, the best first, by the next tile's best places."""
    spacious = end.spacious_openings()
    openings = sorted(end.close_openings(), key=lambda each: (each not in spacious, each.entry.cost))
    slots = [(_scaled(each.entry.slot, unit), each.entry.direction) for each in openings]
    return [box for slot, way in slots for box in end_boxes(slot, way, reach)]


def _pick_apart(candidates: Sequence[Sequence[Box]], taken: Sequence[Box]) -> list[Box] | None:
    """Pick the best box for each end, without overlaps of each other or of taken boxes; None if there is none."""
    if not candidates:
        return []
    for box in candidates[0]:
        if not any(box.overlaps(each) for each in taken):
            rest = _pick_apart(candidates[1:], [*taken, box])
            if rest is not None:
                return [box, *rest]
    return None


def tree(
    layout: Cross | Branches | Spinners,
    half: int,
    reach: int,
    up: int,
    down: int,
    *,
    preferred_down: int = 0,
    fold: bool = False,
    patient: bool = True,
    shown: int = 0,
) -> Chain:
    """Lay out a cross or a forking line.

    Args:
        layout: the tiles.
        half: the side of a half in pixels, even.
        reach: the maximum distance of tiles to the left and right of the first tile's middle, in pixels.
        up: the maximum distance above it.
        down: the maximum distance below it.
        preferred_down: the preferred maximum distance below it; 0 for ``down``.
        fold: whether to fold away tiles that do not fit.
        patient: whether to search for other places of earlier tiles if one does not fit.
        shown: the side of a half in the chain, if the tiles are shown larger or smaller than they were laid out.

    Returns:
        The chain around (0, 0), the middle of the first tile; empty for an empty table.

    Raises:
        NoRoom: the tiles do not fit at that size.

    """
    unit = half // 2
    if not layout.placed:
        return Chain.of(half)
    forks = isinstance(layout, Branches)
    lined = isinstance(layout, Spinners)
    field = Field(reach // unit, up // unit, down // unit, (preferred_down or down) // unit, forks, lined)
    # folding more tiles takes less time than a search
    folded = [(pieces, False) for pieces in folds(layout.placed, forks)] if fold else []
    for pieces, searching in ((layout.placed, patient), *folded, *((pieces, patient) for pieces, _ in folded[-1:])):
        found = _place(field, pieces, searching)
        if found is not None:
            return _in_pixels(pieces, found, shown or half, reach)
    raise NoRoom
