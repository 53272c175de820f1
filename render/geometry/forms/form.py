"""The base of the classes that place the tiles of a form of table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, Generic, TypeVar

from engine.layouts import Layout
from engine.view import View
from render.geometry.boxes import Chain
from render.geometry.dimensions import MIN_HALF

RESULT_SIZES: Final = (42, 38, 34, 32)
"""The sides of a half at the end of a deal, in pixels, the best first."""

L = TypeVar("L", bound=Layout)


class FormGeometry(ABC, Generic[L]):
    """The places of the tiles on one form of table. A form overrides what differs from the defaults.

    Lengths are in pixels. Sides of a half are even. Chains lie around x 0.

    Args:
        view: the match.
        layout: its table.

    """

    constant_sizes: ClassVar[Sequence[int]] = (MIN_HALF,)
    """The :attr:`sizes`, unless they depend on the match."""
    max_tiles_at_largest: ClassVar[int] = 1000
    """The maximum number of tiles of the largest size: more would make files too large."""
    labels_ends: ClassVar[bool] = False
    """Whether names stand beside the ends, and need room."""
    has_plates: ClassVar[bool] = False
    """Whether signs of the table are the players' plates, which need no rows above and below it."""
    is_centred: ClassVar[bool] = False
    """Whether x 0 stays in the middle of the picture at the end of a deal, wherever the tiles lie."""
    result_sizes: ClassVar[Sequence[int]] = RESULT_SIZES
    """The sides of a half to try at the end of a deal, the best first."""
    max_result_height: ClassVar[int] = 340
    """The maximum height at the end of a deal."""

    def __init__(self, view: View, layout: L) -> None:
        self.view = view
        self.layout = layout

    @property
    def sizes(self) -> Sequence[int]:
        """The sides of a half in which the table may be drawn, the best first."""
        return self.constant_sizes[len(self.layout.placed) > self.max_tiles_at_largest :]

    @abstractmethod
    def place(self, half: int) -> Chain | None:
        """Lay out the tiles at a size; return None if they do not fit."""

    def place_folded(self, half: int, min_pitches: Sequence[int] = ()) -> Chain:
        """Lay out the tiles at a size, and fold away those that do not fit.

        Args:
            half: the side of a half.
            min_pitches: by train, the minimum distance down to the next.

        """
        chain = self.place(half)
        assert chain is not None, "a table that is never folded fits"
        return chain

    def place_compactly(self, half: int, max_height: int, *, smallest: bool) -> Chain | None:
        """Lay out the tiles at a size, as low as possible.

        Args:
            half: the side of a half.
            max_height: the maximum height, which piles, grids and trains may exceed at the smallest size.
            smallest: whether there is no smaller size to try, so that tiles may be folded away.

        Returns:
            The chain; None if it does not fit.

        """
        chain = self.place(half)
        is_too_high = chain is not None and chain.bounds.h > max_height
        return None if is_too_high and not smallest else chain

    def extent(self, chain: Chain) -> tuple[int, int]:
        """Return the room that the tiles and their labels take above and below the middle."""
        return 0, chain.bounds.bottom

    def shared_extent(self, chains: Sequence[Chain], up: int, down: int) -> tuple[int, int]:
        """Return the room above and below the middle for all moments of a deal.

        Args:
            chains: the chain of each moment.
            up: the maximum room above the middle of any moment.
            down: the maximum room below it.

        """
        return up, down

    def pitches(self, chain: Chain) -> tuple[int, ...]:
        """Return by train the distance down to the next; empty for a table without trains."""
        return ()

    def lay_out(self, half: int = 0, min_pitches: Sequence[int] = ()) -> Chain:
        """Lay out the table as large as possible, for a picture that grows from move to move.

        Args:
            half: the side of a half; 0 for the largest of :attr:`sizes` that fits.
            min_pitches: by train, the minimum distance down to the next.

        """
        *larger, smallest = (half,) if half else self.sizes
        for each in larger:
            chain = self.place(each)
            if chain is not None:
                return chain
        return self.place_folded(smallest, min_pitches)

    def lay_out_compactly(self, sizes: Sequence[int], max_height: int) -> Chain:
        """Lay out the table as large as possible in a picture that does not grow.

        Args:
            sizes: the sides of a half to try, the best first.
            max_height: the maximum height, which piles, grids and trains may exceed.

        """
        for each in sizes:
            chain = self.place_compactly(each, max_height, smallest=each == sizes[-1])
            if chain is not None:
                return chain
        return self.place_folded(sizes[-1])

    def lay_out_result(self) -> Chain:
        """Lay out the table for the end of a deal."""
        return self.lay_out_compactly(self.result_sizes, self.max_result_height)
