"""PNG files of palette indices.

Pillow packs with the zlib that the system has. ISA-L packs ten times as fast into files a fifth larger, which Discord
serves from copies of its own. It releases the GIL.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

from PIL import Image

try:
    from isal import isal_zlib as packer
except ImportError:  # no wheel: Windows on ARM
    packer = zlib

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_FAST: Final = 1
"""The level of compression, the same in both libraries."""


def encode(indices: Image.Image, palette: bytes) -> bytes:
    """Return a picture as a PNG file.

    Args:
        indices: palette indices (mode ``L``).
        palette: red, green and blue of up to 256 colours, from index 0 on.

    """
    wide, high = indices.size
    # Each row begins with the number of its filter, 0 for none. Pillow ends each row with a zero instead.
    rows = b"\0" + memoryview(indices.tobytes("raw", "L", wide + 1, 1))[:-1]
    header = struct.pack(">2I5B", wide, high, 8, 3, 0, 0, 0)
    packed = packer.compress(rows, _FAST)  # pyright: ignore[reportUnknownMemberType] - its stub has no type for data
    chunks = {b"IHDR": header, b"PLTE": palette, b"IDAT": packed, b"IEND": b""}
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks.items())


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
