"""Pictures opened and held against each other."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from render.geometry.boxes import Box
from render.pixels.colours import RGB

PLAINLY = 64
"""How far a pixel's red, green or blue has to be from what it was to be another colour, of 255."""


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


def changed(was: Image.Image, now: Image.Image) -> float:
    """The share of pixels that differ plainly, not just as edges do that another FreeType smooths otherwise."""
    if was.size != now.size:
        return 1
    bands = ImageChops.difference(was.convert("RGB"), now.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(most.histogram()[PLAINLY:]) / (was.width * was.height)


def _luminance(colour: RGB) -> float:
    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of two colours as the Web Content Accessibility Guidelines define it (1 to 21)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
