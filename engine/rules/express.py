"""Domino Express, by its French (document 000) and Italian (document 002) rule books."""

from __future__ import annotations

from engine.game import About, DealScore, Family, Opener, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import Option, target
from engine.parts import pages
from engine.parts.endings import out_or_blocked
from engine.parts.house_rules import SINGLES_OR_PAIRS
from engine.parts.moves import pass_when_unable
from engine.parts.openers import first_then, highest_double, next_seat_opens, next_seat_opens_without_doubles
from engine.parts.scoring import out_seats, team_of, team_points
from engine.parts.winning import at_target
from engine.position import Position


def score_deal(position: Position, reason: str) -> DealScore:
    """The winner scores the pips left in the other hands.

    Out: a single player scores the opponents' pips; a pair also the partner's (documents 000 "Domino", 002 "Fine del
    giro").
    Blocked: the fewest pips win; a single player scores the opponents' pips. Decision: a pair scores all four hands,
    or with ``blocked_pairs: opponents`` those of the other pair.
    On a tie, the team that opened wins, or the nearest after the opener (000 "Clôture", 002 "Chiusura").
    """
    winners = _winning_team(position, reason)
    own_count = bool(position.options["pairs"]) and (reason == "out" or position.options["blocked_pairs"] == "all")
    counted = tuple(seat for seat in range(position.seats) if own_count or seat not in winners)
    won = sum(map(position.pips_held, counted))
    return DealScore(winners, team_points(position, winners[0], won), counted)


def _winning_team(position: Position, reason: str) -> tuple[int, ...]:
    if reason == "out":
        return team_of(position, out_seats(position)[0])

    def rank(team: tuple[int, ...]) -> tuple[int, int]:
        nearest = min((seat - position.opener) % position.seats for seat in team)
        return sum(map(position.pips_held, team)), nearest

    return min(position.teams, key=rank)


OPTIONS = (
    target(100, 50, 150, 200),
    SINGLES_OR_PAIRS,
    Option(
        "blocked_pairs",
        N_("A blocked deal in pairs scores"),
        "all",
        {"all": N_("the pips of all four hands"), "opponents": N_("the opponents' pips only")},
        needs=("pairs", (True,)),
    ),
)


def _book(
    identity: str, name: str, aliases: str, tagline: str, source: str, later_deals: str, later: Opener
) -> RuleSet:
    return RuleSet(
        id=identity,
        about=About(
            name=name,
            aliases=aliases,
            tagline=tagline,
            family=Family.CLASSIC,
            page={
                Topic.OPENING: (
                    pages.HIGHEST_DOUBLE_FIRST,
                    pages.STRONGEST,
                    later_deals,
                    N_(
                        "Whoever opens stays the opener until the deal ends and wins its ties: the table shows who it "
                        "is."
                    ),
                ),
                Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
                Topic.UNABLE: (pages.PASS,),
                Topic.END: (N_("The first to go out scores the pips left in the other hands, a partner's included."),),
                Topic.BLOCKED: (
                    pages.BLOCK,
                    pages.FEWEST_SCORES_OTHERS,
                    N_("A pair counts both its hands, and scores all four (option: the opponents' only)."),
                ),
                Topic.TIE: (
                    N_(
                        "The opener wins, alone or with the partner; if the opener is not among those tied, whoever of "
                        "them sits nearest after the opener does."
                    ),
                ),
                Topic.MATCH: (pages.TARGET,),
            },
            source=source,
        ),
        hand_sizes={2: 7, 3: 7, 4: 7},
        options=OPTIONS,
        clockwise=False,
        opener=first_then(highest_double, later),
        other_moves=pass_when_unable,
        end_reason=out_or_blocked,
        scoring=Scoring(score_deal=score_deal, winners=at_target, opener_wins_ties=True),
    )


EXPRESS = _book(
    "express",
    N_("Domino Express"),
    N_("French, block to 100, partners"),
    N_("A block game to a target: nobody draws"),
    "000",
    N_("Then the next player opens each time, with any tile."),
    next_seat_opens,
)
EXPRESS_IT = _book(
    "express-it",
    N_("Domino Express (Italian)"),
    N_("Italian"),
    N_("Domino Express by the Italian book: no double opens a later deal"),
    "002",
    N_(
        "Then the next player opens each time, with any tile but a double. Only a hand of doubles alone opens with one."
    ),
    next_seat_opens_without_doubles,
)
