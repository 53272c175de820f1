"""The engine from the shell: ``python -m engine replay | verify | play | choose | rules``."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any, cast

from engine import match, random_deal
from engine.actions import Action, Deal
from engine.bots.choose import EFFORT, choose_move
from engine.bots.level import Level
from engine.bots.results import PlayerResult, player_result
from engine.bots.tournament import (
    PLAYER_NAMES,
    Player,
    Round,
    Setup,
    find_player,
    play_rounds,
    process_pool,
    rotated_seatings,
)
from engine.cli.commands import in_columns, one_line, percentile, read_file, run
from engine.cli.interrupts import INTERRUPTED
from engine.cli.progress import shown
from engine.errors import IllegalMove
from engine.game import State
from engine.options import Option
from engine.record import BadRecord, describe, dumps, loads, replay
from engine.rules import RULE_SETS, RuleSet, find
from engine.verify import Unverifiable, verify


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def _replay(arguments: argparse.Namespace) -> None:
    steps = list(replay(loads(read_file(arguments.file))))
    if arguments.trace:
        for action, state in steps:
            _print({**describe(state), "action": None if isinstance(action, Deal) else str(action)})
    else:
        _print(describe(steps[-1][1]))


def _verify(arguments: argparse.Namespace) -> None:
    deals = verify(loads(read_file(arguments.file)))
    sys.stdout.write(f"OK: {deals} {'deal follows' if deals == 1 else 'deals follow'} from the seed and the words\n")


def _options(text: str) -> dict[str, object]:
    try:
        options: Any = json.loads(text)
    except RecursionError:
        raise ValueError("--options is nested too deeply") from None
    if not isinstance(options, dict):
        raise ValueError("--options is not a JSON object")
    return cast("dict[str, object]", options)


def _players(arguments: argparse.Namespace) -> list[Player]:
    """Return a player for each seat; none if only the number of seats is given."""
    if arguments.players is None:
        return []
    names = arguments.players.split(",")
    if len(names) == 1 and arguments.seats is not None:
        # a bound; the rules report a number of seats that is too high
        names *= max(1, min(arguments.seats, 99))
    if arguments.seats not in (None, len(names)):
        raise ValueError(f"--players names {len(names)}, and --seats says {arguments.seats}")
    if len(names) == 1:
        raise ValueError("--players names one player: --seats says how many of it play")
    return [find_player(name.strip(), arguments.effort) for name in names]


def _play(arguments: argparse.Namespace) -> None:
    if arguments.players is None and arguments.seats is None:
        arguments.usage("either --seats or --players is needed")
    players = _players(arguments)
    options = _options(arguments.options)
    if players and not arguments.record:
        _contest(arguments, players, options)
        return
    if arguments.matches is not None or arguments.times:
        raise ValueError("--matches and --times are for standings: they need --players, and no --record")
    seats = len(players) or cast("int", arguments.seats)
    source = random.SystemRandom() if arguments.seed is None else random.Random(arguments.seed)
    state = match.new(arguments.rules, seats, options)
    actions: list[Action] = []
    while not _enough(state, arguments.deals):
        action = _next_action(state, players, source)
        state, _ = match.apply(state, action)
        actions.append(action)
    sys.stdout.write(dumps(arguments.rules, seats, state.options, tuple(actions)) + "\n")


def _next_action(state: State, players: Sequence[Player], source: random.Random) -> Action:
    """Return a deal or a move: that of the player in turn, or without players any legal one."""
    if state.turn is None:
        return random_deal(state, source)
    if not players:
        return source.choice(match.legal(state))
    view = match.view(state, state.turn)
    return players[state.turn].choose(view, match.flipped(state), source)


def _contest(arguments: argparse.Namespace, players: Sequence[Player], options: dict[str, object]) -> None:
    """Print how players did against each other."""
    if arguments.matches is not None and arguments.deals is not None:
        raise ValueError("either --deals or --matches, not both")
    whole = arguments.matches is not None
    count: int = arguments.matches or arguments.deals or 20
    seed = random.SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    game = Setup(arguments.rules, len(players), options, whole, seed=seed)
    sides = game.new_match().teams
    ways = rotated_seatings(players)
    # of the last shuffle, maybe not every way
    seatings = [ways[: count - played] for played in range(0, count, len(ways))]
    unit = "matches" if whole else "deals"
    done: list[Round] = []
    played = 0
    with process_pool(arguments.workers) as processes, shown("play", unit) as report:
        for each in play_rounds(game, players, seatings, processes):
            done.append(each)
            played += len(each)
            report(played, count)
    decided = sum(_decided(each) for each in done)
    pairs = ", two pairs" if len(sides) < len(players) else ""
    sys.stdout.write(
        f"{arguments.rules}, {len(players)} players{pairs}: "
        f"{count} {unit}, {decided} decided; a fair share is {100 / len(sides):.3g} %\n"
    )
    sys.stdout.writelines(in_columns(_standings(players, done, sides, times=arguments.times), left=(1,)))


def _standings(
    players: Sequence[Player], played: Sequence[Round], sides: tuple[tuple[int, ...], ...], *, times: bool
) -> list[list[str]]:
    """Return a row of titles, and one for each player."""
    results = [player_result(played, sides, number) for number in range(len(players))]
    titles = ["seat", "player", "wins", "share", "95 % interval", "points"]
    rows = [[str(seat), player.name, *_cells(results[seat])] for seat, player in enumerate(players)]
    if times:
        titles += ["ms", "p95", "max", "choices"]
        rows = [[*row, *_time_cells(result)] for row, result in zip(rows, results, strict=True)]
    return [titles, *rows]


def _decided(played: Round) -> int:
    """Return how many games had a winner."""
    return sum(any(game.shares) for game in played)


def _cells(result: PlayerResult) -> list[str]:
    """Return a player's wins, their share, its interval, and the points."""
    share = result.win_rate
    interval = ["-", "-"]
    if share is not None:
        interval = [f"{100 * share.value:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f} %"]
    return [f"{result.wins:.2f}".rstrip("0").rstrip("."), *interval, f"{result.mean_points:.1f}"]


