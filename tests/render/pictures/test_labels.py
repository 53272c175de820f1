"""In every language the labels of pictures fit: whole, or shortened by the rules of the picture, and side by side."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from itertools import combinations

import pytest

from render.geometry.boxes import Box
from render.i18n import languages, translations
from tests.render.watching import Label, Watched
from tests.support import pseudo
from tools.gallery import sections
from tools.gallery.page import Picture

PARTS = (sections.tables, sections.hands, sections.results, sections.replays, sections.rules)
"""The parts of the gallery whose pictures differ by more than colours."""


def _misfits(labels: list[Label], *, shortened: bool) -> Iterator[str]:
    """Say which labels don't fit; whether any may be shortened depends."""
    for label in labels:
        if not label.box.within(Box(0, 0, *label.canvas.image.size)):
            yield f"{label.shown!r} leaves the picture"
        if label.shown != label.words and (not shortened or label.shown == "…"):
            yield f"{label.words!r} is shortened to {label.shown!r}"
    for one, other in combinations(labels, 2):
        if one.canvas is other.canvas and one.box.overlaps(other.box):
            yield f"{one.shown!r} lies on {other.shown!r}"


def faults(t: NullTranslations, *, shortened: bool = False) -> list[str]:
    """Say what doesn't fit in the gallery's pictures in a language."""
    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch)
        for part in PARTS:
            for picture in part(t).shown:
                if isinstance(picture, Picture) and picture.file.endswith(".png"):
                    watched.labels.clear()
                    picture.draw()
                    assert watched.labels, picture.file
                    found += [f"{picture.file}: {fault}" for fault in _misfits(watched.labels, shortened=shortened)]
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en", *languages()])
def test_every_label_of_the_gallery_is_whole_and_lies_beside_the_others(language: str) -> None:
    assert not faults(translations(language))


@pytest.mark.long
def test_labels_a_third_longer_are_shortened_rather_than_overlap_or_leave_the_picture() -> None:
    assert not faults(pseudo.translations(), shortened=True)


@pytest.mark.long
def test_a_label_that_does_not_fit_is_found_out() -> None:
    found = faults(pseudo.translations())
    assert any(fault.startswith("accountants.png") for fault in found)
