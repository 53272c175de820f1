"""Stores choices of computers: `uv run python -m tools.choices`.

The file ``tests/engine/bots/golden_choices.json`` holds choices of each level in positions of every rule set. A
position is the match, played at random from a seed, and a ply in it; a choice has a seed and an effort of its own. A
challenge keeps the version of the computers' choices, :data:`engine.bots.choose.CHOICES`: with the same version, all
people who take it play against the same computers. So a choice changes only together with that version.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from engine import match, random_deal
from engine.bots.choose import CHOICES, EFFORT, choose_move
from engine.bots.level import Level
from engine.cli.progress import Report, counted, shown, silent
from engine.game import State
from engine.options import Value
from engine.rules import RULE_SETS

GOLDEN = Path(__file__).parent.parent / "tests" / "engine" / "bots" / "golden_choices.json"

RENEW = (
    "A computer's choice differs from the stored one. If that is intended, increase CHOICES in engine/bots/choose.py "
    "and renew the file with: uv run python -m tools.choices"
)

MATCHES = 4
"""The number of matches of each rule set; the second half has random options."""

POSITIONS = 3
"""The number of positions of each match."""

SOMETIMES = 0.2
"""The share of a match's positions that are stored, until there are enough."""

SHORT = 10 * 24
"""The effort of most experts: ten sampled deals."""


class Match(NamedTuple):
    """A match that is played at random."""

    rules: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: int

    def positions(self) -> Iterator[State]:
        """Yield the match before each ply, from ply 0, without its end."""
        source, state = random.Random(self.seed), match.new(self.rules, self.seats, dict(self.options))
        while not state.finished:
            yield state
            action = random_deal(state, source) if state.awaits_deal else source.choice(match.legal(state))
            state, _ = match.apply(state, action)


class Choice(NamedTuple):
    """A computer's choice in a position, without its result."""

    ply: int
    level: Level
    seed: int
    effort: int

    def move(self, state: State) -> str:
        """Return the move chosen in the position, as in the game record."""
        view, flipped = match.view(state, state.turn), match.flipped(state)
        return str(choose_move(view, flipped, self.level, self.seed, self.effort).move)


Moves = dict[tuple[Match, Choice], str]


def stored() -> tuple[int, Moves]:
    """Return the version of the stored choices, and their moves."""
    held = json.loads(GOLDEN.read_text(encoding="utf-8"))
    moves: Moves = {}
    for each in held["matches"]:
        played = Match(each["rules"], each["seats"], tuple(each["options"].items()), each["seed"])
        for ply, level, seed, effort, move in each["choices"]:
            moves[played, Choice(ply, Level(level), seed, effort)] = move
    return held["version"], moves


def changed(moves: Moves) -> list[str]:
    """Return a line for each choice that today gives another move."""
    lines: list[str] = []
    for played, choices in groupby(moves, key=lambda each: each[0]):
        asked = [choice for _, choice in choices]
        states = list(islice(played.positions(), max(each.ply for each in asked) + 1))
        for each in asked:
            before, now = moves[played, each], each.move(states[each.ply])
            if before != now:
                where = f"{played.rules} for {played.seats}, seed {played.seed}, ply {each.ply}, {each.level}"
                lines.append(f"{where}: {before} has become {now}")
    return lines


def chosen(report: Report = silent) -> Moves:
    """Return the choices to store, as the computers make them today; report the rule sets."""
    moves: Moves = {}
    for rules in counted(RULE_SETS.values(), len(RULE_SETS), report):
        source = random.Random(rules.id)
        for number in range(MATCHES):
            pairs = rules.option("pairs")
            seats = [4] if pairs is not None and pairs.default else [rules.seats[0], rules.seats[-1]]
            options = {each.id: source.choice([*each.values]) for each in rules.options if number >= MATCHES // 2}
            many = 4 if options.get("pairs") else seats[number % len(seats)]
            played = Match(rules.id, many, tuple(options.items()), number)
            taken = (
                (ply, state)
                for ply, state in enumerate(played.positions())
                if state.turn is not None and len(match.legal(state)) > 1 and source.random() < SOMETIMES
            )
            for at, (ply, state) in enumerate(islice(taken, POSITIONS)):
                for level in Level:
                    # one position of each rule set at the effort of a table
                    effort = EFFORT if (number, at) == (0, 0) else SHORT
                    choice = Choice(ply, level, source.getrandbits(32), effort)
                    moves[played, choice] = choice.move(state)
    return moves


def main() -> None:
    """Write the choices; refuse to if a choice has changed and the version has not."""
    if GOLDEN.exists():
        version, moves = stored()
        if version == CHOICES and (lines := changed(moves)):
            sys.exit("\n".join([*lines, RENEW]))
    written: list[Any] = []
    with shown("choose", "rule sets") as report:
        now = chosen(report)
    for played, choices in groupby(now, key=lambda each: each[0]):
        made = [[*choice, now[played, choice]] for _, choice in choices]
        written.append({**played._asdict(), "options": dict(played.options), "choices": made})
    lines = ",\n".join(json.dumps(each) for each in written)
    GOLDEN.write_text(f'{{"version": {CHOICES}, "matches": [\n{lines}\n]}}\n', encoding="utf-8")
    sys.stderr.write(f"stored {len(now)} choices\n")


if __name__ == "__main__":
    main()
