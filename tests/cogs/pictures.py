"""What can be told of a picture without knowing what it shows."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

import render


async def theme_of(message: Any, at: int = 0) -> str:
    """Give the id of the theme that a message's picture is drawn in: the one whose ground most of it shows."""
    with Image.open(io.BytesIO(await message.attachments[at].read())) as picture:
        colours = picture.convert("RGB").getcolors(maxcolors=1 << 24)
    assert colours is not None
    grounds = {theme.ground: theme.id for theme in render.THEMES.values()}
    return next(grounds[colour] for _, colour in sorted(colours, reverse=True) if colour in grounds)
