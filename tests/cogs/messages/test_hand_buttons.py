"""Tests that every legal action is one or two presses away, within Discord's limits."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import render
from cogs.core.components import PATTERN
from cogs.messages.board import board
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState, hand_text
from cogs.messages.hand_buttons import MAX_COMPONENTS, count_components, hand_rows
from cogs.messages.moves import plays_by_tile
from engine import match
from engine.actions import Play
from engine.events import Played
from engine.game import State
from engine.layouts import Pile, Trains
from engine.legal import distinct_moves
from engine.live.model.table import Delivery
from engine.move_points import points_by_move
from engine.rules import RULE_SETS, has_hands
from engine.tiles import Tile
from tests.engine.games import SEATINGS, dealt, late, play_on, positions
from tests.engine.rules.test_forty_two import SUITS
from tests.support.cases import few, few_rule_sets, few_seatings
from tests.support.examples import examples
from tests.support.hands import hand_of

WORDS = NullTranslations()
HELD = [(rules, seats) for rules, seats in SEATINGS if has_hands(rules)]
THOROUGH = settings(max_examples=examples(12), suppress_health_check=list(HealthCheck))


def offered(state: State, ends_of: Tile | None = None) -> list[Any]:
    """Return the rows under the hand of the player in turn."""
    return list(hand_rows(hand_of(state), WORDS, TileEmojis(), ends_of))


def controls(found: list[Any]) -> list[Any]:
    """Return the controls of some rows."""
    return [item for row in found for item in row]


def labels(rules: str, hand: str, chain: Sequence[str], tile: int | None = None, **options: Any) -> list[str]:
    """Return the labels under a hand: of its tiles, or of the ends of one of them."""
    state = late([hand, "2-0" if hand == "1-0" else "1-0"], chain, rules=rules, **options)
    return [item.label for item in controls(offered(state, None if tile is None else state.hands[0][tile]))]


def presses(state: State) -> dict[int, int]:
    """Return each legal action that the controls reach with the fewest presses; opening a select is one."""
    view = match.view(state, state.turn)
    reached: dict[int, int] = {}

    def note(found: list[Any], before: int) -> None:
        for item in controls(found):
            kind, verb, *arguments = item.custom_id.split(":")
            if kind == "s":
                for option in item.options:
                    reached[int(option.value)] = min(reached.get(int(option.value), 99), before + 2)
            elif verb == "act":
                reached[int(arguments[-1])] = min(reached.get(int(arguments[-1]), 99), before + 1)

    note(offered(state), 0)
    for item in controls(offered(state)):
        if item.custom_id.startswith("b:tile:"):
            move = view.legal[int(item.custom_id.split(":")[-1])]
            assert isinstance(move, Play)
            note(offered(state, move.tile), 1)
    return reached


def within_limits(found: list[Any]) -> None:
    """Raise AssertionError where Discord would not take some rows."""
    assert count_components(found) <= MAX_COMPONENTS
    view = discord.ui.LayoutView(timeout=None)
    box: discord.ui.Container[Any] = discord.ui.Container()
    view.add_item(box)
    for row in found:
        box.add_item(discord.ui.ActionRow(*row))
    ids = [item.custom_id for item in controls(found)]
    assert len(set(ids)) == len(ids)
    for item in controls(found):
        assert len(item.custom_id) <= 100
        assert PATTERN.fullmatch(item.custom_id)
        if isinstance(item, discord.ui.Button):
            assert 0 < len(item.label or "") <= 80
        else:
            assert 0 < len(item.options) <= 25
            assert len({option.value for option in item.options}) == len(item.options)


@pytest.mark.parametrize(("rules", "seats"), few_seatings(HELD))
@THOROUGH
@given(data=st.data())
def test_every_legal_action_and_no_other_is_one_or_two_presses_away(rules: str, seats: int, data: Any) -> None:
    state = data.draw(positions(rules, seats))
    assert set(presses(state)) == set(
        distinct_moves(match.legal(state), state.layout, scoring=state.rules.scoring.move_points is not None)
    )
    assert max(presses(state).values()) <= 2
    within_limits(offered(state))
    for tile, plays in plays_by_tile(match.view(state, state.turn)).items():
        if len(plays) > 1:
            within_limits(offered(state, tile))


@pytest.mark.parametrize("rules", sorted({rules for rules, _ in HELD if RULE_SETS[rules].scoring.move_points}))
@THOROUGH
@given(data=st.data())
def test_a_play_scores_what_its_button_promises(rules: str, data: Any) -> None:
    state = data.draw(positions(rules, data.draw(st.sampled_from(list(RULE_SETS[rules].seats)))))
    told = points_by_move(match.view(state, state.turn))
    for index, move in enumerate(match.legal(state)):
        if isinstance(move, Play):
            event = match.apply(state, move)[1][0]
            assert isinstance(event, Played)
            assert told.get(index, 0) == event.points


@pytest.mark.parametrize(("rules", "seats"), few_seatings(HELD))
@THOROUGH
@given(data=st.data())
def test_every_hand_says_something_at_every_moment(rules: str, seats: int, data: Any) -> None:
    state = data.draw(positions(rules, seats))
    for seat in range(seats):
        sight = hand_of(state, seat)
        lines = hand_text(sight, WORDS).splitlines()
        out = seat in state.eliminated
        paired = len(sight.view.teams) < seats
        assert len(lines) == 2 + paired + (bool(sight.view.drawn) and not out)
        idle = "You are out of this match; the others keep playing." if out else "Wait for your turn."
        assert (lines[-1].removeprefix("You hold no tiles. ") == idle) == (seat != state.turn)


def shown(sight: HandState) -> object:
    """Return all of a hand's message but the picture."""
    people = [person.name for person in sight.header.people]
    found = [*hand_rows(sight, WORDS, TileEmojis())]
    ids = [(item.custom_id, getattr(item, "label", "")) for item in controls(found)]
    return hand_text(sight, WORDS), ids, render.hand_alt(sight.view, people, WORDS)


