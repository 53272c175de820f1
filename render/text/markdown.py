"""Discord markdown: escaped names, and short lines."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from gettext import NullTranslations
from typing import Final

from render.names import clusters, is_computer, plain, split_number
from render.text.length import cut, length

MAX_TEXT: Final = 2400
"""The maximum length of a text below a hand."""
MAX_HAND: Final = 1100
"""The maximum length of a hand."""
MAX_ALONE: Final = MAX_TEXT + MAX_HAND
"""The maximum length of a text that stands alone."""
WIDTH: Final = 38
"""The number of characters in a line on a phone."""

_MARKUP: Final = re.compile(r"[\\`*_~|<>\[\]#@:/]")
_FORMAT: Final = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*|^```(?:\n|$)", re.MULTILINE)
_LIST: Final = re.compile(r"^(\d*)([-+.)])")
_MAX_NAME: Final = 80
"""More characters than any name has, escaped."""
_LIMITS: Final = ((_MAX_NAME, 200), (24, 200), (24, 12), (16, 6), (12, 2))
"""The maximum length of a name, and number of tiles listed of a row, from much room to little."""


def safe(name: str, room: int = _MAX_NAME) -> str:
    """Return a name escaped for markdown, of at most ``room`` characters.

    The name does not format, link, mention or begin a list. A name written from right to left is isolated, since it
    would otherwise reverse its line.
    """
    cleaned = plain(name)
    if length(escape(cleaned)) <= room:
        return escape(cleaned)
    base, number = split_number(cleaned)
    kept = ""
    for cluster in clusters(base):
        if length(escape(f"{kept}{cluster}…{number}")) > room:
            break
        kept += cluster
    return escape(f"{kept.rstrip()}…{number}")


def safe_name(name: str, t: NullTranslations, room: int = _MAX_NAME) -> str:
    """Return a name as :func:`safe` does; computers are marked, beyond the room for the name."""
    escaped = safe(name, room)
    return t.gettext("{name} (computer)").format(name=escaped) if is_computer(name) else escaped


def escape(cleaned: str) -> str:
    """Escape a cleaned text of any length."""
    kept = _LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\g<0>", cleaned))
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in cleaned):
        return f"\u2068{kept}\u2069"
    return kept


def unformat(text: str) -> str:
    """Return a text without Discord's markdown."""
    return _FORMAT.sub(lambda match: match[1] or "", text)


def wrap(line: str) -> list[str]:
    """Break a line with many tiles into lines for a phone, never within a tile."""
    return textwrap.wrap(line, WIDTH, break_on_hyphens=False, break_long_words=False)


def join_parts(parts: Iterable[Sequence[str]]) -> str:
    """Join parts with an empty line between them, without empty lines in parts and without empty parts."""
    texts = ("\n".join(filter(None, part)) for part in parts)
    return "\n\n".join(filter(None, texts))


def fit(make: Callable[[Sequence[str], int], str], names: Sequence[str], t: NullTranslations, max_length: int) -> str:
    """Return a text that fits a length: first names get shorter, then long rows lose their middle.

    Args:
        make: makes the text from the names as they stand in it, and the maximum number of tiles listed per row.
        names: each seat's name, as people write it.
        t: the catalog of the reader's language.
        max_length: the maximum length in characters; a text that is still too long loses its last lines.

    """
    text = ""
    for room, max_tiles in _LIMITS:
        text = make([safe_name(name, t, room) for name in names], max_tiles)
        if length(text) <= max_length:
            return text
    return cut(text, max_length).rpartition("\n")[0]
