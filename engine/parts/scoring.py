"""What the end of a deal brings, and to whom: the parts that several rule sets share."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.game import Settle, Spoils, State
from engine.tiles import pips

Measure = Callable[[State, int], tuple[int, ...]]
"""What seats are ranked by: numbers compared one after the other, the least first."""


def fewest_tiles(state: State, seat: int) -> tuple[int, ...]:
    """Rank by tiles. Decision: level, by pips (the rule book, "Ties on a blocked deal")."""
    hand = state.hands[seat]
    return len(hand), pips(hand)


def fewest_pips_then_tiles(state: State, seat: int) -> tuple[int, ...]:
    """Rank by pips. Decision: level, by tiles (the rule book, "Ties on a blocked deal")."""
    hand = state.hands[seat]
    return pips(hand), len(hand)


def most_pips_then_tiles(state: State, seat: int) -> tuple[int, ...]:
    """Rank by most pips. Decision: level, by most tiles (the rule book, "Ties on a blocked deal")."""
    hand = state.hands[seat]
    return -pips(hand), -len(hand)


def best(state: State, seats: Iterable[int], measure: Measure) -> tuple[int, ...]:
    """Give those of ``seats`` that rank first by ``measure``, ascending."""
    ranks = {seat: measure(state, seat) for seat in seats}
    least = min(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == least)


def out_seats(state: State) -> tuple[int, ...]:
    """Give the seats still in the match that hold no tile."""
    return tuple(seat for seat in state.playing if not state.hands[seat])


def nothing(state: State) -> tuple[int, ...]:
    """Give no points to any side."""
    return (0,) * len(state.sides)


def honour(measure: Measure) -> Settle:
    """Give the deal to whoever is out, or when blocked to whoever ranks first by ``measure``; no points.

    Decision: level in both measures, the win is shared.
    """

    def settle(state: State, reason: str) -> Spoils:
        winners = out_seats(state) if reason == "out" else best(state, state.playing, measure)
        return Spoils(winners, nothing(state))

    return settle


def left_in_hands(*, own_when_blocked: bool = False, rounded: Callable[[int], int] = int) -> Settle:
    """Give the deal to whoever is out, or when blocked to whoever holds the fewest pips, with the others' pips.

    Decision: level, nobody scores that deal (the rule book, "Ties on a blocked deal").

    Args:
        own_when_blocked: whether the winner of a blocked deal scores its own pips, too (document 004 no. 9).
        rounded: what is made of the sum before it is scored.

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
    """Give each seat still in the match the pips left in its hand as points against it, and ``extra`` on top."""
    return tuple(
        pips(state.hands[seat]) + (extra(state, seat) if extra else 0) if seat not in state.gone else 0
        for seat in range(state.seats)
    )


def against(state: State, reason: str, points: tuple[int, ...]) -> Spoils:
    """Write ``points`` against each seat; the deal goes to those out, or when blocked to those with the fewest."""
    if reason == "out":
        winners = out_seats(state)
    else:
        fewest = min(points[seat] for seat in state.playing)
        winners = tuple(seat for seat in state.playing if points[seat] == fewest)
    return Spoils(winners, points, state.playing)
