"""American fives, and Fives and Threes of British pubs (the second rule book, part 2)."""

from __future__ import annotations

from engine.game import About, DealScore, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.layouts import Spinners
from engine.options import Option, target
from engine.parts import pages
from engine.parts.endings import mark_out_or_blocked, out
from engine.parts.house_rules import SINGLES_OR_PAIRS, tiles, tiles_each
from engine.parts.moves import always, draw_when_unable, pass_when_unable, veto_unopened
from engine.parts.openers import (
    drawn_opener,
    first_then,
    is_first_deal,
    next_seat_opens,
    nobody_went_out,
    out_seat_opens,
)
from engine.parts.outer import outer_numbers
from engine.parts.scoring import (
    mark_or,
    nearest_five,
    no_points,
    opponents_pips,
    points_for_fives,
    team_of,
    team_points,
    team_total,
)
from engine.parts.winning import at_target
from engine.position import Position

GOING_OUT = 1
"""The points for going out."""


def empty_spinners(position: Position) -> Spinners:
    """Return the empty line, by option ``spinners``."""
    kind = position.options["spinners"]
    return Spinners(spinners_left={"all": 7, "none": 0}.get(str(kind), 1), short_ends_count=kind == "sniff")


def points(_before: Position, after: Position) -> int:
    """Score the outer total if it is a multiple of five."""
    return points_for_fives(sum(outer_numbers(after.layout)))


FIVES = RuleSet(
    id="fives",
    about=About(
        name=N_("American fives"),
        aliases=N_("muggins, five-up, sniff, fives, 5s, all fives, spinners"),
        tagline=N_("Muggins, Five-Up and Sniff: multiples of five score, with spinners"),
        aim=pages.SCORE_BY_ENDS,
        family=Family.ENDS,
        page={
            Topic.OPENING: (
                N_(
                    "A random player opens the first deal with any tile, later whoever went out; after a blocked deal "
                    "a random player again."
                ),
            ),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.DOUBLES: (
                N_(
                    "The first double is a spinner: first its two long sides take a tile, then its two short ones. "
                    "Five-Up: every double is one. Muggins: none is."
                ),
            ),
            Topic.UNABLE: (pages.DRAW_UNTIL_ONE_FITS,),
            Topic.EMPTY: (pages.PASS_WHEN_EMPTY,),
            Topic.POINTS: (
                N_(
                    "After each play add up the ends; a double counts both halves. A multiple of five scores that many "
                    "points. Sniff: free short ends of a spinner count as well."
                ),
                N_(
                    "A total of 0 scores nothing. A double counts while one of its long sides is free, an opening one "
                    "once."
                ),
            ),
            Topic.END: (
                N_(
                    "The first to go out adds the pips of the opponents, without a partner's, rounded to the nearest "
                    "five."
                ),
            ),
            Topic.BLOCKED: (pages.BLOCK, N_("The side with the fewest pips adds those of its opponents, rounded so.")),
            Topic.TIE: (pages.NOBODY_SCORES,),
            Topic.MATCH: (pages.AT_ONCE,),
        },
        source=N_("All Fives, Five Up and Sniff (pagat.com); Foster's Hoyle"),
    ),
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
                "all": N_("every double (Five-Up)"),
                "none": N_("none (Muggins)"),
                "sniff": N_("the first double, its short ends count (Sniff)"),
            },
        ),
    ),
    initial_layout=empty_spinners,
    draws_opener=nobody_went_out,
    opener=out_seat_opens,
    other_moves=draw_when_unable(),
    draw_keeps_turn=always,
    end_reason=mark_out_or_blocked,
    veto=veto_unopened,
    scoring=Scoring(
        addends=outer_numbers,
        total_points=points_for_fives,
        move_points=points,
        score_deal=mark_or(opponents_pips(rounded=nearest_five)),
        winners=at_target,
    ),
)
"""Points for outer totals that are multiples of five, on a line with spinners."""


def points_for_total(total: int) -> int:
    """Score one point for each three if the total is a multiple of three, and one for each five if it is one of five.

    >>> [points_for_total(total) for total in (6, 10, 14, 15, 0)]
    [2, 2, 0, 8, 0]
    """
    return (total // 3 if total % 3 == 0 else 0) + (total // 5 if total % 5 == 0 else 0)


def points_up_to_target(before: Position, after: Position) -> int:
    """Score the total of the two ends; a score that would pass the target is not written."""
    scored = points_for_total(sum(outer_numbers(after.layout)))
    seat = before.turn
    assert seat is not None, "a seat has played"
    return scored if team_total(before, seat) + scored <= int(before.options["target"]) else 0


def exact_end_reason(position: Position) -> str | None:
    """Deal and match end at once on the target, also by the point for going out; else when out or blocked."""
    reason = mark_out_or_blocked(position)
    short = int(position.options["target"]) - team_total(position, position.last_seat)
    return "mark" if reason == "out" and short == GOING_OUT else reason


def point_for_going_out(position: Position, _reason: str) -> DealScore:
    """Going out scores one point, unless its tile has reached the target; a blocked deal scores nothing."""
    seat = position.last_seat
    reached = team_total(position, seat) == position.options["target"]
    if not reached and not out(position):
        return DealScore((), no_points(position))
    return DealScore(team_of(position, seat), team_points(position, seat, 0 if reached else GOING_OUT))


FIVES_AND_THREES = RuleSet(
    id="fives-and-threes",
    about=About(
        name=N_("Fives and Threes"),
        aliases=N_("5s and 3s, threes and fives, pub dominoes, British"),
        tagline=N_("The British pub game: fives and threes score, and exactly 61 wins"),
        aim=pages.SCORE_BY_ENDS,
        family=Family.ENDS,
        page={
            Topic.OPENING: (pages.OPENING_PASSES_ON,),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.UNABLE: (N_("Knock, that is, pass. Nobody draws: tiles that were not dealt stay out of play."),),
            Topic.POINTS: (
                N_(
                    "After each play add up the two ends; a double counts both halves. A multiple of three scores a "
                    "point for each three, a multiple of five one for each five: 15 scores 8."
                ),
                N_("A total of 0 scores nothing. The opening tile counts all its pips."),
            ),
            Topic.END: (N_("The first to go out, of a pair as well, ends the deal and scores one more point."),),
            Topic.BLOCKED: (pages.BLOCK, N_("Nobody scores for it.")),
            Topic.MATCH: (
                N_(
                    "Whoever reaches exactly the target wins at once, by going out, too. Points that would go past it "
                    "are not written."
                ),
            ),
        },
        source=N_("Fives and Threes (pagat.com); Teesdale League"),
    ),
    hand_sizes={2: 7, 3: 5, 4: 5},
    hand_size=tiles_each,
    options=(target(61, 121), SINGLES_OR_PAIRS, tiles("7-5-5", "9-6-6")),
    draws_opener=is_first_deal,
    opener=first_then(drawn_opener, next_seat_opens),
    other_moves=pass_when_unable,
    end_reason=exact_end_reason,
    scoring=Scoring(
        addends=outer_numbers,
        total_points=points_for_total,
        move_points=points_up_to_target,
        points_by_total=True,
        score_deal=point_for_going_out,
        winners=at_target,
        blocked_criterion="nobody",
    ),
)
"""Points for totals of the two ends that are multiples of three or five, up to exactly 61."""
