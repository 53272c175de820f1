"""A player's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import NamedTuple

from engine.actions import Play
from engine.move_points import points_by_move
from engine.tiles import Tile
from engine.view import View
from render.pictures.chain import draw_badge
from render.pictures.forms import picture_of
from render.pictures.hand_ends import ROOM, EndStrip
from render.pictures.player_plate import shown_name
from render.pixels import frame, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite, draw_png
from render.pixels.colours import RGB
from render.pixels.frame import BASELINE, HEADER, RAIL, STRONG, WIDTH
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.accepted_halves import accepts_label
from render.text.fitting_tiles import fitting_ends, is_own_turn, whose_turn

_SUM = Style(34, 700)
_NEW = Style(26, 700)
_BADGE = 44
_SMALL_BADGE = 30
_LIFT = 16
_TAG = 30
_MAX_HALF = 116
_MAX_WIDE_HAND = 30
_MAX_COLUMNS = 12
_MIN_COLUMNS = 7
_FEW = 3


def _best_points(view: View) -> dict[Tile, int]:
    """Return the maximum points that each tile would score at once; tiles that would score none are left out."""
    best: dict[Tile, int] = {}
    for number, points in points_by_move(view).items():
        move = view.legal[number]
        assert isinstance(move, Play), "only a play scores"
        best[move.tile] = max(points, best.get(move.tile, 0))
    return best


@lru_cache(maxsize=32)
def _pill(theme: Theme, width: int, colour: RGB) -> Sprite:
    brush = Brush(width, _TAG)
    brush.rounded((0, 0, width, _TAG), _TAG / 2, colour)
    return brush.sprite(theme.table_palette, theme.ground, -width // 2)


def _columns(count: int) -> int:
    """Return the number of tiles side by side, in as few rows as possible."""
    most = 10 if count <= _MAX_WIDE_HAND else _MAX_COLUMNS
    rows = max(-(-count // most), 1)
    return max(-(-count // rows), _MIN_COLUMNS)


class Spot(NamedTuple):
    """A tile in its place: its left and upper edge in pixels."""

    tile: Tile
    x: int
    y: int


class Sheet:
    """The layout and the drawing of a hand's picture.

    Attributes:
        strip: the open ends, above the tiles.
        spots: the tiles.
        half: the side of their halves, in pixels.
        bottom: the y below all of it.

    """

    def __init__(self, view: View, names: Sequence[str], t: NullTranslations, *, ends: bool = True) -> None:
        self._view = view
        self._t = t
        self._form = picture_of(view, names, t)
        self._fits = fitting_ends(view)
        self._new = {*view.drawn} & {*view.hand}
        self._gains = _best_points(view)
        self._columns = _columns(len(view.hand))
        self.half = min(ROOM // self._columns - 18, _MAX_HALF) // 2 * 2
        shown = self._form.hand_ends() if ends and is_own_turn(view) else ()
        self.strip = EndStrip(shown, HEADER + 16, view.max_pips)
        self.spots: list[Spot] = []
        self.bottom = self.strip.bottom
        self._add_rows(sorted(view.hand))

    def _add_rows(self, held: Sequence[Tile]) -> None:
        """Put tiles into centred rows; playable tiles are raised."""
        step = ROOM // self._columns
        rows = max(-(-len(held) // self._columns), 1)
        in_row = max(-(-len(held) // rows), 1)
        for start in range(0, len(held), in_row):
            row = held[start : start + in_row]
            top = self.bottom + self._tag(row)
            left = (WIDTH - step * len(row)) // 2 + (step - self.half) // 2
            for number, each in enumerate(row):
                y = top if each in self._fits else top + _LIFT
                self.spots.append(Spot(each, left + number * step, y))
            below = _BADGE + 8 if any(self._has_below(each) for each in row) else 0
            self.bottom = top + 2 * self.half + _LIFT + below + 16

    def _tag(self, row: Sequence[Tile]) -> int:
        """Return the room above tiles for the tags of those that score or are new."""
        return _TAG + 6 if any(each in self._new or each in self._gains for each in row) else 0

    def _has_below(self, each: Tile) -> bool:
        """Whether something is drawn below a tile: the halves that it fits, or its figure."""
        return each in self._fits or bool(self._form.figure_below(each, fits=False))

    def _ends(self, each: Tile) -> list[tuple[str, int]]:
        """Return the ends that are lit below a tile, with their numbers; of ends with the same number the first."""
        ends = [end for end in self._fits.get(each, ()) if end in self._view.ends]
        first = {self._view.ends[end]: end for end in reversed(ends)}
        return [(end, self._view.ends[end]) for end in ends if first[self._view.ends[end]] == end]

    def draw(self, canvas: Canvas) -> None:
        """Draw ends and tiles."""
        self.strip.draw(canvas)
        for spot in self.spots:
            self._tile(canvas, spot)

    def _tile(self, canvas: Canvas, spot: Spot) -> None:
        theme = canvas.theme
        each, x, y = spot
        half, fits = self.half, each in self._fits
        canvas.shade(tiles.tile_shadow(half, upright=True), x, y)
        if fits:
            canvas.paste(tiles.halo(theme, half, True, theme.highlight, 8), x, y)
        # while seats bid, no tile is dim
        dim = not fits and is_own_turn(self._view) and bool(self._fits or not self._view.layout.has_tricks)
        canvas.paste(tiles.face(theme, each.high, each.low, half, True, dim=dim, top=self._view.max_pips), x, y)
        middle = x + half // 2
        self._draw_tag(canvas, each, middle, y - 6 if fits else y)
        self._below(canvas, each, middle, y + 2 * half + 12 + _BADGE // 2)

    def _draw_tag(self, canvas: Canvas, each: Tile, middle: int, y: int) -> None:
        """Write above a tile its points, or that it is new; a plus if many tiles are new, or the text is too wide."""
        points = self._gains.get(each, 0)
        if points:
            note, colour, is_short = f"+{points}", canvas.theme.highlight, False
        elif each in self._new:
            note, colour, is_short = self._t.gettext("new"), canvas.theme.last, len(self._new) > _FEW
        else:
            return
        if is_short or text.width(note, _NEW) > self.half:
            note = "+"
        canvas.paste(_pill(canvas.theme, text.width(note, _NEW) + 18, colour), middle, y - _TAG - 2)
        canvas.write(note, (middle, y - 11), _NEW, (canvas.theme.ink, colour), "m")

    def _below(self, canvas: Canvas, each: Tile, x: int, y: int) -> None:
        """Draw below a tile the halves that it fits, or its figure."""
        theme = canvas.theme
        figure = self._form.figure_below(each, fits=each in self._fits)
        if figure is not None:
            canvas.write(figure, (x, y + 11), _SUM, (theme.highlight, theme.ground), "m")
            return
        ends = self._ends(each)
        size = _BADGE if self._columns < _MAX_COLUMNS or len(ends) == 1 else _SMALL_BADGE
        wide = size + 2 * (size // 4)
        left = x - (len(ends) * (wide + 2) - 2) // 2
        for place, (end, number) in enumerate(ends):
            at, towards = left + place * (wide + 2) + wide // 2, {"left": -1, "right": 1}.get(end, 0)
            draw_badge(canvas, accepts_label(self._view, number), (at, y), size, towards=towards, back=theme.ground)


def hand(view: View, names: Sequence[str], t: NullTranslations, theme: Theme = DEFAULT, *, ends: bool = True) -> bytes:
    """Draw the hand of the view's own seat; on its turn below the open ends, with the halves that each tile fits.

    Args:
        view: the match as ``view.seat`` sees it.
        names: each seat's name, which trains have, too.
        t: the catalog of the reader's language.
        theme: the theme.
        ends: whether to draw the open ends; not beside a picture of the table.

    Returns:
        A PNG file, 1000 pixels wide and 300 to 560 high; more with more than ten tiles or four ends.

    """
    return draw_png(_draw, view, names, t, theme, ends=ends)


def _draw(view: View, names: Sequence[str], t: NullTranslations, theme: Theme, *, ends: bool) -> Canvas:
    sheet = Sheet(view, [shown_name(names, seat, t) for seat in range(view.seats)], t, ends=ends)
    canvas = frame.begin_table(theme, sheet.bottom + RAIL)
    _draw_rim(canvas, view, t)
    sheet.draw(canvas)
    return canvas


def _draw_rim(canvas: Canvas, view: View, t: NullTranslations) -> None:
    """Write the player's task on the rim, and at its right the form's note."""
    theme, left, right = canvas.theme, RAIL + 10, WIDTH - RAIL - 10
    note = picture_of(view, (), t).rim_note() if is_own_turn(view) else ""
    if note:
        right -= canvas.write(note, (right, BASELINE), STRONG, (theme.highlight, theme.frame), "r") + 24
    canvas.write(whose_turn(view, t), (left, BASELINE), STRONG, (theme.text, theme.frame), room=right - left)
