"""Spanish and international pairs (the second rule book, "Spanish and international pairs")."""

from __future__ import annotations

from engine.game import About, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import target
from engine.parts import pages
from engine.parts.endings import out_or_blocked
from engine.parts.house_rules import PAIRS, blocked, count, first_opener, next_opener, tie
from engine.parts.moves import pass_when_unable
from engine.parts.openers import (
    by_option,
    drawn_opener,
    draws_first_opener,
    first_then,
    highest_double,
    next_seat_opens,
    winning_seat_opens,
)
from engine.parts.scoring import pips_for_pair
from engine.parts.winning import at_target

PAREJAS = RuleSet(
    id="parejas",
    about=About(
        name=N_("Dominó por parejas"),
        aliases=N_("Spanish, dominó español, partnership, international, Venezuelan, Colombian"),
        tagline=N_("The game of Spain, and of international tournaments"),
        family=Family.PAIRS,
        page={
            Topic.OPENING: (
                N_(
                    "The holder of 6-6 opens the first deal with it; then the next player opens each time, with any "
                    "tile."
                ),
            ),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.UNABLE: (pages.PASS_ALL_DEALT,),
            Topic.END: (pages.OUT_FOR_PAIR,),
            Topic.BLOCKED: (pages.BLOCK, pages.PAIR_SCORES_ALL),
            Topic.TIE: (pages.NOBODY_SCORES,),
            Topic.MATCH: (pages.TARGET,),
        },
        source=N_("Partnership Dominoes (pagat.com); Dominó por parejas (Ludoteka)"),
        lot_in_source=True,
    ),
    hand_sizes={4: 7},
    options=(
        target(100, 150, 200, 300),
        PAIRS,
        count("all", "opponents"),
        blocked("pair", "hand", "next"),
        tie("none", "opener", "blocker"),
        next_opener("rotate", "winner"),
        first_opener("double", "random"),
    ),
    clockwise=False,
    draws_opener=draws_first_opener,
    opener=first_then(
        by_option("first_opener", {"double": highest_double, "random": drawn_opener}),
        by_option("next_opener", {"rotate": next_seat_opens, "winner": winning_seat_opens}),
    ),
    other_moves=pass_when_unable,
    end_reason=out_or_blocked,
    scoring=Scoring(score_deal=pips_for_pair(), winners=at_target),
)
"""Four players in two pairs: nobody draws, and the winners score the pips of all four hands."""
