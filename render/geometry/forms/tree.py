"""The places of a cross, a forking line, and a line with one spinner: arms and branches find their ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, TypeVar

from engine.layouts import Branches, Cross, Spinners
from render.geometry.boxes import Chain, bounds_of
from render.geometry.branching.occupancy import Field
from render.geometry.branching.tree import tree
from render.geometry.dimensions import MAX_TABLE_HEIGHT, MIN_HALF, REACH
from render.geometry.end_labels import LABEL_ROOM
from render.geometry.forms.form import FormGeometry

_GROWTH_STEP: Final = 2
"""The steps, in halves of a half, by which the room below the first tile grows."""
_MAX_HEIGHT: Final = MAX_TABLE_HEIGHT - 2 * LABEL_ROOM
"""The maximum height of the tiles, in pixels."""
_ROOMS: Final[Mapping[int, tuple[int, int]]] = {72: (216, 216), 60: (180, 240), 52: (208, 260)} | {
    half: (half * 9 // 2, _MAX_HEIGHT - half * 9 // 2) for half in (44, 38, MIN_HALF)
}
"""By the side of a half, the maximum distances above and below the first tile, in pixels.

The up and down arms of a cross need six halves of a half to begin.
"""

_LARGE: Final = 52
"""The smallest size at which a table without room shrinks at once, and moves no earlier tiles."""

T = TypeVar("T", Cross, Branches, Spinners)


class TreeGeometry(FormGeometry[T]):
    """A table that branches; the first tile lies in the middle."""

    constant_sizes: ClassVar[Sequence[int]] = tuple(_ROOMS)
    max_tiles_at_largest: ClassVar[int] = 12
    labels_ends: ClassVar[bool] = True
    max_result_height: ClassVar[int] = 380
    forks: ClassVar[bool] = False
    """Whether tiles across the line fork it."""
    is_line: ClassVar[bool] = False
    """Whether the table is a line with a spinner."""

    def place(self, half: int) -> Chain | None:
        """Lay out the table without folds."""
        return self._place(half, fold=False)

    def place_folded(self, half: int, min_pitches: Sequence[int] = ()) -> Chain:
        """Lay out the table; a picture that is too high is better than none."""
        chain = self._place(half, fold=True) or self.grow(half, _ROOMS[half][0], 2 * _MAX_HEIGHT, fold=True)
        assert chain is not None, "a folded table fits"
        return chain

    def _place(self, half: int, *, fold: bool, shown_half: int = 0) -> Chain | None:
        # trying a smaller size takes less time than a search
        return self.grow(half, *_ROOMS[half], fold=fold, patient=half < _LARGE, shown_half=shown_half)

    def grow(
        self, half: int, up: int, down: int, *, fold: bool = False, patient: bool = True, shown_half: int = 0
    ) -> Chain | None:
        """Lay out the table in a given room.

        Args:
            half: the side of a half.
            up: the maximum distance above the first tile's middle.
            down: the maximum distance below it.
            fold: whether to fold away tiles that do not fit.
            patient: whether to search for other places of earlier tiles if one does not fit.
            shown_half: the side of a half in the chain; 0 for ``half``.

        Returns:
            The chain around (0, 0), the middle of the first tile; None if it does not fit.

        """
        unit = half // 2
        field = Field(
            REACH // unit, up // unit, down // unit, min(up, down) // unit, self.forks, self.is_line, half < _LARGE
        )
        return tree(self.layout.placed, field, half, REACH, fold=fold, patient=patient, shown_half=shown_half)

    def place_compactly(self, half: int, max_height: int, *, smallest: bool) -> Chain | None:
        """Lay out the table with as much room above its first tile as below it."""
        middle = max_height // 2
        chain = self.grow(half, middle, middle, fold=smallest, patient=smallest)
        if chain is not None or not smallest:
            return chain
        # a tree that forks to one side may fit with more room on that side
        quarter = max_height // 4
        chain = self.grow(half, quarter, max_height - quarter, fold=True)
        return chain or self.grow(half, max_height - quarter, quarter, fold=True)

    def extent(self, chain: Chain) -> tuple[int, int]:
        """Return the room above the first tile, which is constant, and below it, which grows in steps."""
        up, most = _ROOMS[chain.half]
        step = _GROWTH_STEP * chain.half // 2
        down = max(min(-(-chain.room.bottom // step) * step, most), chain.room.bottom)
        return up + LABEL_ROOM, down + LABEL_ROOM

    def lay_out_result(self) -> Chain:
        """Lay out the table as it was shown in play if it fits: that saves a search for places, too."""
        return self.resized(self.result_sizes, self.max_result_height) or super().lay_out_result()

    def resized(self, sizes: Sequence[int], max_height: int) -> Chain | None:
        """Lay out the table as :meth:`lay_out` does, and show it in another size.

        Args:
            sizes: the sides of a half to try, the best first.
            max_height: the maximum height of the tiles.

        Returns:
            The chain; None if it fits in none of these sizes.

        """
        table = self.lay_out()
        bounds = bounds_of(table.boxes)
        for half in sizes:
            if bounds.h * half <= max_height * table.half and bounds.w * half <= 2 * REACH * table.half:
                return self._place(table.half, fold=table.half == MIN_HALF, shown_half=half)
        return None


class CrossGeometry(TreeGeometry[Cross]):
    """A cross."""


class BranchesGeometry(TreeGeometry[Branches]):
    """A line that tiles across fork."""

    forks: ClassVar[bool] = True


class SpinnerGeometry(TreeGeometry[Spinners]):
    """A line with one spinner."""

    is_line: ClassVar[bool] = True
