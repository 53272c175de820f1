"""The presses of a whole match with the controls of hands.

    uv run python -m benchmarks.presses [--quick]

Normal players choose. A button is one press, a tile that asks for its end and a list are two. Passes and draws that the
bot makes by itself are none. Prints a line for each rule set, and one for a person alone with two computers:
``presses-express 27.4``.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from gettext import NullTranslations
from typing import NamedTuple

import discord

from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import has_hands
from cogs.messages.hand_buttons import hand_rows
from engine import match, random_deal
from engine.actions import Move, Play
from engine.bots.choose import choose_move
from engine.bots.level import Level
from engine.game import State
from engine.legal import forced_move, only_move
from engine.rules import RULE_SETS
from tests.support.hands import hand_of

SEEDS = 5
QUICK_SEEDS = 1
_WORDS, _TILES = NullTranslations(), TileEmojis()


class Case(NamedTuple):
    """A match to measure: its name, rule set and number of seats, and whether computers play all seats but one."""

    name: str
    rules: str
    seats: int
    alone: bool = False


QUICK = (
    Case("express", "express", 4),
    Case("quinientos", "quinientos", 4),
    Case("chickenfoot", "chickenfoot", 4),
    Case("mexican-train", "mexican-train", 4),
    Case("forty-two", "forty-two", 4),
    Case("alone", "express", 3, alone=True),
)


def cases() -> Iterator[Case]:
    """Yield the matches of :data:`QUICK`, and one of each other rule set."""
    yield from QUICK
    for rules in RULE_SETS.values():
        if all(rules.id != each.rules for each in QUICK):
            yield Case(rules.id, rules.id, min(max(rules.seats[0], 3), rules.seats[-1]))


def presses(state: State, move: Move) -> int:
    """Return the number of presses that a move takes."""
    if only_move(state, public=True) is not None:
        return 0
    if not has_hands(state.rules.id):
        return 1
    legal, hand = match.legal(state), hand_of(state)
    buttons: list[tuple[str, Move]] = []
    for row in hand_rows(hand, _WORDS, _TILES):
        for item in () if isinstance(row, str) else row:
            if isinstance(item, discord.ui.Button):
                _, verb, *arguments = str(item.custom_id).split(":")
                buttons += [(verb, legal[int(arguments[-1])])] if verb in ("act", "tile") else []
    # a play at the other of two ends that are alike has no button of its own
    direct = [each for verb, each in buttons if verb == "act"]
    if move in direct:
        return 1
    is_asked = any(verb == "tile" and _tile(each) == _tile(move) for verb, each in buttons)
    return 2 if is_asked or not any(_tile(each) == _tile(move) for each in direct) else 1


def _tile(move: Move) -> object:
    return move.tile if isinstance(move, Play) else move


def measure(case: Case, seed: int) -> int:
    """Return the number of presses of a match."""
    source, count = random.Random(f"{case.rules} {seed}"), 0
    state = match.new(case.rules, case.seats)
    while not state.finished:
        if state.awaits_deal:
            state, _ = match.apply(state, random_deal(state, source))
            continue
        move = forced_move(state)
        if move is None:
            view = match.view(state, state.turn)
            move = choose_move(view, match.flipped(state), Level.NORMAL, source.randrange(2**32)).move
            count += presses(state, move) if state.turn == 0 or not case.alone else 0
        state, _ = match.apply(state, move)
    return count


def main() -> None:
    """Print a line for each match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="six matches, once each")
    quick = parser.parse_args().quick
    for case in QUICK if quick else cases():
        seeds = QUICK_SEEDS if quick else SEEDS
        total = sum(measure(case, seed) for seed in range(seeds))
        print(f"presses-{case.name} {total / seeds:.1f}", flush=True)


if __name__ == "__main__":
    main()
