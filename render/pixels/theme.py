"""The themes that a server may choose: a colour for every part, and the palettes of the pictures.

Text has a contrast of at least 4.5 to 1 with its ground, and pips with their tile, as the Web Content Accessibility
Guidelines (2.2, 1.4.3) require of text. Pips differ in number, form and colour: nothing depends on colour
vision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.i18n import N_
from render.pixels.colours import RGB, Palette, mix


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of all parts. Themes compare by identity, which lets sprites be cached.

    Attributes:
        id: the id in commands and settings.
        name: the display name, to be translated.
        ground: the table.
        shade: shadows on the table.
        panel: plates, cards and signs.
        line: rims of panels, and tracks.
        frame: the rim around the table.
        frame_light: its upper edge.
        frame_dark: its grooves.
        text: main text.
        faint: secondary text.
        warning: passes and markers.
        highlight: the seat in turn, open ends, winners.
        highlight_edge: the rim of highlighted parts.
        last: the last tile laid.
        ink: text on highlighted parts and on medals.
        tile: a tile's face.
        tile_lip: its lower edge.
        tile_edge: the width of the lip on the other edges, as a share of a half.
        tile_bar: the line between its halves.
        pin: the pin on that line.
        pips: a pip's colour by the number on its half, 0 to 12.
        back: a tile's back.
        back_light: the line on it.
        back_edge: its edge.
        silver: the second place.
        bronze: the third.
        own_row: the ground of the reader's own row.
        sides: the two pairs, distinct for every kind of colour vision; signs distinguish them too.
        player_colours: the discs behind players' initials.

    """

    id: str
    name: str
    ground: RGB
    shade: RGB
    panel: RGB
    line: RGB
    frame: RGB
    frame_light: RGB
    frame_dark: RGB
    text: RGB
    faint: RGB
    warning: RGB
    highlight: RGB
    highlight_edge: RGB
    last: RGB
    ink: RGB
    tile: RGB
    tile_lip: RGB
    tile_edge: float
    tile_bar: RGB
    pin: RGB
    pips: tuple[RGB, ...]
    back: RGB
    back_light: RGB
    back_edge: RGB
    silver: RGB
    bronze: RGB
    own_row: RGB
    sides: tuple[RGB, RGB]
    player_colours: tuple[RGB, ...]

    def dimmed(self, colour: RGB) -> RGB:
        """Return a colour as it looks on a tile that can't be played."""
        return mix(colour, self.ground, DIM)

    @cached_property
    def table_palette(self) -> Palette:
        """The palette of tables, hands and deals' ends."""
        singles = (
            self.last,
            self.highlight_edge,
            *(self.dimmed(each) for each in (self.tile_bar, self.tile_lip, self.pin)),
        )
        return Palette(self.ground, self.shade, self._table_pairs(), singles)

    def _table_pairs(self) -> Iterable[tuple[RGB, RGB, int]]:
        for text, ground in (
            (self.text, self.ground), (self.text, self.panel), (self.faint, self.ground), (self.faint, self.panel),
            (self.warning, self.panel), (self.highlight, self.ground), (self.highlight, self.panel),
            (self.text, self.frame), (self.ink, self.highlight), (self.text, self.sides[0]), (self.text, self.sides[1]),
            (self.last, self.ground), (self.last, self.panel), (self.highlight, self.frame), (self.ink, self.last),
        ):  # fmt: skip
            yield ground, text, 5
        for pip in self.pips[1:]:
            yield self.tile, pip, 3
            yield self.dimmed(self.tile), self.dimmed(pip), 1
        for one, other in (
            (self.ground, self.tile), (self.tile, self.tile_bar), (self.tile, self.pin), (self.ground, self.tile_lip),
            (self.panel, self.back), (self.ground, self.back), (self.ground, self.line),
            (self.frame, self.frame_light), (self.frame, self.frame_dark), (self.ground, self.frame_dark),
            (self.sides[0], self.highlight), (self.sides[1], self.highlight), (self.ground, self.dimmed(self.tile)),
            (self.panel, self.sides[0]), (self.panel, self.sides[1]), (self.highlight, self.back),
            (self.back, self.back_light),
        ):  # fmt: skip
            yield one, other, 2

    @cached_property
    def leaderboard_palette(self) -> Palette:
        """The palette of leaderboards and statistics."""
        return Palette(self.ground, self.shade, self._leaderboard_pairs(), (self.shade, self.highlight_edge, self.ink))

    @property
    def medals(self) -> tuple[RGB, RGB, RGB]:
        """The colours of the first three places."""
        return self.highlight, self.silver, self.bronze

    def _leaderboard_pairs(self) -> Iterable[tuple[RGB, RGB, int]]:
        grounds = (self.panel, self.own_row, self.ground)
        for ground in grounds:
            yield from ((ground, front, 4) for front in (self.text, self.faint, self.highlight))
            yield from ((ground, medal, 2) for medal in self.medals)
        yield from ((medal, self.ink, 4) for medal in self.medals)
        yield from ((person, self.text, 4) for person in self.player_colours)
        yield from ((ground, person, 1) for ground in grounds[:2] for person in self.player_colours)
        yield from ((self.frame, self.text, 4), (self.frame, self.frame_light, 2), (self.frame, self.frame_dark, 2))
        yield from ((self.ground, self.line, 2), (self.frame, self.highlight, 2))


