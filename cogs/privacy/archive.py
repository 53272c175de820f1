"""Exported data in a file that Discord accepts."""

from __future__ import annotations

from dataclasses import dataclass

from engine.live.files import zipped
from engine.live.privacy.export import Export

NAME = "domino-data"
INSIDE = f"{NAME}.json"


@dataclass(frozen=True, slots=True)
class Archive:
    """A file to send.

    Attributes:
        shortened: whether game records were left out for its size.

    """

    name: str
    content: bytes
    shortened: bool = False


def pack(data: Export, limit: int) -> Archive | None:
    """Write data into a file: as JSON, or if too large as a ZIP archive, or as one without game records.

    Args:
        data: the result of :meth:`engine.live.privacy.service.Personal.export`.
        limit: the maximum size in bytes.

    Returns:
        None if even the smallest form is too large.

    """
    text = data.written().encode()
    if len(text) <= limit:
        return Archive(INSIDE, text)
    if len(content := zipped({INSIDE: text})) <= limit:
        return Archive(f"{NAME}.zip", content)
    content = zipped({INSIDE: data.written(records=False).encode()})
    return Archive(f"{NAME}.zip", content, shortened=True) if len(content) <= limit else None
