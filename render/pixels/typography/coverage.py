"""The characters of a font, read from its file without opening it for drawing.

Only the ``cmap`` table is read, and stored as ranges of a few bytes each. All fonts take about 50 milliseconds;
fontTools (``TTFont(lazy=True).getBestCmap()``) takes over four seconds on the same machine, and is a dependency more.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Final

_COLLECTION: Final = b"ttcf"
_CMAP: Final = int.from_bytes(b"cmap", "big")
_RANKS: Final = {(3, 10): 0, (0, 6): 1, (0, 4): 1, (3, 1): 2, (0, 3): 3}
"""The rank of each known subtable by platform and encoding, the most complete first."""


class Coverage:
    """The code points of a font.

    Args:
        ranges: the first and the last code point of each range, in rising order.

    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._firsts = array("I")
        self._lasts = array("I")
        for first, last in ranges:
            if self._lasts and first == self._lasts[-1] + 1:
                self._lasts[-1] = last
            else:
                self._firsts.append(first)
                self._lasts.append(last)

    def __contains__(self, code: int) -> bool:
        at = bisect_right(self._firsts, code)
        return at > 0 and code <= self._lasts[at - 1]

    def codes(self) -> Iterable[int]:
        """Yield every code point, in rising order."""
        return (code for each in zip(self._firsts, self._lasts, strict=True) for code in range(each[0], each[1] + 1))


def _unpack(file: BinaryIO, at: int, form: str) -> tuple[int, ...]:
    file.seek(at)
    return struct.unpack(">" + form, file.read(struct.calcsize(">" + form)))


def count_faces(path: Path) -> int:
    """Return the number of faces in a file: one, or more in a collection."""
    with path.open("rb") as file:
        return _unpack(file, 8, "I")[0] if file.read(4) == _COLLECTION else 1


def read(path: Path, number: int = 0) -> Coverage:
    """Read the coverage of a face, by its index, in a TrueType or OpenType file.

    Raises:
        ValueError: the file has no Unicode ``cmap`` of format 4 or 12.

    """
    with path.open("rb") as file:
        start = _unpack(file, 12 + 4 * number, "I")[0] if file.read(4) == _COLLECTION else 0
        for table in range(_unpack(file, start + 4, "H")[0]):
            tag, _, at, length = _unpack(file, start + 12 + 16 * table, "4I")
            if tag == _CMAP:
                file.seek(at)
                return Coverage(_ranges(file.read(length)))
    raise ValueError(f"{path.name} has no table of characters")


def _ranges(table: bytes) -> Iterable[tuple[int, int]]:
    subtables = [
        struct.unpack_from(">HHI", table, 4 + 8 * each) for each in range(struct.unpack_from(">H", table, 2)[0])
    ]
    known = [(_RANKS[platform, encoding], at) for platform, encoding, at in subtables if (platform, encoding) in _RANKS]
    for _, at in sorted(known):
        form = struct.unpack_from(">H", table, at)[0]
        if form == 12:
            return _groups(table, at)
        if form == 4:
            return _segments(table, at)
    raise ValueError("no table of Unicode characters in a known form")


def _groups(table: bytes, at: int) -> Iterable[tuple[int, int]]:
    """Read format 12: ranges."""
    count = struct.unpack_from(">I", table, at + 12)[0]
    return ((first, last) for first, last, _ in struct.iter_unpack(">III", table[at + 16 : at + 16 + 12 * count]))


def _segments(table: bytes, at: int) -> Iterable[tuple[int, int]]:
    """Read format 4: ranges, in which glyph 0 marks missing characters."""
    count = struct.unpack_from(">H", table, at + 6)[0] // 2
    lasts, firsts, deltas, offsets = (
        struct.unpack_from(f">{count}H", table, at + 14 + part * 2 * count + (2 if part else 0)) for part in range(4)
    )
    glyphs = at + 16 + 6 * count
    for number, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offsets[number]:
                (glyph,) = struct.unpack_from(">H", table, glyphs + 2 * number + offsets[number] + 2 * (code - first))
                if not glyph:
                    continue
            if (glyph + deltas[number]) & 0xFFFF:
                yield code, code
