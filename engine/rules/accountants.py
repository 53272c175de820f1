"""Accountants, les dominos-comptables (document 004 no. 10)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.fitting import Touching
from engine.game import Opening, RuleSet, Spoils, State
from engine.i18n import N_
from engine.layouts import PILE, Layout, Pile
from engine.options import Option
from engine.parts.moves import nothing_else
from engine.parts.scoring import nothing
from engine.parts.winning import reached
from engine.tiles import Tile, full_set, pips

MARKS = (30, 50, 70, 100)
"""The running totals that score (document 004 no. 10)."""

FULL = 100
"""The running total that ends the deal. Decision: exceeding it does, too."""

HIT = 10
GOAL = 50

ANYTHING: Touching = {tile: tile.high for tile in full_set(6)}


def most_pips(_state: State, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The hand with the most pips opens. Decision: on a tie, the lowest seat."""
    return Opening(max(range(len(hands)), key=lambda seat: pips(hands[seat])))


def pile_end(_state: State) -> Mapping[str, int]:
    """The pile takes any tile: nothing has to match."""
    return {PILE: 0}


def totals(pile: Layout) -> tuple[int, int]:
    """Return the running total before the last tile, and that tile's pips: their sum is announced."""
    assert isinstance(pile, Pile)
    added = pile.placed[-1].tile.pips
    return pile.total - added, added


def points(_before: State, after: State) -> int:
    """Score 10 for an exact scoring total; with option ``hit: reach``, for the first tile to reach or pass one.

    A 0-0 does not change the total, and scores nothing.
    """
    was, added = totals(after.layout)
    total = was + added
    if after.options["hit"] == "exact":
        return HIT if added and total in MARKS else 0
    return HIT * sum(was < mark <= total for mark in MARKS)


def ended(state: State) -> str | None:
    """The deal ends at a running total of 100 or more, and when a player reaches 50 points."""
    return "mark" if sum(totals(state.layout)) >= FULL or max(state.totals) >= GOAL else None


def most_of_the_deal(state: State, _reason: str) -> Spoils:
    """The player at 50 points wins the deal, else the most points scored in it; without points, no player does."""
    best = max(state.scored)
    at_goal = tuple(seat for seat, total in enumerate(state.totals) if total >= GOAL)
    winners = at_goal or tuple(seat for seat, scored in enumerate(state.scored) if best and scored == best)
    return Spoils(winners, nothing(state))


ACCOUNTANTS = RuleSet(
    id="accountants",
    name=N_("Accountants"),
    summary=(
        N_("A double-six set. Three players take eight tiles each, four take six, five take five."),
        N_("The hand with the most pips opens. Lay any tile: nothing has to match."),
        N_("Each tile adds its pips to the running total."),
        N_("Whoever brings the total to exactly 30, 50, 70 or 100 scores 10 (option: reaches or passes it)."),
        N_("At 100 or more the deal ends, and a new one begins. The first to 50 points wins at once."),
    ),
    source=N_("004 no. 10"),
    hand_sizes={3: 8, 4: 6, 5: 5},
    options=(
        Option(
            "hit",
            N_("A mark is hit by"),
            "exact",
            {"exact": N_("reaching it exactly"), "reach": N_("reaching or passing it first")},
        ),
    ),
    layout=lambda _state: Pile(),
    opener=most_pips,
    touching=(ANYTHING,),
    across=frozenset(),
    ends=pile_end,
    instead=nothing_else,
    count=totals,
    gain=points,
    ended=ended,
    settle=most_of_the_deal,
    winners=lambda state: reached(state, GOAL),
    goal=GOAL,
    marks=MARKS,
)
"""A running total that grows to 100."""
