"""The points for the end of a deal, and the side that gets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.game import DealScore, ScoreDeal, State
from engine.tiles import pips

Rank = Callable[[State, int], tuple[int, ...]]
"""A seat's sort key; the seats with the least key win."""


def fewest_tiles(state: State, seat: int) -> tuple[int, ...]:
    """Rank by fewest tiles. Decision: ties, by fewest pips (the rule book, "Ties on a blocked deal")."""
    hand = state.hands[seat]
    return len(hand), pips(hand)


def fewest_pips_then_tiles(state: State, seat: int) -> tuple[int, ...]:
    """Rank by fewest pips. Decision: ties, by fewest tiles (the rule book, "Ties on a blocked deal")."""
    hand = state.hands[seat]
    return pips(hand), len(hand)


def most_pips_then_tiles(state: State, seat: int) -> tuple[int, ...]:
    """Rank by most pips. Decision: ties, by most tiles (the rule book, "Ties on a blocked deal")."""
    hand = state.hands[seat]
    return -pips(hand), -len(hand)


def lowest(state: State, seats: Iterable[int], measure: Rank) -> tuple[int, ...]:
    """Return the seats with the least ``measure``, ascending."""
    ranks = {seat: measure(state, seat) for seat in seats}
    least = min(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == least)


def out_seats(state: State) -> tuple[int, ...]:
    """Return the seats still in the match with an empty hand."""
    return tuple(seat for seat in state.active_seats if not state.hands[seat])


def no_points(state: State) -> tuple[int, ...]:
    """Return no points for each team."""
    return (0,) * len(state.teams)


def win_only(measure: Rank) -> ScoreDeal:
    """Return a score without points: the deal goes to the seat that is out, or if blocked, to the least ``measure``.

    Decision: seats with the same measure share the win.
    """

    def settle(state: State, reason: str) -> DealScore:
        winners = out_seats(state) if reason == "out" else lowest(state, state.active_seats, measure)
        return DealScore(winners, no_points(state))

    return settle


def opponents_pips(*, own_when_blocked: bool = False, rounded: Callable[[int], int] = int) -> ScoreDeal:
    """Return a score of the pips in the opponents' hands, for the seat that is out or, if blocked, has the fewest pips.

    Decision: on a tie no seat scores (the rule book, "Ties on a blocked deal").

    Args:
        own_when_blocked: whether the winner of a blocked deal also scores its own pips (document 004 no. 9).
        rounded: how the sum is rounded.

    """

    def settle(state: State, reason: str) -> DealScore:
        if reason == "out":
            winners = out_seats(state)
        else:
            winners = lowest(state, state.active_seats, lambda state, seat: (pips(state.hands[seat]),))
        if len(winners) != 1:
            return DealScore((), no_points(state))
        (winner,) = winners
        own = own_when_blocked and reason == "blocked"
        counted = tuple(seat for seat in state.active_seats if own or seat != winner)
        won = rounded(sum(pips(state.hands[seat]) for seat in counted))
        return DealScore(winners, tuple(won if seat == winner else 0 for seat in range(state.seats)), counted)

    return settle


def pips_left(state: State, *, extra: Callable[[State, int], int] | None = None) -> tuple[int, ...]:
    """Return the pips left in each hand, plus ``extra``; 0 for seats out of the match."""
    return tuple(
        pips(state.hands[seat]) + (extra(state, seat) if extra else 0) if seat not in state.eliminated else 0
        for seat in range(state.seats)
    )


def penalty_points(state: State, reason: str, points: tuple[int, ...]) -> DealScore:
    """Score penalty ``points``; the deal goes to the seats that are out or, if blocked, have the fewest points."""
    if reason == "out":
        winners = out_seats(state)
    else:
        fewest = min(points[seat] for seat in state.active_seats)
        winners = tuple(seat for seat in state.active_seats if points[seat] == fewest)
    return DealScore(winners, points, state.active_seats)
