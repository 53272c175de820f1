"""Tests of moves after a draw that the rules leave no choice of."""

from __future__ import annotations

from engine.actions import Draw, Pass
from engine.legal import forced_move
from tests.engine.answers import can
from tests.engine.games import after, late
from tests.engine.train_tables import table


def test_a_move_after_a_draw_is_forced_only_where_the_rules_leave_no_choice() -> None:
    hands = ["1-1 2-2", "6-5 3-3"]
    state = late(hands, ["6-6"], rules="classic-draw", boneyard="5-5 6-1 4-4")
    # the first draw is the player's own, the next follows from it, and a tile that fits ends it
    assert forced_move(state) is None
    state = after(state, "0 draw")
    assert forced_move(state) == Draw(0)
    state = after(state, "0 draw")
    assert can(state) == ["0 play 6-1 left", "0 play 6-1 right"]
    assert forced_move(state) is None
    assert forced_move(after(late(hands, ["6-6"], rules="classic-draw", boneyard="5-5"), "0 draw")) == Pass(0)
    # where a draw ends the turn, nothing follows
    assert forced_move(after(late(hands, ["6-6"], rules="double-twelve", boneyard="5-5 4-4"), "0 draw")) is None


def test_the_first_draw_after_a_double_is_the_players_own_and_the_pass_after_it_follows() -> None:
    # Source: document 001, second game, "Doublets": the tile owed after a double; neither 11-0 nor 7-6 fits 5 or 4
    state = table("5-5 11-0", "6-5", chain=("12-5 train0", "12-4 mexican"), boneyard="7-6 8-6")
    state = after(state, "0 play 5-5 train0")
    assert can(state) == ["0 draw"]
    assert forced_move(state) is None
    assert forced_move(after(state, "0 draw")) == Pass(0)
