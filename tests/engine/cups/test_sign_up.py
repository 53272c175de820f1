"""Tests of entering a cup, and of leaving it before it begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import cups
from engine.cups import (
    Action,
    Allowed,
    Began,
    CupError,
    Forbade,
    Format,
    OfferedToSubstitute,
    Refusal,
    Replaced,
    Settings,
    Sides,
    SignedUp,
    SoughtPartner,
    TakenOut,
    Withdrew,
)
from tests.engine.cups.cups import (
    CHANGING,
    KNOCK_OUT,
    PAIRS,
    ROUND_ROBIN,
    SWISS,
    after,
    begun,
    lower_wins,
    paired,
    played,
    rounds,
    seed,
    signed_up,
)


@pytest.mark.parametrize(
    "settings",
    [
        replace(SWISS, rules="parejas", sides=Sides.ALONE),
        replace(SWISS, rules="no-boneyard", sides=Sides.PAIRS),
        replace(SWISS, rules="nothing"),
        replace(SWISS, options={"target": "much"}),
        replace(SWISS, rounds=0),
        replace(SWISS, twice=True),
        replace(CHANGING, format=Format.ROUND_ROBIN),
        replace(CHANGING, format=Format.KNOCK_OUT),
        replace(ROUND_ROBIN, rounds=3),
        replace(ROUND_ROBIN, late_entry=True),
        replace(KNOCK_OUT, late_entry=True),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings: Settings) -> None:
    with pytest.raises(CupError) as error:
        cups.new(settings, seed())
    assert error.value.refusal is Refusal.BAD_SETTINGS


def test_four_can_play_alone_rules_in_pairs_by_an_option() -> None:
    cups.new(replace(PAIRS, rules="express", options={"pairs": True}), seed())
    with pytest.raises(CupError):
        cups.new(replace(PAIRS, rules="express"), seed())


def test_entrants_are_numbered_in_order_of_sign_up_and_no_number_is_used_again() -> None:
    cup = after(signed_up(SWISS, 3), Withdrew(2), SignedUp((9,)))
    assert {each.id: each.members for each in cup.entrants.values()} == {1: (1,), 3: (3,), 4: (9,)}


def test_two_who_look_for_a_partner_make_a_pair_in_order() -> None:
    cup = after(signed_up(PAIRS, 0), SoughtPartner(1), SoughtPartner(2), SoughtPartner(3))
    assert [each.members for each in cup.entrants.values()] == [(1, 2)]
    assert cup.seekers == (3,)


def test_people_who_are_kept_apart_make_no_pair() -> None:
    cup = after(signed_up(PAIRS, 0), Forbade(2, 1), SoughtPartner(1), SoughtPartner(2))
    assert cup.seekers == (1, 2)
    assert after(cup, SoughtPartner(3)).entrants[1].members == (1, 3)
    with pytest.raises(CupError) as error:
        after(cup, SignedUp((1, 2)))
    assert error.value.refusal is Refusal.KEPT_APART


def test_the_partner_of_a_person_who_withdraws_before_the_beginning_seeks_another() -> None:
    cup = after(signed_up(PAIRS, 2), Withdrew(11))
    assert (list(cup.entrants), cup.seekers) == ([2], (12,))
    assert after(cup, SoughtPartner(5)).entrants[3].members == (12, 5)


def test_who_still_looks_for_a_partner_at_the_beginning_becomes_a_substitute() -> None:
    cup = after(signed_up(PAIRS, 4), OfferedToSubstitute(7), SoughtPartner(8), Began())
    assert (cup.seekers, cup.substitutes) == ((), (7, 8))


def test_a_substitute_who_enters_is_no_substitute_any_more() -> None:
    cup = after(signed_up(SWISS, 0), OfferedToSubstitute(1), OfferedToSubstitute(2), SignedUp((2,)))
    assert cup.substitutes == (1,)


def test_a_person_replaced_by_a_substitute_leaves_the_place_to_them() -> None:
    cup = after(begun(PAIRS, 4), OfferedToSubstitute(7), Replaced(21, 7))
    assert cup.entrants[2].members == (7, 22)
    assert cup.substitutes == ()


TWELVE = signed_up(SWISS, 12)
FOUR_PAIRS = signed_up(PAIRS, 4)


@pytest.mark.parametrize(
    ("cup", "action", "refusal"),
    [
        (TWELVE, SignedUp((1,)), Refusal.SIGNED_UP_ALREADY),
        (TWELVE, SignedUp((13, 14)), Refusal.BAD_ACTION),
        (TWELVE, SignedUp((0,)), Refusal.BAD_ACTION),
        (TWELVE, SoughtPartner(13), Refusal.NOT_IN_THIS_FORMAT),
        (TWELVE, OfferedToSubstitute(1), Refusal.SIGNED_UP_ALREADY),
        (TWELVE, Withdrew(13), Refusal.NOT_SIGNED_UP),
        (TWELVE, TakenOut(13), Refusal.NO_SUCH_ENTRANT),
        (TWELVE, Forbade(1, 1), Refusal.BAD_ACTION),
        (TWELVE, Allowed(1, 2), Refusal.BAD_ACTION),
        (TWELVE, Replaced(1, 2), Refusal.SIGNED_UP_ALREADY),
        (TWELVE, Replaced(13, 14), Refusal.NOT_SIGNED_UP),
        (TWELVE, Began(((13, 1),)), Refusal.BAD_ACTION),
        (FOUR_PAIRS, SignedUp((1,)), Refusal.BAD_ACTION),
        (FOUR_PAIRS, SignedUp((1, 1)), Refusal.BAD_ACTION),
        (FOUR_PAIRS, SignedUp((1, 11)), Refusal.SIGNED_UP_ALREADY),
        (FOUR_PAIRS, Forbade(11, 12), Refusal.BAD_ACTION),
        (signed_up(ROUND_ROBIN, 4), Forbade(1, 2), Refusal.NOT_IN_THIS_FORMAT),
        (begun(KNOCK_OUT, 4), Forbade(1, 2), Refusal.NOT_IN_THIS_FORMAT),
        (signed_up(SWISS, 3), Began(), Refusal.TOO_FEW),
        (signed_up(CHANGING, 7), Began(), Refusal.TOO_FEW),
        (signed_up(ROUND_ROBIN, 16), SignedUp((17,)), Refusal.FULL),
        (signed_up(KNOCK_OUT, 128), SignedUp((129,)), Refusal.FULL),
        (signed_up(SWISS, 256), SignedUp((257,)), Refusal.FULL),
        (begun(SWISS, 4), SignedUp((5,)), Refusal.NO_LATE_ENTRY),
    ],
)
def test_what_nobody_may_do_is_refused(cup: cups.Cup, action: Action, refusal: Refusal) -> None:
    with pytest.raises(CupError) as error:
        cups.apply(cup, action)
    assert error.value.refusal is refusal


@pytest.mark.parametrize(("planned", "may_miss"), [(5, 2), (4, 2), (3, 1), (1, 0)])
def test_a_late_entrant_may_have_missed_half_of_the_rounds(planned: int, may_miss: int) -> None:
    cup = begun(replace(SWISS, rounds=planned, late_entry=True), 8)
    for _ in range(may_miss):
        cup = rounds(cup, lower_wins)
    assert 9 in after(cup, SignedUp((9,))).entrants
    with pytest.raises(CupError) as error:
        after(paired(cup), SignedUp((9,)))
    assert error.value.refusal is Refusal.TOO_LATE


def test_a_late_entrant_plays_from_the_next_round_on() -> None:
    cup = after(paired(begun(replace(SWISS, late_entry=True), 7)), SignedUp((8,)))
    assert 8 not in {*cup.rounds[0].there}
    assert 8 in {*paired(played(cup)).rounds[1].there}
