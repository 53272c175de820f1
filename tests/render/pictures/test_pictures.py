"""Tests of what pictures show, tell apart and hide."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

import render
from engine import match
from engine.actions import Pass
from engine.tiles import full_set
from engine.view import View
from render.geometry.arrangement import arrange
from render.geometry.boxes import Box
from render.pictures import chain, player_plate
from render.pictures.chain import FRAME
from render.pixels import canvas, colours, tiles
from render.pixels.theme import DEFAULT
from render.pixels.typography import text
from render.text import fitting_tiles
from tests.render.comparing import difference, opened, within
from tests.render.games import NAMES, WORDS, any_deal, deal, finished, longest, moment
from tests.render.text.test_alt import Brackets
from tests.render.watching import Watched


def in_play(seats: int = 4, seed: int = 3, **options: Any) -> View:
    states = deal(seats, seed, options)
    return match.view(states[len(states) // 2], None)


def test_a_table_of_28_tiles_is_a_small_palette_picture() -> None:
    data = render.table(longest(), NAMES, WORDS)
    picture = Image.open(BytesIO(data))
    assert picture.format == "PNG"
    assert picture.mode == "P"
    assert picture.width == 1000
    # the word for the opener takes 800 bytes of them
    assert len(data) <= 40_960


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(6))
def test_all_tables_of_a_deal_of_two_pairs_are_small_files(seed: int) -> None:
    views = [match.view(state, None) for state in any_deal("parejas", 4, seed)]
    assert all(len(render.table(view, NAMES, WORDS)) <= 40_960 for view in views)


@pytest.mark.parametrize(
    "change",
    [
        *({"turn": 1}, {"hand_sizes": (1, 2, 3, 4)}, {"totals": (7, 8, 9, 10)}, {"passed": ((), (2,), (), ())}),
        *({"boneyard_size": 7}, {"deal": 5}, {"clockwise": True}, {"history": (Pass(3),)}),
        *({"opener": 2}, {"options": {"target": 150}}, {"teams": ((0, 2), (1, 3)), "totals": (0, 0)}),
    ],
    ids=str,
)
def test_the_table_shows_every_fact_that_all_may_know(change: dict[str, Any]) -> None:
    view = replace(in_play(), turn=0)
    assert render.table(view, NAMES, WORDS) != render.table(replace(view, **change), NAMES, WORDS)


def test_the_seat_in_turn_is_lit_and_no_other() -> None:
    view = in_play()
    _, plates, _ = arrange(view)
    picture = opened(render.table(view, NAMES, WORDS))
    lit = [picture.getpixel((box.right - 8, box.centre[1])) == DEFAULT.highlight for box in plates]
    assert lit == [seat == view.turn for seat in range(4)]


def test_the_last_tile_is_framed_and_the_ends_are_lit() -> None:
    view = in_play()
    laid, plates, _ = arrange(view)
    picture = opened(render.table(view, NAMES, WORDS))
    for seat in plates:
        # what its player did is written there in the same colour
        picture.paste(DEFAULT.panel, (seat.x, seat.y, seat.right, seat.bottom))
    sky = Image.new("RGB", picture.size, DEFAULT.last)
    frame = ImageChops.difference(picture, sky).convert("L").point([255] + [0] * 255).getbbox()
    last = laid.spots[-1].box
    assert within(Box(frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1]), last.grown(FRAME))
    for box in laid.ends.values():
        lit = picture.crop((box.x, box.y, box.right, box.bottom)).get_flattened_data()
        assert sum(pixel == DEFAULT.highlight for pixel in lit) > 0.3 * box.w * box.h


def test_pairs_are_told_apart_by_colour_and_by_sign() -> None:
    view = in_play(pairs=True)
    assert player_plate.side_colour(DEFAULT, view, 0) != player_plate.side_colour(DEFAULT, view, 1)
    signs = [player_plate.sign(DEFAULT, side, 24, DEFAULT.text, DEFAULT.panel).indices.tobytes() for side in (0, 1)]
    assert signs[0] != signs[1]


def test_before_the_opening_tile_the_table_names_the_opener() -> None:
    states = deal(3, 5)
    view = match.view(states[0], None)
    assert not view.layout.placed
    other = replace(view, turn=(states[0].opener + 1) % 3)
    assert render.table(view, NAMES, WORDS) != render.table(other, NAMES, WORDS)


def test_a_match_before_its_first_deal_and_between_two_deals_can_be_drawn() -> None:
    before = match.view(match.new("express", 2), None)
    assert opened(render.table(before, NAMES, WORDS)).width == 1000
    between = match.view(deal(2, 5)[-1], 1)
    assert between.between_deals
    for data in (render.table(between, NAMES, WORDS), render.hand(between, NAMES, WORDS)):
        assert opened(data).width == 1000


def brightness(view: View) -> list[float]:
    """How bright the ivory of each tile of the hand is, from left to right."""
    with pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch)
        picture = opened(render.hand(view, NAMES, WORDS))
    # No pip comes near the left end of the middle.
    return [sum(picture.getpixel((x + 6, y + half))) / 3 for x, y, half, _ in watched.upright if half > 60]


def own_turn() -> View:
    """A hand in turn of which some tiles can be played and others not."""
    return moment("express", 3, lambda view: 0 < len(fitting_tiles.fitting_ends(view)) < len(view.hand), own=True)


def test_tiles_that_can_be_played_are_bright_and_the_others_dim() -> None:
    view = own_turn()
    playable = fitting_tiles.fitting_ends(view)
    bright = brightness(view)
    assert len(bright) == len(view.hand)
    for each, shine in zip(sorted(view.hand), bright, strict=True):
        assert (shine > 220) == (each in playable)


def test_no_tile_of_the_hand_is_dim_while_others_play() -> None:
    view = replace(own_turn(), turn=None, legal=())
    view = replace(view, turn=((view.seat or 0) + 1) % 3)
    assert all(shine > 220 for shine in brightness(view))


def test_a_deals_end_names_the_hands_that_count_and_adds_them_up() -> None:
    for seed in range(12):
        for options in ({}, {"pairs": True}, {"pairs": True, "blocked_pairs": "opponents"}):
            view = match.view(deal(4, seed, options)[-1], None)
            result = view.results[-1]
            sum_text = render.deal_end_alt(view, NAMES, WORDS).split("Points: ")[1].split(".")[0]
            terms, _, total = sum_text.rpartition(" = ")
            assert int(total) == max(result.points)
            if terms:
                assert sum(map(int, terms.split("+"))) == int(total)


def test_a_finished_match_is_celebrated() -> None:
    view = match.view(finished(3, 5), None)
    assert view.finished
    plain = replace(view, winners=())
    assert opened(render.deal_end(view, NAMES, WORDS)).height > opened(render.deal_end(plain, NAMES, WORDS)).height


def test_a_deals_end_needs_a_deal_that_has_ended() -> None:
    view = in_play()
    for draw in (render.deal_end, render.deal_end_alt, render.deal_end_text):
        with pytest.raises(ValueError, match="no deal has ended"):
            draw(view, NAMES, WORDS)


def rows(count: int) -> list[render.LeaderboardRow]:
    return [render.LeaderboardRow(n + 1, f"Player {n}", 20, 20 - n, 900 - n, you=n == 2) for n in range(count)]


def test_the_leaderboard_grows_with_its_rows_up_to_ten() -> None:
    heights = [opened(render.leaderboard("Club", rows(count), WORDS)).height for count in (1, 5, 10)]
    assert heights == sorted(set(heights))
    assert render.leaderboard("Club", rows(10), WORDS) == render.leaderboard("Club", rows(13), WORDS)


@pytest.mark.long
def test_every_tile_has_an_emoji_of_its_own_on_a_clear_ground() -> None:
    icons = {render.tile_icon(each) for each in full_set(12)}
    assert len(icons) == 91
    for data in icons:
        picture = Image.open(BytesIO(data)).convert("RGBA")
        assert picture.size == (128, 128)
        assert picture.getpixel((2, 64)) == (0, 0, 0, 0)
        assert picture.getpixel((64, 12))[3] == 255  # type: ignore[index]
        assert len(data) < 8_000


def test_a_palette_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit a palette of 256"):
        colours.Palette(DEFAULT.ground, DEFAULT.shade, (), [(n % 256, n // 256, 7) for n in range(300)])


@pytest.mark.long
def test_several_threads_draw_the_same_pictures_as_one() -> None:
    views = [match.view(state, state.turn) for state in deal(4, 11, {"pairs": True}) if state.turn is not None]
    alone = [(render.table(view, NAMES, WORDS), render.hand(view, NAMES, WORDS)) for view in views]
    for kept in (tiles.face, tiles.halo, tiles.badge, text.draw, text.width, text.clip):
        kept.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        many = list(pool.map(lambda v: (render.table(v, NAMES, WORDS), render.hand(v, NAMES, WORDS)), views * 2))
    assert many == alone * 2


def test_a_shadow_falls_on_felt_alone() -> None:
    sheet = Image.new("L", (100, 100), DEFAULT.table_palette.index(DEFAULT.highlight))
    sheet.paste(0, (0, 0, 50, 100))
    painted = canvas.Canvas(DEFAULT, sheet)
    painted.shade(tiles.tile_shadow(40, upright=False), 10, 30)
    assert painted.image.crop((50, 0, 100, 100)).getextrema() == (DEFAULT.table_palette.index(DEFAULT.highlight),) * 2
    low, high = painted.image.crop((0, 0, 50, 100)).getextrema()
    assert low == 0
    assert 0 < high < colours.SHADOWS  # type: ignore[operator]


def test_every_language_is_passed_through_to_every_picture() -> None:
    view, end = own_turn(), match.view(finished(2, 4), None)
    for draw, args in (
        (render.table, (view, NAMES)),
        (render.hand, (view, NAMES)),
        (render.deal_end, (end, NAMES)),
        (render.leaderboard, ("Club", rows(3))),
    ):
        assert draw(*args, Brackets()) != draw(*args, WORDS)  # type: ignore[operator]


def test_a_chain_without_badges_marks_nothing() -> None:
    view = in_play()
    laid, _, height = arrange(view)
    sheet = Image.new("L", (1000, height))
    marked, bare = canvas.Canvas(DEFAULT, sheet), canvas.Canvas(DEFAULT, sheet)
    chain.draw_chain(marked, view, laid)
    chain.draw_chain(bare, view, laid, badges=False)
    gold = DEFAULT.table_palette.index(DEFAULT.highlight)
    assert gold in marked.image.tobytes()
    assert gold not in bare.image.tobytes()


def test_tile_backs_of_many_tiles_stay_on_their_plate() -> None:
    view = replace(in_play(), hand_sizes=(24, 0, 7, 12))
    _, plates, _ = arrange(view)
    one = replace(view, hand_sizes=(23, 0, 7, 12))
    changed = difference(render.table(view, NAMES, WORDS), render.table(one, NAMES, WORDS))
    assert within(changed, plates[0])
