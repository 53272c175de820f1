"""The pictures for app directories: some of the gallery's, below a caption, in the shape that directories show.

Captions and alternative texts are those of ``docs/listing.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from gettext import NullTranslations
from io import BytesIO
from typing import Final

from PIL import Image

from render import DEFAULT
from render.pixels.typography import text
from render.pixels.typography.text import Style
from tools.gallery.page import Picture
from tools.gallery.sections import WORDS, gallery

SIZE: Final = (1280, 720)
"""The width and height in pixels: 16 to 9."""
MARGIN: Final = 24
HEAD: Final = 104
"""The height of the strip with the caption."""
CAPTION: Final = Style(46, 700)
AREAS: Final = 128
"""How many colours of a picture are kept as they are."""

SHOWN: Final[Mapping[str, Sequence[Sequence[str]]]] = {
    "table": [["line"]],
    "hand": [["hand"]],
    "games": [["dark-trains", "five-up", "sebastopol"], ["matador", "tricks", "memory"]],
    "tournament": [["standings", "bracket"]],
    "results": [["deal-end-capicua", "leaderboard"]],
}
"""The rows of pictures in each, by the name of its file."""


def described(page: str, language: str) -> dict[str, tuple[str, str]]:
    """Return the caption and the alternative text of each picture, as a page has them in a language.

    Raises:
        LookupError: the page has none in that language.

    """
    for section in page.split("\n## ")[1:]:
        if section.partition("\n")[0].endswith(f"({language})"):
            rows = re.findall(r"^\| \[(\w+)\.png\]\(.*\) \| (.+) \| (.+) \|$", section, re.MULTILINE)
            return {name: (caption, alt) for name, caption, alt in rows}
    raise LookupError(f"docs/listing.md has no texts in {language}")


def listing(texts: Mapping[str, tuple[str, str]], t: NullTranslations = WORDS) -> Iterator[Picture]:
    """Yield the pictures, each below its caption."""
    parts = {shown.file: shown for section in gallery(t) for shown in section.shown if isinstance(shown, Picture)}
    for name, rows in SHOWN.items():
        caption, alt = texts[name]
        drawn = [[parts[f"{each}.png"].draw for each in row] for row in rows]
        yield Picture(f"{name}.png", caption, partial(_draw, caption, drawn), alt)


def _draw(caption: str, rows: Sequence[Sequence[Callable[[], bytes]]]) -> bytes:
    wide, high = SIZE
    sheet = Image.new("RGB", SIZE, DEFAULT.frame_dark)
    title = text.draw(caption, CAPTION)
    sheet.paste(DEFAULT.text, ((wide - title.width) // 2 + title.left, 68 + title.top), title.mask)
    room = (high - HEAD) // len(rows)
    for down, row in enumerate(rows):
        parts = [Image.open(BytesIO(draw())).convert("RGB") for draw in row]
        shapes = [part.width / part.height for part in parts]
        # all parts of a row are equally high
        tall = min(room - MARGIN, (wide - MARGIN * (len(row) + 1)) / sum(shapes))
        left = (wide - tall * sum(shapes) - MARGIN * (len(row) - 1)) / 2
        for part, shape in zip(parts, shapes, strict=True):
            sheet.paste(
                part.resize((round(tall * shape), round(tall)), Image.Resampling.LANCZOS),
                (round(left), HEAD + down * room + round(room - MARGIN - tall) // 2),
            )
            left += tall * shape + MARGIN
    out = BytesIO()
    sheet.quantize(palette=_palette(sheet), dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _palette(sheet: Image.Image) -> Image.Image:
    """Return the colours of a picture's areas as they are, and others for the shades at edges."""
    counted = sorted(sheet.getcolors(sheet.width * sheet.height) or [], reverse=True)
    others = sheet.quantize(256 - AREAS, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in counted[:AREAS] for part in colour] + others)
    return palette
