"""Tests of contests between players: fair, repeatable, and rightly counted."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from engine import match
from engine.actions import Draw, Move, Pass
from engine.bots import baselines
from engine.bots.memory import FlippedTiles
from engine.bots.results import WinRate, player_result, win_rate
from engine.bots.tournament import (
    PLAYER_NAMES,
    GameResult,
    Player,
    Round,
    Setup,
    deal_shares,
    find_player,
    match_shares,
    play_game,
    play_rounds,
    process_pool,
    rotated_seatings,
)
from engine.view import View
from tests.engine.games import SEATINGS, after, late
from tests.support.cases import few, few_seatings
from tests.support.seatings import mirrored_seatings

PAIRS = Setup("express", 4, {"pairs": True}, seed=3)


def contest(game: Setup, one: str, two: str, shuffles: int, **more: Any) -> list[Round]:
    seatings = [mirrored_seatings(game, number) for number in range(shuffles)]
    return list(play_rounds(game, [find_player(one), find_player(two)], seatings, **more))


def noting(asked: list[Any], note: Callable[[View], object]) -> Player:
    """A player that notes something of each view and makes the first legal move."""

    def choose(view: View, _turned: FlippedTiles, _source: random.Random) -> Move:
        asked.append(note(view))
        return view.legal[0]

    return Player("noting", choose)


def without_times(played: list[Round]) -> list[list[GameResult]]:
    return [[one._replace(seconds=()) for one in each] for each in played]


# ---------------------------------------------------------------------- plain players


def test_heaviest_lays_the_strongest_tile_that_fits_at_any_of_its_ends() -> None:
    state = late(["6-1 5-5 4-3 4-1 1-0", "3-3"], ["4-4"])
    view = match.view(state, 0)
    chosen = {str(baselines.heaviest_tile(view, (), random.Random(seed))) for seed in range(20)}
    assert chosen == {"0 play 4-3 left", "0 play 4-3 right"}


def test_heaviest_draws_and_passes_only_for_want_of_a_tile() -> None:
    drawing = late(["5-4 1-0", "5-3"], ["5-5"], rules="all-fives")
    assert Draw(0) in match.legal(drawing)
    assert str(baselines.heaviest_tile(match.view(drawing, 0), (), random.Random(1))).startswith("0 play 5-4")
    passing = late(["5-5 1-0", "6-3"], ["6-4"])
    assert baselines.heaviest_tile(match.view(passing, 0), (), random.Random(1)) == Pass(0)


def test_points_takes_the_most_points_and_then_the_heaviest_tile() -> None:
    # the spinner counts 10 while it has one arm: 5-0 makes it 10, and the others no multiple of 5
    state = late(["6-5 5-4 5-0", "5-3"], ["5-5"], rules="all-fives")
    view = match.view(state, 0)
    assert str(baselines.heaviest_tile(view, (), random.Random(1))).startswith("0 play 6-5")
    assert str(baselines.most_points(view, (), random.Random(1))).startswith("0 play 5-0")
    scoreless = match.view(late(["6-5 5-4", "5-3"], ["5-5"], rules="all-fives"), 0)
    assert str(baselines.most_points(scoreless, (), random.Random(1))).startswith("0 play 6-5")


@pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
def test_plain_players_finish_a_deal_of_every_rule_set(rules: str, seats: int) -> None:
    players = [find_player(("random", "heaviest", "points")[seat % 3]) for seat in range(seats)]
    assert play_game(Setup(rules, seats), players, tuple(range(seats)), 1) is not None


def test_a_player_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="there is no player 'deep', but random, heaviest, points, easy, normal"):
        find_player("deep")


# ---------------------------------------------------------------------- seatings


@pytest.mark.parametrize("seats", range(2, 13))
def test_mirrored_players_each_play_every_side_once_and_about_half_at_a_time(seats: int) -> None:
    game = Setup("double-twelve", seats)
    for number in range(2 * seats):
        one, two = mirrored_seatings(game, number)
        assert all({a, b} == {0, 1} for a, b in zip(one, two, strict=True))
        assert abs(one.count(0) - one.count(1)) == seats % 2
    firsts = {mirrored_seatings(game, number)[0] for number in range(2 * seats)}
    assert len(firsts) == (seats if seats % 2 else 2)


def test_partners_are_always_the_same_player_in_mirrored_seatings() -> None:
    assert {mirrored_seatings(PAIRS, number) for number in range(4)} == {
        ((0, 1, 0, 1), (1, 0, 1, 0)),
        ((1, 0, 1, 0), (0, 1, 0, 1)),
    }


def test_rotated_players_sit_everywhere_and_no_table_is_played_twice() -> None:
    a, b, c = find_player("random"), find_player("heaviest"), find_player("points")
    assert rotated_seatings([a, b, c]) == ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    assert rotated_seatings([a, b, a, b]) == ((0, 1, 2, 3), (3, 0, 1, 2))
    assert rotated_seatings([a, a, b]) == ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    assert rotated_seatings([a, a, a]) == ((0, 1, 2),)


# ---------------------------------------------------------------------- playing


@pytest.mark.parametrize(
    "game",
    [
        PAIRS,
        Setup("express", 3, seed=1),
        Setup("classic-draw", 2, seed=2),
        Setup("double-twelve", 7, seed=5),
        Setup("all-fives", 2, {"target": 50}, full_match=True),
    ],
    ids=str,
)
@pytest.mark.parametrize("name", few(["random", "normal"], ["random"]))
def test_a_player_has_exactly_half_of_the_wins_against_itself(game: Setup, name: str) -> None:
    played = contest(game, name, name, 4)
    for player in (0, 1):
        found = player_result(played, game.new_match().teams, player)
        assert found.win_rate.value == pytest.approx(0.5, abs=1e-12)


@pytest.mark.long
def test_a_contest_comes_out_the_same_whether_one_process_plays_or_two() -> None:
    game = Setup("express", 3, seed=11)
    with process_pool(1) as here:
        alone = contest(game, "heaviest", "random", 20, processes=here)
    with process_pool(2) as processes:
        assert processes is not None
        together = contest(game, "heaviest", "random", 20, processes=processes, max_pending=3)
    assert without_times(alone) == without_times(together)
    assert len(alone) == 20


@pytest.mark.long
def test_a_contest_can_be_broken_off_at_any_moment_without_an_error_in_a_thread() -> None:
    game, players = Setup("express", 2, seed=1), [find_player("easy")] * 2
    seatings = [rotated_seatings(players)] * 1000

    def break_off(moment: int) -> None:
        with process_pool(2) as processes:
            for number, _ in enumerate(play_rounds(game, players, seatings, processes)):
                if number == moment:
                    raise KeyboardInterrupt

    # an error in a thread fails the test
    for moment in range(20):
        with pytest.raises(KeyboardInterrupt):
            break_off(moment)


def test_another_seed_gives_another_contest() -> None:
    one, other = (contest(game, "random", "heaviest", 5) for game in (PAIRS, PAIRS._replace(seed=4)))
    assert without_times(one) != without_times(other)


def test_both_players_of_a_round_have_the_same_tiles_and_the_same_chance() -> None:
    seen: list[tuple[object, ...]] = []

    def note(view: View, turned: FlippedTiles, source: random.Random) -> Move:
        seen.append((view.seat, view.hand, view.history, turned, source.random()))
        return view.legal[-1]

    for game in (Setup("mata", 2, seed=1), Setup("express", 2, full_match=True)):
        seen.clear()
        for seating in mirrored_seatings(game, 0):
            play_game(game, [Player("one", note), Player("two", note)], seating, 7)
        half = len(seen) // 2
        assert half > 3
        assert seen[:half] == seen[half:]


def test_only_the_first_deal_is_played_unless_whole_matches_are_asked_for() -> None:
    (deals,) = contest(Setup("express", 2), "heaviest", "heaviest", 1)
    (matches,) = contest(Setup("express", 2, full_match=True), "heaviest", "heaviest", 1)
    assert max(deals[0].points) < 100 <= max(matches[0].points)


def test_the_fewest_points_of_a_deal_win_it_where_points_are_bad() -> None:
    state = late(["6-1", "0-0", "5-5"], ["6-6"], rules="mata")
    state, _ = match.apply(state, match.legal(state)[0])
    assert state.results[0].winners == (0,)
    assert state.results[0].points == (0, 0, 10)
    assert deal_shares(state, state.results[0]) == (0.5, 0.5, 0)


def test_a_deal_goes_to_its_winners_and_a_match_to_its_own_where_points_are_good() -> None:
    state = after(
        late(["6-1", "5-5 4-4", "1-1"], ["6-6"], rules="express", totals=(0, 90, 0), turn=0), "0 play 6-1 left"
    )
    assert deal_shares(state, state.results[0]) == (1, 0, 0)
    assert match_shares(state._replace(winners=(1, 2))) == (0, 0.5, 0.5)


def test_a_choice_is_timed_only_where_there_are_several_options() -> None:
    asked: list[int] = []
    player = noting(asked, lambda view: len(view.legal))
    played = play_game(Setup("express", 2, seed=1), [player], (0, 0), 1)
    assert len(played.seconds[0]) == len(asked) > 3
    assert min(asked) > 1


def test_rounds_that_take_too_long_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert contest(PAIRS, "random", "heaviest", 4, deadline=time.monotonic() - 1) == []
    looks = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: next(looks))
    whole = contest(PAIRS, "random", "heaviest", 4)
    assert len(whole) == 4
    # the clock is looked at once a choice: time is up in the middle of the third round's second deal
    choices = [sum(map(len, played.seconds)) for each in whole for played in each]
    looks = itertools.count()
    begun = contest(PAIRS, "random", "heaviest", 4, deadline=sum(choices[:5]) + 3)
    assert without_times(begun) == without_times(whole[:2])


def test_processes_give_up_rounds_that_take_too_long() -> None:
    class Here(Executor):
        """Plays at once, as an idle process would."""

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            done: Future[Any] = Future()
            done.set_result(None if args[2] in late_ones else fn(*args, **kwargs))
            return done

    late_ones = {1, 3}
    found = contest(PAIRS, "random", "heaviest", 30, processes=Here(), max_pending=3)
    # the first three were under way, and a fourth when the second was given up
    assert without_times(found) == without_times([contest(PAIRS, "random", "heaviest", 3)[at] for at in (0, 2)])


# ---------------------------------------------------------------------- standings


def one(shares: tuple[float, ...], points: tuple[int, ...] = (0, 0), seating: tuple[int, ...] = (0, 1)) -> GameResult:
    return GameResult(seating, shares, points, ((),) * len(seating))


ALONE = ((0,), (1,))


def test_a_standing_counts_wins_of_what_was_decided_and_points_of_all() -> None:
    played = [(one((1, 0), (10, 0)), one((0, 1), (0, 20), (1, 0))), (one((0, 0)), one((1, 0), (8, 0), (1, 0)))]
    first, second = (player_result(played, ALONE, player) for player in (0, 1))
    assert (first.played, first.decided, first.wins, first.mean_points) == (4, 3, 2, 7.5)
    assert (second.played, second.decided, second.wins, second.mean_points) == (4, 3, 1, 2)
    assert first.win_rate.value == pytest.approx(2 / 3)


def test_a_win_that_is_shared_counts_in_parts() -> None:
    found = player_result([(one((0.5, 0.5)), one((0.5, 0.5), seating=(1, 0)))], ALONE, 0)
    assert (found.wins, found.decided) == (1, 2)


def test_both_partners_have_the_win_of_their_side() -> None:
    sides = ((0, 2), (1, 3))
    played = [(one((1, 0), (30, 0), (0, 1, 2, 3)),)]
    assert [player_result(played, sides, player).wins for player in range(4)] == [1, 0, 1, 0]
    assert [player_result(played, sides, player).mean_points for player in range(4)] == [30, 0, 30, 0]


def test_a_contest_without_a_decision_has_no_share() -> None:
    assert win_rate([(0, 0), (0, 0)]) is None
    assert player_result([(one((0, 0)),)], ALONE, 0).win_rate is None


def test_one_deal_claims_nothing() -> None:
    found = win_rate([(1, 1)])
    assert found.low < 0.5 < found.value == found.high == 1


def test_a_shuffle_is_one_observation_however_its_deals_agree() -> None:
    """Hands that win by themselves win once for each player: that is no spread at all. Won twice, it is much."""
    hands_decide = win_rate([(1, 2)] * 40)
    players_decide = win_rate([(2, 2), (0, 2)] * 20)
    assert hands_decide.value == players_decide.value == 0.5
    assert players_decide.high - players_decide.low > 4 * (hands_decide.high - hands_decide.low)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    source = random.Random(1)

    def held(sure: float) -> int:
        hits = 0
        for _ in range(200):
            lucky = [source.gauss(0, 0.2) for _ in range(40)]
            counts = [((source.random() < 0.6 + each) + (source.random() < 0.6 - each), 2) for each in lucky]
            found = win_rate(counts, sure)
            hits += found.low <= 0.6 <= found.high
        return hits

    assert 182 <= held(0.95) <= 198
    assert 85 <= held(0.5) <= 125


def test_the_interval_of_a_normal_mean_is_the_one_in_the_books() -> None:
    """Worked by hand: ten shuffles and the two added, 0.5 ± 2.201 standard errors of twelve."""
    found = win_rate([(1, 1), (0, 1)] * 5)
    wide = 2.201 * math.sqrt(12 * 0.25 / 11 / 12)
    assert found == pytest.approx(WinRate(0.5, 0.5 - wide, 0.5 + wide), abs=1e-4)


def test_every_name_gives_a_player_that_plays() -> None:
    for name in PLAYER_NAMES:
        players = [find_player(name, effort=50), find_player("random")]
        assert play_game(Setup("classic", 2), players, (0, 1), 0) is not None


def test_a_later_deal_can_be_played_alone() -> None:
    """Later deals may be opened with any tile (document 000, "Manches suivantes"); nobody plays the first."""
    asked: list[tuple[int, int]] = []
    player = noting(asked, lambda view: (view.deal, len(view.history)))
    played = play_game(Setup("express", 4, {"pairs": True}, deal=2, seed=3), [player], (0,) * 4, 1)
    assert sum(played.shares) == 1
    assert {deal for deal, _ in asked} == {2}
    assert (2, 0) in asked
