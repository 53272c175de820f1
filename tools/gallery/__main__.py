"""Writes the gallery and the pictures for app directories: `uv run python -m tools.gallery`.

``--language fr --to FOLDER`` writes the same in French into another folder, to read a translation in its place.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.cli import progress
from render.i18n import translations
from tools.gallery.listing import described, listing
from tools.gallery.page import Picture, Section, page
from tools.gallery.sections import WORDS, gallery

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "gallery.md"
FOLDER = DOCS / "gallery"
LISTING_PAGE = DOCS / "listing.md"
LISTING = DOCS / "listing"


def write(sections: Sequence[Section], document: Path, folder: Path) -> None:
    """Write the page and its pictures."""
    write_pictures([shown for section in sections for shown in section.shown if isinstance(shown, Picture)], folder)
    document.write_text(page(sections), encoding="utf-8")


def write_pictures(pictures: Sequence[Picture], folder: Path) -> None:
    """Write pictures, and remove those that are no longer among them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in {each.name for each in folder.iterdir()} - {picture.file for picture in pictures}:
        (folder / name).unlink()
    with progress.shown("draw", "pictures") as report:
        for picture in progress.counted(pictures, len(pictures), report):
            (folder / picture.file).write_bytes(packed(picture.draw()))


def packed(picture: bytes) -> bytes:
    """Return a picture packed for a repository: a PNG file as small as Pillow makes it, other files as they are."""
    image, small = Image.open(BytesIO(picture)), BytesIO()
    if image.format != "PNG":
        return picture
    image.save(small, "PNG", optimize=True)
    return small.getvalue()


def main(argv: Sequence[str] | None = None) -> None:
    """Write the gallery of the documents; or the same in another language somewhere else, for those who translate."""
    parser = argparse.ArgumentParser(prog="python -m tools.gallery", description="Writes the gallery.")
    parser.add_argument("--language", help="in another language: fr, es-ES …")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to write it then")
    arguments = parser.parse_args(argv)
    to: Path | None = arguments.to
    if (arguments.language is None) != (to is None):
        parser.error("--language and --to go together")
    t = WORDS if to is None else translations(arguments.language)
    write(gallery(t), *((PAGE, FOLDER) if to is None else (to / PAGE.name, to / FOLDER.name)))
    texts = described(LISTING_PAGE.read_text(encoding="utf-8"), arguments.language or "en")
    write_pictures([*listing(texts, t)], LISTING if to is None else to / LISTING.name)


if __name__ == "__main__":
    main()
