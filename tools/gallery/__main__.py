"""Writes the gallery: `uv run python -m tools.gallery`.

``--language fr --to FOLDER`` writes the same in French into another folder, to read a translation in its place.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from render.i18n import translations
from tools.gallery.page import Picture, Section, page
from tools.gallery.sections import gallery

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "gallery.md"
FOLDER = DOCS / "gallery"


def write(sections: Sequence[Section], document: Path, folder: Path) -> None:
    """Write the page and its pictures, and remove pictures that are no longer part of the gallery."""
    pictures = [shown for section in sections for shown in section.shown if isinstance(shown, Picture)]
    folder.mkdir(parents=True, exist_ok=True)
    for name in {each.name for each in folder.iterdir()} - {picture.file for picture in pictures}:
        (folder / name).unlink()
    for picture in pictures:
        (folder / picture.file).write_bytes(packed(picture.draw()))
    document.write_text(page(sections), encoding="utf-8")


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
    if arguments.language is None and arguments.to is None:
        write(gallery(), PAGE, FOLDER)
    elif arguments.language is None or arguments.to is None:
        parser.error("--language and --to go together")
    else:
        write(gallery(translations(arguments.language)), arguments.to / PAGE.name, arguments.to / FOLDER.name)


if __name__ == "__main__":
    main()
