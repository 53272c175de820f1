"""Tests of the layout of lines in which every double is a spinner."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from engine.actions import Play
from engine.layouts import START, Spinners
from engine.tiles import parse_tile
from render.geometry.arrangement import arrange
from render.geometry.boxes import Chain
from render.geometry.dimensions import MIN_HALF, REACH
from render.geometry.forms import geometry_of
from render.geometry.forms.spinners import spinner_rows
from tests.render.checks import MAX_HEIGHT, check, check_arrangement
from tests.render.constructed import many_spinners, seen
from tests.support.examples import examples

FEW = settings(max_examples=examples(40))


def laid(opening: str, *steps: str) -> Spinners:
    first = parse_tile(opening)
    layout = Spinners(spinners_left=7).place(Play(0, first, START), first.high, first.double)
    for step in steps:
        text, end = step.split()
        each = parse_tile(text)
        layout = layout.place(Play(0, each, end), layout.ends[end], each.double)
    return layout


def chain_of(layout: Spinners) -> Chain:
    return spinner_rows(layout, MIN_HALF, REACH)


def growth(layout: Spinners) -> list[Spinners]:
    """The table after each of its tiles."""
    first = layout.placed[0]
    grown = Spinners(spinners_left=7).place(Play(0, first.tile, START), first.tile.high, first.crosswise)
    found = [grown]
    for placed in layout.placed[1:]:
        grown = grown.place(Play(0, placed.tile, placed.end), placed.inward, placed.crosswise)
        found.append(grown)
    return found


@FEW
@given(many_spinners())
def test_nothing_ever_moves_while_spinners_grow(layout: Spinners) -> None:
    for before, after in pairwise(chain_of(each) for each in growth(layout)):
        old, new = ({spot.placed: spot.box for spot in chain.spots} for chain in (before, after))
        assert all(new[placed] == box for placed, box in old.items() if placed in new)
        # a row that is full hides some tiles behind their number, then one more each time
        assert len(old.keys() - new.keys()) <= 4
        signs = {name: box for name, box in before.signs.items() if name not in layout.ends}
        assert signs.items() <= after.signs.items()


@pytest.mark.long
@FEW
@given(many_spinners())
def test_a_table_of_many_spinners_is_sound_from_its_first_tile_to_its_last(layout: Spinners) -> None:
    steps: list[tuple[int, int]] = []
    for each in growth(layout):
        view = seen("fives", 4, each)
        check(view, geometry_of(view).lay_out())
        check_arrangement(view)
        table = arrange(view)
        steps.append((-table.chain.half, table.height))
    assert steps == sorted(steps)
    assert steps[-1][1] <= MAX_HEIGHT


def test_the_short_sides_of_each_spinner_have_a_row_that_names_it() -> None:
    layout = laid("2-0", "3-2 e1", "3-3 e1", "3-1 e1", "6-0 e2", "6-6 e2", "6-4 e2", "4-3 e3")
    chain = chain_of(layout)
    assert [name for name in chain.signs if name not in layout.ends] == ["3-3", "6-6"]
    (upper, lower) = (chain.signs[name] for name in ("3-3", "6-6"))
    assert upper.bottom < lower.y
    (side,) = (spot for spot in chain.spots if spot.placed.end == "e3")
    assert side.box.right == upper.x
    assert (side.first, side.second) == (4, 3)
    # the line itself lies above, its spinners across
    assert [spot.upright for spot in chain.spots] == [each.tile.double for each in layout.placed]
    assert all(spot.box.bottom < upper.y for spot in chain.spots if spot.placed.end in (START, "e1", "e2"))


def test_a_row_that_is_too_long_shows_its_first_tiles_a_number_and_its_last_one() -> None:
    steps = ("6-0 e1", "5-0 e2", "6-1 e1", "2-1 e1", "4-2 e1", "4-3 e1", "5-3 e1", "5-4 e1", "6-4 e1")
    shown = [spot.placed.tile.text for spot in chain_of(laid("0-0", *steps)).spots if spot.placed.end == "e1"]
    assert shown == ["6-0", "6-1", "2-1", "4-2", "6-4"]
    (fold,) = chain_of(laid("0-0", *steps)).folds
    assert fold.folded == 3
    assert not chain_of(laid("0-0", *steps[:7])).folds
