"""Tests of a deal shown moment by moment, with open hands."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import render
from engine import match
from engine.actions import Draw, Flip, Play
from engine.game import State
from engine.tiles import full_set
from engine.view import View
from render.geometry.arrangement import arrange, room_for
from render.geometry.dimensions import RAIL
from render.geometry.open_hands import open_hands
from render.pictures import deal_end
from render.pictures.replay import Reel
from render.pixels.theme import CONTRAST, DEFAULT, Theme
from render.text import replay
from tests.render import comparing
from tests.render.games import PEOPLE, WORDS, any_deal


def opened(state: State) -> View:
    """A view as everybody may have it once the match is over."""
    last = state.history[-1] if state.history else None
    drawn = state.drawn[last.seat][-1:] if isinstance(last, Draw) else ()
    return replace(match.view(state, None), open_hands=state.hands, drawn=drawn)


def reel(rules: str, seats: int, seed: int = 3) -> Reel:
    return Reel([opened(state) for state in any_deal(rules, seats, seed)])


@pytest.mark.parametrize(("rules", "seats"), [("express", 4), ("mexican-train-nine", 2), ("memory", 3)])
def test_all_tables_are_of_one_size_and_the_result_comes_last(rules: str, seats: int) -> None:
    shown = reel(rules, seats)
    assert len(shown) == len(shown.views) + 1
    count = len(shown.views)
    sizes = {comparing.opened(shown.picture(at, PEOPLE, WORDS)).size for at in (0, count // 2, count - 1)}
    assert len(sizes) == 1
    assert not shown.shows_result(count - 1)
    assert shown.shows_result(count)
    assert shown.picture(count, PEOPLE, WORDS) == deal_end.draw_deal_end(shown.views[-1], PEOPLE, WORDS, DEFAULT).png()
    assert shown.view(count) == shown.view(count - 1) == shown.views[-1]


def test_a_deal_that_was_broken_off_has_no_result() -> None:
    assert len(Reel(reel("express", 2).views[:5])) == 5


def test_there_is_no_reel_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing"):
        Reel([])


@pytest.mark.parametrize("theme", [DEFAULT, CONTRAST], ids=lambda theme: theme.id)
def test_the_tile_just_drawn_is_marked_in_its_hand_and_no_other(theme: Theme) -> None:
    shown = reel("mexican-train-nine", 4)
    at = next(number for number, view in enumerate(shown.views) if view.drawn)
    view, room = shown.views[at], room_for(shown.views)
    picture = comparing.opened(shown.picture(at, PEOPLE, WORDS, theme))
    below = arrange(view, room).height - RAIL
    for hand in open_hands(view)[0]:
        for tile, box in zip(sorted(view.open_hands[hand.seat]), hand.at, strict=True):
            above = picture.getpixel((box.x + box.w // 2, below + box.y - 3))
            assert (above == theme.last) == (tile in view.drawn)


@pytest.mark.parametrize(("rules", "seats"), [("express", 4), ("mexican-train", 8), ("double-twelve", 12)])
def test_hands_stay_on_their_panels_beside_their_names(rules: str, seats: int) -> None:
    views = reel(rules, seats).views
    room = room_for(views)
    for view in views:
        hands, high = open_hands(view)
        assert high <= room.hands_height
        assert [hand.seat for hand in hands] == [seat for seat, tiles in enumerate(view.open_hands) if tiles]
        for hand in hands:
            assert all(box.right <= hand.box.right for box in hand.at)
            assert {box.x - hand.box.x for box in hand.at[:1]} == {136}


@pytest.mark.parametrize(
    ("seats", "count", "half"),
    [(4, 5, 56), (4, 6, 48), (4, 7, 42), (4, 14, 42), (4, 16, 36), (4, 25, 36), (2, 11, 56), (2, 13, 48), (2, 15, 42)],
)
def test_open_hands_are_as_large_as_the_longest_allows(seats: int, count: int, half: int) -> None:
    view = reel("mexican-train", seats).views[0]
    hands = (full_set(12)[:count], *view.open_hands[1:])
    shown, _ = open_hands(replace(view, open_hands=(hands[0], *(hand[:3] for hand in hands[1:]))))
    assert {box.w for hand in shown for box in hand.at} == {half}


def test_an_empty_hand_has_no_panel() -> None:
    view = reel("express", 4).views[0]
    shown, high = open_hands(view)
    fewer, lower = open_hands(replace(view, open_hands=((), (), *view.open_hands[2:])))
    assert [hand.seat for hand in fewer] == [2, 3]
    assert lower == high // 2
    assert len(shown) == 4


@pytest.mark.parametrize("rules", ["express", "mexican-train-nine", "all-fives", "memory"])
def test_each_move_is_told_with_the_tile_that_it_brought_to_light(rules: str) -> None:
    views = reel(rules, 3).views
    assert replay.one_move(views, 0, PEOPLE, WORDS) == ""
    for at, view in enumerate(views[1:], start=1):
        done, said = view.history[-1], replay.one_move(views, at, PEOPLE, WORDS)
        assert said.startswith(PEOPLE[done.seat])
        if isinstance(done, Play):
            assert done.tile.text in said
        elif isinstance(done, Draw):
            assert said.endswith(f", {view.drawn[0].text}")
            assert f"Last move: {said}." in render.table_alt(view, PEOPLE, WORDS)
            assert view.drawn[0] not in views[at - 1].open_hands[done.seat]
        elif isinstance(done, Flip):
            face = said.rpartition(", ")[2]
            lies = {tile.text for tile in view.layout.tiles.values() if tile is not None}
            assert face in lies | {tile.text for tile in view.open_hands[done.seat]}


@pytest.mark.parametrize("rules", ["all-fives", "accountants"])
def test_points_scored_in_mid_deal_are_told_with_the_move(rules: str) -> None:
    views = reel(rules, 3, seed=5).views
    seen = set[bool]()
    for at, (before, view) in enumerate(pairwise(views[:-1]), start=1):
        scored = view.totals[view.history[-1].seat] - before.totals[view.history[-1].seat]
        assert replay.one_move(views, at, PEOPLE, WORDS).endswith(f" (+{scored})") == (scored > 0)
        seen.add(scored > 0)
    assert seen == {True, False}


def test_words_tell_the_open_hands() -> None:
    view = reel("express", 4).views[6]
    alt, text = render.table_alt(view, PEOPLE, WORDS), render.table_text(view, PEOPLE, WORDS)
    for seat, hand in enumerate(view.open_hands):
        assert f"{PEOPLE[seat]} holds {' '.join(tile.text for tile in hand)}." in alt
        assert f"in hand: {' '.join(tile.text for tile in hand)}" in text
