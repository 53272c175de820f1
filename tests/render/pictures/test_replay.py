"""Tests of a deal as a moving picture: exact in every frame, steady, and small."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Literal, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import render
from engine import match, random_deal
from engine.actions import Deal, Draw, Flip, Pass
from engine.game import State
from engine.view import View
from render.geometry.arrangement import arrange, room_for
from render.pictures import deal_end, replay, table
from render.pictures.replay import MAX_MOMENTS
from render.pixels import animation
from render.pixels.animation import Frame
from render.pixels.canvas import Canvas
from render.pixels.colours import SHADOWS, Palette
from render.pixels.theme import CONTRAST, DARK, DEFAULT
from tests.render.games import NAMES, PEOPLE, WORDS, any_deal, deal
from tests.support.examples import examples

DISCORD = 10 * 2**20
"""The largest file, in bytes, that Discord takes from a bot anywhere."""

Form = Literal["gif", "webp"]
forms = pytest.mark.parametrize("form", ["gif", "webp"])


def seen(states: Sequence[State]) -> list[View]:
    return [match.view(state, None) for state in states]


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Every frame as people see it, with its time in milliseconds."""
    found: list[tuple[Image.Image, int]] = []
    with Image.open(BytesIO(data)) as moving:
        for number in range(cast("Any", moving).n_frames):
            moving.seek(number)
            found.append((moving.convert("RGB"), moving.info["duration"]))
    return found


def shown(canvas: Canvas) -> Image.Image:
    """A canvas as people see it."""
    with Image.open(BytesIO(canvas.png())) as picture:
        return picture.convert("RGB")


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


# ---------------------------------------------------------------------- what is shown