@pytest.mark.sampled
@pytest.mark.parametrize("rules", few_rule_sets(sorted({rules for rules, _ in HELD})))
def test_hands_of_equal_faces_look_alike(rules: str) -> None:
    seats = RULE_SETS[rules].seats[-1]
    steps = play_on(match.new(rules, seats), random.Random(rules))
    seen: list[dict[object, object]] = [{} for _ in range(seats)]
    again = 0
    for ply, step in enumerate(itertools.islice(steps, 150), 1):
        for seat, faces in enumerate(seen):
            if step.after.turn is None:
                continue
            sight = hand_of(step.after, seat, ply)
            if sight.fingerprint in faces:
                again += 1
                assert faces[sight.fingerprint] == shown(sight)
            faces[sight.fingerprint] = shown(sight)
    assert again > 5


def nine_trains(held: int, shown: int = 9) -> State:
    """Return eight players' trains and the Mexican one, all marked, which show as many numbers as wanted; the seat in
    turn holds so many tiles.
    """
    ends = [*(f"train{seat}" for seat in range(8)), "mexican"]
    laid = [f"12-{at} {end}" for at, end in enumerate(ends[:shown])]
    used = {step.split()[0] for step in laid} | {"12-12"}
    start = match.new("mexican-train", 8)
    free = [tile.text for tile in match.stock_of(start) if tile.text not in used]
    # a spread over the whole set rather than its low end
    hand = [free[at * len(free) // held] for at in range(held)] if held <= len(free) else free
    others = [text for text in free if text not in hand]
    state = late(
        [" ".join(hand), *(others[seat] if seat < len(others) else "" for seat in range(7))],
        laid,
        rules="mexican-train",
    )
    assert isinstance(state.layout, Trains)
    return state._replace(layout=state.layout._replace(markers=tuple(range(8))))


@pytest.mark.long
@pytest.mark.parametrize("shown", few([0, 1, 4, 9], [4]))
def test_nine_open_trains_and_any_hand_take_two_presses(shown: int) -> None:
    for held in range(1, 74):
        state = nine_trains(held, shown)
        assert len(match.view(state, 0).hand) == held
        assert set(presses(state)) == set(range(len(match.legal(state))))
        assert max(presses(state).values()) <= 2
        within_limits(offered(state))


def test_the_buttons_of_trains_name_the_train_and_lists_replace_them_if_room_is_short() -> None:
    few = [item.label for item in controls(offered(nine_trains(9)))]
    assert {label.partition(" → ")[2] for label in few} >= {"your train", "the Mexican train"}
    assert all(" → " in label for label in few)
    many = offered(nine_trains(45))
    assert [item.placeholder for item in controls(many)][:2] == ["Your train (0)", "The Mexican train (8)"]
    assert len(controls(many)) == 9


def test_a_large_hand_that_fits_everywhere_is_all_buttons() -> None:
    numbers = [f"12-{low}" for low in range(11)] + [f"11-{low}" for low in range(11)] + ["11-11"]
    filler = [f"{high}-{low}" for high in range(10) for low in range(high + 1)][:22]
    state = late([" ".join([*numbers, *filler]), "10-10"], ["12-12", "12-11 right"], rules="double-twelve")
    assert len(state.hands[0]) == 45
    found = offered(state)
    assert [item.label.split(" → ")[0] for item in controls(found)] == [
        tile.text for tile in plays_by_tile(match.view(state, 0))
    ]
    assert len(controls(found)) == 23
    assert max(presses(state).values()) == 1


def test_the_tiles_with_the_most_ends_ask_first_where_all_plays_do_not_fit() -> None:
    state = nine_trains(24)
    plays = plays_by_tile(match.view(state, 0))
    found = controls(offered(state))
    asked = [item.label for item in found if item.custom_id.startswith("b:tile")]
    assert sum(map(len, plays.values())) == 32
    assert len(found) == 30
    assert asked == ["8-4", "8-7"]
    most = max(map(len, plays.values()))
    assert {len(ways) for tile, ways in plays.items() if tile.text in asked} == {most}


@pytest.mark.parametrize(
    ("rules", "hand", "chain", "expected"),
    [
        ("classic", "6-4 5-3", ["6-5", "5-4 right"], ["6-4 → left 6", "6-4 → right 4"]),
        ("all-fives", "5-2 3-1", ["5-5", "5-3 arm1"], ["3-1 → 3", "5-2 → 5 (+5)", "Draw"]),
        ("mata", "4-1 3-3", ["6-5", "6-1 e1"], ["4-1 → 1"]),
    ],
)
def test_a_button_says_its_end_by_the_marks_in_the_picture(
    rules: str, hand: str, chain: list[str], expected: list[str]
) -> None:
    assert labels(rules, hand, chain) == expected


@pytest.mark.parametrize(("chain", "expected"), [(["6-6"], False), (["6-5", "5-4 right"], True)])
def test_a_hint_stands_where_there_is_a_choice(chain: list[str], expected: bool) -> None:
    """Two equal ends are one choice."""
    state = late(["6-4 3-2", "1-0"], chain, rules="classic")
    rows = hand_rows(hand_of(state, hints=True), WORDS, TileEmojis())
    assert ("Hint" in [item.label for item in controls(list(rows))]) is expected


def test_a_button_names_the_foot_that_needs_toes_or_the_half_of_any_other_end() -> None:
    chain = ["9-5 e1", "9-8 e2", "9-7 e3", "9-6 e4", "5-5 e1"]
    assert labels("chickenfoot", "5-3 4-2", chain) == ["5-3 → double 5"]
    assert labels("chickenfoot", "8-3 4-2", chain[:4]) == ["8-3 → 8"]
    state = late(["8-3 4-2", "1-0"], chain[:4], rules="chickenfoot")
    assert [item.label for item in as_text(state, TileEmojis())] == ["8-3 on the 8"]


def chicken_feet(held: int) -> State:
    """Return a layout with six ends, and a hand of so many tiles that fit them."""
    chain = ("9-5 e1", "9-8 e2", "9-7 e3", "9-6 e4", "5-5 e1", "5-0 e1", "5-1 e5", "5-2 e6")
    used = {step.split()[0] for step in chain} | {"9-9"}
    free = [tile.text for tile in match.stock_of(match.new("chickenfoot", 2)) if tile.text not in used]
    ends = {"0", "8", "7", "6", "1", "2"}
    fitting = [text for text in free if ends & {*text.split("-")}]
    return late([" ".join(fitting[:held]), "4-3"], chain, rules="chickenfoot")


@pytest.mark.parametrize("held", [20, 30, 31, 36])
def test_a_hand_of_too_many_tiles_for_chicken_feet_has_a_list_for_each_number(held: int) -> None:
    state = chicken_feet(held)
    found = offered(state)
    within_limits(found)
    assert set(presses(state)) == set(distinct_moves(match.legal(state), state.layout))
    assert max(presses(state).values()) <= 2
    if held > 30:
        assert [item.placeholder for item in controls(found)][:2] == ["End 1 (0)", "End 2 (8)"]


@pytest.mark.parametrize(
    ("state", "ends_of", "verbs"),
    [
        (late(["6-5 3-2", "1-0"], ["6-5"], rules="all-fives"), "", {"b:act"}),
        (late(["6-5 3-2", "1-0"], ["6-5"], rules="classic"), "6-5", {"b:act", "b:back"}),
        (chicken_feet(30), "", {"b:act", "b:tile"}),
        (chicken_feet(36), "", {"s:pick"}),
        (dealt("forty-two", SUITS, first=0), "", {"s:act", "b:act"}),
    ],
)
def test_another_feature_gets_the_verbs_of_a_hand_with_its_own_beginning(
    state: State, ends_of: str, verbs: set[str]
) -> None:
    tile = next((each for each in state.hands[state.turn or 0] if each.text == ends_of), None)
    plain, own = (
        [item.custom_id for item in controls(list(hand_rows(each, WORDS, TileEmojis(), tile)))]
        for each in (hand_of(state), replace(hand_of(state, hints=True), verbs="ch"))
    )
    assert {":".join(each.split(":")[:2]) for each in plain} == verbs
    # a hint is the game's own
    assert own == [each.replace(":", ":ch", 1) for each in plain]


def test_drawing_at_will_stands_beside_the_tiles() -> None:
    assert labels("all-fives", "5-0 5-3", ["5-5"]) == ["5-0 → 5 (+10)", "5-3 → 5", "Draw"]


def test_each_way_to_play_a_tile_tells_its_own_score() -> None:
    begun = ["5-5", "5-0 arm1", "5-3 arm2"]
    # 5-0 left and 5-3 right of 5-5: 0 and 3 outside; 3-0 makes 3 + 3 on the first arm, 0 + 0 on the second
    assert labels("all-fives", "3-0 5-2", begun) == ["3-0 → 0", "3-0 → 3", "5-2 → 5 (+5)", "Draw"]
    # at arm1: 3 + 3 + 4 = 10; at arm2: 0 + 0 + 4 = 4
    begun.append("5-4 arm3")
    assert labels("all-fives", "3-0", begun) == ["3-0 → 0 (+10)", "3-0 → 3", "Draw"]
    assert labels("all-fives", "3-0", begun, tile=0) == ["3-0 → 0 (+10)", "3-0 → 3", "Back"]


def test_accountants_see_the_total_that_each_tile_makes() -> None:
    state = late(["6-4 6-5 2-0", "1-0", "1-1"], [], rules="accountants")._replace(layout=Pile((), 20))
    items = controls(offered(state))
    assert [item.label for item in items] == ["2-0 → 22", "6-4 → 30 (+10)", "6-5 → 31"]
    assert [item.style is discord.ButtonStyle.success for item in items] == [False, True, False]


def test_a_matador_asks_which_half_faces_out() -> None:
    ways = [f"4-3 → {end}, the {half} facing out" for end in ("left 2", "right 5") for half in "43"]
    assert labels("matador", "4-3 5-5", ["5-2"], tile=0, matador_ends="choose") == [*ways, "Back"]
    assert labels("matador", "4-3 5-5", ["5-2"], matador_ends="choose") == ["4-3", "5-5 → right 5"]


def test_no_end_is_asked_for_where_both_ends_of_a_line_show_the_same_number() -> None:
    assert presses(late(["6-4 5-3", "1-0"], ["6-6"], rules="classic")) == {0: 1}
    assert labels("classic", "6-4 5-3", ["6-6"]) == ["6-4 → left 6"]
    assert presses(late(["6-4", "1-0"], ["6-5", "5-4 right"], rules="classic")) == {0: 1, 1: 1}
    ways = [f"4-3, the {half} facing out" for half in "43"]
    matador = late(["4-3 2-1", "1-0"], ["6-6"], rules="matador", matador_ends="choose")
    assert [item.label for item in controls(offered(matador, matador.hands[0][1]))] == [*ways, "Back"]
    assert hand_text(hand_of(matador), WORDS, matador.hands[0][1]).endswith("4-3: which half faces out?")


def test_ends_of_a_cross_that_show_the_same_number_are_named() -> None:
    crossed = ["5-5", "5-3 arm1", "5-1 arm2", "3-1 arm1"]
    assert labels("all-fives", "1-0", crossed)[:2] == ["1-0 → arm 1 (1)", "1-0 → arm 2 (1)"]
    new = ["5-2 → arm 1 (5)", "5-2 → arm 2 (new, 5)"]
    assert labels("all-fives", "5-2", ["5-5", "5-3 arm1", "3-1 arm1", "5-1 arm1"])[:2] == new


def test_the_label_of_an_end_says_what_it_takes() -> None:
    assert labels("mata", "5-2 3-3", ["6-1"]) == ["5-2 → 1", "5-2 → 6"]
    for rules in ("mata", "matador"):
        assert labels(rules, "5-2 3-3", ["6-0"]) == ["5-2 → 1", "5-2 → ★"]


def as_text(state: State, tiles: TileEmojis) -> list[Any]:
    """Return the controls under the hand of the player in turn and reads text."""
    return controls(list(hand_rows(replace(hand_of(state), as_text=True), WORDS, tiles)))


class Everywhere(TileEmojis):
    """An emoji for every tile."""

    def get(self, tile: Tile) -> discord.PartialEmoji:
        """Return the emoji, which is there for every tile."""
        return discord.PartialEmoji(name=f"domino_{tile.high}_{tile.low}", id=1)


def test_each_button_tells_a_reader_of_text_where_its_tile_goes() -> None:
    state = late(["6-4 6-5 1-0", "3-3"], ["6-5", "5-4"][:1], rules="classic")
    assert [item.label for item in as_text(state, Everywhere())][:1] == ["6-4 at the left end (6)"]
    assert not any(item.emoji for item in as_text(state, Everywhere()))


@pytest.mark.parametrize(("rules", "seats"), [("mexican-train", 4), ("all-fives", 2), ("mata", 3)])
@given(data=st.data())
@THOROUGH
def test_no_two_buttons_sound_alike_where_text_is_read(rules: str, seats: int, data: st.DataObject) -> None:
    state = data.draw(positions(rules, seats))
    labels = [item.label for item in as_text(state, TileEmojis()) if isinstance(item, discord.ui.Button)]
    assert len(set(labels)) == len(labels)
    assert all(len(label) <= 80 for label in labels)


def test_passing_or_drawing_is_the_only_control_when_nothing_fits() -> None:
    assert labels("classic", "1-0", ["6-6"]) == ["Pass"]
    assert labels("classic-draw", "1-0", ["6-6"]) == ["Draw"]


@pytest.mark.pictures
@pytest.mark.parametrize("delivery", Delivery)
def test_pass_is_in_private_messages_where_it_is_legal_alone_and_on_the_board_whatever_the_hand(
    delivery: Delivery,
) -> None:
    able, unable = (late([tiles, "1-0"], ["6-6"], rules="classic") for tiles in ("6-4 2-0", "3-2 2-0"))
    for state in (able, unable):
        hand = hand_of(state)
        hand = replace(hand, header=replace(hand.header, delivery=delivery))
        message = board(hand.header, match.view(state, None), hand.ply, (), WORDS, render.DEFAULT)
        public = [item.label for row in message.rows for item in row if isinstance(item, discord.ui.Button)]
        assert ("Pass" in public) == (not delivery.hand_below)
        passes = [item for item in controls(list(hand_rows(hand, WORDS, TileEmojis()))) if item.label == "Pass"]
        assert len(passes) == (state is unable)
