"""Checks of every table that has been laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist, sqrt

from engine.layouts import START, Cross, Feet, Pile, Spinners, Trains, Tricks
from engine.rules import RULE_SETS
from engine.tiles import Tile
from engine.view import View
from render.geometry.arrangement import arrange, seated
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.dimensions import HEADER, MIN_END, MIN_HALF, RAIL, REACH, WIDTH
from render.geometry.end_labels import LABEL_HEIGHT, LABEL_ROOM, end_labels
from render.geometry.forms import geometry_of
from tests.render.games import halves, shared_edge

MAX_HEIGHT = 1210
"""The maximum height of a table's picture without open hands."""


def things(chain: Chain) -> list[Box]:
    """All that lies on a table, the ends left aside."""
    return [*chain.boxes, *chain.signs.values(), *chain.cells.values()]


def parents(view: View, chain: Chain) -> Iterator[tuple[Spot, Spot]]:
    """Each tile that is shown with the one that it was laid at, where that is shown as well."""
    spots = {spot.placed.tile: spot for spot in chain.spots}
    last: dict[str, Tile | None] = {}
    first = view.layout.station if isinstance(view.layout, Feet) else None
    for placed in view.layout.placed:
        before = last.get(placed.end, first)
        if before in spots and placed.tile in spots:
            yield spots[before], spots[placed.tile]
        last[placed.end] = placed.tile
        if placed.opens and isinstance(view.layout, Feet | Spinners):
            # the toes, or both short sides of the spinner that the tile covers
            origin = placed.tile if isinstance(view.layout, Feet) else before
            last |= dict.fromkeys((placed.opens, f"e{int(placed.opens[1:]) + 1}"), origin)
        elif placed.opens:
            last[placed.opens] = placed.tile
        if placed.end == START:
            first = placed.tile


def check(view: View, chain: Chain, least_end: int = MIN_END) -> None:
    """Nothing overlaps, all is legible and inside, and tiles touch where the rules join them and nowhere else."""
    check_apart(chain, chain.ends.values())
    for box in (*things(chain), *chain.ends.values()):
        assert box.x >= -REACH
        assert box.right <= REACH
    assert chain.half >= MIN_HALF
    _check_tiles(view, chain)
    if isinstance(view.layout, Tricks):
        return
    if isinstance(view.layout, Feet):
        _check_toes(view, chain)
        _check_ends(view, chain, least_end)
    elif isinstance(view.layout, Spinners) and view.layout.several:
        _check_rows(view, chain)
        _check_ends(view, chain, least_end)
    elif not isinstance(view.layout, Pile):
        _check_neighbours(view, chain)
        _check_ends(view, chain, least_end)


Spans = tuple[tuple[float, float], tuple[float, float]]
"""From where to where something reaches along both diagonals."""


def _diagonally(box: Box) -> Spans:
    return (box.x + box.y, box.right + box.bottom), (box.x - box.bottom, box.right - box.y)


def _diagonal_spans(spot: Spot) -> Spans:
    """Where a slanted tile reaches, a rounding error left aside."""
    x, y = spot.box.x + spot.box.w / 2, spot.box.y + spot.box.h / 2
    half = spot.box.w * sqrt(2) / 3
    along, across = half * sqrt(2) - 2, half / sqrt(2) - 2
    falls, rises = (across, along) if spot.slant == 1 else (along, across)
    return (x + y - falls, x + y + falls), (x - y - rises, x - y + rises)


def cuts(spot: Spot, others: Spans, box: Box) -> bool:
    """Whether a slanted tile and something else overlap: their boxes do, and they do along both diagonals."""
    pairs = zip(_diagonal_spans(spot), others, strict=True)
    return spot.box.overlaps(box) and all(a < d and c < b for (a, b), (c, d) in pairs)


def check_apart(chain: Chain, others: Iterable[Box]) -> None:
    """Nothing on a table overlaps anything else on it, nor other boxes, which keep apart as well."""
    slanted = [spot for spot in chain.spots if spot.slant]
    level = {spot.box for spot in slanted}
    boxes = [*(box for box in things(chain) if box not in level), *others]
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other)
    for number, spot in enumerate(slanted):
        assert not any(cuts(spot, _diagonally(box), box) for box in boxes)
        assert not any(cuts(spot, _diagonal_spans(other), other.box) for other in slanted[:number])


def _middles(spot: Spot) -> list[tuple[int, tuple[float, float]]]:
    """Each half's number and middle."""
    x, y = spot.box.x + spot.box.w / 2, spot.box.y + spot.box.h / 2
    dx, dy = (spot.box.w / 6, -spot.slant * spot.box.w / 6) if spot.slant else (0.0, 0.0)
    if not spot.slant:
        dx, dy = (0.0, spot.box.h / 4) if spot.upright else (spot.box.w / 4, 0.0)
    return [(spot.first, (x - dx, y - dy)), (spot.second, (x + dx, y + dy))]


