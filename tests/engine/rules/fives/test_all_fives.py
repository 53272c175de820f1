"""All Fives: the opening, the arms, the outer total, drawing. Source: document 004 no. 8; the rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed
from engine.game import State
from engine.tiles import full_set
from tests.engine.answers import can, why_not
from tests.engine.games import after, deal, late, tiles

EXAMPLE = ("5-5 5-3 0-0 6-4 6-3 6-2 6-1", "5-0 5-2 3-3 4-1 4-2 4-3 1-0")
"""Two hands from which the rule book's example can be played."""

SINGLES = ("6-5 6-4 6-3 6-2 6-1 6-0 5-4", "5-3 5-2 5-1 5-0 4-3 4-2 4-1")
"""Two hands without a double."""


def fives(*hands: str, chain: tuple[str, ...] = ("5-5",), boneyard: str | None = None) -> State:
    return late(hands, chain, rules="all-fives", boneyard=boneyard)


def told(state: State, move: str) -> tuple[int, tuple[int, ...], State]:
    """Return what a play scores, the numbers that were added up for it, and the state after it."""
    state, events = match.apply(state, parse_move(move))
    played = events[0]
    return played.points, played.addends, state


# ---------------------------------------------------------------------- the deal and its opening


@pytest.mark.parametrize(
    ("hands", "opening"),
    [
        (("6-5 6-4 5-4 6-3 6-2 6-1 2-2", "3-3 1-1 0-0 4-3 4-2 4-1 4-0"), "1 play 3-3 start"),
        (("6-5 6-4 5-4 6-3 6-2 6-1 5-1", "0-0 1-0 2-0 4-3 4-2 4-1 4-0"), "1 play 0-0 start"),
        (("6-5 6-4 5-4 4-4 6-1", "3-3 1-1 0-0 4-3 4-2", "6-6 1-0 2-0 3-0 4-0"), "2 play 6-6 start"),
    ],
)
def test_the_highest_double_opens_and_its_holder_must_lay_it(hands: tuple[str, ...], opening: str) -> None:
    # Source: document 004 no. 8: "Celui qui a le plus grand double commence".
    state = deal(match.new("all-fives", len(hands)), *hands)
    assert can(state) == [opening]
    seat = state.turn
    assert why_not(state, f"{seat} draw") is Illegal.MUST_PLAY
    assert why_not(state, f"{seat} play {hands[seat or 0].split()[-1]} start") is Illegal.MUST_OPEN_WITH


def test_each_seat_draws_from_seat_0_on_until_a_double_is_drawn_where_nobody_has_one() -> None:
    # Source: document 004 no. 8: "Si personne n'a de double, on pioche jusqu'à ce qu'un joueur tire un double. C'est
    # lui qui commencera en posant ce double."
    state = deal(match.new("all-fives", 2), *SINGLES, boneyard="1-0 2-0 2-1 3-3")
    for seat in (0, 1, 0):
        assert can(state) == [f"{seat} draw"]
        assert why_not(state, f"{seat} pass") is Illegal.MUST_DRAW
        assert why_not(state, f"{seat} play {state.hands[seat][0]} start") is Illegal.MUST_DRAW
        state = after(state, f"{seat} draw")
    state = after(state, "1 draw")
    # seat 1 has drawn 3-3, and opens with it
    assert (state.turn, state.opener) == (1, 1)
    assert can(state) == ["1 play 3-3 start"]
    assert why_not(state, "1 play 5-3 start") is Illegal.MUST_OPEN_WITH
    assert why_not(state, "1 draw") is Illegal.MUST_PLAY
    assert after(state, "1 play 3-3 start").turn == 0


def test_with_four_players_and_no_double_the_boneyard_is_nothing_but_doubles_and_one_other() -> None:
    singles = [each for each in full_set(6) if not each.double]
    hands = [" ".join(map(str, singles[at * 5 : at * 5 + 5])) for at in range(4)]
    state = deal(match.new("all-fives", 4), *hands, boneyard=f"{singles[20]} 6-6")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw")
    assert can(state) == ["1 draw"]
    assert can(after(state, "1 draw")) == ["1 play 6-6 start"]


