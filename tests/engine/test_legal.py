"""Tests of moves after a draw that the rules leave no choice of."""

from __future__ import annotations

import itertools
import random

import pytest

from engine import match
from engine.actions import Draw, Pass
from engine.legal import forced_move, legal, only_move
from tests.engine.answers import can
from tests.engine.games import SEATINGS, after, dealt, late, play_on
from tests.engine.train_tables import table
from tests.support.cases import few_seatings


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


@pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
def test_a_public_only_move_is_never_a_choice_of_another_hand(rules: str, seats: int) -> None:
    source = random.Random(rules)
    for step in itertools.islice(play_on(match.new(rules, seats), source), 300):
        state = step.after
        move = only_move(state, public=True)
        if move is None or (state.opening is not None and state.opening.tiles is not None):
            continue
        hidden = [*itertools.chain(*state.hands), *state.boneyard]
        source.shuffle(hidden)
        tiles = iter(hidden)
        hands = tuple(tuple(sorted(itertools.islice(tiles, len(hand)))) for hand in state.hands)
        other = state._replace(hands=hands, boneyard=tuple(tiles), legal=None)
        assert (move in legal(other)) == (only_move(other, public=True) == move)


def test_a_draw_for_want_of_a_double_is_public_and_a_draw_at_will_is_not() -> None:
    begun = dealt("all-fives", "6-5 6-4 6-3 6-2 6-1 6-0 5-4 | 5-3 5-2 5-1 5-0 4-3 4-2 4-1", boneyard="0-0")
    assert only_move(begun, public=True) == Draw(begun.opener)
    unable = late(["1-0", "2-0"], ["6-6"], rules="all-fives")
    assert only_move(unable, public=True) is None
    assert only_move(unable, public=False) == Draw(0)
    assert only_move(unable._replace(boneyard=(), legal=None), public=True) == Pass(0)