def _check_toes(view: View, chain: Chain) -> None:
    """Among chicken feet each tile follows the one that it was laid at; a double begins a foot of its own."""
    for before, after in parents(view, chain):
        if after.placed.tile.double:
            continue
        found = [
            (dist(here, there), inward)
            for half, here in _middles(before)
            for inward, there in _middles(after)
            if half == inward
        ]
        near, inward = min(found)
        # the station's slanted arms leave from above and below its level ones
        assert near <= (1.6 if before.placed.end == START else 1.3) * chain.half
        assert inward == after.placed.inward
    for fold in chain.folds:
        boxes = (*things(chain), *chain.ends.values())
        assert sum(shared_edge(fold.box, box) >= chain.half // 2 for box in boxes) == 2


def _check_rows(view: View, chain: Chain) -> None:
    """Of many spinners each tile touches the one that it was laid at, a fold, or the sign of the spinner."""
    touching = RULE_SETS[view.rules].fits
    for before, after in parents(view, chain):
        inward = next(box for half, box in halves(after) if half == after.placed.inward)
        if shared_edge(before.box, after.box):
            met = [half for half, box in halves(before) if shared_edge(box, inward) or after.placed.crosswise]
            assert any(touching[half].get(after.placed.tile) == after.placed.inward for half in met)
    for fold in chain.folds:
        boxes = (*things(chain), *chain.ends.values())
        assert sum(shared_edge(fold.box, box) >= chain.half // 2 for box in boxes) == 2


def _check_tiles(view: View, chain: Chain) -> None:
    """Each tile is shown once, or folded away, and shows its halves."""
    lying = view.layout.trick if isinstance(view.layout, Tricks) else view.layout.placed
    expected = [placed.tile for placed in lying]
    if isinstance(view.layout, Trains | Feet):
        expected.insert(0, view.layout.station)
    shown = [spot.placed.tile for spot in chain.spots]
    assert len(shown) + sum(fold.folded for fold in chain.folds) == len(expected)
    assert [tile for tile in expected if tile in shown] == shown
    for spot in chain.spots:
        slanted = 2 * round(3 * chain.half / sqrt(8))
        sides = [slanted, slanted] if spot.slant else [chain.half, 2 * chain.half]
        assert sorted(spot.box[2:]) == sides
        assert {spot.first, spot.second} == {spot.placed.tile.high, spot.placed.tile.low}


def _check_neighbours(view: View, chain: Chain) -> None:
    """Tiles touch those that they were laid at, with halves that fit, and no others; folds touch both sides."""
    touching = RULE_SETS[view.rules].fits
    kin = set[tuple[Tile, Tile]]()
    for before, after in parents(view, chain):
        kin |= {(before.placed.tile, after.placed.tile), (after.placed.tile, before.placed.tile)}
        if not after.placed.crosswise:
            inwards = [box for half, box in halves(after) if half == after.placed.inward]
            met = [
                half for half, box in halves(before) if any(shared_edge(box, each) >= each.w // 2 for each in inwards)
            ]
            assert met
            assert any(touching[half].get(after.placed.tile) == after.placed.inward for half in met)
    for one, other in combinations(chain.spots, 2):
        touch = shared_edge(one.box, other.box)
        if (one.placed.tile, other.placed.tile) in kin:
            assert touch >= chain.half // 2
        else:
            assert touch == 0
    for fold in chain.folds:
        beside = [
            box for box in (*things(chain), *chain.ends.values()) if shared_edge(fold.box, box) >= chain.half // 2
        ]
        # a train's fold begins at its sign
        assert len(beside) == (1 if isinstance(view.layout, Trains) else 2)


def _check_ends(view: View, chain: Chain, least: int) -> None:
    """Every end is shown, large enough to be seen first, at the tile that shows it; the last tile of each stays."""
    assert set(chain.ends) == set(view.layout.ends)
    last = {placed.end: placed for placed in view.layout.placed}
    shown = {spot.placed: spot for spot in chain.spots}
    for end, box in chain.ends.items():
        assert box.w == box.h >= least
        if end in last:
            assert last[end] in shown
            assert shared_edge(shown[last[end]].box, box) >= chain.half // 2 or last[end].opens


def _name_sizes(view: View) -> dict[str, tuple[int, int]]:
    """About how large the names of ends are; of a cross's arms those that have begun, with what they count, and the
    next.
    """
    layout = view.layout
    if isinstance(layout, Cross):
        wide = {arm: 150 if layout.arm(arm) else 100 for arm in layout.open_ends if layout.arm(arm) or layout.next_arm}
        return {arm: (width, LABEL_HEIGHT) for arm, width in wide.items()}
    return dict.fromkeys(layout.ends, (110, LABEL_HEIGHT)) if geometry_of(view).labels_ends else {}


def check_arrangement(view: View) -> None:
    """Tiles, names of ends and plates keep apart, all inside a picture that is neither too high nor too low."""
    chain, plates, height = arrange(view)
    assert len(plates) == (0 if geometry_of(view).has_plates else len(seated(view)))
    assert height * 11 >= WIDTH * 7
    assert height <= MAX_HEIGHT
    names = end_labels(chain, _name_sizes(view), RAIL + 14, WIDTH - RAIL - 14)
    around = (*chain.ends.values(), *names.values())
    inside = Box(RAIL + 1, HEADER + 1, WIDTH - 2 * RAIL - 2, height - RAIL - HEADER - 2)
    assert all(box.within(inside) for box in (*things(chain), *around, *plates))
    check_apart(chain, (*around, *plates))
    if names:
        # whatever the ends are called, there is room for it above and below
        for end in chain.ends.values():
            assert chain.room.y <= end.y - LABEL_ROOM
            assert end.bottom + LABEL_ROOM <= chain.room.bottom
