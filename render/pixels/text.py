"""Text as masks: measured, clipped, drawn once and kept."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.names import clean, clusters
from render.pixels import fonts


class Style(NamedTuple):
    """How a text is set: its size in pixels, and its weight from 400 (regular) to 700 (bold)."""

    size: int
    weight: int = 500


class Set(NamedTuple):
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


def _from_right(text: str) -> bool:
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False


def _ordered(text: str) -> list[tuple[fonts.Path, str]]:
    pieces = list(fonts.runs(text))
    return pieces[::-1] if _from_right(text) else pieces


@lru_cache(maxsize=4096)
def width(text: str, style: Style) -> int:
    """Measure a text, in pixels."""
    with fonts.lock:
        return round(sum(fonts.font(path, *style).getlength(piece) for path, piece in _ordered(text)))


@lru_cache(maxsize=1024)
def drawn(text: str, style: Style) -> Set:
    """Draw a text; every later time it comes from memory."""
    with fonts.lock:
        pieces = [(fonts.font(path, *style), piece) for path, piece in _ordered(text)]
        wide = round(sum(font.getlength(piece) for font, piece in pieces))
        margin = style.size
        mask = Image.new("L", (wide + 2 * margin, 3 * style.size))
        pen = ImageDraw.Draw(mask)
        at = float(margin)
        for font, piece in pieces:
            pen.text((at, 2 * style.size), piece, fill=255, font=font, anchor="ls")
            at += font.getlength(piece)
    # Marks and swashes that reach far beyond the line would run into what stands around it.
    spill, above, below = style.size // 5, round(0.8 * style.size), round(2.45 * style.size)
    mask.paste(0, (0, 0, mask.width, above))
    mask.paste(0, (0, below, mask.width, mask.height))
    mask.paste(0, (0, 0, margin - spill, mask.height))
    mask.paste(0, (margin + wide + spill, 0, mask.width, mask.height))
    box = mask.getbbox() or (margin, 2 * style.size, margin + 1, 2 * style.size + 1)
    return Set(mask.crop(box), box[0] - margin, box[1] - 2 * style.size, wide)


@lru_cache(maxsize=2048)
def clipped(text: str, style: Style, room: int) -> str:
    """Give a text that is at most ``room`` pixels wide: whole, or its beginning with an ellipsis."""
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
def name(raw: str, instead: str) -> str:
    """Give a person's name cleaned for a picture, or ``instead`` when none of it can be drawn."""
    cleaned = clean(raw)
    return cleaned if cleaned and fonts.drawable(cleaned) else instead
