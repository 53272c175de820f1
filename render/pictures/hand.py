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
from render.i18n import list_items
from render.pictures.forms import picture_of
from render.pictures.player_plate import shown_name
from render.pixels import frame, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite, draw_png
from render.pixels.colours import RGB
from render.pixels.frame import BASELINE, HEADER, RAIL, SMALL, STRONG, WIDTH
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.accepted_halves import accepts_label
from render.text.fitting_tiles import Group, fitting_ends, group_name, groups, is_own_turn, shows_groups, whose_turn
from render.text.sentences import end_name, whose_train
from render.text.verdict import takes_tiles

_DIGIT = Style(30, 700)
_SMALL_DIGIT = Style(26, 700)
_SUM = Style(32, 700)
_NEW = Style(26, 700)
_BADGE = 40
_WIDE = 60
_LIFT = 16
_HEADING = 62
_APART = 44
_TAG = 30
_ROOM = WIDTH - 2 * RAIL - 40
_MAX_WIDE_HAND = 30
_MAX_COLUMNS = 12
_TWO = 2
_FEW = 3
_ALSO = 32
_SMALL_BADGE = 30


def _badge(canvas: Canvas, end: str, pips: str, x: int, y: int, back: RGB | None = None, size: int = _BADGE) -> None:
    """Draw a highlighted badge with the pips that an end accepts, pointing to its side."""
    theme = canvas.theme
    canvas.paste(tiles.badge(theme, size, back, {"left": -1, "right": 1}.get(end, 0)), x, y)
    style = _DIGIT if size == _BADGE else _SMALL_DIGIT
    canvas.write(pips, (x, y + size // 4), style, (theme.ink, theme.highlight), "m")


def _rim(canvas: Canvas, view: View, t: NullTranslations) -> int:
    """Write the open ends, or the form's note, at the right of the rim; return the x at which they begin."""
    theme = canvas.theme
    x = WIDTH - RAIL - 10
    if not is_own_turn(view) or not view.ends:
        return x
    note = picture_of(view, (), t).rim_note()
    if note:
        return x - canvas.write(note, (x, BASELINE), STRONG, (theme.highlight, theme.frame), "r") - 24
    if note is not None or shows_groups(view):
        return x
    for end, number in reversed(list(view.open_ends.items())):
        _badge(canvas, end, accepts_label(view, number), x - _WIDE // 2, HEADER // 2 + 1, theme.frame)
        x -= _WIDE + 6
    return x - canvas.write(t.gettext("ends"), (x - 4, BASELINE), SMALL, (theme.text, theme.frame), "r") - 24


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
    """Return the number of tiles side by side: fewer than ten only if the hand is small."""
    if count > _MAX_WIDE_HAND:
        return _MAX_COLUMNS
    return max(min(count, 10), 7)


class Spot(NamedTuple):
    """A tile in its place: its left and upper edge in pixels, and its group, if there are groups."""

    tile: Tile
    x: int
    y: int
    group: Group | None


class Sheet:
    """The layout and the drawing of a hand's picture.

    Attributes:
        spots: the tiles.
        half: the side of their halves, in pixels.
        bottom: the y below all of it.

    """

    def __init__(self, view: View, names: Sequence[str], t: NullTranslations) -> None:
        self._view = view
        self._names = names
        self._t = t
        self._form = picture_of(view, names, t)
        self._fits = fitting_ends(view)
        self._new = {*view.drawn} & {*view.hand}
        self._gains = _best_points(view)
        self._columns = _columns(len(view.hand))
        self.half = min(_ROOM // self._columns - 18, 92) // 2 * 2
        self.spots: list[Spot] = []
        self._headings: list[tuple[Group, int, int]] = []
        self.bottom = HEADER + 16
        if is_own_turn(view) and self._fits and view.ends and shows_groups(view):
            for line in self._packed(groups(view)):
                self._add_groups(line)
        else:
            self._add_rows(sorted(view.hand))

    def _add_rows(self, held: Sequence[Tile]) -> None:
        """Put tiles into centred rows; playable tiles are raised."""
        step = _ROOM // self._columns
        rows = max(-(-len(held) // self._columns), 1)
        in_row = max(-(-len(held) // rows), 1)
        for start in range(0, max(len(held), 1), in_row):
            row = held[start : start + in_row]
            top = self.bottom + self._tag(row)
            left = (WIDTH - step * len(row)) // 2 + (step - self.half) // 2
            for number, each in enumerate(row):
                y = top if each in self._fits else top + _LIFT
                self.spots.append(Spot(each, left + number * step, y, None))
            below = _BADGE + 8 if any(self._has_below(each) for each in row) else 0
            self.bottom = top + 2 * self.half + _LIFT + below + 16

    def _packed(self, every: Sequence[Group]) -> list[list[Group]]:
        """Return the groups in lines, side by side while there is room."""
        lines: list[list[Group]] = []
        free = 0
        for group in every:
            width = self._width(group)
            if width > free:
                lines.append([])
                free = _ROOM
            lines[-1].append(group)
            free -= width + _APART
        return lines

    @property
    def _step(self) -> int:
        return self.half + 20

    def _width(self, group: Group) -> int:
        """Return the width of a group: that of its name or of its tiles, at most a whole line."""
        name = text.width(group_name(group, self._view, self._names, self._t), STRONG)
        badge = 0 if group.number is None else _BADGE + 12
        return min(max(name + badge, len(group.tiles) * self._step), _ROOM)

    def _add_groups(self, line: Sequence[Group]) -> None:
        """Add groups side by side, each under its name; a group of several rows is alone in its line."""
        top, x, columns = self.bottom, RAIL + 20, _ROOM // self._step
        tag = self._tag([each for group in line for each in group.tiles])
        y = top + _HEADING + tag
        below = _BADGE + _ALSO if any(self._also(group, each) for group in line for each in group.tiles) else 0
        for group in line:
            self._headings.append((group, x, top))
            for number, each in enumerate(group.tiles):
                down, right = divmod(number, columns)
                high = 2 * self.half + below + 20
                self.spots.append(Spot(each, x + 6 + right * self._step, y + down * high, group))
                self.bottom = max(self.bottom, y + (down + 1) * high)
            x += self._width(group) + _APART

    def _tag(self, row: Sequence[Tile]) -> int:
        """Return the room above tiles for the tags of those that score or are new."""
        return _TAG + 6 if any(each in self._new or each in self._gains for each in row) else 0

    def _has_below(self, each: Tile) -> bool:
        """Whether something is drawn below a tile: the ends that it fits, or its figure."""
        return each in self._fits or bool(self._form.figure_below(each, fits=False))

    def _also(self, group: Group | None, each: Tile) -> list[tuple[str, int]]:
        """Return the ends, with their numbers, that are lit below a tile; in a group only those of other numbers."""
        ends = [(end, self._view.ends[end]) for end in self._fits.get(each, ()) if end in self._view.ends]
        if group is None:
            return ends
        if group.number is None:
            return []
        return list({number: (end, number) for end, number in ends if number != group.number}.values())

    def draw(self, canvas: Canvas) -> None:
        """Draw headings and tiles."""
        for group, x, y in self._headings:
            self._head(canvas, group, x, y)
        for spot in self.spots:
            self._tile(canvas, spot)

    def _head(self, canvas: Canvas, group: Group, x: int, y: int) -> None:
        theme = canvas.theme
        if group.number is not None:
            canvas.paste(tiles.badge(theme, _BADGE), x + _BADGE // 2, y + 28)
            pips = accepts_label(self._view, group.number)
            canvas.write(pips, (x + _BADGE // 2, y + 38), _DIGIT, (theme.ink, theme.highlight), "m")
            x += _BADGE + 12
        name = group_name(group, self._view, self._names, self._t)
        colour = theme.text if group.ends else theme.faint
        canvas.write(name, (x, y + 38), STRONG, (colour, theme.ground), room=WIDTH - RAIL - 20 - x)

    def _tile(self, canvas: Canvas, spot: Spot) -> None:
        theme = canvas.theme
        each, x, y, group = spot
        half, fits = self.half, each in self._fits
        canvas.shade(tiles.tile_shadow(half, upright=True), x, y)
        if fits:
            canvas.paste(tiles.halo(theme, half, True, theme.highlight, 8), x, y)
        # while seats bid, no tile is dim
        dim = not fits and is_own_turn(self._view) and bool(self._fits or not self._view.layout.has_tricks)
        canvas.paste(tiles.face(theme, each.high, each.low, half, True, dim=dim, top=self._view.max_pips), x, y)
        middle = x + half // 2
        self._draw_tag(canvas, each, middle, y - 6 if fits else y)
        self._below(canvas, group, each, middle, y + 2 * half + 14 + _BADGE // 2)

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

    def _below(self, canvas: Canvas, group: Group | None, each: Tile, x: int, y: int) -> None:
        """Draw below a tile the ends that it fits, or its figure."""
        theme = canvas.theme
        figure = self._form.figure_below(each, fits=each in self._fits)
        if figure is not None:
            canvas.write(figure, (x, y + 11), _SUM, (theme.highlight, theme.ground), "m")
            return
        ends = self._also(group, each)
        size = _BADGE if self._columns < _MAX_COLUMNS or len(ends) < _TWO else _SMALL_BADGE
        wide = size + 2 * (size // 4) if group is None else size
        left = x - (len(ends) * (wide + 2) - 2) // 2
        for place, (end, pips) in enumerate(ends):
            at = left + place * (wide + 2) + wide // 2
            _badge(canvas, end, accepts_label(self._view, pips), at, y, size=size)
        if group is not None and ends:
            names = list_items([self._end_name(end) for end, _ in ends], self._t)
            canvas.write(names, (x, y + 44), _NEW, (theme.text, theme.ground), "m", room=self._step)

    def _end_name(self, end: str) -> str:
        """Return an end's short name: a train's is its owner's."""
        owner = whose_train(end)
        if owner is not None and owner != self._view.seat:
            return self._names[owner]
        return end_name(end, self._t, self._names, self._view.seat)


def hand(view: View, names: Sequence[str], t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw the hand of the view's own seat; on its turn with the ends that each tile fits.

    With more than two ends, and on trains, the tiles stand under the ends that they fit.

    Args:
        view: the match as ``view.seat`` sees it.
        names: each seat's name, which trains have, too.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide and about 330 high; more with more than ten tiles or two ends.

    """
    return draw_png(_draw, view, names, t, theme)


def _draw(view: View, names: Sequence[str], t: NullTranslations, theme: Theme) -> Canvas:
    sheet = Sheet(view, [shown_name(names, seat, t) for seat in range(view.seats)], t)
    canvas = frame.begin_table(theme, sheet.bottom + RAIL)
    left = RAIL + 10
    room = _rim(canvas, view, t) - left
    canvas.write(whose_turn(view, t), (left, BASELINE), STRONG, (theme.text, theme.frame), room=room)
    if not sheet.spots:
        none = t.gettext("You have taken no tiles yet") if takes_tiles(view) else t.gettext("You hold no tiles")
        middle = HEADER + (sheet.bottom - HEADER) // 2
        canvas.write(none, (WIDTH // 2, middle), Style(38, 600), (theme.text, theme.ground), "m")
    sheet.draw(canvas)
    return canvas
