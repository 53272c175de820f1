"""Ranks, comebacks and points of the sides of a finished match. Pure functions."""

from __future__ import annotations

from engine.game import State


def to_points(state: State) -> bool:
    """Whether the aim of a match is to collect points, as opposed to avoiding points or taking tiles."""
    return "target" in state.options or state.rules.scoring.target is not None


def points_of(state: State, side: int) -> int:
    """Return the points of a side; 0 if the match is not played to points."""
    return state.totals[side] if to_points(state) else 0


def points_against(state: State, side: int) -> int:
    """Return the points of the best other side; 0 if the match is not played to points."""
    return max(_others(state.totals, side)) if to_points(state) else 0


def ranks(state: State) -> tuple[int, ...]:
    """Return the rank of each side in the final standing, from 1. Equal sides share a rank, and the next is skipped.

    The winners are first. The other sides are ranked by points, the most first. If points are bad, they are ranked by
    how long they stayed in the match, and then by points, the fewest first. Without any points the losers are equal.
    """
    keys = [_rank_key(state, side) for side in range(len(state.teams))]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _rank_key(state: State, side: int) -> tuple[int, ...]:
    """Return the sort key of a side; the smallest is the best."""
    first = state.teams[side][0]
    if first in state.winners:
        return (0,)
    if not state.rules.scoring.points_against:
        return 1, -state.totals[side]
    return 1, -sum(first in result.counted for result in state.results), state.totals[side]


def comeback(state: State, side: int) -> int:
    """Return the largest gap in points to the best other side at the end of any deal; 0 if the side was never behind.

    If points are bad, the best side has the fewest: an eliminated side has more points than any side in the match.
    """
    return max((_behind(state, result.totals, side) for result in state.results), default=0)


def _behind(state: State, totals: tuple[int, ...], side: int) -> int:
    others = _others(totals, side)
    behind = totals[side] - min(others) if state.rules.scoring.points_against else max(others) - totals[side]
    return max(0, behind)


def _others(totals: tuple[int, ...], side: int) -> tuple[int, ...]:
    return totals[:side] + totals[side + 1 :]
