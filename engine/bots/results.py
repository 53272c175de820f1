"""Sums up a tournament: how each player did, with a confidence interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from statistics import NormalDist, fmean
from typing import NamedTuple

from engine.bots.tournament import GameResult, Round


class WinRate(NamedTuple):
    """The share of wins among decided games, from 0 to 1, with a confidence interval."""

    value: float
    low: float
    high: float


class PlayerResult(NamedTuple):
    """The results of a player.

    Attributes:
        played: the number of deals or matches in which it sat.
        decided: how many of them had a winner.
        wins: how many of them its side won; a shared win counts in part.
        win_rate: wins among those decided; None if none was.
        mean_points: the mean score of its side.
        seconds: processor time of each decision between several moves.

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
    """Return the results of player number ``player`` in ``played``; ``confidence`` is that of the interval."""
    rounds = [_games_of(each, player) for each in played]
    counts = [_wins_and_decided(each, sides, player) for each in rounds]
    games = [*chain.from_iterable(rounds)]
    points = [game.points[side] for game in games for side in _own_sides(game, sides, player)]
    seconds = tuple(second for game in games for second in game.seconds[player])
    decided = sum(count for _, count in counts)
    wins = math.fsum(won for won, _ in counts)
    mean_points = fmean(points) if points else 0.0
    return PlayerResult(len(games), decided, wins, win_rate(counts, confidence), mean_points, seconds)


def _games_of(played: Round, player: int) -> list[GameResult]:
    return [game for game in played if player in game.seating]


def _own_sides(game: GameResult, sides: tuple[tuple[int, ...], ...], player: int) -> list[int]:
    """Return the sides for which a player sat."""
    return [number for number, side in enumerate(sides) if any(game.seating[seat] == player for seat in side)]


def _wins_and_decided(
    games: Sequence[GameResult], sides: tuple[tuple[int, ...], ...], player: int
) -> tuple[float, int]:
    """Return how many games the player's sides won, in part where shared, and how many had a winner."""
    won, decided = 0.0, 0
    for game in games:
        won += sum(game.shares[side] for side in _own_sides(game, sides, player))
        decided += any(game.shares)
    return won, decided


def win_rate(counts: Sequence[tuple[float, int]], confidence: float = 0.95) -> WinRate | None:
    """Return the share of wins with its interval; None if nothing was decided.

    One observation is one shuffle with all its seatings, since its deals are the same: a hand that wins on its own
    wins once for each player, so the deals of a shuffle depend on each other, while shuffles are independent.
    The share is the ratio of all wins to all decided games, and its error that of a ratio: the spread of *wins less
    the share of decided games* from shuffle to shuffle, with Student's quantile. Before the error is computed, one
    shuffle wholly won and one wholly lost are added: a few equal results must not give a narrow interval.

    Args:
        counts: for each shuffle, the wins and the number of decided games.
        confidence: that of the interval.

    """
    seen = [(won, decided) for won, decided in counts if decided]
    if not seen:
        return None
    won, decided = (math.fsum(each) for each in zip(*seen, strict=True))
    max_decided = max(each for _, each in seen)
    padded = [*seen, (float(max_decided), max_decided), (0.0, max_decided)]
    all_won, all_decided = (math.fsum(each) for each in zip(*padded, strict=True))
    middle, count = all_won / all_decided, len(padded)
    spread = math.fsum((won - middle * decided) ** 2 for won, decided in padded) * count / (count - 1)
    wide = _student_quantile(confidence, count - 1) * math.sqrt(spread) / all_decided
    return WinRate(won / decided, max(0.0, middle - wide), min(1.0, middle + wide))


def _student_quantile(confidence: float, degrees: int) -> float:
    """Return the quantile of Student's distribution for a two-sided interval, by expansion around the normal one."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    cube, fifth, seventh = z**3, z**5, z**7
    return (
        z
        + (cube + z) / (4 * degrees)
        + (5 * fifth + 16 * cube + 3 * z) / (96 * degrees**2)
        + (3 * seventh + 19 * fifth + 17 * cube - 15 * z) / (384 * degrees**3)
    )
