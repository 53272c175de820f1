"""What the end of a deal scores, and for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.game import Settle, Spoils, State
from engine.tiles import pips

Measure = Callable[[State, int], tuple[int, ...]]
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


def best(state: State, seats: Iterable[int], measure: Measure) -> tuple[int, ...]:
    """Return the seats with the least ``measure``, ascending."""
    ranks = {seat: measure(state, seat) for seat in seats}
    least = min(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == least)


def out_seats(state: State) -> tuple[int, ...]:
    """Return the seats still in the match with an empty hand."""
    return tuple(seat for seat in state.playing if not state.hands[seat])


def nothing(state: State) -> tuple[int, ...]:
    """Return no points for each team."""
    return (0,) * len(state.sides)


def honour(measure: Measure) -> Settle:
    """Return a score without points: the deal goes to the seat that is out, or if blocked, to the least ``measure``.

    Decision: seats with the same measure share the win.
    """

    def settle(state: State, reason: str) -> Spoils:
        winners = out_seats(state) if reason == "out" else best(state, state.playing, measure)
        return Spoils(winners, nothing(state))

    return settle


def left_in_hands(*, own_when_blocked: bool = False, rounded: Callable[[int], int] = int) -> Settle:
    """Return a score of the pips in the opponents' hands, for the seat that is out or, if blocked, has the fewest pips.

    Decision: on a tie no seat scores (the rule book, "Ties on a blocked deal").

    Args:
        own_when_blocked: whether the winner of a blocked deal also scores its own pips (document 004 no. 9).
        rounded: how the sum is rounded.

    """

    def settle(state: State, reason: str) -> Spoils:
        if reason == "out":
            winners = out_seats(state)
        else:
            winners = best(state, state.playing, lambda state, seat: (pips(state.hands[seat]),))
        if len(winners) != 1:
            return Spoils((), nothing(state))
        (winner,) = winners
        own = own_when_blocked and reason == "blocked"
        counted = tuple(seat for seat in state.playing if own or seat != winner)
        won = rounded(sum(pips(state.hands[seat]) for seat in counted))
        return Spoils(winners, tuple(won if seat == winner else 0 for seat in range(state.seats)), counted)

    return settle


def pips_left(state: State, *, extra: Callable[[State, int], int] | None = None) -> tuple[int, ...]:
    """Return the pips left in each hand, plus ``extra``; 0 for seats out of the match."""
    return tuple(
        pips(state.hands[seat]) + (extra(state, seat) if extra else 0) if seat not in state.eliminated else 0
        for seat in range(state.seats)
    )


def against(state: State, reason: str, points: tuple[int, ...]) -> Spoils:
    """Score penalty ``points``; the deal goes to the seats that are out or, if blocked, have the fewest points."""
    if reason == "out":
        winners = out_seats(state)
    else:
        fewest = min(points[seat] for seat in state.playing)
        winners = tuple(seat for seat in state.playing if points[seat] == fewest)
    return Spoils(winners, points, state.playing)
