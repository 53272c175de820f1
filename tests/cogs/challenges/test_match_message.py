"""Tests of the message of a challenge's match, made of a header and views."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

import render
from cogs.challenges.match_message import VERBS, deal_over, in_play, next_button, result_button
from cogs.challenges.titles import heading
from cogs.messages.content import Content
from cogs.messages.emojis import TileEmojis
from engine import match
from engine.bots.level import Level
from engine.events import DealEnded, MatchEnded, Passed
from engine.game import State
from engine.live.challenges.attempt import without_course
from engine.live.model.table import Delivery, Header, Person
from engine.rules import RULE_SETS
from render.i18n import languages, translations
from tests.engine.games import late, play_out
from tests.engine.live.challenges.playing import challenge
from tests.support.hands import hand_of, header_of
from tests.support.in_memory.seen import walk

T = NullTranslations()
ANA = Person(1, "Ana", "en-US")
STATE = late(["6-1 5-1", "6-2 5-0"], ["6-6"], rules="classic", opener=1)
"""Ana is in turn."""


def alone(state: State, locale: str = "en-US") -> Header:
    """Return the header of a challenge's match at which Ana plays on the first seat."""
    computers = (Person(-seat, f"Computer {seat}", "", level=Level.NORMAL) for seat in range(1, state.seats))
    people = (replace(ANA, locale=locale), *computers)
    return replace(header_of(state), people=people, delivery=Delivery.DIRECT, deadline=None)


def shown(message: Content) -> list[dict[str, Any]]:
    return list(walk(message.components.to_components()))


def labels(message: Content) -> list[str]:
    return [each["label"] for each in shown(message) if each.get("label")]


def verbs(message: Content) -> set[str]:
    return {each["custom_id"].split(":")[1] for each in shown(message) if "custom_id" in each}


@pytest.mark.parametrize("as_text", [False, True])
def test_a_deal_in_play_is_one_message_with_the_table_the_hand_and_its_own_controls(as_text: bool) -> None:
    hand = replace(hand_of(STATE), header=alone(STATE), user_id=1, as_text=as_text, verbs=VERBS)
    news = [Passed(0, (5,)), Passed(1, ())]
    message = in_play(hand, match.view(STATE, None), news, ["**Daily** · Classic · deal 2 of 3"], TileEmojis())
    assert message.text.split("\n")[:3] == [
        "**Daily** · Classic · deal 2 of 3",
        "**Ana** passes on 5.",
        "**🤖 Computer 1** passes.",
    ]
    assert verbs(message) == {"chact", "rules"}
    assert (message.picture is None) is as_text
    assert (message.hand is None) is as_text
    assert bool(message.plain) is as_text
    assert "first to" not in message.plain


def finished_deals() -> list[State]:
    """Return a state of each rule set at a deal's end, at the end of the match where that is one."""
    states: list[State] = []
    for rules in RULE_SETS.values():
        steps = play_out(rules.id, rules.seats[0], {}, 1)
        states.append(next(each.after for each in steps if each.after.turn is None and each.after.results))
    return states


@pytest.mark.parametrize("state", finished_deals(), ids=lambda state: state.rules.id)
def test_the_end_of_a_deal_names_the_margin_and_no_winner_of_a_match(state: State) -> None:
    view, header = match.view(state, None), replace(alone(state), as_text=True)
    news = [DealEnded(1, state.results[-1]), MatchEnded((0,))]
    forward = next_button("abcdefgh", 1, T)
    message = deal_over(header, view, news, ["**Daily**"], -12, forward, T, render.DEFAULT)
    assert message.text.startswith("**Daily**\nThis deal: **−12**\n")
    assert "🏆" not in message.text
    assert "wins the match" not in message.text + message.plain + message.alt
    assert labels(message) == ["Next deal", "Rules"]


def test_the_last_deal_leads_to_the_result() -> None:
    assert result_button("abcdefgh", T).custom_id == "b:chresult:abcdefgh"


@pytest.mark.parametrize(("deals", "end"), [(3, " · deal 2 of 3"), (1, "")])
def test_a_heading_numbers_the_deals_of_several(deals: int, end: str) -> None:
    assert heading(challenge(deals=deals), 2, T) == f"**Deal of the day 329** · Classic{end}"


@pytest.mark.parametrize("language", languages())
def test_a_heading_is_in_each_language(language: str) -> None:
    assert heading(challenge(), 2, translations(language)) != heading(challenge(), 2, T)


def test_points_to_win_stay_where_plays_score_at_once() -> None:
    scoring, other = (match.view(match.new(rules, seats=2), None) for rules in ("fives", "classic"))
    assert without_course(scoring).options == scoring.options
    assert without_course(other).options["target"] == "one-deal"
