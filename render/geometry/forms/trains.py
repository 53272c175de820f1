"""Layout of the Mexican train: the station on the left, and each train in a row of its own.

A row begins with the train's sign. If there are few trains, one that is too long for its row turns back below it; else
its first tiles are folded away, several at once: the other tiles seldom move. All trains take two rows as soon
as one does: the trains below it move only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from engine.layouts import Placed, Trains, in_middle
from render.geometry.boxes import Box, Chain, Fold, Spot, in_order_of_play
from render.geometry.dimensions import MIN_END, REACH
from render.geometry.forms.form import FormGeometry
from render.geometry.snake import ROW_PITCH, Arm, min_folded, spot

SIGN_WIDTH: Final = 206
"""The width of a train's sign in pixels."""
SIGN_HEIGHT: Final = 52
_STATION_GAP: Final = 44
"""The distance between the station and the signs, in pixels."""
FOLD_WIDTH: Final = 108
"""The width of the box that stands for folded tiles, in pixels."""
_FOLD_STEP: Final = 4
"""The number of tiles folded away at once, per row."""
_HALF_OF_TRAINS: Final = {4: 34, 5: 40, 9: 40}
"""By number of trains, the side of a half: as large as the height allows, for a phone 340 pixels wide."""
_FEW: Final = 4
"""The maximum number of trains that have room for two rows each."""
_GAP: Final = 10
_ROW_GAP: Final = 6
"""The minimum distance between the doubles of two trains, in pixels."""


class _Row(NamedTuple):
    """A train around (0, 0), the left end of its track.

    Attributes:
        end: the box of its open end, larger than a half.
        turns: how often it turns, including the tile to come.

    """

    spots: tuple[Spot, ...]
    fold: Fold | None
    end: Box
    turns: int


def end_size(half: int) -> int:
    """Return the side of a train's open end in pixels: ends have to stand out."""
    return max(half * 5 // 8 * 2, MIN_END)


def _row(train: Sequence[Placed], half: int, wide: int, folded: int) -> _Row:
    """Lay out a train on a track ``wide`` pixels long, with its first tiles folded away."""
    fold = Fold(Box(0, -half // 2, FOLD_WIDTH, half), folded) if folded else None
    # an arm measures its reach from the middle of the track
    middle = wide // 2
    arm = Arm(half, middle, (FOLD_WIDTH if folded else 0) - middle, depth=half // 2)
    spots: list[Spot] = []
    for placed in train[folded:]:
        box, x, y = arm.next(placed.crosswise)
        spots.append(spot(placed, box.moved(middle, 0), x + y))
    large = end_size(half)
    if not arm.leg and arm.heading * arm.x + large <= middle:
        # there is room for the end, but not for one more tile
        left, top = arm.x - (0 if arm.heading > 0 else large), arm.y - large // 2
    else:
        box, x, _ = arm.next(across=False)
        left = box.x - (0 if x > 0 else large - box.w if x < 0 else (large - half) // 2)
        top = box.y
    return _Row(tuple(spots), fold, Box(left + middle, top, large, large), arm.turns)


def _fit(train: Sequence[Placed], half: int, wide: int, turns: int) -> _Row:
    """Lay out a train on as many rows as it may take, folding as few tiles as possible."""
    step = _FOLD_STEP * (turns + 1)
    least = min_folded(train, half, wide, turns + 1)
    for folded in range(least // step * step, len(train), step):
        row = _row(train, half, wide, folded)
        if row.turns <= turns:
            return row
    return _row(train, half, wide, len(train))


def train_rows(trains: Trains, half: int, reach: int, turns: int, min_pitch: int = 0) -> Chain:
    """Lay out all trains.

    Args:
        trains: the trains.
        half: the side of a half in pixels, even.
        reach: the maximum distance to the left and right of the middle, in pixels.
        turns: how often a train may turn back before its tiles are folded away.
        min_pitch: the minimum distance from one train down to the next, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. Its first spot is the station; the signs have the names of
        the ends.

    """
    signs_at = -reach + half + _STATION_GAP
    tracks_at = signs_at + SIGN_WIDTH + _GAP
    wide = (reach - tracks_at) // 2 * 2
    rows = {name: _fit(trains.train(name), half, wide, turns) for name in trains.ends}
    taken = max(row.turns for row in rows.values())
    step = max(2 * half + _ROW_GAP + taken * ROW_PITCH * half // 2, min_pitch)
    spots: list[Spot] = []
    folds: list[Fold] = []
    ends: dict[str, Box] = {}
    signs: dict[str, Box] = {}
    for number, (name, row) in enumerate(rows.items()):
        y = half + number * step
        signs[name] = Box(signs_at, y - SIGN_HEIGHT // 2, SIGN_WIDTH, SIGN_HEIGHT)
        spots += [each._replace(box=each.box.moved(tracks_at, y)) for each in row.spots]
        if row.fold is not None:
            folds.append(row.fold._replace(box=row.fold.box.moved(tracks_at, y)))
        ends[name] = row.end.moved(tracks_at, y)
    high = len(rows) * step - _ROW_GAP
    station = spot(in_middle(trains.station), Box(-reach, high // 2 - half, half, 2 * half), 1)
    chain = Chain.of(half, (station, *in_order_of_play(spots, trains.placed)), ends, folds, signs)
    # room for all rows, even empty ones: later tiles move nothing
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, high)))


class TrainsGeometry(FormGeometry[Trains]):
    """Trains in rows."""

    result_sizes: ClassVar[Sequence[int]] = (36,)

    @property
    def sizes(self) -> Sequence[int]:
        """The only size."""
        return (_HALF_OF_TRAINS.get(len(self.layout.ends), 42),)

    def place(self, half: int, *, fold: bool = False, min_pitch: int = 0) -> Chain:
        """Lay out the trains. Few trains may turn back; tiles that lack room are folded away in any case."""
        del fold
        turns = 1 if len(self.layout.ends) <= _FEW else 0
        return train_rows(self.layout, half, REACH, turns, min_pitch)

    def pitch(self, chain: Chain) -> int:
        """Return the distance from one train down to the next."""
        first, second, *_ = chain.signs.values()
        return second.y - first.y
