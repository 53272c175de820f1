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


def test_a_spinner_that_the_rules_have_laid_is_nobodys() -> None:
    cross = Cross.around(tile(6, 6))
    assert cross.placed == (Placed(tile(6, 6), START, 6, 6, None, crosswise=True),)
    assert cross.ends == dict.fromkeys(ARMS, 6)
    assert laid((6, 2, "arm1", 6), cross=cross).ends["arm1"] == 2


def test_a_tile_on_an_arm_is_its_players() -> None:
    cross = laid(SPINNER).place(Play(2, tile(5, 0), "arm1"), 5, crosswise=False)
    assert cross.placed[-1] == Placed(tile(5, 0), "arm1", 5, 0, 2)


def test_an_arm_is_told_from_the_spinner_outward() -> None:
    cross = laid(SPINNER, (5, 0, "arm1", 5), (5, 3, "arm2", 5), (4, 0, "arm1", 0))
    assert [(str(each.tile), each.inward, each.outward) for each in cross.arm("arm1")] == [("5-0", 5, 0), ("4-0", 0, 4)]
    assert [str(each.tile) for each in cross.arm("arm2")] == ["5-3"]
    assert cross.arm("arm3") == ()
