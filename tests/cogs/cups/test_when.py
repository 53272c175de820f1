"""The start of a cup as people type it."""

from __future__ import annotations

import pytest

from cogs.cups.when import BUTTON, StartError, start_of, wait_text
from render.i18n import translations

NOON = 1_800_014_400.0
"""A noon in UTC: 15 January 2027."""
HOUR, DAY = 3_600, 86_400


@pytest.mark.parametrize(
    ("typed", "wait"),
    [
        ("90", 5_400),
        ("15 min", 900),
        ("2 h", 2 * HOUR),
        ("20h30", 8 * HOUR + 1_800),
        ("1 d 3 h", DAY + 3 * HOUR),
        ("3 Stunden", 3 * HOUR),
        ("2 jours", 2 * DAY),
        ("1 ora", HOUR),
        ("<t:1800018000:R>", HOUR),
        ("<t:1800018000>", HOUR),
        ("20:00", 8 * HOUR),
        ("20:00 +1", 7 * HOUR),
        ("20:00 UTC-3", 11 * HOUR),
        ("11:00", 23 * HOUR),
        ("2027-01-16 12:00", DAY),
    ],
)
def test_a_start_is_minutes_a_wait_a_time_of_day_or_a_timestamp(typed: str, wait: int) -> None:
    assert start_of(typed, NOON) == NOON + wait


def test_a_start_may_wait_for_the_organizer() -> None:
    assert start_of(BUTTON, NOON) is None


@pytest.mark.parametrize("typed", ["", "soon", "tomorrow", "2 x", "25:00", "12:61", "<t:1>", "-5", "2027-13-01 10:00"])
def test_anything_else_is_no_start(typed: str) -> None:
    with pytest.raises(StartError):
        start_of(typed, NOON)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (900, "in 15 minutes"),
        (HOUR, "in 1 hour"),
        (DAY + 2 * HOUR + 60, "in 1 day 2 hours 1 minute"),
        (5, "in 1 minute"),
    ],
)
def test_a_wait_is_told_to_the_minute(seconds: int, told: str) -> None:
    assert wait_text(seconds, translations("en-US")) == told
