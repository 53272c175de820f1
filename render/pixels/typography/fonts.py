"""The font of each character.

All fonts are shipped: pictures are the same everywhere. ``manimgx_fonts`` has Noto Sans for most living scripts
and outlined emoji, ``manimgx_fonts_cjk`` Chinese, Japanese and Korean, and ``render/fonts`` Noto's other scripts and
symbols. A font is opened when one of its characters is first drawn. Before that only its coverage is read, and only if
no font before it has a character. A small dot (:data:`STAND_IN`) replaces characters that no font has.
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
    """A font: its file, and its index in a file that is a collection."""

    path: Path
    number: int = 0


STAND_IN: Final = "•"
"""The replacement of a character that no font has."""
_MAX_STAND_INS: Final = 3
"""The maximum number of replacements in a row; further ones are left out."""

_FOLDER: Final = Path(str(files(manimgx_fonts)))
_EAST_ASIAN: Final = Path(str(files(manimgx_fonts_cjk))) / "NotoSansCJK-VF.otf.ttc"
EXTRA_FONTS: Final = Path(str(files("render"))) / "fonts" / "NotoOthers.ttc"
"""The scripts and symbols that the packages lack."""

MAIN: Final = Face(_FOLDER / "NotoSans[wght].ttf")
"""Latin, Greek and Cyrillic."""
EMOJI: Final = Face(_FOLDER / "NotoEmoji[wght].ttf")
BOT_SIGN: Final = Face(Path())
"""Not a font: the sign before a computer's name, which is drawn as shapes."""

HAS_RAQM: Final = features.check("raqm")
"""Whether Pillow has Raqm, which joins letters, places marks and orders text from right to left."""
_LAYOUT: Final = ImageFont.Layout.RAQM if HAS_RAQM else ImageFont.Layout.BASIC

_EMOJI_STYLE, _TEXT_STYLE = "\ufe0f", "\ufe0e"
_LIGATURES: Final = str.maketrans({"\ufdfd": "بسم الله الرحمن الرحيم"})
"""A ligature whose outline can only be drawn in the regular weight, and its letters."""


def packaged_faces() -> tuple[Face, ...]:
    """Return the fonts of the packages, in the order of the search for characters."""
    letters: list[Face] = []
    symbols: list[Face] = []
    for path in sorted(_FOLDER.glob("*.ttf")):
        if "Symbols" in path.name:
            symbols.append(Face(path))
        elif "Italic" not in path.name and path not in {MAIN.path, EMOJI.path}:
            letters.append(Face(path))
    # symbols and emoji come after letters: scripts have their own digits and marks
    return (MAIN, *letters, Face(_EAST_ASIAN), *symbols, EMOJI)


@cache
def _chain() -> tuple[Face, ...]:
    return (*packaged_faces(), *(Face(EXTRA_FONTS, number) for number in range(coverage.count_faces(EXTRA_FONTS))))


@cache
def coverage_of(face: Face) -> coverage.Coverage:
    """Return the coverage of a font."""
    return coverage.read(*face)


@lru_cache(maxsize=256)
def font(face: Face, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Open a font at ``size`` pixels and the nearest available ``weight`` (400 regular to 700 bold)."""
    opened = ImageFont.truetype(str(face.path), size, index=face.number, layout_engine=_LAYOUT)
    try:
        axes = opened.get_variation_axes()
    except OSError:
        return opened
    opened.set_variation_by_axes([_axis_value(axis, weight) for axis in axes])
    return opened


def _axis_value(axis: ImageFont.Axis, weight: int) -> float:
    """Return the nearest available weight; for another axis its default."""
    if b"eight" in axis.get("name", b""):
        return min(max(weight, axis["minimum"] or 0), axis["maximum"] or 0)
    return axis["default"] or 0


def _is_invisible(character: str) -> bool:
    """Return whether a character only changes how its neighbours look."""
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"


def _has(face: Face, cluster: str) -> bool:
    return all(_is_invisible(character) or ord(character) in coverage_of(face) for character in cluster)


def _as_emoji(cluster: str) -> bool:
    joined = len(cluster) > 1 and not cluster[0].isalnum() and _TEXT_STYLE not in cluster
    return joined or _EMOJI_STYLE in cluster


@lru_cache(maxsize=4096)
def _face_for(cluster: str) -> Face | None:
    """Return the first font that has all of a cluster, else the first that has its first character."""
    if _as_emoji(cluster) and _has(EMOJI, cluster):
        return EMOJI
    for characters in (cluster, cluster[0]):
        for face in _chain():
            if _has(face, characters):
                return face
    return None


def _stays(before: Face | None, cluster: str) -> bool:
    """Return whether a space or a punctuation mark is drawn in the font of the character before it."""
    if before is None or before == EMOJI or cluster[0].isalnum() or _as_emoji(cluster):
        return False
    return _has(before, cluster)


def _pieces(text: str) -> Iterator[tuple[Face | None, str]]:
    before: Face | None = None
    for cluster in clusters(text):
        home = before if _stays(before, cluster) else _face_for(cluster)
        if home is None:
            # fancy letters (mathematical, full width) decompose into plain ones
            cluster = unicodedata.normalize("NFKC", cluster)
            home = _face_for(cluster)
        yield home, cluster
        before = home


def _is_drawn_singly(face: Face) -> bool:
    """Return whether the characters of a font are independent: each is then drawn once and pasted often."""
    return face == EMOJI or face.path == _EAST_ASIAN


@lru_cache(maxsize=2048)
def runs(text: str) -> tuple[tuple[Face, str], ...]:
    """Split a text into pieces of one font each, in reading order.

    Spaces and punctuation stay with the piece before them. Each emoji and East Asian character is its own piece.
    Characters that no font has become :data:`STAND_IN`.
    """
    before, sign, after = text.partition(COMPUTER_SIGN)
    if sign:
        return (*runs(before), (BOT_SIGN, sign), *runs(after))
    merged: list[tuple[Face, str]] = []
    stand_ins = 0
    region = cjk_variants.region_of(text)
    for home, cluster in _pieces(unicodedata.normalize("NFC", text).translate(_LIGATURES)):
        stand_ins = stand_ins + 1 if home is None else 0
        if stand_ins > _MAX_STAND_INS:
            continue
        face, piece = _drawn(home, cluster, region)
        if merged and merged[-1][0] == face and not _is_drawn_singly(face):
            merged[-1] = (face, merged[-1][1] + piece)
        else:
            merged.append((face, piece))
    return tuple(merged)


def _drawn(home: Face | None, cluster: str, region: cjk_variants.Region) -> tuple[Face, str]:
    """Return the font of a cluster, in the variant of a region, and the characters that the font has."""
    if home is None:
        return MAIN, STAND_IN
    face = Face(_EAST_ASIAN, region) if home.path == _EAST_ASIAN else home
    return face, "".join(each for each in cluster if _has(home, each))


def is_drawable(text: str) -> bool:
    """Return whether any character of a text can be drawn."""
    pieces = "".join(piece for _, piece in runs(text))
    return any(not each.isspace() and each != STAND_IN for each in pieces)
