"""Cuban double-nine in pairs (the second rule book, "Cuban double-nine")."""

from __future__ import annotations

from engine.events import Bonus
from engine.game import About, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import Option, target
from engine.parts import pages
from engine.parts.bonuses import has_doubles, is_capicua, opened_with_double, passed_on_opening
from engine.parts.endings import out_or_blocked
from engine.parts.house_rules import PAIRS, blocked, capicua, count, first_opener, next_opener, redeal, tie
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
from engine.position import Position


def capicua_bonus(position: Position, reason: str, seat: int, won: int) -> tuple[Bonus, ...]:
    """Going out by capicúa scores the pips twice, by option ``capicua_doubles``."""
    options = position.options
    if reason != "out" or not options["capicua_doubles"] or not is_capicua(position, str(options["capicua"])):
        return ()
    return (Bonus(N_("capicúa"), won, seat, feat=True),)


def pass_bonus(position: Position) -> Bonus | None:
    """A pass of the next seat on an opening double scores the option ``opening_pass`` ("la salida vale 20")."""
    points = int(position.options["opening_pass"])
    if not points or not passed_on_opening(position) or not opened_with_double(position):
        return None
    return Bonus(N_("pase de salida"), points, position.opener)


CUBANO = RuleSet(
    id="cubano",
    about=About(
        name=N_("Dominó cubano"),
        aliases=N_("Cuban, Cuba, doble nueve, Cuban double nine"),
        tagline=N_("The Cuban game: a double-nine set, ten tiles each"),
        family=Family.PAIRS,
        page={
            Topic.OPENING: (
                N_(
                    "A player drawn by lot opens the first deal; then whoever won the last deal opens. Any tile may "
                    "open."
                ),
                pages.PARTNERS_LEVEL,
                pages.NOBODY_WON,
            ),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.UNABLE: (pages.PASS,),
            Topic.END: (
                N_(
                    "The first to go out wins the deal for their pair, which scores the pips left in the opponents' "
                    "hands."
                ),
            ),
            Topic.BLOCKED: (
                pages.BLOCK,
                N_("The lightest single hand wins the deal for its pair, which scores the opponents' pips."),
            ),
            Topic.TIE: (pages.LIGHTEST_SHARED,),
            Topic.POINTS: (
                N_(
                    "By option, the opener's pair scores at once when the opening tile is a double and the next player "
                    "passes on it."
                ),
            ),
            Topic.VOID: (pages.VOID_FOR_DOUBLES,),
            Topic.MATCH: (pages.TARGET,),
        },
        source=N_("Cuban Dominoes (pagat.com)"),
    ),
    max_pips=9,
    hand_sizes={4: 10},
    options=(
        target(150, 100, 200),
        PAIRS,
        blocked("hand", "pair"),
        tie("none", "opener", always=True),
        count("opponents", "all"),
        next_opener("winner", "rotate"),
        first_opener("random", "double"),
        Option("opening_pass", N_("Pass on an opening double earns"), 0, {0: N_("nothing"), 20: ""}),
        Option(
            "capicua_doubles",
            N_("Going out by capicúa"),
            default=False,
            values={False: N_("earns nothing more"), True: N_("scores the pips twice")},
        ),
        capicua(N_("Capicúa is made"), "either", "plain", needs=("capicua_doubles", (True,))),
        redeal(0, 5),
    ),
    clockwise=False,
    draws_opener=draws_first_opener,
    opener=first_then(
        by_option("first_opener", {"random": drawn_opener, "double": highest_double}),
        by_option("next_opener", {"winner": winning_seat_opens, "rotate": next_seat_opens}),
    ),
    other_moves=pass_when_unable,
    is_void=lambda position: has_doubles(position, int(position.options["redeal"])),
    end_reason=out_or_blocked,
    scoring=Scoring(pass_bonus=pass_bonus, score_deal=pips_for_pair(capicua_bonus), winners=at_target),
)
"""Ten tiles each of 55, the opponents' pips, and the lightest hand when blocked."""
