"""Tests of chance."""

from __future__ import annotations

import random

import pytest

from engine import match, random_deal
from engine.tiles import full_set


def test_the_same_seed_gives_the_same_shuffle_and_another_one_another() -> None:
    state = match.new("express", 2)
    assert random_deal(state, 4) == random_deal(state, 4)
    assert random_deal(state, 4) != random_deal(state, 5)


def test_a_generator_goes_on_from_shuffle_to_shuffle() -> None:
    state = match.new("express", 2)
    source = random.Random(4)
    first, second = random_deal(state, source), random_deal(state, source)
    assert first == random_deal(state, 4)
    assert second != first


def test_without_a_seed_the_randomness_is_the_operating_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = random.SystemRandom.getrandbits

    def watched(self: random.SystemRandom, bits: int) -> int:
        asked.append(bits)
        return real(self, bits)

    monkeypatch.setattr(random.SystemRandom, "getrandbits", watched)
    random.seed(1)
    one = random_deal(match.new("express", 2))
    random.seed(1)
    assert random_deal(match.new("express", 2)) != one
    # a shuffle of 28 draws 27 times at least
    assert len(asked) >= 2 * 27


def test_every_tile_comes_to_every_place() -> None:
    state = match.new("express", 4)
    source = random.Random(1)
    places: dict[str, set[int]] = {str(tile): set() for tile in full_set(6)}
    for _ in range(400):
        for place, tile in enumerate(random_deal(state, source).stock):
            places[str(tile)].add(place)
    assert all(len(found) == 28 for found in places.values())
