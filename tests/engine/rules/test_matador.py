"""Matador: sums of seven, and four tiles that go anywhere. Source: document 004 no. 9; the rule book, "Matador"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Play, parse_move
from engine.errors import Illegal
from engine.events import Passed
from engine.game import State
from engine.record import describe
from engine.tiles import full_set, tile
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, late, tiles

MATADORS = ("0-0", "4-3", "5-2", "6-1")

DEAD = (
    *("0-0", "4-3 e1", "4-0 e3", "3-0 e1", "5-2 e1", "5-0 e4", "2-0 e1", "6-1 e1", "1-0 e1"),  # e5 shows 1
)
"""All matadors lie and every end but e5 is blank; e5 shows 1, so 6-0 is the last tile that fits anywhere."""


def near_end(*hands: str, unable: str = "pass", boneyard: str | None = None) -> State:
    """Return a position where only 6-0 fits, seat 0 to play."""
    return late(hands, DEAD, rules="matador", boneyard=boneyard, unable=unable)


# ---------------------------------------------------------------------- what touches what


def test_touching_halves_sum_to_seven() -> None:
    # Source: document 004: "à côté d'un 1 on pourra poser un 6, à côté d'un 5 un 2".
    state = late(["6-5 5-5 5-0 4-4 3-3 3-2 1-1 2-2", "5-4"], ["6-4"], rules="matador")
    assert can(state) == ["0 play 1-1 e1", "0 play 3-2 e2", "0 play 3-3 e2"]


@pytest.mark.parametrize("matador", MATADORS)
@pytest.mark.parametrize(
    "chain",
    [
        pytest.param(["6-5"], id="six and five"),
        pytest.param(["4-2"], id="four and two"),
        pytest.param(["3-1"], id="three and one"),
        pytest.param(["2-0"], id="two and blank"),
    ],
)
def test_the_matadors_go_on_any_end_at_any_time(matador: str, chain: list[str]) -> None:
    # Source: document 004; the rule book, "Matador".
    state = late([f"{matador} 6-6", "5-5"], chain, rules="matador")
    assert f"0 play {matador} e1" in can(state)
    assert f"0 play {matador} e2" in can(state)


def test_only_the_matadors_go_on_a_blank() -> None:
    # Source: document 004: "À côté d'un blanc … on posera donc un matador".
    every = " ".join(str(each) for each in full_set(6) if str(each) != "5-0")
    state = late([every, ""], ["5-0"], rules="matador")
    assert [move for move in can(state) if move.endswith("e2")] == [f"0 play {each} e2" for each in MATADORS]
    assert why_not(state, "0 play 6-6 e2") is Illegal.DOES_NOT_FIT
    assert why_not(state, "0 play 4-0 e2") is Illegal.DOES_NOT_FIT


def test_the_matadors_lie_across_and_the_doubles_along() -> None:
    # Source: document 004: "Ce sont eux qui seront posés perpendiculairement et non les doubles".
    state = late(["5-5", "4-4"], ["6-6", "1-1 e1", "6-1 e2", "0-0 e1"], rules="matador")
    across = {str(each.tile): each.crosswise for each in state.layout.placed}
    assert across == {"6-6": False, "1-1": False, "6-1": True, "0-0": True}


# ---------------------------------------------------------------------- unable


@pytest.mark.parametrize("unable", ["draw", "pass"])
@pytest.mark.parametrize("matador", MATADORS)
def test_a_player_with_a_matador_may_neither_pass_nor_draw(unable: str, matador: str) -> None:
    # Source: the rule book, "Matador".
    state = late([f"{matador} 6-6", "5-5"], ["6-4"], rules="matador", unable=unable)
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    assert why_not(state, "0 draw") is (Illegal.MUST_PLAY if unable == "draw" else Illegal.NO_DRAWING)


def test_a_player_unable_to_play_draws_until_a_tile_fits_and_plays_it() -> None:
    # Source: the rule book, "Matador", option unable, default draw; the game record, "One action at a time".
    state = late(["6-6 5-5", "4-4"], ["6-4"], rules="matador", boneyard="6-5 2-2 3-3 1-0")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    state = after(state, "0 draw")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw", "0 draw")
    assert can(state) == ["0 play 3-3 e2"]
    assert why_not(state, "0 draw") is Illegal.MUST_PLAY
    assert match.view(state, 0).drawn == tiles("6-5 2-2 3-3")
    state = after(state, "0 play 3-3 e2")
    assert (state.turn, len(state.boneyard)) == (1, 1)


def test_a_player_who_draws_the_boneyard_empty_in_vain_passes() -> None:
    state = after(late(["6-6 5-5", "4-4 3-3"], ["6-4"], rules="matador", boneyard="6-5 2-2"), "0 draw", "0 draw")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.BONEYARD_EMPTY
    state, events = match.apply(state, parse_move("0 pass"))
    assert events == (Passed(0, (4, 6)),)
    assert can(state) == ["1 play 3-3 e2"]


def test_nobody_draws_where_players_pass_though_tiles_are_left() -> None:
    # Source: the rule book, "Matador", option unable: pass; document 004: "en boudant".
    state = late(["6-6 5-5", "4-4 3-3"], ["6-4"], rules="matador", unable="pass")
    assert state.boneyard
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING
    assert after(state, "0 pass").turn == 1


# ---------------------------------------------------------------------- the end of a deal


def test_going_out_scores_the_pips_in_the_others_hands() -> None:
    # 6 + 5 + 1 = 12 and 4 + 4 = 8
    state = late(["1-1", "6-5 1-0", "4-4"], ["6-4"], rules="matador", totals=(7, 30, 0))
    (result,) = after(state, "0 play 1-1 e1").results
    assert (result.reason, result.winners, result.points, result.totals) == ("out", (0,), (20, 0, 0), (27, 30, 0))
    assert result.counted == (1, 2)


def test_the_fewest_pips_score_all_pips_left_in_a_blocked_deal_its_own_included() -> None:
    # Source: document 004: "et ajoutent les siens". 3 + 1 = 4 against 2 + 2 + 3 = 7 and 6 + 6 = 12: 23 in all.
    state = match.apply(near_end("6-0 2-2 2-1", "3-1", "6-6"), Play(0, tile(6, 0), "e5"))[0]
    assert how_it_ended(state) == ("blocked", (1,), (0, 23, 0))
    assert state.results[0].counted == (0, 1, 2)


def test_a_tie_scores_for_nobody_in_a_blocked_deal() -> None:
    # Source: the rule book, "Ties on a blocked deal". Four pips each, and five: fewer tiles make no difference.
    (result,) = after(near_end("6-0 2-1 1-1", "3-2", "5-0"), "0 play 6-0 e5").results
    assert (result.reason, result.winners, result.points, result.counted) == ("blocked", (), (0, 0, 0), ())


def test_no_deal_is_blocked_while_somebody_may_draw() -> None:
    # Source: the rule book, "Blocked": "and nobody may draw". One tile is left, and then none.
    state = after(near_end("6-0 2-2", "3-1", unable="draw", boneyard="6-6"), "0 play 6-0 e5")
    assert can(state) == ["1 draw"]
    assert how_it_ended(after(state, "1 draw")) == ("blocked", (0,), (20, 0))


def test_no_deal_is_blocked_while_a_matador_is_in_some_hand() -> None:
    state = late(["2-2 5-5", "6-6", "4-3"], ["5-0", "2-0 e1"], rules="matador", unable="pass")
    assert can(after(state, "0 pass", "1 pass")) == ["2 play 4-3 e1", "2 play 4-3 e2"]


def test_the_last_tile_takes_the_deal_even_where_nothing_fits_after_it() -> None:
    assert how_it_ended(after(near_end("6-0", "3-1"), "0 play 6-0 e5")) == ("out", (0,), (4, 0))


# ---------------------------------------------------------------------- the match


@pytest.mark.parametrize(
    ("target", "before", "won"), [(100, 91, True), (100, 90, False), (50, 41, True), (50, 40, False)]
)
def test_the_match_is_won_at_the_target(target: int, before: int, won: bool) -> None:
    # Source: the rule book, "Matador", option target. The last tile scores 5 + 4 = 9.
    state = after(late(["1-1", "5-4"], ["6-4"], rules="matador", totals=(before, 12), target=target), "0 play 1-1 e1")
    assert state.finished is won
    assert state.winners == ((0,) if won else ())
    assert state.awaits_deal is not won


def test_the_state_names_every_end() -> None:
    # Source: the game record, "Replaying".
    shown = describe(late(["6-1 5-5", "3-3"], ["6-4", "5-2 e1", "2-2 e1"], rules="matador"))
    assert shown["ends"] == {"e1": 2, "e2": 4, "e3": 2}
    assert shown["legal"] == ["0 play 5-5 e1", "0 play 5-5 e3", "0 play 6-1 e1", "0 play 6-1 e2", "0 play 6-1 e3"]
