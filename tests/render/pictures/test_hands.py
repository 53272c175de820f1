"""Tests of hands in pictures and words, by every rule set."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import render
from engine import match
from engine.actions import Draw, Play
from engine.game import State
from engine.layouts import MEXICAN, Pile, train_of
from engine.layouts.tricks import count_of
from engine.tiles import full_set
from engine.view import View
from render.geometry.boxes import Box
from render.pictures.forms.form import EndTile
from render.pictures.hand import Sheet
from render.pictures.hand_ends import EndStrip
from render.pixels.frame import HEADER, RAIL, WIDTH
from render.text import end_labels, fitting_tiles
from render.text.accepted_halves import accepts_label
from render.text.sentences import at_end, end_name
from render.text.tricks import is_bidding
from tests.engine.games import late
from tests.render.games import WORDS, AnyDeal, any_deals, moment
from tests.support.examples import examples

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lu")
DIGITS = 45
"""The room in pixels that digits take below a tile."""


def hand(view: View) -> bytes:
    return render.hand(view, NAMES, WORDS)


def boxes(view: View) -> list[Box]:
    """Where each tile of a hand is drawn."""
    sheet = Sheet(view, NAMES, WORDS)
    return [Box(spot.x, spot.y, sheet.half, 2 * sheet.half) for spot in sheet.spots]


def fits_inside(view: View) -> None:
    """Every tile of the hand lies on the felt, and none over another or its frame."""
    sheet = Sheet(view, NAMES, WORDS)
    assert sorted(spot.tile for spot in sheet.spots) == sorted(view.hand)
    cells = sheet.strip.cells
    drawn = [*boxes(view), *(cell.tile for cell in cells)]
    assert all(cell.tile.bottom + 8 <= box.y for cell in cells for box in boxes(view))
    for box in drawn:
        assert box.x >= RAIL + 6
        assert box.right <= WIDTH - RAIL - 6
        assert box.y >= HEADER + 6
        assert box.bottom <= sheet.bottom
    for at, box in enumerate(drawn):
        assert not any(box.grown(6).overlaps(other) for other in drawn[:at])


@settings(max_examples=examples(60))
@given(any_deals(), st.integers(0, 100))
def test_every_hand_lies_whole_on_the_felt(played: AnyDeal, chance: int) -> None:
    for state in played.states[chance % 7 :: 7]:
        for seat in range(state.seats):
            fits_inside(match.view(state, seat))


def in_turn(rules: str, seats: int, wanted: Callable[[View], bool]) -> View:
    """A view of a player in turn, who can play, that is as wanted."""
    return moment(rules, seats, lambda view: isinstance(view.legal[0], Play) and wanted(view), own=True)


def large(seed: int) -> View:
    """A hand of 45 tiles at nine trains, six of them open."""
    view = in_turn("mexican-train", 8, lambda view: len(set(view.open_ends.values())) > 4)
    held = tuple(sorted(random.Random(seed).sample(full_set(12), 45)))
    seat = view.seat or 0
    legal = tuple(Play(seat, each, end) for each in held for end, shown in view.open_ends.items() if shown in each)
    return replace(view, hand=held, legal=legal, drawn=held[20:23])


@pytest.mark.parametrize("seed", [4, 5])
def test_a_hand_of_45_tiles_is_whole_and_its_tiles_stay_large(seed: int) -> None:
    view = large(seed)
    fits_inside(view)
    assert {box.w >= 56 for box in boxes(view)} == {True}
    plain = replace(view, turn=None, legal=())
    fits_inside(plain)
    assert len({box.y for box in boxes(plain)}) == 4
    assert {box.w >= 56 for box in boxes(plain)} == {True}


# ---------------------------------------------------------------------- what fits where


@settings(max_examples=examples(60))
@given(any_deals(), st.integers(0, 100))
def test_a_hand_shows_every_open_end_with_its_tile_on_its_players_turn_alone(played: AnyDeal, chance: int) -> None:
    for state in played.states[chance % 5 :: 5]:
        for seat in range(state.seats):
            view = match.view(state, seat)
            cells = Sheet(view, NAMES, WORDS).strip.cells
            assert not Sheet(view, NAMES, WORDS, ends=False).strip.cells
            if seat != state.turn:
                assert not cells
            elif view.layout.has_ends and view.ends:
                live = end_labels.live_ends(view)
                shown = {half for cell in cells for half in (cell.end.before, cell.end.after) if half}
                assert shown == {accepts_label(view, number) for number in live.values()}
                assert {(cell.end.first, cell.end.second)[bool(cell.end.after)] for cell in cells} <= {*live.values()}
                fitting = {end for ends in fitting_tiles.fitting_ends(view).values() for end in ends}
                assert any(cell.end.fits for cell in cells) == bool(fitting)


@pytest.mark.parametrize(
    ("rules", "seats", "expected"),
    [
        ("classic", 2, ["left", "right"]),
        ("all-fives", 2, ["arm 1", "arm 2", "arm 3"]),
        ("mata", 2, ["end 1", "end 2"]),
        ("fives", 2, ["end 1", "end 2"]),
        ("mexican-train", 4, ["your train", "Mexican train"]),
        ("chickenfoot", 4, [""]),
        ("accountants", 4, []),
        ("forty-two", 4, ["Ana"]),
    ],
)
def test_each_form_answers_which_ends_its_hand_shows(rules: str, seats: int, expected: list[str]) -> None:
    def wanted(view: View) -> bool:
        return [cell.end.name for cell in Sheet(view, NAMES, WORDS).strip.cells] == expected

    assert in_turn(rules, seats, wanted)


def test_a_line_of_one_tile_shows_both_ends_of_it_and_an_open_foot_its_double_marked() -> None:
    (one,) = Sheet(match.view(late(("6-4", "1-0"), ("6-5",), rules="classic"), 0), NAMES, WORDS).strip.cells
    assert (one.end.before, one.end.first, one.end.second, one.end.after) == ("6", 6, 5, "5")
    chain = ("9-5 e1", "9-8 e2", "9-7 e3", "9-6 e4", "5-5 e1")
    (foot,) = Sheet(match.view(late(("5-3", "1-0"), chain, rules="chickenfoot"), 0), NAMES, WORDS).strip.cells
    assert (foot.end.first, foot.end.after, foot.end.marked) == (5, "5", True)


def test_tiles_and_ends_are_as_large_as_the_width_allows() -> None:
    """By the number of tiles and of ends: the least side of a half at a picture 310 points wide."""
    held = {7: 35, 8: 30, 10: 22, 14: 35, 20: 22, 45: 17}
    view = large(4)
    for count, least in held.items():
        sheet = Sheet(replace(view, hand=view.hand[:count], turn=None, legal=()), NAMES, WORDS)
        assert sheet.half * 310 // WIDTH >= least
    ends = {1: 31, 2: 31, 3: 26, 4: 22, 6: 26, 9: 26}
    for count, least in ends.items():
        strip = EndStrip([EndTile("", 6, 4, after="4")] * count, 0, 6)
        assert strip.half * 310 // WIDTH >= least
    assert EndStrip([EndTile("left", 6, 4, "6"), EndTile("right", 4, 5, after="5")], 0, 6).half == 100


def test_ones_own_train_comes_first_and_everybodys_next() -> None:
    view = large(4)
    ends = end_labels.ends_in_order(view)
    assert ends[:2] == [train_of(view.seat or 0), MEXICAN]
    assert sorted(ends) == sorted(view.open_ends)


def test_the_rim_says_what_a_player_may_do() -> None:
    def said(state: State, seat: int | None = None) -> str:
        return fitting_tiles.whose_turn(match.view(state, state.turn if seat is None else seat), WORDS)

    playing = late(("6-1 0-0", "2-2"), ("6-6",), rules="classic-draw", boneyard="3-3")
    assert said(playing) == "Your turn"
    assert said(playing, 1) == "Your hand"
    assert said(late(("1-1", "2-2"), ("6-6",), rules="classic-draw", boneyard="6-3")) == (
        "Your turn: no tile fits, you have to draw"
    )
    assert said(late(("1-1", "6-2"), ("6-6",), rules="classic")) == "Your turn: no tile fits, you have to pass"
    assert said(late(("6-1 0-0", "2-2"), ("6-6",), rules="all-fives")) == "Your turn: lay a tile or draw"


def test_a_pile_hand_bears_the_totals_that_its_tiles_would_make() -> None:
    view = in_turn("accountants", 4, lambda view: isinstance(view.layout, Pile) and view.layout.total > 9)
    more = replace(view, layout=view.layout._replace(total=view.layout.total + 1))
    assert hand(view) != hand(more)
    waiting, other = (replace(each, turn=(view.turn or 0) + 1, legal=()) for each in (view, more))
    assert hand(waiting) == hand(other), "off one's turn nothing may be shown that would not last"


def test_what_a_tile_counts_stays_on_the_felt_while_no_tile_can_be_laid() -> None:
    view = moment("forty-two", 4, lambda view: is_bidding(view) and any(map(count_of, view.hand)), own=True)
    assert Sheet(view, NAMES, WORDS).bottom >= max(box.bottom for box in boxes(view)) + DIGITS


def test_tiles_just_drawn_are_marked_as_long_as_they_are_held() -> None:
    view = in_turn("classic-draw", 2, lambda view: len(view.hand) > 3)
    assert hand(replace(view, drawn=view.hand[:1])) != hand(replace(view, drawn=()))
    assert hand(replace(view, drawn=view.hand[:1])) != hand(replace(view, drawn=view.hand[1:2]))
    laid = next(each for each in full_set(6) if each not in view.hand)
    assert hand(replace(view, drawn=(laid,))) == hand(replace(view, drawn=()))


# ---------------------------------------------------------------------- words


@settings(max_examples=examples(60))
@given(any_deals(), st.integers(0, 100))
def test_a_hand_is_told_with_every_tile_and_every_play(played: AnyDeal, chance: int) -> None:
    for state in played.states[chance % 7 :: 7]:
        if state.turn is None:
            continue
        view = match.view(state, state.turn)
        said = render.hand_alt(view, NAMES, WORDS)
        assert " ".join(each.text for each in view.hand) in said
        choices = said.partition("You can play: ")[2]
        for each in fitting_tiles.fitting_ends(view):
            assert each.text in choices
        assert ("draw" in said.split("It is your turn.")[1]) == any(isinstance(move, Draw) for move in view.legal)


def test_trains_are_told_with_what_fits_each() -> None:
    said = render.hand_alt(large(4), NAMES, WORDS)
    assert "New in your hand: " in said
    assert "You can play: on " in said
    assert "on your train (" in said


def test_every_end_has_a_name_and_a_place() -> None:
    ends = ("left", "right", "arm3", "e12", "train0", "mexican", "pile")
    names = ("left", "right", "arm 3", "end 12", "train 1", "the Mexican train", "the pile")
    assert tuple(end_name(end, WORDS) for end in ends) == names
    assert end_name("train1", WORDS, NAMES) == "Ben's train"
    assert end_name("train1", WORDS, NAMES, you=1) == "your train"
    places = ("on the left", "on the right", "on arm 3", "at end 12", "on Ana's train", "on the Mexican train")
    assert tuple(at_end(end, WORDS, NAMES, who=1) for end in ends[:-1]) == places
    assert at_end("train1", WORDS, NAMES, who=1) == "on their own train"
    assert at_end("train1", WORDS, NAMES, you=1, who=1) == "on your train"
