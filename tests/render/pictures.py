"""Pictures opened and held against each other."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from render.geometry.boxes import Box


def opened(data: bytes) -> Image.Image:
    """A picture in colours."""
    return Image.open(BytesIO(data)).convert("RGB")


def difference(one: bytes, other: bytes) -> Box | None:
    """The box outside which two pictures of one size are the same."""
    found = ImageChops.difference(opened(one), opened(other)).getbbox()
    return None if found is None else Box(found[0], found[1], found[2] - found[0], found[3] - found[1])


def within(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another."""
    return outer.joined(inner) == outer
