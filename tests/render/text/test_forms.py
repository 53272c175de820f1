"""Tests of the classes that put tables into words."""

from __future__ import annotations

from gettext import NullTranslations
from typing import get_args

from engine.layouts import Layout
from engine.rules import RULE_SETS
from render.examples import example_view
from render.text.forms import text_form


def test_every_form_of_table_has_words_of_its_own() -> None:
    views = [example_view(rules) for rules in RULE_SETS]
    words = {type(view.layout): type(text_form(view, NullTranslations())) for view in views}
    assert {*words} == {*get_args(Layout)}
    assert len({*words.values()}) == len(words)
