"""Layout of the Mexican train: the station on the left, and each train in a row of its own.

A row begins with the plate of the train's player. Tiles have a few sizes: the longest train decides. If there are few
trains, one that is too long for its row turns back below it. At the smallest size the first tiles of a train are folded
away, several at once: the other tiles seldom move. A train that turns back moves those below it once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Final

from engine.layouts import MEXICAN, Placed, Trains, in_middle
from render.geometry.boxes import Box, Chain, Fold, Spot, join_chains
from render.geometry.dimensions import MIN_END, REACH
from render.geometry.forms.form import FormGeometry
from render.geometry.seating import NARROW_HEIGHT
from render.geometry.snake import Arm, min_folded, row_pitch

SIGN_WIDTH: Final = 216
"""The width of a train's sign in pixels."""
SIGN_HEIGHT: Final = 52
_STATION_GAP: Final = 30
"""The distance between the station and the signs, in pixels."""
FOLD_WIDTH: Final = 108
"""The width of the box that stands for folded tiles, in pixels."""
_FOLD_STEP: Final = 4
"""The number of tiles folded away at once, per row."""
_SIZES: Final = {3: (72, 66, 54), 4: (66, 54), 5: (54, 48)}
"""By number of trains, the sides of a half on a table. Few trains may turn back at their smallest size."""
_MANY_SIZES: Final = (54, 46, 40)
"""The same for more trains; the smallest has digits six pixels high on a phone 340 pixels wide."""
_PITCHES: Final = {3: (187, 231), 4: (140, 231), 5: (116, 206), 6: (116, 174)}
"""By number of trains, the distance from one that doesn't turn back down to the next, and from one that does."""
_MANY_PITCHES: Final = (NARROW_HEIGHT + 6,)
"""The same for more trains, which don't turn back."""
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
    """Lay out a train on as many rows as it may take, folding as few tiles as possible; it then keeps all its rows."""
    step = _FOLD_STEP + 2 * turns
    needed = min_folded(train, half, wide, turns + 1)
    for folded in range(needed // step * step, max(len(train), 1), step):
        chain, turned = _row(name, train, half, wide, folded)
        if turned <= turns:
            return chain, turns if folded else turned
    return _row(name, train, half, wide, len(train))[0], turns


def _pitch(half: int, turns: int) -> int:
    """Return the distance that a train needs down to the next, in pixels."""
    return 2 * half + _ROW_GAP + turns * row_pitch(half)


def train_rows(
    trains: Trains, half: int, pitches: Sequence[int], min_pitches: Sequence[int] = (), sign_height: int = SIGN_HEIGHT
) -> Chain:
    """Lay out all trains.

    Args:
        trains: the trains.
        half: the side of a half in pixels, even.
        pitches: the minimum distance from a train down to the next, in pixels, by the number of its turns; a train
            that would turn back more often is folded.
        min_pitches: the same by train; empty for none.
        sign_height: the height of a player's sign, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. Its first spot is the station; the signs have the names of
        the ends.

    """
    signs_at = -REACH + half + _STATION_GAP
    tracks_at = signs_at + SIGN_WIDTH + _GAP
    wide = (REACH - tracks_at) // 2 * 2
    rows = [_fit(name, trains.train(name), half, wide, len(pitches) - 1) for name in trains.ends]
    steps = [max(_pitch(half, turned), pitches[turned]) for _, turned in rows]
    steps = [*map(max, steps, min_pitches or steps)]
    above = max(half, sign_height // 2)
    # the second row of the last train lies as far below the sign as any other
    high = sum(steps) - _ROW_GAP + (above - half if len(pitches) > 1 else 0)
    station = Spot.of(in_middle(trains.station), Box(-REACH, high // 2 - half, half, 2 * half), 1)
    parts = [Chain.of(half, [station])]
    top = 0
    for name, (row, _), step in zip(trains.ends, rows, steps, strict=True):
        sign_high = SIGN_HEIGHT if name == MEXICAN else sign_height
        y = top + above
        sign = Box(signs_at, y - sign_high // 2, SIGN_WIDTH, sign_high)
        parts.append(row.moved(tracks_at, y)._replace(signs={name: sign}))
        top += step
    chain = join_chains(trains, half, parts)
    # room for all rows, even empty ones: later tiles move nothing
    return chain._replace(bounds=chain.bounds.joined(Box(-REACH, 0, 2 * REACH, high)))


class TrainsGeometry(FormGeometry[Trains]):
    """Trains in rows."""

    has_plates: ClassVar[bool] = True
    result_sizes: ClassVar[Sequence[int]] = (36,)

    @property
    def sizes(self) -> Sequence[int]:
        """The sides of a half, by the number of trains."""
        return _SIZES.get(len(self.layout.ends), _MANY_SIZES)

    @property
    def _pitches(self) -> Sequence[int]:
        """The distance from a train down to the next, by the number of its turns."""
        return _PITCHES.get(len(self.layout.ends), _MANY_PITCHES)

    def place(self, half: int) -> Chain | None:
        """Lay out the trains at a size; return None if they are too long or too high."""
        for turns, pitch in enumerate(self._pitches):
            chain = train_rows(self.layout, half, self._pitches[: turns + 1], sign_height=NARROW_HEIGHT)
            if _pitch(half, turns) <= pitch and not chain.folds:
                return chain
        return None

    def place_folded(self, half: int, min_pitches: Sequence[int] = ()) -> Chain:
        """Lay out the trains. Few trains may turn back before their tiles are folded away."""
        return train_rows(self.layout, half, self._pitches, min_pitches, NARROW_HEIGHT)

    def place_compactly(self, half: int, max_height: int, *, smallest: bool) -> Chain | None:
        """Lay out the trains with their names alone."""
        chain = train_rows(self.layout, half, (0,) * len(self._pitches))
        return chain if smallest or chain.bounds.h <= max_height else None

    def pitches(self, chain: Chain) -> tuple[int, ...]:
        """Return by train the distance down to the next."""
        rows = [box.centre[1] for box in chain.signs.values()]
        distances = [below - above for above, below in pairwise(rows)]
        return (*distances, chain.bounds.h + _ROW_GAP - sum(distances))
