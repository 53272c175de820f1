"""Texts and sprites watched while a picture is drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from render.geometry.boxes import Box
from render.pixels.canvas import Canvas, Sprite
from render.pixels.typography import text
from render.pixels.typography.text import Style


class Label(NamedTuple):
    """A text in a picture: what was to be written, what was, and where its ink is."""

    canvas: Canvas
    words: str
    shown: str
    box: Box


class Watched:
    """All texts, and the boxes of all sprites, that are drawn while a patch lasts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.labels: list[Label] = []
        self.sprites: list[Box] = []
        write, paste = Canvas.write, Canvas.paste

        def watched_write(
            canvas: Canvas,
            words: str,
            at: tuple[int, int],
            style: Style,
            colours: Any,
            anchor: str = "l",
            room: int = 0,
        ) -> int:
            shown = text.clip(words, style, room) if room else words
            drawn, wide = text.draw(shown, style), text.width(shown, style)
            left = at[0] - {"l": 0, "m": wide // 2, "r": wide}[anchor]
            box = Box(left + drawn.left, at[1] + drawn.top, *drawn.mask.size)
            self.labels.append(Label(canvas, words, shown, box))
            return write(canvas, words, at, style, colours, anchor, room)

        def watched_paste(canvas: Canvas, sprite: Sprite, x: int, y: int) -> None:
            self.sprites.append(Box(x, y, *sprite.indices.size))
            paste(canvas, sprite, x, y)

        monkeypatch.setattr(Canvas, "write", watched_write)
        monkeypatch.setattr(Canvas, "paste", watched_paste)

    @property
    def texts(self) -> list[Box]:
        """The boxes of the texts."""
        return [label.box for label in self.labels]

    @property
    def lying(self) -> list[Box]:
        """The tiles that lie along."""
        return [box for box in self.sprites if box.w == 2 * box.h]

    @property
    def upright(self) -> list[Box]:
        return [box for box in self.sprites if box.h == 2 * box.w]
