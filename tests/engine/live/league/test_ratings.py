"""Ratings: the model written out a second time, pairs, ties, and what leaving costs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from engine.live.league.figures import CLASS, NEWCOMER, PROVISIONAL, Kind, Rating
from engine.live.league.ratings import NEW, Rated, is_rated, rate

FINE = 1e-9


def by_the_book(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Rate by Plackett-Luce as Weng and Lin wrote it down (2011, algorithm 4), with openskill's defaults."""
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


def alone(*places: int, left: Sequence[int] = ()) -> list[Rated]:
    """Seats that play alone and end on these places."""
    return [Rated(seat, place, seat not in left) for seat, place in enumerate(places)]


def pairs(first: int, second: int, left: Sequence[int] = ()) -> list[Rated]:
    """Four seats in pairs, whose sides end on these places."""
    return [Rated(seat % 2, (first, second)[seat % 2], seat not in left) for seat in range(4)]


def values(after: Sequence[Rating]) -> list[tuple[float, float]]:
    return [(each.mu, each.sigma) for each in after]


def assert_level(found: Sequence[tuple[float, float]], expected: Sequence[tuple[float, float]]) -> None:
    assert found == [(pytest.approx(mu, abs=FINE), pytest.approx(sigma, abs=FINE)) for mu, sigma in expected]


SOME = (Rating(31.0, 4.0, 20), Rating(25.0, 25 / 3, 0), Rating(18.5, 2.5, 90), Rating(27.0, 6.0, 4))


@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1), (1, 2, 3, 4), (2, 1, 2, 4), (1, 1, 1), (3, 1, 1, 3)])
def test_players_alone_are_teams_of_one_and_ties_are_ties(places: tuple[int, ...]) -> None:
    before = SOME[: len(places)]
    expected = by_the_book([[each] for each in before], places)
    assert_level(values(rate(alone(*places), before)), [team[0] for team in expected])


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
        (Kind.ALONE, alone(1, 2, left=[1]), False),
        (Kind.ALONE, alone(1, 2, 3, left=[0]), True),
        (Kind.ALONE, alone(1, 2, 3, left=[0, 1]), False),
        (Kind.PAIRS, pairs(1, 2, left=[0, 1]), True),
        (Kind.PAIRS, pairs(1, 2, left=[1, 3]), False),
        (Kind.COMPUTERS, alone(1, 2), False),
    ],
)
def test_a_match_of_people_is_rated_where_two_sides_stayed(kind: Kind, seats: list[Rated], rated: bool) -> None:
    assert is_rated(kind, seats) is rated
