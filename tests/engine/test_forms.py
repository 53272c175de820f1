"""The members that every form of table has."""

from __future__ import annotations

import pickle
from typing import get_args

import pytest

from engine.actions import Draw, Play
from engine.layouts import START, Branches, Cross, Feet, Grid, Layout, Line, Pile, Spinners, Trains, Tricks
from engine.tiles import tile

LINE = Line().place(Play(0, tile(6, 4), START), 6, crosswise=False).place(Play(1, tile(6, 5), "left"), 6, False)
DOUBLE_AT_END = LINE.place(Play(0, tile(5, 5), "left"), 5, crosswise=True)._replace(ends={"left": 5, "right": 5})
TRAINS = Trains.start(tile(6, 6), 4, 12)
FEET = Feet.start(tile(6, 6), 3, 9)
DOUBLE_LAID = TRAINS.place(Play(0, tile(6, 3), "train0"), 6, False).place(Play(1, tile(3, 3), "train0"), 3, True)
TRICK = Tricks(trump="6").place(Play(0, tile(5, 4), "trick"), 5, False).place(Play(1, tile(6, 0), "trick"), 6, False)
FORMS: tuple[Layout, ...] = (
    LINE,
    Cross.around(tile(6, 6)),
    Branches(),
    Spinners(),
    FEET,
    TRAINS,
    Pile(),
    Tricks(),
    Grid({1: tile(6, 4)}),
)


def test_every_form_of_table_is_tested_here() -> None:
    assert {type(layout) for layout in FORMS} == {*get_args(Layout)}


@pytest.mark.parametrize("layout", FORMS, ids=lambda layout: type(layout).__name__)
def test_a_table_survives_pickling_and_equals_its_copy(layout: Layout) -> None:
    copy = pickle.loads(pickle.dumps(layout))
    assert copy == layout
    assert type(copy) is type(layout)
    assert not hasattr(layout, "__dict__")


@pytest.mark.parametrize("layout", FORMS, ids=lambda layout: type(layout).__name__)
def test_open_and_new_ends_are_ends(layout: Layout) -> None:
    assert set(layout.open_ends) <= set(layout.ends)
    assert set(layout.new_ends) <= set(layout.ends)


@pytest.mark.parametrize(
    ("layout", "focus"),
    [
        (LINE, None),
        (TRAINS, None),
        (DOUBLE_LAID, "3-3"),
        (DOUBLE_LAID.place(Play(2, tile(3, 0), "train0"), 3, False), None),
        (FEET, "6-6"),
        (FEET._replace(waiting=()), None),
        (FEET.place(Play(0, tile(6, 1), "e1"), 6, False), "6-6"),
        (Tricks(), None),
        (TRICK, "6-0"),
    ],
)
def test_players_look_at_the_double_to_be_covered_or_at_the_best_of_the_trick(
    layout: Layout, focus: str | None
) -> None:
    assert (layout.focus and layout.focus.tile.text) == focus


@pytest.mark.parametrize(
    ("layout", "scoring", "alike"),
    [
        (Line((), {"left": 6, "right": 6}), False, True),
        (Line((), {"left": 6, "right": 4}), False, False),
        (Line().place(Play(0, tile(6, 6), START), 6, crosswise=True), True, True),
        (DOUBLE_AT_END, True, False),
        (LINE._replace(ends={"left": 4, "right": 4}), True, True),
        (Branches((), {"left": 6, "right": 6}), False, True),
        (Branches((), {"left": 6, "right": 6}), True, False),
        (Spinners((), {"left": 6, "right": 6}), False, False),
        (Trains.start(tile(6, 6), 2, 12)._replace(ends={"left": 6, "right": 6}), False, False),
    ],
)
def test_plays_at_ends_with_equal_numbers_are_alike_in_a_line_and_in_trees_without_points(
    layout: Layout, scoring: bool, alike: bool
) -> None:
    left, right = (layout.equivalence_key(Play(0, tile(6, 4), end), scoring=scoring) for end in ("left", "right"))
    assert (left == right) is alike
    assert layout.equivalence_key(Draw(0)) == Draw(0)
