"""Tests of names as people write them, in pictures and in sentences."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

import render
from engine import match
from render import names
from render.geometry.arrangement import arrange
from render.pixels.typography import fonts, text
from render.pixels.typography.text import Style
from render.text.markdown import safe
from tests.render.comparing import difference
from tests.render.games import NAMES, WORDS, deal
from tests.support.examples import examples

STATES = deal(4, 3, {"pairs": True})
VIEW = match.view(STATES[12], None)

NASTY = (
    *("", "   ", "🐉" * 32, "👩‍👩‍👧‍👦" * 8, "W" * 200, "\u202eevil\u202c", "line\nbreak\ttab\x00"),
    *("Z" + "\u0351\u036b\u0343" * 30, "𗀀𗀁", "﷽" * 8, "{name} %s {0}", "محمد علي (Mo)", "\u200d\u200d", "\ud800"),
)


def picture(name: str) -> bytes:
    return render.table(VIEW, (NAMES[0], name, *NAMES[2:]), WORDS)


@pytest.mark.long
@settings(max_examples=examples(40))
@given(st.text(max_size=40))
@example("🐉" * 32)
@example("👩‍👩‍👧‍👦" * 8)
@example("Z" + "\u0351\u036b\u0343" * 30)
@example("W" * 200)
def test_a_name_never_leaves_its_plate(name: str) -> None:
    _, plates, _ = arrange(VIEW)
    found = difference(picture(name), picture("x"))
    assert found is None or plates[1].joined(found) == plates[1]


@pytest.mark.sampled
@pytest.mark.parametrize("name", NASTY, ids=ascii)
def test_every_picture_and_alt_text_bears_any_name(name: str) -> None:
    everyone = (name,) * 4
    own = match.view(STATES[12], STATES[12].turn)
    end = match.view(STATES[-1], None)
    rows = [render.LeaderboardRow(1, name, 3, 1, 10, you=True)]
    pictures = (
        render.table(VIEW, everyone, WORDS),
        render.hand(own, everyone, WORDS),
        render.deal_end(end, everyone, WORDS),
        render.deal_end(replace(end, winners=(1, 3)), everyone, WORDS),
        render.leaderboard(name, rows, WORDS),
    )
    assert all(Image.open(BytesIO(data)).width == 1000 for data in pictures)
    for said in (
        render.table_alt(VIEW, everyone, WORDS),
        render.hand_alt(own, everyone, WORDS),
        render.deal_end_alt(end, everyone, WORDS),
        render.leaderboard_alt(name, rows, WORDS),
    ):
        assert 0 < len(said.encode("utf-16-le", "surrogatepass")) // 2 <= 1024
        assert said.isprintable() or "\u200d" in said


def test_characters_that_no_font_has_become_a_few_dots() -> None:
    assert [piece for _, piece in fonts.runs("a" + "𗀀" * 9 + "b")] == ["a" + fonts.STAND_IN * 3 + "b"]
    assert not fonts.is_drawable("𗀀𗀁")


def test_letters_in_fancy_shapes_are_drawn_as_plain_ones() -> None:
    assert "".join(piece for _, piece in fonts.runs("𝓐𝓷𝓪")) == "Ana"


def test_a_name_without_any_letter_that_can_be_drawn_becomes_the_players_number() -> None:
    for name in ("𗀀𗀁", "", "\u202e", "\u3164\u2800", "\ue000"):
        assert text.drawable_name(name, "Player 2") == "Player 2"
    assert text.drawable_name("Zoé", "Player 2") == "Zoé"


def test_direction_overrides_and_control_characters_are_taken_out() -> None:
    assert names.clean("\u202eevil\u202c \u2066x\u2069\x07\nq") == "evil x q"


@pytest.mark.parametrize(
    "name",
    [
        *("\u17b5", "\u17b4\u17b5", "\u034f", "\u180e", "\u2061", "\ufeff", "\ufffc", "\U0001d173", "\U000e0001"),
        *(
            "\u0301",
            "\u20dd",
            "\u0903",
            "\ufe0f",
            "\u200d\ufe0f",
            "\u115f \u3164",
            "\u2800",
            "\u00ad",
            " \u0301 \u0302",
        ),
    ],
    ids=ascii,
)
def test_a_name_of_which_nothing_is_drawn_is_empty_and_no_name(name: str) -> None:
    assert names.clean(name) == ""
    assert names.plain(name) == "?"
    assert text.drawable_name(name, "Player 2") == "Player 2"


def test_a_mark_without_a_letter_before_it_goes() -> None:
    assert names.clean("\u0301Ana \u0301Z") == "Ana Z"


def test_a_name_that_is_cut_keeps_the_number_that_tells_it_from_another() -> None:
    long = names.numbered("Wolfeschlegelsteinhausenbergerdorff", 2)
    assert names.plain(long) == "Wolfeschlegelsteinhausenber… (2)"
    style = Style(34, 700)
    clipped = text.clip(long, style, 200)
    assert clipped.endswith("… (2)")
    assert text.width(clipped, style) <= 200
    assert safe(long, 12) == "Wolfesc… (2)"
    assert names.initials(long) == "W2"


def test_joiners_inside_a_name_stay_and_at_its_rim_go() -> None:
    family = "👩\u200d👧"
    assert names.clean(family) == family
    assert names.clean("\u200dAna\u200d") == "Ana"


def test_stacked_marks_are_thinned_to_two_a_letter() -> None:
    assert names.clean("Z" + "\u0300" * 9 + "a\u0301") == "Z\u0300\u0300a\u0301"


@pytest.mark.parametrize("name", ["မြို့", "བསྒྲུབས", "ညို့", "🪿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "نٰٓ"])
def test_marks_that_a_script_spells_with_and_flags_and_new_emoji_stay(name: str) -> None:
    assert names.clean(name) == name


def test_marks_of_a_script_are_thinned_to_four_and_tags_without_a_flag_go() -> None:
    assert names.clean("ก" + "็" * 9) == "ก" + "็" * 4
    assert names.clean("Ana\U000e0067\U000e007f") == "Ana"


def test_a_cluster_keeps_marks_and_joined_emoji_together() -> None:
    assert names.clusters("e\u0301👩\u200d👧x👍🏽🇫🇷🇩🇪1️⃣") == ["e\u0301", "👩\u200d👧", "x", "👍🏽", "🇫🇷", "🇩🇪", "1️⃣"]


@pytest.mark.long
@given(st.text(min_size=1, max_size=60), st.integers(40, 400))
def test_a_clipped_text_fits_its_room(line: str, room: int) -> None:
    style = Style(34, 700)
    assert text.width(text.clip(names.clean(line), style, room), style) <= room


def test_a_text_that_fits_is_not_clipped() -> None:
    assert text.clip("Ana", Style(34), 400) == "Ana"


@given(st.text(max_size=80))
def test_a_name_in_a_sentence_is_short_printable_and_never_empty(name: str) -> None:
    plain = names.plain(name)
    assert 1 <= len(plain) <= 33
    assert "\n" not in plain


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        *(("Ana", "A"), ("jean pierre du pont", "JP"), ("🎲 Bob", "B"), ("🎲", "🎲"), ("משה כהן", "מכ"), ("", "")),
        ("ßa", "ß"),
    ],
)
def test_initials_are_the_first_letters_of_the_first_and_last_word(name: str, letters: str) -> None:
    assert names.initials(name) == letters
