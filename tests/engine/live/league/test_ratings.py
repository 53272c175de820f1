"""Ratings: the model written out a second time, pairs, ties, and the cost of leaving; a law for any places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.live.league.figures import CLASS, NEWCOMER, PROVISIONAL, Kind, Rating
from engine.live.league.ratings import NEW, Rated, is_rated, rate
from tests.support.examples import examples

FINE = 1e-9


def by_the_book(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Rate two teams by Plackett-Luce as Weng and Lin wrote it down (2011, algorithm 4), with openskill's defaults."""
    beta, tau, kappa = 25 / 6, 25 / 300, 0.0001
    before = [[(each.mu, each.sigma**2 + tau**2) for each in team] for team in teams]
    strength = [sum(mu for mu, _ in team) for team in before]
    spread = [sum(variance for _, variance in team) for team in before]
    c = math.sqrt(sum(each + beta**2 for each in spread))
    after: list[list[tuple[float, float]]] = []
    for i, team in enumerate(before):
        omega = delta = 0.0
        for q, rank in enumerate(ranks):
            if rank > ranks[i]:
                continue
            behind = sum(math.exp(strength[s] / c) for s, other in enumerate(ranks) if other >= rank)
            share = math.exp(strength[i] / c) / behind
            level = ranks.count(rank)
            omega += ((i == q) - share) / level
            delta += share * (1 - share) / level
        omega *= spread[i] / c
        delta *= spread[i] / c**2 * math.sqrt(spread[i]) / c
        after.append(
            [
                (mu + variance / spread[i] * omega, math.sqrt(variance * max(1 - variance / spread[i] * delta, kappa)))
                for mu, variance in team
            ]
        )
    return after


