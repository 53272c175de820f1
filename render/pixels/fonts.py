"""Which font draws which character.

The Noto fonts of ``manimgx_fonts`` cover Latin, Greek, Cyrillic, the scripts of India, of the Near and Middle East,
of South-East Asia, of Ethiopia and the Caucasus, and emoji in outline. Chinese, Japanese and Korean are not among
them: fonts of the system are looked for, and of the packages that happen to be installed. Only when nothing has a
character does a small round dot stand for it (:data:`STAND_IN`).
"""

from __future__ import annotations

import importlib.util
import sys
import threading
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import manimgx_fonts
from PIL import Image, ImageDraw, ImageFont, features

from render.names import clusters

STAND_IN: Final = "•"
"""Drawn for a character that no font has; a run of them is drawn as at most three."""

_FOLDER: Final = Path(str(files(manimgx_fonts)))
_MAIN: Final = _FOLDER / "NotoSans[wght].ttf"
_LAYOUT: Final = ImageFont.Layout.RAQM if features.check("raqm") else ImageFont.Layout.BASIC
_SYSTEM_FOLDERS: Final = {
    "win32": ("C:/Windows/Fonts",),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts"),
}.get(sys.platform, ("/usr/share/fonts", "/usr/local/share/fonts", str(Path.home() / ".local/share/fonts")))
_WANTED: Final = (
    "NotoSansCJK*", "NotoSansSC*", "NotoSansJP*", "NotoSansKR*", "noto-sans-sc*", "SourceHanSans*", "wqy-*",
    "DroidSansFallback*", "unifont.ttf", "unifont.otf", "msyh.ttc", "YuGoth*.ttc", "malgun.ttf", "PingFang.ttc",
    "Hiragino*.ttc", "AppleSDGothicNeo.ttc", "NotoSansSymbols2*", "DejaVuSans.ttf", "seguisym.ttf", "Apple Symbols.ttf",
)  # fmt: skip

lock: Final = threading.RLock()
"""Held while a font measures or draws: its face is shared by every thread."""


@cache
def _candidates() -> tuple[Path, ...]:
    """Give every font file, in the order in which characters are looked for."""
    ours = sorted(path for path in _FOLDER.glob("*.ttf") if path != _MAIN and "Italic" not in path.name)
    # Symbols and emoji come last: scripts have better digits and marks of their own.
    ours.sort(key=lambda path: ("Symbols" in path.name, "Emoji" in path.name))
    folders = [Path(folder) for folder in _SYSTEM_FOLDERS]
    preview = importlib.util.find_spec("simcord")
    if preview is not None and preview.submodule_search_locations:
        folders += [Path(each) / "preview/static/fonts" for each in preview.submodule_search_locations]
    found = [
        path
        for folder in folders
        if folder.is_dir()
        for pattern in _WANTED
        for path in sorted(folder.rglob(pattern))
        if path.suffix.lower() in {".ttf", ".otf", ".ttc"}
    ]
    return (_MAIN, *ours, *dict.fromkeys(found))


@lru_cache(maxsize=256)
def font(path: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Open a font at ``size`` pixels and a ``weight`` (400 regular to 700 bold) as near as it has."""
    opened = ImageFont.truetype(str(path), size, layout_engine=_LAYOUT)
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


def _picture(path: Path, character: str) -> bytes:
    sheet = Image.new("L", (64, 64))
    ImageDraw.Draw(sheet).text((16, 44), character, fill=255, font=font(path, 24, 400), anchor="ls")
    return sheet.tobytes()


@cache
def _blank(path: Path) -> bytes:
    """Give the picture of the box that a font draws for what it doesn't have."""
    return _picture(path, "\U0010ffff")


@lru_cache(maxsize=4096)
def has(path: Path, character: str) -> bool:
    """Tell whether a font draws ``character`` as anything but its box for missing ones."""
    with lock:
        return _picture(path, character) != _blank(path)


@lru_cache(maxsize=4096)
def _home(cluster: str) -> Path | None:
    """Give the font for a cluster, judged by its first character."""
    emoji = "\ufe0f" in cluster or "\u200d" in cluster
    candidates = _candidates()
    if emoji:
        candidates = tuple(sorted(candidates, key=lambda path: "Emoji" not in path.name))
    return next((path for path in candidates if has(path, cluster[0])), None)


@lru_cache(maxsize=2048)
def runs(text: str) -> tuple[tuple[Path, str], ...]:
    """Split a text into the longest pieces that one font draws, in the order in which they are read.

    Spaces and punctuation stay with what is before them. Characters that no font has become :data:`STAND_IN`.
    """
    found: list[tuple[Path, str]] = []
    stand_ins = 0
    for cluster in clusters(text):
        if found and not cluster[0].isalnum() and has(found[-1][0], cluster[0]) and "Emoji" not in found[-1][0].name:
            path, piece = found[-1][0], cluster
        else:
            home = _home(cluster)
            if home is None:
                # Letters in fancy shapes (mathematical, full width) have plain ones behind them.
                cluster = unicodedata.normalize("NFKC", cluster)
                home = _home(cluster)
            stand_ins = stand_ins + 1 if home is None else 0
            if stand_ins > 3:
                continue
            path, piece = (_MAIN, STAND_IN) if home is None else (home, cluster)
        if found and found[-1][0] == path:
            found[-1] = (path, found[-1][1] + piece)
        else:
            found.append((path, piece))
    return tuple(found)


def drawable(text: str) -> bool:
    """Tell whether any character of ``text`` can be drawn."""
    shown = "".join(piece for _, piece in runs(text))
    return any(not each.isspace() and each != STAND_IN for each in shown)
