"""The facts of a table that every form of it can answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Final, Self

from engine.actions import Move, Play
from engine.layouts.placed import Placed
from engine.tiles import Tile

MAX_ENDS: Final = 16
"""How many ends a table can have; chicken feet have more."""


class Form:
    """A table of any form. A form overrides what differs from the defaults: no station, no markers, no bids.

    A form's fields come first among its bases, so that a field answers for a member of the same name.
    """

    __slots__ = ()

    has_ends: ClassVar[bool] = True
    """Whether tiles are laid at ends that they must match: false for a pile, tricks and a grid."""
    has_own_ends: ClassVar[bool] = False
    """Whether each seat has an end of its own, its train (:func:`engine.layouts.train_of`)."""
    has_tricks: ClassVar[bool] = False
    """Whether seats bid, name trump and take tricks."""
    is_face_down: ClassVar[bool] = False
    """Whether tiles lie face down, and are flipped in place of laid."""
    ends_stay_open: ClassVar[bool] = False
    """Whether any seat may lay a tile at any end at any time."""
    equal_ends_alike: ClassVar[bool] = False
    """Whether a tile may go to either of two ends that show the same number, without any difference for the deal."""
    offers_alike_ends: ClassVar[bool] = False
    """Whether players choose between such ends all the same."""

    placed: tuple[Placed, ...] = ()
    """The tiles laid, in order of play."""
    station: Tile | None = None
    """The double laid by the rules in the middle, around which lines begin."""
    markers: tuple[int, ...] = ()
    """The seats with a marker at their own end, ascending."""
    open_double: str | None = None
    """The end with a double that must be covered, or None."""
    short_ends_count: bool = False
    """Whether short ends of a spinner without a tile count for the outer total."""
    total: int | None = None
    """The running total of a pile; None for other forms."""
    bidder: int | None = None
    """The seat with the highest bid; None before the first, and where nobody bids."""
    trump: str | None = None
    """The trump, as named; None until then, and where there is none."""
    face_up: tuple[int, ...] = ()
    """The positions of the last one or two tiles flipped, in order."""

    @classmethod
    def of(cls, layout: Form) -> Self:
        """Return ``layout``, a table of this form: for rules and bots that know no other."""
        assert isinstance(layout, cls), f"{layout!r} is of another form"
        return layout

    @property
    def ends(self) -> Mapping[str, int]:
        """The number that each end shows."""
        return {}

    @property
    def open_ends(self) -> Mapping[str, int]:
        """The ends that can take a tile now, with their numbers."""
        return self.ends

    @property
    def max_ends(self) -> int:
        """The most ends that a table can have in play."""
        return MAX_ENDS

    def showing(self, number: int) -> Self:
        """Return the table as though every end were open and showed ``number``; without ends, the same table."""
        table: Any = self
        return table._replace(ends=dict.fromkeys(self.ends, number)) if self.has_ends else self

    @property
    def new_ends(self) -> Collection[str]:
        """The ends beside the first ones that have no tile yet: arms, short sides of a spinner, toes."""
        return ()

    def is_used_up(self, end: str) -> bool:
        """Return whether no tile is left for ``end``; False where the form does not say."""
        del end
        return False

    @property
    def focus(self) -> Placed | None:
        """The tile that players look at: a double to be covered or surrounded, the best of a trick; else None."""
        return None

    @property
    def first_flipped(self) -> int | None:
        """The position of the first flipped tile of a pair, until the second is flipped; else None."""
        return None

    def tile_at(self, position: int) -> Tile | None:
        """Return the tile at a position of a grid; None if it is taken or not known."""
        del position
        return None

    @property
    def positions(self) -> Collection[int]:
        """The positions of a grid that still hold a tile."""
        return ()

    def flipped_back(self) -> Self:
        """Return the table with every tile face down, where tiles are flipped."""
        return self

    def public(self) -> Self:
        """Return the table as players see it."""
        return self

    def equivalence_key(self, move: Move, *, scoring: bool = False) -> object:
        """Return a key that equivalent moves share: of two alike ends that show the same number, either will do.

        Args:
            move: a legal move.
            scoring: whether plays score, so that ends differ by their tiles, too.

        """
        if self.equal_ends_alike and not scoring and isinstance(move, Play) and move.end in self.ends:
            return move.tile, self.ends[move.end], move.facing
        return move

    def facts(self) -> Mapping[str, Any]:
        """Return the facts besides the ends, in values of JSON (game record, "Replaying")."""
        return {}
