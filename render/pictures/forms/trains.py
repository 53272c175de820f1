"""The drawing of trains: tracks, and a sign for each train."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from engine.layouts import Trains, train_of
from render.geometry.boxes import Box, Chain
from render.geometry.forms.trains import SIGN_HEIGHT
from render.pictures.forms.form import FormPicture
from render.pictures.player_plate import draw_plate
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.colours import RGB
from render.pixels.decorations import sign_panel
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.sentences import whose_train

_NAME: Final = Style(28, 600)
_LONG_NAME: Final = Style(26, 600)
_MARKER: Final = 40
"""The width of a marker in pixels."""


@lru_cache(maxsize=32)
def _junction(theme: Theme, width: int, rows: tuple[int, ...], hub: int) -> Sprite:
    """Return the tracks that lead from the station, at the height ``hub``, to each row."""
    brush = Brush(width, max(*rows, hub) + 8)
    post = width // 2
    brush.rounded((0, hub - 4, post, hub + 4), 0, theme.line)
    brush.rounded((post - 4, min(rows) - 4, post + 4, max(rows) + 4), 4, theme.line)
    for y in rows:
        brush.rounded((post, y - 4, width, y + 4), 0, theme.line)
    return brush.sprite(theme.table_palette, theme.ground)


@lru_cache(maxsize=4)
def _marker(theme: Theme, size: int, front: RGB, back: RGB) -> Sprite:
    """Return the marker of an open train, a little locomotive ``size`` pixels wide, to be pasted by its middle."""
    brush = Brush(size, size)

    def part(x0: float, y0: float, x1: float, y1: float) -> None:
        brush.rounded((size * x0, size * y0, size * x1, size * y1), size * 0.05, front)

    part(0.06, 0.16, 0.44, 0.7)
    part(0.4, 0.4, 0.9, 0.7)
    part(0.66, 0.18, 0.82, 0.44)
    part(0.02, 0.1, 0.48, 0.2)
    brush.rounded((size * 0.15, size * 0.27, size * 0.34, size * 0.42), 1, back)
    for x, radius in ((0.24, 0.15), (0.58, 0.12), (0.84, 0.12)):
        brush.disc(size * x, size * (0.88 - radius), size * (radius + 0.03), back)
        brush.disc(size * x, size * (0.88 - radius), size * radius, front)
    return brush.sprite(theme.table_palette, back, -size // 2, -size // 2)


class TrainsPicture(FormPicture[Trains]):
    """Trains that leave a station."""

    has_close_rows: ClassVar[bool] = True

    def fold_note(self, count: int) -> str:
        """Return the number alone: the last tiles need the room."""
        return f"… {count} …"

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw the tracks, and each train's sign."""
        theme = canvas.theme
        station, top = chain.spots[0].box, chain.bounds.y
        rows = tuple(box.centre[1] - top for box in chain.signs.values())
        width = next(iter(chain.signs.values())).x - station.right
        canvas.paste(_junction(theme, width, rows, station.centre[1] - top), station.right, top)
        seats = {train_of(seat): seat for seat in range(self.view.seats)}
        for end, box in chain.signs.items():
            for rail in (-10, 8):
                track = Box(box.right, box.centre[1] + rail, canvas.image.width - station.x - box.right, 2)
                canvas.fill(track, theme.line)
            self._draw_sign(canvas, box, seats.get(end))

    def name_of(self, end: str) -> str:
        """Return the name on a train's sign, in the picture of a hand."""
        owner = whose_train(end)
        return super().name_of(end) if owner == self.view.seat else self._sign_name(owner)

    def _sign_name(self, seat: int | None) -> str:
        return self.t.gettext("Mexican train") if seat is None else self.name(seat)

    def _draw_sign(self, canvas: Canvas, box: Box, seat: int | None) -> None:
        """Draw a train's sign: its owner's plate or name, or no seat for the Mexican train, and its marker."""
        theme = canvas.theme
        is_marked = seat in self.layout.markers
        spare = _MARKER + 4 if is_marked else 0
        front, back, y = theme.warning, theme.panel, box.centre[1]
        if seat is not None and box.h > SIGN_HEIGHT:
            draw_plate(canvas, self.view, seat, box, self.names, self.t, spare)
            y = box.y + 6 + _MARKER // 2
            if seat == self.view.turn:
                front, back = theme.ink, theme.highlight
        else:
            self._draw_name(canvas, box, seat, box.w - 20 - spare)
        if is_marked:
            canvas.paste(_marker(theme, _MARKER, front, back), box.right - 8 - _MARKER // 2, y)

    def _draw_name(self, canvas: Canvas, box: Box, seat: int | None, room: int) -> None:
        """Draw a sign with the owner's name alone."""
        theme = canvas.theme
        canvas.paste(sign_panel(theme, box.w, box.h, self._rim_colour(theme, seat)), box.x, box.y)
        name, colour = self._sign_name(seat), theme.warning if seat is None else theme.text
        style = _NAME if text.width(name, _NAME) <= room else _LONG_NAME
        canvas.write(name, (box.x + 10, box.centre[1] + 10), style, (colour, theme.panel), room=room)

    def _rim_colour(self, theme: Theme, seat: int | None) -> RGB:
        """Return the colour of a sign's rim: the train in turn's, that of a train open to all, or another."""
        if seat is not None and seat == self.view.turn:
            return theme.highlight
        if seat is None or seat in self.layout.markers:
            return theme.warning
        return theme.line