def test_the_rule_of_the_highest_double_is_applied_to_each_new_deal() -> None:
    # Source: the rule book, "Next opener", Decision.
    state = after(fives("5-1", "6-6 1-1"), "0 play 5-1 arm1")
    assert state.awaits_deal
    assert can(deal(state, "6-5 6-4 5-4 6-3 6-2 6-1 2-2", "3-3 1-1 0-0 4-3 4-2 4-1 4-0")) == ["1 play 3-3 start"]
    assert can(deal(state, *SINGLES)) == ["0 draw"]


# ---------------------------------------------------------------------- the four arms


def test_four_arms_may_grow_from_the_spinner_in_any_order() -> None:
    # Source: document 004 no. 8: "dans les quatre directions autour du double de départ". Decision: no need to fill
    # all four first. The game record, "Ends": unopened arms are opened in the order of their numbers.
    state = fives("5-4 5-3 4-1 5-1 6-6", "5-2 5-0 4-4 6-5")
    assert can(state)[:-1] == ["0 play 5-1 arm1", "0 play 5-3 arm1", "0 play 5-4 arm1"]
    assert why_not(state, "0 play 5-4 arm2") is Illegal.NOT_OPEN_YET
    state = after(state, "0 play 5-4 arm1")
    assert can(state)[:-1] == ["1 play 4-4 arm1", "1 play 5-0 arm2", "1 play 5-2 arm2", "1 play 6-5 arm2"]
    state = after(state, "1 play 4-4 arm1", "0 play 4-1 arm1", "1 play 5-2 arm2")
    assert state.layout.ends == {"arm1": 1, "arm2": 2, "arm3": 5, "arm4": 5}
    assert why_not(state, "0 play 5-3 arm4") is Illegal.NOT_OPEN_YET
    assert str(match.why_illegal(state, parse_move("0 play 5-3 arm4"))) == "arm4 is not open yet"
    state = after(state, "0 play 5-3 arm3", "1 play 5-0 arm4", "0 play 5-1 arm1")
    assert state.layout.ends == {"arm1": 5, "arm2": 2, "arm3": 3, "arm4": 0}
    arm = [(str(each.tile), each.seat, each.inward, each.outward) for each in state.layout.arm("arm1")]
    assert arm == [("5-4", 0, 5, 4), ("4-4", 1, 4, 4), ("4-1", 0, 4, 1), ("5-1", 0, 1, 5)]
    assert why_not(state, "1 play 6-5 arm5") is Illegal.NO_SUCH_END


# ---------------------------------------------------------------------- the outer total


def test_the_example_of_the_rule_book_number_by_number() -> None:
    # Source: the rule book, "All Fives", "Outer total".
    state = deal(match.new("all-fives", 2), *EXAMPLE)
    steps: list[tuple[str, tuple[int, ...], int]] = [
        ("0 play 5-5 start", (10,), 10),
        ("1 play 5-0 arm1", (10, 0), 10),
        ("0 play 5-3 arm2", (0, 3), 0),
        ("1 play 5-2 arm3", (0, 3, 2), 5),
        ("0 play 0-0 arm1", (0, 3, 2), 5),
        ("1 play 3-3 arm2", (0, 6, 2), 0),
    ]
    totals = [0, 0]
    for move, addends, scores in steps:
        gained, added, state = told(state, move)
        assert (move, added, gained) == (move, addends, scores)
        totals[int(move[0])] += scores
        assert state.totals == tuple(totals)
    assert state.totals == (15, 15)


@pytest.mark.parametrize(
    ("opening", "scores"), [("6-6", 0), ("5-5", 10), ("4-4", 0), ("3-3", 0), ("2-2", 0), ("1-1", 0), ("0-0", 0)]
)
def test_the_opening_double_counts_both_its_halves_and_a_total_of_0_scores_nothing(opening: str, scores: int) -> None:
    # Source: document 004 no. 8: "un multiple de 5"; the rule book: "(and not 0)".
    hands = [f"{opening} 6-5 6-4 6-3 6-2 6-1 6-0", *SINGLES[1:]]
    gained, addends, state = told(deal(match.new("all-fives", 2), *hands), f"0 play {opening} start")
    assert gained == scores
    assert sum(addends) == 2 * int(opening[0])
    assert state.totals == (scores, 0)


