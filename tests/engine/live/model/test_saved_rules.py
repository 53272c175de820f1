"""Tests of rules under names, and of the codes that carry them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.live.model import rules_code
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.rules_code import MAX_CODE, Unreadable, read_code, written_code
from engine.live.model.saved_rules import (
    MAX_SAVED,
    OF_A_TABLE,
    HouseRules,
    Lost,
    SavedName,
    SavedRules,
    fitted,
    folded,
    offered,
    renamed_among,
    saved_among,
)
from engine.options import Option, Value
from engine.rules import RULE_SETS
from tests.support.each import each

PLAIN = HouseRules("express", {})
CODE = "d1.fives.target=200.+pairs.clock=slow.wqtd"


def values_of(option: Option) -> st.SearchStrategy[Value]:
    offered_values = st.sampled_from(list(option.values))
    return offered_values if option.min_value is None else offered_values | st.integers(option.min_value, 999_999)


def rules_of(rules: str) -> st.SearchStrategy[HouseRules]:
    options = {option.id: values_of(option) for option in offered(rules)}
    return st.fixed_dictionaries(options).map(lambda chosen: HouseRules(rules, chosen))


ANY_RULES = st.sampled_from(list(RULE_SETS)).flatmap(rules_of)


# ---------------------------------------------------------------------- codes


@pytest.mark.laws
@given(ANY_RULES)
def test_rules_come_out_of_their_code_as_they_went_in(rules: HouseRules) -> None:
    code = written_code(rules)
    read = read_code(code)
    assert isinstance(read, HouseRules)
    assert len(code) <= MAX_CODE
    whole = fitted(rules, "express")
    assert fitted(read, "express") == whole
    assert not whole.lost
    assert {**whole.options, **whole.of_table} == dict(rules.options)


@each("rules", list(RULE_SETS))
def test_every_value_of_every_option_goes_through_a_code(rules: str) -> None:
    for option in offered(rules):
        for value in option.values:
            read = read_code(written_code(HouseRules(rules, {option.id: value})))
            assert isinstance(read, HouseRules)
            kept = fitted(read, rules)
            found = {**kept.options, **kept.of_table}[option.id]
            assert (found, type(found)) == (value, type(value))


def test_a_code_names_what_differs_from_what_is_not_written() -> None:
    chosen = {"target": 200, "pairs": True, "tiles": "7-5-5", "clock": "slow", "hints": False}
    assert written_code(HouseRules("fives", chosen)) == CODE
    assert written_code(PLAIN).startswith("d1.express.")
    # an unwritten capicúa is that of the versions before it
    assert ".capicua=either." in written_code(HouseRules("dupla", {"capicua": "either"}))
    assert ".capicua" not in written_code(HouseRules("dupla", {"capicua": "plain"}))


@each(
    "typed",
    [
        CODE.upper(),
        f"  `{CODE}`\n",
        CODE.replace(".", ". "),
        written_code(HouseRules("fives", {"tiles": "9-7-5"})).replace("-", "–"),
    ],
)
def test_case_spaces_and_dashes_of_a_code_do_not_matter(typed: str) -> None:
    assert isinstance(read_code(typed), HouseRules)


def test_no_code_with_one_slip_is_read() -> None:
    for at in range(len(CODE)):
        for letter in "0123456789abcdefghjkmnpqrstuvwxyz.=+-_":
            if letter != CODE[at]:
                assert isinstance(read_code(CODE[:at] + letter + CODE[at + 1 :]), Unreadable)
        assert isinstance(read_code(CODE[:at] + CODE[at + 1 :]), Unreadable)
        swapped = CODE[:at] + CODE[at : at + 2][::-1] + CODE[at + 2 :]
        assert swapped == CODE or isinstance(read_code(swapped), Unreadable)


def signed(body: str) -> str:
    """Return a text with the letters that a code needs."""
    return f"{body}.{rules_code._check(body)}"


@each(
    ("typed", "why"),
    [
        *(("", Unreadable.NO_CODE), ("Sunday", Unreadable.NO_CODE), ("d1.express", Unreadable.MISTYPED)),
        *((CODE[:-1] + "0", Unreadable.MISTYPED), (signed("d2.express.+whatever"), Unreadable.LATER)),
        *((signed("d1.express.target"), Unreadable.MISTYPED), (signed("d1.express.+"), Unreadable.MISTYPED)),
        *((signed("d1.express.=5"), Unreadable.MISTYPED), (signed("d1.**bold**"), Unreadable.MISTYPED)),
        *((signed("d1.express.target=@everyone"), Unreadable.MISTYPED), ("d1." + "x" * 900, Unreadable.MISTYPED)),
        *((signed("d1.express" + ".+x" * 150), Unreadable.MISTYPED), ("d1.\ud800.0000", Unreadable.MISTYPED)),
    ],
)
def test_what_is_no_code_is_refused_for_a_reason(typed: str, why: Unreadable) -> None:
    assert read_code(typed) is why


@pytest.mark.laws
@given(st.text() | st.from_regex(r"\s*d1\.[a-z.=+_0-9-]*\Z"))
def test_any_text_is_a_code_or_is_none(text: str) -> None:
    assert isinstance(read_code(text), (HouseRules, Unreadable))


# ---------------------------------------------------------------------- rules of other versions


@each(
    ("kept", "options", "lost"),
    [
        (PLAIN, {"target": 100, "pairs": False}, ()),
        (HouseRules("express", {"target": 200}), {"target": 200, "pairs": False}, ()),
        (HouseRules("express", {"target": 175}), {"target": 100}, (Lost("target", 175),)),
        (HouseRules("express", {"pairs": 1, "target": 50}), {"pairs": False, "target": 50}, (Lost("pairs", 1),)),
        (HouseRules("express", {"gone": True, "pairs": True}), {"pairs": True}, (Lost("gone", True),)),
        # without the option it is as before; with a value that is gone, as in a new table
        (HouseRules("dupla", {}), {"capicua": "plain"}, ()),
        (HouseRules("dupla", {"capicua": "lost"}), {"capicua": "either"}, (Lost("capicua", "lost"),)),
        (HouseRules("mata", {"deals": 4}), {"deals": 4}, ()),
        (HouseRules("bogus", {"target": 50}), {"target": 100}, (Lost("", "bogus"),)),
    ],
)
def test_what_this_version_lacks_has_its_default_and_is_told(
    kept: HouseRules, options: dict[str, Value], lost: tuple[Lost, ...]
) -> None:
    found = fitted(kept, "express")
    assert found.lost == lost
    assert {name: found.options[name] for name in options} == options
    assert set(found.options) == {option.id for option in RULE_SETS[found.rules].options}


@pytest.mark.laws
@given(
    st.sampled_from([*RULE_SETS, "bogus"]),
    st.dictionaries(
        st.sampled_from([option.id for rules in RULE_SETS for option in offered(rules)]) | st.text(),
        st.booleans() | st.integers() | st.text(),
    ),
)
def test_whatever_was_saved_can_be_played(rules: str, options: dict[str, Value]) -> None:
    found = fitted(HouseRules(rules, options), "express")
    whole = {**found.options, **found.of_table}
    assert set(whole) == {option.id for option in offered(found.rules)}
    assert all(option.accepts(whole[option.id]) for option in offered(found.rules))
    assert found.clock in TimeControl
    assert found.auto in Auto


def test_the_options_of_a_table_are_kept_and_fall_back_like_the_others() -> None:
    found = fitted(HouseRules("bogus", {"clock": "slow", "hints": True, "auto": "nothing"}), "mata")
    assert (found.rules, found.clock, found.hints, found.auto) == ("mata", TimeControl.SLOW, True, Auto.NOTHING)
    found = fitted(HouseRules("mata", {"clock": "rapid"}), "mata")
    assert (found.clock, found.hints, found.auto) == (TimeControl.CASUAL, False, Auto.TURNS)
    assert found.lost == (Lost("clock", "rapid"),)


@each("rules", list(RULE_SETS))
def test_no_option_of_a_rule_set_is_called_as_one_of_all_tables(rules: str) -> None:
    assert {option.id for option in RULE_SETS[rules].options}.isdisjoint(option.id for option in OF_A_TABLE)


def test_every_clock_and_way_of_the_bot_can_be_saved() -> None:
    clock, _, auto = OF_A_TABLE
    assert [*clock.values] == [each.value for each in TimeControl]
    assert {*auto.values} == {each.value for each in Auto}


# ---------------------------------------------------------------------- names

SUNDAY = SavedRules("1", "Sunday", PLAIN)
CLUB = SavedRules("2", "Club", PLAIN)
FULL = [SavedRules(str(at), f"rules {at}", PLAIN) for at in range(MAX_SAVED)]
OTHER = HouseRules("mata", {})


@each(
    ("present", "name", "stored"),
    [
        ([], "Sunday", SavedRules("new", "Sunday", OTHER)),
        ([CLUB], "Sunday", SavedRules("new", "Sunday", OTHER)),
        ([CLUB, SUNDAY], "SUNDAY", SavedRules("1", "SUNDAY", OTHER)),
        (FULL, "RULES 3", SavedRules("3", "RULES 3", OTHER)),
        (FULL, "one more", None),
    ],
)
def test_rules_are_saved_under_a_name_once_and_twenty_times(
    present: list[SavedRules], name: str, stored: SavedRules | None
) -> None:
    if stored is None:
        with pytest.raises(SavedName, match="too many"):
            saved_among(present, "new", name, OTHER)
    else:
        assert saved_among(present, "new", name, OTHER) == stored


@each(
    ("saved_id", "name", "stored"),
    [
        ("1", "Monday", replace(SUNDAY, name="Monday")),
        ("1", "SUNDAY", replace(SUNDAY, name="SUNDAY")),
        *(("3", "Monday", None), ("1", "cLUB", "taken"), ("3", "club", "taken")),
    ],
)
def test_rules_get_a_name_that_no_others_have(saved_id: str, name: str, stored: Any) -> None:
    if stored == "taken":
        with pytest.raises(SavedName, match="taken"):
            renamed_among([CLUB, SUNDAY], saved_id, name)
    else:
        assert renamed_among([CLUB, SUNDAY], saved_id, name) == stored


@each(("one", "other"), [("Straße", "STRASSE"), ("Café", "CAFE\u0301"), ("ﬁve", "FIVE"), ("İ", "i̇")])
def test_names_that_differ_in_case_alone_are_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)
