"""Sides of a finished match: their ranks, points and comebacks."""

from __future__ import annotations

from engine import match
from engine.events import Result
from engine.game import State
from engine.live.model.ranks import comeback, points_against, points_of, ranks
from engine.live.model.seating import scores_of
from engine.live.model.table import Person, Presence
from engine.options import Value
from tests.engine.live.people import ANA, BEN, CEM, DIA, FOUR

Totals = tuple[int, ...]


def ended(rules: str, *totals: Totals, winners: tuple[int, ...], seats: int = 3, **options: Value) -> State:
    """Return a match whose deals ended with these totals; a seat is out of it from 100 bad points on."""
    state = match.new(rules, seats, options)
    results: list[Result] = []
    there = tuple(range(seats))
    for after in totals:
        results.append(Result(0, "out", (), after, after, (), there, after))
        there = tuple(seat for seat in there if after[seat] <= 100) if rules == "mata" else there
    return state._replace(totals=totals[-1], results=tuple(results), winners=winners)


def test_the_most_points_come_first_where_points_are_good() -> None:
    assert ranks(ended("express", (40, 100, 40), winners=(1,))) == (2, 1, 2)
    assert ranks(ended("express", (40, 100, 60, 60), winners=(1,), seats=4)) == (4, 1, 2, 2)


def test_the_fewest_points_come_first_where_points_are_bad() -> None:
    assert ranks(ended("mata", (40, 10, 60), winners=(1,))) == (2, 1, 3)
    assert ranks(ended("mexican-train", (40, 10, 10), winners=(1, 2))) == (3, 1, 1)


def test_a_player_who_was_in_the_match_longer_comes_first() -> None:
    deals = (110, 60, 70, 90), (110, 120, 70, 90), (110, 120, 105, 90)
    state = ended("mata", *deals, winners=(3,), seats=4, until="last")
    assert ranks(state) == (4, 3, 2, 1)


def test_a_match_without_points_has_winners_and_all_the_others() -> None:
    assert ranks(ended("classic", (0, 0, 0), winners=(2,))) == (2, 2, 1)
    assert ranks(ended("classic", (0, 0, 0), winners=(0, 2))) == (1, 3, 1)


def test_players_of_memory_stand_by_the_tiles_they_took() -> None:
    assert ranks(ended("memory", (8, 14, 6), winners=(1,))) == (2, 1, 3)


def test_points_count_only_where_a_match_is_played_to_points() -> None:
    state = ended("express", (40, 100, 70), winners=(1,))
    assert [points_of(state, side) for side in range(3)] == [40, 100, 70]
    assert [points_against(state, side) for side in range(3)] == [100, 70, 100]
    for rules in ("mata", "memory"):
        state = ended(rules, (40, 10, 60), winners=(1,))
        assert [points_of(state, side) + points_against(state, side) for side in range(3)] == [0, 0, 0]


def test_a_comeback_is_the_most_that_a_side_was_behind_after_a_deal() -> None:
    state = ended("express", (0, 20, 35), (0, 80, 60), (104, 80, 60), winners=(0,))
    assert comeback(state, 0) == 80
    assert comeback(state, 1) == 24
    assert comeback(state, 2) == 44


def test_a_side_is_behind_the_fewest_points_where_points_are_bad() -> None:
    state = ended("mexican-train", (50, 20, 5), (60, 90, 95), winners=(0,))
    assert comeback(state, 0) == 45


def test_a_side_that_always_led_has_no_comeback() -> None:
    assert comeback(ended("express", (50, 20, 5), (110, 90, 95), winners=(0,)), 0) == 0


def test_only_winners_come_back_and_an_absent_player_has_not_won() -> None:
    state = ended("express", (0, 30), (70, 30), winners=(0, 2), seats=4, pairs=True)
    gone = Person(CEM.user_id, CEM.name, CEM.locale, Presence.LEFT)
    scores = scores_of(state, (ANA, BEN, gone, DIA))
    assert [(each.points, each.won, each.rank, each.against, each.comeback) for each in scores] == [
        (70, True, 1, 30, 30),
        (30, False, 2, 70, 0),
        (70, False, 1, 30, 0),
        (30, False, 2, 70, 0),
    ]
    assert [each.person for each in scores_of(state, FOUR)] == list(FOUR)
