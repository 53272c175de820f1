"""Rules of the classic game and its variants. Source: document 004 no. 1 to 5; the rule book, "The classics"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed
from engine.tiles import tile
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, late, tiles

CLASSICS = ("classic", "classic-draw", "classic-rounds", "misere")
"""Those that deal seven tiles to each of two players."""

every_variant = pytest.mark.parametrize("rules", CLASSICS)
plain_and_draw = pytest.mark.parametrize("rules", ["classic", "classic-draw"])

LOW = "0-0 1-0 1-1 2-0 2-1 2-2"
REST = "3-0 3-1 3-2 3-3 4-0 4-1"


# ---------------------------------------------------------------------- the deal and its opening


@every_variant
@pytest.mark.parametrize(
    ("first", "second", "opening"),
    [
        ("6-6", "6-5", "0 play 6-6 start"),
        # most pips: 6-5 beats the double 5-5, and 6-4 beats 4-4
        *(("5-5", "6-5", "1 play 6-5 start"), ("6-4", "4-4", "0 play 6-4 start")),
        # equal pips: a double beats a non-double
        *(("6-4", "5-5", "1 play 5-5 start"), ("4-4", "6-2", "0 play 4-4 start")),
        # equal pips, no double: the higher half
        *(("5-4", "6-3", "1 play 6-3 start"), ("6-2", "5-3", "0 play 6-2 start")),
    ],
)
def test_the_holder_of_the_strongest_tile_opens_with_it(rules: str, first: str, second: str, opening: str) -> None:
    # Source: document 004 no. 1 to 4: "Celui qui a le domino le plus fort commence"; the rule book, "Strongest tile".
    state = deal(match.new(rules, 2), f"{first} {LOW}", f"{second} {REST}")
    assert can(state) == [opening]
    seat = int(opening[0])
    assert state.opener == state.turn == seat
    assert why_not(state, f"{seat} play {'0-0' if seat == 0 else '3-0'} start") is Illegal.MUST_OPEN_WITH


@every_variant
def test_the_holder_of_the_strongest_tile_opens_freely_with_any_tile(rules: str) -> None:
    # Source: the rule book, "The classics", option `opening`.
    state = deal(match.new(rules, 2, {"opening": "free"}), f"5-5 {LOW}", f"6-5 {REST}")
    assert can(state) == [f"1 play {each} start" for each in (*tiles(REST), tile(6, 5))]
    assert why_not(state, "0 play 5-5 start") is Illegal.NOT_YOUR_TURN
    assert after(state, "1 play 4-1 start").layout.ends == {"left": 4, "right": 1}


# ---------------------------------------------------------------------- turns


@every_variant
def test_doubles_lie_across_the_line(rules: str) -> None:
    # Source: document 004 no. 1 to 4: "Les doubles sont placés perpendiculairement".
    state = after(late(["4-4 4-1", "6-5 6-6"], ["6-4"], rules=rules), "0 play 4-4 right", "1 play 6-5 left")
    assert [(str(each.tile), each.crosswise) for each in state.layout.placed] == [
        ("6-4", False),
        ("4-4", True),
        ("6-5", False),
    ]


def test_a_player_unable_to_play_passes_in_the_plain_game_and_nobody_draws() -> None:
    # Source: document 004 no. 1: "Lorsqu'un joueur n'a pas de domino à jouer il boude, c'est-à-dire qu'il passe".
    state = late(["5-5 1-0", "6-3 2-2"], ["6-4"], rules="classic")
    assert can(state) == ["0 pass"]
    assert len(state.boneyard) > 0
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING
    passed, events = match.apply(state, parse_move("0 pass"))
    assert events == (Passed(0, (4, 6)),)
    assert passed.turn == 1
    assert why_not(passed, "1 pass") is Illegal.MUST_PLAY
    assert why_not(passed, "1 draw") is Illegal.NO_DRAWING


def test_undealt_tiles_do_not_keep_a_deal_of_the_plain_game_from_being_blocked() -> None:
    state = after(late(["6-1 5-5", "3-3 2-2"], ["6-6"], rules="classic"), "0 play 6-1 left")
    assert len(state.boneyard) > 10
    assert state.results[0].reason == "blocked"


# ---------------------------------------------------------------------- the end


@plain_and_draw
def test_the_first_out_wins_the_match_with_no_points(rules: str) -> None:
    # Source: document 004 no. 1 and 2: "Le premier qui a posé tous ses dominos a gagné".
    state = after(late(["6-1", "5-5 4-1", "0-0"], ["6-4"], rules=rules), "0 play 6-1 left")
    (result,) = state.results
    assert (result.reason, result.winners, result.points, result.totals) == ("out", (0,), (0, 0, 0), (0, 0, 0))
    assert state.winners == (0,)


@plain_and_draw
def test_the_last_tile_wins_even_where_the_line_is_blocked_by_it(rules: str) -> None:
    state = after(late(["6-1", "5-5", "0-0"], ["6-4", "4-1 right"], rules=rules, boneyard=""), "0 play 6-1 left")
    assert (state.results[0].reason, state.winners) == ("out", (0,))


@plain_and_draw
def test_the_fewest_tiles_win_a_blocked_deal_and_not_the_fewest_pips(rules: str) -> None:
    # Source: document 004 no. 1: "c'est celui à qui il en reste le moins qui gagne": dominoes, not points.
    # Seat 0 is left with 1 pip in two tiles, seat 1 with 10 in one.
    state = after(late(["6-1 0-0 3-0", "5-5", "4-0 3-3 2-0"], ["6-6"], rules=rules, boneyard=""), "0 play 6-1 right")
    assert how_it_ended(state) == ("blocked", (1,), (0, 0, 0))
    assert state.winners == (1,)


@plain_and_draw
def test_the_fewest_pips_win_a_blocked_deal_with_equal_tiles(rules: str) -> None:
    # Source: the rule book, "Ties on a blocked deal", Decision: the other measure.
    # 3-0 and 0-0: 3; 5-0 and 2-0: 7; 5-5, 4-4 and 2-2: three tiles.
    state = late(["6-1 5-0 2-0", "3-0 0-0", "5-5 4-4 2-2"], ["6-6"], rules=rules, boneyard="")
    assert after(state, "0 play 6-1 right").winners == (1,)


@plain_and_draw
def test_equal_tiles_and_equal_pips_share_the_win_of_a_blocked_deal(rules: str) -> None:
    # Source: the rule book, "Ties on a blocked deal". 5-0 and 2-0 as 4-0 and 3-0: seven pips in two tiles.
    state = late(["6-1 5-0 2-0", "5-5 4-4 2-2", "4-0 3-0"], ["6-6"], rules=rules, boneyard="")
    state = after(state, "0 play 6-1 right")
    assert state.results[0].winners == (0, 2)
    assert state.winners == (0, 2)
    assert state.finished
