"""Tests of what rule sets say of themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from engine.game import Family, RuleSet
from engine.rules import RULE_SETS

PAIR_GAMES = {"parejas", "dominicano", "quinientos", "doscientos", "cubano", "dupla", "six-love", "cut-throat"}


def those(chosen: Callable[[RuleSet], object]) -> set[str]:
    return {rules.id for rules in RULE_SETS.values() if chosen(rules)}


def test_a_half_has_as_many_pips_as_the_set_allows_and_no_more() -> None:
    # Source: the rule book, the table of rule sets, "set".
    assert those(lambda rules: rules.max_pips == 12) == {"double-twelve", "mexican-train"}
    assert those(lambda rules: rules.max_pips == 9) == {"mexican-train-nine", "chickenfoot", "cubano"}
    assert those(lambda rules: rules.max_pips not in {6, 9, 12}) == set()


def test_points_are_bad_in_mata_on_the_mexican_train_and_in_chickenfoot_alone() -> None:
    # Source: documents 003 "Décompte des points" and 001, "Les scores et le gagnant"; the second rule book.
    bad = {"mata", "mata-alsace", "mexican-train", "mexican-train-nine", "chickenfoot"}
    assert those(lambda rules: rules.scoring.points_against) == bad


def test_in_five_rule_sets_a_deal_is_only_won_and_brings_no_points() -> None:
    # Source: the rule book, the table of rule sets, "match ends": one deal; Memory counts tiles.
    one_deal = {"classic", "classic-draw", "misere", "sebastopol", "double-twelve"}
    assert those(lambda rules: rules.scoring.scoreless) == one_deal


def test_a_blocked_deal_is_won_by_the_fewest_pips_but_for_six_rule_sets() -> None:
    # Source: the rule book, the table of rule sets, "a deal ends, who takes it"; document 004 no. 1, 2, 4 and 7; the
    # second rule book, "Fives and Threes"; in "Texas 42" no deal is blocked.
    assert those(lambda rules: rules.scoring.blocked_criterion == "tiles") == {"classic", "classic-draw", "sebastopol"}
    assert those(lambda rules: rules.scoring.blocked_criterion == "most pips") == {"misere"}
    assert those(lambda rules: rules.scoring.blocked_criterion == "nobody") == {"fives-and-threes", "forty-two"}


def test_only_accountants_has_marks_and_a_goal_that_no_option_changes() -> None:
    # Source: document 004 no. 10.
    assert those(lambda rules: rules.scoring.scoring_totals or rules.scoring.target is not None) == {"accountants"}
    assert RULE_SETS["accountants"].scoring.scoring_totals == (30, 50, 70, 100)
    assert RULE_SETS["accountants"].scoring.target == 50


def test_turns_go_round_clockwise_but_in_domino_express_and_the_pair_games() -> None:
    # Source: documents 000 "Comment jouer", "dans le sens inverse des aiguilles d'une montre", and 002; 001 and 003 say
    # "dans le sens des aiguilles"; the second rule book, part 1, "What they share".
    assert those(lambda rules: not rules.clockwise) == {"express", "express-it", *PAIR_GAMES}


def test_the_catalogue_goes_family_by_family_and_says_in_half_a_line_what_is_special_about_each_game() -> None:
    families = [family for family, _ in groupby(RULE_SETS.values(), key=lambda rules: rules.about.family)]
    assert families == list(Family)
    taglines = [rules.about.tagline for rules in RULE_SETS.values()]
    assert len({*taglines}) == len(taglines)
    assert all(0 < len(each) <= 70 and not each.endswith(".") for each in taglines)
