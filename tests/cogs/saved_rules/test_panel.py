"""Tests of the messages and forms of saved rules in every language."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.core.command_names import CommandNames
from cogs.messages.names import code_refusal, lost_lines
from cogs.saved_rules.panel import (
    MAX_NAME,
    Shelf,
    Sources,
    code_form,
    list_panel,
    name_form,
    one_panel,
    question,
    rename_form,
)
from engine.live.model.pace import Timeouts
from engine.live.model.rules_code import Unreadable, read_code, written_code
from engine.live.model.saved_rules import MAX_SAVED, HouseRules, OwnerKind, SavedRules, fitted
from render.i18n import translations
from tests.support.in_memory.seen import walk
from tools import texts

LANGUAGES = ["en", *(texts.language_of(file) for file in texts.files())]
LOST = HouseRules("dominicano", {"target": 7, "gone": True, "clock": "slow", "hints": True, "auto": "nothing"})
SAVED = [SavedRules(f"{at:08x}", f"{at} ".ljust(MAX_NAME, "W"), LOST) for at in range(MAX_SAVED)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_fit_into_the_limits_of_discord_in_whole_words(language: str) -> None:
    t = translations(language)
    for kind in OwnerKind:
        forms = (name_form(kind, "table", t), rename_form(kind, SAVED[0], t), code_form(kind, t))
        for form in forms:
            raw: dict[str, Any] = form.to_dict()
            assert 0 < len(raw["title"]) <= 45
            assert len(raw["custom_id"]) <= 100
            for label in raw["components"]:
                assert 0 < len(label["label"]) <= 45
                assert len(label.get("description") or "") <= 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_fit_with_twenty_long_names(language: str) -> None:
    t = translations(language)
    for kind in OwnerKind:
        shelf = Shelf(kind, SAVED, fitted(SAVED[0].rules, "express"), changes=True)
        listed = list_panel(shelf, Sources("table", "match"), CommandNames({}, t), t)
        names = CommandNames({}, t)
        one, asked = one_panel(SAVED[0], shelf, Timeouts(), names, t, "note"), question(SAVED[0], shelf, names, t)
        for view in (listed, one, asked):
            parts = list(walk(view.to_components()))
            shown = "\n".join(each["content"] for each in parts if each["type"] == 10)
            assert len(shown) <= 4000
            assert "…" not in shown
            assert all(len(each.get("label") or "") <= 80 for each in parts)
            assert len(parts) <= 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_lost_is_told_with_its_value(language: str) -> None:
    t = translations(language)
    lines = lost_lines(fitted(LOST, "express"), t)
    assert [("`7`" in each, "`gone`" in each) for each in lines] == [(True, False), (False, True)]
    assert "`x`" in lost_lines(fitted(HouseRules("x", {}), "express"), t)[0]
    (switch,) = lost_lines(fitted(HouseRules("express", {"target": True}), "express"), t)
    assert "`true`" in switch
    assert all("d1." in code_refusal(each, t) for each in Unreadable if each is Unreadable.NO_CODE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_very_many_lost_parts_the_first_are_told_with_the_number_of_the_others(language: str) -> None:
    code = written_code(HouseRules("express", {f"{at:02x}": True for at in range(90)}))
    rules = read_code(code)
    assert isinstance(rules, HouseRules)
    lines = lost_lines(fitted(rules, "express"), translations(language))
    assert len("\n".join(lines)) < 1500
    assert str(90 - (len(lines) - 1)) in lines[-1]
    assert len(lines) > 5
