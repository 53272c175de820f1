"""Tests of the table's picture in each kind of game."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

import render
from engine import match
from engine.layouts import Trains
from engine.rules import RULE_SETS
from engine.view import View
from render.geometry.arrangement import arrange, seated
from render.geometry.boxes import Box, Spot
from render.geometry.dimensions import RAIL, WIDTH
from render.geometry.forms import geometry_of
from render.geometry.open_hands import open_hands
from render.geometry.seating import HEIGHT
from render.i18n import translations
from render.pictures.chain import FRAME
from render.pixels import colours, tiles
from render.pixels.canvas import Canvas
from render.pixels.frame import BASELINE
from render.pixels.theme import DEFAULT
from render.pixels.typography import text
from render.text import sentences
from tests.render.comparing import difference, opened
from tests.render.games import PEOPLE, WORDS, any_deal, moment
from tests.render.geometry.test_tables import FEW
from tests.support.cases import few_rule_sets


def drawn(view: View) -> Image.Image:
    return opened(render.table(view, PEOPLE, WORDS))


def changed(one: View, other: View) -> Box | None:
    """The box outside which two tables look the same."""
    return difference(render.table(one, PEOPLE, WORDS), render.table(other, PEOPLE, WORDS))


def golden(picture: Image.Image, box: Box) -> float:
    """The share of a box that is lit."""
    pixels = picture.crop((box.x, box.y, box.right, box.bottom)).get_flattened_data()
    return sum(pixel == DEFAULT.highlight for pixel in pixels) / (box.w * box.h)


@pytest.mark.parametrize("rules", [("mexican-train", 4), ("sebastopol", 4), ("all-fives", 3), ("mata", 3)], ids=str)
def test_only_open_ends_are_lit(rules: tuple[str, int]) -> None:
    view = moment(*rules, lambda view: len(view.layout.placed) > 9)
    view = replace(view, open_ends=dict(list(view.open_ends.items())[:1]))
    chain, _, _ = arrange(view)
    picture = drawn(view)
    for end, box in chain.ends.items():
        assert (golden(picture, box) > 0.3) == (end in view.open_ends)


def marked(view: View) -> bool:
    return isinstance(view.layout, Trains) and len(view.layout.markers) == 1


def test_a_marker_is_seen_at_its_train_alone() -> None:
    view = moment("mexican-train", 5, lambda view: marked(view))
    trains = view.layout
    bare = replace(view, layout=trains._replace(markers=()))
    box = changed(view, bare)
    sign = arrange(view)[0].signs[f"train{trains.markers[0]}"]
    assert sign.joined(box) == sign
    shown = drawn(view).crop((box.x, box.y, box.right, box.bottom)).get_flattened_data()
    front = DEFAULT.ink if trains.markers[0] == view.turn else DEFAULT.warning
    assert sum(pixel == front for pixel in shown) > 300
    assert changed(view, replace(view, layout=trains._replace(markers=((trains.markers[0] + 1) % 5,)))) != box


def test_an_open_double_is_ringed() -> None:
    def double(view: View) -> Spot | None:
        trains, spots = view.layout, arrange(view).chain.spots
        if not isinstance(trains, Trains) or trains.open_double is None:
            return None
        return next(each for each in spots if each.placed == trains.train(str(trains.open_double))[-1])

    def stands(view: View) -> bool:
        spot = double(view)
        return spot is not None and spot.upright

    view = moment("mexican-train", 3, stands)
    trains, spot = view.layout, double(view)
    # around the frame of the last tile, if it is that one
    reach = 2 * FRAME if spot == arrange(view).chain.spots[-1] else FRAME
    ring = Box(spot.box.x, spot.box.y - reach + 1, spot.box.w, 3)
    assert golden(drawn(view), ring) > 0.6
    assert golden(drawn(replace(view, layout=trains._replace(open_double=None))), ring) < 0.3


def test_a_fold_tells_how_many_tiles_it_hides() -> None:
    view = moment("mexican-train", 6, lambda view: bool(geometry_of(view).lay_out().folds))
    chain, _, height = arrange(view)
    fold = chain.folds[0]
    shown = drawn(view).crop((fold.box.x, fold.box.y, fold.box.right, fold.box.bottom))
    creams = sum(pixel == DEFAULT.text for pixel in shown.get_flattened_data())
    assert creams > 100
    assert fold.box.bottom < height


def test_the_pile_shows_its_total_and_the_marks_that_were_reached() -> None:
    view = moment("accountants", 3, lambda view: view.layout.ends.get("pile", 0) > 52)
    pile = view.layout
    sign = arrange(view)[0].signs["pile"]
    less = replace(view, layout=pile._replace(total=48))  # type: ignore[call-arg]
    box = changed(view, less)
    assert sign.joined(box) == sign
    assert box.w > sign.w // 3


def test_a_grid_tells_what_lies_face_down_from_what_is_up_and_what_is_gone() -> None:
    view = moment("memory", 2, lambda view: len(view.layout.tiles) < 24 and len(view.layout.face_up) == 2)  # type: ignore[union-attr]
    grid = view.layout
    chain, _, _ = arrange(view)
    picture = drawn(view)

    def has(position: int, colour: colours.RGB) -> bool:
        box = chain.cells[position].grown(3)
        return colour in set(picture.crop((box.x, box.y, box.right, box.bottom)).get_flattened_data())

    for at in chain.cells:
        assert has(at, DEFAULT.tile) == (at in grid.face_up)
        assert has(at, DEFAULT.last) == (at in grid.face_up)
        assert has(at, DEFAULT.back) == (at in grid.tiles and at not in grid.face_up)
        assert has(at, DEFAULT.panel) == (at not in grid.tiles), "its place stays"


def test_a_seat_out_of_the_match_has_no_plate_and_leaves_its_room_to_the_others() -> None:
    view = moment("mata", 5, lambda view: len(view.layout.placed) > 5 and view.turn != 3)
    gone = replace(view, eliminated=(3,), hand_sizes=(*view.hand_sizes[:3], 0, view.hand_sizes[4]))
    assert seated(gone) == [0, 1, 2, 4]
    before, after = arrange(view).plates, arrange(gone).plates
    assert len(after) == len(before) - 1
    assert min(plate.w for plate in after) > min(plate.w for plate in before)
    assert changed(gone, replace(gone, totals=(0, 0, 0, 7, 0))) is None


@pytest.mark.sampled
@pytest.mark.parametrize("seats", range(2, 13))
def test_plates_for_two_to_twelve_fit_and_each_shows_its_count(seats: int) -> None:
    view = match.view(any_deal("double-twelve", seats, 3)[3], None)
    _, plates, _ = arrange(view)
    assert len(plates) == seats
    assert all(box.w >= 140 for box in plates)
    assert {box.h == HEIGHT for box in plates} == {seats <= 4}
    for seat, plate in enumerate(plates):
        counts = list(view.hand_sizes)
        counts[seat] += 20
        assert plate.joined(changed(view, replace(view, hand_sizes=tuple(counts)))) == plate


@FEW
@given(st.integers(2, 8), st.data())
def test_open_hands_lie_under_the_table_tile_by_tile(seats: int, data: st.DataObject) -> None:
    states = any_deal("mexican-train", seats, data.draw(st.integers(0, 99)), open_hands=True)
    view = match.view(data.draw(st.sampled_from(states)), None)
    hands, height = open_hands(view)
    assert [hand.seat for hand in hands] == [seat for seat, tiles in enumerate(view.open_hands) if tiles]
    for one, other in combinations(hands, 2):
        assert not one.box.overlaps(other.box)
    for hand in hands:
        assert len(hand.at) == len(view.open_hands[hand.seat])
        assert RAIL < hand.box.x < hand.box.right < WIDTH - RAIL
        assert hand.box.bottom <= height
        assert all(hand.box.joined(place) == hand.box for place in hand.at)
        for one, other in combinations(hand.at, 2):
            assert not one.overlaps(other)


def test_open_hands_make_the_picture_higher_and_hidden_ones_do_not() -> None:
    view = match.view(any_deal("mexican-train", 4, 1, open_hands=True)[5], None)
    hidden = replace(view, open_hands=())
    assert drawn(view).height == drawn(hidden).height + open_hands(view)[1]
    assert open_hands(hidden) == ([], 0)
    fewer = replace(view, open_hands=(view.open_hands[0][1:], *view.open_hands[1:]))
    assert changed(view, fewer).y > arrange(view)[2] - 20


def test_tiles_taken_in_memory_are_only_counted() -> None:
    view = moment("memory", 3, lambda view: sum(view.hand_sizes) >= 6)
    assert open_hands(view) == ([], 0)


@pytest.mark.parametrize(("top", "half"), [(9, 36), (12, 32), (12, 46), (12, 92)])
def test_every_number_of_a_large_set_looks_different_in_grey(top: int, half: int) -> None:
    faces = [
        tiles.draw_tile(DEFAULT, number, number, half, upright=True, top=top).convert("L") for number in range(top + 1)
    ]
    for one, other in combinations(faces, 2):
        # beside smooth edges: whole pixels that are dark on one and light on the other
        clear = ImageChops.difference(one, other).point([0] * 90 + [255] * 166)
        assert sum(clear.histogram()[255:]) > half * half * 0.02


def test_large_sets_bear_digits_where_tiles_are_small() -> None:
    small = tiles.draw_tile(DEFAULT, 8, 5, 36, upright=True, top=12)
    assert small.tobytes() != tiles.draw_tile(DEFAULT, 8, 5, 36, upright=True).tobytes()
    assert (
        tiles.draw_tile(DEFAULT, 8, 5, 92, True, top=9).tobytes() == tiles.draw_tile(DEFAULT, 8, 5, 92, True).tobytes()
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("rules", few_rule_sets())
def test_the_name_of_the_game_is_never_cut(rules: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut, written = text.clip, list[str]()

    def noted(words: str, style: text.Style, room: int) -> str:
        written.append(cut(words, style, room))
        return written[-1]

    monkeypatch.setattr(text, "clip", noted)
    view, t = (
        moment(rules, max(RULE_SETS[rules].hand_sizes), lambda view: len(view.history) > 3),
        translations(language),
    )
    render.table(view, PEOPLE[: view.seats], t)
    assert sentences.rules_name(view, t) in written


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en-GB", "fr"])
def test_the_name_of_no_rule_set_is_cut_in_the_header_however_far_the_match(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, rooms = translations(language), dict[str, int]()
    write = Canvas.write

    def watched(canvas: Canvas, said: str, at: Any, style: Any, colours: Any, anchor: str = "l", room: int = 0) -> int:
        if at[1] == BASELINE and room:
            rooms[said] = room - text.width(said, style)
        return write(canvas, said, at, style, colours, anchor, room)

    monkeypatch.setattr(Canvas, "write", watched)
    for rules in RULE_SETS.values():
        states = any_deal(rules.id, rules.seats[0], 3)
        for state in (states[0], states[len(states) // 2]):
            view = replace(match.view(state, None), deal=12)
            render.table(view, PEOPLE[: view.seats], words)
            assert rooms[words.gettext(rules.about.name)] >= 0, rules.id
