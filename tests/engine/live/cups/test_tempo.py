"""Tests of the waits of a cup: each is as long as docs/tournaments.md says."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

import bot
from engine.live.cups.tempo import DAY, GRACES, HOUR, Tempo
from engine.live.model.pace import TimeControl

PAGE = " ".join((Path(bot.__file__).parent / "docs/tournaments.md").read_text(encoding="utf-8").split())
MINUTE = 60.0
WAITS = {
    "here": ("grace: five minutes, or a day if the tournament goes over days", 5 * MINUTE, DAY),
    "between": ("by itself after two minutes", 2 * MINUTE, 2 * MINUTE),
    "button": ("everybody may press that after half an hour, over days after a day", HOUR / 2, DAY),
    "organizer": ("after a day without the organizer, the highest player", DAY, DAY),
    "sign_up": ("A sign-up without a time ends after a day, over days after two weeks", DAY, 14 * DAY),
    "pause": ("a pause after a day, over days after a week", DAY, 7 * DAY),
    "place": ("after a minute the table opens", MINUTE, MINUTE),
    "unshown": ("A table that nothing shows for an hour, over days for a day", HOUR, DAY),
    "round": (
        "a round takes minutes, 45 by default; over days: a round takes days, three by default",
        45 * MINUTE,
        3 * DAY,
    ),
}
"""Each grace, with the words of the page, and its seconds tonight and over days."""


@pytest.mark.parametrize("grace", WAITS)
def test_a_cup_waits_as_long_as_its_page_says(grace: str) -> None:
    words, tonight, days = WAITS[grace]
    assert words in PAGE
    assert [getattr(GRACES[tempo], grace) for tempo in (Tempo.TONIGHT, Tempo.DAYS)] == [tonight, days]


def test_the_page_has_each_wait() -> None:
    assert set(asdict(GRACES[Tempo.TONIGHT])) == set(WAITS)


def test_over_days_a_cup_has_the_slow_clock() -> None:
    assert [tempo.clock for tempo in (Tempo.TONIGHT, Tempo.DAYS)] == [TimeControl.CASUAL, TimeControl.SLOW]
