"""The windows of options: every rule set, language and page within Discord's limits; what is sent off, read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from gettext import NullTranslations

import pytest
from simcord.components import validate_modal

from cogs.core.components import custom_id
from cogs.lobby.options import lobby_pages
from cogs.messages.forms.fields import NUMBER, options_sent
from cogs.messages.forms.form import MAX_TYPED, Choice, Field, Page, packed, page_buttons, submitted
from cogs.settings.server_form import server_pages
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Timeouts
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Header, Person, Status
from engine.options import Value
from engine.rules import RULE_SETS
from render.i18n import languages, translations
from tests.support import pseudo

LANGUAGES = ["en-US", *languages(), pseudo.PSEUDO]
TABLE = "x" * 8
PACE = Timeouts()
NAME = "W" * 32
LONGEST = "𝟗" * MAX_TYPED
"""A text that takes as many bytes as any."""


def catalog(language: str) -> NullTranslations:
    return pseudo.translations() if language == pseudo.PSEUDO else translations(language)


def choices_of(rules: str) -> Iterator[Mapping[str, Value]]:
    """Yield values with which each option of a rule set matters at least once."""
    offered = RULE_SETS[rules].options
    defaults = {option.id: option.default for option in offered}
    yield defaults
    for option in offered:
        if option.needs is not None:
            name, values = option.needs
            yield defaults | {name: values[0]}


def pages_of(rules: str, t: NullTranslations) -> Iterator[list[Page]]:
    people = tuple(Person(number, NAME, "en-US") for number in range(1, RULE_SETS[rules].seats[-1] + 1))
    for options in choices_of(rules):
        table = Header(TABLE, 7, 8, 1, rules, options, people, Status.LOBBY, "en-US", (), 0, None)
        yield lobby_pages(table, PACE, t, edited=False)
        unset = t.gettext("the language of each table's host, since this is no Community server")
        server = ServerPreferences(rules=rules, options=dict(options))
        yield server_pages(server, [2**63] * 25, PACE, unset, t)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_page_of_every_rule_set_fits_in_discords_window_in_every_language(rules: str, language: str) -> None:
    for pages in pages_of(rules, catalog(language)):
        assert len({page.title for page in pages}) == len(pages) <= 4
        for number, page in enumerate(pages):
            modal = page.modal("options", TABLE, rules, number=str(number)).to_dict()
            validate_modal(modal)
            assert len(modal["title"]) <= 45
            assert len(modal["components"]) <= 5
            for label in modal["components"]:
                assert len(label["label"]) <= 45
                assert len(label.get("description", "")) <= 100
                options = label["component"].get("options", [])
                assert len(options) <= (10 if label["component"]["type"] == 21 else 25)
                assert all(len(each["label"]) <= 100 for each in options)
                assert all(len(each.get("description") or "") <= 100 for each in options)
            sent = {field.id: [LONGEST if not field.choices else field.chosen[0]] for field in page.fields}
            draft = custom_id("b", "options", TABLE, rules, number, page.draft(sent))
            assert len(draft) <= 100
        for button in page_buttons(pages, "options", TABLE, rules):
            assert button.label is not None
            assert len(button.label) <= 80


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_clock_is_on_the_page_that_names_it_in_every_rule_set(rules: str) -> None:
    for pages in pages_of(rules, catalog("en-US")):
        assert [page.title for page in pages if page.fields[0].id == "clock"] == ["Clock and other options"]


def fields(*ids: str) -> list[Field]:
    return [Field(each, each) for each in ids]


def test_fields_fill_few_pages_in_their_order_and_groups_stay_together() -> None:
    groups = [fields("a"), fields("b"), fields("c"), fields("d"), fields("e", "f"), fields("g")]
    assert [[each.id for each in page] for page in packed(groups)] == [["a", "b", "c", "d"], ["e", "f", "g"]]
    assert packed([]) == []


PAGE = Page(
    "Rules",
    [
        Field("target", "Target", ("100",), [Choice("50", "50 points"), Choice("100", "100 points")]),
        Field("number-deals", "Another number"),
    ],
)


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ({"target": ["50"], "number-deals": ["2.5"]}, [("50",), ("2.5",)]),
        ({"target": ["50"], "number-deals": ["٣é"]}, [("50",), ("٣é",)]),
        ({"target": ["50"], "number-deals": [""]}, [("50",), ()]),
        ({"target": ["75"], "number-deals": ["x" * 99]}, [("100",), ("x" * MAX_TYPED,)]),
        ({}, [("100",), ()]),
    ],
)
def test_a_refused_page_opens_again_with_what_was_sent(sent: dict[str, list[str]], shown: list[tuple[str]]) -> None:
    assert [field.chosen for field in PAGE.filled(PAGE.draft(sent)).fields] == shown


@pytest.mark.parametrize(
    ("sent", "changed"),
    [
        ({"target": ["100"], "number-deals": [""]}, {}),
        ({"target": ["50"], "number-deals": [""]}, {"target": ["50"]}),
        ({"target": ["100"], "number-deals": ["7"]}, {"number-deals": ["7"]}),
        ({"target": [], "number-deals": ["100"]}, {"target": [], "number-deals": ["100"]}),
    ],
)
def test_only_fields_that_differ_from_the_opening_count_as_changed(
    sent: dict[str, list[str]], changed: dict[str, list[str]]
) -> None:
    for draft in ("", "0-37"):
        opened = PAGE.modal("options", number="3", draft=draft).custom_id.split(":")[-1].split("~")[0]
        assert submitted(opened, sent) == ("3", changed), "against the present values, whatever a draft fills in"
    assert submitted("3", sent) == ("3", sent), "a form of an earlier version"


@pytest.mark.parametrize("forged", ["", "7", "9-zz", "-1-", "0-ff", "0-00-1", "x-x", "٣-"])
def test_a_forged_draft_fills_in_nothing_that_breaks_a_page(forged: str) -> None:
    filled = PAGE.filled(forged)
    validate_modal(filled.modal("options", number="0").to_dict())
    assert all(each in ("50", "100") for each in filled.fields[0].chosen)


MATA = {"until": "deals", "deals": 5, "limit": 100}


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"deals": ["10"]}, {"deals": 10}),
        ({"deals": ["5"], f"{NUMBER}deals": [""]}, {"deals": 5}),
        ({f"{NUMBER}deals": [" 12 "], "deals": ["5"]}, {"deals": 12}),
        ({f"{NUMBER}deals": ["0"]}, {"deals": 0}),
        ({f"{NUMBER}deals": ["2.5"]}, {"deals": "2.5"}),
        ({f"{NUMBER}deals": ["9" * 10]}, {"deals": "9" * 10}),
        ({"until": ["last"]}, {"until": "last"}),
        ({}, {}),
    ],
)
def test_a_typed_number_goes_before_a_choice(sent: dict[str, list[str]], read: dict[str, Value]) -> None:
    assert options_sent("mata", MATA, sent) == read


@pytest.mark.parametrize("sent", [{"tempo": ["3"]}, {"number-": ["3"]}, {"deals": []}, {"deals": ["3", "5"]}])
def test_a_field_that_no_window_has_is_refused(sent: dict[str, list[str]]) -> None:
    with pytest.raises(TableError) as refused:
        options_sent("mata", MATA, sent)
    assert refused.value.code is Code.STALE
