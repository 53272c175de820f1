"""Text as masks: measured, clipped, drawn once and kept."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.names import clean, clusters, computer, is_computer
from render.pixels import bot_sign
from render.pixels.typography import fonts, shaping


class Style(NamedTuple):
    """How a text is set: its size in pixels, and its weight from 400 (regular) to 700 (bold)."""

    size: int
    weight: int = 500


class DrawnText(NamedTuple):
    """A text that has been drawn.

    Attributes:
        mask: how far each pixel is covered (mode ``L``).
        left: where the mask begins, in pixels right of the pen.
        top: where the mask begins, in pixels below the baseline (negative: above).
        width: how far the pen moves, in pixels.

    """

    mask: Image.Image
    left: int
    top: int
    width: int


_ABOVE: Final = 1.2
_BELOW: Final = 0.45
"""How far a text may reach from its baseline, in sizes: room for two accents on a capital, and the lines around it."""
_MIN_SCALE: Final = 0.6
"""How far a piece is made smaller that would reach further, as a share of its size."""
_BESIDE: Final = 0.2
"""How far swashes and marks may reach beyond where the pen goes, in sizes."""

_lock = threading.Lock()
"""Held for one call of the library at a time: opened fonts are shared by every thread."""


def _in_visual_order(text: str) -> Iterator[tuple[fonts.Face, str]]:
    """Return a text's pieces from left to right, each as it is drawn."""
    pieces = fonts.runs(text)
    turn = shaping.is_right_to_left(text)
    if turn or any(shaping.is_right_to_left(piece) for _, piece in pieces):
        pieces = _split_neutral(pieces, turn)
    for face, piece in reversed(pieces) if turn else pieces:
        yield face, piece if fonts.HAS_RAQM else shaping.shape(piece)


def _split_neutral(pieces: Iterable[tuple[fonts.Face, str]], turn: bool) -> tuple[tuple[fonts.Face, str], ...]:
    """Set spaces and brackets around letters apart: they go the way of the whole text."""
    found: list[tuple[fonts.Face, str]] = []
    for face, piece in pieces:
        if face in (fonts.EMOJI, fonts.BOT_SIGN):
            found.append((face, piece))
            continue
        before, letters, after = shaping.split_neutral(piece)
        around = [shaping.reverse(each) if turn else each for each in (before, after)]
        found += [(face, each) for each in (around[0], letters, around[1]) if each]
    return tuple(found)


@lru_cache(maxsize=4096)
def _size(face: fonts.Face, piece: str, style: Style) -> int:
    """Return the size at which a piece stays within its line, in pixels.

    Some scripts reach deep below their letters. They get smaller rather than into the line below.
    """
    if piece.isascii():
        return style.size
    with _lock:
        _, top, _, bottom = fonts.font(face, *style).getbbox(piece, anchor="ls")
    fits = min(1.0, _ABOVE * style.size / max(-top, 1), _BELOW * style.size / max(bottom, 1))
    return int(style.size * max(fits, _MIN_SCALE))


@lru_cache(maxsize=4096)
def _advance(face: fonts.Face, piece: str, style: Style) -> int:
    """Return how far a piece moves the pen, in pixels."""
    if face == fonts.BOT_SIGN:
        return bot_sign.width(style.size)
    size = _size(face, piece, style)
    with _lock:
        return round(fonts.font(face, size, style.weight).getlength(piece))


@lru_cache(maxsize=128)
def _draw_piece(face: fonts.Face, piece: str, style: Style) -> DrawnText:
    """Draw a piece of a text."""
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
    # Marks and swashes that reach far beyond the line would run into what stands around it.
    spill, above, below = int(_BESIDE * style.size), round((2 - _ABOVE) * style.size), round((2 + _BELOW) * style.size)
    mask.paste(0, (0, 0, mask.width, above))
    mask.paste(0, (0, below, mask.width, mask.height))
    mask.paste(0, (0, 0, margin - spill, mask.height))
    mask.paste(0, (margin + wide + spill, 0, mask.width, mask.height))
    box = mask.getbbox() or (margin, 2 * style.size, margin + 1, 2 * style.size + 1)
    return DrawnText(mask.crop(box), box[0] - margin, box[1] - 2 * style.size, wide)


@lru_cache(maxsize=4096)
def width(text: str, style: Style) -> int:
    """Measure a text, in pixels."""
    return sum(_advance(face, piece, style) for face, piece in _in_visual_order(text))


@lru_cache(maxsize=128)
def draw(text: str, style: Style) -> DrawnText:
    """Draw a text; what is drawn in several colours comes from memory."""
    pieces = [_draw_piece(face, piece, style) for face, piece in _in_visual_order(text)]
    if len(pieces) == 1:
        return pieces[0]
    starts = [0, *accumulate(piece.width for piece in pieces)]
    placed = [(start + piece.left, piece.top, piece.mask) for start, piece in zip(starts, pieces, strict=False)]
    left = min((x for x, _, _ in placed), default=0)
    top = min((y for _, y, _ in placed), default=0)
    right = max((x + mask.width for x, _, mask in placed), default=1)
    bottom = max((y + mask.height for _, y, mask in placed), default=1)
    mask = Image.new("L", (right - left, bottom - top))
    for x, y, piece in placed:
        mask.paste(255, (x - left, y - top), piece)
    return DrawnText(mask, left, top, starts[-1])


@lru_cache(maxsize=2048)
def clip(text: str, style: Style, room: int) -> str:
    """Return a text that is at most ``room`` pixels wide: whole, or its beginning with an ellipsis."""
    if width(text, style) <= room:
        return text
    parts = clusters(text)
    fewest, most = 0, len(parts)
    while fewest < most:
        middle = (fewest + most + 1) // 2
        if width("".join(parts[:middle]).rstrip() + "…", style) <= room:
            fewest = middle
        else:
            most = middle - 1
    return "".join(parts[:fewest]).rstrip() + "…"


@lru_cache(maxsize=1024)
def drawable_name(raw: str, instead: str) -> str:
    """Return a name cleaned for a picture, or ``instead`` when none of it can be drawn; a computer's stays marked."""
    cleaned = clean(raw)
    shown = cleaned if cleaned and fonts.is_drawable(cleaned) else instead
    return computer(shown) if is_computer(raw) else shown
