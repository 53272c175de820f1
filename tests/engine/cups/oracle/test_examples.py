"""Examples for the second reading itself, counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.engine.cups.oracle import changing, circle, knockout, pairing, presence, standings
from tests.engine.cups.oracle.results import Round, Table, buchholz, difference, points_for, wins

A, B, C, D, E = range(1, 6)
TWO_ROUNDS = (
    Round((Table((A,), (B,), 0, (100, 40)), Table((C,), (D,), None, (50, 50))), (E,)),
    Round((Table((A,), (E,), 1, (0, 0), frozenset({0})), Table((B,), (C,), 0, (100, 90))), (D,)),
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (A, (1, 1, 60, 100)),
        # a win over A, who has 1, and one over C, who has 1/2
        (B, (1, Fraction(3, 2), -50, 140)),
        (C, (Fraction(1, 2), Fraction(5, 2), -10, 140)),
        # level with C, then a bye that counts as an opponent with one's own wins
        (D, (Fraction(3, 2), 2, 0, 100)),
        # a bye and a win over an absent side, no round played
        (E, (2, 4, 0, 0)),
    ],
)
def test_wins_buchholz_difference_and_points_are_counted(name: int, expected: tuple[Fraction, ...]) -> None:
    counted = (
        wins(TWO_ROUNDS, name),
        buchholz(TWO_ROUNDS, name),
        difference(TWO_ROUNDS, name, less_is_better=False),
        points_for(TWO_ROUNDS, name),
    )
    assert counted == expected


def test_rounds_after_an_opponent_left_count_half() -> None:
    later = (*TWO_ROUNDS, Round((Table((A,), (D,), 0, (5, 3)), Table((C,), (E,), 0, (5, 3)))))
    assert buchholz(later, A) == Fraction(3, 2) + Fraction(3, 2)


def test_direct_encounter_counts_only_if_all_have_met() -> None:
    met = [Round((Table((A,), (B,), 0, (5, 5)), Table((C,), (D,), 0, (5, 5))))]
    assert {name: each.place for name, each in standings.swiss(met, (A, B, C, D)).items()} == {A: 1, C: 1, B: 3, D: 3}


def test_the_nearest_legal_pairing_replaces_a_forbidden_one() -> None:
    field = pairing.now((1, 2, 3, 4), (), frozenset({frozenset({1, 3})}))
    found = pairing.legal_pairings(field)
    assert min(found, key=lambda each: pairing.distance((1, 2, 3, 4), each)) in [((1, 2), (3, 4)), ((1, 4), (2, 3))]


def test_a_bye_goes_to_the_lowest_with_the_fewest() -> None:
    rounds = (Round((Table((A,), (B,), 0, (5, 1)), Table((C,), (D,), 0, (5, 2))), (E,)),)
    field = pairing.now((A, B, C, D, E), rounds)
    ways = pairing.legal_pairings(field)
    best = min(ways, key=lambda each: pairing.cost(field, each))
    assert (B,) in best
    assert not [*pairing.exchanges(field, best)]
    assert pairing.cost(field, best) == pairing.least(field)


def test_partners_cost_before_opponents() -> None:
    field = pairing.now((A, B, C, D), (Round((Table((A, B), (C, D), 0, (5, 1)),)),))
    assert changing.table_cost(field, ((A, B), (C, D))) == (2, 4, 2, 1)
    assert changing.table_cost(field, ((A, C), (B, D))) == (0, 2, 0, 1)
    assert [*changing.improvements(field, [((A, B), (C, D))])]


def test_everyone_meets_everyone_once() -> None:
    for count in range(4, 17):
        rounds = circle.rounds(range(count))
        assert len(rounds) == count - 1 + count % 2
        assert (
            len({frozenset(pair) for pairs in rounds for pair in pairs}) == count * (count - 1) // 2 + count % 2 * count
        )


def test_the_bracket_is_the_usual_one() -> None:
    assert knockout.numbers(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert knockout.bracket([1, 2, 3, 4, 5]) == [1, None, 4, 5, 2, None, 3, None]
    assert knockout.bracket([1, 2, 3, 4], frozenset({frozenset({1, 4})})) == [1, 3, 2, 4]


def test_the_higher_seeds_win_a_bracket() -> None:
    played = knockout.play([1, 4, 2, 3], {}, lambda number, one, other: min(one, other))
    assert played.places == {1: 1, 2: 2, 3: 3, 4: 4}
    assert played.tables == [[(1, 4), (2, 3)], [(1, 2), (4, 3)]]


def test_who_is_absent_twice_is_out_until_taken_back() -> None:
    absent = Round((Table((A,), (B,), 1, absent=frozenset({0})),))
    assert presence.is_there(A, presence.Presence(0), [absent])
    assert not presence.is_there(A, presence.Presence(0), [absent, absent])
    assert presence.is_there(A, presence.Presence(0, ((2, True),)), [absent, absent, absent])
