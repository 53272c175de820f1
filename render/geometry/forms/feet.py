"""Layout of chicken feet: the station at the top, and below it each foot in a block of its own.

A block is a double with three toes, two of them slanted, and the tiles that follow each toe in a row. Where the next
double lies at the end of a row, a sign names it: its foot is another block. So nothing on the table ever moves, however
the feet grow. Rows that are too long for their block are folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import ClassVar, Final, NamedTuple

from engine.layouts import Feet, Placed, in_middle
from engine.tiles import Tile
from render.geometry.boxes import Box, Chain, Fold, Spot, join_chains
from render.geometry.dimensions import MIN_END, MIN_HALF, REACH
from render.geometry.forms.form import FormGeometry
from render.geometry.track import Track

COLUMNS: Final = 3
"""The number of feet side by side; a double-nine set has nine besides the station."""
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
"""The number of tiles shown in a row of the station."""
_LEFT, _RIGHT = -1, 1
_UP, _LEVEL, _DOWN = -1, 0, 1
_SIDES: Final = {
    4: ((_LEFT, _UP), (_RIGHT, _UP), (_RIGHT, _DOWN), (_LEFT, _DOWN)),
    6: ((_LEFT, _UP), (_RIGHT, _UP), (_RIGHT, _LEVEL), (_RIGHT, _DOWN), (_LEFT, _DOWN), (_LEFT, _LEVEL)),
}
"""The directions of the station's arms, clockwise, by their number."""


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
    """A double, the station or that of a foot, with its runs: those of a foot are the middle, upper and lower toe."""

    double: Placed
    runs: tuple[Run, ...]


def feet_of(layout: Feet) -> list[Foot]:
    """Return the station and the feet, in the order in which they were laid."""
    arms = len(layout.ends) - 2 * sum(each.tile.double for each in layout.placed)
    runs = [[Run(end) for end in [*layout.ends][:arms]]]
    doubles = [in_middle(layout.station)]
    # by end, the numbers of its foot and of its run there
    at = {run.end: (0, number) for number, run in enumerate(runs[0])}
    for placed in layout.placed:
        foot, number = at[placed.end]
        run = runs[foot][number]
        if not placed.tile.double:
            runs[foot][number] = run._replace(tiles=(*run.tiles, placed))
            continue
        runs[foot][number] = run._replace(foot=placed.tile)
        names = (placed.end, placed.opens, f"e{int(placed.opens[1:]) + 1}")
        at |= {end: (len(runs), toe) for toe, end in enumerate(names)}
        runs.append([Run(end) for end in names])
        doubles.append(placed)
    return [Foot(double, tuple(each)) for double, each in zip(doubles, runs, strict=True)]


def block_height(half: int) -> int:
    """Return the height of a block in pixels."""
    return 2 * _row_offset(half) + MIN_END


def _column_step(width: int) -> int:
    """Return the distance from one block to the next on its right, in pixels; ``width`` is that of all blocks."""
    return (width - _MARGIN + COLUMN_GAP) // COLUMNS


def _row_offset(half: int) -> int:
    """Return the distance of a slanted toe's row above or below the middle row, in pixels."""
    # the toe begins at the double's corner, and the row at the toe's outer corner
    return half * 9 // 4


def _row(run: Run, half: int, track: Track, slope: int, max_shown: int) -> Chain:
    """Lay out a run upward, level or downward, from the side of a double at the beginning of a track."""
    before, folded, after = _folded(run.tiles, max_shown)
    spots: list[Spot] = []
    if slope:
        toe, track = _toe(before[:1], half, track, slope)
        spots += toe
        before = before[1:]
    spots += [track.lay(each, half) for each in before]
    folds = [Fold(track.take(2 * half, half), folded)] if folded else []
    spots += [track.lay(each, half) for each in after]
    if run.foot is not None:
        signs = {run.foot.text: track.take(MIN_END + LABEL_WIDTH, SIGN_HEIGHT)}
        return Chain.of(half, spots, folds=folds, signs=signs)
    ends = {run.end: track.take(MIN_END, MIN_END)}
    return Chain.of(half, spots, ends, folds, {run.end: track.take(LABEL_WIDTH, SIGN_HEIGHT)})


def _folded(tiles: Sequence[Placed], max_shown: int) -> tuple[Sequence[Placed], int, Sequence[Placed]]:
    """Return the tiles before the fold, the number of folded tiles, and the tiles after it."""
    if len(tiles) <= max_shown:
        return tiles, 0, ()
    return tiles[: max_shown - 2], len(tiles) - max_shown + 1, tiles[-1:]


def _toe(first: Sequence[Placed], half: int, track: Track, slope: int) -> tuple[list[Spot], Track]:
    """Lay the slanted tile of a run, if there is one; return it, and the track that goes on from it."""
    x, y, towards = track.x, track.y, track.towards
    # the middle of the slanted tile
    aside, below = x + towards * round(half / sqrt(2)), y + slope * (half + round(half / sqrt(2)))
    if not first:
        return [], Track(aside - towards * MIN_END // 2, below, towards)
    reach = round(3 * half / sqrt(8))
    box = Box(aside - reach, below - reach, 2 * reach, 2 * reach)
    spot = Spot.of(first[0], box, towards, -slope * towards)
    return [spot], Track(aside + towards * reach, y + slope * _row_offset(half), towards)


def lay_out_feet(layout: Feet, half: int, reach: int) -> Chain:
    """Lay out all feet.

    Args:
        layout: the feet.
        half: the side of a half in pixels, even.
        reach: the maximum distance to the left and right of the middle, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. Its first spot is the station. The signs have the names of
        ends, and those that lead to a foot the text of its double.

    """
    station, *feet = feet_of(layout)
    pitch = block_height(half) + ROW_GAP
    middle = block_height(half) // 2
    parts = [_double(station.double, half, -half // 2, middle)]
    parts += [
        _row(run, half, Track(towards * half // 2, middle, towards), slope, _ARM)
        for run, (towards, slope) in zip(station.runs, _SIDES[len(station.runs)], strict=True)
    ]
    for number, foot in enumerate(feet):
        line, column = divmod(number, COLUMNS)
        x, y = -reach + _MARGIN + column * _column_step(2 * reach), middle + (1 + line) * pitch
        parts.append(_double(foot.double, half, x, y))
        slopes = zip(foot.runs, (_LEVEL, _UP, _DOWN), strict=True)
        parts += [_row(run, half, Track(x + half, y, _RIGHT), slope, _TOE) for run, slope in slopes]
    chain = join_chains(layout, half, parts)
    # room for the first feet from the start: later tiles move nothing
    lines = 1 + max(-(-len(feet) // COLUMNS), 1)
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, lines * pitch - ROW_GAP)))


def _double(placed: Placed, half: int, x: int, y: int) -> Chain:
    return Chain.of(half, [Spot(placed, Box(x, y - half, half, 2 * half), placed.tile.high, placed.tile.low)])


def dividers(chain: Chain, feet: int) -> Sequence[Box]:
    """Return the lines above each row of a chain with a number of feet."""
    pitch, (x, y, wide, _) = block_height(chain.half) + ROW_GAP, chain.bounds
    return [Box(x, y + row * pitch - ROW_GAP // 2 - 1, wide, 2) for row in range(1, -(-feet // COLUMNS) + 1)]


class FeetGeometry(FormGeometry[Feet]):
    """The station and chicken feet in blocks."""

    is_centred: ClassVar[bool] = True

    def place(self, half: int) -> Chain:
        """Lay out the feet, always in their only size; rows that are too long are folded in any case."""
        return lay_out_feet(self.layout, MIN_HALF, REACH)
