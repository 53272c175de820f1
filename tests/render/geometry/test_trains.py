"""Tests of the size of tiles on trains."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.layouts import Trains, train_of
from engine.tiles import tile
from render.geometry.arrangement import arrange
from render.geometry.dimensions import WIDTH
from tests.render.constructed import seen

SMALL_PHONE = 340


def longest(seats: int, count: int) -> Trains:
    """A station of which one train has so many tiles, and the others none."""
    trains = Trains.start(tile(12, 12), seats, 12)
    for outward in range(count):
        laid = tile(outward, outward - 1 if outward else 12)
        trains = trains.place(Play(0, laid, train_of(0)), trains.ends[train_of(0)], crosswise=False)
    return trains


@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        (2, {0: 72, 3: 72, 4: 66, 5: 54, 12: 54}),
        (3, {0: 66, 4: 66, 5: 54, 12: 54}),
        (4, {0: 54, 5: 54, 6: 48, 12: 48}),
        (5, {0: 54, 5: 54, 6: 46, 7: 40, 12: 40}),
        (8, {0: 54, 5: 54, 6: 46, 7: 40, 12: 40}),
    ],
)
def test_tiles_are_as_large_as_the_number_of_trains_and_the_longest_allow(seats: int, counts: dict[int, int]) -> None:
    tables = {count: arrange(seen("mexican-train", seats, longest(seats, count))) for count in counts}
    assert {count: table.chain.half for count, table in tables.items()} == counts


def test_eight_players_trains_of_five_tiles_are_drawn_in_halves_of_18_pixels_on_a_small_phone() -> None:
    chain = arrange(seen("mexican-train", 8, longest(8, 5))).chain
    assert chain.half * SMALL_PHONE / WIDTH >= 18


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_plates_of_players_are_the_signs_of_their_trains(seats: int) -> None:
    chain, plates, _ = arrange(seen("mexican-train", seats, longest(seats, 3)))
    assert plates == ()
    assert [*chain.signs] == [*map(train_of, range(seats)), "mexican"]
    for seat in range(seats):
        assert chain.signs[train_of(seat)].centre[1] == chain.ends[train_of(seat)].centre[1]
