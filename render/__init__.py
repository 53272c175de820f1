"""Pictures and their alt texts, from the view of a seat or the channel.

The functions here are the whole interface: ``table``, ``hand``, ``deal_end``, ``replay``, ``leaderboard``,
``statistics``, ``standings``, ``bracket``, ``example``, ``tile_set``, ``tile_set_sheet`` and ``tile_icon`` return
files as ``bytes`` (PNG, or GIF and WebP for ``replay``); ``…_alt`` functions return alt texts, ``…_text`` functions
Discord markdown. All are thread-safe.

Packages, each importing only those below it: ``pictures`` draws whole pictures, ``text`` writes alt texts and text
mode, ``examples`` has an example position for each rule set, ``pixels`` draws shapes, tiles and text with Pillow,
``values`` has the values for leaderboards, statistics and cups, ``geometry`` lays out boxes, ``names`` cleans players'
names, ``i18n`` reads the catalogs.

>>> from gettext import NullTranslations
>>> from engine import match, random_deal
>>> state = match.new("express", seats=2)
>>> state, _ = match.apply(state, random_deal(state, seed=1))
>>> view = match.view(state, seat=None)
>>> table(view, ["Ana", "Ben"], NullTranslations())[1:4]
b'PNG'
>>> table_alt(view, ["Ana", "Ben"], NullTranslations())[:36]
'There are no tiles on the table yet.'
"""

from render.examples import example_view
from render.pictures.bracket import bracket
from render.pictures.deal_end import deal_end
from render.pictures.examples import example
from render.pictures.hand import hand
from render.pictures.leaderboard import leaderboard
from render.pictures.replay import replay
from render.pictures.standings import standings
from render.pictures.statistics import statistics
from render.pictures.table import table
from render.pictures.tile_set import tile_set, tile_set_sheet
from render.pixels.icon import tile_icon
from render.pixels.theme import DEFAULT, THEMES, Theme
from render.text.alt import (
    bracket_alt,
    deal_end_alt,
    example_alt,
    hand_alt,
    leaderboard_alt,
    replay_alt,
    standings_alt,
    statistics_alt,
    table_alt,
    tile_set_alt,
)
from render.text.plain import (
    bracket_text,
    deal_end_text,
    hand_text,
    leaderboard_text,
    replay_text,
    standings_text,
    statistics_text,
    table_text,
)
from render.values import (
    MAX_STANDINGS,
    TILE_SETS,
    Bracket,
    BracketMatch,
    BracketRound,
    BracketSide,
    Chapter,
    Companion,
    LeaderboardRow,
    Standings,
    StandingsRow,
    Statistics,
)

__all__ = [
    "DEFAULT",
    "MAX_STANDINGS",
    "THEMES",
    "TILE_SETS",
    "Bracket",
    "BracketMatch",
    "BracketRound",
    "BracketSide",
    "Chapter",
    "Companion",
    "LeaderboardRow",
    "Standings",
    "StandingsRow",
    "Statistics",
    "Theme",
    "bracket",
    "bracket_alt",
    "bracket_text",
    "deal_end",
    "deal_end_alt",
    "deal_end_text",
    "example",
    "example_alt",
    "example_view",
    "hand",
    "hand_alt",
    "hand_text",
    "leaderboard",
    "leaderboard_alt",
    "leaderboard_text",
    "replay",
    "replay_alt",
    "replay_text",
    "standings",
    "standings_alt",
    "standings_text",
    "statistics",
    "statistics_alt",
    "statistics_text",
    "table",
    "table_alt",
    "table_text",
    "tile_icon",
    "tile_set",
    "tile_set_alt",
    "tile_set_sheet",
]
