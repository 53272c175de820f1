"""Text as cached masks: measured, clipped and drawn."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.geometry.boxes import Box, bounds_of
from render.names import clean, clusters, computer, is_computer, split_number
from render.pixels import bot_sign
from render.pixels.typography import fonts, shaping


class Style(NamedTuple):
    """A text style: the size in pixels, and the weight from 400 (regular) to 700 (bold)."""

    size: int
    weight: int = 500


class DrawnText(NamedTuple):
    """A drawn text.

    Attributes:
        mask: the coverage of each pixel (mode ``L``).
        left: the offset of the mask to the right of the pen, in pixels.
        top: the offset of the mask below the baseline (negative: above).
        width: the advance of the pen, in pixels.

    """

    mask: Image.Image
    left: int
    top: int
    width: int


_ABOVE: Final = 1.2
_BELOW: Final = 0.45
"""The extent of text above and below its baseline, in sizes: two accents on a capital fit."""
_MIN_SCALE: Final = 0.6
"""The minimum scale of text that would reach further."""
_BESIDE: Final = 0.2
"""The extent of swashes and marks beyond the pen's advance, in sizes."""

_lock = threading.Lock()
"""Held during each call of Pillow: opened fonts are shared by all threads."""


def _in_visual_order(text: str) -> Iterator[tuple[fonts.Face, str]]:
    """Yield a text's pieces in visual order from left to right, each in the form that is drawn."""
    pieces = fonts.runs(text)
    turn = shaping.is_right_to_left(text)
    if turn or any(shaping.is_right_to_left(piece) for _, piece in pieces):
        pieces = _split_neutral(pieces, turn)
    for face, piece in reversed(pieces) if turn else pieces:
        yield face, piece if fonts.HAS_RAQM else shaping.shape(piece)


def _split_neutral(pieces: Iterable[tuple[fonts.Face, str]], turn: bool) -> tuple[tuple[fonts.Face, str], ...]:
    """Split off spaces and brackets around letters, which follow the direction of the whole text."""
    split: list[tuple[fonts.Face, str]] = []
    for face, piece in pieces:
        if face in (fonts.EMOJI, fonts.BOT_SIGN):
            split.append((face, piece))
            continue
        before, letters, after = shaping.split_neutral(piece)
        around = [shaping.reverse(each) if turn else each for each in (before, after)]
        split += [(face, each) for each in (around[0], letters, around[1]) if each]
    return tuple(split)


@lru_cache(maxsize=4096)
def _size(face: fonts.Face, piece: str, style: Style) -> int:
    """Return the size at which a piece stays within its line, in pixels.

    Scripts that reach far below the baseline are scaled down rather than overlap the line below.
    """
    if piece.isascii():
        return style.size
    with _lock:
        _, top, _, bottom = fonts.font(face, *style).getbbox(piece, anchor="ls")
    fits = min(1.0, _ABOVE * style.size / max(-top, 1), _BELOW * style.size / max(bottom, 1))
    return int(style.size * max(fits, _MIN_SCALE))


@lru_cache(maxsize=4096)
def _advance(face: fonts.Face, piece: str, style: Style) -> int:
    """Return the advance of a piece, in pixels."""
    if face == fonts.BOT_SIGN:
        return bot_sign.width(style.size)
    size = _size(face, piece, style)
    with _lock:
        return round(fonts.font(face, size, style.weight).getlength(piece))


@lru_cache(maxsize=128)
def _draw_piece(face: fonts.Face, piece: str, style: Style) -> DrawnText:
    """Draw a piece of text."""
    if face == fonts.BOT_SIGN:
        mask = bot_sign.draw(style.size)
        return DrawnText(mask, 0, bot_sign.BELOW - mask.height, mask.width)
    size, wide = _size(face, piece, style), _advance(face, piece, style)
    margin = style.size
    mask = Image.new("L", (wide + 2 * margin, 3 * style.size))
    pen = ImageDraw.Draw(mask)
    with _lock:
        font = fonts.font(face, size, style.weight)
        pen.text((margin, 2 * style.size), piece, fill=255, font=font, anchor="ls")
    # cut marks and swashes that reach far beyond the line
    spill, above, below = int(_BESIDE * style.size), round((2 - _ABOVE) * style.size), round((2 + _BELOW) * style.size)
    mask.paste(0, (0, 0, mask.width, above))
    mask.paste(0, (0, below, mask.width, mask.height))
    mask.paste(0, (0, 0, margin - spill, mask.height))
    mask.paste(0, (margin + wide + spill, 0, mask.width, mask.height))
    box = mask.getbbox() or (margin, 2 * style.size, margin + 1, 2 * style.size + 1)
    return DrawnText(mask.crop(box), box[0] - margin, box[1] - 2 * style.size, wide)


@lru_cache(maxsize=4096)
def width(text: str, style: Style) -> int:
    """Return the width of a text in pixels."""
    return sum(_advance(face, piece, style) for face, piece in _in_visual_order(text))


@lru_cache(maxsize=128)
def draw(text: str, style: Style) -> DrawnText:
    """Draw a text; the mask is cached for all colours."""
    pieces = [_draw_piece(face, piece, style) for face, piece in _in_visual_order(text)]
    if len(pieces) == 1:
        return pieces[0]
    boxes: list[Box] = []
    pen = 0
    for piece in pieces:
        boxes.append(Box(pen + piece.left, piece.top, *piece.mask.size))
        pen += piece.width
    bounds = bounds_of(boxes) if boxes else Box(0, 0, 1, 1)
    mask = Image.new("L", (bounds.w, bounds.h))
    for box, piece in zip(boxes, pieces, strict=True):
        mask.paste(255, (box.x - bounds.x, box.y - bounds.y), piece.mask)
    return DrawnText(mask, bounds.x, bounds.y, pen)


@lru_cache(maxsize=2048)
def clip(text: str, style: Style, room: int) -> str:
    """Return a text of at most ``room`` pixels: the whole, or its beginning with an ellipsis and a name's number."""
    if width(text, style) <= room:
        return text
    name, number = split_number(text)
    if width(f"…{number}", style) > room:
        name, number = text, ""
    parts = clusters(name)
    low, high = 0, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        if width("".join(parts[:middle]).rstrip() + "…" + number, style) <= room:
            low = middle
        else:
            high = middle - 1
    return "".join(parts[:low]).rstrip() + "…" + number


@lru_cache(maxsize=1024)
def drawable_name(raw: str, instead: str) -> str:
    """Return a name cleaned for a picture, or ``instead`` if no character can be drawn; a computer's stays marked."""
    cleaned = clean(raw)
    name = cleaned if cleaned and fonts.is_drawable(cleaned) else instead
    return computer(name) if is_computer(raw) else name
