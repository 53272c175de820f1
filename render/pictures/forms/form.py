"""The base of the classes that draw a form of table."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import ClassVar, Generic, NamedTuple, TypeVar

from engine.actions import Play
from engine.layouts import Layout
from engine.tiles import Tile
from engine.view import View
from render.geometry.boxes import Chain
from render.geometry.forms import geometry_of
from render.pixels.canvas import Canvas
from render.pixels.frame import SMALL
from render.pixels.typography.text import Style
from render.text.accepted_halves import accepts_label
from render.text.end_labels import ends_in_order, live_ends
from render.text.forms import text_form
from render.text.sentences import end_name
from render.text.tile_rows import RowTile

LABEL = Style(22, 700)
"""Small text on signs between tiles."""

L = TypeVar("L", bound=Layout)


class EndTile(NamedTuple):
    """A tile at an open end, lying down, in the picture of a hand.

    Attributes:
        name: the end's name; empty where the half tells the end.
        first: the left half.
        second: the right half.
        before: the half that fits to the left of the tile; empty if the end is not there.
        after: the half that fits to the right of it.
        fits: whether a tile of the hand fits.
        marked: whether players look at it, as at a double to be covered.

    """

    name: str
    first: int
    second: int
    before: str = ""
    after: str = ""
    fits: bool = True
    marked: bool = False


class FormPicture(Generic[L]):
    """The drawing of one form of table. A form overrides what differs from the defaults.

    Args:
        view: the match.
        layout: its table.
        names: each seat's drawable name; empty for an example.
        t: the catalog of the reader's language.

    """

    fold_style: ClassVar[Style] = SMALL
    """The style of the number of folded tiles."""
    has_close_rows: ClassVar[bool] = False
    """Whether lines lie so close that a tile's frame covers tiles of the next line."""

    def __init__(self, view: View, layout: L, names: Sequence[str], t: NullTranslations) -> None:
        self.view = view
        self.layout = layout
        self.names = names
        self.t = t

    def name(self, seat: int) -> str:
        """Return a seat's name, or its number in an example."""
        if seat < len(self.names):
            return self.names[seat]
        return self.t.gettext("Player {number}").format(number=seat + 1)

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw everything except tiles, folds and ends.

        Args:
            canvas: the picture.
            chain: the tiles and signs, in their places on the canvas.
            labels: whether ends have labels.

        """

    def fold_note(self, count: int) -> str:
        """Return the text on the box that stands for folded tiles."""
        return self.t.ngettext("… {count} tile …", "… {count} tiles …", count).format(count=count)

    def named_ends(self, chain: Chain) -> Sequence[str]:
        """Return the ends that have their name beside them; none if signs name them."""
        return [*chain.ends] if geometry_of(self.view).labels_ends else []

    def rim_note(self) -> str:
        """Return the text on the rim of a hand; empty for none."""
        return ""

    def hand_ends(self) -> Sequence[EndTile]:
        """Return the ends that the viewer chooses from, in the order of their buttons."""
        return [self._end_tile(end) for end in ends_in_order(self.view) if end in live_ends(self.view)]

    def _end_tile(self, end: str) -> EndTile:
        tile, focus = self.tile_at(end), self.layout.focus
        return EndTile(
            self.name_of(end),
            tile.first,
            tile.second,
            after=self.taken(end),
            fits=self.fits(end),
            marked=focus is not None and tile.tile == focus.tile,
        )

    def tile_at(self, end: str) -> RowTile:
        """Return the last tile at an end, its outer half second."""
        row = next((each for each in text_form(self.view, self.t).rows() if each.end == end), None)
        if row is not None and row.tiles:
            return row.tiles[-1]
        tile = (row and row.origin) or self.layout.station or self.layout.placed[0].tile
        half = self.view.ends[end]
        return RowTile(tile, tile.other(half), half)

    def name_of(self, end: str) -> str:
        """Return the name of an end in the picture of a hand."""
        return end_name(end, self.t, self.names, self.view.seat)

    def taken(self, end: str) -> str:
        """Return the half that an end takes."""
        return accepts_label(self.view, self.view.ends[end])

    def fits(self, *ends: str) -> bool:
        """Whether the viewer may lay a tile at one of some ends."""
        return any(isinstance(move, Play) and move.end in ends for move in self.view.legal)

    def figure_below(self, tile: Tile, *, fits: bool) -> str | None:
        """Return the figure below a tile of a hand; empty for none, None for the ends that the tile fits.

        Args:
            tile: the tile.
            fits: whether the seat may lay it.

        """
        return None