DIM: Final = 0.55
"""The share of the table's colour in a tile that can't be played."""

_PLAYER_COLOURS: Final = (
    (26, 84, 148), (156, 64, 14), (112, 44, 122), (14, 104, 110), (150, 36, 66), (84, 88, 22), (66, 62, 150),
    (108, 72, 44),
)  # fmt: skip

FELT: Final = Theme(
    id="felt",
    name=N_("Ivory on felt"),
    ground=(22, 91, 62),
    shade=(7, 40, 27),
    panel=(12, 62, 43),
    line=(48, 122, 89),
    frame=(84, 52, 30),
    frame_light=(122, 82, 50),
    frame_dark=(54, 32, 17),
    text=(250, 238, 210),
    faint=(188, 208, 192),
    warning=(255, 196, 120),
    highlight=(255, 209, 77),
    highlight_edge=(214, 158, 38),
    last=(120, 226, 255),
    ink=(36, 27, 18),
    tile=(250, 244, 228),
    tile_lip=(201, 184, 146),
    tile_edge=0,
    tile_bar=(186, 168, 126),
    pin=(198, 150, 62),
    pips=(
        (36, 27, 18), (0, 96, 168), (184, 62, 8), (0, 112, 84), (130, 32, 120), (40, 40, 52), (130, 82, 0),
        (190, 20, 78), (66, 70, 176), (84, 98, 0), (0, 104, 128), (116, 60, 30), (100, 44, 170),
    ),
    back=(164, 58, 48),
    back_light=(214, 122, 104),
    back_edge=(36, 27, 18),
    silver=(202, 210, 218),
    bronze=(216, 148, 96),
    own_row=(92, 74, 20),
    sides=((26, 84, 148), (156, 64, 14)),
    player_colours=_PLAYER_COLOURS,
)  # fmt: skip

DARK: Final = Theme(
    id="dark",
    name=N_("Dark"),
    ground=(24, 26, 30),
    shade=(6, 7, 9),
    panel=(40, 44, 50),
    line=(82, 89, 100),
    frame=(14, 15, 17),
    frame_light=(34, 37, 42),
    frame_dark=(8, 9, 10),
    text=(242, 240, 234),
    faint=(184, 191, 201),
    warning=(255, 190, 116),
    highlight=(255, 206, 84),
    highlight_edge=(206, 152, 44),
    last=(104, 214, 255),
    ink=(22, 20, 16),
    tile=(68, 75, 88),
    tile_lip=(142, 152, 170),
    tile_edge=0.03,
    tile_bar=(126, 136, 152),
    pin=(160, 168, 182),
    pips=(
        (242, 240, 234), (128, 208, 255), (255, 172, 128), (120, 230, 178), (236, 172, 255), (244, 244, 244),
        (255, 216, 96), (255, 164, 190), (184, 192, 255), (206, 226, 100), (104, 226, 236), (236, 198, 160),
        (214, 184, 255),
    ),
    back=(126, 62, 58),
    back_light=(190, 112, 100),
    back_edge=(8, 9, 10),
    silver=(202, 210, 218),
    bronze=(222, 156, 106),
    own_row=(78, 66, 28),
    sides=((38, 92, 158), (158, 70, 22)),
    player_colours=_PLAYER_COLOURS,
)  # fmt: skip

CONTRAST: Final = Theme(
    id="contrast",
    name=N_("High contrast"),
    ground=(0, 0, 0),
    shade=(40, 40, 40),
    panel=(0, 0, 0),
    line=(200, 200, 200),
    frame=(0, 0, 0),
    frame_light=(0, 0, 0),
    frame_dark=(60, 60, 60),
    text=(255, 255, 255),
    faint=(226, 226, 226),
    warning=(255, 190, 80),
    highlight=(255, 224, 0),
    highlight_edge=(255, 255, 255),
    last=(0, 232, 255),
    ink=(0, 0, 0),
    tile=(255, 255, 255),
    tile_lip=(150, 150, 150),
    tile_edge=0,
    tile_bar=(112, 112, 112),
    pin=(112, 112, 112),
    pips=(
        (0, 0, 0), (0, 64, 160), (150, 32, 0), (0, 84, 52), (110, 0, 112), (0, 0, 0), (104, 62, 0), (150, 0, 58),
        (44, 44, 150), (62, 74, 0), (0, 78, 100), (96, 44, 18), (78, 20, 150),
    ),
    back=(140, 0, 0),
    back_light=(255, 255, 255),
    back_edge=(255, 255, 255),
    silver=(220, 226, 232),
    bronze=(240, 176, 120),
    own_row=(64, 52, 0),
    sides=((0, 64, 160), (150, 32, 0)),
    player_colours=_PLAYER_COLOURS,
)  # fmt: skip

THEMES: Final[Mapping[str, Theme]] = {theme.id: theme for theme in (FELT, DARK, CONTRAST)}
"""Every theme by its id, in the order of the menus."""
DEFAULT: Final = FELT
"""The theme of servers that have not chosen one."""
