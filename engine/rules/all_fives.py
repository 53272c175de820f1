"""All Fives, le 5 partout (document 004 no. 8)."""

from __future__ import annotations

from engine.game import DealScore, Opening, RuleSet, State
from engine.i18n import N_
from engine.layouts import Cross, Layout
from engine.layouts.cross import ARMS
from engine.options import Option, target
from engine.parts.endings import out_or_blocked
from engine.parts.moves import draw_at_will, veto_unopened
from engine.parts.openers import highest_double
from engine.parts.scoring import no_points, opponents_pips
from engine.parts.winning import most_points, reached
from engine.tiles import Tile

STEP = 5
"""Multiples of this number score."""


def opener(state: State, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The holder of the highest double opens with it; without doubles, the seats draw in turn, from seat 0.

    Called again after each of these draws. The first to draw a double opens with it.
    """
    if any(tile.double for hand in hands for tile in hand):
        return highest_double(state, hands)
    return Opening(0 if state.turn is None else state.next_seat(state.turn), ())


def outer_numbers(layout: Layout) -> tuple[int, ...]:
    """Return the outer numbers: the outward half of each open arm, or both halves of a double there.

    The spinner's two halves count until two arms are open.
    """
    assert isinstance(layout, Cross)
    opened = layout.opened
    last: dict[str, int] = {}
    for placed in reversed(layout.placed):
        if len(last) == opened:
            break
        if placed.end not in last:
            last[placed.end] = placed.tile.pips if placed.tile.double else placed.outward
    arms = tuple([last[arm] for arm in ARMS[:opened]])
    return arms if opened >= 2 else (layout.placed[0].tile.pips, *arms)


def points(_before: State, after: State) -> int:
    """Score the outer total if it is a multiple of five."""
    total = sum(outer_numbers(after.layout))
    return total if total % STEP == 0 else 0


def target_reached(state: State) -> bool:
    """Whether the last player has reached the target."""
    goal = state.options["target"]
    return isinstance(goal, int) and state.totals[state.history[-1].seat] >= goal


def end_reason(state: State) -> str | None:
    """Deal and match end at once at the target, even on the last tile; else the deal ends when out or blocked."""
    return "mark" if target_reached(state) else out_or_blocked(state)


def nearest_five(pips: int) -> int:
    """Round to the nearest multiple of five (document 004 no. 8).

    >>> nearest_five(17), nearest_five(18)
    (15, 20)
    """
    return (pips + 2) // STEP * STEP


others_pips = opponents_pips(rounded=nearest_five)


def score_deal(state: State, reason: str) -> DealScore:
    """The winner scores the pips in the opponents' hands, rounded. Decision: in a blocked deal the fewest pips win."""
    if reason == "mark":
        return DealScore((state.history[-1].seat,), no_points(state))
    return others_pips(state, reason)


def winners(state: State) -> tuple[int, ...]:
    """The player who reached the target wins; with ``one-deal``, the highest total does, and ties share the win."""
    goal = state.options["target"]
    return reached(state, goal) if isinstance(goal, int) else most_points(state)


_TARGET = target(100, 50, 150, 200, 250)

ALL_FIVES = RuleSet(
    id="all-fives",
    name=N_("All Fives"),
    aliases=N_("muggins, fives, five-up, all 5s, 5s, sniff"),
    summary=(
        N_("A double-six set. Two players take seven tiles each, three to five take five."),
        N_("The highest double opens; if nobody has one, each draws in turn until someone draws a double."),
        N_("Four arms grow from the opening double by equal halves."),
        N_(
            "After each play add up the outer halves; a double counts both, the opening double until two arms are "
            "open. A multiple of five scores that many points."
        ),
        N_("Instead of playing you may draw one tile, which ends your turn; with the boneyard empty, play or pass."),
        N_("First out adds the others' pips, rounded to the nearest five; blocked, the fewest pips does."),
        N_("Whoever reaches the target by a play wins there and then."),
    ),
    source=N_("004 no. 8"),
    hand_sizes={2: 7, 3: 5, 4: 5, 5: 5},
    options=(Option("target", _TARGET.label, 100, {**_TARGET.values, "one-deal": N_("one deal")}),),
    initial_layout=lambda _state: Cross(),
    opener=opener,
    other_moves=draw_at_will,
    addends=outer_numbers,
    move_points=points,
    end_reason=end_reason,
    score_deal=score_deal,
    winners=winners,
    veto=veto_unopened,
)
"""Points for outer totals that are multiples of five."""
