"""Alt texts of all pictures, of at most 1024 characters, the most important facts first."""

from render.text.alt.bracket import bracket_alt
from render.text.alt.deal_end import deal_end_alt
from render.text.alt.example import example_alt
from render.text.alt.hand import hand_alt
from render.text.alt.leaderboard import leaderboard_alt
from render.text.alt.replay import replay_alt
from render.text.alt.standings import standings_alt
from render.text.alt.statistics import statistics_alt
from render.text.alt.table import table_alt
from render.text.alt.tile_set import tile_set_alt

__all__ = [
    "bracket_alt",
    "deal_end_alt",
    "example_alt",
    "hand_alt",
    "leaderboard_alt",
    "replay_alt",
    "standings_alt",
    "statistics_alt",
    "table_alt",
    "tile_set_alt",
]