@pytest.mark.parametrize(
    ("chain", "move", "addends", "points"),
    [
        pytest.param(("3-3", "3-1 arm1", "1-0 arm1"), "3-0 arm2", (0, 0), 0, id="nothing"),
        pytest.param(("6-6",), "6-3 arm1", (12, 3), 15, id="the spinner beside one arm"),
        pytest.param(("6-6", "6-3 arm1"), "6-2 arm2", (3, 2), 5, id="two arms and not the spinner"),
        pytest.param(("5-5",), "5-4 arm1", (10, 4), 0, id="the only arm begun"),
        pytest.param(("5-5", "5-4 arm1"), "4-4 arm1", (10, 8), 0, id="its double"),
        pytest.param(("5-5", "5-4 arm1", "4-4 arm1"), "4-1 arm1", (10, 1), 0, id="grown"),
        pytest.param(("5-5", "5-4 arm1", "4-4 arm1", "4-1 arm1"), "1-0 arm1", (10, 0), 10, id="grown on"),
        pytest.param(("5-5", "5-4 arm1", "5-3 arm2", "5-2 arm3"), "5-1 arm4", (4, 3, 2, 1), 10, id="four arms"),
        pytest.param(("5-5", "5-2 arm1", "5-1 arm2"), "2-2 arm1", (4, 1), 5, id="a double at the end of an arm"),
        pytest.param(("5-5", "6-5 arm1", "5-4 arm2", "6-6 arm1"), "4-4 arm2", (12, 8), 20, id="two doubles"),
    ],
)
def test_points_are_the_sum_of_the_ends_and_of_the_spinner_until_two_arms_have_begun(
    chain: tuple[str, ...], move: str, addends: tuple[int, ...], points: int
) -> None:
    state = late([f"{move[:3]} 5-5 6-6", "0-0"], chain, rules="all-fives", totals=(3, 7))
    gained, added, state = told(state, f"0 play {move}")
    assert (added, gained) == (addends, points)
    assert (state.totals, state.scored) == ((3 + points, 7), (points, 0))


# ---------------------------------------------------------------------- drawing instead


def test_a_player_may_draw_a_tile_instead_of_playing_and_the_turn_ends() -> None:
    # Source: document 004 no. 8: "On n'est pas obligé de jouer, même si l'on peut poser un domino".
    state = fives("5-4 1-1", "5-0 2-2", boneyard="5-3 6-6")
    assert can(state) == ["0 play 5-4 arm1", "0 draw"]
    state = after(state, "0 draw")
    assert state.turn == 1
    assert state.hands[0] == tiles("1-1 5-3 5-4")
    assert state.totals == (0, 0)


def test_a_player_unable_to_play_draws_a_tile_and_the_turn_ends_even_if_it_fits() -> None:
    # Source: the rule book, "All Fives", Decision: "unable: the same".
    state = fives("1-1 6-6", "5-0 2-2", boneyard="5-3 6-5")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw")
    assert state.turn == 1
    assert can(state) == ["1 play 5-0 arm1", "1 draw"]


def test_a_player_plays_if_able_and_else_passes_with_the_boneyard_empty() -> None:
    # Source: the rule book, "All Fives", Decision.
    state = fives("5-4 1-1", "0-0 2-2", boneyard="")
    assert can(state) == ["0 play 5-4 arm1"]
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    assert why_not(state, "0 draw") is Illegal.MUST_PLAY
    state = fives("6-6 1-1", "5-0 2-2", boneyard="")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.BONEYARD_EMPTY
    state, events = match.apply(state, parse_move("0 pass"))
    assert events == (Passed(0, (5,)),)
    assert state.turn == 1
