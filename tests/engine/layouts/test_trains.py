"""An engine and its trains. Source: the rule book, "Mexican train"; the game record, "Ends", trains."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.layouts import Placed, Trains, train_of
from engine.tiles import parse_tile, tile


def start(number: int = 12, *, seats: int = 3, top: int = 12) -> Trains:
    return Trains.start(tile(number, number), seats, top)


def laid(trains: Trains, *steps: str) -> Trains:
    """Lay tiles by equal halves, each as ``SEAT TILE END``."""
    for step in steps:
        seat, text, end = step.split()
        which = parse_tile(text)
        assert trains.ends[end] in which, f"{step} does not fit"
        trains = trains.place(Play(int(seat), which, end), trains.ends[end], crosswise=which.double)
    return trains


def with_every(number: int, *, save: tuple[int, ...] = (), top: int = 12) -> Trains:
    """Lay every tile with ``number`` beside its double, each on its own on a stretch of table made for it."""
    trains = start((number + 1) % (top + 1), top=top)
    others = [tile(number, other) for other in range(top + 1) if other != number and other not in save]
    placed = tuple(Placed(each, "mexican", number, each.other(number), 0) for each in others)
    return trains._replace(placed=placed, ends={**trains.ends, "train0": number})


def test_there_is_a_train_for_each_seat_and_one_for_all_each_showing_the_engines_half() -> None:
    assert list(start().ends.items()) == [("train0", 12), ("train1", 12), ("train2", 12), ("mexican", 12)]
    assert list(start(0, seats=8).ends.values()) == [0] * 9
    assert [train_of(seat) for seat in range(8)] == [f"train{seat}" for seat in range(8)]


def test_the_engine_is_not_among_the_tiles_placed() -> None:
    assert start().placed == ()
    assert start().station is tile(12, 12)


def test_a_tile_moves_its_own_trains_end_and_no_other() -> None:
    trains = laid(start(), "0 12-5 train0", "1 12-4 mexican", "2 5-1 train0")
    assert trains.ends == {"train0": 1, "train1": 12, "train2": 12, "mexican": 4}
    assert [(str(each.tile), each.inward, each.outward) for each in trains.train("train0")] == [
        ("12-5", 12, 5),
        ("5-1", 5, 1),
    ]
    assert [each.seat for each in trains.train("mexican")] == [1]
    assert trains.train("train1") == ()


def test_ones_own_train_and_the_mexican_train_and_those_with_a_marker_are_open() -> None:
    trains = start()
    assert list(trains.open_to(1)) == ["train1", "mexican"]
    assert list(trains.add_marker(2).open_to(1)) == ["train1", "train2", "mexican"]
    assert list(trains.add_marker(2).add_marker(0).open_to(1)) == ["train0", "train1", "train2", "mexican"]
    assert trains.add_marker(1).open_to(1) == trains.open_to(1)


def test_markers_are_in_ascending_order_and_set_once() -> None:
    assert start().add_marker(2).add_marker(0).add_marker(2).markers == (0, 2)


def test_playing_on_ones_own_train_takes_ones_own_marker_off() -> None:
    marked = start().add_marker(0).add_marker(1)
    assert laid(marked, "0 12-5 train0").markers == (1,)


@pytest.mark.parametrize("step", ["0 12-5 mexican", "0 12-5 train1", "2 12-5 train0"])
def test_playing_anywhere_else_leaves_every_marker(step: str) -> None:
    assert laid(start().add_marker(0).add_marker(1), step).markers == (0, 1)


def test_a_double_is_open_until_a_tile_is_laid_on_it() -> None:
    trains = laid(start(), "0 12-5 train0", "0 5-5 train0")
    assert trains.placed[-1].crosswise
    assert trains.open_double == "train0"
    assert laid(trains, "0 12-3 mexican").open_double == "train0"
    assert laid(trains, "0 5-3 train0").open_double is None


@pytest.mark.parametrize("number", range(13))
def test_a_double_is_not_open_when_the_other_twelve_tiles_of_its_number_are_on_the_table(number: int) -> None:
    # Source: the rule book, "Mexican train": 13 of each number. The engine is another double.
    double = f"0 {number}-{number} train0"
    assert laid(with_every(number), double).open_double is None
    missing = 12 if number != 12 else 0
    assert laid(with_every(number, save=(missing,)), double).open_double == "train0"


def test_in_a_double_nine_set_the_other_nine_tiles_close_a_double() -> None:
    assert laid(with_every(4, top=9), "0 4-4 train0").open_double is None
    assert laid(with_every(4, save=(9,), top=9), "0 4-4 train0").open_double == "train0"


def test_an_open_double_that_can_no_longer_be_covered_is_open_no_more() -> None:
    trains = laid(with_every(5, save=(3,)), "0 5-5 train0")
    assert trains.open_double == "train0"
    last = tile(5, 3)
    trains = trains._replace(ends={**trains.ends, "mexican": 5}).place(Play(0, last, "mexican"), 5, crosswise=False)
    assert trains.open_double is None


def test_laying_a_tile_leaves_the_trains_before_it_untouched() -> None:
    trains = start().add_marker(0)
    laid(trains, "0 12-5 train0")
    assert (trains.markers, trains.ends["train0"], trains.placed) == ((0,), 12, ())
