"""Tests of the pairing of a Swiss."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cups
from engine.cups import Cup, CupError, Forbade, Paired, Phase, Refusal, Settings, SignedUp, TakenOut
from engine.cups.contenders import Contender, Field
from engine.cups.swiss import bye_costs, default_rounds, pair_costs
from tests.engine.cups.cups import (
    CHANGING,
    PAIRS,
    SWISS,
    after,
    begun,
    chance,
    lower_wins,
    missing,
    opponents,
    paired,
    played,
    ranked,
    rounds,
    signed_up,
    to_the_end,
    winning,
)


def pairings(entrants: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """Yield every way to pair entrants, with any number of byes."""
    if not entrants:
        yield (), ()
        return
    first, *others = entrants
    for pairs, byes in pairings(tuple(others)):
        yield pairs, (first, *byes)
    for other in others:
        for pairs, byes in pairings(tuple(each for each in others if each != other)):
            yield ((first, other), *pairs), byes


def least(cup: Cup) -> tuple[int, ...]:
    """Return the least costs of all pairings of the next round."""
    task = cups.pairing_task(cup)
    assert task.field is not None
    entrants = tuple(each.id for each in task.field.contenders)
    return min(
        cups.cost(task, Paired(1, tuple((1, (a,), (b,)) for a, b in pairs), byes))
        for pairs, byes in pairings(entrants)
        if not any((min(pair), max(pair)) in task.field.forbidden for pair in pairs)
    )


@pytest.mark.parametrize(("entrants", "expected"), [(4, 2), (5, 3), (8, 3), (9, 4), (64, 6), (256, 8), (600, 9)])
def test_a_swiss_has_as_many_rounds_as_find_one_without_a_loss(entrants: int, expected: int) -> None:
    assert default_rounds(entrants) == expected


def test_a_swiss_has_fewer_rounds_than_entrants() -> None:
    assert begun(replace(SWISS, rounds=9), 5).planned == 4


def test_at_first_the_top_half_meets_the_bottom_half_in_order_and_the_last_has_the_bye() -> None:
    cup = paired(ranked(SWISS, 7))
    assert opponents(cup) == [(1, 4), (2, 5), (3, 6)]
    assert cup.rounds[0].byes == (7,)


def test_the_order_is_by_rating_if_half_have_one_and_the_others_are_last() -> None:
    assert begun(SWISS, 6, ratings={6: 30, 2: 20, 4: 25}).order[:3] == (6, 4, 2)
    by_lot = begun(SWISS, 6).order
    assert begun(SWISS, 6, ratings={6: 30, 2: 20}).order == by_lot
    unrated = [each for each in by_lot if each in (1, 3, 5)]
    assert begun(SWISS, 6, ratings={6: 30, 2: 20, 4: 25}).order[3:] == tuple(unrated)


def test_equal_ratings_are_ordered_by_lot() -> None:
    assert begun(SWISS, 6, ratings=dict.fromkeys(range(1, 7), 10)).order == begun(SWISS, 6).order


def test_a_first_round_with_a_forbidden_pair_has_differences_near_half_the_field() -> None:
    cup = paired(after(ranked(SWISS, 6), Forbade(1, 4)))
    # 1-4 is off; of all others these are the nearest to a difference of three
    assert sum(abs(abs(a - b) - 3) for a, b in opponents(cup)) == 2
    assert (1, 4) not in opponents(cup)


def test_winners_meet_winners() -> None:
    cup = paired(rounds(ranked(SWISS, 8), lower_wins))
    # 1 to 4 have won; all of them are level in everything but the wins of nobody
    assert {frozenset(pair) for pair in opponents(cup) if set(pair) <= {1, 2, 3, 4}} != set()
    assert all((a <= 4) == (b <= 4) for a, b in opponents(cup))


def test_a_second_bye_goes_to_nobody_while_another_had_none() -> None:
    cup = begun(SWISS, 5)
    byes: Counter[int] = Counter()
    for _ in range(3):
        cup = paired(cup)
        byes.update(cup.rounds[-1].byes)
        cup = played(cup)
    assert max(byes.values()) == 1


def test_a_win_over_an_absent_side_counts_as_a_bye() -> None:
    cup = rounds(ranked(replace(SWISS, rounds=4), 5), missing(1))
    # 3 won without a match, 5 had the bye
    task = cups.pairing_task(cup)
    assert task.field is not None
    assert {each.id: each.byes for each in task.field.contenders} == {1: 0, 2: 0, 3: 1, 4: 0, 5: 1}


def test_nobody_meets_again_while_it_can_be_avoided() -> None:
    cup = to_the_end(begun(replace(SWISS, rounds=7), 8))
    met = Counter(frozenset(table.entrants) for each in cup.rounds for table in each.tables)
    assert len(met) == 28


def test_a_table_with_an_absence_was_no_meeting() -> None:
    cup = rounds(ranked(replace(SWISS, rounds=3), 4), missing(1))
    task = cups.pairing_task(cup)
    assert task.field is not None
    assert (1, 3) not in task.field.meetings
    assert (2, 4) in task.field.meetings


def test_a_forbidden_pair_never_meets_and_has_byes_if_nobody_else_is_there() -> None:
    cup = after(begun(replace(SWISS, rounds=3), 4), Forbade(1, 2), Forbade(1, 3), Forbade(1, 4))
    cup = paired(cup)
    assert 1 in cup.rounds[0].byes
    assert len(cup.rounds[0].byes) == 2


def test_pairs_with_people_who_are_kept_apart_never_meet() -> None:
    cup = after(begun(replace(PAIRS, rounds=3), 4), Forbade(11, 32))
    for _ in range(2):
        cup = paired(cup)
        assert (1, 3) not in opponents(cup)
        cup = played(cup)


def test_a_round_is_paired_by_the_prohibitions_of_its_time() -> None:
    cup = after(ranked(SWISS, 4), Forbade(1, 3))
    assert opponents(paired(cup)) != [(1, 3), (2, 4)]
    assert opponents(paired(after(cup, cups.Allowed(3, 1)))) == [(1, 3), (2, 4)]


def test_a_computer_fills_an_odd_field_and_has_no_place() -> None:
    cup = to_the_end(begun(replace(SWISS, fill=True), 5), winning(-1))
    assert all(not each.byes for each in cup.rounds)
    assert all(-1 in {*each.there} for each in cup.rounds)
    assert [row.entrant for row in cups.standings(cup) if row.entrant < 0] == []


def test_a_computer_leaves_when_the_field_is_even_without_it() -> None:
    cup = rounds(begun(replace(SWISS, fill=True), 5), lower_wins)
    assert -1 not in {*paired(after(cup, TakenOut(3))).rounds[1].there}


def test_a_late_entry_moves_nobody() -> None:
    cup = begun(replace(SWISS, late_entry=True), 8)
    before = cups.pairing_task(cup)
    late = cups.pairing_task(after(cup, SignedUp((9,))))
    assert before.field is not None
    assert late.field is not None
    assert [each.id for each in late.field.contenders if each.id != 9] == [each.id for each in before.field.contenders]
    lots = {each.id: each.lot for each in late.field.contenders}
    assert all(lots[each.id] == each.lot for each in before.field.contenders)


def test_a_task_can_be_sent_to_another_process_and_holds_no_seed() -> None:
    cup = rounds(begun(SWISS, 9), lower_wins)
    task = cups.pairing_task(cup)
    sent = pickle.dumps(task)
    assert bytes.fromhex(cup.seed.reveal()) not in sent
    assert cup.seed.reveal().encode() not in sent
    assert cups.solve(pickle.loads(sent)) == cups.pair(cup)


@pytest.mark.parametrize(
    ("paired_wrongly", "refusal"),
    [
        (Paired(2, ((1, (1,), (2,)), (2, (3,), (4,)))), Refusal.STALE),
        (Paired(1, ((1, (1,), (2,)),)), Refusal.STALE),
        (Paired(1, ((1, (1,), (2,)), (2, (3,), (3,)))), Refusal.STALE),
        (Paired(1, ((1, (1,), (2,)), (1, (3,), (4,)))), Refusal.STALE),
        (Paired(1, ((1, (1, 3), (2, 4)),)), Refusal.STALE),
        (Paired(1, ((1, (1,), (2,)), (2, (3,), (-1,))), (4,)), Refusal.STALE),
        (Paired(1, ((1, (1,), (4,)), (2, (2,), (3,)))), Refusal.KEPT_APART),
    ],
)
def test_a_pairing_that_does_not_fit_the_field_is_refused(paired_wrongly: Paired, refusal: Refusal) -> None:
    cup = after(begun(SWISS, 4), Forbade(4, 1))
    with pytest.raises(CupError) as error:
        cups.apply(cup, paired_wrongly)
    assert error.value.refusal is refusal


@pytest.mark.sampled(1)
@pytest.mark.parametrize("settings", [SWISS, replace(SWISS, fill=True)])
@given(entrants=st.integers(4, 8), source=st.randoms(use_true_random=False))
def test_no_other_pairing_costs_less(settings: Settings, entrants: int, source: random.Random) -> None:
    cup = begun(replace(settings, rounds=entrants - 1), entrants)
    for _ in range(source.randrange(3)):
        first, second = source.sample(range(1, entrants + 1), 2)
        cup = after(cup, Forbade(first, second))
    while cups.phase(cup) is Phase.PAIRING:
        assert cups.cost(cups.pairing_task(cup), cups.pair(cup)) == least(cup)
        cup = played(paired(cup), chance(source, 0.2))
        there = cups.present(cup)
        if source.random() < 0.1 and there:
            cup = after(cup, TakenOut(source.choice(there)))


@given(entrants=st.integers(4, 40), source=st.randoms(use_true_random=False))
def test_everyone_is_at_one_table_or_has_a_bye_and_byes_are_fair(entrants: int, source: random.Random) -> None:
    cup = begun(SWISS, entrants)
    byes: Counter[int] = Counter(dict.fromkeys(range(1, entrants + 1), 0))
    while cups.phase(cup) is Phase.PAIRING:
        cup = paired(cup)
        assert sorted(cup.rounds[-1].there) == list(range(1, entrants + 1))
        assert len(cup.rounds[-1].byes) == entrants % 2
        byes.update(cup.rounds[-1].byes)
        assert max(byes.values()) - min(byes.values()) <= 1
        cup = played(cup, chance(source))


@pytest.mark.long
def test_two_hundred_and_fifty_six_sides_are_paired_within_the_bits_of_a_weight() -> None:
    source = random.Random(7)
    cup = begun(replace(SWISS, rounds=255), 256)
    for _ in range(3):
        cup = played(paired(cup), chance(source))
    assert len(cups.pair(cup).tables) == 128


def test_a_computer_sits_at_one_table() -> None:
    cup = begun(replace(SWISS, fill=True), 5)
    with pytest.raises(CupError) as error:
        cups.apply(cup, Paired(1, ((1, (1,), (-1,)), (2, (2,), (-1,)), (3, (3,), (4,))), (5,)))
    assert error.value.refusal is Refusal.STALE


def test_costs_are_repeats_then_squared_differences_of_wins_then_differences_of_places() -> None:
    best, middle, last = (Contender(*each, 0, 0) for each in ((1, 1, 6), (2, 2, 3), (3, 3, 2)))
    field = Field(4, (best, middle, last), {(1, 2): 2}, {}, frozenset(), 0)
    assert pair_costs(field, best, middle)[:-1] == (0, 0, 2, 9, 1)
    assert pair_costs(field, last, best)[:-1] == (0, 0, 0, 16, 2)
    # a bye is a table against a side with the wins of the lowest, below the last
    assert bye_costs(field, best)[:-1] == (1, 0, 0, 16, 3)
    assert bye_costs(field, last._replace(byes=1))[:-1] == (1, 1, 0, 0, 1)


def test_partners_change_in_a_swiss_alone() -> None:
    assert signed_up(CHANGING, 8).partners_change
    assert not signed_up(PAIRS, 8).partners_change
