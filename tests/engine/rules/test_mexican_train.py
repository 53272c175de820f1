"""The Mexican train, all but its doubles. Source: document 001, second game; the rule book, "Mexican train"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal, parse_move
from engine.errors import Illegal, IllegalMove
from engine.events import Passed
from engine.game import State
from engine.record import describe
from engine.tiles import full_set, tile
from tests.engine.answers import can, why_not
from tests.engine.games import after, deal, play_out
from tests.engine.train_tables import table

both_sets = pytest.mark.parametrize(("rules", "top"), [("mexican-train", 12), ("mexican-train-nine", 9)])

POOR = "0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 4-4 5-0"
RICH = "12-0 12-1 12-2 12-3 12-4 12-5 12-6 12-7 12-8 12-9 12-10 12-11 11-11 10-10 9-9 8-8"
"""Two hands of sixteen: one without a twelve, one with them all."""


def dealt_again(state: State) -> State:
    """Deal the next deal, in which luck chooses nobody."""
    return match.apply(state, Deal(match.stock_of(state)))[0]


# ---------------------------------------------------------------------- the deal


@both_sets
def test_the_station_is_taken_from_the_set_before_the_deal(rules: str, top: int) -> None:
    # Source: document 001, "Préparation"; Decision: the variant has no half over 9.
    state = match.new(rules, 2)
    stock = match.stock_of(state)
    assert set(stock) == {*full_set(top)} - {tile(top, top)}
    with pytest.raises(IllegalMove, match=f"{top}-{top} is not among its tiles"):
        match.apply(state, Deal((*stock[1:], tile(top, top)), 0))
    assert match.apply(state, Deal(stock, 0))[0].layout.station is tile(top, top)


@both_sets
def test_the_stations_go_down_to_0_0_one_pip_a_deal(rules: str, top: int) -> None:
    # Source: document 001, "Parties suivantes".
    steps = play_out(rules, 4, {}, seed=6)
    stations = [str(step.after.layout.station) for step in steps if isinstance(step.action, Deal)]
    assert stations == [f"{number}-{number}" for number in range(top, -1, -1)]
    assert len(steps[-1].after.results) == top + 1
    assert steps[-1].after.finished


# ---------------------------------------------------------------------- who begins


@pytest.mark.parametrize("first", [0, 1])
def test_the_seat_that_luck_chose_begins_the_first_deal(first: int) -> None:
    # Source: the rule book, "Mexican train", Decision.
    state = match.new("mexican-train", 2)
    assert match.apply(state, Deal(match.stock_of(state), first))[0].turn == first


def test_a_player_who_begins_may_have_to_draw() -> None:
    state = deal(match.new("mexican-train", 2), POOR, RICH, first=0, boneyard="7-6")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw")
    assert can(state) == ["0 pass"]
    assert after(state, "0 pass").layout.markers == (0,)


@pytest.mark.parametrize(("began", "following"), [(0, 1), (1, 2), (2, 0)])
def test_each_next_deal_begins_one_seat_on(began: int, following: int) -> None:
    # Source: document 001: "le premier joueur change dans le sens des aiguilles d'une montre".
    state = after(table("12-3", "6-6", "5-5", opener=began), "0 play 12-3 mexican")
    with pytest.raises(IllegalMove, match="luck chooses no seat in this deal"):
        match.apply(state, Deal(match.stock_of(state), following))
    state = dealt_again(state)
    assert (state.turn, state.layout.station) == (following, tile(11, 11))


def test_the_opener_made_the_first_play_and_the_next_deal_begins_one_seat_on_from_the_first_in_turn() -> None:
    # Source: the game record, "Replaying". Seat 1 began and could not play, nor could seat 2.
    state = table("12-3", "5-4 3-3", "5-5 2-2", opener=1, turn=1, boneyard="")
    state = after(state, "1 pass", "2 pass", "0 play 12-3 mexican")
    assert state.results[0].opener == 0
    assert describe(state)["deals"][0]["opener"] == 0
    assert dealt_again(state).turn == 2


# ---------------------------------------------------------------------- trains and markers


def test_each_train_begins_with_the_stations_half_on_ones_own_or_the_mexican_train() -> None:
    # Source: document 001, "Les différents trains".
    state = table("12-3 12-0 5-4", "12-1", "6-6")
    assert can(state) == ["0 play 12-0 train0", "0 play 12-0 mexican", "0 play 12-3 train0", "0 play 12-3 mexican"]
    assert why_not(state, "0 play 5-4 train0") is Illegal.DOES_NOT_FIT


def test_anyone_may_play_on_the_mexican_train_begun_or_not() -> None:
    # Source: document 001: "tous les joueurs peuvent jouer".
    state = table("5-4 6-6", "12-1 6-4", "4-3 6-5", chain=("12-5 mexican",))
    state = after(state, "0 play 5-4 mexican", "1 play 12-1 train1", "2 play 4-3 mexican")
    assert state.layout.ends["mexican"] == 3


def test_anothers_train_is_closed_unless_it_bears_a_marker() -> None:
    # Source: document 001, "Les trains des autres joueurs".
    chain = ("12-5 train0", "12-4 train1")
    state = table("4-3 5-1 6-6", "6-5", "6-4", chain=chain)
    assert can(state) == ["0 play 5-1 train0"]
    assert why_not(state, "0 play 4-3 train1") is Illegal.CLOSED_TRAIN
    state = table("4-3 5-1 6-6", "6-5", "6-4", chain=chain, markers=(1, 2))
    assert can(state) == ["0 play 4-3 train1", "0 play 5-1 train0"]
    assert after(state, "0 play 4-3 train1").layout.ends["train1"] == 3


def test_a_train_not_begun_may_be_begun_by_another_where_it_bears_a_marker() -> None:
    # Source: document 001: "où au départ du train, s'il n'a pas encore démarré".
    state = after(table("12-3 6-6", "6-5", markers=(1,)), "0 play 12-3 train1")
    assert state.layout.ends["train1"] == 3
    assert state.layout.markers == (1,)


def test_a_player_unable_to_play_draws_a_tile_and_must_play_it_if_it_fits() -> None:
    # Source: document 001, "Situation de blocage et marqueur".
    state = table("6-6 4-3", "6-5", boneyard="12-0 7-6")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    state = after(state, "0 draw")
    assert can(state) == ["0 play 12-0 train0", "0 play 12-0 mexican"]
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    assert why_not(state, "0 draw") is Illegal.MUST_PLAY
    state = after(state, "0 play 12-0 mexican")
    assert (state.turn, state.layout.markers) == (1, ())


def test_a_pass_after_a_vain_draw_sets_the_marker() -> None:
    # Source: document 001; the game record, "One action at a time".
    state = after(table("6-6 4-3", "12-5 6-5"), "0 draw")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.DRAWN_ALREADY
    assert state.layout.markers == ()
    state, events = match.apply(state, parse_move("0 pass"))
    assert events == (Passed(0, (12,)),)
    assert describe(state)["markers"] == [0]
    assert can(state) == ["1 play 12-5 train0", "1 play 12-5 train1", "1 play 12-5 mexican"]


def test_with_the_boneyard_empty_the_marker_is_set_at_once() -> None:
    # Source: the rule book, "Mexican train".
    state = table("6-6 4-3", "12-5 6-5", boneyard="")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.BONEYARD_EMPTY
    assert after(state, "0 pass").layout.markers == (0,)


def test_a_marker_stays_while_its_owner_passes_or_plays_elsewhere() -> None:
    # Source: document 001, "Situation de blocage et marqueur".
    state = after(table("12-3 6-6", "6-5 5-4", markers=(0, 1)), "0 play 12-3 mexican")
    assert state.layout.markers == (0, 1)
    assert after(state, "1 draw", "1 pass").layout.markers == (0, 1)


def test_playing_on_ones_own_train_takes_ones_marker_off() -> None:
    # Source: document 001: "Vous enlèverez votre marqueur … dès que vous aurez joué dessus".
    assert after(table("12-3 6-6", "6-5", markers=(0, 1)), "0 play 12-3 train0").layout.markers == (1,)
