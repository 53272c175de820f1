"""Seatings of two players who are compared."""

from __future__ import annotations

from engine.bots.tournament import Seating, Setup


def mirrored_seatings(game: Setup, number: int) -> tuple[Seating, Seating]:
    """Return the two seatings of two players on alternate sides; the first side moves on from round to round.

    Each of the two plays every side's hands once: half of the wins is the fair share of both, for any number
    of sides.
    """
    sides = game.new_match().teams
    at = {seat: (n + number) % len(sides) % 2 for n, side in enumerate(sides) for seat in side}
    one = tuple(at[seat] for seat in range(game.seats))
    return one, tuple(1 - each for each in one)
