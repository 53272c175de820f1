"""Fives and Threes, the British pub game (the second rule book, "Fives and Threes")."""

from __future__ import annotations

from engine.game import DealScore, Family, RuleSet
from engine.i18n import N_
from engine.options import target
from engine.parts.endings import mark_out_or_blocked, out
from engine.parts.house_rules import SINGLES_OR_PAIRS, tiles, tiles_each
from engine.parts.moves import pass_when_unable
from engine.parts.openers import drawn_opener, first_then, is_first_deal, next_seat_opens
from engine.parts.outer import outer_numbers
from engine.parts.scoring import no_points, team_of, team_points, team_total
from engine.parts.winning import at_target
from engine.position import Position

GOING_OUT = 1
"""What going out scores."""


def points_for_total(total: int) -> int:
    """Score one point for each three if the total is a multiple of three, and one for each five if it is one of five.

    >>> [points_for_total(total) for total in (6, 10, 14, 15, 0)]
    [2, 2, 0, 8, 0]
    """
    return (total // 3 if total % 3 == 0 else 0) + (total // 5 if total % 5 == 0 else 0)


def points(before: Position, after: Position) -> int:
    """Score the total of the two ends; a score that would pass the target is not written."""
    scored = points_for_total(sum(outer_numbers(after.layout)))
    seat = before.turn
    assert seat is not None, "a seat has played"
    return scored if team_total(before, seat) + scored <= int(before.options["target"]) else 0


def end_reason(position: Position) -> str | None:
    """Deal and match end at once on the target, also by the point for going out; else when out or blocked."""
    reason = mark_out_or_blocked(position)
    short = int(position.options["target"]) - team_total(position, position.last_seat)
    return "mark" if reason == "out" and short == GOING_OUT else reason


def score_deal(position: Position, _reason: str) -> DealScore:
    """Going out scores one point, unless its tile has reached the target; a blocked deal scores nothing."""
    seat = position.last_seat
    reached = team_total(position, seat) == position.options["target"]
    if not reached and not out(position):
        return DealScore((), no_points(position))
    return DealScore(team_of(position, seat), team_points(position, seat, 0 if reached else GOING_OUT))


FIVES_AND_THREES = RuleSet(
    id="fives-and-threes",
    name=N_("Fives and Threes"),
    aliases=N_("5s and 3s, threes and fives, pub dominoes, British"),
    tagline=N_("The British pub game: fives and threes score, and exactly 61 wins"),
    family=Family.ENDS,
    summary=(
        N_("Two to four play for themselves, or four in two pairs, with a double-six set."),
        N_("Two players take seven tiles each, three or four take five (option: nine or six). Nobody draws."),
        N_("A random player opens the first deal, then the opening passes on; any tile may open."),
        N_("Play a tile that matches an open end. You must play if you can; otherwise you knock, that is, pass."),
        N_(
            "After each play add up the two ends; a double counts both halves. A multiple of three scores a point "
            "for each three, a multiple of five one for each five: 15 scores 8."
        ),
        N_("Going out scores one more point. A blocked deal scores nothing."),
        N_("You need exactly 61: points that would take you past it are not written."),
    ),
    source=N_("Fives and Threes (pagat.com); Teesdale League"),
    hand_sizes={2: 7, 3: 5, 4: 5},
    hand_size=tiles_each,
    options=(target(61, 121), SINGLES_OR_PAIRS, tiles("7-5-5", "9-6-6")),
    draws_opener=is_first_deal,
    opener=first_then(drawn_opener, next_seat_opens),
    other_moves=pass_when_unable,
    addends=outer_numbers,
    total_points=points_for_total,
    move_points=points,
    end_reason=end_reason,
    score_deal=score_deal,
    winners=at_target,
    blocked_winner="nobody",
)
"""Points for totals of the two ends that are multiples of three or five, up to exactly 61."""