def _time_cells(result: PlayerResult) -> list[str]:
    """Return a player's processor time for a choice, in milliseconds, and the number of choices."""
    times = [1000 * second for second in result.seconds] or [0.0]
    mean = sum(times) / len(times)
    return [f"{mean:.2f}", f"{percentile(times, 95):.2f}", f"{max(times):.2f}", str(len(result.seconds))]


def _choose(arguments: argparse.Namespace) -> None:
    if arguments.level not in tuple(Level):
        raise ValueError(f"there is no level {arguments.level[:40]!r}, but {', '.join(Level)}")
    *_, (_, state) = replay(loads(read_file(arguments.file)))
    if state.turn is None:
        raise ValueError("the match is over" if state.finished else "the deal is over, and nobody is in turn")
    # no more than this seat may know
    view, turned = match.view(state, state.turn), match.flipped(state)
    decision = choose_move(view, turned, Level(arguments.level), arguments.seed, arguments.effort)
    if arguments.json:
        options = [
            {"action": str(each.move), "worth": each.value, "tries": each.samples} for each in decision.estimates
        ]
        _print({"action": str(decision.move), "motive": decision.rationale, "options": options})
        return
    sys.stdout.write(f"{decision.move}\n")
    rows = [
        [
            str(each.move),
            f"{100 * each.value:.1f} %",
            f"{each.samples} tries",
            decision.rationale if each.move == decision.move else "",
        ]
        for each in decision.estimates
    ]
    sys.stdout.writelines(in_columns(rows, left=(0, 3)))


def _enough(state: State, deals: int | None) -> bool:
    return state.finished or (deals is not None and state.awaits_deal and len(state.results) >= deals)


def _rules(arguments: argparse.Namespace) -> None:
    chosen = [find(arguments.id)] if arguments.id else list(RULE_SETS.values())
    for rules in chosen:
        min_seats, max_seats = rules.seats[0], rules.seats[-1]
        players = str(max_seats) if min_seats == max_seats else f"{min_seats}-{max_seats}"
        sys.stdout.write(f"{rules.id}: {rules.about.name}, {players} players, source {rules.about.source}\n")
        if arguments.id:
            sys.stdout.writelines(f"  {line}\n" for line in _rules_in_full(rules))


def _rules_in_full(rules: RuleSet) -> Iterator[str]:
    """Yield the lines on one rule set: its tiles, its page and its options."""
    dealt = ", ".join(f"{tiles} ({seats} players)" for seats, tiles in rules.hand_sizes.items())
    yield f"Tiles each: {dealt}"
    yield f"Turns go {'clockwise' if rules.clockwise else 'counter-clockwise'}."
    for topic, sentences in rules.about.page.items():
        yield f"{topic.value}: {' '.join(sentences)}"
    for option in rules.options:
        yield f"option {_option_line(option)}"


