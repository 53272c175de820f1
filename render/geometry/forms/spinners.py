"""Layout of a line in which many doubles are spinners: the line at the top, and below it a row for each spinner.

A row has a spinner's two short sides: the tiles laid there to the left and right of a sign that names the double. So
nothing on the table ever moves, however many arms there are. A side that is too long for its row is folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from engine.layouts import START, Placed, Spinners
from engine.view import View
from render.geometry.boxes import Box, Chain, Fold, Spot
from render.geometry.dimensions import MIN_END, MIN_HALF, REACH
from render.geometry.forms.form import FormGeometry
from render.geometry.forms.tree import SpinnerGeometry

SIGN: Final = (72, 40)
"""The width and the height of the sign that names a spinner, in pixels."""
LABEL: Final = (72, 26)
"""The width and the height of an end's label, in pixels."""
_GAP: Final = 6
_ROWS_RESERVED: Final = 3
"""The number of rows for which there is room from the start."""
_LEFT, _RIGHT = -1, 1


class _Side(NamedTuple):
    """One side of a row: its tiles, its fold, its end and the end's label."""

    spots: list[Spot]
    fold: Fold | None
    end: Box
    label: Box


def _side(tiles: Sequence[Placed], half: int, x: int, y: int, towards: int, reach: int) -> _Side:
    """Lay out tiles from ``x`` on, at the height ``y`` of their middle, to the left or right."""
    room = reach - abs(x) - LABEL[0]
    widths = [half if each.crosswise else 2 * half for each in tiles]
    shown = len(tiles)
    if sum(widths) > room:
        # room for the fold and the last tile, whatever that is: the tiles before keep their places
        shown = 0
        while sum(widths[: shown + 1]) <= room - 4 * half:
            shown += 1
    spots: list[Spot] = []
    at = x

    def take(width: int, height: int) -> Box:
        nonlocal at
        left = at if towards == _RIGHT else at - width
        at += towards * width
        return Box(left, y - height // 2, width, height)

    def lay(placed: Placed) -> None:
        box = take(half, 2 * half) if placed.crosswise else take(2 * half, half)
        spots.append(Spot(placed, box, *(placed.inward, placed.outward)[::towards]))

    for each in tiles[:shown]:
        lay(each)
    fold = None
    if shown < len(tiles):
        fold = Fold(take(2 * half, half), len(tiles) - shown - 1)
        lay(tiles[-1])
    end = take(MIN_END, MIN_END)
    label = Box(end.x if towards == _RIGHT else end.right - LABEL[0], end.bottom, *LABEL)
    return _Side(spots, fold, end, label)


def spinner_rows(layout: Spinners, half: int, reach: int) -> Chain:
    """Lay out a line and the short sides of its spinners.

    Args:
        layout: the tiles.
        half: the side of a half in pixels, even.
        reach: the maximum distance to the left and right of the middle, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. The signs have the names of ends, and those of spinners the
        text of the double.

    """
    up = half
    pitch = up + max(half, MIN_END // 2 + LABEL[1]) + _GAP
    height = Box(-reach, 0, 2 * reach, _ROWS_RESERVED * pitch - _GAP)
    if not layout.placed:
        return Chain.of(half)._replace(bounds=Box(0, height.h // 2, 0, height.h // 2))
    opening, *others = layout.placed
    runs: dict[str, list[Placed]] = {end: [] for end in layout.ends}
    named: dict[str, str] = {}
    for placed in others:
        if placed.opens:
            run = runs[placed.end]
            named[placed.opens] = (run[-1] if run else opening).tile.text
        runs[placed.end].append(placed)
    middle = half if opening.crosswise else 2 * half
    high = 2 * half if opening.crosswise else half
    box = Box(-middle // 2, up - high // 2, middle, high)
    spots = [Spot(opening, box, opening.inward, opening.outward)]
    folds: list[Fold] = []
    ends: dict[str, Box] = {}
    signs: dict[str, Box] = {}
    names = [*layout.ends]
    for row, pair in enumerate(zip(names[::2], names[1::2], strict=True)):
        y = up + row * pitch
        x = middle // 2
        if row:
            signs[named[pair[0]]] = Box(-SIGN[0] // 2, y - SIGN[1] // 2, *SIGN)
            x = SIGN[0] // 2
        for end, towards in zip(pair, (_LEFT, _RIGHT), strict=True):
            side = _side(runs[end], half, towards * x, y, towards, reach)
            spots += side.spots
            folds += [side.fold] if side.fold is not None else []
            ends[end], signs[end] = side.end, side.label
    order = {placed: number for number, placed in enumerate(layout.placed)}
    spots.sort(key=lambda each: order[each.placed])
    assert spots[0].placed.end == START
    chain = Chain.of(half, spots, ends, folds, signs)
    return chain._replace(bounds=chain.bounds.joined(height))


class SpinnersGeometry(FormGeometry[Spinners]):
    """A line with many spinners, whose arms have rows."""

    is_centred: ClassVar[bool] = True

    @property
    def sizes(self) -> Sequence[int]:
        """The only size."""
        return (MIN_HALF,)

    def place(self, half: int, *, fold: bool = False, min_pitch: int = 0) -> Chain:
        """Lay out the rows, always in their only size; sides that are too long are folded in any case."""
        del half, fold, min_pitch
        return spinner_rows(self.layout, MIN_HALF, REACH)


def spinners_geometry(view: View, layout: Spinners) -> FormGeometry[Spinners]:
    """Return the geometry of a line with spinners: a tree for one, rows for many."""
    return SpinnersGeometry(view, layout) if layout.several else SpinnerGeometry(view, layout)
