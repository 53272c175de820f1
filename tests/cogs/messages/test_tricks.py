"""Tests of the texts and controls of bids, trump and tricks, made of a position."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
import pytest

from cogs.messages.emojis import TileEmojis
from cogs.messages.hand_buttons import hand_rows
from cogs.messages.narration import narrate
from cogs.messages.prompts import prompt
from engine import match
from engine.actions import parse_move
from engine.game import State
from engine.live.model.table import Person
from render.text.forms import text_form
from tests.engine.games import after, dealt, dealt_in_order
from tests.engine.rules.test_forty_two import EXAMPLE_1, SUITS
from tests.support.hands import hand_of

WORDS = NullTranslations()
PEOPLE = [Person(seat, name, "en-GB") for seat, name in enumerate(("Ana", "Ben", "Cleo", "Dan"))]

PASSES = ("1 pass", "2 pass", "3 pass")
TRUMP = (*("0 bid 30", "1 bid 31", "2 pass", "3 pass"), "1 trump 3")
FIRST_TRICK = (*TRUMP, "1 play 5-0 trick", "2 play 5-4 trick", "3 play 5-3 trick", "0 play 5-5 trick")
SECOND_TRICK = (*FIRST_TRICK, "3 play 4-2 trick", "0 play 5-2 trick", "1 play 6-4 trick", "2 play 4-1 trick")


def example(*moves: str) -> State:
    """Return the deal of the first example in the rules, in which seat 0 bids first."""
    return after(dealt_in_order("forty-two", 4, EXAMPLE_1, first=0), *moves)


def suits(*moves: str) -> State:
    """Return a deal in which seat 0 wins the bidding and leads 6-1, unless other moves are given."""
    return after(dealt("forty-two", SUITS, first=0), "0 bid 30", *PASSES, *(moves or ("0 trump 1", "0 play 6-1 trick")))


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (example(), "Your turn: bid or pass. Nobody has bid yet."),
        (example("0 bid 41"), "Your turn: bid or pass. Ana has bid 41, the most so far."),
        (example("0 pass", *PASSES[:2]), "Your turn: you have to bid. Nobody has bid yet."),
        (example(*TRUMP[:-1]), "Your turn: name trump. You have won the bidding with 31."),
        (example(*TRUMP), "Your turn: you lead. Ben has bid 31. Trump: threes."),
        (
            suits(),
            "Your turn: follow with ones. Ana has bid 30. Trump: ones. Trick 1, ones led: Ana 6-1; Ana takes it so "
            "far.",
        ),
        (
            suits("0 trump none", "0 play 3-3 trick"),
            "Your turn: follow with threes. Ana has bid 30, without trump. Trick 1, threes led: Ana 3-3; Ana takes it "
            "so far.",
        ),
        (
            example(*FIRST_TRICK),
            "Your turn: you lead. Ben has bid 31. Trump: threes. Points: Ana and Cleo 0, Ben and Dan 16; the bid needs "
            "15 more.",
        ),
    ],
)
def test_a_player_is_asked_to_bid_to_name_trump_to_lead_or_to_follow(state: State, text: str) -> None:
    assert prompt(match.view(state, state.turn), PEOPLE, WORDS) == text


def controls(state: State) -> list[str]:
    """Return the labels under the hand of the player in turn; those of a select with their descriptions."""
    labels: list[str] = []
    items: list[Any] = [item for row in hand_rows(hand_of(state), WORDS, TileEmojis()) for item in row]
    for item in items:
        if isinstance(item, discord.ui.Select):
            labels += [f"{each.label}: {each.description}" if each.description else each.label for each in item.options]
        else:
            labels.append(item.label)
    return labels


@pytest.mark.parametrize(
    ("state", "labels"),
    [
        (example(), [*map(str, range(30, 43)), "84 (2 marks)", "Pass"]),
        (example("0 bid 41"), ["42", "84 (2 marks)", "Pass"]),
        (example("0 pass", *PASSES[:2]), [*map(str, range(30, 43)), "84 (2 marks)"]),
        (
            after(dealt("forty-two", SUITS, first=0), "0 bid 30", *PASSES),
            [
                *("Blanks", "Ones: 1 tile: 6-1", "Twos", "Threes: 3 tiles: 5-3 4-3 3-3", "Fours: 3 tiles: 5-4 4-4 4-3"),
                *("Fives: 3 tiles: 5-5 5-4 5-3", "Sixes: 1 tile: 6-1", "Doubles: 3 tiles: 5-5 4-4 3-3", "No trump"),
            ],
        ),
        # only a tile that follows suit has a button
        (suits(), ["1-0"]),
    ],
)
def test_a_hand_has_a_list_of_bids_or_of_trumps_and_a_button_for_each_tile_to_lay(
    state: State, labels: list[str]
) -> None:
    assert controls(state) == labels


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (("0 bid 41",), "**Ana** bids 41."),
        (("0 bid 41", "1 pass"), "**Ben** passes."),
        (TRUMP, "**Ben** names trump: threes."),
        ((*TRUMP[:-1], "1 trump none"), "**Ben** plays without trump."),
        ((*TRUMP, "1 play 5-0 trick"), "**Ben** plays 5-0."),
        (FIRST_TRICK, "**Ana** plays 5-5; **Dan** takes the trick: 16 points (5-0 5, 5-5 10, the trick 1)."),
        (SECOND_TRICK[:-1], "**Ben** plays 6-4."),
        (
            (*TRUMP[:-1], "1 trump 2", "1 play 5-0 trick", "2 play 5-4 trick", "3 play 5-3 trick", "0 play 5-5 trick"),
            "**Ana** plays 5-5 and takes the trick: 16 points (5-0 5, 5-5 10, the trick 1).",
        ),
    ],
)
def test_the_channel_reads_bids_trump_and_the_points_of_each_trick(moves: tuple[str, ...], line: str) -> None:
    state, events = match.apply(example(*moves[:-1]), parse_move(moves[-1]))
    assert narrate(events, match.view(state, None), PEOPLE, WORDS)[0] == line


def test_the_end_of_the_deal_follows_the_trick_that_makes_the_bid() -> None:
    state, events = match.apply(example(*SECOND_TRICK[:-1]), parse_move(SECOND_TRICK[-1]))
    assert narrate(events, match.view(state, None), PEOPLE, WORDS) == [
        "**Cleo** plays 4-1; **Ben** takes the trick: 16 points (6-4 10, 4-1 5, the trick 1).",
        "**Ben** and **Dan** make their bid of 31 and score 1 mark, with 32 points.",
    ]


@pytest.mark.parametrize(
    ("moves", "line"),
    [(TRUMP[:-1], "➡️ **Ben** names trump."), (FIRST_TRICK, "➡️ **Ben** leads to trick 2.")],
)
def test_the_channel_reads_what_the_player_goes_on_with(moves: tuple[str, ...], line: str) -> None:
    assert text_form(match.view(example(*moves), None), WORDS).still_in_turn("Ben") == line
