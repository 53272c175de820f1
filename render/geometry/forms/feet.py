"""Layout of chicken feet: the double in the middle at the top, and below it each foot in a block of its own.

A block is a double with three toes, two of them slanted, and the tiles that follow each toe in a row. Where the next
double lies at the end of a row, a sign names it: its foot is another block. So nothing on the table ever moves, however
the feet grow. Rows that are too long for their block are folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import ClassVar, Final, NamedTuple

from engine.layouts import START, Feet, Placed
from engine.tiles import Tile
from render.geometry.boxes import Box, Chain, Fold, Spot
from render.geometry.dimensions import MIN_END, MIN_HALF, REACH
from render.geometry.forms.form import FormGeometry

COLUMNS: Final = 3
"""The number of feet side by side; a double-nine set has nine besides the first double."""
COLUMN_GAP: Final = 4
ROW_GAP: Final = 4
"""The distances between blocks, in pixels."""
_MARGIN: Final = 8
"""The room on the left for the frame of a double, in pixels."""
LABEL_WIDTH: Final = 44
"""The width of an end's label, in pixels."""
SIGN_HEIGHT: Final = 32
"""The height of an end's label and of a sign, in pixels."""
_TOE: Final = 3
"""The number of tiles shown in a row of a foot."""
_ARM: Final = 5
"""The number of tiles shown in a row of the first double."""
_LEFT, _RIGHT = -1, 1
_UP, _LEVEL, _DOWN = -1, 0, 1
_SIDES: Final = {
    4: ((_LEFT, _UP), (_RIGHT, _UP), (_RIGHT, _DOWN), (_LEFT, _DOWN)),
    6: ((_LEFT, _UP), (_RIGHT, _UP), (_RIGHT, _LEVEL), (_RIGHT, _DOWN), (_LEFT, _DOWN), (_LEFT, _LEVEL)),
}
"""The directions of the first double's arms, clockwise, by their number."""


class Run(NamedTuple):
    """The tiles that lie one behind the other, from a double on up to the next.

    Attributes:
        end: the end that the tiles were laid at.
        foot: the double that the run leads to, a foot of its own; None if the end is still there.

    """

    end: str
    tiles: tuple[Placed, ...] = ()
    foot: Tile | None = None


class Foot(NamedTuple):
    """A double with its runs: those of a foot are the middle, the upper and the lower toe.

    Attributes:
        double: the double as it was laid; None for the one in the middle.

    """

    double: Placed | None
    runs: tuple[Run, ...]


def feet_of(layout: Feet) -> list[Foot]:
    """Return the double in the middle and the feet, in the order in which they were laid."""
    arms = len(layout.ends) - 2 * sum(each.tile.double for each in layout.placed)
    found = [[Run(end) for end in [*layout.ends][:arms]]]
    doubles: list[Placed | None] = [None]
    at = {run.end: (0, number) for number, run in enumerate(found[0])}
    for placed in layout.placed:
        foot, number = at[placed.end]
        run = found[foot][number]
        if not placed.tile.double:
            found[foot][number] = run._replace(tiles=(*run.tiles, placed))
            continue
        found[foot][number] = run._replace(foot=placed.tile)
        names = (placed.end, placed.opens, f"e{int(placed.opens[1:]) + 1}")
        at |= {end: (len(found), toe) for toe, end in enumerate(names)}
        found.append([Run(end) for end in names])
        doubles.append(placed)
    return [Foot(double, tuple(runs)) for double, runs in zip(doubles, found, strict=True)]


class _Row(NamedTuple):
    """A run in its place: its tiles, its fold, and the box of its end or the one that names the foot it leads to."""

    spots: list[Spot]
    fold: Fold | None
    end: Box | None
    sign: Box


def block_height(half: int) -> int:
    """Return the height of a block in pixels."""
    return 2 * _row_offset(half) + MIN_END


def _column_step(width: int) -> int:
    """Return the distance from one block to the next on its right, of blocks in so many pixels."""
    return (width - _MARGIN + COLUMN_GAP) // COLUMNS


def _row_offset(half: int) -> int:
    """Return how far a row of a slanted toe lies above or below the middle one, in pixels."""
    # the toe begins at the double's corner, and the row at the toe's outer corner
    return half * 9 // 4


