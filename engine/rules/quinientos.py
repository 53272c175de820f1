"""The Puerto Rican games to 500 and to 200 (the second rule book, "Puerto Rican")."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Bonus
from engine.game import About, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import Option, target
from engine.parts import pages
from engine.parts.bonuses import is_capicua, is_chuchazo
from engine.parts.endings import out_or_blocked
from engine.parts.house_rules import PAIRS, capicua
from engine.parts.moves import pass_when_unable
from engine.parts.openers import first_then, highest_double, played_deals, winning_seat_opens
from engine.parts.scoring import Bonuses, pips_for_pair
from engine.parts.winning import at_target
from engine.position import Position

STEPS = ((N_("primera"), 100), (N_("segunda"), 75), (N_("tercera"), 50), (N_("cuarta"), 25))
"""The bonuses for the first deals won in a match, whichever pair wins them."""


def last_tile_bonus(position: Position, reason: str, seat: int, _won: int) -> tuple[Bonus, ...]:
    """Capicú, never with a double, and chuchazo, 0-0 on one end or two, score the option ``capicu`` each."""
    points = int(position.options["capicu"])
    if reason != "out" or not points:
        return ()
    if is_capicua(position, str(position.options["capicua"])):
        return (Bonus(N_("capicú"), points, seat, feat=True),)
    return (Bonus(N_("chuchazo"), points, seat, feat=True),) if is_chuchazo(position) else ()


def bonuses(position: Position, reason: str, seat: int, won: int) -> tuple[Bonus, ...]:
    """Beside the last tile, blocking well may score, and so do the first four deals won in the match.

    Decision: a tied deal uses up no step.
    """

    def others() -> Iterator[Bonus]:
        blocked = int(position.options["blocked_bonus"])
        if blocked and reason == "blocked" and any({seat, position.last_seat} <= {*seats} for seats in position.teams):
            yield Bonus(N_("block"), blocked, seat)
        step = sum(bool(result.winners) for result in played_deals(position))
        if step < len(STEPS):
            name, points = STEPS[step]
            yield Bonus(name, points, seat)

    return (*last_tile_bonus(position, reason, seat, won), *others())


_CAPICU = N_("Capicú is made")
_PAGE = {
    Topic.OPENING: (pages.SIX_SIX_THEN_WINNER, pages.PARTNER_WITH_FEWER, pages.NOBODY_WON),
    Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
    Topic.UNABLE: (pages.PASS_ALL_DEALT,),
    Topic.END: (pages.OUT_FOR_PAIR,),
    Topic.BLOCKED: (pages.BLOCK, pages.PAIR_SCORES_ALL),
    Topic.TIE: (pages.NOBODY_SCORES,),
    Topic.MATCH: (pages.TARGET,),
}


def _book(
    identity: str,
    name: str,
    aliases: str,
    tagline: str,
    bonuses_told: tuple[str, ...],
    source: str,
    options: tuple[Option, ...],
    counted: Bonuses,
) -> RuleSet:
    return RuleSet(
        id=identity,
        about=About(
            name=name,
            aliases=aliases,
            tagline=tagline,
            family=Family.PAIRS,
            page={**_PAGE, Topic.POINTS: bonuses_told},
            source=source,
        ),
        hand_sizes={4: 7},
        options=options,
        clockwise=False,
        opener=first_then(highest_double, winning_seat_opens),
        other_moves=pass_when_unable,
        end_reason=out_or_blocked,
        scoring=Scoring(score_deal=pips_for_pair(counted), winners=at_target),
    )


QUINIENTOS = _book(
    "quinientos",
    N_("Quinientos"),
    N_("Puerto Rican, Puerto Rico, dominó puertorriqueño, boricua, 500, five hundred"),
    N_("The Puerto Rican game to 500, with bonuses"),
    (
        N_("Capicú, a last tile (no double) that fits both ends, even if both show the same number: 100 points more."),
        N_("Chuchazo, the last tile 0-0: 100 points more."),
        N_("The first four deals won in a match bring 100, 75, 50 and 25 points more, whichever pair wins them."),
        N_("A tied deal is not one of the four."),
    ),
    N_("500 (Quinientos) (SACI, sacitc.blog)"),
    (
        target(500),
        PAIRS,
        Option("capicu", N_("Capicú and chuchazo are worth"), 100, {100: "", 50: "", 0: N_("nothing")}),
        capicua(_CAPICU, "either", "plain", needs=("capicu", (100, 50))),
        Option("blocked_bonus", N_("A block that wins the deal earns"), 0, {0: N_("nothing more"), 100: ""}),
    ),
    bonuses,
)
DOSCIENTOS = _book(
    "doscientos",
    N_("Doscientos"),
    N_("Puerto Rican 200, 200, two hundred"),
    N_("The Puerto Rican game to 200, without bonuses"),
    (N_("There are no bonuses (option: for capicú and chuchazo). 200 points win."),),
    N_("Domino Rules (SACI, sacitc.blog)"),
    (
        target(200, 100, 150),
        PAIRS,
        Option("capicu", N_("Capicú and chuchazo are worth"), 0, {0: N_("nothing"), 20: "", 50: ""}),
        capicua(_CAPICU, "either", "plain", needs=("capicu", (20, 50))),
    ),
    last_tile_bonus,
)
"""The same game without the bonuses."""
