"""The classics with a boneyard: plain, in rounds, misère. Source: document 004 no. 2 to 4; the rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed
from engine.game import State
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, late, tiles

with_boneyard = pytest.mark.parametrize("rules", ["classic-draw", "classic-rounds", "misere"])


# ---------------------------------------------------------------------- drawing


@with_boneyard
def test_a_player_unable_to_play_draws_until_a_tile_fits_and_plays_it(rules: str) -> None:
    # Source: document 004 no. 2: "il pioche dans le talon jusqu'à ce qu'il tire un domino qu'il peut placer".
    state = late(["6-6 1-1", "2-2 3-3"], ["5-4"], rules=rules, boneyard="0-0 3-2 4-1 6-5")
    for _ in range(3):
        assert can(state) == ["0 draw"]
        assert why_not(state, "0 pass") is Illegal.MUST_DRAW
        state = after(state, "0 draw")
    assert match.view(state, 0).drawn == tiles("0-0 3-2 4-1")
    assert can(state) == ["0 play 4-1 right"]
    assert why_not(state, "0 draw") is Illegal.MUST_PLAY
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    state = after(state, "0 play 4-1 right")
    assert state.turn == 1
    assert state.boneyard == tiles("6-5")


@with_boneyard
def test_a_boneyard_that_runs_empty_in_mid_draw_leaves_a_pass(rules: str) -> None:
    # Source: the rule book, "The classics": "boneyard empty: pass".
    state = after(late(["6-6 1-1", "4-4 2-2"], ["5-4"], rules=rules, boneyard="0-0 3-2"), "0 draw", "0 draw")
    assert state.boneyard == ()
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.BONEYARD_EMPTY
    state, events = match.apply(state, parse_move("0 pass"))
    assert events == (Passed(0, (4, 5)),)
    assert can(state) == ["1 play 4-4 right"]


@with_boneyard
def test_a_deal_is_blocked_by_the_draw_that_empties_the_boneyard_and_no_pass_is_written(rules: str) -> None:
    # Source: the game record, "One action at a time".
    state = after(late(["6-1 5-5", "3-3 2-2"], ["6-6"], rules=rules, boneyard="5-0 4-0"), "0 play 6-1 left", "1 draw")
    assert not state.results
    state = after(state, "1 draw")
    assert state.results[0].reason == "blocked"
    assert state.turn is None


# ---------------------------------------------------------------------- in rounds


def rounds(*hands: str, boneyard: str = "", totals: tuple[int, ...] | None = None, target: int = 100) -> State:
    """Return a position of the rounds where 6-1 is to be laid by seat 0, after which only 6 and 1 fit."""
    return late(hands, ["6-6"], rules="classic-rounds", boneyard=boneyard, totals=totals, target=target)


def test_going_out_in_rounds_scores_the_pips_left_in_the_others_hands() -> None:
    # Source: document 004 no. 3: "compte les points des dominos qui restent dans les mains des autres joueurs et se
    # les attribue". 5-5 and 4-1: 15; 2-0: 2.
    state = after(rounds("6-1", "5-5 4-1", "2-0"), "0 play 6-1 right")
    assert how_it_ended(state) == ("out", (0,), (17, 0, 0))
    assert state.results[0].counted == (1, 2)
    assert state.awaits_deal


def test_the_fewest_pips_score_the_others_pips_in_a_blocked_round_and_not_their_own() -> None:
    # Source: document 004 no. 3: "c'est celui à qui il reste le moins de points". 3-0, 0-0, 2-0: 5 in three tiles
    # against 10 and 8 in one each.
    state = after(rounds("6-1 3-0 0-0 2-0", "5-5", "4-4"), "0 play 6-1 right")
    assert how_it_ended(state) == ("blocked", (0,), (18, 0, 0))
    assert state.results[0].counted == (1, 2)


def test_equal_pips_score_for_nobody_in_a_blocked_round_whatever_the_tiles() -> None:
    # Source: the rule book, "Ties on a blocked deal": "nobody scores that deal". 5-0 alone, and 3-0 with 2-0.
    state = after(rounds("6-1 5-0", "3-0 2-0", "4-4", totals=(7, 8, 9)), "0 play 6-1 right")
    assert how_it_ended(state) == ("blocked", (), (0, 0, 0))
    assert state.results[0].totals == (7, 8, 9)
    assert state.awaits_deal


@pytest.mark.parametrize(
    ("target", "before", "winners"), [(100, 82, ()), (100, 83, (0,)), (50, 32, ()), (50, 33, (0,)), (50, 49, (0,))]
)
def test_the_first_to_reach_the_target_wins_in_rounds(target: int, before: int, winners: tuple[int, ...]) -> None:
    # Source: document 004 no. 3: "Le premier joueur qui arrive à un total de 100 est le gagnant. On peut fixer le
    # total à 50". The deal brings 17.
    state = after(rounds("6-1", "5-5 4-1", "2-0", totals=(before, 0, 0), target=target), "0 play 6-1 right")
    assert state.totals[0] == before + 17
    assert state.winners == winners


def test_two_at_the_target_the_higher_total_wins_and_level_they_play_another_deal() -> None:
    # Source: the rule book, "Reaching the target". The deal brings 17.
    higher = after(rounds("6-1", "5-5 4-1", "2-0", totals=(88, 104, 0)), "0 play 6-1 right")
    assert (higher.totals, higher.winners) == ((105, 104, 0), (0,))
    level = after(rounds("6-1", "5-5 4-1", "2-0", totals=(87, 104, 0)), "0 play 6-1 right")
    assert (level.totals, level.winners) == ((104, 104, 0), ())
    assert level.awaits_deal


def test_the_strongest_tile_opens_each_new_round_and_points_add_up() -> None:
    # Source: the rule book, "Next opener", Decision.
    state = after(rounds("6-1", "5-5 4-1", "2-0"), "0 play 6-1 right")
    hands = "6-5 0-0 1-0 1-1 2-0 2-1", "6-6 2-2 3-0 3-1 3-2 3-3", "5-5 4-0 4-1 4-2 4-3 4-4"
    state = deal(state, *hands)
    assert (state.deal, state.opener) == (2, 1)
    assert can(state) == ["1 play 6-6 start"]
    assert state.totals == (17, 0, 0)
    # seat 1 may open again, and nothing of a rotation is left
    again = deal(state._replace(turn=None, results=(*state.results, *state.results)), *hands)
    assert can(again) == ["1 play 6-6 start"]


# ---------------------------------------------------------------------- misère


def misere(*hands: str) -> State:
    """Return the state after seat 0 has laid 6-1, with only 6 and 1 at the ends and nothing to draw."""
    return after(late(hands, ["6-6"], rules="misere", boneyard=""), "0 play 6-1 right")


def test_the_seat_that_is_out_loses_in_misere_and_most_pips_of_the_others_win() -> None:
    # Source: document 004 no. 4: "Le premier qui a posé tous ses dominos est éliminé. C'est à celui à qui il reste le
    # plus de points qui gagne." 5-5: 10; 4-4 and 3-0: 11; 0-0.
    state = misere("6-1", "5-5", "4-4 3-0", "0-0")
    assert how_it_ended(state) == ("out", (2,), (0, 0, 0, 0))
    assert state.winners == (2,)


def test_the_other_of_two_players_wins_in_misere_whatever_it_holds() -> None:
    # Source: the rule book, "The classics": "with two players: the other".
    assert misere("6-1", "5-5").winners == (1,)
    assert misere("6-1", "0-0").winners == (1,)


def test_the_most_pips_win_a_blocked_deal_of_misere() -> None:
    # 5-5: 10 in one tile; 3-0, 2-0 and 0-0: 5 in three; 4-4: 8.
    state = misere("6-1 3-0 2-0 0-0", "5-5", "4-4")
    assert (state.results[0].reason, state.winners) == ("blocked", (1,))


def test_the_most_tiles_win_in_misere_with_equal_pips() -> None:
    # Source: the rule book, "Ties on a blocked deal": "in misere the more, too". 4-0 and 0-0 as 2-2: four pips.
    assert misere("6-1 3-0", "2-2", "4-0 0-0").winners == (2,)


def test_equal_pips_and_tiles_share_the_win_in_misere() -> None:
    state = misere("6-1 3-0", "5-0 2-0", "4-3 0-0")
    assert state.results[0].winners == (1, 2)
    assert state.winners == (1, 2)


def test_the_win_can_be_shared_in_misere_after_somebody_is_out() -> None:
    state = misere("6-1", "5-0 2-0", "4-3 0-0")
    assert (state.results[0].reason, state.winners) == ("out", (1, 2))
