"""Four arms that grow from one double. Source: the game record, "Ends", a cross."""

from __future__ import annotations

from engine.actions import Play
from engine.layouts import START, Cross, Placed
from engine.layouts.cross import ARMS
from engine.tiles import tile

SPINNER = (5, 5, START, 5)


def laid(*steps: tuple[int, int, str, int], cross: Cross | None = None) -> Cross:
    """Lay tiles, each as its two halves, the end, and the half that touches."""
    cross = cross or Cross()
    for high, low, end, touching in steps:
        cross = cross.place(Play(0, tile(high, low), end), touching, crosswise=high == low)
    return cross


def test_an_empty_cross_has_no_ends_and_no_arm_to_open() -> None:
    assert Cross().ends == {}
    assert Cross().open_ends == {}
    assert Cross().next_arm is None


def test_every_arm_shows_the_spinners_half_until_it_is_opened() -> None:
    cross = laid(SPINNER)
    assert list(cross.ends.items()) == [("arm1", 5), ("arm2", 5), ("arm3", 5), ("arm4", 5)]
    assert cross.placed == (Placed(tile(5, 5), START, 5, 5, 0, crosswise=True),)
    assert cross.opened == 0
    assert laid(SPINNER, (5, 0, "arm1", 5)).ends == {"arm1": 0, "arm2": 5, "arm3": 5, "arm4": 5}


def test_a_spinner_that_the_rules_have_laid_is_nobodys() -> None:
    cross = Cross.around(tile(6, 6))
    assert cross.placed == (Placed(tile(6, 6), START, 6, 6, None, crosswise=True),)
    assert cross.ends == dict.fromkeys(ARMS, 6)
    assert laid((6, 2, "arm1", 6), cross=cross).ends["arm1"] == 2


def test_only_the_lowest_unopened_arm_can_be_opened() -> None:
    cross = laid(SPINNER)
    assert (cross.open_ends, cross.next_arm) == ({"arm1": 5}, "arm1")
    cross = laid((5, 0, "arm1", 5), cross=cross)
    assert (cross.open_ends, cross.next_arm) == ({"arm1": 0, "arm2": 5}, "arm2")
    cross = laid((5, 3, "arm2", 5), cross=cross)
    assert (cross.open_ends, cross.next_arm) == ({"arm1": 0, "arm2": 3, "arm3": 5}, "arm3")
    cross = laid((5, 2, "arm3", 5), cross=cross)
    assert (cross.open_ends, cross.next_arm) == ({"arm1": 0, "arm2": 3, "arm3": 2, "arm4": 5}, "arm4")
    cross = laid((5, 1, "arm4", 5), cross=cross)
    assert (cross.open_ends, cross.next_arm) == ({"arm1": 0, "arm2": 3, "arm3": 2, "arm4": 1}, None)


def test_a_tile_on_an_arm_is_its_players() -> None:
    cross = laid(SPINNER).place(Play(2, tile(5, 0), "arm1"), 5, crosswise=False)
    assert cross.placed[-1] == Placed(tile(5, 0), "arm1", 5, 0, 2)


def test_growing_an_arm_opens_no_other() -> None:
    cross = laid(SPINNER, (5, 0, "arm1", 5), (4, 0, "arm1", 0), (4, 4, "arm1", 4))
    assert cross.opened == 1
    assert cross.ends["arm1"] == 4
    assert cross.next_arm == "arm2"


def test_an_arm_is_told_from_the_spinner_outward() -> None:
    cross = laid(SPINNER, (5, 0, "arm1", 5), (5, 3, "arm2", 5), (4, 0, "arm1", 0))
    assert [(str(each.tile), each.inward, each.outward) for each in cross.arm("arm1")] == [("5-0", 5, 0), ("4-0", 0, 4)]
    assert [str(each.tile) for each in cross.arm("arm2")] == ["5-3"]
    assert cross.arm("arm3") == ()


def test_laying_a_tile_leaves_the_cross_before_it_untouched() -> None:
    cross = laid(SPINNER)
    laid((5, 0, "arm1", 5), cross=cross)
    assert (cross.opened, cross.ends["arm1"], len(cross.placed)) == (0, 5, 1)
