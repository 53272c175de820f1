"""The engine from the shell: ``python -m engine replay | play | rules``."""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any, cast

from engine import match, random_luck
from engine.actions import Action, Luck
from engine.errors import Refused
from engine.record import BadRecord, describe, dumps, loads, replay
from engine.rules.catalogue import CATALOGUE, find
from engine.shell import one_line, read
from engine.state import State


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def _replay(arguments: argparse.Namespace) -> None:
    steps = list(replay(loads(read(arguments.file))))
    if arguments.trace:
        for action, state in steps:
            _print({**describe(state), "action": None if isinstance(action, Luck) else str(action)})
    else:
        _print(describe(steps[-1][1]))


def _play(arguments: argparse.Namespace) -> None:
    try:
        options: Any = json.loads(arguments.options)
    except RecursionError:
        raise ValueError("--options is nested too deeply") from None
    if not isinstance(options, dict):
        raise ValueError("--options is not a JSON object")
    source = random.SystemRandom() if arguments.seed is None else random.Random(arguments.seed)
    state = match.new(arguments.rules, arguments.seats, cast("dict[str, object]", options))
    actions: list[Action] = []
    while not _enough(state, arguments.deals):
        action = random_luck(state, source) if state.awaits_deal else source.choice(match.legal(state))
        state, _ = match.apply(state, action)
        actions.append(action)
    sys.stdout.write(dumps(arguments.rules, arguments.seats, state.options, tuple(actions)) + "\n")


def _enough(state: State, deals: int | None) -> bool:
    return state.finished or (deals is not None and state.awaits_deal and len(state.results) >= deals)


def _rules(arguments: argparse.Namespace) -> None:
    chosen = [find(arguments.id)] if arguments.id else list(CATALOGUE.values())
    for rules in chosen:
        sys.stdout.write(
            f"{rules.id}: {rules.name}, {rules.seats[0]}-{rules.seats[-1]} players, source {rules.source}\n"
        )
        if arguments.id:
            sys.stdout.writelines(f"  {line}\n" for line in rules.summary)
            for option in rules.options:
                values = ", ".join(json.dumps(value) for value in option.values)
                more = "" if option.at_least is None else f", or any whole number from {option.at_least}"
                idle = ""
                if option.needs is not None:
                    needed = " or ".join(json.dumps(value) for value in option.needs[1])
                    idle = f"; matters where {option.needs[0]} is {needed}"
                default = json.dumps(option.default)
                sys.stdout.write(f"  option {option.id}: {values}{more} (default {default}){idle}\n")


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def main(argv: list[str] | None = None) -> int:
    """Run one command; give the exit status: 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Dominoes without a table.")
    commands = parser.add_subparsers(required=True)
    replaying = commands.add_parser("replay", help="check a game record and print the state after its last action")
    replaying.add_argument("file", help="a record's path, or - for standard input")
    replaying.add_argument("--trace", action="store_true", help="print the state after every action, one a line")
    replaying.set_defaults(run=_replay)
    playing = commands.add_parser("play", help="play random legal games to the end and print the record")
    playing.add_argument("--rules", required=True, metavar="ID")
    playing.add_argument("--seats", required=True, type=int, metavar="N")
    playing.add_argument("--options", default="{}", metavar="JSON", help="house rules, as in a record")
    playing.add_argument("--seed", type=int, metavar="N", help="the same number gives the same match")
    playing.add_argument("--deals", type=_at_least_one, metavar="N", help="stop after so many deals")
    playing.set_defaults(run=_play)
    listing = commands.add_parser("rules", help="list the rule sets, or tell one with its options")
    listing.add_argument("id", nargs="?")
    listing.set_defaults(run=_rules)
    arguments = parser.parse_args(argv)
    try:
        arguments.run(arguments)
    except (BadRecord, Refused, ValueError, OSError) as error:
        sys.stderr.write(one_line(str(error)) + "\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
