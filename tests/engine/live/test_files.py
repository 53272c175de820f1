"""Tests of files for people to keep."""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from typing import Any

import pytest

from engine.live.files import TableFile, ZipParts, csv_file, zipped


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_csv_file_is_utf_8_with_a_mark_and_reads_back() -> None:
    content = csv_file(("a", "b"), [["Zoë, “x”\n", 2.5], [None, -3], [True, False]])
    assert content.startswith(b"\xef\xbb\xbf")
    assert read(content) == [{"a": "Zoë, “x”\n", "b": "2.5"}, {"a": "", "b": "-3"}, {"a": "true", "b": "false"}]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A"])
def test_a_text_is_no_formula(text: str) -> None:
    assert read(csv_file(("a",), [[text]])) == [{"a": f"'{text}"}]


def test_json_has_the_same_values_with_their_types() -> None:
    table = TableFile(("a", "b"))
    assert json.loads(table.as_json()) == []
    assert table.as_csv() == b"\xef\xbb\xbfa,b\r\n"
    table.add([["=Zoë", None], [True, 1]])
    assert json.loads(table.as_json()) == [{"a": "=Zoë", "b": None}, {"a": True, "b": 1}]
    assert table.rows == 2


def packed(limit: int, files: dict[str, bytes]) -> list[bytes]:
    """Return the parts of some files."""
    with ZipParts(limit) as parts:
        for name, content in files.items():
            parts.add(name, content)
        return [each.read() for each in parts.take(last=True)]


def inside(part: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(part)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("compressible", [True, False])
def test_parts_are_whole_zip_files_that_fill_their_limit_and_never_pass_it(compressible: bool) -> None:
    source = random.Random(1)
    files = {
        f"é{number}": b"dominoes " * source.randrange(200) if compressible else source.randbytes(source.randrange(900))
        for number in range(300)
    }
    limit = 5_000
    parts = packed(limit, files)
    sizes = [*map(len, parts)]
    assert len(sizes) > 3
    assert max(sizes) <= limit
    assert min(sizes[:-1]) > limit - 1_200
    found = [inside(each) for each in parts]
    assert [name for each in found for name in each] == [*files]
    assert {name: content for each in found for name, content in each.items()} == files


def test_a_file_goes_into_a_part_that_it_fills_to_the_last_byte() -> None:
    content = random.Random(1).randbytes(1_000)
    (part,) = packed(10_000, {"a": content})
    # the checksum of the trial counts, which a ZIP file has elsewhere
    assert len(packed(len(part) + 6, {"a": content})) == 1
    with pytest.raises(ValueError, match="a is larger than a part"):
        packed(len(part) - 1, {"a": content})


def test_nothing_makes_no_part() -> None:
    assert packed(100, {}) == []


def test_parts_are_taken_as_they_are_completed_and_closed_at_the_end() -> None:
    taken: list[Any] = []
    with ZipParts(1_500) as parts:
        for number in range(3):
            parts.add(f"{number}", random.Random(number).randbytes(1_000))
            taken.append(parts.take())
        taken.append(parts.take(last=True))
        assert [[[*inside(each.read())] for each in some] for some in taken] == [[], [["0"]], [["1"]], [["2"]]]
    assert all(each.closed for some in taken for each in some)


def test_files_are_zipped_in_memory() -> None:
    assert inside(zipped({"a": b"1", "b": b"2"})) == {"a": b"1", "b": b"2"}
