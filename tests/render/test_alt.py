"""Alt texts: all that the pictures show, in words."""

from __future__ import annotations

import re
from dataclasses import replace
from gettext import NullTranslations

import pytest
from hypothesis import given, settings

import render
from engine import match
from engine.actions import Luck, Move, Play, parse_move
from engine.state import State
from engine.tiles import full_set, pips, tile
from tests.render.games import NAMES, WORDS, Deal, deal, deals, finished, longest


def told(*moves: str) -> State:
    """A deal of two with known hands: seat 0 holds 6-6 to 6-0, seat 1 5-5 to 5-0 and 4-4."""
    first = [tile(6, low) for low in range(6, -1, -1)]
    second = [*(tile(5, low) for low in range(5, -1, -1)), tile(4, 4)]
    rest = [each for each in full_set(6) if each not in first and each not in second]
    state, _ = match.apply(match.new("express", 2), Luck((*first, *second, *rest)))
    for move in moves:
        state, _ = match.apply(state, parse_move(move))
    return state


def test_the_table_is_told_with_ends_and_last_move_first() -> None:
    view = match.view(told("0 play 6-6 start", "1 pass", "0 play 6-5 left", "1 play 5-3 left"), None)
    assert render.table_alt(view, NAMES[:2], WORDS) == (
        "Open ends: 3 on the left, 6 on the right. Last move: Benoît laid 5-3 on the left. It is Ana's turn. "
        "Chain from left to right: 3-5 5-6 6-6. "
        "Around the table: Ana holds 5 tiles; Benoît holds 6 tiles. Scores: Ana: 0 points; Benoît: 0 points. "
        "Benoît has passed on 6. 14 tiles lie in the boneyard. Domino Express, deal 1, first to 100 points. "
        "All moves, the latest first: Benoît laid 5-3 on the left; Ana laid 6-5 on the left; Benoît passed; "
        "Ana opened with 6-6."
    )


def test_an_empty_table_is_told_as_such() -> None:
    said = render.table_alt(match.view(told(), None), NAMES[:2], WORDS)
    assert said.startswith("No tile lies on the table yet. It is Ana's turn. Around the table: Ana holds 7 tiles;")


def test_a_hand_is_told_with_what_can_be_played_and_where() -> None:
    state = told("0 play 6-6 start", "1 pass", "0 play 6-5 left")
    assert render.hand_alt(match.view(state, 1), NAMES[:2], WORDS) == (
        "Open ends: 5 on the left, 6 on the right. Last move: Ana laid 6-5 on the left. It is your turn. "
        "You hold 7 tiles: 4-4 5-0 5-1 5-2 5-3 5-4 5-5. You can play: 5-0 at left (5); 5-1 at left (5); "
        "5-2 at left (5); 5-3 at left (5); 5-4 at left (5); 5-5 at left (5). "
        "Domino Express, deal 1, first to 100 points."
    )


def test_a_tile_that_fits_both_ends_is_told_with_both() -> None:
    state = told("0 play 6-6 start", "1 pass", "0 play 6-5 left", "1 play 5-3 left")
    assert "6-3 at left (3) and right (6);" in render.hand_alt(match.view(state, 0), NAMES[:2], WORDS)


def test_a_hand_in_which_nothing_fits_is_told_to_pass() -> None:
    said = render.hand_alt(match.view(told("0 play 6-6 start"), 1), NAMES[:2], WORDS)
    assert "It is your turn." in said
    assert "No tile fits, you have to pass." in said


def test_an_opening_tile_is_told_without_an_end() -> None:
    said = render.hand_alt(match.view(told(), 0), NAMES[:2], WORDS)
    assert "You can play: 6-6." in said


def test_while_another_plays_the_hand_tells_nothing_that_would_not_last() -> None:
    said = render.hand_alt(match.view(told(), 1), NAMES[:2], WORDS)
    assert said.startswith("You hold 7 tiles: 4-4 5-0 5-1 5-2 5-3 5-4 5-5.")
    assert "turn" not in said
    assert "Open ends" not in said
    assert "You can play" not in said


@settings(deadline=None, max_examples=40)
@given(deals())
def test_the_table_tells_every_tile_count_pass_and_the_turn(played: Deal) -> None:
    for state in played.states[:-1]:
        view = match.view(state, None)
        said = render.table_alt(view, NAMES, WORDS)
        chain = " ".join(f"{left}-{right}" for _, left, right in view.layout.chain())
        assert chain in said
        assert f"It is {NAMES[view.turn or 0]}'s turn." in said
        for seat, count in enumerate(view.counts):
            assert re.search(rf"{NAMES[seat]} holds {count} tiles?\b", said)
            if view.passed[seat]:
                assert f"{NAMES[seat]} has passed on {', '.join(map(str, view.passed[seat]))}." in said
        for side, total in enumerate(view.totals):
            assert re.search(rf"{' and '.join(NAMES[seat] for seat in view.sides[side])}: {total} point", said)


