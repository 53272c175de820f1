"""Tests of the ends of deals in pictures and words, by every rule set."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

import render
from engine import match
from engine.tiles import full_set, tile
from engine.view import View
from render.geometry.dimensions import HEADER, WIDTH
from render.pictures.deal_end_cards import Cards
from render.pictures.titles import fit, split_in_two
from render.pixels.canvas import Canvas
from render.pixels.theme import DEFAULT
from render.pixels.typography.text import Style
from render.text import verdict
from render.text.sentences import left_to_right
from tests.engine.games import SEATINGS
from tests.render.games import WORDS, any_deal
from tests.render.watching import Watched
from tests.support.cases import few_seatings

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lu")

PHONE = 310


def ended(rules: str, seats: int, seed: int = 1) -> View:
    return match.view(any_deal(rules, seats, seed)[-1], None)


def drawn(view: View, names: tuple[str, ...] | list[str] = NAMES) -> Image.Image:
    return Image.open(BytesIO(render.deal_end(view, names, WORDS)))


@pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
def test_every_deals_end_is_drawn_and_told(rules: str, seats: int) -> None:
    view = ended(rules, seats)
    picture = drawn(view)
    assert picture.width == 1000
    assert picture.height <= 1560
    said = render.deal_end_alt(view, NAMES, WORDS)
    won = verdict.who_won(view, view.results[-1], NAMES, WORDS)
    assert f"{won}." in said


@pytest.mark.parametrize(
    ("rules", "seats"), [("classic-draw", 2), ("memory", 2), ("mexican-train", 8), ("all-fives", 5)]
)
def test_hands_of_any_size_lie_whole_on_their_cards(rules: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view = ended(rules, seats)
    result = view.results[-1]
    hands = tuple(full_set(12)[seat : seat + (40 if seats == 2 else 20)] for seat in range(seats))
    cards = Cards(DEFAULT, view, result._replace(hands=hands), NAMES, WORDS)
    watched = Watched(monkeypatch)
    cards.draw(Canvas(DEFAULT, Image.new("L", (1000, 100 + cards.height))), 100)
    laid = watched.upright
    assert len(laid) == sum(map(len, hands))
    for at, box in enumerate(laid):
        assert box.x >= 26
        assert box.right <= 974
        assert box.bottom <= 100 + cards.height
        assert not any(box.overlaps(other) for other in laid[:at])


@pytest.mark.parametrize(("rules", "seats"), [("mexican-train", 4), ("mata-alsace", 4), ("classic-rounds", 3)])
@pytest.mark.parametrize("count", range(1, 13))
def test_no_tile_lies_on_a_figure(rules: str, seats: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view = ended(rules, seats)
    result = view.results[-1]
    # the heaviest tiles: their sums are the widest figures
    hands = tuple(tuple(full_set(view.max_pips)[-count:]) for _ in range(seats))
    result = result._replace(hands=hands, points=(109,) * seats, earned=(109,) * seats, totals=(1109,) * seats)
    cards = Cards(DEFAULT, view, result, NAMES, WORDS)
    watched = Watched(monkeypatch)
    cards.draw(Canvas(DEFAULT, Image.new("L", (1000, 100 + cards.height))), 100)
    assert len(watched.upright) == seats * count
    assert not any(tile.overlaps(figure) for tile in watched.upright for figure in watched.texts)


@pytest.mark.parametrize(("rules", "seats"), [("express", 4), ("quinientos", 4), ("all-fives", 3), ("forty-two", 4)])
def test_the_winners_and_their_points_stand_first_in_letters_of_13_points_on_a_phone(
    rules: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = ended(rules, seats, 3)
    watched = Watched(monkeypatch)
    drawn(view)
    result = view.results[-1]
    points = verdict.signed(result.points[view.team_of(result.winners[0])])
    title = watched.labels[0]
    assert title.words.endswith(points)
    assert all(NAMES[seat] in title.words for seat in result.winners)
    assert title.box.h * PHONE / WIDTH >= 13
    below = [*watched.texts[1:], *watched.lying, *watched.upright]
    assert all(box.y >= title.box.bottom for box in below if box.y > HEADER)


def test_a_hand_without_tiles_takes_less_room_than_one_with_a_tile() -> None:
    view = ended("express", 4, 3)
    result = view.results[-1]
    hands = tuple((tile(6, 3),) for _ in range(4))
    heights = [
        Cards(DEFAULT, view, result._replace(hands=each), NAMES, WORDS).height for each in (hands, ((), *hands[1:]))
    ]
    assert heights[1] <= heights[0] - 30


def test_a_heading_is_broken_where_its_lines_are_most_alike() -> None:
    style = Style(30, 700)
    assert split_in_two("one two three four", style) == ["one two", "three four"]
    assert split_in_two("one", style) == ["one"]


def test_a_heading_takes_the_first_shape_that_fits_and_breaks_no_name() -> None:
    def say(names: object) -> str:
        return f"{names[0]} wins the deal with the fewest pips"

    shapes = ((40, 300, 1), (30, 300, 1), (30, 300, 2))
    assert fit(["Ana"], say, shapes, 900) == ([left_to_right("Ana wins the deal with the fewest pips")], Style(40, 700))
    assert fit(["Ana"], say, shapes, 640)[1] == Style(30, 700)
    lines, _ = fit(["Ana Maria Luz"], say, shapes, 450)
    assert len(lines) == 2
    assert lines[0].startswith(left_to_right("Ana Maria Luz "))