def _row(run: Run, half: int, x: int, towards: int, slope: int, shown: int) -> _Row:
    """Lay out a run from the side ``x`` of a double in height 0, to the left or right, upward, level or downward."""
    tiles = run.tiles
    fold, last = 0, tiles[-1:]
    if len(tiles) > shown:
        fold, tiles = len(tiles) - shown + 1, tiles[: shown - 2]
        last = run.tiles[-1:]
    spots: list[Spot] = []
    y = slope * _row_offset(half)
    reach = round(3 * half / sqrt(8))
    # the middle of a slanted toe
    aside, below = x + towards * round(half / sqrt(2)), slope * (half + round(half / sqrt(2)))

    def lay(placed: Placed, box: Box, slant: int = 0) -> None:
        first, second = (placed.inward, placed.outward)[::towards]
        spots.append(Spot(placed, box, first, second, slant))

    if slope and tiles:
        lay(tiles[0], Box(aside - reach, below - reach, 2 * reach, 2 * reach), -slope * towards)
        tiles = tiles[1:]
    at = x if not slope else aside + towards * reach
    if slope and not run.tiles:
        at, y = aside - towards * MIN_END // 2, below

    def take(width: int, height: int) -> Box:
        nonlocal at
        left = at if towards == _RIGHT else at - width
        at += towards * width
        return Box(left, y - height // 2, width, height)

    for placed in tiles:
        lay(placed, take(2 * half, half))
    folded = Fold(take(2 * half, half), fold) if fold else None
    if fold:
        lay(last[0], take(2 * half, half))
    if run.foot is not None:
        return _Row(spots, folded, None, take(MIN_END + LABEL_WIDTH, SIGN_HEIGHT))
    return _Row(spots, folded, take(MIN_END, MIN_END), take(LABEL_WIDTH, SIGN_HEIGHT))


def lay_out_feet(layout: Feet, half: int, reach: int) -> Chain:
    """Lay out all feet.

    Args:
        layout: the feet.
        half: the side of a half in pixels, even.
        reach: the maximum distance to the left and right of the middle, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. Its first spot is the double in the middle. The signs have
        the names of ends, and those that lead to a foot the text of its double.

    """
    first, *others = feet_of(layout)
    pitch = block_height(half) + ROW_GAP
    step = _column_step(2 * reach)
    spots: list[Spot] = []
    folds: list[Fold] = []
    ends: dict[str, Box] = {}
    signs: dict[str, Box] = {}

    def add(run: Run, row: _Row, x: int, y: int) -> None:
        spots.extend([each._replace(box=each.box.moved(x, y)) for each in row.spots])
        if row.fold is not None:
            folds.append(row.fold._replace(box=row.fold.box.moved(x, y)))
        if row.end is not None:
            ends[run.end] = row.end.moved(x, y)
        signs[run.end if run.foot is None else run.foot.text] = row.sign.moved(x, y)

    station = Placed(layout.station, START, layout.station.high, layout.station.low, None, crosswise=True)
    middle = block_height(half) // 2
    for run, (towards, slope) in zip(first.runs, _SIDES[len(first.runs)], strict=True):
        add(run, _row(run, half, towards * half // 2, towards, slope, _ARM), 0, middle)
    for number, foot in enumerate(others):
        assert foot.double is not None, "only the first is the station"
        x, y = -reach + _MARGIN + number % COLUMNS * step, middle + (1 + number // COLUMNS) * pitch
        spots.append(_double(foot.double, half, x, y))
        for run, slope in zip(foot.runs, (_LEVEL, _UP, _DOWN), strict=True):
            add(run, _row(run, half, half, _RIGHT, slope, _TOE), x, y)
    order = {placed: number for number, placed in enumerate(layout.placed)}
    spots.sort(key=lambda each: order[each.placed])
    in_order = {end: ends[end] for end in layout.ends}
    chain = Chain.of(half, (_double(station, half, -half // 2, middle), *spots), in_order, folds, signs)
    # room for the first feet from the start: later tiles move nothing
    rows = 1 + max(-(-len(others) // COLUMNS), 1)
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, rows * pitch - ROW_GAP)))


def _double(placed: Placed, half: int, x: int, y: int) -> Spot:
    return Spot(placed, Box(x, y - half, half, 2 * half), placed.tile.high, placed.tile.low)


def dividers(chain: Chain, feet: int) -> Sequence[Box]:
    """Return the lines above each row of a chain with so many feet."""
    pitch, (x, y, wide, _) = block_height(chain.half) + ROW_GAP, chain.bounds
    return [Box(x, y + row * pitch - ROW_GAP // 2 - 1, wide, 2) for row in range(1, -(-feet // COLUMNS) + 1)]


class FeetGeometry(FormGeometry[Feet]):
    """The station and chicken feet in blocks."""

    is_centred: ClassVar[bool] = True

    @property
    def sizes(self) -> Sequence[int]:
        """The only size."""
        return (MIN_HALF,)

    def place(self, half: int, *, fold: bool = False, min_pitch: int = 0) -> Chain:
        """Lay out the feet, always in their only size; rows that are too long are folded in any case."""
        del half, fold, min_pitch
        return lay_out_feet(self.layout, MIN_HALF, REACH)
