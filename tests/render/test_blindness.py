"""Tests of blindness: shuffling hidden tiles changes nothing that is shown."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from gettext import NullTranslations
from itertools import cycle, islice
from typing import Any

import pytest

import render
from engine import match
from engine.game import State
from engine.layouts import Feet, Grid, Trains
from engine.move_points import points_by_move
from engine.rules import RULE_SETS
from engine.tiles import tile
from engine.view import View
from tests.engine.laws.laws import shuffled
from tests.render.games import WORDS, any_deal
from tests.support.cases import few_rule_sets

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lu")
EVERY_RULE_SET = pytest.mark.parametrize("rules", few_rule_sets())
MOMENTS = 2

_TILE = re.compile(r"(?<![\d-])(1?\d)-(1?\d)(?![\d-])")
_MATADORS = re.compile(r"mata(?:dor)?s are [\d, and-]+")
"""What every table of matadors says of its rules, whoever holds them."""


def deal_of(rules: str, seed: int) -> list[State]:
    """A deal with as many players as there can be, or as few."""
    seats = RULE_SETS[rules].seats
    return any_deal(rules, seats[-1] if seed % 2 else seats[0], seed)


def running(states: list[State]) -> list[State]:
    """Those in which what is hidden may be shuffled: the deal goes on, and its opener needs no certain tile."""
    return [state for state in states if state.turn is not None and state.opening is None]


def hidden_otherwise(state: State, seat: int | None, chance: random.Random) -> State:
    """The state with what is hidden shuffled, at a deal's end too: there only what nobody drew is."""
    if state.turn is not None:
        return shuffled(state, seat, chance)
    undrawn = list(state.boneyard)
    chance.shuffle(undrawn)
    return state._replace(boneyard=tuple(undrawn))


def everything(view: View, theme: render.Theme, t: NullTranslations = WORDS) -> dict[str, Any]:
    """All that is drawn or told of a view."""
    shown: dict[str, Any] = {
        "table": render.table(view, NAMES, t, theme=theme),
        "table's alt text": render.table_alt(view, NAMES, t),
        "table as text": render.table_text(view, NAMES, t),
        "replay": render.replay([view], NAMES, t, theme=theme),
        "replay's alt text": render.replay_alt([view], NAMES, t),
        "replay as text": render.replay_text([view], NAMES, t),
    }
    if view.seat is not None:
        shown |= {
            "hand": render.hand(view, NAMES, t, theme=theme),
            "hand's alt text": render.hand_alt(view, NAMES, t),
            "hand as text": render.hand_text(view, NAMES, t),
            "points to come": points_by_move(view),
        }
    if view.between_deals:
        shown |= {
            "end": render.deal_end(view, NAMES, t, theme=theme),
            "end's alt text": render.deal_end_alt(view, NAMES, t),
            "end as text": render.deal_end_text(view, NAMES, t),
        }
    return shown


def assert_blind(state: State, seat: int | None, theme: render.Theme, chance: random.Random) -> None:
    before = everything(match.view(state, seat), theme)
    after = everything(match.view(hidden_otherwise(state, seat, chance), seat), theme)
    for what, shown in before.items():
        # compared beforehand: pytest would take a minute to tell where two pictures differ
        same = shown == after[what]
        assert same, f"the {what} for {seat} tells what is hidden"


@pytest.mark.sampled(2)
@EVERY_RULE_SET
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_nothing_hidden_is_shown_in_any_form_and_any_theme(rules: str, seed: int) -> None:
    # each moment in another theme, beginning with another one in each rule set
    themes = islice(cycle(render.THEMES.values()), [*RULE_SETS].index(rules) % len(render.THEMES), None)
    chance = random.Random(f"{rules} {seed}")
    states = deal_of(rules, seed)
    moments = running(states)
    for state in [*chance.sample(moments, min(MOMENTS, len(moments))), states[-1]]:
        theme = next(themes)
        for seat in (None, state.turn or 0, chance.randrange(state.seats)):
            assert_blind(state, seat, theme, chance)


@pytest.mark.sampled
@EVERY_RULE_SET
def test_a_replay_of_what_the_channel_saw_shows_nothing_else(rules: str) -> None:
    chance = random.Random(rules)
    states = deal_of(rules, 3)[-8:]
    others = [hidden_otherwise(state, None, chance) if state.opening is None else state for state in states]
    seen, otherwise = ([match.view(state, None) for state in each] for each in (states, others))
    assert render.replay(seen, NAMES, WORDS) == render.replay(otherwise, NAMES, WORDS)
    assert render.replay_alt(seen, NAMES, WORDS) == render.replay_alt(otherwise, NAMES, WORDS)
    assert render.replay_text(seen, NAMES, WORDS) == render.replay_text(otherwise, NAMES, WORDS)


def seen_in(states: list[State]) -> set[str]:
    """The tiles of a deal that everybody has seen: laid, turned up, taken, or in the hands laid open at its end."""
    views = [match.view(state, None) for state in states]
    found = {placed.tile for view in views for placed in view.layout.placed}
    found |= {tile for view in views for hand in view.open_hands for tile in hand}
    found |= {tile for result in views[-1].results for tile in (each for hand in result.hands for each in hand)}
    for view in views:
        if isinstance(view.layout, Trains | Feet):
            found.add(view.layout.station)
        if isinstance(view.layout, Grid):
            found |= {tile for tile in view.layout.tiles.values() if tile is not None}
    return {tile.text for tile in found}


def told_unseen(states: list[State], views: list[View]) -> set[str]:
    """The tiles that nobody has seen in a deal, and that it is told with afterwards all the same."""
    hidden = {each.text for each in match.stock_of(states[0])} - seen_in(states)
    texts = [
        render.replay_alt(views, NAMES, WORDS),
        render.replay_text(views, NAMES, WORDS),
        render.deal_end_alt(views[-1], NAMES, WORDS),
        render.deal_end_text(views[-1], NAMES, WORDS),
    ]
    told = _TILE.findall(_MATADORS.sub("", " ".join(texts)))
    return hidden & {tile(int(one), int(other)).text for one, other in told}


@EVERY_RULE_SET
def test_a_deal_told_again_names_no_tile_that_nobody_saw(rules: str) -> None:
    for seed in range(4):
        states = deal_of(rules, seed)
        assert not told_unseen(states, [match.view(state, None) for state in states])


def test_an_undrawn_tile_that_is_told_is_noticed() -> None:
    states = deal_of("express", 2)
    views = [match.view(state, None) for state in states]
    assert not told_unseen(states, views)
    undrawn = states[-1].boneyard[:2]
    ended = views[-1].results[-1]
    views[-1] = replace(views[-1], results=(ended._replace(hands=(undrawn, *ended.hands[1:])),))
    assert told_unseen(states, views) == {each.text for each in undrawn}


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = running(deal_of("express", 2))[4]
    sight = match.view
    for leak in (
        lambda state, view: replace(view, open_hands=state.hands),
        lambda state, view: replace(view, boneyard_size=state.boneyard[0].pips),
        lambda state, view: replace(view, drawn=state.hands[0][:1], hand=(*view.hand, state.boneyard[0])),
    ):
        monkeypatch.setattr(match, "view", lambda state, seat, leak=leak: leak(state, sight(state, seat)))
        with pytest.raises(AssertionError, match="tells what is hidden"):
            assert_blind(state, 1, render.DEFAULT, random.Random(4))
