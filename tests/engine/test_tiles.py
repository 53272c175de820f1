"""Tests of tiles, their notation and their sets."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine.tiles import full_set, parse_tile, pips, tile
from tests.engine.games import tiles


def test_a_tile_is_the_same_object_whichever_half_comes_first() -> None:
    assert tile(3, 6) is tile(6, 3)
    assert (tile(3, 6).high, tile(3, 6).low) == (6, 3)


def test_a_tile_stays_the_same_object_when_copied_or_pickled() -> None:
    one = tile(6, 3)
    assert copy.deepcopy(one) is one
    assert pickle.loads(pickle.dumps(one)) is one


@pytest.mark.parametrize(("top", "count"), [(6, 28), (9, 55), (12, 91)])
def test_a_set_has_every_tile_once(top: int, count: int) -> None:
    # Source: the rule book, "Terms".
    found = full_set(top)
    assert len(found) == len(set(found)) == count
    assert {(each.high, each.low) for each in found} == {(a, b) for a in range(top + 1) for b in range(a + 1)}


def test_a_set_ascends() -> None:
    assert [str(each) for each in full_set(6)[:7]] == ["0-0", "1-0", "1-1", "2-0", "2-1", "2-2", "3-0"]
    assert list(full_set(6)) == sorted(full_set(6))


def test_a_double_six_set_has_168_pips() -> None:
    assert pips(full_set(6)) == 168


def test_the_strongest_tile_has_most_pips_then_is_a_double_then_has_the_higher_half() -> None:
    # Source: the rule book, "Strongest tile".
    order = tiles("6-6 6-5 5-5 6-4 6-3 5-4 4-4 6-2 5-3")
    assert sorted(order, key=lambda each: each.strength, reverse=True) == list(order)


def test_every_tile_of_the_largest_set_has_a_strength_of_its_own() -> None:
    assert len({each.strength for each in full_set(12)}) == 91


def test_every_tile_is_read_as_it_is_written() -> None:
    for each in full_set(12):
        assert parse_tile(str(each)) is each


@pytest.mark.parametrize(
    "text",
    ["", "6", "6-", "-6", "0-6", "13-0", "6-7", "06-5", "6 5", " 6-5", "6-5 ", "6–5", "6-5-4", "a-b", "+6-5", "٦-٥"],
)
def test_a_text_that_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a tile"):
        parse_tile(text)


@pytest.mark.parametrize(("a", "b"), [(-1, 0), (0, -1), (13, 0), (0, 13)])
def test_halves_that_no_set_has_are_refused(a: int, b: int) -> None:
    with pytest.raises(ValueError, match="no set has"):
        tile(a, b)


def test_the_other_half_lies_across() -> None:
    assert tile(6, 4).other(6) == 4
    assert tile(6, 4).other(4) == 6
    assert tile(5, 5).other(5) == 5
    with pytest.raises(ValueError, match="has no half 3"):
        tile(6, 4).other(3)


def test_a_tile_contains_its_halves() -> None:
    assert 6 in tile(6, 4)
    assert 4 in tile(6, 4)
    assert 5 not in tile(6, 4)
