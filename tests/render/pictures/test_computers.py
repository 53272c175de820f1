"""Tests of the signs that tell computers from people."""

from __future__ import annotations

import re

import pytest
from PIL import Image, ImageChops

import render
from engine import match
from render import THEMES
from render.geometry.arrangement import arrange
from render.names import COMPUTER_SIGN, clean, computer, initials, plain
from render.pixels import bot_sign
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.length import MAX_ALT_TEXT, length
from render.text.markdown import MAX_TEXT as LONGEST_TEXT
from tests.render.comparing import difference, opened
from tests.render.games import NAMES, WORDS, any_deal, deal, finished

STATES = deal(4, 3, {"pairs": True})
VIEW = match.view(STATES[12], None)
END = match.view(finished(4, 7, {"pairs": True}), None)
MARKED = (NAMES[0], computer("Ada"), computer("Grace"), NAMES[3])
UNMARKED = (NAMES[0], "Ada", "Grace", NAMES[3])


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
def test_a_computers_plate_bears_a_sign_and_stays_as_it_was_otherwise(theme: render.Theme) -> None:
    pictures = [render.table(VIEW, names, WORDS, theme=theme) for names in (MARKED, UNMARKED)]
    found, (marked, unmarked) = difference(*pictures), map(opened, pictures)
    _, plates, _ = arrange(VIEW)
    for seat, is_computer in enumerate((False, True, True, False)):
        box = plates[seat]
        corners = (box.x, box.y, box.right, box.bottom)
        differs = ImageChops.difference(marked.crop(corners), unmarked.crop(corners)).getbbox() is not None
        assert differs is is_computer
    both = plates[1].joined(plates[2])
    assert both.joined(found) == both


def test_the_sign_has_two_eyes_where_a_phone_shows_a_picture_at_two_fifths() -> None:
    sign = bot_sign.draw(34)
    small = sign.resize((sign.width * 2 // 5, sign.height * 2 // 5), Image.Resampling.LANCZOS)
    row = small.crop((0, small.height * 6 // 11, small.width, small.height * 6 // 11 + 1)).tobytes()
    seen = "".join("#" if cover > 140 else " " for cover in row)
    assert len(seen.split()) == 3


def test_a_long_name_loses_its_end_and_keeps_its_sign() -> None:
    style = Style(34, 700)
    short = text.clip(computer("Wolfgang Amadeus Maximilian"), style, 200)
    assert short.startswith(COMPUTER_SIGN)
    assert short.endswith("…")
    assert text.width(short, style) <= 200


def test_nobody_can_call_themselves_a_computer() -> None:
    forged = f"{COMPUTER_SIGN}\u00a0Mallory"
    assert clean(forged) == "Mallory"
    assert plain(forged) == "Mallory"
    assert initials(forged) == "M"


def test_sentences_say_which_names_are_computers() -> None:
    alt = render.table_alt(VIEW, MARKED, WORDS)
    assert "Ada (computer)" in alt
    assert "Ana (computer)" not in alt
    own = match.view(STATES[12], 0)
    for told in (
        render.table_text(VIEW, MARKED, WORDS),
        render.deal_end_alt(END, MARKED, WORDS),
        render.deal_end_text(END, MARKED, WORDS),
        render.replay_alt([VIEW], MARKED, WORDS),
        render.replay_text([VIEW], MARKED, WORDS),
        alt,
    ):
        assert "Grace (computer)" in told
        assert COMPUTER_SIGN not in told
    assert COMPUTER_SIGN not in render.hand_alt(own, MARKED, WORDS) + render.hand_text(own, MARKED, WORDS)


def test_texts_say_the_turn_of_a_computer_and_a_persons_turn() -> None:
    for state in STATES[2:10]:
        view = match.view(state, None)
        if view.turn is None:
            continue
        computer_is_in_turn = MARKED[view.turn] != NAMES[view.turn]
        said = f"It is the turn of {plain(MARKED[view.turn])} (computer)." if computer_is_in_turn else "'s turn."
        assert said in render.table_alt(view, MARKED, WORDS)
        assert said in render.table_text(view, MARKED, WORDS)
        assert ")'s turn" not in render.table_alt(view, MARKED, WORDS) + render.table_text(view, MARKED, WORDS)


def test_a_train_is_called_by_its_computers_name_and_sign() -> None:
    states = any_deal("mexican-train", 4, 3)
    state = next(each for each in states if len(match.legal(each)) > 3 and len(each.layout.placed) > 9)
    names = tuple(computer(name) if seat != state.turn else name for seat, name in enumerate(NAMES))
    view = match.view(state, state.turn)
    said = render.hand_alt(view, names, WORDS)
    assert re.search(r"the train of \w+ \(computer\)", said)
    assert "(computer)'s" not in said
    assert render.hand(view, names, WORDS) != render.hand(view, NAMES, WORDS)
    assert render.table(match.view(state, None), names, WORDS) != render.table(match.view(state, None), NAMES, WORDS)


def test_eleven_computers_with_long_names_leave_alt_text_and_text_mode_within_their_limits() -> None:
    states = any_deal("double-twelve", 12, 3)
    names = ("Ana", *(computer(f"Maximilian-Ferdinand Nr. {number:02} *_*") for number in range(11)))
    for state in states[:: len(states) // 5]:
        view = match.view(state, None)
        assert length(render.table_alt(view, names, WORDS)) <= MAX_ALT_TEXT
        assert length(render.table_text(view, names, WORDS)) <= LONGEST_TEXT
        assert render.table_text(view, names, WORDS).count("(computer)") >= 11


def test_a_computer_that_wins_keeps_its_sign_in_the_banner() -> None:
    everyone = tuple(computer(name) for name in NAMES)
    assert opened(render.deal_end(END, everyone, WORDS)).size == opened(render.deal_end(END, NAMES, WORDS)).size
    assert render.deal_end(END, everyone, WORDS) != render.deal_end(END, NAMES, WORDS)
