"""Animations, as GIF and as WebP. Each frame holds only the changes since the one before it.

Frames are palette indices already, so encoding one only takes a difference, its box, and an index that means "as
before": a few milliseconds. Only two frames are in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from struct import pack
from typing import Final, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from render.pixels.canvas import Canvas, map_values

_COLOURS: Final = 256
_CHANGED: Final = [0] + [255] * 255


class Frame(NamedTuple):
    """A picture and its duration.

    Attributes:
        canvas: the picture; all of an animation have the same size and palette.
        milliseconds: the duration.

    """

    canvas: Canvas
    milliseconds: int


class _Change(NamedTuple):
    """The change from one frame to the next.

    Attributes:
        part: the changed part, as palette indices (mode ``L``).
        left: the x of that part, in pixels.
        top: the y of that part.
        clear: the index that means "as before"; None if the whole part is new.
        milliseconds: the duration of the frame.

    """

    part: Image.Image
    left: int
    top: int
    clear: int | None
    milliseconds: int


def _changes(frames: Iterable[Frame], step: int) -> Iterator[_Change]:
    """Yield each frame's change, beginning at multiples of ``step`` pixels; a frame like the last one prolongs it."""
    last: Image.Image | None = None
    waiting: _Change | None = None
    for canvas, milliseconds in frames:
        image = canvas.image
        if last is None:
            change = _Change(image, 0, 0, None, milliseconds)
        else:
            difference = ImageChops.difference(last, image)
            box = difference.getbbox()
            if box is None:
                assert waiting is not None
                waiting = waiting._replace(milliseconds=waiting.milliseconds + milliseconds)
                continue
            left, top = box[0] - box[0] % step, box[1] - box[1] % step
            change = _change(image, difference, (left, top, box[2], box[3]), milliseconds)
        if waiting is not None:
            yield waiting
        last, waiting = image, change
    if waiting is not None:
        yield waiting


def _change(image: Image.Image, difference: Image.Image, box: tuple[int, int, int, int], milliseconds: int) -> _Change:
    part, mask = image.crop(box), map_values(difference.crop(box), _CHANGED)
    used = part.histogram(mask)
    clear = next((index for index in reversed(range(_COLOURS)) if not used[index]), None)
    if clear is not None:
        whole, part = part, Image.new("L", part.size, clear)
        part.paste(whole, (0, 0), mask)
    return _Change(part, box[0], box[1], clear, milliseconds)


def gif(frames: Iterable[Frame]) -> bytes:
    """Return an endless GIF, which every client plays.

    Args:
        frames: at least one; durations are rounded down to 10 ms. An iterator is consumed frame by frame.

    Raises:
        ValueError: there are no frames.

    """
    first, frames = _first_and_all(frames)
    flat = bytes(first.canvas.palette.flat)
    out = BytesIO()
    out.write(b"GIF89a" + pack("<HHBBB", *first.canvas.image.size, 0b1111_0111, 0, 0))
    out.write(flat + bytes(3 * _COLOURS - len(flat)))
    out.write(b"!\xff\x0bNETSCAPE2.0\x03\x01" + pack("<HB", 0, 0))
    for change in _changes(frames, step=1):
        clear = {} if change.clear is None else {"transparency": change.clear}
        at = (change.left, change.top)
        out.writelines(GifImagePlugin.getdata(change.part, at, duration=change.milliseconds, disposal=1, **clear))
    out.write(b";")
    return out.getvalue()


def webp(frames: Iterable[Frame]) -> bytes:
    """Return an endless lossless WebP: half the size of a GIF, in twice the time.

    Args:
        frames: as for :func:`gif`.

    Raises:
        ValueError: there are no frames.

    """
    first, frames = _first_and_all(frames)
    wide, high = first.canvas.image.size
    animation, alpha = 0b10, 0b1_0000
    chunks = [
        _chunk(b"VP8X", pack("<I", animation | alpha) + _uint24(wide - 1) + _uint24(high - 1)),
        _chunk(b"ANIM", pack("<IH", 0, 0)),
    ]
    for change in _changes(frames, step=2):
        place = _uint24(change.left // 2) + _uint24(change.top // 2)
        size = _uint24(change.part.width - 1) + _uint24(change.part.height - 1)
        still = _still(change, first.canvas.palette.flat)
        chunks.append(_chunk(b"ANMF", place + size + _uint24(change.milliseconds) + b"\0" + still))
    whole = b"WEBP" + b"".join(chunks)
    return b"RIFF" + pack("<I", len(whole)) + whole


def _first_and_all(frames: Iterable[Frame]) -> tuple[Frame, Iterator[Frame]]:
    """Return the first frame, and an iterator of all frames.

    Raises:
        ValueError: there are none.

    """
    rest = iter(frames)
    first = next(rest, None)
    if first is None:
        raise ValueError("no frames")
    return first, chain((first,), rest)


def _still(change: _Change, flat: Sequence[int]) -> bytes:
    """Return a changed part as the chunks of a lossless still picture."""
    colours = [(*flat[at : at + 3], 255) for at in range(0, len(flat), 3)]
    colours += [(0, 0, 0, 255)] * (_COLOURS - len(colours))
    if change.clear is not None:
        colours[change.clear] = (0, 0, 0, 0)
    picture = Image.frombytes("P", change.part.size, change.part.tobytes())
    picture.putpalette([channel for colour in colours for channel in colour], "RGBA")
    out = BytesIO()
    picture.convert("RGBA").save(out, "WEBP", lossless=True, quality=0, method=2)
    return out.getvalue()[12:]


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + pack("<I", len(data)) + data + bytes(len(data) % 2)


def _uint24(number: int) -> bytes:
    """Return a number as three bytes, little-endian."""
    return pack("<I", number)[:3]
