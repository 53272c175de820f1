"""Alt texts: in words, all that the pictures show. At most 1024 characters, what matters most first."""

from render.words.alt.end import deal_end_alt
from render.words.alt.example import example_alt
from render.words.alt.hand import hand_alt
from render.words.alt.leaderboard import leaderboard_alt
from render.words.alt.replay import replay_alt
from render.words.alt.statistics import statistics_alt
from render.words.alt.table import table_alt
from render.words.alt.tile_set import tile_set_alt

__all__ = [
    "deal_end_alt",
    "example_alt",
    "hand_alt",
    "leaderboard_alt",
    "replay_alt",
    "statistics_alt",
    "table_alt",
    "tile_set_alt",
]
