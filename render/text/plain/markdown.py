"""How plain text is put into Discord's markdown: names that can't format anything, lines that stay short."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from gettext import NullTranslations
from typing import Final

from render.names import clusters, is_computer, plain
from render.text.length import cut, length

LONGEST: Final = 2400
"""How many characters a text has at most that may stand below a hand."""
LONGEST_HAND: Final = 1100
"""How many characters a hand has at most."""
LONGEST_ALONE: Final = LONGEST + LONGEST_HAND
"""How many characters a text has at most that stands alone."""
WIDTH: Final = 38
"""How many characters a phone shows in a line."""

_MARKUP: Final = re.compile(r"[\\`*_~|<>\[\]#@:]")
_FORMAT: Final = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*|^```(?:\n|$)", re.MULTILINE)
_LIST: Final = re.compile(r"^(\d*)([-+.)])")
_ROOMY: Final = 80
"""More characters than any name has, escaped."""
_TIGHT: Final = ((_ROOMY, 200), (24, 200), (24, 12), (16, 6), (12, 2))
"""How many characters a name may have, and how many tiles of a row are listed, where there is ever less room."""


def safe(name: str, room: int = _ROOMY) -> str:
    """Return a name that stands in markdown as it was written, of at most so many characters.

    Nothing in it formats, links, mentions or begins a list. A name written from right to left is set apart, so that
    it doesn't turn round the line that it stands in.
    """
    cleaned = plain(name)
    if length(escaped(cleaned)) <= room:
        return escaped(cleaned)
    kept = ""
    for cluster in clusters(cleaned):
        if length(escaped(f"{kept}{cluster}…")) > room:
            break
        kept += cluster
    return escaped(f"{kept.rstrip()}…")


def called(name: str, t: NullTranslations, room: int = _ROOMY) -> str:
    """Return a name as :func:`safe` does; a computer's says what it is, beyond the room that the name has."""
    told = safe(name, room)
    return t.gettext("{name} (computer)").format(name=told) if is_computer(name) else told


def escaped(cleaned: str) -> str:
    """Escape a text that has been cleaned already, however long."""
    kept = _LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\g<0>", cleaned))
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in cleaned):
        return f"\u2068{kept}\u2069"
    return kept


def unformatted(told: str) -> str:
    """Return a text without Discord's markdown: bold is as the rest, no frames around columns, nothing escaped."""
    return _FORMAT.sub(lambda found: found[1] or "", told)


def wrapped(line: str) -> list[str]:
    """Break a line with many tiles into lines for a phone, never within a tile."""
    return textwrap.wrap(line, WIDTH, break_on_hyphens=False, break_long_words=False)


def text(parts: Iterable[Sequence[str]]) -> str:
    """Put parts below each other, a line each and an empty one between them; parts without lines are left out."""
    return "\n\n".join("\n".join(part) for part in parts if part)


def fitted(make: Callable[[Sequence[str], int], str], names: Sequence[str], t: NullTranslations, longest: int) -> str:
    """Return a text of at most so many characters: first names get shorter, then long rows lose their middle.

    Args:
        make: makes the text with names as they are to stand in it, and with rows of at most so many tiles, of longer
            ones the middle counted.
        names: each seat's name, as people write it.
        t: the reader's language.
        longest: how many characters there may be; what is still too long loses its last lines.

    """
    told = ""
    for room, most in _TIGHT:
        told = make([called(name, t, room) for name in names], most)
        if length(told) <= longest:
            return told
    return cut(told, longest).rpartition("\n")[0]
