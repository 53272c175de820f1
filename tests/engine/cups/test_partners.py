"""Tests of rounds in which partners change."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cups
from engine.cups import Cup, CupError, Forbade, Paired, Phase, Refusal, SignedUp, StoodIn, TakenBack, TakenOut
from engine.cups.contenders import Contender, Field
from engine.cups.partners import Costs, costs_of
from tests.engine.cups.cups import CHANGING, after, begun, by_id, chance, lower_wins, missing, paired, played, rounds


def together(cup: Cup) -> Counter[frozenset[int]]:
    """Return how many times two were partners."""
    return Counter(frozenset(side) for each in cup.rounds for table in each.tables for side in table.sides)


def field_of(cup: Cup) -> Field:
    field = cups.pairing_task(cup).field
    assert field is not None
    return field


def sides(table: tuple[int, ...]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    a, b, c, d = table
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def neighbours(paired_round: Paired) -> list[Paired]:
    """Return the rounds that differ by a swap between neighbouring tables, or by the pairs at one."""
    tables = [first + second for _, first, second in paired_round.tables]
    others: list[Paired] = []

    def add(changed: dict[int, tuple[int, ...]]) -> None:
        for chosen in product(*(sides(each) for each in changed.values())):
            ways = dict(zip(changed, chosen, strict=True))
            numbered = [(number, *ways.get(number - 1, (a, b))) for number, a, b in paired_round.tables]
            others.append(paired_round._replace(tables=tuple(numbered)))

    for at, table in enumerate(tables):
        add({at: table})
    for at in range(len(tables) - 1):
        for one, other in product(range(4), range(4)):
            first, second = list(tables[at]), list(tables[at + 1])
            first[one], second[other] = second[other], first[one]
            add({at: tuple(first), at + 1: tuple(second)})
    return others


@pytest.mark.parametrize(("entrants", "byes"), [(8, 0), (9, 1), (10, 2), (11, 3), (12, 0)])
def test_everyone_is_at_one_table_of_four_and_up_to_three_have_a_bye(entrants: int, byes: int) -> None:
    cup = begun(CHANGING, entrants)
    had: Counter[int] = Counter(dict.fromkeys(range(1, entrants + 1), 0))
    for _ in range(3):
        cup = paired(cup)
        assert sorted(cup.rounds[-1].there) == list(range(1, entrants + 1))
        assert len(cup.rounds[-1].byes) == byes
        assert all(len(side) == 2 for table in cup.rounds[-1].tables for side in table.sides)
        had.update(cup.rounds[-1].byes)
        cup = played(cup)
    assert max(had.values()) - min(had.values()) <= 1


def test_at_first_the_lowest_by_rating_have_the_byes() -> None:
    ratings = {each: 100 + each for each in range(1, 12)}
    assert paired(begun(CHANGING, 11, ratings=ratings)).rounds[0].byes == (1, 2, 3)


def test_later_the_lowest_of_those_with_the_fewest_byes_have_them() -> None:
    cup = rounds(begun(CHANGING, 9), lower_wins)
    had = cup.rounds[0].byes[0]
    rows = [row.entrant for row in cups.standings(cup) if row.entrant != had]
    lowest = [row.entrant for row in cups.standings(cup) if row.place == by_id(cup)[rows[-1]].place]
    assert paired(cup).rounds[1].byes[0] in lowest


def test_computers_fill_the_tables_up() -> None:
    cup = paired(begun(replace(CHANGING, fill=True), 9))
    assert cup.rounds[0].byes == ()
    assert sorted(each for each in cup.rounds[0].there if each < 0) == [-3, -2, -1]


def test_people_who_are_kept_apart_are_never_at_one_table() -> None:
    cup = begun(replace(CHANGING, rounds=7), 12)
    family = (1, 2, 3)
    for pair in combinations(family, 2):
        cup = after(cup, Forbade(*pair))
    for _ in range(7):
        cup = paired(cup)
        assert cup.rounds[-1].byes == ()
        assert all(len(set(table.entrants) & set(family)) <= 1 for table in cup.rounds[-1].tables)
        cup = played(cup)


def test_people_without_a_table_among_others_have_byes() -> None:
    cup = begun(CHANGING, 8)
    for pair in combinations(range(1, 6), 2):
        cup = after(cup, Forbade(*pair))
    cup = paired(cup)
    # of the five who are kept apart one sits with the other three
    assert len(cup.rounds[0].byes) == 4
    assert {6, 7, 8} < set(cup.rounds[0].tables[0].entrants)


def test_a_person_kept_apart_from_all_has_the_bye_of_an_odd_field() -> None:
    cup = begun(CHANGING, 9)
    for other in range(2, 10):
        cup = after(cup, Forbade(1, other))
    cup = paired(cup)
    assert cup.rounds[0].byes == (1,)


def test_a_bye_moves_to_whoever_makes_a_table_possible() -> None:
    cup = rounds(begun(CHANGING, 8), lower_wins)
    cup = after(cup, TakenOut(7), Forbade(1, 4), Forbade(4, 6), Forbade(2, 3))
    cup = paired(cup)
    assert len(cup.rounds[-1].byes) == 3
    # 4 alone, or both of its foes, and one of 2 and 3 are away
    assert {1, 4} & set(cup.rounds[-1].byes)
    assert {2, 3} & set(cup.rounds[-1].byes)


@given(entrants=st.integers(8, 11), source=st.randoms(use_true_random=False))
def test_nobody_has_a_bye_that_other_tables_would_have_saved(entrants: int, source: random.Random) -> None:
    cup = begun(CHANGING, entrants, number=source.randrange(2**64))
    apart = {tuple(sorted(source.sample(range(1, entrants + 1), 2))) for _ in range(source.randrange(2, 16))}
    for pair in apart:
        cup = after(cup, Forbade(*pair))

    def clean(people: tuple[int, ...]) -> bool:
        if not people:
            return True
        first, *others = people
        return any(
            not apart.intersection(combinations((first, *three), 2))
            and clean(tuple(each for each in others if each not in three))
            for three in combinations(others, 3)
        )

    seats = range(entrants // 4 * 4, -1, -4)
    most = next(each for each in seats if any(map(clean, combinations(range(1, entrants + 1), each))))
    assert len(paired(cup).rounds[0].byes) == entrants - most


def test_a_table_with_people_who_are_kept_apart_is_refused() -> None:
    cup = after(begun(CHANGING, 8), Forbade(1, 2))
    with pytest.raises(CupError) as error:
        after(cup, Paired(1, ((1, (1, 3), (2, 4)), (2, (5, 6), (7, 8)))))
    assert error.value.refusal is Refusal.KEPT_APART


def test_a_side_has_two_people() -> None:
    with pytest.raises(CupError) as error:
        after(begun(CHANGING, 8), Paired(1, ((1, (1,), (2, 4)), (2, (3, 5, 6), (7, 8)))))
    assert error.value.refusal is Refusal.STALE


def test_a_pair_is_absent_if_nobody_of_it_came_and_twice_is_out() -> None:
    cup = rounds(begun(replace(CHANGING, rounds=5), 12), missing(1), missing(1))
    assert 1 not in cups.present(cup)
    out = set(range(1, 13)) - set(cups.present(cup))
    partners = {each for played_round in cup.rounds for table in played_round.tables for side in table.sides
                if 1 in side for each in side}  # fmt: skip
    assert out <= partners


def test_a_person_who_has_not_come_in_two_rounds_is_out_whoever_sat_there() -> None:
    cup = begun(replace(CHANGING, rounds=5), 8)
    for by in (0, 99):
        cup = paired(cup)
        table = next(table for table in cup.rounds[-1].tables if 5 in table.entrants)
        cup = played(after(cup, StoodIn(table.round, table.number, 5, by)))
    assert cups.present(cup) == (1, 2, 3, 4, 6, 7, 8)
    cup = after(cup, TakenBack(5))
    assert 5 in cups.present(cup)


def test_partners_and_opponents_of_a_table_with_an_absence_did_not_meet() -> None:
    cup = paired(begun(CHANGING, 8))
    first, second = cup.rounds[0].tables
    field = field_of(played(cup, missing(first.entrants[0])))
    assert set(field.partnerships) == {tuple(sorted(side)) for side in second.sides}
    assert set(field.meetings) == {tuple(sorted(pair)) for pair in product(*second.sides)}
    assert set(field.meetings.values()) == {1}


def test_fewer_than_four_are_no_table_and_the_cup_is_done() -> None:
    cup = begun(CHANGING, 8)
    cup = after(cup, *(TakenOut(each) for each in (1, 2, 3, 4)))
    assert cups.phase(cup) is Phase.PAIRING
    assert cups.phase(after(cup, TakenOut(5))) is Phase.DONE


def test_a_late_entrant_sits_down_in_the_next_round() -> None:
    cup = rounds(begun(replace(CHANGING, late_entry=True, rounds=4), 11), lower_wins)
    cup = paired(after(cup, SignedUp((12,))))
    assert cup.rounds[-1].byes == ()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("entrants", [8, 12, 16])
@given(source=st.randoms(use_true_random=False))
def test_no_partner_comes_again_in_three_rounds(entrants: int, source: random.Random) -> None:
    cup = begun(CHANGING, entrants, number=source.randrange(2**64))
    cup = rounds(cup, *[chance(source)] * 3)
    assert max(together(cup).values()) == 1


@pytest.mark.long
@given(entrants=st.integers(8, 20), source=st.randoms(use_true_random=False))
def test_no_swap_between_neighbouring_tables_lowers_the_costs(entrants: int, source: random.Random) -> None:
    cup = begun(replace(CHANGING, rounds=4), entrants, number=source.randrange(2**64))
    for _ in range(2):
        first, second = source.sample(range(1, entrants + 1), 2)
        cup = after(cup, Forbade(first, second))
    for _ in range(4):
        field, pairing = field_of(cup), cups.pair(cup)
        costs = costs_of(field, pairing)
        assert costs[0] == 0
        assert all(costs_of(field, other) >= costs for other in neighbours(pairing))
        cup = played(after(cup, pairing), chance(source, 0.1))
        if len(cups.present(cup)) < 4:
            break


def test_thirty_six_people_meet_nobody_again_in_three_rounds() -> None:
    source = random.Random(36)
    cup = rounds(begun(CHANGING, 36), *[chance(source)] * 3)
    met = Counter(frozenset(pair) for each in cup.rounds for table in each.tables for pair in product(*table.sides))
    assert max(met.values()) == 1
    assert max(together(cup).values()) == 1


def test_the_costs_are_counted_table_by_table() -> None:
    contenders = tuple(Contender(each, each, halves, 0, each) for each, halves in enumerate((4, 4, 2, 0), 1))
    field = Field(3, contenders, {(1, 3): 2}, {(1, 2): 1}, frozenset({(2, 4)}), 0)
    expected: list[tuple[tuple[int, int], tuple[int, int], Costs]] = [
        ((1, 2), (3, 4), (1, 1, 2, 6, 4)),
        ((1, 3), (2, 4), (1, 0, 0, 2, 4)),
        ((1, 4), (2, 3), (1, 0, 2, 2, 4)),
    ]
    for first, second, costs in expected:
        assert costs_of(field, Paired(3, ((1, first, second),))) == costs
