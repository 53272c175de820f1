"""Names of backups, and which of them go."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hosting.rotation import name_of, outdated

NOW = datetime(2026, 11, 27, 4, 15, 0, tzinfo=UTC)


def of(*days: int) -> list[str]:
    """Return the names of backups of days of a month."""
    return [f"domino-202611{day:02}-041500.sqlite3" for day in days]


def test_a_backup_is_named_by_its_time_or_by_the_next_second_that_is_free() -> None:
    first = name_of(NOW, [])
    assert first == "domino-20261127-041500.sqlite3"
    assert name_of(NOW, [first]) == "domino-20261127-041501.sqlite3"


@pytest.mark.parametrize(
    ("days", "newest", "keep", "gone"),
    [
        ((1, 2, 3), 3, 3, ()),
        ((1, 2, 3), 3, 2, (1,)),
        ((3, 1, 2), 3, 1, (1, 2)),
        ((1,), 1, 1, ()),
        # the clock was ahead when those of the 28th and 29th were made
        ((1, 2, 28, 29, 3), 3, 3, (28, 29)),
        # the clock jumped back just now
        ((28, 29, 1), 1, 2, (28,)),
        ((28, 29, 1), 1, 1, (28, 29)),
    ],
)
def test_the_oldest_backups_go_and_never_the_newest(
    days: tuple[int, ...], newest: int, keep: int, gone: tuple[int, ...]
) -> None:
    assert outdated(of(*days), *of(newest), keep) == of(*gone)


def test_other_files_stay() -> None:
    others = [
        "domino.sqlite3",
        "domino-20261101-041500.sqlite3.gz",
        "my-domino-20261101-041500.sqlite3",
        "domino-1.sqlite3",
    ]
    assert outdated([*others, *of(2)], *of(2), 1) == []