def each_with_each(before: Sequence[Rating], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Rate players as if each had met each other by themselves: the mean of means, and of variances."""
    after: list[tuple[float, float]] = []
    for one, rating in enumerate(before):
        met = [
            by_the_book([[rating], [before[other]]], (ranks[one], ranks[other]))[0][0]
            for other in range(len(before))
            if other != one
        ]
        after.append((sum(mu for mu, _ in met) / len(met), math.sqrt(sum(sigma**2 for _, sigma in met) / len(met))))
    return after


def alone(*places: int, left: Sequence[int] = (), excused: Sequence[int] = ()) -> list[Rated]:
    """Seats that play alone and end on these places."""
    return [Rated(seat, place, seat not in left, seat in excused) for seat, place in enumerate(places)]


def pairs(first: int, second: int, left: Sequence[int] = (), excused: Sequence[int] = ()) -> list[Rated]:
    """Four seats in pairs, whose sides end on these places."""
    return [Rated(seat % 2, (first, second)[seat % 2], seat not in left, seat in excused) for seat in range(4)]


def values(after: Sequence[Rating]) -> list[tuple[float, float]]:
    return [(each.mu, each.sigma) for each in after]


def assert_level(found: Sequence[tuple[float, float]], expected: Sequence[tuple[float, float]]) -> None:
    assert found == [(pytest.approx(mu, abs=FINE), pytest.approx(sigma, abs=FINE)) for mu, sigma in expected]


SOME = (Rating(31.0, 4.0, 20), Rating(25.0, 25 / 3, 0), Rating(18.5, 2.5, 90), Rating(27.0, 6.0, 4))


@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1), (1, 2, 3, 4), (2, 1, 2, 4), (1, 1, 1), (3, 1, 1, 3)])
def test_players_alone_are_rated_each_with_each_and_ties_are_draws(places: tuple[int, ...]) -> None:
    before = SOME[: len(places)]
    assert_level(values(rate(alone(*places), before)), each_with_each(before, places))


@pytest.mark.parametrize("places", [(1, 1, 1, 4, 5), (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 11, 12), (1, 2, 2, 2, 2, 6)])
def test_many_who_share_a_place_gain_more_than_the_next_one(places: tuple[int, ...]) -> None:
    after = [each.mu for each in rate(alone(*places), (NEW,) * len(places))]
    best = {place: {after[at] for at in range(len(places)) if places[at] == place} for place in sorted(set(places))}
    assert all(len(shared) == 1 for shared in best.values())
    gains = [gain for shared in best.values() for gain in shared]
    assert gains == sorted(gains, reverse=True)
    assert len(set(gains)) == len(gains)
    assert gains[0] > NEW.mu > gains[-1]


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1), (1, 1)])
def test_pairs_are_two_teams_of_two(first: int, second: int) -> None:
    ((ana, cem), (ben, dia)) = by_the_book([[SOME[0], SOME[2]], [SOME[1], SOME[3]]], (first, second))
    assert_level(values(rate(pairs(first, second), SOME)), [ana, ben, cem, dia])


def test_the_winner_of_two_newcomers_gains_what_the_other_loses() -> None:
    winner, loser = rate(alone(1, 2), (NEW, NEW))
    assert (NEW.mu, NEW.sigma, NEW.matches) == (25.0, 25 / 3, 0)
    assert winner.mu == pytest.approx(27.6358, abs=1e-3)
    assert winner.mu - 25 == pytest.approx(25 - loser.mu)
    assert winner.sigma == loser.sigma == pytest.approx(8.0656, abs=1e-3)
    assert winner.matches == loser.matches == 1


def test_a_rating_is_provisional_below_ten_matches_and_begins_at_1000() -> None:
    assert PROVISIONAL == 10
    assert [Rating(25, 5, count).provisional for count in (0, 9, 10, 11)] == [True, True, False, False]
    assert NEW.value == NEWCOMER == 1000


def test_a_player_with_a_class_more_wins_two_matches_in_three() -> None:
    beta = 25 / 6
    assert Rating(25 + beta, 0.0, 10).value == pytest.approx(NEWCOMER + CLASS)
    # the model's chance of two players whose skill is known
    c = math.sqrt(2 * beta**2)
    chances = [math.exp(mu / c) for mu in (25 + beta, 25)]
    assert chances[0] / sum(chances) == pytest.approx(2 / 3, abs=0.01)


@pytest.mark.parametrize(
    ("seats", "as_if"),
    [
        (alone(1, 2, 3, left=[0]), alone(3, 1, 2)),
        (alone(1, 2, 3, 4, left=[0, 2]), alone(3, 1, 3, 2)),
        (pairs(1, 2, left=[0, 2]), pairs(2, 1)),
    ],
    ids=["one is last", "two are last and level", "a pair is last"],
)
def test_players_who_leave_are_ranked_last(seats: list[Rated], as_if: list[Rated]) -> None:
    assert rate(seats, SOME[: len(seats)]) == rate(as_if, SOME[: len(seats)])


@pytest.mark.parametrize("left", [[2], [1, 2]], ids=["one", "two"])
def test_players_who_leave_a_partner_lose_even_where_the_partner_wins(left: list[int]) -> None:
    won, lost = rate(pairs(1, 2), SOME), rate(pairs(2, 1), SOME)
    assert rate(pairs(1, 2, left=left), SOME) == (won[0], won[1], lost[2], won[3])
    assert lost[2].mu < SOME[2].mu < won[2].mu


@pytest.mark.parametrize(
    ("kind", "seats", "rated"),
    [
        (Kind.ALONE, alone(1, 2), True),
        (Kind.ALONE, alone(1, 2, left=[1]), True),
        (Kind.ALONE, alone(1, 2, left=[0, 1]), False),
        (Kind.ALONE, alone(1, 2, left=[1], excused=[1]), False),
        (Kind.ALONE, alone(1, 2, 3, left=[0]), True),
        (Kind.ALONE, alone(1, 2, 3, left=[0, 1]), True),
        (Kind.ALONE, alone(1, 2, 3, left=[0], excused=[0]), True),
        (Kind.ALONE, alone(1, 2, 3, left=[0, 1], excused=[0, 1]), False),
        (Kind.PAIRS, pairs(1, 2, left=[0, 1]), True),
        (Kind.PAIRS, pairs(1, 2, left=[1, 3]), True),
        (Kind.PAIRS, pairs(1, 2, left=[1, 3], excused=[1]), True),
        (Kind.PAIRS, pairs(1, 2, left=[1, 3], excused=[1, 3]), False),
        (Kind.COMPUTERS, alone(1, 2), False),
    ],
)
def test_a_match_of_people_is_rated_where_somebody_stayed_and_two_sides_are_left(
    kind: Kind, seats: list[Rated], rated: bool
) -> None:
    assert is_rated(kind, seats) is rated


def test_of_two_players_the_one_who_leaves_has_lost_and_the_other_has_won() -> None:
    for place in (1, 2):
        assert rate(alone(place, 3 - place, left=[1]), SOME[:2]) == rate(alone(1, 2), SOME[:2])


def test_an_excused_player_keeps_the_rating_and_the_others_are_rated_without_them() -> None:
    after = rate(alone(2, 1, 3, left=[1], excused=[1]), SOME[:3])
    assert after == (*rate(alone(1, 2), (SOME[0], SOME[2]))[:1], None, *rate(alone(1, 2), (SOME[0], SOME[2]))[1:])


def test_a_partner_of_who_is_excused_is_rated_with_the_side() -> None:
    whole = rate(pairs(1, 2), SOME)
    assert rate(pairs(1, 2, left=[3], excused=[3]), SOME) == (*whole[:3], None)


@pytest.mark.parametrize("place", [1, 2])
def test_a_player_who_gave_a_seat_up_is_the_last_against_the_others_and_costs_them_nothing(place: int) -> None:
    seats = alone(place, 3 - place)
    after = rate([*seats, Rated(1, 3, False, gave_up=1)], SOME[:3])
    assert after[:2] == rate(seats, SOME[:2])
    assert after[2] == rate(alone(1, 2), (SOME[0], SOME[2]))[1]


def test_in_pairs_who_gave_a_seat_up_has_lost_with_the_partner_whom_they_left() -> None:
    eve = Rating(22.0, 7.0, 3)
    after = rate([*pairs(1, 2), Rated(0, 3, False, gave_up=2)], (*SOME, eve))
    assert after[:4] == rate(pairs(1, 2), SOME)
    assert after[4] == rate(pairs(2, 1), (SOME[0], SOME[1], eve, SOME[3]))[2]


def test_a_player_removed_from_a_seat_that_somebody_took_has_the_place_of_its_side() -> None:
    after = rate([*alone(1, 2), Rated(0, 1, True, gave_up=0)], SOME[:3])
    assert after[2] == rate(alone(1, 2), (SOME[2], SOME[1]))[0]


# ---------------------------------------------------------------------- laws


@st.composite
def finished(draw: st.DrawFn) -> tuple[list[Rated], list[Rating]]:
    """Draw a match of two to twelve players alone, with any ties, and their ratings before; several have the same."""
    marks = draw(st.lists(st.integers(0, 5), min_size=2, max_size=12))
    places = [1 + sum(other < mark for other in marks) for mark in marks]
    known = st.sampled_from((NEW, Rating(31.0, 2.0, 40), Rating(18.0, 6.0, 3), Rating(25.0, 1.2, 90)))
    return alone(*places), [draw(known) for _ in marks]


@pytest.mark.long
@settings(max_examples=examples(300))
@given(finished())
def test_of_equal_players_a_better_place_gains_more_and_the_same_place_the_same(
    played: tuple[list[Rated], list[Rating]],
) -> None:
    people, before = played
    after = rate(people, before)
    for one, other in permutations(range(len(people)), 2):
        if before[one] == before[other] and people[one].place < people[other].place:
            assert after[one].mu > after[other].mu
        if before[one] == before[other] and people[one].place == people[other].place:
            assert after[one] == after[other]


@pytest.mark.long
@settings(max_examples=examples(100))
@given(finished())
def test_nobody_gains_by_a_worse_place(played: tuple[list[Rated], list[Rating]]) -> None:
    people, before = played
    after = rate(people, before)
    for at, each in enumerate(people):
        worse = [*people[:at], each._replace(place=len(people) + 1), *people[at + 1 :]]
        assert rate(worse, before)[at].mu <= after[at].mu + FINE


@settings(max_examples=examples(100))
@given(finished())
def test_the_gain_of_newcomers_is_the_loss_of_the_others(played: tuple[list[Rated], list[Rating]]) -> None:
    people, _ = played
    after = rate(people, [NEW] * len(people))
    assert sum(each.mu - NEW.mu for each in after) == pytest.approx(0, abs=FINE)
    assert all(each.sigma < NEW.sigma for each in after)


@settings(max_examples=examples(100))
@given(finished(), st.data())
def test_leaving_never_saves_a_rating(played: tuple[list[Rated], list[Rating]], data: st.DataObject) -> None:
    people, before = played
    left = data.draw(st.integers(0, len(people) - 1))
    stayed = rate(people, before)
    after = rate([each._replace(stayed=at != left) for at, each in enumerate(people)], before)
    assert after[left].mu <= stayed[left].mu + FINE
    for at in range(len(people)):
        if at != left:
            assert after[at].mu >= stayed[at].mu - FINE
            assert before[at] != before[left] or after[at].mu > after[left].mu
