"""The table of results of a challenge."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.challenges.results_table import MAX_ROWS, ResultRow, best_of, ranked, replay_select, result_lines
from render.i18n import translations

ANA, BEN, CLEO = ResultRow("Ana", (12, -3)), ResultRow("Ben", (5, 4)), ResultRow("Cleo", (20, -30), cut=True)
ENGLISH = translations("en-GB")


def table(
    rows: Sequence[ResultRow], par: Sequence[int] | None = None, more: int = 0, language: str = "en-GB"
) -> list[str]:
    return list(result_lines(rows, par, len(rows) + more, translations(language)))


@pytest.mark.parametrize(
    ("rows", "ranks"),
    [
        ([], []),
        ([ANA], [1]),
        ([CLEO, ANA, BEN], [1, 1, 3]),
        ([ANA, ANA, ANA], [1, 1, 1]),
        ([ResultRow("Dan", (30,)), ResultRow("Eve", (-1,)), ResultRow("Fay", (0,))], [1, 2, 3]),
    ],
)
def test_equal_totals_share_a_rank(rows: list[ResultRow], ranks: list[int]) -> None:
    assert [rank for rank, _ in ranked(rows)] == ranks


def test_the_best_come_first_and_equals_keep_their_order() -> None:
    assert [row.name for _, row in ranked([CLEO, BEN, ANA])] == ["Ben", "Ana", "Cleo"]


@pytest.mark.parametrize(("deal", "best"), [(0, ["Cleo"]), (1, ["Ben"])])
def test_the_best_of_a_deal_are_found(deal: int, best: list[str]) -> None:
    assert [row.name for row in best_of([ANA, BEN, CLEO], deal)] == best


def test_the_table_has_ranks_the_expert_and_the_best_in_each_deal() -> None:
    assert table([CLEO, ANA, BEN], (8, 2)) == [
        "**1.** Ana: **+9** (+12, −3)",
        "**1.** Ben: **+9** (+5, +4)",
        "**3.** Cleo ⏱: **−10** (+20, −30)",
        "The expert: **+10** (+8, +2)",
        "-# ⏱ means that the time was up, and a normal computer played the rest.",
        "",
        "**Best in each deal**",
        "Deal 1: +20 by Cleo",
        "Deal 2: +4 by Ben",
    ]


def test_a_single_deal_needs_no_points_of_each_deal() -> None:
    assert table([ResultRow("Ana", (12,)), ResultRow("", (12,))], (7,)) == [
        "**1.** Ana: **+12**",
        "**1.** a player: **+12**",
        "The expert: **+7**",
    ]


def test_those_who_are_not_listed_are_counted() -> None:
    rows = [ResultRow(f"P{number}", (number,)) for number in range(40)]
    lines = table(rows, more=2)
    assert len(lines) == MAX_ROWS + 1
    assert lines[0] == "**1.** P39: **+39**"
    assert lines[-1] == "-# and 17 more"
    assert table([], more=1) == ["-# and 1 more"]


def test_a_challenge_that_nobody_played_says_so() -> None:
    assert table([], (3,)) == ["Nobody has played."]


def test_many_who_are_best_are_counted() -> None:
    rows = [ResultRow(f"Player number {number}", (1, 2)) for number in range(9)]
    assert table(rows)[-1].endswith("Player number 2 and 6 more")


def test_the_largest_table_fits_into_a_message() -> None:
    rows = [ResultRow("W" * 32, (-1000,) * 8, cut=True) for _ in range(MAX_ROWS)]
    assert len("\n".join(table(rows, (-1000,) * 8))) < 3500


def entries(rows: Sequence[ResultRow]) -> list[tuple[str, str]]:
    options = replay_select(rows, translations("en-GB")).to_component_dict()["options"]
    return [(each["label"], each["value"]) for each in options]


def test_a_few_can_all_be_watched_deal_by_deal_the_better_first() -> None:
    rows = [ResultRow("Ana", (12, -3), attempt_id="aaaa"), ResultRow("", (5, 14), attempt_id="bbbb")]
    assert entries(rows) == [
        ("Deal 1: +12 by Ana", "aaaa-1"),
        ("Deal 1: +5 by a player", "bbbb-1"),
        ("Deal 2: +14 by a player", "bbbb-2"),
        ("Deal 2: −3 by Ana", "aaaa-2"),
    ]


def test_of_many_the_best_in_each_deal_can_be_watched() -> None:
    rows = [ResultRow(f"P{number}", (number, 0, -3 * number), attempt_id=f"p{number}") for number in range(30)]
    found = [value for _, value in entries(rows)]
    assert len(found) == len(set(found)) == 25
    assert {"p29-1", "p0-3"} <= set(found)
