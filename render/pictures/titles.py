"""Titles with names: as large as possible, on one line or two."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.sentences import left_to_right

_NO_BREAK = "\u00a0"
"""A space at which lines are not broken."""


def fit(
    names: Sequence[str],
    say: Callable[[Sequence[str]], str],
    shapes: Sequence[tuple[int, int, int]],
    room: int,
) -> tuple[list[str], Style]:
    """Return the lines of a sentence and a style in which they fit: smaller, broken in two, or with shorter names.

    Args:
        names: each seat's name.
        say: returns the sentence with the names that it gets.
        shapes: the shapes to try in order: the size, the maximum width of a name, both in pixels, and the number of
            lines. The last is taken even if it does not fit.
        room: the maximum width of a line in pixels.

    """
    broken, style = [""], Style(shapes[-1][0], 700)
    for size, max_width, lines in shapes:
        style = Style(size, 700)
        sentence = say([text.clip(name, style, max_width).replace(" ", _NO_BREAK) for name in names])
        parts = [sentence] if lines == 1 else split_in_two(sentence, style)
        broken = [left_to_right(part.replace(_NO_BREAK, " ")) for part in parts]
        if all(text.width(line, style) <= room for line in broken):
            break
    return broken, style


def split_in_two(sentence: str, style: Style) -> list[str]:
    """Break a sentence into two lines of similar width."""
    parts = sentence.split(" ")
    breaks = [[" ".join(parts[:at]), " ".join(parts[at:])] for at in range(1, len(parts))]
    return min(breaks, key=lambda lines: max(text.width(line, style) for line in lines), default=[sentence])
