"""The gallery in ``docs`` is what would be drawn now.

After a change that is meant, make it anew, look at it, and store it::

    uv run python -m tools.gallery
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

import render
from tests.render.comparing import changed
from tools.gallery.__main__ import FOLDER, LISTING, PAGE, main, packed
from tools.gallery.moments import first_deal, played
from tools.gallery.page import Picture, Section, Text, page
from tools.gallery.sections import NAMES, WORDS, gallery

TOLERATED = 0.002
"""The share of pixels that may differ: another FreeType smooths letters a little differently."""
LARGEST = 1_500_000
"""How many bytes all pictures may have together."""
HINT = "run `uv run python -m tools.gallery`, and look at what changed"


@cache
def sections() -> list[Section]:
    return gallery()


@cache
def pictures() -> dict[str, Picture]:
    return {each.file: each for section in sections() for each in section.shown if isinstance(each, Picture)}


def frames(data: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(data)) as picture:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]


def difference(was: bytes, now: bytes) -> float:
    """The largest share of pixels that differ in any frame; 1 where there are more frames or fewer."""
    if was == now:
        return 0
    before, after = frames(was), frames(now)
    return max(map(changed, before, after)) if len(before) == len(after) else 1


def test_every_text_is_as_it_would_be_told_now() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(sections()), HINT


def test_the_gallery_has_these_pictures_and_no_others() -> None:
    assert sorted(each.name for each in FOLDER.iterdir()) == sorted(pictures()), HINT


@pytest.mark.sampled
@pytest.mark.parametrize("file", sorted(each.name for each in FOLDER.glob("*.*")))
def test_a_picture_is_as_it_would_be_drawn_now(file: str) -> None:
    assert difference((FOLDER / file).read_bytes(), pictures()[file].draw()) <= TOLERATED, HINT


def test_a_picture_that_is_out_of_date_is_found_out() -> None:
    views = first_deal(played("express", 4, 57))[10:13]
    before, after, later = (render.table(view, NAMES, WORDS) for view in views)
    assert difference(before, before) == 0
    assert difference(before, after) > TOLERATED
    assert difference(render.replay(views, NAMES, WORDS), render.replay(views[:2], NAMES, WORDS)) == 1
    assert difference(after, later) > TOLERATED


def test_pictures_are_few_and_small_enough_for_a_repository() -> None:
    assert sum(each.stat().st_size for each in FOLDER.iterdir()) < LARGEST


def test_there_is_one_of_every_kind() -> None:
    names = set(pictures())
    assert {f"set-{top}.png" for top in render.TILE_SETS} <= names
    assert {f"{theme}-line.png" for theme in render.THEMES if theme != render.DEFAULT.id} <= names
    kinds = {"line", "sebastopol", "mata", "trains", "memory", "accountants", "hand", "deal-end", "match-end"}
    assert {f"{kind}.png" for kind in (*kinds, "leaderboard", "standings", "bracket", "example")} | {
        "replay.gif"
    } <= names
    assert sum(isinstance(each, Text) for section in sections() for each in section.shown) >= 3


@pytest.mark.long
def test_the_gallery_is_made_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, document = tmp_path / "gallery", tmp_path / "gallery.md"
    folder.mkdir()
    (folder / "no-longer.png").write_bytes(b"")
    monkeypatch.setattr("tools.gallery.__main__.FOLDER", folder)
    monkeypatch.setattr("tools.gallery.__main__.PAGE", document)
    monkeypatch.setattr("tools.gallery.__main__.LISTING", tmp_path / "listing")
    main([])
    assert {each.name for each in (tmp_path / "listing").iterdir()} == {each.name for each in LISTING.iterdir()}
    assert document.read_text(encoding="utf-8") == page(sections())
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == {
        file: packed(picture.draw()) for file, picture in pictures().items()
    }
