"""Tests that no message and no id in it depends on hidden tiles."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cogs.messages import board as boards
from cogs.messages import hand_buttons
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import hand_text
from engine import match
from engine.actions import Pass
from engine.game import State
from engine.rules import RULE_SETS
from engine.view import View
from render import DEFAULT
from tests.engine.laws.laws import shuffled
from tests.render.games import WORDS, any_deal
from tests.support.cases import few_rule_sets
from tests.support.hands import hand_of, header_of

PLY = 7


def board(state: State, *, as_text: bool) -> tuple[object, ...]:
    """All that the channel is sent."""
    message = boards.board(replace(header_of(state), as_text=as_text), match.view(state, None), PLY, (), WORDS, DEFAULT)
    components: Any = message.components.to_components()
    return replace(message, rows=()), components


def hand(state: State, seat: int) -> tuple[object, ...]:
    """The texts of a hand beside its picture, and its controls."""
    sight = hand_of(state, seat, PLY, hints=True)
    rows = hand_buttons.hand_rows(sight, WORDS, TileEmojis())
    controls = [row if isinstance(row, str) else [item.to_component_dict() for item in row] for row in rows]
    return hand_text(sight, WORDS), controls, sight.fingerprint


@pytest.mark.parametrize("rules", few_rule_sets())
def test_hidden_tiles_change_no_message_and_no_id_in_it(rules: str) -> None:
    chance = random.Random(rules)
    states = any_deal(rules, RULE_SETS[rules].seats[-1], 5)
    running = [state for state in states if state.turn is not None and state.opening is None]
    for state in chance.sample(running, min(6, len(running))):
        other = shuffled(state, None, chance)
        for as_text in (False, True):
            assert board(state, as_text=as_text) == board(other, as_text=as_text)
        for seat in range(state.seats):
            assert hand(state, seat) == hand(shuffled(state, seat, chance), seat)


def test_a_button_that_depends_on_a_hidden_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = match.view

    def telling(state: State, seat: int | None) -> View:
        view = sight(state, seat)
        return view if isinstance(match.legal(state)[0], Pass) else replace(view, default_move=None)

    monkeypatch.setattr(match, "view", telling)
    states = [state for seed in range(5) for state in any_deal("classic", 2, seed)]
    running = [state for state in states if state.turn is not None and state.opening is None]
    others = [shuffled(state, None, random.Random(1)) for state in running]
    assert any(
        board(each, as_text=False) != board(other, as_text=False) for each, other in zip(running, others, strict=True)
    )