@pytest.mark.sampled(1)
@forms
@pytest.mark.parametrize("theme", [DEFAULT, pytest.param(DARK, marks=pytest.mark.long)], ids=lambda theme: theme.id)
def test_there_is_a_frame_a_move_and_the_result_last(form: Form, theme: render.Theme) -> None:
    views = seen(deal(4, 3))
    moving = frames(render.replay(views, NAMES, WORDS, theme, form))
    assert len(moving) == len(views) + 1
    high = moving[0][0].height
    assert same(moving[-1][0], shown(deal_end.draw_deal_end(views[-1], NAMES, WORDS, theme, high)))
    room = room_for(views)
    room = room.taller(high - arrange(views[0], room)[2])
    for number in (0, 1, len(views) // 2, len(views) - 1):
        assert same(moving[number][0], shown(table.draw_table(views[number], NAMES, WORDS, theme, room)))


def test_a_result_alone_has_its_own_picture_in_the_middle_of_the_frame() -> None:
    views = seen(any_deal("express", 2, 3))
    moving = frames(render.replay(views, NAMES, WORDS))
    with Image.open(BytesIO(render.deal_end(views[-1], NAMES, WORDS))) as alone:
        spare = moving[-1][0].height - alone.height
        assert spare > 20
        box = (100, 60, 900, alone.height - 20)
        picture = alone.convert("RGB").crop(box)
    left, top, right, bottom = box
    assert same(moving[-1][0].crop((left, top + spare // 2, right, bottom + spare // 2)), picture)


def test_a_deal_that_goes_on_ends_with_its_last_table() -> None:
    views = seen(deal(4, 3))[:9]
    moving = frames(render.replay(views, NAMES, WORDS))
    assert len(moving) == 9
    assert same(moving[-1][0], shown(table.draw_table(views[-1], NAMES, WORDS, DEFAULT, room_for(views))))


@pytest.mark.sampled(1)
@forms
def test_a_move_is_seen_for_a_second_and_the_result_longest_before_all_begins_anew(form: Form) -> None:
    views = seen(any_deal("classic-draw", 3, 4))
    data = render.replay(views, NAMES, WORDS, form=form)
    times = [time for _, time in frames(data)]
    for view, time in zip(views[:-1], times, strict=False):
        without = view.history and isinstance(view.history[-1], Draw | Pass)
        assert time == (600 if without else 1000)
    assert times[-1] >= 4 * max(times[:-1])
    with Image.open(BytesIO(data)) as moving:
        assert moving.info["loop"] == 0


def test_a_replay_of_nothing_is_refused() -> None:
    for tell in (render.replay, render.replay_alt, render.replay_text):
        with pytest.raises(ValueError, match="a replay of nothing"):
            tell([], NAMES, WORDS)


# ---------------------------------------------------------------------- how large it is


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "seats", "options"),
    [
        *(("double-twelve", 12, {}), ("double-twelve", 2, {}), ("mexican-train", 8, {"open_hands": True})),
        *(("mexican-train", 2, {}), ("mata-alsace", 5, {})),
    ],
)
def test_long_deals_stay_far_below_what_discord_takes(rules: str, seats: int, options: dict[str, Any]) -> None:
    views = seen(any_deal(rules, seats, 3, **options))
    data = render.replay(views, PEOPLE, WORDS)
    assert len(data) / len(views) < DISCORD / MAX_MOMENTS
    assert len(data) < DISCORD / 4


@pytest.mark.long
def test_a_replay_shows_the_last_moments_of_an_endless_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = match.apply(match.new("memory", 2), apart())
    states = [state]
    while len(states) < 90:
        state = states[-1]
        states.append(match.apply(state, Flip(state.turn, 2 if state.layout.face_up == (1,) else 1))[0])
    views = seen(states)
    data = render.replay(views, NAMES, WORDS)
    assert len(frames(data)) == 90
    assert len(data) / 90 < DISCORD / MAX_MOMENTS
    monkeypatch.setattr(replay, "MAX_MOMENTS", 25)
    assert render.replay(views, NAMES, WORDS) == render.replay(views[-25:], NAMES, WORDS) != data


def apart() -> Deal:
    """Deal by which the first two tiles share no half."""
    dealt = random_deal(match.new("memory", 2), seed=1)
    one = dealt.stock[0]
    other = next(each for each in dealt.stock if each.high not in one and each.low not in one)
    rest = [each for each in dealt.stock if each not in (one, other)]
    return dealt._replace(stock=(one, other, *rest))


@pytest.mark.sampled(1)
@forms
def test_a_replay_is_the_same_each_time(form: Form) -> None:
    views = seen(deal(2, 5))
    once, again = (render.replay(views, NAMES, WORDS, CONTRAST, form) for _ in range(2))
    assert once == again


# ---------------------------------------------------------------------- frames of any kind


def canvas(size: tuple[int, int], indices: bytes) -> Canvas:
    return Canvas(DEFAULT, Image.frombytes("L", size, indices))


COLOURS = len(DEFAULT.table_palette.colours)


@st.composite
def pictures(draw: st.DrawFn) -> list[Canvas]:
    """Pictures of one size of which each changes a patch anywhere, or nothing."""
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    chance = random.Random(draw(st.integers(0, 2**32)))
    sheet = Image.new("L", (width, height))
    found: list[Canvas] = []
    for _ in range(draw(st.integers(1, 6))):
        wide, high = draw(st.integers(0, width)), draw(st.integers(0, height))
        patch = bytes(chance.randrange(COLOURS) for _ in range(wide * high))
        if patch:
            at = (draw(st.integers(0, width - wide)), draw(st.integers(0, height - high)))
            sheet.paste(Image.frombytes("L", (wide, high), patch), at)
        found.append(Canvas(DEFAULT, sheet))
    return found


@forms
@settings(max_examples=examples(60))
@given(drawn=pictures())
def test_every_frame_is_exact_and_seen_for_its_time(form: Form, drawn: list[Canvas]) -> None:
    made = getattr(animation, form)(Frame(each, 100 * number) for number, each in enumerate(drawn, start=1))
    assert [(each.tobytes(), time) for each, time in frames(made)] == list(_merged(drawn))


def _merged(drawn: Sequence[Canvas]) -> Iterator[tuple[bytes, int]]:
    """What is seen: pictures that are alike are one, for as long as all of them."""
    last, time = shown(drawn[0]).tobytes(), 0
    for number, each in enumerate(drawn, start=1):
        now = shown(each).tobytes()
        if now != last:
            yield last, time
            last, time = now, 0
        time += 100 * number
    yield last, time


@forms
def test_a_frame_that_changes_every_pixel_by_every_index_is_exact(form: Form) -> None:
    full = Palette((0, 0, 0), (9, 9, 9), (), [(n, 255 - n, 77) for n in range(256 - SHADOWS)])
    assert len(full.colours) == 256
    one, other = (
        Canvas(DEFAULT, Image.frombytes("L", (32, 32), bytes((each + shift) % 256 for each in range(256)) * 4), full)
        for shift in (0, 1)
    )
    made = getattr(animation, form)([Frame(one, 100), Frame(other, 100)])
    assert [each.tobytes() for each, _ in frames(made)] == [shown(each).tobytes() for each in (one, other)]


@forms
def test_a_frame_holds_only_what_changed(form: Form) -> None:
    size = (500, 500)
    noise = bytearray(random.Random(1).choices(range(COLOURS), k=500 * 500))
    still = Frame(canvas(size, bytes(noise)), 100)
    noise[250 * 500 + 251] ^= 1
    encode = getattr(animation, form)
    assert len(encode([still, Frame(canvas(size, bytes(noise)), 100)])) < len(encode([still])) + 100


@forms
def test_frames_are_drawn_when_they_are_needed(form: Form) -> None:
    alive = 0
    most = 0

    class Counted(Canvas):
        def __init__(self, number: int) -> None:
            nonlocal alive, most
            super().__init__(DEFAULT, Image.new("L", (8, 8), number))
            alive += 1
            most = max(most, alive)

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    getattr(animation, form)(Frame(Counted(number), 100) for number in range(50))
    assert most <= 4


@forms
def test_no_frames_are_refused(form: Form) -> None:
    with pytest.raises(ValueError, match="no frames"):
        getattr(animation, form)([])
