"""Files for people to keep: tables as CSV and as JSON, and ZIP files in parts."""

from __future__ import annotations

import csv
import io
import json
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Final, Self, cast

from engine.i18n import N_

Cell = str | int | float | None

ONE_COLUMN: Final = N_(
    "If a program shows a table in a single column, import the CSV file there, with the comma as the separator."
)
"""The text about programs that expect another separator, as Excel does in most languages of Europe."""

_FORMULA: Final = (*"=+-@\t\r\n", *"＝＋－＠")
"""The beginnings of texts that spreadsheets would take for formulas; Japanese ones also take the wide forms."""

_HEADERS, _END = 30 + 46, 22
"""The bytes of a ZIP file for each entry, besides its content and twice its name, and those for the end."""

_LEVEL: Final = 6
"""The effort of compression, from 1 to 9."""


_IN_MEMORY: Final = 2**20
"""The size in bytes from which a part is on the disk."""


class TableFile:
    """A table that grows row by row, as CSV and as JSON with the same columns.

    The CSV is in UTF-8 with a mark by which spreadsheets know it. A text that a spreadsheet would take for a formula
    begins with an apostrophe there. The JSON is a list of objects.

    Args:
        columns: the names of the columns.

    Attributes:
        rows: the number of rows.

    """

    def __init__(self, columns: Sequence[str]) -> None:
        self.rows = 0
        self._columns = columns
        self._csv, self._json = io.StringIO(newline=""), io.StringIO()
        self._writer = csv.writer(self._csv)
        self._writer.writerow(columns)

    def add(self, rows: Iterable[Sequence[Cell]]) -> None:
        """Add rows."""
        # one at a time: a whole list in one call would hold back all other threads
        for row in rows:
            self._writer.writerow([_guarded(each) for each in row])
            self._json.write(",\n" if self.rows else "[\n")
            self._json.write(json.dumps(dict(zip(self._columns, row, strict=True)), ensure_ascii=False))
            self.rows += 1

    def as_csv(self) -> bytes:
        """Return the table as CSV."""
        return self._csv.getvalue().encode("utf-8-sig")

    def as_json(self) -> bytes:
        """Return the table as JSON."""
        return f"{self._json.getvalue() or '['}\n]\n".encode()


def csv_file(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table as CSV; see :class:`TableFile`."""
    table = TableFile(columns)
    table.add(rows)
    return table.as_csv()


def _guarded(cell: Cell) -> Cell:
    if isinstance(cell, bool):
        return json.dumps(cell)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


class ZipParts:
    """Files in ZIP files of a limited size, each complete in itself, in the order in which the files were added.

    Large ones are on the disk, without a name: nothing is left of them once they are closed, not even after a crash.
    All of them are closed at the end of the context, which waits for a file that another thread is adding.

    Args:
        limit: the maximum size of a part in bytes.

    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._files: list[io.BufferedIOBase] = []
        self._taken = 0
        self._archive: zipfile.ZipFile | None = None
        self._size = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            archive, self._archive, self._limit = self._archive, None, 0
            try:
                if archive is not None:
                    archive.close()
            finally:
                for each in self._files:
                    each.close()

    def add(self, name: str, content: bytes) -> None:
        """Add a file, in a new part if the present one has no room for it.

        Raises:
            ValueError: the file is larger than a part, or the context has ended.

        """
        with self._lock:
            self._add(name, content)

    def _add(self, name: str, content: bytes) -> None:
        if self._archive is not None and not self._has_room(name, content):
            self._end_part()
        if self._archive is None:
            self._size = _END
            if not self._has_room(name, content):
                raise ValueError(f"{name} is larger than a part")
            file = cast("io.BufferedIOBase", tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115
            self._files.append(file)
            self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL)
        self._archive.writestr(name, content)
        self._size += _HEADERS + 2 * len(name.encode()) + self._archive.getinfo(name).compress_size

    def take(self, *, last: bool = False) -> list[io.BufferedIOBase]:
        """Return the parts that were completed since, each at its begin. They may be closed early.

        Args:
            last: whether no file will be added, so that the part in work is complete, too.

        """
        if last and self._archive is not None:
            self._end_part()
        done = self._files[self._taken : None if self._archive is None else -1]
        self._taken += len(done)
        return done

    def _has_room(self, name: str, content: bytes) -> bool:
        room = self._limit - self._size - _HEADERS - 2 * len(name.encode())
        # content that can't be compressed becomes a little larger
        return len(content) + len(content) // 1000 + 64 <= room or len(zlib.compress(content, _LEVEL)) <= room

    def _end_part(self) -> None:
        assert self._archive is not None
        self._archive.close()
        self._archive = None
        self._files[-1].seek(0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as one ZIP file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()
