"""Writes the gallery."""

from __future__ import annotations

from pathlib import Path

from tools.gallery.page import Picture, page
from tools.gallery.sections import gallery

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "gallery.md"
FOLDER = DOCS / "gallery"


def main() -> None:
    """Write the page and its pictures, and remove pictures that are no longer part of the gallery."""
    sections = gallery()
    pictures = [shown for section in sections for shown in section.shown if isinstance(shown, Picture)]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in {each.name for each in FOLDER.iterdir()} - {picture.file for picture in pictures}:
        (FOLDER / name).unlink()
    for picture in pictures:
        (FOLDER / picture.file).write_bytes(picture.draw())
    PAGE.write_text(page(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
