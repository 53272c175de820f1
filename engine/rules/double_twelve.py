"""Dominoes 12*12 (document 001, first game)."""

from __future__ import annotations

from engine.game import Family, RuleSet
from engine.i18n import N_
from engine.parts.endings import out_or_blocked
from engine.parts.moves import draw_when_unable
from engine.parts.openers import highest_double
from engine.parts.scoring import fewest_pips_then_tiles, win_only
from engine.parts.winning import one_deal

DOUBLE_TWELVE = RuleSet(
    id="double-twelve",
    name=N_("Double-twelve"),
    aliases=N_("double 12, 12-12"),
    tagline=N_("91 tiles, for up to twelve players"),
    family=Family.CLASSIC,
    summary=(
        N_(
            "The 91 tiles of a double-twelve set. Up to four players take 12 each, up to six 10, up to eight 8, more 7."
        ),
        N_("The highest double opens; if nobody has one, the strongest tile does."),
        N_("Play a tile that matches an open end. You must play if you can."),
        N_("If none fits, draw one, and your turn ends even if it fits; with the boneyard empty, pass."),
        N_("The first to go out wins. If blocked, the fewest pips wins, then the fewest tiles."),
    ),
    source=N_("001, first game"),
    max_pips=12,
    hand_sizes={
        **dict.fromkeys((2, 3, 4), 12),
        **dict.fromkeys((5, 6), 10),
        **dict.fromkeys((7, 8), 8),
        **dict.fromkeys((9, 10, 11, 12), 7),
    },
    opener=highest_double,
    other_moves=draw_when_unable(),
    end_reason=out_or_blocked,
    score_deal=win_only(fewest_pips_then_tiles),
    winners=one_deal,
    scoreless=True,
)
"""One deal, for up to twelve players."""
