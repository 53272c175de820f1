"""Dominoes 12*12 (document 001, first game)."""

from __future__ import annotations

from engine.game import About, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.parts import pages
from engine.parts.endings import out_or_blocked
from engine.parts.moves import draw_when_unable
from engine.parts.openers import highest_double
from engine.parts.scoring import fewest_pips_then_tiles, win_only
from engine.parts.winning import one_deal

DOUBLE_TWELVE = RuleSet(
    id="double-twelve",
    about=About(
        name=N_("Double-twelve"),
        aliases=N_("double 12, 12-12"),
        tagline=N_("91 tiles, for up to twelve players"),
        family=Family.CLASSIC,
        page={
            Topic.OPENING: (
                N_("The holder of the highest double opens with it; if nobody has a double, the strongest tile opens."),
                pages.STRONGEST,
            ),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.UNABLE: (pages.DRAW_AND_STOP,),
            Topic.EMPTY: (pages.PASS_WHEN_EMPTY,),
            Topic.END: (pages.OUT_WINS,),
            Topic.BLOCKED: (pages.BLOCK, N_("The fewest pips wins.")),
            Topic.TIE: (N_("The fewest tiles decides. If that is level, too, they share the win."),),
            Topic.MATCH: (pages.ONE_DEAL,),
        },
        source=N_("001, first game"),
    ),
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
    scoring=Scoring(score_deal=win_only(fewest_pips_then_tiles), winners=one_deal, scoreless=True),
)
"""One deal, for up to twelve players."""
