"""Text mode: the content of pictures as Discord markdown, for screen readers and slow phones.

Short, independent lines, the most important first; code blocks only for meaningful columns.
"""

from render.text.plain.bracket import bracket_text
from render.text.plain.deal_end import deal_end_text
from render.text.plain.hand import hand_text
from render.text.plain.leaderboard import leaderboard_text
from render.text.plain.replay import replay_text
from render.text.plain.standings import standings_text
from render.text.plain.statistics import statistics_text
from render.text.plain.table import table_text

__all__ = [
    "bracket_text",
    "deal_end_text",
    "hand_text",
    "leaderboard_text",
    "replay_text",
    "standings_text",
    "statistics_text",
    "table_text",
]
