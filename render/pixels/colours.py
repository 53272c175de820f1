"""Colours, and the palettes that hold every shade a picture can show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Final

from PIL import Image

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

FELT: Final[RGB] = (22, 91, 62)
SHADE: Final[RGB] = (7, 40, 27)
PANEL: Final[RGB] = (12, 62, 43)
RIM: Final[RGB] = (48, 122, 89)
WOOD: Final[RGB] = (84, 52, 30)
WOOD_LIGHT: Final[RGB] = (122, 82, 50)
WOOD_DARK: Final[RGB] = (54, 32, 17)
CREAM: Final[RGB] = (250, 238, 210)
MUTED: Final[RGB] = (188, 208, 192)
AMBER: Final[RGB] = (255, 196, 120)
GOLD: Final[RGB] = (255, 209, 77)
GOLD_DEEP: Final[RGB] = (214, 158, 38)
SKY: Final[RGB] = (120, 226, 255)
INK: Final[RGB] = (36, 27, 18)
IVORY: Final[RGB] = (250, 244, 228)
IVORY_LIP: Final[RGB] = (201, 184, 146)
IVORY_BAR: Final[RGB] = (186, 168, 126)
BRASS: Final[RGB] = (198, 150, 62)
BACK: Final[RGB] = (164, 58, 48)
BACK_LIGHT: Final[RGB] = (214, 122, 104)
SILVER: Final[RGB] = (202, 210, 218)
BRONZE: Final[RGB] = (216, 148, 96)
SIDES: Final[tuple[RGB, RGB]] = ((26, 84, 148), (156, 64, 14))
"""The two pairs: blue and rust, apart for every kind of colour vision; a sign tells them apart as well."""
PERSONS: Final[tuple[RGB, ...]] = (
    (26, 84, 148),
    (156, 64, 14),
    (112, 44, 122),
    (14, 104, 110),
    (150, 36, 66),
    (84, 88, 22),
    (66, 62, 150),
    (108, 72, 44),
)
"""Discs behind a person's initials: all dark enough for cream letters."""

PIPS: Final[tuple[RGB, ...]] = (
    INK,
    (0, 96, 168),
    (184, 62, 8),
    (0, 112, 84),
    (130, 32, 120),
    (40, 40, 52),
    (142, 92, 0),
    (190, 20, 78),
    (66, 70, 176),
    (84, 98, 0),
    (0, 104, 128),
    (116, 60, 30),
    (100, 44, 170),
)
"""A pip's colour by the number on its half (0 to 12; a blank half has no pip)."""


def mix(back: RGB, front: RGB, share: float) -> RGB:
    """Give ``front`` laid over ``back`` with a cover of ``share`` (0 to 1)."""
    red, green, blue = (round(b + (f - b) * share) for b, f in zip(back, front, strict=True))
    return red, green, blue


def _luminance(colour: RGB) -> float:
    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Give the contrast ratio of two colours as the Web Content Accessibility Guidelines define it (1 to 21)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


SHADOWS: Final = 16
"""How many shades of felt a palette begins with, from bare (index 0) to the deepest shadow."""


class Palette:
    """At most 256 colours. A picture is made of their indices, which is what keeps it small and quick to pack.

    Args:
        ground: the colour of index 0, on which shadows fall.
        pairs: colours that meet at an edge: both, and the steps between that make the edge smooth.
        singles: further colours.

    """

    def __init__(self, ground: RGB, pairs: Iterable[tuple[RGB, RGB, int]], singles: Iterable[RGB] = ()) -> None:
        self.ground = ground
        deepest = mix(ground, SHADE, 0.85)
        shades = [mix(ground, deepest, step / (SHADOWS - 1)) for step in range(SHADOWS)]
        rest = list(singles)
        for one, other, steps in pairs:
            rest += [mix(one, other, step / (steps + 1)) for step in range(steps + 2)]
        self.colours: Sequence[RGB] = (*shades, *(each for each in dict.fromkeys(rest) if each not in shades))
        if len(self.colours) > 256:
            raise ValueError(f"{len(self.colours)} colours do not fit a palette of 256")
        self.flat = [channel for colour in self.colours for channel in colour]
        self._found: dict[RGB, int] = {}

    def index(self, colour: RGB) -> int:
        """Give the index of the colour nearest to ``colour``."""
        found = self._found.get(colour)
        if found is None:
            found = min(
                range(len(self.colours)),
                key=lambda at: sum(
                    weight * (a - b) ** 2 for weight, a, b in zip((3, 5, 2), self.colours[at], colour, strict=True)
                ),
            )
            self._found[colour] = found
        return found

    @cached_property
    def _carrier(self) -> Image.Image:
        carrier = Image.new("P", (1, 1))
        carrier.putpalette(self.flat)
        return carrier

    def indices(self, picture: Image.Image) -> Image.Image:
        """Give an RGB picture as palette indices, in an image of mode ``L`` and the same size."""
        mapped = picture.quantize(palette=self._carrier, dither=Image.Dither.NONE)
        return Image.frombytes("L", mapped.size, mapped.tobytes())


@cache
def dimmed(colour: RGB) -> RGB:
    """Give ``colour`` as it looks on a tile that can't be played now."""
    return mix(colour, FELT, 0.55)


def _table_pairs() -> Iterable[tuple[RGB, RGB, int]]:
    for text, ground in (
        (CREAM, FELT), (CREAM, PANEL), (MUTED, FELT), (MUTED, PANEL), (AMBER, PANEL), (GOLD, FELT), (GOLD, PANEL),
        (CREAM, WOOD), (INK, GOLD), (CREAM, SIDES[0]), (CREAM, SIDES[1]), (SKY, FELT),
    ):  # fmt: skip
        yield ground, text, 5
    for pip in PIPS:
        yield IVORY, pip, 3
        yield dimmed(IVORY), dimmed(pip), 1
    for one, other in (
        (FELT, IVORY), (IVORY, IVORY_BAR), (IVORY, BRASS), (FELT, IVORY_LIP), (PANEL, BACK), (FELT, BACK),
        (FELT, RIM), (WOOD, WOOD_LIGHT), (WOOD, WOOD_DARK), (FELT, WOOD_DARK), (SIDES[0], GOLD), (SIDES[1], GOLD),
        (FELT, dimmed(IVORY)), (PANEL, SIDES[0]), (PANEL, SIDES[1]), (GOLD, BACK), (BACK, BACK_LIGHT),
    ):  # fmt: skip
        yield one, other, 2


TABLE: Final = Palette(FELT, _table_pairs(), (SKY, GOLD_DEEP, dimmed(IVORY_BAR), dimmed(IVORY_LIP), dimmed(BRASS)))
"""For the table, the hand and a deal's end."""
