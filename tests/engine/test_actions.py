"""Actions as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Luck, Pass, Play, parse, parse_move
from engine.tiles import full_set, tile
from tests.engine import laws

ENDS = st.text(st.characters(blacklist_categories=["Z", "C"]), min_size=1, max_size=8)
MOVES = st.one_of(
    st.builds(Pass, st.integers(0, 11)), st.builds(Play, st.integers(0, 11), st.sampled_from(full_set(12)), ENDS)
)
STOCKS = st.sampled_from([6, 9, 12]).flatmap(lambda top: st.permutations(full_set(top))).map(tuple)
DEALS = st.builds(Luck, STOCKS, st.none() | st.integers(0, 11))


@settings(max_examples=100, deadline=None, database=None)
@given(action=st.one_of(MOVES, DEALS))
def test_every_action_is_read_as_it_is_written(action: Action) -> None:
    laws.actions_are_written_and_read([action])


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Play(0, tile(5, 5), "start"), "0 play 5-5 start"),
        (Play(11, tile(6, 4), "left"), "11 play 6-4 left"),
        (Pass(1), "1 pass"),
        (Luck((tile(1, 0), tile(0, 0))), "deal 1-0 0-0"),
        (Luck((tile(1, 0),), 3), "deal 1-0 first 3"),
    ],
)
def test_actions_are_written_as_the_record_has_them(action: Action, text: str) -> None:
    # Source: the game record, "Form".
    assert str(action) == text
    assert parse(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "pass",
        "play 6-4 left",
        "x pass",
        "-1 pass",
        "+1 pass",
        "01 pass",
        "1.0 pass",
        "100 pass",
        "² pass",
        "١ pass",
        "0  pass",
        "0 pass ",
        " 0 pass",
        "0\tpass",
        "0 Pass",
        "0 pass now",
        "0 play",
        "0 play 6-4",
        "0 play 6-4 ",
        "0 play 4-6 left",
        "0 play 6-4 left 6",
        "0 play left 6-4",
        "0 draw",
        "0 jump",
        "deal 6-4",
    ],
)
def test_a_move_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|does not"):
        parse_move(text)


@pytest.mark.parametrize(
    "text",
    [
        "deal ",
        "deal 4-6",
        "deal 6-4 ",
        "deal 6-4  5-4",
        "deal 6-4 first",
        "deal 6-4 first x",
        "deal 6-4 first -1",
        "deal 6-4 first 1_0",
        "deal 6-4 first 01",
        "deal 6-4 first ١",
        "deal first 1 6-4",
        "Deal 6-4",
    ],
)
def test_a_deal_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|does not"):
        parse(text)


def test_a_long_text_is_not_repeated_in_full_when_refused() -> None:
    with pytest.raises(ValueError, match="is not an action") as caught:
        parse_move("0 " + "x" * 10_000)
    assert len(str(caught.value)) < 80
