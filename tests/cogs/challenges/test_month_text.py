"""Texts of a month of deals of the day, and of the last thirty days of one person."""

from __future__ import annotations

import pytest

from cogs.challenges.month_text import DayRow, MonthRow, days_lines, month_lines
from render.i18n import translations

ALICE = MonthRow(1, "Alice", 70.8, 14, 5)
NAMELESS = MonthRow(2, "", 64, 9, 1)
BRUNO = MonthRow(0, "Bruno", None, 3, 3, you=True)
EN = translations("en")


@pytest.mark.parametrize(
    ("rows", "own", "lines"),
    [
        ([], None, ["Nobody has played enough days yet."]),
        ([], BRUNO, ["Nobody has played enough days yet.", "", "You: 3 days · 3 in a row"]),
        (
            [ALICE, NAMELESS],
            BRUNO,
            [
                "**1.** Alice: **71%** · 14 days · 5 in a row",
                "**2.** a player: **64%** · 9 days",
                "",
                "You: 3 days · 3 in a row",
            ],
        ),
        ([ALICE._replace(you=True)], None, ["**1.** you: **71%** · 14 days · 5 in a row"]),
        ([ALICE._replace(name="*A* <#1>")], None, [r"**1.** \*A\* \<#1>: **71%** · 14 days · 5 in a row"]),
        ([], MonthRow(0, "", None, 1, 0, you=True), ["Nobody has played enough days yet.", "", "You: 1 day"]),
    ],
)
def test_a_month_ranks_people_and_always_has_the_reader(
    rows: list[MonthRow], own: MonthRow | None, lines: list[str]
) -> None:
    assert month_lines(rows, own, EN) == lines


def test_the_last_thirty_days_have_a_line_each() -> None:
    rows = [DayRow(329, "express", 18, 70.6, "🟩🟨🟩"), DayRow(327, "mata", -4, None, "⬜⬜🟨")]
    assert days_lines(rows, 3, 2, EN) == [
        "3 days of the last 30 · 2 days in a row · 71% on average",
        "329 🟩🟨🟩 **+18** · 71% · Domino Express",
        "327 ⬜⬜🟨 **−4** · Mata",
    ]
    assert days_lines([], 0, 0, EN) == ["You haven't played a deal of the day in the last thirty days."]
    assert days_lines(rows[1:], 1, 1, EN)[0] == "1 day of the last 30"
