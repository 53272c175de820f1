"""Tests of the benchmark of the players."""

from __future__ import annotations

import random
import sys

import pytest

from benchmarks import players
from benchmarks.players import Bout, bouts, decided, main, positions, report, run
from engine import match
from engine.bots.results import PlayerResult, WinRate
from engine.bots.tournament import NEVER, Setup
from tests.engine.games import SEATINGS

pytestmark = pytest.mark.long

Capture = pytest.CaptureFixture[str]
DUEL = Bout("duel", Setup("express", 2), "heaviest", "random")
STEP = DUEL._replace(ladder=True)


def standing(low: float, high: float) -> PlayerResult:
    return PlayerResult(100, 100, 50, WinRate((low + high) / 2, low, high), 0, ())


def test_every_level_meets_the_one_below_in_every_rule_set_with_every_number_of_players() -> None:
    every = list(bouts(1))
    names = [each.name for each in every]
    assert len(set(names)) == len(names) == 9 + 3 * len(SEATINGS)
    assert names[:3] == ["express_pairs_heaviest", "express_pairs_random", "express_pairs_dominoes"]
    assert names[3:7] == ["draw_heaviest", "draw_random", "draw_free_heaviest", "draw_free_random"]
    assert names[7:9] == ["fives_heaviest", "fives_points"]
    assert {"ladder_mexican_train_8_expert_normal", "ladder_express_2_easy_random"} < set(names)
    assert all(each.game.full_match == each.name.startswith("fives") for each in every)
    assert all((each.game.deal == 2) == each.name.startswith("express_pairs") for each in every)


def test_a_narrow_interval_is_enough_and_on_the_ladder_a_clear_one() -> None:
    wide, narrow = standing(0.6, 0.9), standing(0.61, 0.65)
    assert decided(narrow, wide, DUEL, 2.5)
    assert not decided(narrow, wide, DUEL, 1.5)
    assert not decided(wide, wide, DUEL, 2.5)
    assert decided(wide, wide, STEP, 2.5)
    assert decided(wide, standing(0.1, 0.4), STEP, 2.5)
    assert not decided(wide, standing(0.49, 0.95), STEP, 2.5)
    assert not decided(PlayerResult(4, 0, 0, None, 0, ()), PlayerResult(4, 0, 0, None, 0, ()), STEP, 2.5)


def test_a_bout_ends_at_the_most_deals_it_may_have_or_when_it_is_decided() -> None:
    assert run(DUEL, 1, None, NEVER, 12).played == 12
    clear = run(Bout("clear", Setup("all-fives", 2), "heaviest", "random", ladder=True), 1, None, NEVER, 4000)
    assert 2 * players.FIRST_LOOK <= clear.played < 4000
    assert run(DUEL, 1, None, 0, 12) is None


def test_a_report_has_the_value_its_interval_and_how_many_deals(capsys: Capture) -> None:
    report(DUEL, PlayerResult(100, 90, 60, WinRate(2 / 3, 0.6, 0.7), 0, ()))
    report(STEP, None)
    out, err = capsys.readouterr()
    assert out.splitlines() == ["duel 66.67", "duel_low 60.00", "duel_high 70.00", "duel_deals 100"]
    assert err == "duel: nothing was decided in time\n"


def test_choices_are_measured_where_there_is_something_to_choose() -> None:
    for rules, seats in (("memory", 3), ("double-twelve", 12)):
        found = positions(rules, seats, random.Random(2))
        assert found
        assert all(len(match.legal(state)) > 1 for state in found)


def test_only_what_is_asked_for_is_played(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["players", "--only", "ladder_*_easy_random", "--rules", "sebastopol", "--deals", "4", "--workers", "1"]
    monkeypatch.setattr(sys, "argv", arguments)
    assert main() == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert [name for name in names if name.endswith("_deals")] == [
        "ladder_sebastopol_3_easy_random_deals",
        "ladder_sebastopol_4_easy_random_deals",
    ]
    monkeypatch.setattr(sys, "argv", ["players", "--only", "ladder_chess_*"])
    assert main() == 2
