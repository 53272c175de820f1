"""Tests of people whose names look the same."""

from __future__ import annotations

import pytest

from engine.bots.level import Level
from engine.live.model.namesakes import namesake_numbers
from engine.live.model.table import People, Person
from tests.engine.live.people import ANA, BEN, header


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (["Alex", "Bea", "Alex"], [1, 0, 2]),
        (["Alex", "ALEX", " alex "], [1, 2, 3]),
        (["Alex", "Al\u200bex", "Ａlex"], [1, 2, 3]),
        (["Alex", "Alexa"], [0, 0]),
        (["Jose\u0301", "José", "Jose"], [1, 2, 0]),
        (["\u17b5", "", "\u3164"], [1, 2, 3]),
        (["W" * 40, "W" * 50], [1, 2]),
        ([], []),
    ],
)
def test_names_that_look_the_same_are_numbered(names: list[str], numbers: list[int]) -> None:
    assert namesake_numbers(names) == numbers


def test_a_table_numbers_its_people_whoever_comes_and_goes() -> None:
    alex, other = Person(1, "Alex", "en"), Person(2, "alex", "en")
    both = header(people=(ANA, alex, BEN, other)).people
    assert [each.namesake for each in both] == [0, 1, 0, 2]
    assert [each.namesake for each in header(people=both[:3]).people] == [0, 0, 0]
    assert both[1] == alex, "the number is no part of a person"


def test_a_computer_has_a_sign_of_its_own() -> None:
    people = People.told_apart((Person(1, "Ada", "en"), Person(-1, "Ada", "", level=Level.EASY)))
    assert [each.namesake for each in people] == [0, 0]
