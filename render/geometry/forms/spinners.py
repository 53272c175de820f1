"""Layout of a line in which many doubles are spinners: the line at the top, and below it a row for each spinner.

A row has a spinner's two short sides: the tiles laid there to the left and right of a sign that names the double. So
nothing on the table ever moves, with any number of arms. A side that is too long for its row is folded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from engine.layouts import Placed, Spinners
from engine.view import View
from render.geometry.boxes import Box, Chain, Fold, Spot, join_chains
from render.geometry.dimensions import MIN_END, REACH
from render.geometry.forms.form import FormGeometry
from render.geometry.forms.tree import SpinnerGeometry
from render.geometry.track import Track, lying

SIGN: Final = (72, 40)
"""The width and the height of the sign that names a spinner, in pixels."""
LABEL: Final = (72, 26)
"""The width and the height of an end's label, in pixels."""
_GAP: Final = 6
_MAX_HEIGHT: Final = 500
"""The maximum height of rows that could be smaller, in pixels."""
_LEFT, _RIGHT = -1, 1


def _side(name: str, tiles: Sequence[Placed], half: int, track: Track, reach: int) -> Chain:
    """Lay out the tiles of an end on a track, and the end with its label."""
    room = reach - abs(track.x) - LABEL[0]
    shown = _shown(tiles, half, room)
    spots = [track.lay(each, half) for each in tiles[:shown]]
    folds: list[Fold] = []
    if shown < len(tiles):
        folds.append(Fold(track.take(2 * half, half), len(tiles) - shown - 1))
        spots.append(track.lay(tiles[-1], half))
    end = track.take(MIN_END, MIN_END)
    label = Box(end.x if track.towards == _RIGHT else end.right - LABEL[0], end.bottom, *LABEL)
    return Chain.of(half, spots, {name: end}, folds, {name: label})


def _shown(tiles: Sequence[Placed], half: int, room: int) -> int:
    """Return the number of tiles shown before the fold; that of all tiles if they need no fold."""
    widths = [lying(half, each.crosswise)[0] for each in tiles]
    if sum(widths) <= room:
        return len(tiles)
    # the fold and the last tile, across or not, take two tiles' lengths: the tiles before keep their places
    shown = 0
    while sum(widths[: shown + 1]) <= room - 4 * half:
        shown += 1
    return shown


def _runs(layout: Spinners) -> tuple[Mapping[str, list[Placed]], Mapping[str, str]]:
    """Return the tiles at each end, without the opening one, and by a first short end the text of its spinner."""
    opening, *others = layout.placed
    runs: dict[str, list[Placed]] = {end: [] for end in layout.ends}
    spinners: dict[str, str] = {}
    for placed in others:
        run = runs[placed.end]
        if placed.opens:
            # this tile covers the second long side of the spinner before it
            spinners[placed.opens] = (run[-1] if run else opening).tile.text
        run.append(placed)
    return runs, spinners


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
    pitch = half + max(half, MIN_END // 2 + LABEL[1]) + _GAP
    if not layout.placed:
        return Chain.of(half)._replace(bounds=Box(0, pitch, 0, 0))
    opening = layout.placed[0]
    runs, spinners = _runs(layout)
    width, high = lying(half, opening.crosswise)
    box = Box(-width // 2, half - high // 2, width, high)
    parts = [Chain.of(half, [Spot.of(opening, box, 1)])]
    names = [*layout.ends]
    for row, (left, right) in enumerate(zip(names[::2], names[1::2], strict=True)):
        x, y = width // 2, half + row * pitch
        if row:
            sign = Box(-SIGN[0] // 2, y - SIGN[1] // 2, *SIGN)
            parts.append(Chain.of(half, signs={spinners[left]: sign}))
            x = SIGN[0] // 2
        parts.append(_side(left, runs[left], half, Track(-x, y, _LEFT), reach))
        parts.append(_side(right, runs[right], half, Track(x, y, _RIGHT), reach))
    chain = join_chains(layout, half, parts)
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, 2 * half)))


class SpinnersGeometry(FormGeometry[Spinners]):
    """A line with many spinners, whose arms have rows."""

    constant_sizes: ClassVar[Sequence[int]] = (60, 46, 38)
    is_centred: ClassVar[bool] = True

    def place(self, half: int) -> Chain | None:
        """Lay out the rows; None if they are too high, or fold tiles away, and could be smaller."""
        chain = spinner_rows(self.layout, half, REACH)
        fits = not chain.folds and chain.bounds.h <= _MAX_HEIGHT
        return chain if fits or half <= self.constant_sizes[-1] else None


def spinners_geometry(view: View, layout: Spinners) -> FormGeometry[Spinners]:
    """Return the geometry of a line with spinners: a tree for one, rows for many."""
    return SpinnersGeometry(view, layout) if layout.several else SpinnerGeometry(view, layout)
