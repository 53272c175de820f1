"""Tests of the text of a hand, made of a position."""

from __future__ import annotations

import random
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from cogs.core.frame import Picture
from cogs.messages.content import Content
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import hand_text
from cogs.messages.hand_message import hand_content, with_hand
from engine import match, random_deal
from engine.actions import Draw, Pass
from engine.game import State
from engine.live.model.table import Delivery, Pause, Presence, Status
from engine.tiles import tile
from tests.engine.games import after, late, play_on
from tests.support.hands import hand_of

WORDS = NullTranslations()
STATE = late(["6-1 5-1", "6-2 5-0"], ["6-6"], rules="classic", opener=1)
"""Seat 0 is in turn."""


def told(state: State, seat: int, presence: Presence = Presence.HERE, **changes: Any) -> list[str]:
    """Return the lines of a seat's hand, after its heading; ``delivery``, ``pause``, ``status``: of the header."""
    hand = hand_of(state, seat)
    people = list(hand.header.people)
    people[seat] = replace(people[seat], presence=presence)
    of_header = {name: changes.pop(name) for name in ("delivery", "pause", "status") if name in changes}
    ends_of = changes.pop("ends_of", None)
    hand = replace(hand, header=replace(hand.header, people=tuple(people), **of_header), **changes)
    lines = hand_text(hand, WORDS, ends_of).split("\n")
    if hand.header.delivery.single_message:
        return lines
    assert lines[0].startswith("**Your hand**")
    return lines[1:]


PAUSED = {"pause": Pause(None)}
OVER = {"status": Status.CLOSED}
HOST = "The match is paused. Press **Resume** under the table to continue it."
GUEST = (
    "The match is paused. Its host, <@1>, can continue it with `/domino table pause`; once this deal has been paused "
    "for an hour, every player can."
)


@pytest.mark.parametrize(
    ("seat", "changes", "lines"),
    [
        (0, {}, ["It's your turn: choose a tile."]),
        (1, {}, ["Wait for your turn."]),
        (1, {"delivery": Delivery.ANSWERS}, ["Wait for your turn."]),
        (0, {"delivery": Delivery.DIRECT}, ["It's your turn: choose a tile."]),
        (1, {"delivery": Delivery.DIRECT}, [""]),
        (0, {"only_move": Pass(0)}, ["It's your turn, and you can only pass: the bot passes for you."]),
        (0, {"only_move": Draw(0)}, ["It's your turn, and you can only draw: the bot draws for you."]),
        (0, PAUSED, [HOST]),
        (1, PAUSED, [GUEST]),
        (0, {**PAUSED, "only_move": Pass(0)}, [HOST]),
        (0, {"ends_of": tile(6, 1)}, ["6-1: at which end?"]),
        (0, {**PAUSED, "ends_of": tile(6, 1)}, ["6-1: at which end?"]),
        (0, OVER, ["This match was stopped."]),
        (0, {**OVER, "ends_of": tile(6, 1)}, ["This match was stopped."]),
        (0, {**OVER, **PAUSED, "trouble": "blocked"}, ["This match was stopped."]),
    ],
)
def test_a_hand_says_what_its_player_can_do(seat: int, changes: dict[str, Any], lines: list[str]) -> None:
    assert told(STATE, seat, **changes) == lines


def test_a_message_with_table_and_hand_says_once_that_a_foot_needs_toes() -> None:
    """The board names the duty for everyone, and the hand asks its player for it."""
    needs = "The chicken foot of 5-5 needs 3 more toes first."
    state = late(("5-4 8-7", "6-6"), ("9-5 e1", "9-8 e2", "9-2 e3", "9-3 e4", "5-5 e1"), rules="chickenfoot")
    message = Content(f"Ana plays.\n{needs}", "", None, "", "", ())
    for only_move, lines in (
        (None, ["Ana plays.", f"It's your turn: choose a tile. {needs}"]),
        (Draw(0), ["Ana plays.", needs, "It's your turn, and you can only draw: the bot draws for you."]),
    ):
        hand = replace(hand_of(state), only_move=only_move)
        hand = replace(hand, header=replace(hand.header, delivery=Delivery.DIRECT))
        assert with_hand(message, hand, TileEmojis()).text.split("\n") == lines


