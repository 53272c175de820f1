"""American fives: All Fives, Muggins and Sniff (the second rule book, "American fives").

Its option value ``all``, Five-Up, is not offered: such tables do not keep still in pictures.
"""

from __future__ import annotations

from engine.game import Family, RuleSet
from engine.i18n import N_
from engine.layouts import Spinners
from engine.options import Option, target
from engine.parts.endings import mark_out_or_blocked
from engine.parts.house_rules import SINGLES_OR_PAIRS, tiles, tiles_each
from engine.parts.moves import always, draw_when_unable, veto_unopened
from engine.parts.openers import nobody_went_out, out_seat_opens
from engine.parts.outer import outer_numbers
from engine.parts.scoring import mark_or, nearest_five, opponents_pips, points_for_fives
from engine.parts.winning import at_target
from engine.position import Position


def table(position: Position) -> Spinners:
    """Return the empty table, by option ``spinners``."""
    kind = position.options["spinners"]
    return Spinners(spinners_left=int(kind != "none"), short_ends_count=kind == "sniff")


def points(_before: Position, after: Position) -> int:
    """Score the outer total if it is a multiple of five."""
    return points_for_fives(sum(outer_numbers(after.layout)))


FIVES = RuleSet(
    id="fives",
    name=N_("American fives"),
    aliases=N_("muggins, five-up, sniff, fives, 5s, all fives, spinners"),
    tagline=N_("Muggins and Sniff: multiples of five score, around a spinner"),
    family=Family.ENDS,
    summary=(
        N_("Two to four play for themselves, or four in two pairs, with a double-six set."),
        N_("Two players take seven tiles each, three or four take five (option: nine, seven, five)."),
        N_(
            "A random player opens the first deal with any tile, later whoever went out; after a blocked deal a random "
            "player again."
        ),
        N_("Play a tile that matches an open end. If none fits, draw until one does; with the boneyard empty, pass."),
        N_(
            "The first double is a spinner: first its two long sides take a tile, then its two short ones. Muggins: "
            "no double is a spinner."
        ),
        N_(
            "After each play add up the ends; a double counts both halves. A multiple of five scores that many points. "
            "Sniff: free short ends of a spinner count as well."
        ),
        N_(
            "Going out adds the opponents' pips, rounded to the nearest five; if blocked, the side with the "
            "fewest pips adds them."
        ),
        N_("Whoever reaches the target by playing a tile wins at once."),
    ),
    source=N_("All Fives, Five Up and Sniff (pagat.com); Foster's Hoyle"),
    hand_sizes={2: 7, 3: 5, 4: 5},
    hand_size=tiles_each,
    options=(
        target(100, 150, 200, 250, 300),
        SINGLES_OR_PAIRS,
        tiles("7-5-5", "9-7-5"),
        Option(
            "spinners",
            N_("Spinners"),
            "first",
            {
                "first": N_("the first double (All Fives)"),
                "none": N_("none (Muggins)"),
                "sniff": N_("the first double, its short ends count (Sniff)"),
            },
        ),
    ),
    initial_layout=table,
    draws_opener=nobody_went_out,
    opener=out_seat_opens,
    other_moves=draw_when_unable(),
    draw_keeps_turn=always,
    addends=outer_numbers,
    total_points=points_for_fives,
    move_points=points,
    end_reason=mark_out_or_blocked,
    score_deal=mark_or(opponents_pips(rounded=nearest_five)),
    winners=at_target,
    veto=veto_unopened,
)
"""Points for outer totals that are multiples of five, on a line with spinners."""
