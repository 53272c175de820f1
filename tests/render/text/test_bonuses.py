"""Tests of how bonuses, tied blocks and lost points are told beside the pictures."""

from __future__ import annotations

import pytest

import render
from engine import match
from engine.actions import parse
from engine.game import State
from render.text import replay
from render.text.verdict import below_winners, who_won
from tests.engine.rules.pairs.book_deals import DEALS, later, play_deal, played
from tests.engine.rules.pairs.test_six_love import course
from tests.render.games import WORDS

NAMES = ("Ana", "Bo", "Cem", "Di")


def alt(state: State) -> str:
    return render.deal_end_alt(match.view(state, None), NAMES, WORDS)


def said(state: State) -> str:
    return who_won(match.view(state, None), state.results[-1], NAMES, WORDS)


def test_pips_and_bonuses_are_listed_apart() -> None:
    state = played("quinientos", "dominicano 1")
    assert "Points: 10+12+2 = 24; capicú 100; primera 100; 224 in all." in alt(state)
    text = render.deal_end_text(match.view(state, None), NAMES, WORDS)
    assert "capicú 100; primera 100; 224 in all" in text


def test_totals_that_fall_are_told() -> None:
    told = alt(course("six-love", "AAAB"))
    assert "Points: bruk, all totals go back to 0." in told
    assert "Scores: Ana and Cem: 0 points (−3); Bo and Di: 0 points." in told


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (
            play_deal(later("dominicano", 2), "dominicano 2"),
            "Bo and Di win the deal: blocked by Ana, with 11 pips against Bo's 10",
        ),
        (
            play_deal(later("dominicano", 2, blocked="hand"), "dominicano 2"),
            "Ana and Cem win the deal: blocked, and Cem has the lightest hand, 8",
        ),
        (
            played("parejas", "quinientos 3", tie="opener"),
            "Bo and Di win the deal: blocked and tied at 32 pips, and Bo opened",
        ),
        (
            played("parejas", "quinientos 3", tie="blocker"),
            "Ana and Cem win the deal: blocked by Ana and tied at 32 pips",
        ),
        (
            played("dupla", "quinientos 3", blocked_tie="blocker-loses"),
            "Bo and Di win the deal: blocked by Ana and tied at 32 pips",
        ),
        (
            played("six-love", "six-love 1"),
            "Blocked: Ana and Di tie for the fewest pips, 20, so nobody scores",
        ),
    ],
)
def test_a_blocked_deal_says_whose_pips_decided_it(state: State, sentence: str) -> None:
    assert said(state) == sentence


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (played("quinientos", "quinientos 2"), "Blocked, with the fewest pips, 27"),
        (played("dupla", "dupla 1, carroça"), "Cem goes out"),
        (played("six-love", "six-love 1"), "Blocked: Ana and Di tie for the fewest pips, 20, so nobody scores"),
    ],
)
def test_a_line_below_the_winners_says_only_the_reason(state: State, line: str) -> None:
    view = match.view(state, None)
    assert below_winners(view, view.results[-1], NAMES, WORDS) == line


def test_a_replay_tells_for_whom_a_pass_scored() -> None:
    stock = DEALS["dominicano 1"].stock
    state = match.new("dominicano", 4)
    views = []
    for action in (f"deal {' '.join(stock.split())}", "3 play 6-6 start", "0 pass"):
        state = match.apply(state, parse(action))[0]
        views.append(match.view(state, None))
    assert replay.one_move(views, 2, NAMES, WORDS) == "Ana passed (Bo and Di +25)"
