"""Which font draws which character.

All fonts are shipped, so that pictures are the same everywhere: ``manimgx_fonts`` brings Noto Sans for most scripts
that are written today and emoji in outline, ``manimgx_fonts_cjk`` Chinese, Japanese and Korean, and ``render/fonts``
the other scripts and symbols that Noto has. A font is not opened before one of its characters is drawn; until then only
the list of its characters is read, and that not before a character was looked for in vain in the fonts before it. Where
nothing has a character a small round dot stands for it (:data:`STAND_IN`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import manimgx_fonts
import manimgx_fonts_cjk
from PIL import ImageFont, features

from render.names import COMPUTER_SIGN, clusters
from render.pixels.typography import cjk_variants, coverage


class Face(NamedTuple):
    """A font: its file, and its number in that file where this is a collection of fonts."""

    path: Path
    number: int = 0


STAND_IN: Final = "•"
"""Drawn for a character that no font has; a run of them is drawn as at most three."""

_FOLDER: Final = Path(str(files(manimgx_fonts)))
_EAST_ASIAN: Final = Path(str(files(manimgx_fonts_cjk))) / "NotoSansCJK-VF.otf.ttc"
EXTRA_FONTS: Final = Path(str(files("render"))) / "fonts" / "NotoOthers.ttc"
"""What the packages lack."""

MAIN: Final = Face(_FOLDER / "NotoSans[wght].ttf")
"""Latin, Greek and Cyrillic."""
EMOJI: Final = Face(_FOLDER / "NotoEmoji[wght].ttf")
BOT_SIGN: Final = Face(Path())
"""No font: what is drawn by hand, the sign before a computer's name."""

HAS_RAQM: Final = features.check("raqm")
"""Whether the library is there that joins letters, puts marks in their places and writes from right to left."""
_LAYOUT: Final = ImageFont.Layout.RAQM if HAS_RAQM else ImageFont.Layout.BASIC

_EMOJI_STYLE, _TEXT_STYLE = "\ufe0f", "\ufe0e"
_LIGATURES: Final = str.maketrans({"\ufdfd": "بسم الله الرحمن الرحيم"})
"""A sign whose outline can't be drawn in any weight but the regular one, and what it says."""


def packaged_faces() -> tuple[Face, ...]:
    """Return the fonts of the packages, in the order in which characters are looked for."""
    scripts = sorted(path for path in _FOLDER.glob("*.ttf") if "Italic" not in path.name)
    letters = [Face(path) for path in scripts if path not in {MAIN.path, EMOJI.path} and "Symbols" not in path.name]
    symbols = [Face(path) for path in scripts if "Symbols" in path.name]
    # Symbols and emoji come after the letters: scripts have better digits and marks of their own.
    return (MAIN, *letters, Face(_EAST_ASIAN), *symbols, EMOJI)


@cache
def _chain() -> tuple[Face, ...]:
    return (*packaged_faces(), *(Face(EXTRA_FONTS, number) for number in range(coverage.count_faces(EXTRA_FONTS))))


@cache
def coverage_of(face: Face) -> coverage.Coverage:
    """Return the characters that a font has."""
    return coverage.read(*face)


@lru_cache(maxsize=256)
def font(face: Face, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Open a font at ``size`` pixels and a ``weight`` (400 regular to 700 bold) as near as it has."""
    opened = ImageFont.truetype(str(face.path), size, index=face.number, layout_engine=_LAYOUT)
    try:
        axes = opened.get_variation_axes()
    except OSError:
        return opened
    values: list[float] = []
    for axis in axes:
        low, high, usual = axis["minimum"] or 0, axis["maximum"] or 0, axis["default"] or 0
        is_weight = b"eight" in (axis.get("name") or b"")
        values.append(min(max(weight, low), high) if is_weight else usual)
    opened.set_variation_by_axes(values)
    return opened


def _is_invisible(character: str) -> bool:
    """Return whether a character is never seen itself, but says how its neighbours look."""
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"


def _has(face: Face, cluster: str) -> bool:
    return all(_is_invisible(character) or ord(character) in coverage_of(face) for character in cluster)


def _as_emoji(cluster: str) -> bool:
    joined = len(cluster) > 1 and not cluster[0].isalnum() and _TEXT_STYLE not in cluster
    return joined or _EMOJI_STYLE in cluster


@lru_cache(maxsize=4096)
def _face_for(cluster: str) -> Face | None:
    """Return the first font that has all of a cluster, or else its first character."""
    if _as_emoji(cluster) and _has(EMOJI, cluster):
        return EMOJI
    whole = (face for face in _chain() if _has(face, cluster))
    return next(whole, None) or next((face for face in _chain() if _has(face, cluster[0])), None)


def _pieces(text: str) -> Iterator[tuple[Face | None, str]]:
    before: Face | None = None
    for cluster in clusters(text):
        goes_along = not cluster[0].isalnum() and not _as_emoji(cluster)
        stays = goes_along and before is not None and before != EMOJI and _has(before, cluster)
        home = before if stays else _face_for(cluster)
        if home is None:
            # Letters in fancy shapes (mathematical, full width) have plain ones behind them.
            cluster = unicodedata.normalize("NFKC", cluster)
            home = _face_for(cluster)
        yield home, cluster
        before = home


def _is_drawn_singly(face: Face) -> bool:
    """Return whether characters of a font never lean on each other, so that each is drawn once and pasted often."""
    return face == EMOJI or face.path == _EAST_ASIAN


@lru_cache(maxsize=2048)
def runs(text: str) -> tuple[tuple[Face, str], ...]:
    """Split a text into pieces that one font draws, in the order in which they are read.

    Spaces and punctuation stay with what is before them. Emoji and East Asian characters are pieces of their own.
    Characters that no font has become :data:`STAND_IN`.
    """
    before, sign, after = text.partition(COMPUTER_SIGN)
    if sign:
        return (*runs(before), (BOT_SIGN, sign), *runs(after))
    found: list[tuple[Face, str]] = []
    stand_ins = 0
    region = cjk_variants.region_of(text)
    for home, cluster in _pieces(unicodedata.normalize("NFC", text).translate(_LIGATURES)):
        stand_ins = stand_ins + 1 if home is None else 0
        if stand_ins > 3:
            continue
        if home is None:
            face, piece = MAIN, STAND_IN
        else:
            face = Face(_EAST_ASIAN, region) if home.path == _EAST_ASIAN else home
            piece = "".join(each for each in cluster if _has(home, each))
        if found and found[-1][0] == face and not _is_drawn_singly(face):
            found[-1] = (face, found[-1][1] + piece)
        else:
            found.append((face, piece))
    return tuple(found)


def is_drawable(text: str) -> bool:
    """Return whether any character of ``text`` can be drawn."""
    shown = "".join(piece for _, piece in runs(text))
    return any(not each.isspace() and each != STAND_IN for each in shown)
