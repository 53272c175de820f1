"""A server's message with the deal of the day: its text, and its time."""

from __future__ import annotations

import pytest

from cogs.challenges.server_message import (
    MAX_ROWS,
    PATIENCE_SECONDS,
    SPREAD_SECONDS,
    Result,
    Today,
    Yesterday,
    delay_of,
    is_due,
    server_message,
)
from render.i18n import translations

TODAY = Today(330, "express", 3, 1_796_083_200.0)
ALICE, NAMELESS = Result(1, "Alice", 30, 92, "🟩🟩🟩"), Result(2, "", -4, None, "🟥🟨🟥")
GUILD = 1_234_567


def lines_of(yesterday: Yesterday | None) -> list[str]:
    view = server_message(TODAY, yesterday, translations("en"))
    return [line for item in view.walk_children() for line in getattr(item, "content", "").splitlines()]


def test_the_message_tells_todays_game_and_yesterdays_results() -> None:
    today = [
        "## Deal of the day 330: Domino Express",
        "3 deals, the same for everybody. You play them alone, in private, until <t:1796083200:t>.",
    ]
    assert lines_of(None) == lines_of(Yesterday(329, "mata", 25, [])) == today
    assert lines_of(Yesterday(329, "mata", 25, [ALICE, NAMELESS])) == [
        *today,
        "",
        "**Yesterday** · 329 Mata · the expert +25",
        "**1.** Alice: +30 · 92% · 🟩🟩🟩",
        "**2.** a player: −4 · 🟥🟨🟥",
    ]
    assert "**Yesterday** · 329 Mata" in lines_of(Yesterday(329, "mata", None, [ALICE]))


def test_a_long_table_is_cut_and_says_so() -> None:
    many = lines_of(Yesterday(329, "mata", 25, [ALICE] * (MAX_ROWS + 5)))
    assert many[-1] == "-# and 5 more"
    assert len([line for line in many if "Alice" in line]) == MAX_ROWS


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
