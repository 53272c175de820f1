"""Tests of another library's players, which the benchmarks measure ours against."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks import dominoes_players
from engine import match, random_deal
from engine.actions import Play
from engine.bots.tournament import Player, Setup, find_player, play_game
from engine.game import State
from engine.options import Value
from engine.tiles import Tile
from tests.support.seatings import mirrored_seatings

pytestmark = pytest.mark.long

dominoes: Any = pytest.importorskip("dominoes", reason="the library is only in the benchmarks' group")

PAIRS: dict[str, Value] = {"pairs": True}


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dominoes_players, "START", 16)
    monkeypatch.setattr(dominoes_players, "SAMPLES", 2)
    monkeypatch.setattr(dominoes_players, "ALL", 25)


def theirs(each: Tile) -> Any:
    return dominoes.Domino(each.high, each.low)


def dealt(seed: int) -> State:
    begun = match.new("express", 4, PAIRS)
    return match.apply(begun, random_deal(begun, seed))[0]


@pytest.mark.parametrize("seed", range(6))
def test_a_view_becomes_the_game_that_the_library_itself_comes_to(seed: int) -> None:
    """Their own game is kept in step move by move; it passes by itself, and it ends as ours does."""
    state, source = dealt(seed), random.Random(seed)
    hands = [dominoes.Hand([theirs(each) for each in hand]) for hand in state.hands]
    opening = ((theirs(state.hands[state.opener][-1]), True),)
    game = dominoes.Game(dominoes.Board(), hands, [], state.opener, opening, state.opener, None)
    while state.turn is not None:
        move = source.choice(match.legal(state))
        if isinstance(move, Play):
            seen = dominoes_players.game_of(match.view(state, state.turn), dominoes)
            assert (seen.board, seen.moves, seen.turn) == (game.board, game.moves, game.turn)
            assert set(seen.valid_moves) == set(game.valid_moves)
            assert seen.hands[seen.turn] == game.hands[game.turn]
            assert list(map(len, seen.hands)) == list(map(len, game.hands))
            assert seen.missing_values() == game.missing_values()
            game.make_move(theirs(move.tile), move.end != "right")
        state, _ = match.apply(state, move)
    (result,) = state.results
    assert game.result.won == (result.reason == "out")
    if game.result.points:
        assert game.result.points == result.points[0] - result.points[1]


@pytest.mark.parametrize("seed", range(4))
def test_the_player_makes_legal_moves_only(seed: int) -> None:
    asked = 0

    def choose(view: Any, turned: Any, source: random.Random) -> Any:
        nonlocal asked
        asked += 1
        move = dominoes_players.choose(view, turned, source)
        assert move in view.legal
        return move

    game = Setup("express", 4, PAIRS, seed=seed)
    for seating in mirrored_seatings(game, seed):
        assert play_game(game, [Player("dominoes", choose), find_player("random")], seating, seed) is not None
    assert asked > 5


@pytest.mark.parametrize(("left", "end"), [(True, "left"), (False, "right")])
def test_the_player_lays_its_tile_at_the_end_that_it_prefers(
    left: bool, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = dealt(1)
    twice: Tile | None = None
    while twice is None:
        state, _ = match.apply(state, match.legal(state)[-1])
        ends = set(state.layout.ends.values())
        twice = next(
            (each for each in state.hands[state.turn] if len(ends) == 2 and ends == {each.high, each.low}), None
        )

    def prefer(game: Any) -> None:
        game.valid_moves = tuple(sorted(game.valid_moves, key=lambda move: move != (theirs(twice), left)))

    monkeypatch.setattr(dominoes.players, "bota_gorda", prefer)
    move = dominoes_players.choose(match.view(state, state.turn), (), random.Random(1))
    assert move == Play(state.turn, twice, end)


def test_the_player_opens_later_deals_with_any_tile() -> None:
    state = dealt(1)
    while not state.awaits_deal:
        state, _ = match.apply(state, match.legal(state)[0])
    state, _ = match.apply(state, random_deal(state, 2))
    view = match.view(state, state.turn)
    assert len(view.legal) == 7
    heaviest = max(view.hand, key=lambda each: each.pips)
    assert dominoes_players.choose(view, (), random.Random(1)) == Play(state.turn, heaviest, "start")


def test_the_players_solver_decides_near_the_end() -> None:
    """Near the end it plays what its search prefers; before, the heaviest tile."""
    differs = 0
    for seed in range(12):
        state = dealt(seed)
        while state.turn is not None:
            options = match.legal(state)
            move = options[0]
            if len(options) > 1:
                view = match.view(state, state.turn)
                move = dominoes_players.choose(view, (), random.Random(seed))
                heaviest = max(option.tile.pips for option in options if isinstance(option, Play))
                lighter = move.tile.pips < heaviest
                assert not (lighter and len(view.history) < dominoes_players.START)
                differs += lighter
            state, _ = match.apply(state, move)
    assert differs > 3
