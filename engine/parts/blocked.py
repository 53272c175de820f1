"""The winner of a blocked deal among teams (the second rule book, "What they share")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.options import Value
from engine.position import Position


def fewest_pips_of_a_pair(position: Position) -> int | None:
    """The team with the fewest pips wins, by the partner with fewer; None if teams are level."""
    sums = [sum(map(position.pips_held, seats)) for seats in position.teams]
    min_sum = min(sums)
    return lightest_of(position, position.teams[sums.index(min_sum)]) if sums.count(min_sum) == 1 else None


def lightest_hand(position: Position) -> int | None:
    """The seat with the fewest pips wins; None if one of another team has as few."""
    held = [position.pips_held(seat) for seat in range(position.seats)]
    level = [seat for seat, count in enumerate(held) if count == min(held)]
    one_team = any(set(level) <= set(seats) for seats in position.teams)
    return lightest_of(position, level) if one_team else None


def blocker_or_next_seat(position: Position) -> int:
    """The blocker wins, or the seat after it if that holds fewer pips."""
    blocker = position.last_seat
    return lightest_of(position, (blocker, position.next_seat(blocker)))


MEASURES: Mapping[Value, Callable[[Position], int | None]] = {
    "pair": fewest_pips_of_a_pair,
    "hand": lightest_hand,
    "next": blocker_or_next_seat,
}


def winner_of_block(position: Position) -> int | None:
    """Return the seat that wins a blocked deal by the options ``blocked`` and ``tie``; None if no seat does."""
    seat = MEASURES[position.options.get("blocked", "pair")](position)
    if seat is not None:
        return seat
    match position.options.get("tie"):
        case "opener":
            return position.opener
        case "blocker":
            return position.last_seat
        case _:
            return None


def lightest_of(position: Position, seats: Iterable[int]) -> int:
    """Return the seat with the fewest pips. Decision: if seats are level, the first from the blocker on."""
    blocker = position.last_seat
    return min(seats, key=lambda seat: (position.pips_held(seat), (seat - blocker) % position.seats))