def _option_line(option: Option) -> str:
    values = ", ".join(map(json.dumps, option.values))
    more = "" if option.min_value is None else f", or any whole number from {option.min_value}"
    lacking = "" if option.unwritten is None else f"; {json.dumps(option.unwritten)} in a record without it"
    idle = ""
    if option.needs is not None:
        name, needed = option.needs
        idle = f"; matters where {name} is {' or '.join(map(json.dumps, needed))}"
    return f"{option.id}: {values}{more} (default {json.dumps(option.default)}{lacking}){idle}"


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


_EFFORT: Any = {
    "type": _at_least_one,
    "default": EFFORT,
    "metavar": "N",
    "help": f"how much an expert thinks about a choice: 24 for each deal that it imagines ({EFFORT})",
}


def main(argv: list[str] | None = None) -> int:
    """Run one command, and return the exit status.

    It is 0, or 130 after Ctrl-C; else a line on standard error and 2, or 1 for a deal that isn't proven.
    """
    parser = argparse.ArgumentParser(prog="python -m engine", description="Dominoes without a table.")
    commands = parser.add_subparsers(required=True)
    replaying = commands.add_parser("replay", help="check a game record and print the state after its last action")
    replaying.add_argument("file", help="a record's path, or - for standard input")
    replaying.add_argument("--trace", action="store_true", help="print the state after every action, one a line")
    replaying.set_defaults(run=_replay)
    verifying = commands.add_parser(
        "verify",
        help="redo every deal of a record from its seed and its players' words",
        description="Redoes every deal of a record from its seed and its players' words, as docs/fair-deals.md tells, "
        "and checks every move. Exit status: 0 where all is as promised; 1 where a deal does not follow, the seed is "
        "not the one promised or the record holds none; 2 where it is no record. Else than with 0, one line on "
        "standard error names the deal and the fault.",
    )
    verifying.add_argument("file", help="a record's path, or - for standard input")
    verifying.set_defaults(run=_verify)
    playing = commands.add_parser(
        "play",
        help="play random legal games to the end and print the record, or pit players against each other",
        description="With --seats alone, plays one match at random and prints its record. With --players, plays deals "
        "of fresh matches, each shuffle with everybody at every seat in turn, and prints who did how well.",
    )
    playing.add_argument("--rules", required=True, metavar="ID")
    playing.add_argument("--seats", type=int, metavar="N")
    playing.add_argument(
        "--players",
        metavar="NAME,...",
        help=f"who plays, a name for each seat, or one and --seats: {', '.join(PLAYER_NAMES)}",
    )
    playing.add_argument("--options", default="{}", metavar="JSON", help="house rules, as in a record")
    playing.add_argument("--seed", type=int, metavar="N", help="the same number gives the same match")
    playing.add_argument(
        "--deals", type=_at_least_one, metavar="N", help="how many deals (20); of a record, stop after so many"
    )
    playing.add_argument("--matches", type=_at_least_one, metavar="N", help="whole matches in place of deals")
    playing.add_argument("--effort", **_EFFORT)
    playing.add_argument("--record", action="store_true", help="play one match and print its record")
    playing.add_argument("--times", action="store_true", help="tell how long choices took, in processor's milliseconds")
    playing.add_argument("--workers", type=_at_least_one, metavar="N", help="so many processes; else one a processor")
    playing.set_defaults(run=_play, usage=playing.error)
    choosing = commands.add_parser("choose", help="tell what a computer would do where a record ends, and why")
    choosing.add_argument("file", help="a record's path, or - for standard input")
    choosing.add_argument("--level", default=Level.EXPERT, metavar="LEVEL", help=f"{', '.join(Level)}; else expert")
    choosing.add_argument("--seed", type=int, default=0, metavar="N", help="another number, other chances")
    choosing.add_argument("--effort", **_EFFORT)
    choosing.add_argument("--json", action="store_true", help="print a JSON object")
    choosing.set_defaults(run=_choose)
    listing = commands.add_parser("rules", help="list the rule sets, or tell one with its options")
    listing.add_argument("id", nargs="?")
    listing.set_defaults(run=_rules)
    arguments = parser.parse_args(argv)
    try:
        arguments.run(arguments)
    except Unverifiable as error:
        sys.stderr.write(one_line(str(error)) + "\n")
        return 1
    except BrokenPipeError:
        raise
    except (BadRecord, IllegalMove, ValueError, OSError) as error:
        sys.stderr.write(one_line(str(error)) + "\n")
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
