"""Tests of where tricks lie."""

from __future__ import annotations

from itertools import combinations

from engine import match
from engine.layouts import Tricks
from engine.record import loads, replay
from engine.view import View
from render.geometry.arrangement import arrange
from render.geometry.boxes import Box
from render.geometry.dimensions import MIN_HALF, REACH, WIDTH
from render.geometry.forms import geometry_of
from render.geometry.forms.tricks import all_tricks, last_trick, places
from render.geometry.seating import seating
from tests.engine.record.golden_records import golden
from tests.render.checks import check_arrangement

PHONE = 310


def views() -> list[View]:
    return [match.view(state, None) for _, state in replay(loads(golden("forty-two-expert").read_bytes()))]


def test_a_trick_has_room_between_the_plates_at_every_moment() -> None:
    for view in views():
        check_arrangement(view)
        assert isinstance(view.layout, Tricks)
        chain = arrange(view).chain
        assert [spot.placed for spot in chain.spots] == [*view.layout.trick]


def test_each_seats_tile_lies_in_the_same_place_all_through_a_match_and_pictures_keep_their_height() -> None:
    found: dict[int | None, set[Box]] = {}
    heights: set[int] = set()
    for view in views():
        chain, _, height = arrange(view)
        heights.add(height)
        for spot in chain.spots:
            found.setdefault(spot.placed.seat, set()).add(spot.box)
    assert {seat: len(boxes) for seat, boxes in found.items()} == {0: 1, 1: 1, 2: 1, 3: 1}
    assert len(heights) == 1


def test_a_tile_lies_in_the_corner_of_its_seats_plate() -> None:
    room = Box(0, 0, 400, 320)
    for clockwise in (True, False):
        plates = seating(4, 400, clockwise)
        for box, (above, plate) in zip(places(room, 40, clockwise), plates, strict=True):
            assert (box.bottom < 160) == above
            assert (box.x < 200) == (plate.x < 200)


def test_the_last_trick_and_all_tricks_of_a_deal_keep_apart_and_stay_legible() -> None:
    for view in views():
        layout = view.layout
        assert isinstance(layout, Tricks)
        shown = last_trick(Box(0, 0, 212, 302), layout, view.clockwise)
        rows = all_tricks(layout, MIN_HALF, REACH)
        assert [spot.placed for spot in shown.spots] == [*layout.last_trick]
        assert [spot.placed for spot in rows.spots] == [*layout.placed[: 4 * len(layout.taken_by)]]
        for chain in (shown, rows):
            assert chain.half >= MIN_HALF
            boxes = [*(spot.box for spot in chain.spots), *chain.signs.values()]
            assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        assert all(box.x >= -REACH and box.right <= REACH for box in rows.signs.values())


def test_tiles_of_tricks_are_large_on_a_phone() -> None:
    view = views()[-1]
    layout = view.layout
    assert isinstance(layout, Tricks)
    table = arrange(view).chain.half
    last = last_trick(Box(0, 0, 212, 302), layout, view.clockwise).half
    taken = geometry_of(view).lay_out_result().half
    assert [half * PHONE // WIDTH for half in (table, last, taken)] == [22, 17, 14]
