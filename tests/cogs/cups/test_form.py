"""A tournament before it is opened: what goes together, and what its form changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.core.errors import UserError
from cogs.cups.form import Plan, changed, pages, planned
from engine import cups
from engine.cups import Format, Sides
from engine.dealing import Seed
from engine.live.cups.tempo import Tempo
from engine.live.model.errors import TableError
from render.i18n import languages, translations

T, NOW = translations("en-US"), 1_800_000_000.0


def plan(
    sides: Sides = Sides.PAIRS, how: Format = Format.SWISS, rules: str = "express", tempo: Tempo = Tempo.TONIGHT
) -> Plan:
    return planned("Friday", rules, {}, sides, how, tempo, T)


@pytest.mark.parametrize(
    ("sides", "how", "rules", "why"),
    [
        (Sides.PARTNERS_CHANGE, Format.KNOCK_OUT, "express", "Partners can only change"),
        (Sides.PARTNERS_CHANGE, Format.ROUND_ROBIN, "express", "Partners can only change"),
        (Sides.PAIRS, Format.SWISS, "memory", "can't be played so: pairs"),
        (Sides.ALONE, Format.SWISS, "forty-two", "can't be played so: alone"),
    ],
)
def test_what_does_not_go_together_is_refused_with_what_does(sides: Sides, how: Format, rules: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        plan(sides, how, rules)


@pytest.mark.parametrize("sides", list(Sides))
def test_the_option_of_pairs_follows_the_sides(sides: Sides) -> None:
    made = planned(
        "Friday", "express", {"pairs": sides is Sides.ALONE, "target": 150}, sides, Format.SWISS, Tempo.TONIGHT, T
    )
    assert made.settings.options.get("pairs", False) is (sides is not Sides.ALONE)
    assert made.settings.options["target"] == 150
    assert cups.new(made.settings, Seed(bytes(32))).entrants == {}


@pytest.mark.parametrize(
    ("how", "fields"),
    [
        (Format.SWISS, ["rounds", "late", "fill", "text"]),
        (Format.ROUND_ROBIN, ["twice", "fill", "text"]),
        (Format.KNOCK_OUT, ["fill", "text"]),
    ],
)
def test_a_form_asks_what_its_format_has(how: Format, fields: list[str]) -> None:
    times, players = pages(plan(how=how), NOW, T)
    assert [each.id for each in times.fields] == ["start", "round", "next"]
    assert [each.id for each in players.fields] == fields


@pytest.mark.parametrize("tempo", list(Tempo))
@pytest.mark.parametrize("how", list(Format))
@pytest.mark.parametrize("locale", ["en", *languages()])
def test_a_form_fits_into_discords_limits_in_every_language(locale: str, how: Format, tempo: Tempo) -> None:
    t = translations(locale)
    for page in pages(replace(plan(how=how, tempo=tempo), starts_at=NOW + 100_000), NOW, t):
        assert len(page.title) <= 45
        assert all(len(field.label) <= 45 for field in page.fields)
        assert all(len(each.label) <= 100 for field in page.fields for each in field.choices)
        for field in page.fields:
            assert [each.value for each in field.choices].count(field.chosen[0]) == 1


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({"start": ["900"]}, {"starts_at": NOW + 900}),
        ({"start": ["button"]}, {"starts_at": None}),
        ({"round": ["1200"]}, {"round_seconds": 1_200}),
        ({"next": ["no"]}, {"automatic": False}),
        ({"text": ["yes"]}, {"as_text": True}),
    ],
)
def test_a_form_changes_what_was_sent(sent: dict[str, list[str]], fields: dict[str, object]) -> None:
    assert changed(plan(), sent, NOW) == replace(plan(), **fields)  # type: ignore[arg-type]


def test_a_form_changes_rounds_late_entry_and_computers() -> None:
    made = changed(plan(), {"rounds": ["5"], "late": ["yes"], "fill": ["yes"]}, NOW).settings
    assert (made.rounds, made.late_entry, made.fill, made.twice) == (5, True, True, False)
    assert changed(plan(how=Format.ROUND_ROBIN), {"twice": ["yes"], "rounds": ["5"]}, NOW).settings.rounds is None


@pytest.mark.parametrize("sent", [{"start": ["7"]}, {"round": ["86400"]}, {"next": ["maybe"]}, {"rounds": ["99"]}])
def test_a_forged_form_changes_nothing(sent: dict[str, list[str]]) -> None:
    with pytest.raises(TableError):
        changed(plan(), sent, NOW)
