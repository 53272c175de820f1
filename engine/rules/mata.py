"""Mata (document 003), by the rules of Normandy and of Alsace."""

from __future__ import annotations

from dataclasses import replace

from engine.game import About, DealScore, Family, Opening, RuleSet, Scoring, Topic, never
from engine.i18n import N_
from engine.layouts import Branches
from engine.options import Option, numbers
from engine.parts import pages
from engine.parts.endings import out_or_blocked
from engine.parts.moves import draw_when_unable
from engine.parts.openers import drawn_opener, first_then, highest_tile, holder_of, is_first_deal
from engine.parts.scoring import out_seats, penalty_points, pips_left
from engine.parts.winning import fewest_points
from engine.position import Position
from engine.tiles import MATADORS, SUM_OF_SEVEN, Tile

KEPT = 2
"""The number of tiles that stay in the boneyard (document 003 "Le jeu")."""

PENALTY = 10
"""The penalty for each mata left in a hand, by the Alsatian rules (document 003 "Précisions alsaciennes")."""


def loser(position: Position, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The loser of the last deal, with the most points in it, opens with any tile (document 003 "Le jeu").

    On a tie, it is the first loser in turn order, counted from the seat after the last opener. If the loser is out of
    the match, it is the next seat.
    """
    last = position.results[-1]
    order = [(last.opener + 1 + step) % position.seats for step in range(position.seats)]
    seat = max(order, key=lambda each: last.points[each])
    if seat in position.eliminated:
        seat = position.next_seat(seat)
    return Opening(seat, hands[seat])


def announces_highest_double(_position: Position, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The holder of the highest double opens with any tile; without doubles, the holder of the strongest tile."""
    seat = holder_of(hands, highest_tile(hands))
    return Opening(seat, hands[seat])


def is_dead(position: Position) -> bool:
    """Whether every end is blank and all four matas have been played."""
    numbers = position.numbers
    return bool(numbers) and not any(numbers) and position.all_laid(MATADORS)


def out_dead_or_blocked(position: Position) -> str | None:
    """The deal ends when out, blocked, or with dead ends (document 003 "Décompte des points")."""
    return out_or_blocked(position) or ("blocked" if is_dead(position) else None)


def once_boneyard_is_used(position: Position) -> str | None:
    """The deal ends when a hand is empty, or blocked, but not while more than two tiles are in the boneyard.

    Source: document 003, "Précisions alsaciennes".
    """
    if position.boneyard_size > KEPT:
        return None
    return "out" if out_seats(position) else out_or_blocked(position)


def matas_held(position: Position, seat: int) -> int:
    """Return the penalty for the matas left in a hand."""
    return PENALTY * position.count_held(seat, MATADORS)


def write_pips(position: Position, reason: str) -> DealScore:
    """Each seat's penalty is the pips left in its hand."""
    return penalty_points(position, reason, pips_left(position))


def write_pips_and_matas(position: Position, reason: str) -> DealScore:
    """Each seat's penalty is the pips left in its hand, plus 10 for each mata."""
    return penalty_points(position, reason, pips_left(position, extra=matas_held))


def past_limit(position: Position) -> tuple[int, ...]:
    """Return the seats whose points have reached option ``limit``."""
    return tuple(seat for seat, total in enumerate(position.totals) if total >= int(position.options["limit"]))


def eliminated(position: Position) -> tuple[int, ...]:
    """With ``until: last``, seats that have reached the limit are out of the match."""
    return past_limit(position) if position.options["until"] == "last" else ()


def winners(position: Position) -> tuple[int, ...]:
    """Option ``until`` decides who wins (document 003: "se convient à l'avance"); ties share the win.

    ``deals``: the fewest points after that number of deals. ``limit``: the fewest points once a player has reached the
    limit. ``last``: the last player left; if the last players reach the limit in the same deal, the fewest points
    among them.
    """
    until = position.options["until"]
    if until == "deals":
        return fewest_points(position) if len(position.results) >= int(position.options["deals"]) else ()
    if until == "limit":
        return fewest_points(position) if past_limit(position) else ()
    left = position.active_seats
    still_in = tuple(seat for seat in left if seat not in past_limit(position))
    if len(still_in) == 1:
        return still_in
    return () if still_in else fewest_points(position, left)


_LOSER = N_(
    "Later the loser of the last deal opens, who got the most points in it; if level, the first of them after its "
    "opener; if out of the match, the next one. Any tile may open."
)
_PAGE = {
    Topic.OPENING: (N_("A player drawn by lot opens the first deal."), _LOSER),
    Topic.TURN: (
        N_("Touching halves add up to seven."),
        N_(
            "The matas 0-0, 6-1, 5-2 and 4-3 go on any end, lie across and leave both halves as ends; only they go on "
            "a blank."
        ),
        N_("0-0 leaves one end. Doubles lie along the line."),
        pages.MUST_PLAY,
    ),
    Topic.UNABLE: (pages.DRAW_AND_STOP,),
    Topic.EMPTY: (pages.TWO_STAY,),
    Topic.END: (N_("The deal ends when someone goes out."),),
    Topic.BLOCKED: (
        pages.BLOCK,
        N_("It also ends at once when all ends are blank and all four matas have been played."),
    ),
    Topic.TIE: (N_("Those with the same lowest total share the win."),),
    Topic.POINTS: (pages.WRITE_PIPS,),
    Topic.MATCH: (
        N_("The lowest total wins, after so many deals or, by option, as soon as somebody reaches a limit."),
        N_(
            "Or whoever reaches the limit is out, and the last one left wins; if the last ones reach it in the same "
            "deal, the lowest total among them."
        ),
    ),
}

MATA = RuleSet(
    id="mata",
    about=About(
        name=N_("Mata"),
        aliases=N_("matas"),
        tagline=N_("Sums of seven, and points are bad"),
        aim=N_("Lay a tile so that halves that touch add up to seven. Pips left in your hand count against you."),
        family=Family.SUMS,
        page=_PAGE,
        source="003",
        lot_in_source=True,
        matadors=(N_("a mata"), N_("matas")),
    ),
    hand_sizes=dict.fromkeys(range(2, 6), 5),
    options=(
        Option(
            "until",
            N_("The match ends"),
            "deals",
            {
                "deals": N_("after a number of deals"),
                "limit": N_("when someone reaches the limit"),
                "last": N_("when one player is left below the limit"),
            },
        ),
        Option("deals", N_("Deals"), 5, numbers(1, 3, 5, 7, 10), needs=("until", ("deals",)), min_value=1),
        Option(
            "limit",
            N_("Limit of points"),
            100,
            numbers(50, 100, 150, 200),
            needs=("until", ("limit", "last")),
            min_value=1,
        ),
    ),
    initial_layout=lambda _state: Branches(),
    draws_opener=is_first_deal,
    opener=first_then(drawn_opener, loser),
    fits=SUM_OF_SEVEN,
    crosswise=MATADORS,
    other_moves=draw_when_unable(keep=KEPT),
    end_reason=out_dead_or_blocked,
    scoring=Scoring(score_deal=write_pips, winners=winners, eliminated=eliminated, points_against=True),
)
"""Touching halves add up to seven, and points are bad."""

MATA_ALSACE = replace(
    MATA,
    id="mata-alsace",
    about=replace(
        MATA.about,
        name=N_("Mata (Alsace)"),
        aliases=N_("Alsatian, Mata from Alsace"),
        tagline=N_("Sums of seven, and each mata left in a hand costs 10"),
        page={
            **_PAGE,
            Topic.OPENING: (
                N_("The holder of the highest double opens the first deal, or of the strongest tile without one."),
                pages.STRONGEST,
                _LOSER,
            ),
            Topic.END: (
                N_(
                    "While more than two tiles are in the boneyard the deal goes on, and a player without tiles draws "
                    "one, which ends the turn. Then the first to go out, or to have gone out, ends it."
                ),
            ),
            Topic.BLOCKED: (pages.BLOCK,),
            Topic.POINTS: (pages.WRITE_PIPS, N_("Each mata left in a hand costs 10 more.")),
        },
        source=N_("003, Alsace"),
    ),
    draws_opener=never,
    opener=first_then(announces_highest_double, loser),
    end_reason=once_boneyard_is_used,
    scoring=replace(MATA.scoring, score_deal=write_pips_and_matas),
)
