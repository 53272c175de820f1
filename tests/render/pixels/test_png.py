"""Tests of the PNG files: what Pillow reads from them is what was drawn."""

from __future__ import annotations

import zlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.pixels import png


@given(st.data(), st.integers(1, 40), st.integers(1, 40), st.integers(1, 256))
def test_pillow_reads_every_pixel_and_every_colour(data: st.DataObject, wide: int, high: int, colours: int) -> None:
    pixels = data.draw(st.binary(min_size=wide * high, max_size=wide * high)).translate(
        bytes(value % colours for value in range(256))
    )
    palette = data.draw(st.binary(min_size=3 * colours, max_size=3 * colours))
    with Image.open(BytesIO(png.encode(Image.frombytes("L", (wide, high), pixels), palette))) as read:
        assert (read.format, read.mode, read.size) == ("PNG", "P", (wide, high))
        assert read.tobytes() == pixels
        assert bytes(read.getpalette() or ()) == palette


def test_a_machine_without_the_fast_packer_packs_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    image = Image.frombytes("L", (50, 40), bytes(range(200)) * 10)
    fast = png.encode(image, bytes(768))
    monkeypatch.setattr(png, "packer", zlib)
    slow = png.encode(image, bytes(768))
    assert Image.open(BytesIO(fast)).tobytes() == Image.open(BytesIO(slow)).tobytes() == image.tobytes()
