"""What the sides of a finished match have reached: their places, their comebacks, their points. Pure functions."""

from __future__ import annotations

from engine.game import State


def to_points(state: State) -> bool:
    """Tell whether a match is played to points, which people collect: neither points against them, nor tiles taken."""
    return "target" in state.options or state.rules.target is not None


def points_of(state: State, side: int) -> int:
    """Give the points that a side made; 0 where the match is not played to points."""
    return state.totals[side] if to_points(state) else 0


def points_against(state: State, side: int) -> int:
    """Give the points that the best other side made; 0 where the match is not played to points."""
    return max(_others(state.totals, side)) if to_points(state) else 0


def places(state: State) -> tuple[int, ...]:
    """Give each side's place in the final standing of a match, from 1; those level share it, and the next is left out.

    The winners are first. After them come, where a match goes by points, the others by those: the most, or where points
    are bad those who were in the match longest, then the fewest. Where nobody has points the losers are level.
    """
    ranks = [_rank(state, side) for side in range(len(state.teams))]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def _rank(state: State, side: int) -> tuple[int, ...]:
    """Give what a side is ranked by, the least first."""
    first = state.teams[side][0]
    if first in state.winners:
        return (0,)
    if not state.rules.points_against:
        return 1, -state.totals[side]
    return 1, -sum(first in result.counted for result in state.results), state.totals[side]


def comeback(state: State, side: int) -> int:
    """Give the most points by which a side was behind the best other side when a deal had ended; 0 for never.

    Where points are bad, the best has the fewest: those who are out of the match have more than anybody in it.
    """
    return max((_behind(state, result.totals, side) for result in state.results), default=0)


def _behind(state: State, totals: tuple[int, ...], side: int) -> int:
    others = _others(totals, side)
    behind = totals[side] - min(others) if state.rules.points_against else max(others) - totals[side]
    return max(0, behind)


def _others(totals: tuple[int, ...], side: int) -> tuple[int, ...]:
    return totals[:side] + totals[side + 1 :]
