"""Somebody's data in a file that Discord takes."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

from engine.live.privacy.export import Export

NAME = "domino-data"


@dataclass(frozen=True, slots=True)
class Packed:
    """A file.

    Attributes:
        name: what it is called.
        content: its bytes.
        shortened: whether game records were left out for its size.

    """

    name: str
    content: bytes
    shortened: bool = False


def packed(data: Export, limit: int) -> Packed | None:
    """Write data into a file: as JSON, or if that is too large in a ZIP archive, or there without game records.

    Args:
        data: what :meth:`engine.live.privacy.service.Personal.export` gives.
        limit: how many bytes it may have.

    Returns:
        None where nothing of it is small enough.

    """
    text = data.written().encode()
    if len(text) <= limit:
        return Packed(f"{NAME}.json", text)
    if len(content := _zipped(text)) <= limit:
        return Packed(f"{NAME}.zip", content)
    content = _zipped(data.written(records=False).encode())
    return Packed(f"{NAME}.zip", content, shortened=True) if len(content) <= limit else None


def _zipped(text: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{NAME}.json", text)
    return file.getvalue()
