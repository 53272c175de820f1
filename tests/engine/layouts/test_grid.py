"""Tiles face down. Source: the rule book, "Memory"; the game record, "Form"."""

from __future__ import annotations

from engine.layouts import Grid
from engine.tiles import tile
from tests.engine.games import tiles

FOUR = Grid(dict(enumerate(tiles("6-6 6-5 1-0 3-2"), 1)))


def test_a_grid_has_no_ends_and_nothing_laid_in_a_row() -> None:
    assert FOUR.ends == {}
    assert FOUR.placed == ()


def test_one_tile_is_turned_and_then_another() -> None:
    assert (FOUR.face_up, FOUR.first_flipped) == ((), None)
    one = FOUR.flip(3)
    assert (one.face_up, one.first_flipped) == ((3,), 3)
    two = one.flip(1)
    assert (two.face_up, two.first_flipped) == ((3, 1), None)


def test_the_first_of_the_next_two_turns_the_last_two_back() -> None:
    assert FOUR.flip(3).flip(1).flip(2).face_up == (2,)
    assert FOUR.flip(3).flip(1).flip(3).face_up == (3,)


def test_taking_takes_what_is_turned_up_and_leaves_the_others_in_their_positions() -> None:
    left = FOUR.flip(2).flip(1).remove_pair()
    assert left.tiles == {3: tile(1, 0), 4: tile(3, 2)}
    assert left.face_up == ()


def test_everybody_sees_only_what_is_turned_up() -> None:
    assert FOUR.public().tiles == {1: None, 2: None, 3: None, 4: None}
    assert FOUR.flip(3).public().tiles == {1: None, 2: None, 3: tile(1, 0), 4: None}
    assert FOUR.flip(3).flip(1).public().tiles == {1: tile(6, 6), 2: None, 3: tile(1, 0), 4: None}
    assert FOUR.flip(3).flip(1).flip(2).public().tiles == {1: None, 2: tile(6, 5), 3: None, 4: None}
    assert FOUR.flip(3).flip(1).public().face_up == (3, 1)
