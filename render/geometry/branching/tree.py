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

from engine.layouts import Placed
from render.geometry.boxes import Box, Chain, Fold, Spot
from render.geometry.branching.folding import Hidden, Piece, folds
from render.geometry.branching.growth import SHORT_SIDES, End, Growth, grow, start
from render.geometry.branching.occupancy import Field
from render.geometry.branching.placement_score import placement_score
from render.geometry.branching.placements import Entry, Placement, across, along, along_fold
from render.geometry.highlight import end_boxes

_BEAM: Final = 16
"""The maximum number of tables that a search keeps."""


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
    scored: list[tuple[int, Growth]] = []
    for bare in (False, True):
        for choice in chain.from_iterable(_choices(piece, entry) for entry in end.entries):
            if growth.fits(field, end, choice.box, bare):
                more = grow(field, growth, piece, choice)
                value = placement_score(field, growth, more, choice, ends)
                if value is not None:
                    scored.append((value, more))
        if scored:
            break
    scored.sort(key=lambda each: each[0], reverse=True)
    return scored


def _search(field: Field, pieces: tuple[Piece, ...]) -> Growth | None:
    """Search for places for all tiles (a beam search), for when taking the best place each time fails.

    At first only the last tiles move, then more and more of them.
    """
    back = 1
    while True:
        kept = max(len(pieces) - 1 - back, 1)
        start = _place(field, pieces[:kept])
        assert start is not None, "fewer tiles have places"
        tables = [start]
        for piece in pieces[kept:]:
            grown = [each for table in tables for each in _extended(field, table, piece)]
            grown.sort(key=lambda each: each[0], reverse=True)
            tables = [table for _, table in grown[: min(4 * back, _BEAM)]]
        if tables:
            return tables[0]
        if kept == 1:
            return None
        back *= 2


@lru_cache(maxsize=1024)
def _place(field: Field, pieces: tuple[Piece, ...], patient: bool = True) -> Growth | None:
    """Return the table of the pieces, or None if they do not fit; the table without the last is mostly cached."""
    if len(pieces) == 1:
        opening = pieces[0]
        assert isinstance(opening, Placed), "the first tile is never folded away"
        return start(field, opening)
    before = _place(field, pieces[:-1], patient)
    if before is None:
        return None
    scored = _extended(field, before, pieces[-1])
    growth: Growth | None = None
    if scored:
        growth = scored[0][1]
    elif patient:
        growth = _search(field, pieces)
    return growth and growth._replace(lowest_ever=max(before.lowest_ever, growth.lowest()))


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
    chain = Chain.of(half, spots, folds=folded)
    picked = _pick_apart([_end_boxes(end, unit, reach) for end in growth.ends.values()], chain.boxes)
    assert picked is not None, "each end has a slot to itself"
    ends = {end: box for end, box in zip(growth.ends, picked, strict=True) if end not in SHORT_SIDES}
    chain = Chain.of(half, spots, ends, folded)
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
        if not box.overlaps_any(taken):
            rest = _pick_apart(candidates[1:], [*taken, box])
            if rest is not None:
                return [box, *rest]
    return None


def tree(
    placed: tuple[Placed, ...],
    field: Field,
    half: int,
    reach: int,
    *,
    fold: bool = False,
    patient: bool = True,
    shown_half: int = 0,
) -> Chain | None:
    """Lay out a cross or a forking line.

    Args:
        placed: the tiles, in order of play.
        field: the area for tiles.
        half: the side of a half in pixels, even.
        reach: the maximum distance of ends to the left and right of the first tile's middle, in pixels.
        fold: whether to fold away tiles that do not fit.
        patient: whether to search for other places of earlier tiles if one does not fit.
        shown_half: the side of a half in the chain, in pixels, if it differs from ``half``; else 0.

    Returns:
        The chain around (0, 0), the middle of the first tile; empty for an empty table. None if the tiles do not fit.

    """
    if not placed:
        return Chain.of(half)
    # folding more tiles takes less time than a search: only the last choice is searched as well
    folded = [*folds(placed, field.forks)] if fold else []
    choices: list[tuple[tuple[Piece, ...], bool]] = [(placed, patient)]
    choices += [(pieces, False) for pieces in folded]
    choices += [(pieces, patient) for pieces in folded[-1:]]
    for pieces, searching in choices:
        growth = _place(field, pieces, searching)
        if growth is not None:
            return _in_pixels(pieces, growth, shown_half or half, reach)
    return None