def test_a_hand_without_tiles_has_no_picture_and_says_so_in_its_text() -> None:
    empty = STATE._replace(hands=(STATE.hands[0], ()), legal=None)
    assert told(empty, 1) == ["You hold no tiles. Wait for your turn."]
    assert told(empty, 1, delivery=Delivery.DIRECT) == ["You hold no tiles."]
    assert hand_content(hand_of(empty, 1), TileEmojis()).picture == ""
    as_text = replace(hand_of(empty, 1), as_text=True)
    assert hand_text(as_text, WORDS).count("You hold no tiles.") == 0
    shown = hand_content(as_text, TileEmojis()).picture
    assert isinstance(shown, str)
    assert shown.startswith("You hold no tiles.")


@pytest.mark.pictures
def test_a_hand_below_its_table_leaves_out_the_ends() -> None:
    hand = hand_of(STATE, 0)
    below = replace(hand, header=replace(hand.header, delivery=Delivery.DIRECT))
    alone, beside = (hand_content(each, TileEmojis()).picture for each in (hand, below))
    assert isinstance(alone, Picture)
    assert isinstance(beside, Picture)
    assert len(alone.content) > len(beside.content)


@pytest.mark.parametrize("changes", [{}, PAUSED, {"only_move": Pass(0)}])
def test_who_is_away_is_told_how_to_come_back_before_all_else(changes: dict[str, Any]) -> None:
    for presence, way in ((Presence.KEPT, "I'm back"), (Presence.LEFT, "I'm back"), (Presence.REMOVED, "ask the host")):
        (line,) = told(STATE, 0, presence, **changes)
        assert way in line


@pytest.mark.parametrize(
    ("trouble", "way"),
    [("blocked", "`/domino settings doctor` explains what is wrong."), ("lost", "type `/domino board` in")],
)
def test_a_hand_whose_table_can_not_be_shown_says_what_to_do_last(trouble: str, way: str) -> None:
    *_, asked, last = told(STATE, 0, trouble=trouble)
    assert asked == "It's your turn: choose a tile."
    assert last.startswith("-# ")
    assert way in last


def test_a_hand_names_the_partner() -> None:
    state, _ = match.apply(begun := match.new("express", 4, {"pairs": True}), random_deal(begun, random.Random(1)))
    partners = [told(state, seat)[0] for seat in range(4)]
    assert all(each.startswith("Your partner: **") for each in partners)
    assert [each[-5:] for each in partners] == ["(3)**", "(4)**", "(1)**", "(2)**"]
    assert told(state, 0, **OVER) == ["This match was stopped."]


def test_a_hand_names_the_tiles_drawn_before_what_to_do() -> None:
    state = late(["1-0", "2-0"], ["6-6"], rules="classic-draw", opener=1, boneyard="1-1 6-4 5-4")
    drawn = after(state, "0 draw", "0 draw")
    assert told(drawn, 0) == ["You drew 2 tiles: 1-1 and 6-4.", "It's your turn: choose a tile."]
    assert told(drawn, 0, **PAUSED) == ["You drew 2 tiles: 1-1 and 6-4.", HOST]
    assert told(drawn, 1) == ["Wait for your turn."]


def test_between_deals_and_after_a_match_a_hand_says_how_that_ended() -> None:
    steps = [*play_on(match.new("express", 2), random.Random(4))]
    between = next(step.after for step in steps if step.after.turn is None and step.after.results)
    assert not between.finished
    assert len(told(between, 0)) == 1
    assert len(told(between, 0, trouble="blocked")) == 2
    over = steps[-1].after
    assert over.finished
    assert "wins the match!" in told(over, 0, trouble="blocked")[-1], "nothing can be done any more"


def test_who_is_out_of_a_match_is_told_so() -> None:
    steps = play_on(match.new("mata", 4, {"until": "last", "limit": 50}), random.Random(4))
    state = next(step.after for step in steps if step.after.eliminated and step.after.turn is not None)
    assert told(state, state.eliminated[0]) == ["You are out of this match; the others keep playing."]
