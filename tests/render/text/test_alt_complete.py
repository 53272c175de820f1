"""Tests that alt texts leave out nothing that their pictures show; replays and whole sets."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import render
from engine import match
from engine.actions import Draw
from engine.rules import RULE_SETS
from engine.tiles import full_set, pips
from engine.view import View
from tests.engine.games import late
from tests.render.games import NAMES, WORDS, AnyDeal, any_deal, any_deals
from tests.render.text.test_alt import told
from tests.support.examples import examples

LONG = tuple(f"{letter}aximiliane-Charlotte von Hohenst" for letter in "ABCDEFGHIJKL")
MANY = tuple(f"Player {letter}" for letter in "ABCDEFGHIJKL")


def table(view: View) -> str:
    return render.table_alt(view, NAMES, WORDS)


# ---------------------------------------------------------------------- what pictures show


@pytest.mark.parametrize(("rules", "way"), [("express", "counter-clockwise"), ("classic", "clockwise")])
def test_the_direction_of_turns_is_told(rules: str, way: str) -> None:
    assert f" Turns go {way}. " in table(match.view(any_deal(rules, 3, 1)[0], None))


def test_the_ends_of_a_line_of_matadors_are_told_with_what_they_take() -> None:
    state = late(("1-1", "2-2"), ("4-0",), rules="matador", matador_ends="choose")
    assert table(match.view(state, None)).startswith(
        "Open ends: 4 on the left, taking 3 or a matador; 0 on the right, taking a matador only. "
    )


def test_the_last_tile_is_told_where_the_last_move_laid_none() -> None:
    state = told("0 play 6-6 start", "1 pass")
    assert "Last move: Benoît passed. Last tile: Ana opened with 6-6. " in table(match.view(state, None))
    assert "Last tile" not in table(match.view(told("0 play 6-6 start"), None))


def test_trains_that_the_player_in_turn_may_not_play_on_are_told_as_closed() -> None:
    view = match.view(any_deal("mexican-train-nine", 3, 1)[0], None)
    shown = ["9" if end in view.open_ends else "9, closed" for end in ("train0", "train1", "train2")]
    assert table(view).startswith(
        f"The trains show: Ana's train {shown[0]}; Benoît's train {shown[1]}; Chloé's train {shown[2]}; "
        "the Mexican train 9. "
    )
    assert table(view).count("closed") == 2


def test_a_hand_tells_what_its_tiles_would_score() -> None:
    fives = late(("5-0 5-3", "6-6"), ("5-5",), rules="all-fives")
    assert "You can play: on arm 1 (new, 5): 5-0 scores 10, 5-3." in render.hand_alt(match.view(fives, 0), NAMES, WORDS)
    sums = late(("6-3 0-0", "1-1", "2-2"), ("6-4 pile", "5-3 pile", "3-0 pile"), rules="accountants")
    assert "You can play: 0-0 makes 21; 6-3 makes 30, scores 10." in render.hand_alt(match.view(sums, 0), NAMES, WORDS)


def test_a_deals_end_tells_what_it_added_to_each_total() -> None:
    view = match.view(any_deal("mexican-train-nine", 2, 1, number=2)[-1], None)
    said = render.deal_end_alt(view, NAMES, WORDS)
    for side, total in enumerate(view.totals):
        added = view.results[-1].points[side]
        assert re.search(rf"{NAMES[side]}: {total} points?{rf' .[+]{added}.' if added else ''}[;.]", said)
    assert "Points against" not in said


def test_nobodys_points_are_told_in_a_few_words() -> None:
    view = match.view(any_deal("mexican-train", 8, 1)[0], None)
    assert " Nobody has points yet. " in render.table_alt(view, MANY, WORDS)
    assert " Scores: Player A: 3 points; " in render.table_alt(replace(view, totals=(3, *view.totals[1:])), MANY, WORDS)


# ---------------------------------------------------------------------- length


def kept_whole(said: str) -> bool:
    """Whether a text keeps to Discord's length, and ends with a sentence."""
    return 0 < len(said.encode("utf-16-le")) // 2 <= 1024 and said.endswith((".", "!"))


@settings(max_examples=examples(60))
@given(any_deals(), st.integers(0, 10))
def test_no_alt_text_is_ever_too_long_nor_cut_within_a_sentence(played: AnyDeal, chance: int) -> None:
    states = played.states
    for names in (MANY, LONG, ("🐉" * 32,) * 12):
        for state in states[chance % 9 : -1 : 9]:
            assert kept_whole(render.table_alt(match.view(state, None), names, WORDS))
            assert kept_whole(render.hand_alt(match.view(state, state.turn), names, WORDS))
        assert kept_whole(render.deal_end_alt(match.view(states[-1], None), names, WORDS))
        assert kept_whole(render.replay_alt([match.view(state, None) for state in states], names, WORDS))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_example_is_told_within_the_length(rules: str) -> None:
    assert kept_whole(render.example_alt(rules, WORDS))