@settings(deadline=None, max_examples=40)
@given(deals())
def test_a_deals_end_tells_every_hand_and_its_pips(played: Deal) -> None:
    view = match.view(played.states[-1], None)
    result = view.results[-1]
    said = render.deal_end_alt(view, NAMES, WORDS)
    assert ("Blocked" in said) == (result.reason == "blocked")
    for seat, hand in enumerate(result.hands):
        if hand:
            tiles = " ".join(each.text for each in sorted(hand))
            assert re.search(rf"{NAMES[seat]} is left with {tiles}: {pips(hand)} pips?\.", said)
        else:
            assert f"{NAMES[seat]} is out." in said


def test_the_winner_of_the_match_is_told_first() -> None:
    view = match.view(finished(2, 4), None)
    winner = NAMES[view.winners[0]]
    assert render.deal_end_alt(view, NAMES, WORDS).startswith(f"{winner} wins the match! ")
    pair = match.view(finished(4, 4, {"pairs": True}), None)
    first, second = (NAMES[seat] for seat in pair.winners)
    assert render.deal_end_alt(pair, NAMES, WORDS).startswith(f"{first} and {second} win the match! ")


def test_one_is_told_in_the_singular() -> None:
    view = replace(match.view(told("0 play 6-6 start"), None), counts=(1, 2), totals=(1, 0), boneyard=1)
    said = render.table_alt(view, NAMES[:2], WORDS)
    for part in ("Ana holds 1 tile;", "Benoît holds 2 tiles.", "Ana: 1 point;", "Benoît: 0 points.", "1 tile lies in the boneyard"):
        assert part in said


def test_the_longest_chain_is_told_whole_within_1024_characters() -> None:
    names = ["Maximiliane-Charlotte von und zu Hohenstein"] * 4
    view = longest()
    said = render.table_alt(view, names, WORDS)
    assert len(said) <= 1024
    assert " ".join(f"{left}-{right}" for _, left, right in view.layout.chain()) in said
    assert said.endswith(".")


def test_moves_that_find_no_room_are_the_oldest() -> None:
    states = deal(4, 3)
    longest_one = max((match.view(state, None) for state in states[:-1]), key=lambda view: len(view.history))
    names = ["Maximiliane-Charlotte von und zu"] * 4
    said = render.table_alt(longest_one, names, WORDS)
    assert "The latest moves, the last first:" in said
    assert "opened with" not in said


def test_the_leaderboard_is_told_row_by_row() -> None:
    rows = [render.LeaderboardRow(1, "Ana", 1, 1, 1), render.LeaderboardRow(2, "Benoît", 3, 1, 50, you=True)]
    assert render.leaderboard_alt("Club", rows, WORDS) == (
        "Leaderboard: Club. 1. Ana: 1 of 1 match won, 100 %, 1 point. "
        "2. Benoît (you): 1 of 3 matches won, 33 %, 50 points."
    )
    assert render.leaderboard_alt("", [], WORDS) == (
        "Leaderboard. No match has been finished yet. Play one, and this board is yours."
    )


def test_a_leaderboard_of_long_names_keeps_to_1024_characters() -> None:
    rows = [render.LeaderboardRow(n, "🐉" * 32, 100, 50, 12345) for n in range(1, 11)]
    assert len(render.leaderboard_alt("🏆" * 900, rows, WORDS).encode("utf-16-le")) <= 2048


class Brackets(NullTranslations):
    """Marks whatever has been through it."""

    def gettext(self, message: str) -> str:
        return f"‹{message}›"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"‹{msgid1 if n == 1 else msgid2}›"


def untranslated(said: str) -> str:
    while "‹" in said:
        said, changed = re.subn(r"‹[^‹›]*›", "", said)
        assert changed
    return said


@pytest.mark.parametrize("number", [0, 1, 9])
def test_every_word_of_an_alt_text_is_translatable(number: int) -> None:
    states = deal(4, 3, {"pairs": True})
    texts = [
        render.table_alt(match.view(states[number], None), NAMES, Brackets()),
        *(render.hand_alt(match.view(states[number], seat), NAMES, Brackets()) for seat in range(4)),
        render.deal_end_alt(match.view(finished(3, number), None), NAMES, Brackets()),
        render.leaderboard_alt("Club", [render.LeaderboardRow(1, "Ana", 2, 1, 3)], Brackets()),
        render.leaderboard_alt("Club", [], Brackets()),
    ]
    for said in texts:
        assert "‹" in said
        assert not re.search(r"[^\W\d_]", untranslated(said))


def test_a_very_wordy_language_is_cut_rather_than_refused() -> None:
    class Wordy(NullTranslations):
        def gettext(self, message: str) -> str:
            return message + "!" * 1500

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            return self.gettext(msgid1 if n == 1 else msgid2)

    said = render.table_alt(longest(), NAMES, Wordy())
    assert 0 < len(said) <= 1024


def test_moves_are_named_by_who_made_them() -> None:
    state = told("0 play 6-6 start", "1 pass", "0 play 6-4 right")
    moves: list[Move] = list(state.history)
    assert [type(move) is Play for move in moves] == [True, False, True]
    said = render.table_alt(match.view(state, None), NAMES[:2], WORDS)
    assert "Ana laid 6-4 on the right; Benoît passed; Ana opened with 6-6." in said
