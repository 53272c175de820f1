"""Tests of lines of play and of boxes."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.layouts import Line
from engine.tiles import full_set
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.dimensions import MIN_END, MIN_HALF, REACH
from render.geometry.highlight import end_boxes
from render.geometry.snake import snake
from tests.render.checks import check
from tests.render.constructed import one_way, seen
from tests.render.games import halves, lines, whole_set

HALF = 46
SIZES = st.sampled_from((50, HALF, 38, MIN_HALF))


def neighbours(chain: Chain, line: Line) -> list[tuple[Spot, Spot]]:
    by_tile = {spot.placed.tile: spot for spot in chain.spots}
    row = [by_tile[placed.tile] for placed, _, _ in line.chain()]
    return list(pairwise(row))


@given(lines(), SIZES)
def test_a_line_of_any_length_and_size_is_laid_out_soundly(line: Line, half: int) -> None:
    view = seen("double-twelve", 2, line)
    check(view, snake(line, half, REACH))


@given(lines(), SIZES, st.integers(1, 40))
def test_a_line_of_which_the_middle_is_folded_is_laid_out_soundly(line: Line, half: int, folded: int) -> None:
    if len(line.placed) > folded + 2:
        check(seen("double-twelve", 2, line), snake(line, half, REACH, folded))


def test_the_last_tile_of_each_side_is_never_folded_away() -> None:
    whole = one_way(12)
    first, second = whole.placed[:2]
    # as though the second tile had gone to the left, and nothing after it
    left = second._replace(end="left", inward=first.inward, outward=second.outward)
    line = Line((first, left, *whole.placed[2:40]), whole.ends)
    chain = snake(line, HALF, REACH, 20)
    assert [spot.placed for spot in chain.spots] == [left, *line.placed[20:]]
    assert chain.folds[0].folded == 19


@given(lines())
def test_a_double_lies_across_the_tile_that_it_was_laid_at(line: Line) -> None:
    for one, other in neighbours(snake(line, HALF, REACH), line):
        if one.placed.tile.double != other.placed.tile.double:
            later = max(one, other, key=lambda spot: line.placed.index(spot.placed))
            if later.placed.tile.double:
                assert one.upright != other.upright


@given(lines(), SIZES)
def test_nothing_that_was_laid_ever_moves(line: Line, half: int) -> None:
    whole = snake(line, half, REACH)
    for length in range(1, len(line.placed)):
        assert snake(Line(line.placed[:length], line.ends), half, REACH).spots == whole.spots[:length]


@given(lines(), SIZES)
def test_an_end_shows_where_the_next_tile_begins(line: Line, half: int) -> None:
    for length in range(1, len(line.placed)):
        before = snake(Line(line.placed[:length], line.ends), half, REACH)
        placed = line.placed[length]
        if not placed.tile.double:
            spot = snake(Line(line.placed[: length + 1], line.ends), half, REACH).spots[-1]
            inward = next(box for number, box in halves(spot) if number == placed.inward)
            shown = before.ends[placed.end]
            # a tile that turns lies a little lower than its row
            assert inward.overlaps(shown)
            assert inward == shown or spot.upright or half < MIN_END


def test_an_empty_line_has_no_tiles_and_no_ends() -> None:
    assert snake(Line(), HALF, REACH) == Chain.of(HALF)


def test_the_whole_set_fits_into_three_rows() -> None:
    line = whole_set()
    assert sorted(placed.tile for placed in line.placed) == list(full_set(6))
    chain = snake(line, HALF, REACH)
    assert chain.bounds.y >= -4.5 * HALF
    assert chain.bounds.bottom <= 4.5 * HALF


WAYS = st.sampled_from(((1, 0), (-1, 0), (0, 1), (0, -1)))


@given(st.integers(0, 40).map(lambda at: 2 * at - 40), st.sampled_from((32, 38, 44, 50)), WAYS)
def test_an_end_is_large_and_lies_where_the_next_tile_would_touch(at: int, half: int, way: tuple[int, int]) -> None:
    slot = Box(at, at, half, half)
    tile = slot.moved(-half * way[0], -half * way[1])
    best = end_boxes(slot, way, REACH)[0]
    assert best.centre[0 if way[1] else 1] == slot.centre[0 if way[1] else 1]
    for box in end_boxes(slot, way, REACH)[:3]:
        assert box.w == box.h == max(half, MIN_END)
        assert slot.within(box)
        assert not box.overlaps(tile)


@given(st.lists(st.integers(-50, 50), min_size=8, max_size=8))
def test_a_joined_box_holds_both_and_no_more(numbers: list[int]) -> None:
    x, y, w, h, *rest = numbers
    one, other = Box(x, y, abs(w), abs(h)), Box(rest[0], rest[1], abs(rest[2]), abs(rest[3]))
    joined = one.joined(other)
    assert one.within(joined)
    assert other.within(joined)
    assert joined.x in {one.x, other.x}
    assert joined.bottom in {one.bottom, other.bottom}
