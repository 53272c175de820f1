"""The base of the classes that draw a form of table."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import ClassVar, Generic, TypeVar

from engine.layouts import Layout
from engine.tiles import Tile
from engine.view import View
from render.geometry.boxes import Chain
from render.geometry.forms import geometry_of
from render.pixels.canvas import Canvas
from render.pixels.frame import SMALL
from render.pixels.typography.text import Style

LABEL = Style(22, 700)
"""Small text on signs between tiles."""

L = TypeVar("L", bound=Layout)


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

    def rim_note(self) -> str | None:
        """Return the text on the rim of a hand; empty for none, None for the open ends."""
        return None

    def figure_below(self, tile: Tile, *, fits: bool) -> str | None:
        """Return the figure below a tile of a hand; empty for none, None for the ends that the tile fits.

        Args:
            tile: the tile.
            fits: whether the seat may lay it.

        """
        return None
