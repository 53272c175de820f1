"""Tests of the classes that put tables into words."""

from __future__ import annotations

from gettext import NullTranslations
from typing import get_args

from engine.layouts import Layout
from engine.rules import RULE_SETS
from render.examples import example_view
from render.text.forms import text_form
from render.text.sentences import at_end
from tests.support.cases import FORMS


def test_every_form_of_table_has_words_of_its_own() -> None:
    views = [example_view(rules) for rules in RULE_SETS]
    words = {type(view.layout): type(text_form(view, NullTranslations())) for view in views}
    assert {*words} == {*get_args(Layout)}
    assert len({*words.values()}) == len(words)


def test_every_end_that_takes_a_fitting_tile_has_words_for_its_place() -> None:
    views = [example_view(rules) for rules in RULE_SETS]
    ends = {end for view in views if view.layout.has_ends for end in view.ends}
    assert len(ends) > 10
    assert not [end for end in ends if at_end(end, NullTranslations()) == end]


def test_each_change_tests_every_form_of_table() -> None:
    assert {type(example_view(rules).layout) for rules in FORMS} == {*get_args(Layout)}
