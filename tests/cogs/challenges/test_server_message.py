"""A server's message with the deal of the day: its text, and its time."""

from __future__ import annotations

import pytest

from cogs.challenges.results_table import ResultRow
from cogs.challenges.server_message import PATIENCE_SECONDS, SPREAD_SECONDS, delay_of, is_due, server_message
from render.i18n import translations
from tests.engine.live.challenges.playing import DAY, challenge

TODAY, BEFORE = challenge("express", number=330), challenge("mata", number=329, par=(9, 9, 7))
ALICE, NAMELESS = ResultRow("Alice", (10, 11, 9)), ResultRow("", (-4, 0, 0), cut=True)
GUILD = 1_234_567


def lines_of(*rows: ResultRow, count: int = 0) -> list[str]:
    view = server_message(TODAY, BEFORE, rows, count, translations("en"))
    return [line for item in view.walk_children() for line in getattr(item, "content", "").splitlines()]


def test_the_message_tells_todays_game_and_yesterdays_results() -> None:
    today = [
        "## Deal of the day 330: Domino Express",
        f"3 deals, the same for everybody. You play them alone, in private, until <t:{round(DAY)}:t>.",
    ]
    assert lines_of() == today
    lines = lines_of(ALICE, NAMELESS, count=5)
    assert lines[:4] == [*today, "", "**Yesterday: 329, Mata**"]
    assert lines[4].startswith("**1.** Alice: **+30**")
    assert lines[5].startswith("**2.** a player ")
    assert "-# and 3 more" in lines
    assert lines[-1].startswith("-# ⏱"), "each deal's best is left to the page of results"


@pytest.mark.parametrize(
    ("seconds", "closed", "due"),
    [
        (delay_of(GUILD) - 1, True, False),
        (delay_of(GUILD), True, True),
        (delay_of(GUILD), False, False),
        (PATIENCE_SECONDS - 1, False, False),
        (PATIENCE_SECONDS, False, True),
    ],
)
def test_a_message_waits_for_its_minute_and_for_an_hour_for_results(seconds: float, closed: bool, due: bool) -> None:
    assert is_due(GUILD, seconds, closed=closed) is due


def test_servers_are_spread_over_half_an_hour() -> None:
    minutes = [delay_of(guild << 22) // 60 for guild in range(3000)]
    assert max(minutes) < SPREAD_SECONDS // 60
    assert {minutes.count(each) for each in range(30)} <= {*range(60, 141)}
