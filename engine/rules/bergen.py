"""Bergen (the second rule book, "Bergen")."""

from __future__ import annotations

from engine.game import About, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.layouts import outermost
from engine.options import Option, numbers, target
from engine.parts import pages
from engine.parts.endings import mark_out_or_blocked
from engine.parts.moves import always, draw_when_unable
from engine.parts.openers import by_option, highest_double, lowest_double
from engine.parts.scoring import fixed_points, mark_or
from engine.parts.winning import at_target
from engine.position import Position

DOUBLE_HEADER = 2
TRIPLE_HEADER = 3


def points(_before: Position, after: Position) -> int:
    """Score two ends that show the same number: a double-header, or with a double at one of them a triple-header.

    An opening double is a double-header. It counts as the end tile of a side on which nothing was laid.
    """
    layout = after.layout
    if len(set(layout.ends.values())) > 1:
        return 0
    tips = [*outermost(layout.placed, layout.ends).values()]
    # an opening double is the same tile at both ends
    return TRIPLE_HEADER if any(tip.double for tip in tips) and tips[0] is not tips[1] else DOUBLE_HEADER


def deal_points(position: Position) -> int:
    """Return what winning a deal scores, by option ``win``."""
    return int(position.options["win"])


BERGEN = RuleSet(
    id="bergen",
    about=About(
        name=N_("Bergen"),
        aliases=N_("double-header, triple-header"),
        tagline=N_("Two ends that show the same number score"),
        aim=N_("Lay a tile that matches an open end. You score when two ends show the same number."),
        family=Family.ENDS,
        page={
            Topic.OPENING: (
                N_("The lowest double opens each deal (option: the highest); without one, the strongest tile does."),
                pages.STRONGEST,
            ),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.UNABLE: (pages.DRAW_UNTIL_ONE_FITS,),
            Topic.EMPTY: (pages.TWO_STAY,),
            Topic.POINTS: (
                N_(
                    "If both ends show the same number after your play, you score 2: a double-header. So does an "
                    "opening double."
                ),
                N_("If one of the two end tiles is a double, you score 3: a triple-header."),
            ),
            Topic.END: (N_("Going out scores 1 (option: 2), unless that tile has just won the match."),),
            Topic.BLOCKED: (pages.BLOCK, N_("The fewest pips scores as much.")),
            Topic.TIE: (pages.NOBODY_SCORES,),
            Topic.MATCH: (pages.AT_ONCE,),
        },
        source=N_("Bergen (pagat.com, gamecabinet.com)"),
        points_names={DOUBLE_HEADER: N_("double-header"), TRIPLE_HEADER: N_("triple-header")},
    ),
    hand_sizes={2: 6, 3: 6, 4: 5},
    options=(
        target(15, 10),
        Option(
            "opens",
            N_("A deal is opened by"),
            "lowest",
            {"lowest": N_("the holder of the lowest double"), "highest": N_("the holder of the highest double")},
        ),
        Option("win", N_("Points for winning a deal"), 1, numbers(1, 2)),
    ),
    opener=by_option("opens", {"lowest": lowest_double, "highest": highest_double}),
    other_moves=draw_when_unable(keep=2),
    draw_keeps_turn=always,
    end_reason=mark_out_or_blocked,
    scoring=Scoring(move_points=points, score_deal=mark_or(fixed_points(deal_points)), winners=at_target),
)
"""Points for two ends that show the same number."""
