"""Accountants, les dominos-comptables (document 004 no. 10)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import About, DealScore, Family, Opening, RuleSet, Scoring, State, Topic
from engine.i18n import N_
from engine.layouts import PILE, Layout, Pile
from engine.options import Option
from engine.parts.moves import only_plays
from engine.parts.scoring import no_points
from engine.parts.winning import reached
from engine.position import Position
from engine.tiles import Fits, Tile, full_set, pips

SCORING_TOTALS = (30, 50, 70, 100)
"""The running totals that score (document 004 no. 10)."""

END_TOTAL = 100
"""The running total that ends the deal. Decision: exceeding it does, too."""

HIT = 10
TARGET = 50

ANYTHING: Fits = {tile: tile.high for tile in full_set(6)}


def most_pips(_position: Position, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The hand with the most pips opens. Decision: on a tie, the lowest seat."""
    return Opening(max(range(len(hands)), key=lambda seat: pips(hands[seat])))


def pile_end(_state: State) -> Mapping[str, int]:
    """The pile takes any tile: nothing has to match."""
    return {PILE: 0}


def addends(layout: Layout) -> tuple[int, int]:
    """Return the running total before the last tile, and that tile's pips: their sum is announced."""
    pile = Pile.of(layout)
    added = pile.placed[-1].tile.pips
    return pile.total - added, added


def points(_before: Position, after: Position) -> int:
    """Score 10 for an exact scoring total; with option ``hit: reach``, for the first tile to reach or pass one.

    A 0-0 does not change the total, and scores nothing.
    """
    was, added = addends(after.layout)
    total = was + added
    if after.options["hit"] == "exact":
        return HIT if added and total in SCORING_TOTALS else 0
    return HIT * sum(was < mark <= total for mark in SCORING_TOTALS)


def end_reason(position: Position) -> str | None:
    """The deal ends at a running total of 100 or more, and when a player reaches 50 points."""
    return "mark" if max(position.numbers) >= END_TOTAL or max(position.totals) >= TARGET else None


def most_of_the_deal(position: Position, _reason: str) -> DealScore:
    """The player at 50 points wins the deal, else the most points scored in it; without points, no player does."""
    best = max(position.scored)
    at_goal = tuple(seat for seat, total in enumerate(position.totals) if total >= TARGET)
    winners = at_goal or tuple(seat for seat, scored in enumerate(position.scored) if best and scored == best)
    return DealScore(winners, no_points(position))


ACCOUNTANTS = RuleSet(
    id="accountants",
    about=About(
        name=N_("Accountants"),
        aliases=N_("accounting, adding up, sums"),
        tagline=N_("Bring the running total to exactly 30, 50, 70 or 100"),
        aim="",
        family=Family.SUMS,
        page={
            Topic.OPENING: (
                N_("The hand with the most pips opens each deal; if level, the first of them at the table."),
            ),
            Topic.TURN: (
                N_("Lay any tile: nothing has to match, and nobody passes or draws."),
                N_("Each tile adds its pips to the running total."),
            ),
            Topic.POINTS: (
                N_("Whoever brings the total to exactly 30, 50, 70 or 100 scores 10 (option: reaches or passes it)."),
                N_("0-0 on such a total scores nothing."),
            ),
            Topic.END: (N_("The deal ends when the total is 100 or more. Tiles left in hands don't count."),),
            Topic.MATCH: (N_("The first to 50 points wins at once, in mid-deal."),),
        },
        source=N_("004 no. 10"),
    ),
    hand_sizes={3: 8, 4: 6, 5: 5},
    options=(
        Option(
            "hit",
            N_("A mark counts"),
            "exact",
            {"exact": N_("when reached exactly"), "reach": N_("when reached or passed first")},
        ),
    ),
    initial_layout=lambda _state: Pile(),
    opener=most_pips,
    fits=(ANYTHING,),
    crosswise=frozenset(),
    open_ends=pile_end,
    other_moves=only_plays,
    end_reason=end_reason,
    scoring=Scoring(
        addends=addends,
        move_points=points,
        score_deal=most_of_the_deal,
        winners=lambda state: reached(state, TARGET),
        target=TARGET,
        scoring_totals=SCORING_TOTALS,
    ),
)
"""A running total that grows to 100."""
