"""Layout of the Mexican train: the station on the left, and each train in a row of its own.

A row begins with the train's sign. If there are few trains, one that is too long for its row turns back below it; else
its first tiles are folded away, several at once: the other tiles seldom move. All trains take two rows as soon
as one does: the trains below it move only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from engine.layouts import Placed, Trains, in_middle
from render.geometry.boxes import Box, Chain, Fold, Spot, join_chains
from render.geometry.dimensions import MIN_END, REACH
from render.geometry.forms.form import FormGeometry
from render.geometry.snake import Arm, min_folded, row_pitch

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


def end_size(half: int) -> int:
    """Return the side of a train's open end in pixels: ends have to stand out."""
    return max(half * 5 // 8 * 2, MIN_END)


def _row(name: str, train: Sequence[Placed], half: int, wide: int, folded: int) -> tuple[Chain, int]:
    """Lay out a train on a track ``wide`` pixels long, with its first tiles folded away.

    Returns:
        The chain around (0, 0), the left end of the track, and the number of turns.

    """
    folds = [Fold(Box(0, -half // 2, FOLD_WIDTH, half), folded)] if folded else []
    # an arm measures its reach from the middle of the track
    middle = wide // 2
    arm = Arm(half, middle, (FOLD_WIDTH if folded else 0) - middle, end_size(half))
    spots: list[Spot] = []
    for placed in train[folded:]:
        box, x, y = arm.next(placed.crosswise)
        spots.append(Spot.of(placed, box.moved(middle, 0), x + y))
    return Chain.of(half, spots, {name: _end(arm).moved(middle, 0)}, folds), arm.turns


def _end(arm: Arm) -> Box:
    """Return the box of an arm's open end, larger than a half."""
    large = arm.end
    if not arm.leg:
        return Box(arm.x if arm.heading > 0 else arm.x - large, arm.y - large // 2, large, large)
    box, x, _ = arm.next(across=False)
    return Box(box.x if x > 0 else box.right - large, box.y, large, large)


def _fit(name: str, train: Sequence[Placed], half: int, wide: int, turns: int) -> tuple[Chain, int]:
    """Lay out a train on as many rows as it may take, folding as few tiles as possible."""
    step = _FOLD_STEP * (turns + 1)
    needed = min_folded(train, half, wide, turns + 1)
    for folded in range(needed // step * step, len(train), step):
        chain, turned = _row(name, train, half, wide, folded)
        if turned <= turns:
            return chain, turned
    return _row(name, train, half, wide, len(train))


def train_rows(trains: Trains, half: int, reach: int, turns: int, min_pitch: int = 0) -> Chain:
    """Lay out all trains.

    Args:
        trains: the trains.
        half: the side of a half in pixels, even.
        reach: the maximum distance to the left and right of the middle, in pixels.
        turns: the maximum number of times that a train turns back before its tiles are folded away.
        min_pitch: the minimum distance from one train down to the next, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. Its first spot is the station; the signs have the names of
        the ends.

    """
    signs_at = -reach + half + _STATION_GAP
    tracks_at = signs_at + SIGN_WIDTH + _GAP
    wide = (reach - tracks_at) // 2 * 2
    rows = [_fit(name, trains.train(name), half, wide, turns) for name in trains.ends]
    turned = max(count for _, count in rows)
    step = max(2 * half + _ROW_GAP + turned * row_pitch(half), min_pitch)
    high = len(rows) * step - _ROW_GAP
    station = Spot.of(in_middle(trains.station), Box(-reach, high // 2 - half, half, 2 * half), 1)
    parts = [Chain.of(half, [station])]
    for number, (name, (row, _)) in enumerate(zip(trains.ends, rows, strict=True)):
        y = half + number * step
        sign = Box(signs_at, y - SIGN_HEIGHT // 2, SIGN_WIDTH, SIGN_HEIGHT)
        parts.append(row.moved(tracks_at, y)._replace(signs={name: sign}))
    chain = join_chains(trains, half, parts)
    # room for all rows, even empty ones: later tiles move nothing
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, high)))


class TrainsGeometry(FormGeometry[Trains]):
    """Trains in rows."""

    result_sizes: ClassVar[Sequence[int]] = (36,)

    @property
    def sizes(self) -> Sequence[int]:
        """The only size."""
        return (_HALF_OF_TRAINS.get(len(self.layout.ends), 42),)

    def place(self, half: int) -> Chain:
        """Lay out the trains; tiles that lack room are folded away in any case."""
        return self.place_folded(half)

    def place_folded(self, half: int, min_pitch: int = 0) -> Chain:
        """Lay out the trains. Few trains may turn back before their tiles are folded away."""
        turns = 1 if len(self.layout.ends) <= _FEW else 0
        return train_rows(self.layout, half, REACH, turns, min_pitch)

    def pitch(self, chain: Chain) -> int:
        """Return the distance from one train down to the next."""
        first, second, *_ = chain.signs.values()
        return second.y - first.y
