"""Draws the hands of all seats under a table, where the rules lay them open."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from engine.view import View
from render.geometry.open_hands import HALF, OpenHand
from render.pictures.signs import panel
from render.pixels import tiles
from render.pixels.canvas import Canvas
from render.pixels.text import Style
from render.words import sentences

_NAME: Final = Style(28, 600)


def draw_open_hands(
    canvas: Canvas, view: View, hands: Sequence[OpenHand], y: int, names: Sequence[str], words: NullTranslations
) -> None:
    """Draw hands that were laid out, from ``y`` on."""
    theme = canvas.theme
    for seat, box, at in hands:
        canvas.paste(
            panel(theme, box.w, box.h, theme.lit if seat == view.turn else theme.line),
            box.x,
            y + box.y,
        )
        name = sentences.shown_name(names, seat, words)
        room = (at[0].x if at else box.right) - box.x - 24
        canvas.write(name, (box.x + 14, y + box.y + 48), _NAME, (theme.text, theme.panel), room=room)
        for tile, place in zip(sorted(view.shown[seat]), at, strict=True):
            face = tiles.face(theme, tile.high, tile.low, HALF, upright=True, back=theme.panel, top=view.top)
            canvas.paste(face, place.x, y + place.y)
