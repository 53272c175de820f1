"""Tests of the sentences that a hand says to its player."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from cogs.messages.hand import taken_text
from cogs.messages.prompts import bot_move_text, drawn_text, open_double_text, prompt
from engine import match
from engine.actions import Draw, Flip, Move, Pass, Play
from engine.game import State
from engine.layouts import Pile
from engine.live.model.table import Person
from engine.tiles import tile
from tests.engine.games import after, deal, late, tiles

WORDS = NullTranslations()
PEOPLE = [Person(seat, name, "en-US") for seat, name in enumerate(("Ana", "Ben", "Cleo"))]


def asked(state: State) -> str:
    """Return what the player in turn is asked."""
    return prompt(match.view(state, state.turn), PEOPLE, WORDS)


def hands(*starts: str, size: int, top: int = 6) -> list[str]:
    """Fill hands up to a size with the lowest tiles that nobody has, no double among them."""
    named = {each for start in starts for each in tiles(start)}
    free: Iterator[str] = (
        f"{high}-{low}"
        for high in range(top + 1)
        for low in range(high)
        if all(each.text != f"{high}-{low}" for each in named)
    )
    return [" ".join([*start.split(), *(next(free) for _ in range(size - len(start.split())))]) for start in starts]


def test_the_opener_is_told_with_what_to_open() -> None:
    express = match.new("express", 2)
    dealt = deal(express, *hands("6-6 3-3", "2-2", size=7))
    assert asked(dealt) == "It's your turn: you open, with 6-6."
    free = deal(match.new("matador", 2), *hands("6-6", "2-2", size=7), first=1)
    assert asked(free) == "It's your turn: you open. Choose a tile."


def test_the_prompt_says_that_an_opener_may_not_lay_a_double() -> None:
    begun = deal(match.new("express-it", 2), *hands("6-6 6-5", "5-5", size=7))
    assert begun.opening is not None
    second = begun._replace(opening=begun.opening._replace(tiles=tiles("6-5"), must_open_with=None), legal=None)
    assert asked(second) == "It's your turn: you open, with any tile but a double."


def test_a_player_who_can_not_open_draws() -> None:
    dealt = deal(match.new("all-fives", 2), *hands("", "", size=7))
    assert match.legal(dealt) == (Draw(0),)
    assert asked(dealt) == "It's your turn. Nobody has a double to open with: draw a tile."


@pytest.mark.parametrize(
    ("rules", "hand", "chain", "sentence"),
    [
        ("classic", "6-1", ["6-6"], "It's your turn: choose a tile."),
        ("classic", "1-0", ["6-6"], "It's your turn, and none of your tiles fits: pass."),
        ("classic-draw", "1-0", ["6-6"], "It's your turn, and none of your tiles fits: draw."),
        ("all-fives", "5-1", ["5-5"], "It's your turn: choose a tile, or draw one, which ends your turn."),
        ("all-fives", "1-0", ["5-5"], "It's your turn, and none of your tiles fits: draw."),
        ("mexican-train-nine", "9-8", [], "It's your turn: choose a tile for a train."),
        ("mexican-train-nine", "1-0", [], "It's your turn, and none of your tiles fits: draw."),
        ("mata-alsace", "", ["5-5"], "It's your turn, and you have no tiles: draw one."),
        (
            "chickenfoot",
            "9-8",
            ["9-5 e1"],
            "It's your turn: choose a tile. The double 9-9 in the middle needs 3 more tiles first.",
        ),
        (
            "chickenfoot",
            "9-8",
            ["9-5 e1", "9-7 e2", "9-6 e3"],
            "It's your turn: choose a tile. The double 9-9 in the middle needs 1 more tile first.",
        ),
        ("fives", "5-1", ["5-5"], "It's your turn: choose a tile."),
    ],
)
def test_a_turn_says_what_can_be_done(rules: str, hand: str, chain: list[str], sentence: str) -> None:
    assert asked(late([hand, "2-0"], chain, rules=rules, opener=1)) == sentence


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Draw(0), "It's your turn, and you can only draw: the bot draws for you."),
        (Pass(0), "It's your turn, and you can only pass: the bot passes for you."),
        (Play(0, tile(6, 1), "left"), "It's your turn, and you can only play 6-1: the bot plays it for you."),
        (Flip(0, 3), "It's your turn, and only one tile is left to turn up: the bot does it for you."),
    ],
)
def test_a_player_without_choice_is_told_the_move_that_the_bot_makes(move: Move, sentence: str) -> None:
    assert bot_move_text(move, WORDS) == sentence


def test_accountants_are_told_the_total() -> None:
    state = late(["6-4", "1-0", "1-1"], [], rules="accountants")._replace(layout=Pile((), 20))
    assert asked(state) == "It's your turn, and the total is 20. Next to each tile is the total it would make."


def test_a_run_goes_on() -> None:
    state = late(["6-1 2-1 5-5", "2-0"], ["6-6"], rules="no-boneyard", opener=1)
    assert asked(state) == "It's your turn: choose a tile."
    assert asked(after(state, "0 play 6-1 left")) == "It's still your turn: lay another tile."


def stock(state: State, text: str) -> State:
    """Put these tiles alone into the boneyard."""
    return state._replace(boneyard=tiles(text), legal=None)


def test_a_marker_follows_a_pass_on_trains() -> None:
    state = stock(late(["1-0", "2-0"], [], rules="mexican-train-nine"), "3-0 4-0")
    assert asked(after(state, "0 draw")) == (
        "It's your turn, and none of your tiles fits: pass. A marker opens your train."
    )


def test_a_player_who_lays_a_double_is_asked_for_a_second_tile() -> None:
    state = late(["8-8 8-7 7-7", "2-0"], ["9-8 train0"], rules="mexican-train-nine", opener=0, turn=0)
    owing = after(state, "0 play 8-8 train0")
    assert asked(owing) == "It's still your turn: lay a second tile, not a double."
    state = stock(late(["8-8 2-1", "2-0"], ["9-8 train0"], rules="mexican-train-nine"), "3-0 4-0")
    owing = after(state, "0 play 8-8 train0")
    assert asked(owing) == "You have to lay a second tile, and none of yours fits: draw."
    unable = after(owing, "0 draw")
    assert match.legal(unable) == (Pass(0),)
    assert asked(unable) == "You have to lay a second tile, and none of yours fits: pass. A marker opens your train."


def test_an_open_double_binds_and_is_named_with_its_train() -> None:
    def left_open(train: str) -> State:
        start = late(["8-8 2-1", "8-2", "1-0"], [f"9-8 {train}"], rules="mexican-train-nine")
        return after(stock(start, "3-0 4-0 5-0"), f"0 play 8-8 {train}", "0 draw", "0 pass")

    bound = left_open("train0")
    assert asked(bound) == "It's your turn: the double 8-8 on Ana's train is open. Cover it."
    unable = bound._replace(hands=(bound.hands[0], tiles("7-1"), bound.hands[2]), legal=None)
    assert asked(unable) == "It's your turn: the double 8-8 on Ana's train is open, and you can't cover it: draw."
    assert asked(after(unable, "1 draw")) == "The double 8-8 on Ana's train is open, and you can't cover it: pass."
    back = bound._replace(turn=0, legal=None)
    assert asked(back).startswith("It's your turn: the double 8-8 on your train is open, and you can't")
    assert "on the Mexican train is open. Cover it." in asked(left_open("mexican"))


def test_drawn_tiles_are_named_to_the_drawer_alone() -> None:
    state = stock(late(["1-0", "2-0"], ["6-6"], rules="classic-draw", opener=1), "1-1 2-1 6-4")
    drawn = after(state, "0 draw", "0 draw", "0 draw")
    assert drawn_text(match.view(drawn, 0), WORDS) == "You drew 3 tiles: 1-1, 2-1 and 6-4."
    assert drawn_text(match.view(drawn, 1), WORDS) == ""
    assert drawn_text(match.view(drawn, None), WORDS) == ""
    assert asked(drawn) == "It's your turn: choose a tile."


def test_the_next_turn_names_the_tile_drawn_in_the_last_turn() -> None:
    state = stock(late(["1-0", "6-1 2-0"], ["6-6"], rules="double-twelve", opener=1), "1-1 2-1")
    drawn = after(state, "0 draw")
    assert drawn_text(match.view(drawn, 0), WORDS) == "You drew 1-1."
    again = after(drawn, "1 play 6-1 left")
    assert isinstance(match.legal(again)[0], Play)
    assert drawn_text(match.view(again, 0), WORDS) == "On your last turn you drew 1-1."
    assert drawn_text(match.view(after(again, "0 play 1-1 left"), 0), WORDS) == ""


def test_the_answer_in_a_game_without_hands_is_the_tiles_taken() -> None:
    begun = deal(match.new("memory", 2), "", "", first=0)
    nobody = "Players have no hands in this game: they turn tiles over on the table."
    for taken, sentence in (
        ("", "No tiles taken yet."),
        ("6-4", "You have taken 1 tile: 6-4."),
        ("6-4 6-6", "You have taken 2 tiles: 6-4 and 6-6."),
    ):
        view = match.view(begun._replace(hands=((), tiles(taken))), 1)
        assert taken_text(view, WORDS) == f"{nobody} {sentence}"


def test_a_chicken_foot_asks_for_its_toes() -> None:
    chain = ("9-5 e1", "9-8 e2", "9-2 e3", "9-3 e4", "5-5 e1")
    needs = "The chicken foot of 5-5 needs 3 more toes first."
    able, unable = (late((hand, "6-6"), chain, rules="chickenfoot") for hand in ("5-4 8-7", "8-7"))
    assert asked(able) == f"It's your turn: choose a tile. {needs}"
    assert asked(unable) == f"It's your turn, and none of your tiles fits: draw. {needs}"
    assert open_double_text(match.view(able, None), PEOPLE, WORDS) == needs
    free = late(("8-7", "6-6"), (*chain, "5-4 e1", "5-3 e5", "5-1 e6"), rules="chickenfoot")
    assert asked(free) == "It's your turn: choose a tile."
    assert not open_double_text(match.view(free, None), PEOPLE, WORDS)
