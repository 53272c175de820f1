"""Layout of tricks: four places around the middle, one for each seat, between the contract and the last trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from engine.layouts import Placed, Tricks
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.dimensions import REACH
from render.geometry.forms.form import FormGeometry
from render.geometry.seating import seating

CONTRACT: Final = "contract"
"""The sign with the bid, trump and the points."""
LAST: Final = "last"
"""The sign with the last trick."""
HEADING: Final = "heading"
"""The sign above the trick."""
SIDE_WIDTH: Final = 292
"""The width of the contract and of the last trick, in pixels."""
TRICK_HEIGHT: Final = 412
_HEADING_HEIGHT: Final = 40
_SMALL_HALF: Final = 56
"""The side of a half in the last trick, in pixels."""
_APART: Final = 20
_COLUMNS: Final = 4
_RESULT_HALF: Final = 48
"""The side of a half in the tricks of a deal, in pixels."""
_LABEL: Final = 40


def seat_sign(seat: int) -> str:
    """Return the name of the sign at the place of a seat that has not laid a tile."""
    return f"seat{seat}"


def trick_sign(number: int) -> str:
    """Return the name of the sign below a complete trick, by its number from 0."""
    return f"trick{number}"


def places(room: Box, half: int, clockwise: bool) -> list[Box]:
    """Return the place of each seat's tile, upright, in the same corners as the plates."""
    across, down = room.w // 4, room.h // 4
    x, y = room.centre
    seats = seating(4, room.w, clockwise)
    left = min(box.x for _, box in seats)
    return [
        Box(
            x + (-across if box.x == left else across) - half // 2,
            y + (-down if above else down) - half,
            half,
            2 * half,
        )
        for above, box in seats
    ]


def _spot(placed: Placed, box: Box) -> Spot:
    return Spot(placed, box, placed.tile.high, placed.tile.low)


def trick_table(tricks: Tricks, half: int, clockwise: bool) -> Chain:
    """Lay out the trick that has been begun.

    Args:
        tricks: the tricks so far.
        half: the side of a half in pixels.
        clockwise: whether turns go clockwise.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0; its size does not change during a deal.

    """
    middle = Box(-REACH + SIDE_WIDTH + _APART, _HEADING_HEIGHT, 2 * (REACH - SIDE_WIDTH - _APART), 0)
    middle = middle._replace(h=TRICK_HEIGHT - _HEADING_HEIGHT)
    at = places(middle, half, clockwise)
    trick = {each.seat: each for each in tricks.trick}
    signs = {
        CONTRACT: Box(-REACH, 0, SIDE_WIDTH, TRICK_HEIGHT),
        LAST: Box(REACH - SIDE_WIDTH, 0, SIDE_WIDTH, TRICK_HEIGHT),
        HEADING: Box(middle.x, 0, middle.w, _HEADING_HEIGHT),
        **{seat_sign(seat): box.grown(half // 4) for seat, box in enumerate(at) if seat not in trick},
    }
    spots = [_spot(each, at[each.seat or 0]) for each in tricks.trick]
    return Chain.of(half, spots, signs=signs)


def last_trick(room: Box, tricks: Tricks, clockwise: bool) -> Chain:
    """Lay out the last complete trick in a room."""
    at = places(room, _SMALL_HALF, clockwise)
    return Chain.of(_SMALL_HALF, [_spot(each, at[each.seat or 0]) for each in tricks.last_trick])


def all_tricks(tricks: Tricks, half: int, reach: int) -> Chain:
    """Lay out the complete tricks of a deal in rows, the tiles of each side by side, with a sign below each."""
    step = 2 * reach // _COLUMNS
    spots: list[Spot] = []
    signs: dict[str, Box] = {}
    count = len(tricks.taken_by)
    for number in range(count):
        row, column = divmod(number, _COLUMNS)
        in_row = min(_COLUMNS, count - row * _COLUMNS)
        x = column * step - in_row * step // 2 + (step - 4 * (half + 4) + 4) // 2
        y = row * (2 * half + _LABEL + 16)
        spots += _side_by_side(tricks.complete(number), x, y, half)
        signs[trick_sign(number)] = Box(x - 8, y + 2 * half + 4, 4 * (half + 4) + 12, _LABEL)
    return Chain.of(half, spots, signs=signs)


def _side_by_side(trick: Sequence[Placed], x: int, y: int, half: int) -> list[Spot]:
    return [_spot(each, Box(x + at * (half + 4), y, half, 2 * half)) for at, each in enumerate(trick)]


class TricksGeometry(FormGeometry[Tricks]):
    """The trick that has been begun, with the contract and the last trick; at the end of a deal all tricks."""

    constant_sizes: ClassVar[Sequence[int]] = (72,)

    def place(self, half: int) -> Chain:
        """Lay out the trick; its height is constant."""
        return trick_table(self.layout, half, self.view.clockwise)

    def lay_out_compactly(self, sizes: Sequence[int], max_height: int) -> Chain:
        """Lay out the trick in its only size."""
        return self.lay_out()

    def lay_out_result(self) -> Chain:
        """Lay out all tricks of the deal."""
        return all_tricks(self.layout, _RESULT_HALF, REACH)
