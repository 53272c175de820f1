"""Colours, and palettes of all shades that a picture can show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from PIL import Image

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


def mix(back: RGB, front: RGB, share: float) -> RGB:
    """Return ``front`` over ``back`` with an opacity of ``share`` (0 to 1)."""
    red, green, blue = (round(b + (f - b) * share) for b, f in zip(back, front, strict=True))
    return red, green, blue


SHADOWS: Final = 8
"""The number of shades of the ground that begin a palette, from bare (index 0) to the deepest shadow."""


class Palette:
    """A palette of at most 256 colours: pictures made of its indices are small and fast to compress.

    Args:
        ground: the colour of index 0, on which shadows fall.
        shade: the colour of shadows.
        pairs: two colours that meet at an edge, and the number of steps between them that smooth it.
        singles: further colours.

    """

    def __init__(
        self, ground: RGB, shade: RGB, pairs: Iterable[tuple[RGB, RGB, int]], singles: Iterable[RGB] = ()
    ) -> None:
        self.ground = ground
        deepest = mix(ground, shade, 0.85)
        shades = [mix(ground, deepest, step / (SHADOWS - 1)) for step in range(SHADOWS)]
        rest = list(singles)
        for one, other, steps in pairs:
            rest += [mix(one, other, step / (steps + 1)) for step in range(steps + 2)]
        self.colours: Sequence[RGB] = (*shades, *(each for each in dict.fromkeys(rest) if each not in shades))
        if len(self.colours) > 256:
            raise ValueError(f"{len(self.colours)} colours do not fit a palette of 256")
        self.flat = [*chain.from_iterable(self.colours)]
        self._indices: dict[RGB, int] = {}

    def index(self, colour: RGB) -> int:
        """Return the index of the colour nearest to ``colour``."""
        nearest = self._indices.get(colour)
        if nearest is None:
            red, green, blue = colour
            away = [3 * (r - red) ** 2 + 5 * (g - green) ** 2 + 2 * (b - blue) ** 2 for r, g, b in self.colours]
            nearest = self._indices[colour] = away.index(min(away))
        return nearest

    @cached_property
    def _carrier(self) -> Image.Image:
        carrier = Image.new("P", (1, 1))
        # Pillow matches colours rounded down to a multiple of four: subtracting half of that compensates
        carrier.putpalette([max(channel - 2, 0) for channel in self.flat])
        return carrier

    def indices(self, picture: Image.Image) -> Image.Image:
        """Return an RGB picture as palette indices (mode ``L``)."""
        mapped = picture.quantize(palette=self._carrier, dither=Image.Dither.NONE)
        return Image.frombytes("L", mapped.size, mapped.tobytes())
