"""In every language the labels of pictures fit: whole, or shortened by the rules of the picture, and side by side."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from render.geometry.boxes import Box
from render.i18n import languages, translations
from render.pixels.canvas import Canvas
from render.pixels.typography import text
from render.pixels.typography.text import Style
from tests.support import pseudo
from tools.gallery import sections
from tools.gallery.page import Picture

PARTS = (sections.tables, sections.hands, sections.results, sections.replays, sections.rules)
"""The parts of the gallery whose pictures differ by more than colours."""


class Label(NamedTuple):
    """A text in a picture: what was to be written, what was, where its ink is, and in what room; 0 without a limit."""

    words: str
    shown: str
    box: Box
    room: int


class Written:
    """The labels of each picture while it is drawn."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.labels: list[tuple[Canvas, Label]] = []
        write = Canvas.write

        def noted(
            canvas: Canvas,
            words: str,
            at: tuple[int, int],
            style: Style,
            colours: Any,
            anchor: str = "l",
            room: int = 0,
        ) -> int:
            shown = text.clip(words, style, room) if room else words
            drawn = text.draw(shown, style)
            left = at[0] - {"l": 0, "m": drawn.width // 2, "r": drawn.width}[anchor]
            box = Box(left + drawn.left, at[1] + drawn.top, drawn.mask.width, drawn.mask.height)
            self.labels.append((canvas, Label(words, shown, box, room)))
            return write(canvas, words, at, style, colours, anchor, room)

        patch.setattr(Canvas, "write", noted)

    def faults(self, *, shortened: bool) -> Iterator[str]:
        """Say which labels don't fit; whether any may be shortened depends."""
        for canvas, label in self.labels:
            wide, high = canvas.image.size
            if not label.box.within(Box(0, 0, wide, high)):
                yield f"{label.shown!r} leaves the picture"
            if label.shown != label.words and (not shortened or label.shown == "…"):
                yield f"{label.words!r} is shortened to {label.shown!r}"
        for (one, first), (other, second) in combinations(self.labels, 2):
            if one is other and first.box.overlaps(second.box):
                yield f"{first.shown!r} lies on {second.shown!r}"


def faults(t: NullTranslations, *, shortened: bool = False) -> list[str]:
    """Say what doesn't fit in the gallery's pictures in a language."""
    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        written = Written(patch)
        for part in PARTS:
            for picture in part(t).shown:
                if isinstance(picture, Picture) and picture.file.endswith(".png"):
                    written.labels.clear()
                    picture.draw()
                    assert written.labels, picture.file
                    found += [f"{picture.file}: {fault}" for fault in written.faults(shortened=shortened)]
    return found


@pytest.mark.parametrize("language", ["en", *languages()])
def test_every_label_of_the_gallery_is_whole_and_lies_beside_the_others(language: str) -> None:
    assert not faults(translations(language))


def test_labels_a_third_longer_are_shortened_rather_than_overlap_or_leave_the_picture() -> None:
    assert not faults(pseudo.translations(), shortened=True)


def test_a_label_that_does_not_fit_is_found_out() -> None:
    found = faults(pseudo.translations())
    assert any(fault.startswith("accountants.png") for fault in found)
