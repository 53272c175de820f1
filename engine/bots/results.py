"""How players did in a contest, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean
from typing import NamedTuple

from engine.bots.tournament import Round


class WinRate(NamedTuple):
    """How much of what was decided somebody won: the estimate, and an interval around it; from 0 to 1."""

    value: float
    low: float
    high: float


class PlayerResult(NamedTuple):
    """How a player did.

    Attributes:
        played: in how many deals or matches it sat.
        decided: how many of them somebody won.
        wins: how many of them its side won; of a shared win a part.
        share: the part of those decided; None where none was.
        points: what its side scored on average, each time.
        seconds: of the processor, for every choice that had several options.

    """

    played: int
    decided: int
    wins: float
    win_rate: WinRate | None
    mean_points: float
    seconds: tuple[float, ...]


def player_result(
    played: Sequence[Round], sides: tuple[tuple[int, ...], ...], player: int, confidence: float = 0.95
) -> PlayerResult:
    """Add up what player number ``player`` did in ``played``; ``sure`` is the confidence of the interval."""
    counts: list[tuple[float, int]] = []
    points: list[int] = []
    for each in played:
        won, decided = 0.0, 0
        for one in each:
            own = [n for n, side in enumerate(sides) if any(one.seating[seat] == player for seat in side)]
            if own:
                won += sum(one.shares[side] for side in own)
                decided += any(one.shares)
                points.extend(one.points[side] for side in own)
        counts.append((won, decided))
    sat = sum(player in one.seating for each in played for one in each)
    seconds = tuple(second for each in played for one in each for second in one.seconds[player])
    decided = sum(count for _, count in counts)
    wins = math.fsum(won for won, _ in counts)
    return PlayerResult(sat, decided, wins, win_rate(counts, confidence), fmean(points) if points else 0.0, seconds)


def win_rate(counts: Sequence[tuple[float, int]], confidence: float = 0.95) -> WinRate | None:
    """Give the share of wins, with an interval; None where nothing was decided.

    One observation is one shuffle with all its seatings, since what is dealt there is the same: a hand that wins by
    itself wins once for each player, so the deals of a shuffle are anything but independent, while shuffles are.
    The share is all wins by all that was decided, and its error that of a ratio: the spread of *wins less the share
    of what was decided* from shuffle to shuffle, with Student's quantile. Before the error is worked out, one
    shuffle wholly won and one wholly lost are added, so that a handful that all went alike claims nothing.

    Args:
        counts: for each shuffle, how much was won of how many that were decided.
        confidence: that of the interval.

    """
    seen = [(won, decided) for won, decided in counts if decided]
    if not seen:
        return None
    won, decided = (math.fsum(each) for each in zip(*seen, strict=True))
    most = max(each for _, each in seen)
    padded = [*seen, (float(most), most), (0.0, most)]
    all_won, all_decided = (math.fsum(each) for each in zip(*padded, strict=True))
    middle, count = all_won / all_decided, len(padded)
    spread = math.fsum((won - middle * decided) ** 2 for won, decided in padded) * count / (count - 1)
    wide = _student_quantile(confidence, count - 1) * math.sqrt(spread) / all_decided
    return WinRate(won / decided, max(0.0, middle - wide), min(1.0, middle + wide))


def _student_quantile(confidence: float, degrees: int) -> float:
    """Give the quantile of Student's distribution for a two-sided interval, by its expansion around the normal one."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    cube, fifth, seventh = z**3, z**5, z**7
    return (
        z
        + (cube + z) / (4 * degrees)
        + (5 * fifth + 16 * cube + 3 * z) / (96 * degrees**2)
        + (3 * seventh + 19 * fifth + 17 * cube - 15 * z) / (384 * degrees**3)
    )
