"""Collects the glyphs that no package of fonts contains: ``python -m tools.fonts FOLDER``.

``FOLDER`` holds the published Noto fonts. The scripts and symbols that the installed packages lack are copied
from them without hinting into one collection of fonts; ``render/fonts/README.md`` gives the source and the command.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

from render.pixels.typography import fonts

LEFT_OUT: Final = {"NotoSansSignWriting", "NotoSerifTangut"}
"""Nine megabytes for two scripts that hardly any name is written in."""
FIRST: Final = ("NotoSansSymbols2", "NotoSansMath", "NotoMusic")
"""Preferred to the others, which have fewer of the same symbols."""
_JOINING: Final = {0x200C, 0x200D, 0x25CC, 0x0640}


def _order(path: Path) -> tuple[int, bool, str]:
    family = path.stem.removesuffix("-Regular")
    return FIRST.index(family) if family in FIRST else len(FIRST), not family.startswith("NotoSans"), family


def _category(code: int) -> str:
    return unicodedata.category(chr(code))


def gather(folder: Path, target: Path) -> int:
    """Write the collection; return the number of fonts in it."""
    packaged = [fonts.coverage_of(face) for face in fonts.packaged_faces()]
    main = set(fonts.coverage_of(fonts.MAIN).codes())
    had = {code for each in packaged for code in each.codes()}

    def has_plain(code: int) -> bool:
        return all(ord(each) in had for each in unicodedata.normalize("NFKC", chr(code)))

    gathered = TTCollection()
    gathered.fonts = []
    for path in sorted(folder.glob("Noto*-Regular.ttf"), key=_order):
        font = TTFont(path, recalcTimestamp=False)
        codes = set(font.getBestCmap())
        new = {code for code in codes if not has_plain(code) and not _category(code).startswith("C")}
        if not new or path.stem.removesuffix("-Regular") in LEFT_OUT:
            continue
        # marks must come from the font of their letter, so each font keeps its own copies
        own = {code for code in codes if _category(code) in {"Mn", "Mc", "Zs"}} | (codes & _JOINING)
        letters = {code for code in codes - main if _category(code)[0] in "LN" and not has_plain(code)}
        had |= new
        options = Options(layout_features=["*"], name_IDs=["*"], hinting=False, glyph_names=False, notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=new | own | letters)
        subsetter.subset(font)
        gathered.fonts.append(font)
    gathered.save(target, shareTables=True)
    return len(gathered.fonts)


if __name__ == "__main__":
    count = gather(Path(sys.argv[1]), fonts.EXTRA_FONTS)
    sys.stdout.write(f"{fonts.EXTRA_FONTS.name}: {count} fonts, {fonts.EXTRA_FONTS.stat().st_size / 1e6:.1f} MB\n")
