"""Text mode: what pictures show as plain characters in Discord's markdown, for screen readers and slow phones.

Short lines, each a thing of its own, what matters most first; a block of code only where columns mean something.
"""

from render.text.plain.end import deal_end_text
from render.text.plain.hand import hand_text
from render.text.plain.leaderboard import leaderboard_text
from render.text.plain.replay import replay_text
from render.text.plain.statistics import statistics_text
from render.text.plain.table import table_text

__all__ = ["deal_end_text", "hand_text", "leaderboard_text", "replay_text", "statistics_text", "table_text"]
