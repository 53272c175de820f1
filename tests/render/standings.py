"""People who stand on leaderboards, as tests of pictures and texts need them."""

from __future__ import annotations

import render

ROWS = (
    render.LeaderboardRow(1, "Chloé", 41, 19, 3640, False, 2910, 3, 6, 45, 1281.4),
    render.LeaderboardRow(2, "Alice", 38, 14, 3105, True, 3002, 0, 4, 0, 1190.0),
    render.LeaderboardRow(
        3, "Maximiliane-Charlotte von und zu Hohenstein", 129, 9, 12345, False, 98765, 12, 21, 145, 1374.4, shared=True
    ),
    render.LeaderboardRow(3, "محمد علي", 33, 9, 2415, False, 2400, 1, 2, 12, 1048.1, provisional=True, shared=True),
    render.LeaderboardRow(5, "陳大文", 33, 7, 2415, False, 2400, 0, 1, 0, 829.5, provisional=True),
    render.LeaderboardRow(6, "", 9, 4, 800, False, 900, 4, 4, 30, 949.1, provisional=True),
    render.LeaderboardRow(7, "Łukasz 🌸", 2, 1, 80, False, 90, 1, 1, 0, 999.6, provisional=True),
    render.LeaderboardRow(8, "W" * 40, 1000, 1000, 80, False, 90, 1000, 1000, 1000, 1486.0),
    render.LeaderboardRow(9, "Ben", 1, 0, 0),
    render.LeaderboardRow(110, "Zoë Łukasiewicz", 300, 0, 800, False, 900, 0, 0, 0, 913.2),
)
"""Long names and short ones, in many scripts, level and not, rated, provisional and neither."""


def climbing(matches: int, settled: int = 10) -> tuple[tuple[float, bool], ...]:
    """The curve of a rating that climbs, ever more slowly and with setbacks."""
    return tuple(
        (1000 + 400 * number / (number + 25) + (30 if number % 7 < 3 else -10), number + 1 < settled)
        for number in range(matches)
    )


ALONE = render.Chapter(
    "Singles",
    render.LeaderboardRow(2, "", 74, 24, 0, False, 0, 0, 4, 0, climbing(74)[-1][0]),
    climbing(74),
    "3 March 2026",
    "21 November 2026",
)
PAIRS = render.Chapter(
    "In pairs",
    render.LeaderboardRow(5, "", 6, 3, 0, False, 0, 3, 3, 40, climbing(6)[-1][0], provisional=True),
    climbing(6),
    "3 March 2026",
    "3 March 2026",
)
WITHOUT_A_WIN = (
    render.LeaderboardRow(1, "Ana", 1, 1, 0, rating=1063.0, provisional=True),
    render.LeaderboardRow(2, "Ben", 1, 0, 0, rating=968.0, provisional=True, shared=True),
    render.LeaderboardRow(2, "Cem", 1, 0, 0, rating=968.0, provisional=True, shared=True),
    render.LeaderboardRow(0, "Dia", 1, 0, 0),
)
"""Two who share a place without a win, and one without a place."""

COMPUTERS = render.Chapter("With computers", render.LeaderboardRow(12, "", 106, 53, 0, False, 0, 1, 9, 40))
RULES = (
    ("Domino Express", 60, 20),
    ("Mexican train (double-nine)", 40, 20),
    ("Mata", 20, 20),
    ("Accountants", 9, 0),
    ("Matador", 3, 1),
    ("Sebastopol", 2, 1),
    ("Memory", 1, 1),
    ("Classic", 1, 0),
)
ALICE = render.Statistics(
    "Alice",
    (ALONE, PAIRS, COMPUTERS),
    RULES,
    render.Companion("Maximiliane-Charlotte von und zu Hohenstein", 30, 20),
    render.Companion("", 12, 9),
)
