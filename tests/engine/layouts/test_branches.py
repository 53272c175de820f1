"""A line that forks. Source: the game record, "Ends", branches."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.layouts import START, Branches, Placed
from engine.tiles import parse_tile, tile
from tests.engine.games import tiles

MATADORS = tiles("0-0 4-3 5-2 6-1")


def laid(*steps: str) -> Branches:
    """Lay tiles by sums of seven, each as ``TILE END``."""
    tree = Branches()
    for step in steps:
        text, end = step.split()
        which = parse_tile(text)
        across = which in MATADORS
        touching = which.high if across or end == START else 7 - tree.ends[end]
        assert touching in which, f"{step} does not fit"
        tree = tree.place(Play(0, which, end), touching, crosswise=across)
    return tree


def test_an_empty_tree_has_no_ends() -> None:
    assert Branches().ends == {}


@pytest.mark.parametrize(("opening", "ends"), [("6-5", (6, 5)), ("3-3", (3, 3)), ("6-1", (6, 1)), ("0-0", (0, 0))])
def test_the_opening_tile_has_two_ends_whatever_it_is(opening: str, ends: tuple[int, int]) -> None:
    tree = laid(f"{opening} start")
    assert tree.ends == {"e1": ends[0], "e2": ends[1]}
    across = opening in {"6-1", "0-0"}
    assert tree.placed == (Placed(parse_tile(opening), START, *ends, 0, across, opens="e2"),)


def test_a_plain_tile_keeps_the_name_of_its_end() -> None:
    tree = laid("6-5 start", "2-1 e1", "5-5 e1")
    assert tree.ends == {"e1": 5, "e2": 5}
    assert tree.placed[1] == Placed(tile(2, 1), "e1", 1, 2, 0)
    assert [each.opens for each in tree.placed] == ["e2", "", ""]


def test_a_matador_leaves_its_end_showing_the_higher_half_and_opens_the_next_free_number_with_the_lower() -> None:
    tree = laid("6-5 start", "5-2 e2")
    assert list(tree.ends.items()) == [("e1", 6), ("e2", 5), ("e3", 2)]
    assert tree.placed[-1] == Placed(tile(5, 2), "e2", 5, 2, 0, crosswise=True, opens="e3")


def test_every_matador_opens_an_end_of_its_own() -> None:
    tree = laid("6-1 start", "5-2 e2", "4-3 e3")
    assert list(tree.ends.items()) == [("e1", 6), ("e2", 5), ("e3", 4), ("e4", 3)]


def test_0_0_leaves_one_blank_end_and_opens_none() -> None:
    tree = laid("6-5 start", "0-0 e1")
    assert tree.ends == {"e1": 0, "e2": 5}
    assert tree.placed[-1].opens == ""
    assert laid("6-5 start", "0-0 e1", "4-3 e1").ends == {"e1": 4, "e2": 5, "e3": 3}


def test_laying_a_tile_leaves_the_tree_before_it_untouched() -> None:
    tree = laid("6-5 start")
    tree.place(Play(0, tile(5, 2), "e2"), 5, crosswise=True)
    assert (tree.ends, len(tree.placed)) == ({"e1": 6, "e2": 5}, 1)
