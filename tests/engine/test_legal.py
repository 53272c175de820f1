"""What a seat that has drawn must do next, where the rules leave it no choice."""

from __future__ import annotations

from engine.actions import Pass
from engine.legal import forced_move
from tests.engine.answers import can
from tests.engine.games import after, late
from tests.engine.train_tables import table


def test_the_only_tile_that_fits_after_a_draw_is_left_to_its_player() -> None:
    # the draw ends with a tile that fits; laying it is a move of its own
    state = after(late(["1-1 2-2", "6-5 3-3"], ["6-4"], rules="classic-draw", boneyard="6-1 5-5"), "0 draw")
    assert can(state) == ["0 play 6-1 left"]
    assert forced_move(state) is None


def test_the_first_draw_after_a_double_is_the_players_own_and_the_pass_after_it_follows() -> None:
    # Source: document 001, second game, "Doublets": the tile owed after a double; neither 11-0 nor 7-6 fits 5 or 4
    state = table("5-5 11-0", "6-5", chain=("12-5 train0", "12-4 mexican"), boneyard="7-6 8-6")
    state = after(state, "0 play 5-5 train0")
    assert can(state) == ["0 draw"]
    assert forced_move(state) is None
    assert forced_move(after(state, "0 draw")) == Pass(0)
