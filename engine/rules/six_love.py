"""Jamaican Partner and Cut Throat: deals won in a row (the second rule book, "Jamaican")."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Bonus
from engine.game import About, DealScore, Family, Opening, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import Option, target
from engine.parts import pages
from engine.parts.blocked import lightest_hand
from engine.parts.bonuses import DOUBLE_BLANK
from engine.parts.endings import out_or_blocked
from engine.parts.house_rules import PAIRS
from engine.parts.moves import pass_when_unable
from engine.parts.openers import Hands, highest_double, winning_seat_opens
from engine.parts.scoring import no_points, team_of, team_points, ties_before
from engine.parts.winning import at_target
from engine.position import Position


def at_one_all(position: Position) -> bool:
    """Whether a win now ends one-all, by option ``series``: the totals stand at 1 to 1."""
    return position.options["series"] == "one-all" and tuple(position.totals) == (1, 1)


def opener(position: Position, hands: Hands) -> Opening:
    """6-6 is posed while all totals are 0, after a tied deal and at one-all; else the last winning seat opens."""
    results = position.results
    posed = not any(position.totals) or not results[-1].winners or at_one_all(position)
    return highest_double(position, hands) if posed else winning_seat_opens(position, hands)


def score_deal(position: Position, reason: str) -> DealScore:
    """The winning side scores a point, and by option ``tie`` one more for each tied deal just before.

    Bruk: if every side then has a point, all totals go back to 0, except by option ``series``: exactly one-all stands,
    and the deal after it sends the losers alone back to 0; or totals never go back.
    """
    seat = position.last_seat if reason == "out" else lightest_hand(position)
    if seat is None:
        return DealScore((), no_points(position))
    winners = team_of(position, seat)
    ties = ties_before(position) if position.options["tie"] == "carry" else 0
    bonuses = (Bonus(N_("tied deals before"), ties, seat),) if ties else ()
    points, bonuses = _after_bruk(position, team_points(position, seat, 1 + ties), bonuses, seat)
    return DealScore(winners, points, winning_seat=seat, bonuses=bonuses)


def _after_bruk(
    position: Position, points: tuple[int, ...], bonuses: tuple[Bonus, ...], seat: int
) -> tuple[tuple[int, ...], tuple[Bonus, ...]]:
    """Return the points of a deal and its bonuses, less the totals that go back to 0."""
    totals, series = position.totals, position.options["series"]
    after = [total + more for total, more in zip(totals, points, strict=True)]
    if at_one_all(position):
        points = tuple(more or -total for total, more in zip(totals, points, strict=True))
        return points, (*bonuses, Bonus(N_("one-all is over, the losers go back to 0"), 0, seat))
    if series == "straight" or not all(after):
        return points, bonuses
    if series == "one-all" and after == [1, 1]:
        return points, (*bonuses, Bonus(N_("one all"), 0, seat))
    return tuple(-total for total in totals), (Bonus(N_("bruk, all totals go back to 0"), 0, seat),)


_LOVE = N_("a shut-out: totals go back to 0 once every side has a point")
_STRAIGHT = N_("the first there, whatever the others have")


def _book(
    identity: str,
    name: str,
    aliases: str,
    tagline: str,
    family: Family,
    hand_sizes: Mapping[int, int],
    opens: tuple[str, ...],
    dealt: tuple[str, ...],
    ties: tuple[str, ...],
    options: tuple[Option, ...],
    series: Mapping[str, str],
) -> RuleSet:
    return RuleSet(
        id=identity,
        about=About(
            name=name,
            aliases=aliases,
            tagline=tagline,
            family=family,
            page={
                Topic.OPENING: (
                    N_(
                        "Whoever holds 6-6 opens the first deal with it, and each deal after a tie or while all totals "
                        "are 0."
                    ),
                    N_("Otherwise whoever won the last deal opens, with any tile."),
                    *opens,
                ),
                Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
                Topic.UNABLE: (pages.PASS_ALL_DEALT, *dealt),
                Topic.END: (N_("The first to go out wins the deal."),),
                Topic.BLOCKED: (pages.BLOCK, N_("The lightest single hand wins the deal.")),
                Topic.TIE: ties,
                Topic.POINTS: (
                    N_("A deal won is one point. Bruk: once every side has a point, all totals go back to 0."),
                ),
                Topic.MATCH: (pages.FIRST_SIDE,),
            },
            source=N_("Jamaican and Caribbean Dominoes (pagat.com)"),
        ),
        hand_sizes=hand_sizes,
        options=(
            target(3, 6, 10),
            *options,
            Option("series", N_("A match is won by"), "love", {**series}),
            Option(
                "tie",
                N_("A tied blocked deal"),
                "none",
                {"none": N_("brings nothing"), "carry": N_("brings the next winners one point more")},
            ),
        ),
        clockwise=False,
        set_aside=lambda position: (DOUBLE_BLANK,) if position.seats == 3 else (),
        opener=opener,
        other_moves=pass_when_unable,
        end_reason=out_or_blocked,
        scoring=Scoring(score_deal=score_deal, winners=at_target, blocked_measure="hand"),
    )


SIX_LOVE = _book(
    "six-love",
    N_("Six Love"),
    N_("Jamaican, Jamaica, Jamaican partner, partner, 6 love"),
    N_("The Jamaican game: once both sides have won, all goes back to 0"),
    Family.PAIRS,
    {4: 7},
    (pages.PARTNERS_LEVEL, N_("While 1-1 stands, which an option allows, 6-6 opens, too.")),
    (),
    (pages.LIGHTEST_SHARED,),
    (PAIRS,),
    {
        "love": _LOVE,
        "one-all": N_("a shut-out, but 1-1 stands until the next deal, whose losers go to 0"),
        "straight": _STRAIGHT,
    },
)
CUT_THROAT = _book(
    "cut-throat",
    N_("Cut Throat"),
    N_("Jamaican cut throat, cutthroat, Jamaican alone"),
    N_("The Jamaican game without partners"),
    Family.CLASSIC,
    {2: 14, 3: 9, 4: 7},
    (),
    (N_("Three players play without 0-0."),),
    (N_("Nobody wins the deal."),),
    (),
    {"love": _LOVE, "straight": _STRAIGHT},
)
"""The same game with everyone alone."""
