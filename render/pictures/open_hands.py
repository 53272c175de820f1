"""Drawing of the hands of all seats below a table, for rules that lay them open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from engine.view import View
from render.geometry.open_hands import OpenHand
from render.pictures.player_plate import shown_name
from render.pixels import decorations, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.theme import Theme
from render.pixels.typography.text import Style

_NAME: Final = Style(28, 600)
_MARK: Final = 4
"""The pixels by which the mark of a tile just drawn reaches beyond it: up to the next tile."""


@lru_cache(maxsize=8)
def _mark(theme: Theme, half: int) -> Sprite:
    wide, high = half + 2 * _MARK, 2 * (half + _MARK)
    brush = Brush(wide, high)
    brush.rounded((0, 0, wide, high), 8, theme.last)
    return brush.sprite(theme.table_palette, theme.panel, -_MARK, -_MARK)


def draw_open_hands(
    canvas: Canvas, view: View, hands: Sequence[OpenHand], y: int, names: Sequence[str], t: NullTranslations
) -> None:
    """Draw hands that were laid out, from ``y`` on; a tile that was just drawn is marked."""
    theme = canvas.theme
    for seat, box, at in hands:
        canvas.paste(
            decorations.sign_panel(theme, box.w, box.h, theme.highlight if seat == view.turn else theme.line),
            box.x,
            y + box.y,
        )
        name = shown_name(names, seat, t)
        half, room = at[0].w, at[0].x - box.x - 16
        canvas.write(name, (box.x + 12, y + at[0].y + half + 10), _NAME, (theme.text, theme.panel), room=room)
        for tile, place in zip(sorted(view.open_hands[seat]), at, strict=True):
            if tile in view.drawn:
                canvas.paste(_mark(theme, half), place.x, y + place.y)
            face = tiles.face(theme, tile.high, tile.low, half, upright=True, back=theme.panel, top=view.max_pips)
            canvas.paste(face, place.x, y + place.y)
