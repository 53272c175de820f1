"""Layout of chicken feet: the station at the top left, and below it each foot in a block of its own.

A block is a double with three toes, two of them slanted, and the tiles that follow each toe in a row. Where the next
double lies at the end of a row, a sign names it: its foot is another block. Tiles have a few sizes, each with a number
of blocks. Within a size nothing on the table ever moves, however the feet grow. At the smallest size, rows that are too
long for their block are folded.
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

_WIDE: Final = {72: 1, 56: 2, 46: 2}
"""By the side of a half, the number of feet side by side; :data:`_COLUMNS` at smaller sizes."""
_COLUMNS: Final = 3
_ROWS: Final = {72: 0, 56: 1, 46: 2, 36: 3}
"""By the side of a half on a table, the maximum number of rows of feet; besides the station a set has nine."""
_GAP: Final = 4
"""The distance between blocks, in pixels."""
_MARGIN: Final = 8
"""The room on the left for the frame of a double, in pixels."""
_LEFT, _RIGHT = -1, 1
_UP, _LEVEL, _DOWN = -1, 0, 1
_FAN: Final = 4
"""The maximum number of the station's arms that all leave to the right; more leave to both sides."""
_SIDES: Final = (
    (_LEFT, _UP), (_RIGHT, _UP), (_RIGHT, _LEVEL), (_RIGHT, _DOWN), (_LEFT, _DOWN), (_LEFT, _LEVEL),
)  # fmt: skip
"""The directions of six arms, clockwise."""


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


def end_size(half: int) -> int:
    """Return the side of an open end and of a sign, in pixels."""
    return max(half, MIN_END)


def _row_offset(half: int) -> int:
    """Return the distance of a slanted toe's row above or below the middle row, in pixels."""
    # the toe begins at the double's corner, and the row at the toe's outer corner
    return half * 9 // 4


def _pitch(half: int) -> int:
    """Return the distance from one row of blocks down to the next, in pixels."""
    # the corner of a slanted toe lies lower than the row
    return 2 * max(_row_offset(half) + end_size(half) // 2, half * 14 // 5) + _GAP


def _row(run: Run, half: int, track: Track, slope: int, limit: int) -> Chain:
    """Lay out a run upward, level or downward, from the side of a double at the beginning of a track to a limit."""
    side, tiles = end_size(half), run.tiles
    spots: list[Spot] = []
    if slope:
        spots, track = _toe(tiles[:1], half, track, slope)
        tiles = tiles[1:]
    before, folded, after = _folded(tiles, (track.towards * (limit - track.x) - side) // (2 * half))
    spots += [track.lay(each, half) for each in before]
    folds = [Fold(track.take(2 * half, half), folded)] if folded else []
    spots += [track.lay(each, half) for each in after]
    end = track.take(side, side)
    if run.foot is not None:
        return Chain.of(half, spots, folds=folds, signs={run.foot.text: end})
    return Chain.of(half, spots, {run.end: end}, folds)


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
        return [], Track(aside - towards * end_size(half) // 2, below, towards)
    reach = round(3 * half / sqrt(8))
    box = Box(aside - reach, below - reach, 2 * reach, 2 * reach)
    spot = Spot.of(first[0], box, towards, -slope * towards)
    return [spot], Track(aside + towards * reach, y + slope * _row_offset(half), towards)


def _station(station: Foot, half: int, reach: int) -> list[Chain]:
    """Lay out the station: on the left with its arms like toes, or in the middle with arms on both sides."""
    if len(station.runs) > _FAN:
        y = _pitch(half) // 2
        arms = [
            _row(run, half, Track(towards * half // 2, y, towards), slope, towards * reach)
            for run, (towards, slope) in zip(station.runs, _SIDES, strict=True)
        ]
        return [_double(station.double, half, -half // 2, y), *arms]
    # two arms lie level, and the slanted ones leave from above and below them
    level, aside = end_size(half) // 2 + 1, round(half / sqrt(8))
    beyond = aside + level - half // 2
    x, y = -reach + _MARGIN, _pitch(half) // 2 + beyond
    tracks = (
        (Track(x + half - aside, y - beyond, _RIGHT), _UP),
        (Track(x + half, y - level, _RIGHT), _LEVEL),
        (Track(x + half, y + level, _RIGHT), _LEVEL),
        (Track(x + half - aside, y + beyond, _RIGHT), _DOWN),
    )
    arms = [_row(run, half, *each, reach) for run, each in zip(station.runs, tracks, strict=True)]
    return [_double(station.double, half, x, y), *arms]


def lay_out_feet(layout: Feet, half: int, reach: int) -> Chain:
    """Lay out all feet.

    Args:
        layout: the feet.
        half: the side of a half in pixels, even.
        reach: the maximum distance to the left and right of the middle, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. Its first spot is the station. The signs, which lead to
        feet, have the text of the double.

    """
    station, *feet = feet_of(layout)
    columns, pitch = _WIDE.get(half, _COLUMNS), _pitch(half)
    parts = _station(station, half, reach)
    top = 2 * parts[0].spots[0].box.centre[1]
    step = (2 * reach - _MARGIN + _GAP) // columns
    for number, foot in enumerate(feet):
        line, column = divmod(number, columns)
        x, y = -reach + _MARGIN + column * step, top + line * pitch + pitch // 2
        parts.append(_double(foot.double, half, x, y))
        slopes = zip(foot.runs, (_LEVEL, _UP, _DOWN), strict=True)
        limit = x + step - _GAP - _MARGIN
        parts += [_row(run, half, Track(x + half, y, _RIGHT), slope, limit) for run, slope in slopes]
    chain = join_chains(layout, half, parts)
    # room for whole rows, so that the table seldom grows
    rows = -(-len(feet) // columns)
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, top + rows * pitch)))


def _double(placed: Placed, half: int, x: int, y: int) -> Chain:
    return Chain.of(half, [Spot(placed, Box(x, y - half, half, 2 * half), placed.tile.high, placed.tile.low)])


class FeetGeometry(FormGeometry[Feet]):
    """The station and chicken feet in blocks."""

    constant_sizes: ClassVar[Sequence[int]] = (*_ROWS,)
    is_centred: ClassVar[bool] = True

    def place(self, half: int) -> Chain | None:
        """Lay out the feet at a size; return None if there are too many, or a row is too long."""
        chain = self.place_folded(half)
        doubles = sum(each.tile.double for each in self.layout.placed)
        return None if chain.folds or doubles > _WIDE.get(half, _COLUMNS) * _ROWS[half] else chain

    def place_folded(self, half: int, min_pitches: Sequence[int] = ()) -> Chain:
        """Lay out the feet at a size, with rows that are too long folded."""
        return lay_out_feet(self.layout, half, REACH)

    def lay_out_compactly(self, sizes: Sequence[int], max_height: int) -> Chain:
        """Lay out the feet at the smallest size."""
        return lay_out_feet(self.layout, MIN_HALF, REACH)
