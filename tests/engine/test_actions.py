"""Tests of actions as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Deal, Draw, Flip, Pass, Play, parse, parse_move
from engine.tiles import full_set, tile
from tests.engine.laws import laws
from tests.support.examples import examples

ENDS = st.text(st.characters(blacklist_categories=["Z", "C"]), min_size=1, max_size=8)
SEATS = st.integers(0, 11)
MOVES = st.one_of(
    st.builds(Play, SEATS, st.sampled_from(full_set(12)), ENDS, st.none() | st.integers(0, 12)),
    st.builds(Draw, SEATS),
    st.builds(Pass, SEATS, st.just("pass")),
    st.builds(Flip, SEATS, st.integers(1, 28)),
)
STOCKS = st.sampled_from([6, 9, 12]).flatmap(lambda top: st.permutations(full_set(top))).map(tuple)
DEALS = st.builds(Deal, STOCKS, st.none(), st.just(False)) | st.builds(Deal, STOCKS, SEATS, st.booleans())


@settings(max_examples=examples(100))
@given(action=st.one_of(MOVES, DEALS))
def test_every_action_is_read_as_it_is_written(action: Action) -> None:
    laws.actions_are_written_and_read([action])


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Play(0, tile(5, 5), "start"), "0 play 5-5 start"),
        (Play(11, tile(6, 4), "left"), "11 play 6-4 left"),
        (Play(0, tile(6, 1), "left", 6), "0 play 6-1 left 6"),
        (Play(3, tile(0, 0), "right", 0), "3 play 0-0 right 0"),
        (Draw(0), "0 draw"),
        (Pass(1), "1 pass"),
        (Flip(5, 28), "5 flip 28"),
        (Deal((tile(1, 0), tile(0, 0))), "deal 1-0 0-0"),
        (Deal((tile(1, 0),), 3), "deal 1-0 first 3"),
    ],
)
def test_actions_are_written_as_the_record_has_them(action: Action, text: str) -> None:
    # Source: the game record, "Form".
    assert str(action) == text
    assert parse(text) == action


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "0", "pass", "draw", "play 6-4 left", "deal 6-4", "0 jump", "0 Pass", "0 Draw"),
        *("x pass", "-1 pass", "+1 pass", "01 pass", "1.0 pass", "100 pass", "² pass", "١ pass"),
        *("0  pass", "0 pass ", " 0 pass", "0\tpass", "0 pass now", "0 draw 6-4", "0 draw "),
        *(
            "0 play",
            "0 play 6-4",
            "0 play 6-4 ",
            "0 play 6-4 left ",
            "0 play 6-4  6",
            "0 play 4-6 left",
            "0 play left 6-4",
        ),
        *("0 play 6-4 left 6 4", "0 play 6-4 left x", "0 play 6-4 left -6", "0 play 6-4 left 06", "0 play 6-4 left ٦"),
        *("0 flip", "0 flip x", "0 flip -1", "0 flip 01", "0 flip 100", "0 flip ²", "0 flip 1 2"),
    ],
)
def test_a_move_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|does not"):
        parse_move(text)


@pytest.mark.parametrize(
    "text",
    [
        *("deal ", "deal 4-6", "deal 6-4 ", "deal 6-4  5-4", "Deal 6-4", "deal first 1 6-4", "deal 6-4 first"),
        *("deal 6-4 first x", "deal 6-4 first -1", "deal 6-4 first 1_0", "deal 6-4 first 01", "deal 6-4 first ١"),
    ],
)
def test_a_deal_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|does not"):
        parse(text)


def test_a_long_text_is_not_repeated_in_full_when_refused() -> None:
    with pytest.raises(ValueError, match="is not an action") as caught:
        parse_move("0 " + "x" * 10_000)
    assert len(str(caught.value)) < 80
