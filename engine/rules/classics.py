"""The classic games of document 004, numbers 1 to 5: plain, with a boneyard, in rounds, misère, without a boneyard."""

from __future__ import annotations

from dataclasses import replace

from engine.game import About, DealScore, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import Option, target
from engine.parts import pages
from engine.parts.endings import out_or_blocked
from engine.parts.moves import always, draw_when_unable, pass_when_unable
from engine.parts.openers import strongest
from engine.parts.scoring import fewest_tiles, lowest, most_pips_then_tiles, no_points, opponents_pips, win_only
from engine.parts.winning import at_target, one_deal
from engine.position import Position

OPENING = Option(
    "opening",
    N_("The deal opens with"),
    "strongest",
    {"strongest": N_("the strongest tile"), "free": N_("any tile")},
)
"""Decision: the holder of the strongest tile opens with it; many tables allow any tile."""

_BEGINS = {
    Topic.OPENING: (
        N_("The holder of the strongest tile opens each deal with it (option: with any tile)."),
        pages.STRONGEST,
    ),
    Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
}
_DRAWS = {Topic.UNABLE: (pages.DRAW_UNTIL_ONE_FITS,), Topic.EMPTY: (pages.PASS_WHEN_EMPTY,)}
_FEWEST_TILES = {
    Topic.END: (pages.OUT_WINS,),
    Topic.BLOCKED: (pages.BLOCK, N_("The fewest tiles wins, not the fewest pips.")),
    Topic.TIE: (pages.THEN_PIPS,),
    Topic.MATCH: (pages.ONE_DEAL,),
}
_ROUNDS = {
    Topic.END: (pages.OUT_SCORES_OTHERS,),
    Topic.BLOCKED: (pages.BLOCK, pages.FEWEST_SCORES_OTHERS),
    Topic.TIE: (pages.NOBODY_SCORES,),
    Topic.MATCH: (pages.TARGET,),
}


def most_pips(position: Position, reason: str) -> DealScore:
    """The most pips win the deal, the seat that is out excepted (document 004 no. 4, "à qui perd gagne")."""
    still_in = [seat for seat in position.active_seats if reason != "out" or position.tiles_held(seat)]
    return DealScore(lowest(position, still_in, most_pips_then_tiles), no_points(position))


def can_play(position: Position) -> bool:
    """A player stays in turn while any tile fits (document 004 no. 5)."""
    return position.can_play


CLASSIC = RuleSet(
    id="classic",
    about=About(
        name=N_("Classic"),
        aliases=N_("block, block dominoes, block game, straight"),
        tagline=N_("One deal, and nobody draws"),
        family=Family.CLASSIC,
        page={**_BEGINS, Topic.UNABLE: (pages.PASS,), **_FEWEST_TILES},
        source=N_("004 no. 1"),
    ),
    hand_sizes={2: 7, 3: 6, 4: 6},
    options=(OPENING,),
    opener=strongest,
    other_moves=pass_when_unable,
    end_reason=out_or_blocked,
    scoring=Scoring(score_deal=win_only(fewest_tiles), winners=one_deal, scoreless=True, blocked_criterion="tiles"),
)

CLASSIC_DRAW = replace(
    CLASSIC,
    id="classic-draw",
    about=About(
        name=N_("Classic with a boneyard"),
        aliases=N_("draw, draw dominoes, draw game, boneyard"),
        tagline=N_("One deal: who can't play draws from the boneyard"),
        family=Family.CLASSIC,
        page={**_BEGINS, **_DRAWS, **_FEWEST_TILES},
        source=N_("004 no. 2"),
    ),
    other_moves=draw_when_unable(),
    draw_keeps_turn=always,
)

CLASSIC_ROUNDS = replace(
    CLASSIC_DRAW,
    id="classic-rounds",
    about=About(
        name=N_("Classic in rounds"),
        aliases=N_("rounds, draw in rounds, draw to 100"),
        tagline=N_("With a boneyard, deal after deal to a target"),
        family=Family.CLASSIC,
        page={**_BEGINS, **_DRAWS, **_ROUNDS},
        source=N_("004 no. 3"),
    ),
    options=(OPENING, target(100, 50)),
    scoring=Scoring(score_deal=opponents_pips(), winners=at_target),
)

MISERE = replace(
    CLASSIC_DRAW,
    id="misere",
    about=About(
        name=N_("Misère"),
        aliases=N_("misery, reverse, loser wins, give away, lowball"),
        tagline=N_("Turned around: the first to go out loses"),
        aim=N_("Lay a tile that matches an open end. Whoever is out of tiles first loses."),
        family=Family.CLASSIC,
        page={
            **_BEGINS,
            **_DRAWS,
            Topic.END: (
                N_(
                    "The first to go out loses. Of the others the one with the most pips wins; of two players, the "
                    "other one."
                ),
            ),
            Topic.BLOCKED: (pages.BLOCK, N_("The most pips wins.")),
            Topic.TIE: (N_("The most tiles decides. If that is level, too, they share the win."),),
            Topic.MATCH: (pages.ONE_DEAL,),
        },
        source=N_("004 no. 4"),
    ),
    scoring=replace(CLASSIC_DRAW.scoring, score_deal=most_pips, blocked_criterion="most pips"),
)

NO_BONEYARD = replace(
    CLASSIC,
    id="no-boneyard",
    about=About(
        name=N_("Without a boneyard"),
        aliases=N_("no stock, runs"),
        tagline=N_("Your turn goes on while one of your tiles fits"),
        family=Family.CLASSIC,
        page={
            **_BEGINS,
            Topic.TURN: (
                pages.MATCHING,
                N_("Your turn goes on while any of your tiles fits, and you choose which; it ends when none does."),
            ),
            Topic.UNABLE: (pages.PASS,),
            **_ROUNDS,
        },
        source=N_("004 no. 5"),
    ),
    hand_sizes={2: 12, 3: 8, 4: 6},
    options=(OPENING, target(100, 50)),
    keeps_turn=can_play,
    scoring=Scoring(score_deal=opponents_pips(), winners=at_target),
)
