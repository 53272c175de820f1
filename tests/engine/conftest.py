"""A position that several files of tests start from."""

from __future__ import annotations

import random

import pytest

from engine.game import State
from tests.engine.games import after, dealt
from tests.engine.laws import laws


@pytest.fixture
def state() -> State:
    """A deal of three with two tiles laid, which keeps every law."""
    found = after(
        dealt("express", "6-6 6-5 5-5 4-1 5-1 1-0 3-2 | 6-1 6-2 6-3 5-4 2-0 2-1 0-0 | 4-4 3-3 2-2 1-1 4-3 3-1 3-0"),
        "0 play 6-6 start",
        "1 play 6-1 right",
    )
    laws.tiles_are_conserved(found)
    laws.the_turn_is_one_seats(found)
    laws.the_order_is_stable(found)
    laws.refusals_change_nothing(found)
    for seat in range(3):
        laws.nobody_sees_what_is_hidden(found, seat, random.Random(1))
    return found
