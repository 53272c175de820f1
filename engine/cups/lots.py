"""Lots: numbers from the sealed seed, one for each purpose and entrant, so that nobody moves when another enters."""

from __future__ import annotations

from enum import StrEnum

from engine.dealing import Seed


class Purpose(StrEnum):
    """The purposes of lots."""

    SEEDING = "seeding"
    PAIRING = "pairing"
    STANDINGS = "standings"


def lot(seed: Seed, purpose: Purpose, entrant_id: int) -> int:
    """Return an entrant's lot, a number from 0 to 2**64 - 1; the lower one is better."""
    return seed.number(f"cup {purpose} {entrant_id}")


def search_lot(seed: Seed, round_number: int) -> int:
    """Return the number from which the search for a round's tables draws, where partners change."""
    return seed.number(f"cup search {round_number}")
