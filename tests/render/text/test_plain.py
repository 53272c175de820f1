"""Tests of text mode. Its reader plays in ``test_plain_play``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import render
from engine import match
from engine.actions import Draw, parse_move
from engine.game import State
from engine.rules import RULE_SETS
from engine.tiles import pips
from engine.view import View
from render.text import markdown
from render.text.markdown import escape, safe
from tests.engine.games import late
from tests.render.games import NAMES, WORDS, AnyDeal, any_deal, any_deals, longest
from tests.render.standings import ROWS
from tests.render.text.test_alt import Brackets, told, untranslated
from tests.support.cases import few_rule_sets
from tests.support.examples import examples

MANY = tuple(f"Player {letter}" for letter in "ABCDEFGHIJKL")
LOUD = ("*_" * 16,) * 12
"""Names as long as can be, of which each character has to be escaped."""


def table(view: View, names: Sequence[str] = NAMES) -> str:
    return render.table_text(view, names, WORDS)


def hand(state: State, seat: int | None = None, names: Sequence[str] = NAMES) -> str:
    return render.hand_text(match.view(state, state.turn if seat is None else seat), names, WORDS)


# ---------------------------------------------------------------------- what it looks like


def test_a_table_with_a_line_is_told_line_by_line() -> None:
    state = told("0 play 6-6 start", "1 pass", "0 play 6-5 left", "1 play 5-3 left")
    assert table(match.view(state, None)).split("\n\n") == [
        "**Domino Express**, deal 1, first to 100 points\nIt is Ana's turn.\nLast move: Benoît laid 5-3 on the left.\n"
        "Before that: Ana laid 6-5 on the left.",
        "**Open ends**, each takes its own number:\nLeft: 3\nRight: 6",
        "**Chain from left to right**, (6-6) opened, [5-3] was laid last:\n[3-5] 5-6 (6-6)",
        "**Players in order of turns**, counter-clockwise:\nAna: 5 tiles, 0 points, opener (wins ties)\n"
        "Benoît: 6 tiles, 0 points, passed on 6",
        "14 tiles set aside.",
    ]


def test_a_cross_is_told_with_its_outer_total_and_the_arm_that_is_next() -> None:
    state = late(("6-1", "2-2"), ("5-5", "5-3 arm1", "3-3 arm1"), rules="all-fives")
    assert table(match.view(state, None)).split("\n\n")[1:4] == [
        "**Open ends**, each takes its own number:\nArm 1: 3\nArm 2 (new): 5",
        "Ends count 16",
        "**Arms, outward from 5-5**, [3-3] was laid last:\nArm 1: 5-3 [3-3]",
    ]


def test_of_a_spinners_short_ends_the_one_that_waits_is_told_with_what_it_waits_for() -> None:
    state = late(("6-1", "2-2"), ("6-5", "5-5 e2", "5-1 e2"), rules="fives")
    assert table(match.view(state, None)).split("\n\n")[1:6] == [
        "**Open ends**, each takes its own number:\nEnd 1: 6\nEnd 2: 1\nEnd 3 (new): 5",
        "Ends count 7",
        "**Closed for now**:\nEnd 4 (new): 5",
        "End 4 opens once a tile lies at end 3.",
        "**Branches, outward from 6-5**, [5-1] was laid last:\n- End 1, from the 6 of 6-5: no tile yet\n"
        "- End 2, from the 5 of 6-5: 5-5 [5-1]\n  - End 3 (new), from the 5 of 5-5: no tile yet\n"
        "  - End 4 (new), from the 5 of 5-5: no tile yet",
    ]


def test_a_tree_is_told_as_an_outline_and_what_its_ends_take() -> None:
    assert table(render.example_view("mata")).split("\n\n")[1:3] == [
        "**Open ends**; matas are 0-0, 6-1, 5-2 and 4-3:\nEnd 1: 5, takes 2 or a mata\n"
        "End 2: 1, takes 6 or a mata\nEnd 3: 0, takes a mata only\nEnd 4: 1, takes 6 or a mata",
        "**Branches, outward from 5-3**, [4-0] was laid last:\n- End 1, from the 5 of 5-3: 2-2 1-6 1-5\n"
        "  - End 4, from the 1 of 6-1: no tile yet\n- End 2, from the 3 of 5-3: 3-4 3-1\n"
        "  - End 3, from the 3 of 4-3: [4-0]",
    ]


def test_trains_are_told_with_whom_they_are_open_to_markers_and_the_double_to_cover() -> None:
    view = render.example_view("mexican-train")
    assert table(view).split("\n\n")[1:5] == [
        "The double 10-10 on the Mexican train is open and has to be covered.",
        "**Open to Ana**, each takes its own number:\nThe Mexican train: 10",
        "**Closed to Ana**:\nAna's train: 3\nBenoît's train: 1\nChloé's train, with a marker: 12",
        "**Trains, outward from 12-12 in the middle**, [10-10] was laid last:\nAna's train: 12-5 5-3\n"
        "Benoît's train: 12-8 8-8 8-1\nThe Mexican train: 12-10 [10-10]",
    ]
    assert "**Open to you**" in table(replace(view, seat=0))
    assert "\nYour train: 3\n" in table(replace(view, seat=0))


def test_a_pile_is_told_with_its_total_and_what_is_missing_to_the_next_mark() -> None:
    assert table(render.example_view("accountants")).split("\n\n")[1:3] == [
        "**Running total: 30**\nNext mark: 50, 20 more\nAll marks: 30, 50, 70, 100",
        "**Tiles in the order they were laid**, [5-0] was laid last:\n6-5 6-4 3-1 [5-0]",
    ]


def test_a_grid_is_told_in_columns_like_its_buttons() -> None:
    assert table(render.example_view("memory")).split("\n\n")[1] == (
        "Face up: 6-3 at 6 and 4-1 at 20\nThey aren't a pair and are turned face down again.\n"
        "**The grid, 22 tiles face down**, by position:\n"
        "```\n   1   2   3       5\n 6-3   7   8      10\n  11  12  13  14  15\n"
        "  16      18  19 4-1\n  21      23  24  25\n  26  27  28\n```"
    )


def test_rows_of_a_grid_that_are_taken_are_left_out_whole() -> None:
    # an empty line at the beginning of a block is dropped by Discord, and would be of no use
    for state in any_deal("memory", 2, 1):
        if state.layout.tiles:
            block = table(match.view(state, None)).partition("```\n")[2].partition("\n```")[0]
            assert all(line.strip() for line in block.split("\n"))
    assert len(block.split("\n")) < 6


def test_a_move_long_past_is_told_where_nobody_has_laid_a_tile_since() -> None:
    state = late(("6-6", "1-1", "2-2", "4-4", "3-3"), ("5-5",), rules="all-fives", boneyard="2-1 3-1 4-1 2-0 3-2 6-2")
    state = state._replace(history=(parse_move("0 play 5-5 start"),))
    for seat in range(5):
        state, _ = match.apply(state, Draw(seat))
    said = table(match.view(state, None), MANY)
    assert "Last move: Player E drew 1 tile.\nBefore that: Player D drew 1 tile; " in said
    assert "\nLast tile: Player A opened with 5-5.\n" in said


def test_pairs_are_told_with_the_points_that_they_have_together() -> None:
    view = match.view(any_deal("express", 4, 1, pairs=True)[3], None)
    said = table(replace(view, totals=(12, 7)))
    assert "\nAna and Chloé: 12 points\nBenoît and Dmitri: 7 points" in said
    assert re.search(r"\nAna: \d tiles\n", said)


def test_a_player_out_of_the_match_is_told_as_such_with_the_points_that_count() -> None:
    view = match.view(any_deal("mata", 3, 1, until="last")[3], None)
    said = table(replace(view, eliminated=(1,), totals=(3, 104, 0), hand_sizes=(4, 0, 5)))
    assert "\nAna: 4 tiles, 3 points\nBenoît: out of the match, 104 points\nChloé: 5 tiles, 0 points" in said


def test_a_tile_whose_player_chose_the_half_that_faces_out_is_told_with_it() -> None:
    state = late(("6-1 0-0 5-5", "2-2 3-3"), ("4-2",), rules="matador", matador_ends="choose")
    state, _ = match.apply(state, parse_move("0 play 6-1 left 6"))
    assert "\nLast move: Ana laid 6-1 on the left, the 6 facing out.\n" in table(match.view(state, None))


def test_an_empty_table_and_trains_not_begun_are_told_as_such() -> None:
    assert "\n\nThere are no tiles on the table yet.\n\n" in table(match.view(told(), None))
    trains = table(match.view(any_deal("mexican-train-nine", 2, 1)[0], None))
    assert "\n\n**Trains, outward from 9-9 in the middle**: none has begun yet\n\n" in trains


def test_one_is_told_in_the_singular() -> None:
    view = replace(match.view(told("0 play 6-6 start"), None), hand_sizes=(1, 2), totals=(1, 0), boneyard_size=1)
    said, alt = table(view), render.table_alt(view, NAMES, WORDS)
    assert "Ana: 1 tile, 1 point, opener (wins ties)\nBenoît: 2 tiles, 0 points" in said
    assert "Ana holds 1 tile; Benoît holds 2 tiles." in alt
    assert "Ana: 1 point; Benoît: 0 points." in alt
    assert all("1 tile set aside." in text for text in (said, alt))


def test_the_tiles_left_are_the_boneyard_where_players_draw() -> None:
    view = match.view(late(("6-6", "1-1"), ("5-5",), rules="classic-draw", boneyard="2-1 3-1"), None)
    for tell in (table, lambda view: render.table_alt(view, NAMES, WORDS)):
        assert "2 tiles in the boneyard." in tell(view)
        assert "1 tile in the boneyard." in tell(replace(view, boneyard_size=1))
        assert "The boneyard is empty." in tell(replace(view, boneyard_size=0))


def test_ones_own_text_calls_one_you() -> None:
    state = told("0 play 6-6 start", "1 pass", "0 play 6-5 left")
    said = table(match.view(state, 0)).split("\n")
    assert "Last move: you laid 6-5 on the left." in said
    assert "Before that: Benoît passed; you opened with 6-6." in said or "Before that: Benoît passed." in said
    assert "You: 5 tiles, 0 points, opener (wins ties)" in said
    state = late(("6-6", "1-1"), ("5-5",), rules="classic-draw", boneyard="2-1 3-1")
    state, _ = match.apply(state, Draw(0))
    assert "Last move: you drew 1 tile." in table(match.view(state, 0))
    assert "Last move: Ana drew 1 tile." in table(match.view(state, 1))


def test_a_text_does_not_say_again_what_its_message_says() -> None:
    view = match.view(told("0 play 6-6 start", "1 pass"), 0)
    said = render.table_text(view, NAMES, WORDS, turn=False, last=False)
    assert "turn." not in said
    assert "Last move" not in said
    assert "Last tile: you opened with 6-6." in said, "the move told was a pass"
    assert render.hand_text(view, NAMES, WORDS, turn=False).startswith("You can play:")


# ---------------------------------------------------------------------- hands


def test_a_hand_is_told_tile_by_tile_with_where_each_can_be_played() -> None:
    state = told("0 play 6-6 start", "1 pass", "0 play 6-5 left", "1 play 5-3 left")
    assert hand(state) == (
        "**Your turn**\n\nYou can play:\n6-0: right (6)\n6-1: right (6)\n6-2: right (6)\n6-3: left (3), right (6)\n"
        "6-4: right (6)"
    )


def test_a_hand_of_all_fives_is_told_with_what_each_tile_scores_where() -> None:
    state = late(("5-0 5-3 5-2 4-4", "6-6"), ("5-5",), rules="all-fives")
    assert hand(state) == (
        "**Your turn: lay a tile or draw**\n\nYou can play:\nArm 1 (new, 5): 5-0 scores 10, 5-2,\n5-3\n\nNot now: 4-4"
    )


def test_a_hand_of_accountants_is_told_with_the_total_that_each_tile_makes() -> None:
    state = late(("6-3 6-6 0-0", "1-1", "2-2"), ("6-4 pile", "5-3 pile", "3-0 pile"), rules="accountants")
    assert hand(state) == "**Your turn**\n\nYou can play:\n0-0 makes 21\n6-3 makes 30, scores 10\n6-6 makes 33"


def test_a_matador_is_told_with_the_choice_of_its_half() -> None:
    state = late(("6-1 0-0 5-5", "2-2"), ("4-2",), rules="matador", matador_ends="choose")
    assert hand(state) == (
        "**Your turn**\n\nYou can play:\n0-0: left (takes 3), right (takes 5)\n5-5: right (takes 5)\n"
        "6-1: left (takes 3), right (takes 5), either half facing out"
    )


def test_a_player_who_has_to_pass_is_told_so_with_the_hand() -> None:
    assert hand(told("0 play 6-6 start")) == (
        "**Your turn: no tile fits, you have to pass**\n\n7 tiles: 4-4 5-0 5-1 5-2 5-3 5-4 5-5"
    )


def test_tiles_just_drawn_are_told_as_new() -> None:
    state = late(("1-1", "2-2"), ("6-6",), rules="classic-draw", boneyard="3-3 6-5 4-4")
    for _ in range(2):
        state, _ = match.apply(state, Draw(0))
    assert hand(state) == (
        "**Your turn**\nNew in your hand: 3-3 6-5.\n\nYou can play:\n6-5: left (6), right (6)\n\nNot now: 1-1 3-3"
    )


@pytest.mark.parametrize("rules", few_rule_sets())
def test_a_hand_off_its_turn_tells_nothing_that_would_not_last(rules: str) -> None:
    seats = RULE_SETS[rules].seats[-1]
    compared = 0
    for before, after in pairwise(any_deal(rules, seats, 3)):
        for seat in range(seats):
            if seat in (before.turn, after.turn) or after.turn is None or before.hands[seat] != after.hands[seat]:
                continue
            assert hand(before, seat, MANY) == hand(after, seat, MANY)
            was, now = (render.hand_alt(match.view(state, seat), MANY, WORDS) for state in (before, after))
            assert was == now
            compared += 1
    assert compared or seats == 2


# ---------------------------------------------------------------------- ends


@settings(max_examples=examples(60))
@given(any_deals())
def test_a_deals_end_is_told_with_every_hand_and_all_points(played: AnyDeal) -> None:
    view = match.view(played.states[-1], None)
    result = view.results[-1]
    said = render.deal_end_text(view, MANY, WORDS)
    whole = re.sub(r"\n(?=\d+-\d+)", " ", said)
    for seat, tiles in enumerate(result.hands):
        if tiles:
            each = " ".join(tile.text for tile in sorted(tiles))
            count = f"{len(tiles)} tiles?" if played.rules == "memory" else f"{pips(tiles)} pips?"
            head = MANY[seat] if played.rules == "forty-two" else f"{MANY[seat]}, {count}"
            assert re.search(rf"\n{head}: {each}\n", whole)
        elif played.rules != "memory":
            empty = "all tiles played" if played.rules == "forty-two" else "went out"
            assert f"\n{MANY[seat]}: {empty}" in said
    for side, total in enumerate(result.totals):
        who = " and ".join(MANY[seat] for seat in view.teams[side])
        added = result.points[side]
        if RULE_SETS[played.rules].scoring.scoreless:
            assert "**Points**" not in said
        elif played.rules == "memory":
            assert re.search(rf"\n{who}: {total} tiles?\n", said)
        else:
            change = f"−{-added}" if added < 0 else rf"\+{added}"
            unit = "mark" if played.rules == "forty-two" else "point"
            assert re.search(rf"\n{who}: {total} {unit}s?{rf' .{change}.' if added else ''}\n", said)


def test_points_that_are_bad_are_told_once_save_what_is_written_beside_the_pips() -> None:
    train = match.view(any_deal("mexican-train-nine", 2, 1)[-1], None)
    assert "Points against" not in render.deal_end_text(train, NAMES, WORDS)
    for seed in range(40):
        view = match.view(any_deal("mata-alsace", 3, seed)[-1], None)
        result = view.results[-1]
        if any(result.earned[seat] > pips(result.hands[seat]) for seat in range(3)):
            assert re.search(r"Points against: .*\d+\+[1-4]0 = \d+", render.deal_end_text(view, NAMES, WORDS))
            return
    raise LookupError("nobody was left with a mata")


def test_the_leaderboard_is_told_row_by_row_and_its_places_are_no_list() -> None:
    rows = [render.LeaderboardRow(1, "Ana", 1, 1, 1), render.LeaderboardRow(1, "*Ben*", 3, 1, 50, you=True)]
    assert render.leaderboard_text("The [Club]", rows, WORDS) == (
        "**Leaderboard**: The \\[Club\\]\n\n1\\. Ana: 1 of 1 match won, 100%, 1 point for and 0 against.\n"
        "1\\. \\*Ben\\* (you): 1 of 3 matches won, 33%, 50 points for and 0 against."
    )
    assert render.leaderboard_text("", [], WORDS) == (
        "**Leaderboard**\n\nNo match has been finished yet.\nPlay one, and this board is yours."
    )


def test_a_replay_is_told_a_line_for_each_move() -> None:
    states = [told(), told("0 play 6-6 start"), told("0 play 6-6 start", "1 pass")]
    views = [match.view(state, None) for state in states]
    assert render.replay_text(views, NAMES[:2], WORDS) == (
        "**Domino Express**, deal 1, first to 100 points\n2 moves.\n\nAna opened with 6-6\nBenoît passed"
    )


@settings(max_examples=examples(25))
@given(any_deals())
def test_a_replay_of_any_deal_is_told_with_its_result(played: AnyDeal) -> None:
    views = [match.view(state, None) for state in played.states]
    for names in (LOUD, MANY):
        said = render.replay_text(views, names, WORDS)
        assert len(said) <= 3500
        assert f"{len(views[-1].history)} move" in said
    result = render.deal_end_text(views[-1], MANY, WORDS).split("\n")
    assert any(line.strip("*") in said for line in result[:3])


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "written"),
    [
        *(("Ana", "Ana"), ("**bold** _it_ ~~no~~", r"\*\*bold\*\* \_it\_ \~\~no\~\~")),
        *(("`code` ||spoiler||", r"\`code\` \|\|spoiler\|\|"), ("[a](http://b.c)", r"\[a\](http\:\/\/b.c)")),
        ("discord.gg/abc", r"discord.gg\/abc"),
        *(("<@12> @everyone", r"\<\@12\> \@everyone"), ("# head", r"\# head"), ("> quote", r"\> quote")),
        *(("- point", r"\- point"), ("-# small", r"\-\# small"), ("1. first", r"1\. first")),
        *(("12) first", r"12\) first"), ("Jean-Luc 2.0", "Jean-Luc 2.0"), ("back\\slash", r"back\\slash")),
        *(("عمر", "\u2068عمر\u2069"), ("", "?")),
    ],
)
def test_a_name_says_what_was_written_and_formats_nothing(name: str, written: str) -> None:
    assert safe(name) == written


@given(st.text(max_size=60), st.sampled_from([80, 24, 16, 12]))
def test_no_name_is_longer_than_its_room_nor_cut_within_an_escape(name: str, room: int) -> None:
    written = safe(name, room)
    assert len(written.encode("utf-16-le")) // 2 <= room
    assert not re.search(r"(?<!\\)(\\\\)*\\$", written)
    assert not re.search(r"(?<!\\)[`*_~|<>\[\]#@:]", written.replace("\\\\", ""))


def test_names_from_right_to_left_stand_by_themselves_in_lines_and_titles() -> None:
    assert escape("שלום 3") == "\u2068שלום 3\u2069"
    assert "\n\u2068עומר\u2069: 7 tiles" in table(match.view(told(), None), ("עומר", "Ben"))


# ---------------------------------------------------------------------- length


@settings(max_examples=examples(60))
@given(any_deals(), st.integers(0, 10))
def test_a_text_is_short_and_never_longer_than_a_message_whatever_the_names(played: AnyDeal, chance: int) -> None:
    for names, most_table, most_both in ((MANY, 1900, 2200), (LOUD, 2400, 3500), (("👩‍👩‍👧‍👦" * 5,) * 12, 2400, 3500)):
        for state in played.states[chance % 9 :: 9]:
            if state.turn is None:
                continue
            own = match.view(state, state.turn)
            here, mine = table(own, names), hand(state, names=names)
            assert len(here.encode("utf-16-le")) // 2 <= most_table
            assert len((here + mine).encode("utf-16-le")) // 2 <= most_both
            # nothing is cut off at the end, where names and rows could be made shorter
            players = [line for line in here.split("\n") if re.search(r": (\d+ tile|out of the match)", line)]
            assert len(players) == state.seats
        end = render.deal_end_text(match.view(played.states[-1], None), names, WORDS)
        assert len(end.encode("utf-16-le")) // 2 <= 2400


def test_lines_with_tiles_are_no_wider_than_a_phone() -> None:
    said = table(longest())
    rows = [line for line in said.split("\n") if re.match(r"[(\[]?\d-\d[)\]]?( |$)", line)]
    assert len(rows) == 4
    assert all(len(line) <= 38 for line in rows)
    assert sum(len(line.split(" ")) for line in rows) == 28


def test_names_get_shorter_for_want_of_room_and_then_long_rows_lose_their_middle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ["Maximiliane-Charlotte von Hohens"] * 4
    view = longest()
    whole = table(view, names)
    monkeypatch.setattr("render.text.plain.table.MAX_TEXT", len(whole) - 1)
    shorter = table(view, names)
    assert "Maximiliane-Charlotte v…" in shorter
    assert "tiles …" not in shorter
    monkeypatch.setattr("render.text.plain.table.MAX_TEXT", len(shorter) - 1)
    folded = table(view, names)
    assert "… 16 tiles …" in folded
    ends = [line for line in whole.split("\n") if line.startswith(("Left", "Right"))]
    assert len(ends) == 2
    assert all(line in folded for line in ends)
    assert folded.endswith("85 points")


def test_a_text_too_long_all_the_same_loses_whole_lines() -> None:
    def make(said: Sequence[str], _most: int) -> str:
        return "\n".join(f"{said[0]} {number:03}" for number in range(100))

    text = markdown.fit(make, ["Ana"], WORDS, 101)
    assert text == "\n".join(f"Ana {number:03}" for number in range(12))


# ---------------------------------------------------------------------- language, secrets


@pytest.mark.parametrize("rules", few_rule_sets())
def test_every_word_of_a_text_is_translatable(rules: str) -> None:
    *states, ended = any_deal(rules, RULE_SETS[rules].seats[-1], 2)
    names, rows = ["?"] * 12, [render.LeaderboardRow(1, "?", 2, 1, 3), replace(ROWS[5], you=True)]
    texts = [tell(match.view(ended, None), names, Brackets()) for tell in (render.deal_end_text, render.deal_end_alt)]
    for state in states[::7]:
        open_view, own = match.view(state, None), match.view(state, state.turn)
        texts += [tell(open_view, names, Brackets()) for tell in (render.table_text, render.table_alt)]
        texts += [tell(own, names, Brackets()) for tell in (render.hand_text, render.hand_alt)]
    views = [match.view(state, None) for state in (*states, ended)]
    texts += [tell(views, names, Brackets()) for tell in (render.replay_text, render.replay_alt)]
    for tell in (render.leaderboard_text, render.leaderboard_alt):
        texts += [tell("", rows, Brackets()), tell("", [], Brackets())]
    for said in texts:
        assert "‹" in said
        assert not re.search(r"[^\W\d_]", untranslated(said))


def test_tiles_turned_back_in_a_grid_are_told_nowhere_while_the_deal_goes_on() -> None:
    states = any_deal("memory", 3, 4)
    for at, state in enumerate(states[:-1]):
        view = match.view(state, None)
        seen = {tile.text for at in state.layout.face_up if (tile := state.layout.tiles.get(at)) is not None}
        taken = {tile.text for held in state.hands for tile in held}
        views = [match.view(each, None) for each in states[: at + 1]]
        assert set(re.findall(r"\d-\d", table(view))) <= seen | taken
        assert not re.findall(r"\d-\d", render.replay_text(views, NAMES, WORDS))
        assert not re.findall(r"\d-\d", render.replay_alt(views, NAMES, WORDS))
