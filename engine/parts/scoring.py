"""The points for the end of a deal, and the side that gets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.events import Bonus
from engine.game import DealScore, ScoreDeal
from engine.parts.blocked import winner_of_block
from engine.parts.openers import played_deals
from engine.position import Position

Rank = Callable[[Position, int], tuple[int, ...]]
"""A seat's sort key; the seats with the least key win."""


def fewest_tiles(position: Position, seat: int) -> tuple[int, ...]:
    """Rank by fewest tiles. Decision: ties, by fewest pips (the rule book, "Ties on a blocked deal")."""
    return position.tiles_held(seat), position.pips_held(seat)


def fewest_pips_then_tiles(position: Position, seat: int) -> tuple[int, ...]:
    """Rank by fewest pips. Decision: ties, by fewest tiles (the rule book, "Ties on a blocked deal")."""
    return position.pips_held(seat), position.tiles_held(seat)


def most_pips_then_tiles(position: Position, seat: int) -> tuple[int, ...]:
    """Rank by most pips. Decision: ties, by most tiles (the rule book, "Ties on a blocked deal")."""
    return -position.pips_held(seat), -position.tiles_held(seat)


def lowest(position: Position, seats: Iterable[int], measure: Rank) -> tuple[int, ...]:
    """Return the seats with the least ``measure``, ascending."""
    ranks = {seat: measure(position, seat) for seat in seats}
    min_rank = min(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == min_rank)


def out_seats(position: Position) -> tuple[int, ...]:
    """Return the seats still in the match with an empty hand."""
    return tuple(seat for seat in position.active_seats if not position.tiles_held(seat))


def no_points(position: Position) -> tuple[int, ...]:
    """Return no points for each team."""
    return (0,) * len(position.teams)


def win_only(measure: Rank) -> ScoreDeal:
    """Return a score without points: the deal goes to the seat that is out, or if blocked, to the least ``measure``.

    Decision: seats with the same measure share the win.
    """

    def settle(position: Position, reason: str) -> DealScore:
        winners = out_seats(position) if reason == "out" else lowest(position, position.active_seats, measure)
        return DealScore(winners, no_points(position))

    return settle


def opponents_pips(*, own_when_blocked: bool = False, rounded: Callable[[int], int] = int) -> ScoreDeal:
    """Return a score of the pips in the opponents' hands, for the team that is out or, if blocked, has the fewest pips.

    Decision: on a tie no seat scores (the rule book, "Ties on a blocked deal").

    Args:
        own_when_blocked: whether the winner of a blocked deal also scores its own pips (document 004 no. 9).
        rounded: how the sum is rounded.

    """

    def settle(position: Position, reason: str) -> DealScore:
        seat = winner_of_deal(position, reason)
        if seat is None:
            return DealScore((), no_points(position))
        own = team_of(position, seat)
        counted, won = _counted_pips(position, own, everyone=own_when_blocked and reason == "blocked")
        return DealScore(own, team_points(position, seat, rounded(won)), counted)

    return settle


def points_for_fives(total: int) -> int:
    """Score an outer total that is a multiple of five: as many points (document 004 no. 8)."""
    return total if total % 5 == 0 else 0


def nearest_five(pips: int) -> int:
    """Round to the nearest multiple of five (document 004 no. 8).

    >>> nearest_five(17), nearest_five(18)
    (15, 20)
    """
    return (pips + 2) // 5 * 5


def fixed_points(points: Callable[[Position], int]) -> ScoreDeal:
    """Return a score of ``points`` for the team that is out or, if blocked, has the fewest pips."""

    def settle(position: Position, reason: str) -> DealScore:
        seat = winner_of_deal(position, reason)
        if seat is None:
            return DealScore((), no_points(position))
        return DealScore(team_of(position, seat), team_points(position, seat, points(position)))

    return settle


def mark_or(otherwise: ScoreDeal) -> ScoreDeal:
    """Return a score of no more points for the team whose play reached the target, and ``otherwise`` in other cases."""

    def settle(position: Position, reason: str) -> DealScore:
        if reason != "mark":
            return otherwise(position, reason)
        return DealScore(team_of(position, position.last_seat), no_points(position))

    return settle


