"""Alt texts: in words, all that the pictures show. At most 1024 characters, what matters most first."""

from render.alt.end import deal_end_alt
from render.alt.example import example_alt
from render.alt.hand import hand_alt
from render.alt.leaderboard import leaderboard_alt
from render.alt.table import table_alt

__all__ = ["deal_end_alt", "example_alt", "hand_alt", "leaderboard_alt", "table_alt"]
