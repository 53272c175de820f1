"""Lays out the Mexican train: the engine on the left, and each train in a row of its own.

A row begins with room for its sign. A train too long for its row comes back below it where there are few trains, and
else its first tiles are folded away, several at once, so that the others seldom move. All trains take two rows as soon
as one does, so that those below it move once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.layouts import START, Placed, Trains
from render.geometry.boxes import Box, Chain, Fold, Spot
from render.geometry.dimensions import MIN_END
from render.geometry.snake import ROW_PITCH, Arm, min_folded, spot

SIGN_WIDTH: Final = 206
"""The width of a train's sign in pixels."""
SIGN_HEIGHT: Final = 52
_STATION_GAP: Final = 44
"""How far the engine stands from the signs, in pixels."""
FOLD_WIDTH: Final = 176
"""The width of the room that stands for folded tiles, in pixels."""
_FOLD_STEP: Final = 4
"""How many tiles are folded away at once, a row."""
_GAP: Final = 10


def train_pitch(chain: Chain) -> int:
    """Give how far one train lies below the other, in pixels."""
    first, second, *_ = chain.signs.values()
    return second.y - first.y


class _Row(NamedTuple):
    """A train around (0, 0), the left edge of its track.

    Attributes:
        spots: its tiles.
        fold: what is folded away.
        end: room for its open end, larger than a half.
        turns: how often it turns, the tile to come included.

    """

    spots: tuple[Spot, ...]
    fold: Fold | None
    end: Box
    turns: int


def end_size(half: int) -> int:
    """Give the size of the room for a train's end in pixels: it has to be seen first."""
    return max(half * 5 // 8 * 2, MIN_END)


def _row(train: Sequence[Placed], half: int, wide: int, folded: int) -> _Row:
    """Lay a train of tiles on a track ``wide`` pixels long, without the first ones."""
    fold = Fold(Box(0, -half // 2, FOLD_WIDTH, half), folded) if folded else None
    # an arm measures its reach from the middle of the track
    middle = wide // 2
    arm = Arm(half, middle, (FOLD_WIDTH if folded else 0) - middle, depth=half // 2)
    spots: list[Spot] = []
    for placed in train[folded:]:
        box, x, y = arm.next(placed.across)
        spots.append(spot(placed, box.moved(middle, 0), x + y))
    large = end_size(half)
    if not arm.leg and arm.heading * arm.x + large <= middle:
        # there is room for the end, if not for one more tile
        left, top = arm.x - (0 if arm.heading > 0 else large), arm.y - large // 2
    else:
        box, x, _ = arm.next(across=False)
        left = box.x - (0 if x > 0 else large - box.w if x < 0 else (large - half) // 2)
        top = box.y
    return _Row(tuple(spots), fold, Box(left + middle, top, large, large), arm.turns)


def _fit(train: Sequence[Placed], half: int, wide: int, turns: int) -> _Row:
    """Lay a train on as many rows as it may take, folding as little as need be."""
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
        trains: the table.
        half: the side of a half in pixels, even.
        reach: how far to the left and right of the middle it may reach, in pixels.
        turns: how often a train may turn back before it is folded.
        apart: how far one train lies below the other at least, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0. Its first spot is the engine; the signs have the names of
        the ends.

    """
    signs_at = -reach + half + _STATION_GAP
    tracks_at = signs_at + SIGN_WIDTH + _GAP
    wide = (reach - tracks_at) // 2 * 2
    rows = {name: _fit(trains.train(name), half, wide, turns) for name in trains.ends}
    taken = max(row.turns for row in rows.values())
    step = max(2 * half + _GAP + taken * ROW_PITCH * half // 2, min_pitch)
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
    high = len(rows) * step - _GAP
    engine = Placed(trains.engine, START, trains.engine.high, trains.engine.low, None, across=True)
    first = spot(engine, Box(-reach, high // 2 - half, half, 2 * half), 1)
    order = {placed: number for number, placed in enumerate(trains.placed)}
    spots.sort(key=lambda each: order[each.placed])
    chain = Chain.of(half, (first, *spots), ends, folds, signs)
    # room for all rows, whatever lies in them, so that nothing moves with what comes
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, high)))