Bonuses = Callable[[Position, str, int, int], tuple[Bonus, ...]]
"""The bonuses of a deal's end, by the reason for it, the winning seat, and the pips that count."""


def no_bonuses(_position: Position, _reason: str, _seat: int, _won: int) -> tuple[Bonus, ...]:
    """Return no bonuses."""
    return ()


def pips_for_pair(bonuses: Bonuses = no_bonuses) -> ScoreDeal:
    """Return a score of pips for the pair of the seat that is out or wins the block, and of bonuses beside them.

    The pips are those of all hands, or by option ``count`` of the losing pair (the second rule book, "What they
    share").
    """

    def settle(position: Position, reason: str) -> DealScore:
        seat = winner_of_deal(position, reason)
        if seat is None:
            return DealScore((), no_points(position))
        own = team_of(position, seat)
        counted, won = _counted_pips(position, own, everyone=position.options.get("count") != "opponents")
        extra = bonuses(position, reason, seat, won)
        points = won + sum(bonus.points for bonus in extra)
        return DealScore(own, team_points(position, seat, points), counted, winning_seat=seat, bonuses=extra)

    return settle


def _counted_pips(position: Position, own: tuple[int, ...], *, everyone: bool) -> tuple[tuple[int, ...], int]:
    """Return the seats whose tiles count, the team ``own`` only with ``everyone``, and the sum of their pips."""
    counted = tuple(seat for seat in range(position.seats) if everyone or seat not in own)
    return counted, sum(position.pips_held(seat) for seat in counted)


def winner_of_deal(position: Position, reason: str) -> int | None:
    """Return the seat that won a deal for its team: the one that is out, or that wins the block; None if none does."""
    return position.last_seat if reason == "out" else winner_of_block(position)


def team_of(position: Position, seat: int) -> tuple[int, ...]:
    """Return the seats of the team of ``seat``."""
    return next(seats for seats in position.teams if seat in seats)


def team_total(position: Position, seat: int) -> int:
    """Return the total of the team of ``seat``."""
    return next(total for seats, total in zip(position.teams, position.totals, strict=True) if seat in seats)


def team_points(position: Position, seat: int, points: int) -> tuple[int, ...]:
    """Return ``points`` for the team of ``seat``, and none for the others."""
    return tuple(points if seat in seats else 0 for seats in position.teams)


def ties_before(position: Position) -> int:
    """Return how many deals no seat won since the last one won; void ones do not count."""
    won = [bool(result.winners) for result in reversed(played_deals(position))]
    return won.index(True) if True in won else len(won)


def pips_left(position: Position, *, extra: Callable[[Position, int], int] | None = None) -> tuple[int, ...]:
    """Return the pips left in each hand, plus ``extra``; 0 for seats out of the match."""
    pips = dict.fromkeys(range(position.seats), 0)
    for seat in position.active_seats:
        pips[seat] = position.pips_held(seat) + (extra(position, seat) if extra else 0)
    return tuple(pips.values())


def penalty_points(position: Position, reason: str, points: tuple[int, ...]) -> DealScore:
    """Score penalty ``points``; the deal goes to the seats that are out or, if blocked, have the fewest points."""
    if reason == "out":
        winners = out_seats(position)
    else:
        fewest = min(points[seat] for seat in position.active_seats)
        winners = tuple(seat for seat in position.active_seats if points[seat] == fewest)
    return DealScore(winners, points, position.active_seats)


def pips_written(extra: Callable[[Position, int], int] | None = None) -> ScoreDeal:
    """Return a score in which each seat's penalty is the pips left in its hand, plus ``extra``.

    The result names the seat that made the first play as opener; the next deal begins one seat after the seat that
    began this deal (document 001, "Les scores et le gagnant").
    """

    def settle(position: Position, reason: str) -> DealScore:
        first = position.opener if position.first_player is None else position.first_player
        return penalty_points(position, reason, pips_left(position, extra=extra))._replace(opener=first)

    return settle
