"""Where tiles and plates lie."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import atan2, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.layouts import Line
from engine.tiles import full_set
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.seating import seating
from render.geometry.snake import snake
from render.pictures.tabletop import lay_out
from render.pixels.frame import HEAD, RAIL, WIDTH
from tests.render.games import Deal, deals, halves, lines, longest, shared_edge, whole_set

HALF = 46
REACH = 474


def laid(line: Line) -> Chain:
    return snake(line, HALF, REACH)


def neighbours(chain: Chain, line: Line) -> list[tuple[Spot, Spot]]:
    by_tile = {spot.placed.tile: spot for spot in chain.spots}
    row = [by_tile[placed.tile] for placed, _, _ in line.chain()]
    return list(pairwise(row))


@settings(deadline=None)
@given(lines())
def test_no_two_tiles_overlap(line: Line) -> None:
    for one, other in combinations(laid(line).spots, 2):
        assert not one.box.overlaps(other.box)


@settings(deadline=None)
@given(lines())
def test_every_tile_is_two_halves_large_and_shows_its_halves(line: Line) -> None:
    for spot in laid(line).spots:
        assert sorted(spot.box[2:]) == [HALF, 2 * HALF]
        assert {spot.first, spot.second} == {spot.placed.tile.high, spot.placed.tile.low}


@settings(deadline=None)
@given(lines())
def test_neighbours_touch_with_equal_halves(line: Line) -> None:
    for one, other in neighbours(laid(line), line):
        touching = [
            (a, b)
            for a, box in halves(one)
            for b, other_box in halves(other)
            if shared_edge(box, other_box) >= HALF // 2
        ]
        assert touching
        assert all(a == b for a, b in touching)


@settings(deadline=None)
@given(lines())
def test_no_tile_leaves_the_table_sideways(line: Line) -> None:
    chain = laid(line)
    for box in (*(spot.box for spot in chain.spots), *chain.ends.values()):
        assert box.x >= -REACH
        assert box.right <= REACH


@settings(deadline=None)
@given(lines())
def test_a_double_lies_across_the_tile_that_it_was_laid_at(line: Line) -> None:
    for one, other in neighbours(laid(line), line):
        if one.placed.tile.double != other.placed.tile.double:
            later = max(one, other, key=lambda spot: line.placed.index(spot.placed))
            if later.placed.tile.double:
                assert one.upright != other.upright


@settings(deadline=None)
@given(lines())
def test_nothing_that_was_laid_ever_moves(line: Line) -> None:
    whole = laid(line)
    for length in range(1, len(line.placed)):
        assert laid(Line(line.placed[:length], line.ends)).spots == whole.spots[:length]


@settings(deadline=None)
@given(lines())
def test_an_end_shows_where_the_next_tile_begins(line: Line) -> None:
    for length in range(1, len(line.placed)):
        before = laid(Line(line.placed[:length], line.ends))
        placed = line.placed[length]
        if not placed.tile.double:
            spot = laid(Line(line.placed[: length + 1], line.ends)).spots[-1]
            assert before.ends[placed.end] in {box for number, box in halves(spot) if number == placed.inward}
            assert not any(before.ends[placed.end].overlaps(each.box) for each in before.spots)


def test_an_empty_line_has_no_tiles_and_no_ends() -> None:
    assert laid(Line()) == Chain.of(HALF)


def test_the_whole_set_fits_into_three_rows() -> None:
    line = whole_set()
    assert sorted(placed.tile for placed in line.placed) == list(full_set(6))
    chain = laid(line)
    assert chain.bounds.y >= -4.5 * HALF
    assert chain.bounds.bottom <= 4.5 * HALF


@settings(max_examples=30, deadline=None)
@given(deals())
def test_tiles_and_plates_keep_apart_and_inside_the_picture(played: Deal) -> None:
    for state in played.states:
        chain, plates, height = lay_out(match.view(state, None))
        tiles = [*(spot.box for spot in chain.spots), *chain.ends.values()]
        for box in (*tiles, *plates):
            assert box.x > RAIL
            assert box.right < WIDTH - RAIL
            assert box.y > HEAD
            assert box.bottom < height - RAIL
        for plate in plates:
            assert not any(plate.overlaps(box) for box in tiles)
        for one, other in combinations(plates, 2):
            assert not one.overlaps(other)


@settings(max_examples=30, deadline=None)
@given(deals())
def test_from_picture_to_picture_a_tile_stays_where_it_was_as_long_as_three_rows_do(played: Deal) -> None:
    for before, after in pairwise(match.view(state, None) for state in played.states):
        old, new = lay_out(before), lay_out(after)
        assert old[0].half == new[0].half
        if old[0].spots and new[0].spots[0].box.centre[1] - new[0].bounds.y <= 4 * new[0].half:
            assert new[0].spots[: len(old[0].spots)] == old[0].spots
        assert new[2] >= old[2]


@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize("seats", range(2, 13))
def test_turns_go_once_round_the_table(seats: int, clockwise: bool) -> None:
    places = seating(seats, 944, clockwise, 96, 20)
    assert not places[0][0], "seat 0 sits below"
    angles = [atan2(300 if above else -300, box.centre[0] - 472) for above, box in places]
    way = -1 if clockwise else 1
    steps = [(way * (b - a)) % (2 * pi) for a, b in pairwise((*angles, angles[0]))]
    assert all(step > 0 for step in steps)
    assert sum(steps) == pytest.approx(2 * pi)
    for (above, one), (other_above, other) in combinations(places, 2):
        assert above != other_above or not one.overlaps(other)
    assert all(box.x >= 0 and box.right <= 944 for _, box in places)


def test_the_longest_table_is_no_higher_than_a_phone_is_wide_and_a_half() -> None:
    assert lay_out(longest())[2] <= 760


@settings(deadline=None)
@given(st.lists(st.integers(-50, 50), min_size=8, max_size=8))
def test_a_joined_box_holds_both(numbers: list[int]) -> None:
    x, y, w, h, *rest = numbers
    one, other = Box(x, y, abs(w), abs(h)), Box(rest[0], rest[1], abs(rest[2]), abs(rest[3]))
    joined = one.joined(other)
    for box in (one, other):
        assert joined.x <= box.x
        assert joined.y <= box.y
        assert joined.right >= box.right
        assert joined.bottom >= box.bottom