def test_a_chain_of_91_tiles_loses_its_middle_before_anybodys_tiles_are_left_out() -> None:
    view = match.view(any_deal("double-twelve", 12, 4)[-2], None)
    said = render.table_alt(view, LONG, WORDS)
    assert re.search(r"Chain from left to right: (\d+-\d+ )+… \d+ tiles …( \d+-\d+)+\.", said)
    for seat in range(12):
        assert re.search(rf"{LONG[seat][:20]}\S* \S* \S* {view.hand_sizes[seat]}[,.]", said)
    left, *_, right = re.findall(r"\d+-\d+", said.partition("Chain from left to right: ")[2].partition(".")[0])
    assert left.partition("-")[0] == str(view.ends["left"])
    assert right.partition("-")[2] == str(view.ends["right"])


def test_no_more_of_a_chain_is_left_out_than_has_to_be() -> None:
    view = match.view(any_deal("double-twelve", 12, 4)[-2], None)
    names = [f"The player with the number {number:05}" for number in range(12)]
    said = render.table_alt(replace(view, passed=((),) * 12), names, WORDS)
    assert re.search(r"… (\d+) tiles …", said) is not None
    assert 1024 - 12 < len(said) <= 1024


def test_a_long_chain_is_told_whole_where_there_is_room() -> None:
    view = match.view(any_deal("double-twelve", 3, 4)[-2], None)
    assert "tiles …" not in render.table_alt(view, ("A", "B", "C"), WORDS)


# ---------------------------------------------------------------------- replays


def test_a_replay_is_told_move_by_move_with_its_result() -> None:
    states = any_deal("express", 3, 2)
    said = render.replay_alt([match.view(state, None) for state in states], NAMES, WORDS)
    moves = len(states[-1].history)
    assert said.startswith(
        "A replay. Domino Express, deal 1, first to 100 points. At the table: Ana, Benoît and Chloé. "
        f"{moves} moves. The moves in order: Ana opened with 5-5; "
    )
    order = [
        said.index(f" {NAMES[move.seat]} {'laid' if at else 'opened with'}")
        for at, move in enumerate(states[-1].history[:2])
    ]
    assert order == sorted(order)
    assert re.search(r"\. \w+.* wins the deal.*\. Points: .* Scores: .*\.$", said)


def test_a_long_replay_is_told_with_its_first_moves_and_its_result() -> None:
    views = [match.view(state, None) for state in any_deal("mexican-train", 8, 1)]
    said = render.replay_alt(views, LONG, WORDS)
    assert "The first moves in order: " in said
    assert kept_whole(said)
    assert re.search(r" (goes|go) out\. | Blocked: ", said)


def test_the_tiles_of_a_grid_are_told_in_a_replay_once_its_deal_is_over() -> None:
    states = any_deal("memory", 2, 3)
    views = [match.view(state, None) for state in states]
    moves = render.replay_text(views, NAMES, WORDS).split("\n\n")[1].split("\n")
    faces: dict[str, set[str]] = {}
    for move in moves:
        turned = re.fullmatch(r"\w+ turned up (\d+), (\d-\d)", move)
        if turned is not None:
            faces.setdefault(turned[1], set()).add(turned[2])
        else:
            assert move.startswith("… ")
    assert len(faces) > 20
    assert all(len(tiles) == 1 for tiles in faces.values())
    assert {tile for tiles in faces.values() for tile in tiles} <= {tile.text for tile in full_set(6)}


def test_draws_in_a_row_are_one_move() -> None:
    states = [late(("6-6", "1-1"), ("5-5",), rules="classic-draw", boneyard="2-2 3-3 5-4 6-2")]
    for _ in range(3):
        states.append(match.apply(states[-1], Draw(0))[0])
    said = render.replay_alt([match.view(state, None) for state in states], NAMES, WORDS)
    assert "3 moves. The moves in order: Ana drew 3 tiles." in said
    assert "Last move: Ana drew 3 tiles." in table(match.view(states[-1], None))


# ---------------------------------------------------------------------- whole sets


@pytest.mark.parametrize("top", [6, 9, 12])
def test_a_whole_set_is_told_tile_by_tile_in_its_rows(top: int) -> None:
    said = render.tile_set_alt(top, WORDS)
    assert kept_whole(said)
    number = {6: "six", 9: "nine", 12: "twelve"}[top]
    whole = full_set(top)
    assert said.startswith(
        f"The double-{number} set: {len(whole)} tiles, {pips(whole)} pips, each number on {top + 1} tiles. "
    )
    assert sorted(re.findall(r"\d+-\d+", said)) == sorted(tile.text for tile in full_set(top))
    rows = re.findall(r"Row (\d+): ([^.]*)\.", said)
    assert [int(number) for number, _ in rows] == list(range(1, top + 2))
    for number, (_, tiles) in enumerate(rows):
        row = tiles.split(" ")
        assert row[0] == f"{number}-{number}"
        assert row[-1] == f"{top}-{number}"
        assert len(row) == top + 1 - number
