"""All Fives, le 5 partout (document 004 no. 8)."""

from __future__ import annotations

from engine.game import About, Family, Opening, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.layouts import Cross, Layout
from engine.layouts.cross import ARMS
from engine.options import Option, target
from engine.parts import pages
from engine.parts.endings import mark_out_or_blocked
from engine.parts.moves import draw_at_will, veto_unopened
from engine.parts.openers import highest_double
from engine.parts.scoring import mark_or, nearest_five, opponents_pips, points_for_fives
from engine.parts.winning import most_points, reached
from engine.position import Position
from engine.tiles import Tile


def opener(position: Position, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The holder of the highest double opens with it; without doubles, the seats draw in turn, from seat 0.

    Called again after each of these draws. The first to draw a double opens with it.
    """
    if any(tile.double for hand in hands for tile in hand):
        return highest_double(position, hands)
    return Opening(0 if position.turn is None else position.next_seat(position.turn), ())


def outer_numbers(layout: Layout) -> tuple[int, ...]:
    """Return the outer numbers: the outward half of each open arm, or both halves of a double there.

    The spinner's two halves count until two arms are open.
    """
    cross = Cross.of(layout)
    opened = cross.opened
    last: dict[str, int] = {}
    for placed in reversed(cross.placed):
        if len(last) == opened:
            break
        if placed.end not in last:
            last[placed.end] = placed.tile.pips if placed.tile.double else placed.outward
    arms = tuple([last[arm] for arm in ARMS[:opened]])
    return arms if opened >= 2 else (layout.placed[0].tile.pips, *arms)


def points(_before: Position, after: Position) -> int:
    """Score the outer total if it is a multiple of five."""
    return points_for_fives(sum(outer_numbers(after.layout)))


def winners(position: Position) -> tuple[int, ...]:
    """The player who reached the target wins; with ``one-deal``, the highest total does, and ties share the win."""
    goal = position.options["target"]
    return reached(position, goal) if isinstance(goal, int) else most_points(position)


_TARGET = target(100, 50, 150, 200, 250)

ALL_FIVES = RuleSet(
    id="all-fives",
    about=About(
        name=N_("All Fives"),
        aliases=N_("all 5s, French fives"),
        tagline=N_("Four arms around a double: multiples of five score"),
        aim=pages.SCORE_BY_ENDS,
        family=Family.ENDS,
        page={
            Topic.OPENING: (
                N_(
                    "The holder of the highest double opens each deal with it. If nobody has a double, each draws one "
                    "in turn, from the first seat on, until someone draws a double, and opens with it."
                ),
            ),
            Topic.TURN: (N_("Four arms grow from the opening double, in any order, equal numbers touching."),),
            Topic.UNABLE: (
                N_(
                    "Instead of playing you may draw one tile, which ends your turn, whether or not a tile of yours "
                    "fits."
                ),
            ),
            Topic.EMPTY: (N_("Play if you can; otherwise pass."),),
            Topic.POINTS: (
                N_(
                    "After each play add up the outer halves; a double counts both, the opening one only until two "
                    "arms are open. A multiple of five scores that many points."
                ),
                N_("A total of 0 scores nothing."),
            ),
            Topic.END: (
                N_("The first to go out adds the others' pips, rounded to the nearest five: 17 makes 15, 18 makes 20."),
            ),
            Topic.BLOCKED: (pages.BLOCK, N_("The fewest pips adds the others', rounded so.")),
            Topic.TIE: (pages.NOBODY_SCORES,),
            Topic.MATCH: (
                pages.AT_ONCE,
                N_("In one deal (option), the highest total wins; on a tie the win is shared."),
            ),
        },
        source=N_("004 no. 8"),
    ),
    hand_sizes={2: 7, 3: 5, 4: 5, 5: 5},
    options=(Option("target", _TARGET.label, 100, {**_TARGET.values, "one-deal": N_("one deal")}),),
    initial_layout=lambda _state: Cross(),
    opener=opener,
    other_moves=draw_at_will,
    end_reason=mark_out_or_blocked,
    veto=veto_unopened,
    scoring=Scoring(
        addends=outer_numbers,
        total_points=points_for_fives,
        move_points=points,
        # decision: in a blocked deal the fewest pips win
        score_deal=mark_or(opponents_pips(rounded=nearest_five)),
        winners=winners,
    ),
)
"""Points for outer totals that are multiples of five."""
