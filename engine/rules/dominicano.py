"""Dominican dominoes in pairs (the second rule book, "Dominican")."""

from __future__ import annotations

from engine.events import Bonus
from engine.game import About, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import Option, target
from engine.parts import pages
from engine.parts.bonuses import (
    all_others_passed,
    is_capicua,
    is_chuchazo,
    opened_with_double,
    passed_on_opening,
)
from engine.parts.endings import out_or_blocked
from engine.parts.house_rules import PAIRS, blocked, capicua, count, next_opener, tie
from engine.parts.moves import pass_when_unable
from engine.parts.openers import by_option, first_then, highest_double, next_seat_opens, winning_seat_opens
from engine.parts.scoring import pips_for_pair, team_total
from engine.parts.winning import at_target
from engine.position import Position


def _written(position: Position, name: str, points: int, seat: int, *, feat: bool) -> Bonus | None:
    """Return a bonus, unless it scores nothing or option ``last_bonus`` drops it: it would reach the target."""
    dropped = position.options["last_bonus"] == "dropped"
    if not points or (dropped and team_total(position, seat) + points >= int(position.options["target"])):
        return None
    return Bonus(name, points, seat, feat)


def last_tile_bonus(position: Position, reason: str, seat: int, _won: int) -> tuple[Bonus, ...]:
    """Going out by capicúa or with 0-0 scores one bonus. Decision: where both apply, it is capicúa."""
    if reason != "out":
        return ()
    options = position.options
    both_ends = is_capicua(position, str(options["capicua"]))
    if not both_ends and not (options["chuchazo"] and is_chuchazo(position)):
        return ()
    name = N_("capicúa") if both_ends else N_("chuchazo")
    bonus = _written(position, name, int(options["bonus"]), seat, feat=True)
    return () if bonus is None else (bonus,)


def pass_bonus(position: Position) -> Bonus | None:
    """Passes score for the seat whose play brings them about.

    Pase corrido: all three others pass on the same play. Pase de salida: the next seat passes on the opening tile.
    Decision: if all three pass on the opening tile, both are written.
    """
    points = int(position.options["bonus"])
    if all_others_passed(position):
        return _written(position, N_("pase corrido"), points, position.next_seat(position.last_seat), feat=False)
    kind = position.options["opening_pass"]
    if kind == "none" or not passed_on_opening(position):
        return None
    twice = kind == "scaled" and not opened_with_double(position)
    return _written(position, N_("pase de salida"), 2 * points if twice else points, position.opener, feat=False)


_BONUS = ("bonus", (25, 30))

DOMINICANO = RuleSet(
    id="dominicano",
    about=About(
        name=N_("Dominó dominicano"),
        aliases=N_("Dominican, Dominican Republic, capicúa, tranque"),
        tagline=N_("The Dominican game: capicúa, chuchazo, pase corrido, pase de salida"),
        family=Family.PAIRS,
        page={
            Topic.OPENING: (pages.SIX_SIX_THEN_WINNER, pages.NOBODY_WON),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.UNABLE: (pages.PASS_ALL_DEALT,),
            Topic.END: (
                pages.OUT_FOR_PAIR,
                N_(
                    "Capicúa, a last tile (no double) that fits both ends, even if both show the same number: 25 "
                    "points more."
                ),
                N_("Chuchazo, the last tile 0-0: 25 points more."),
            ),
            Topic.BLOCKED: (
                pages.BLOCK,
                N_(
                    "The blocker's hand against the next player's: fewer pips wins, and scores those of all four hands."
                ),
            ),
            Topic.TIE: (N_("The blocker wins."),),
            Topic.POINTS: (
                N_("Pase corrido, when all three others pass on your tile: 25 points at once."),
                N_(
                    "Pase de salida, when the next player passes on the opening tile: 25 points on a double, 50 on "
                    "another."
                ),
                N_("If all three pass on the opening tile, both count. A tile that blocks the deal earns neither."),
            ),
            Topic.MATCH: (pages.TARGET,),
        },
        source=N_("Rules for “capicua” game (dominoesonline.com); How to play Dominican dominoes (boarden.club)"),
    ),
    hand_sizes={4: 7},
    options=(
        target(200, 100, 150, 300),
        PAIRS,
        blocked("next", "pair", "hand"),
        tie("none", "opener", "blocker"),
        count("all", "opponents"),
        Option("bonus", N_("A bonus is worth"), 25, {25: "", 30: "", 0: N_("nothing")}),
        Option(
            "opening_pass",
            N_("A pass on the opening tile earns"),
            "scaled",
            {
                "scaled": N_("one bonus on a double, two on any other tile"),
                "flat": N_("one bonus"),
                "none": N_("nothing"),
            },
            needs=_BONUS,
        ),
        capicua(N_("Capicúa is made"), "either", "plain", "no-blank", "doubles", "any", needs=_BONUS),
        Option(
            "chuchazo",
            N_("Out with 0-0 (chuchazo) earns"),
            default=True,
            values={True: N_("one bonus"), False: N_("nothing")},
            needs=_BONUS,
        ),
        next_opener("winner", "rotate"),
        Option(
            "last_bonus",
            N_("A bonus that would win the match"),
            "counts",
            {"counts": N_("counts"), "dropped": N_("is not written")},
            needs=_BONUS,
        ),
    ),
    clockwise=False,
    opener=first_then(
        highest_double, by_option("next_opener", {"winner": winning_seat_opens, "rotate": next_seat_opens})
    ),
    other_moves=pass_when_unable,
    end_reason=out_or_blocked,
    scoring=Scoring(pass_bonus=pass_bonus, score_deal=pips_for_pair(last_tile_bonus), winners=at_target),
)
"""Bonuses for capicúa, chuchazo and passes, and the blocker's hand against the next one."""
