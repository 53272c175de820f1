"""The strength and thinking time of the computers.

    uv run --group benchmarks python -m benchmarks.players [--quick] [--only NAME] [--rules ID] [--deals N]

Two players sit on alternate sides, and each shuffle is played a second time with exchanged seats (see
``engine.bots.tournament``). Prints one ``name value`` a line, as soon as it is known: the percentage of
decided games that the first player won, with ``_low`` and ``_high``, its interval of 95 %, and ``_deals``, the number
of deals (``fives``: matches). Half is the fair share everywhere.

- ``express_pairs_…``: second deals, which may be opened with any tile, of an expert pair against a pair of simple
  players, or of PyPI's ``dominoes`` (see ``benchmarks.dominoes_players``); ``draw_…``: ``classic-draw`` for two, and
  ``draw_free_…`` with its option ``opening: free``, where no first tile is forced;
  ``fives_…``: whole matches of ``all-fives`` for two. These are played until the interval is ±2.5 points, or
  that of ``--points``.
- ``choice_p95_ms``: processor milliseconds of an expert's decisions between several moves, over all rule sets and
  numbers of players, in positions from play of the heaviest tiles; ``choice_mean_ms``: their mean;
  ``choice_slowest_p95_ms``: as the first, of the slowest rule set.
- ``ladder_RULES_SEATS_…``: each level against the one below, in every rule set with every number of players; if the
  number of deals is an option, in matches of one deal, since then every player aims at the fewest points in it. Played
  until it is clear which is better, at a confidence of 99 % because of the repeated tests, or to the same interval.

With ``--quick`` unfinished games are dropped at the deadline, which leaves few games and favours short ones: see the
intervals. Of the ladder it plays only normal against easy with the fewest players. Progress goes to standard error.
To continue an interrupted run use ``--only``, which takes patterns like ``'ladder_mata_*'`` and may be repeated; the
same seed plays the same deals.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from fnmatch import fnmatch
from typing import NamedTuple

from benchmarks import dominoes_players
from engine import match, random_deal
from engine.bots.baselines import heaviest_tile
from engine.bots.choose import EFFORT, choose_move
from engine.bots.level import Level
from engine.bots.results import PlayerResult, player_result
from engine.bots.tournament import (
    NEVER,
    Player,
    Round,
    Setup,
    find_player,
    play_rounds,
    process_pool,
)
from engine.cli.commands import percentile
from engine.game import State
from engine.rules import RULE_SETS
from tests.support.seatings import mirrored_seatings

QUICK = 39.0
"""Seconds for all that ``--quick`` plays; the rest of 45 is for start and end."""
NARROW = 2.5
"""Half the width of an interval that is narrow enough, in points, by default."""
MIN_SECONDS = 1.0
"""Seconds of them for each bout at least."""
LADDER_WEIGHT, LADDER_DEALS = 0.1, 20
"""The weight of a ladder's step in that time, and its maximum number of deals."""
FIRST_LOOK = 40
"""Shuffles before the first check whether enough has been played."""
CHOICES = "choice_p95_ms"
DOMINOES = "dominoes"


class Bout(NamedTuple):
    """Two players to be compared.

    Attributes:
        name: that of the printed value.
        one: the player whose wins are counted.
        two: the other player.
        ladder: whether playing stops as soon as one is known to be better.
        weight: its share of a limited time.

    """

    name: str
    game: Setup
    one: str
    two: str
    ladder: bool = False
    weight: float = 1.0


def bouts(seed: int) -> Iterator[Bout]:
    """Yield all bouts: the named ones first, then the ladder from its cheapest step."""
    # the first deal of a match leaves its opener no choice, all others do
    pairs = Setup("express", 4, {"pairs": True}, deal=2, seed=seed)
    for other in ("heaviest", "random", DOMINOES):
        yield Bout(f"express_pairs_{other}", pairs, "expert", other, weight=3.0)
    for other in ("heaviest", "random"):
        yield Bout(f"draw_{other}", Setup("classic-draw", 2, seed=seed), "expert", other, weight=0.6)
    for other in ("heaviest", "random"):
        free = Setup("classic-draw", 2, {"opening": "free"}, seed=seed)
        yield Bout(f"draw_free_{other}", free, "expert", other, weight=0.2)
    for other in ("heaviest", "points"):
        yield Bout(f"fives_{other}", Setup("all-fives", 2, full_match=True, seed=seed), "expert", other, weight=1.2)
    for one, two in (("easy", "random"), ("normal", "easy"), ("expert", "normal")):
        for rules, seats in seatings():
            name = f"ladder_{rules.replace('-', '_')}_{seats}_{one}_{two}"
            yield Bout(name, Setup(rules, seats, _short(rules), seed=seed), one, two, ladder=True, weight=LADDER_WEIGHT)


def _short(rules: str) -> Mapping[str, object]:
    """Return the options that make a match one deal long, if its number of deals is an option.

    With many deals to come, a player aims at few points in all, not at the fewest in this deal.
    """
    return {"deals": 1} if any(each.id == "deals" for each in RULE_SETS[rules].options) else {}


def seatings() -> Iterator[tuple[str, int]]:
    """Return every rule set with every number of players."""
    return ((rules, seats) for rules, book in RULE_SETS.items() for seats in book.seats)


def player(name: str, effort: int) -> Player:
    """Return a player by its name; the library's player is included."""
    return Player(DOMINOES, dominoes_players.choose) if name == DOMINOES else find_player(name, effort)


# ---------------------------------------------------------------------- playing


def decided(found: PlayerResult, surer: PlayerResult, bout: Bout, points: float) -> bool:
    """Return whether enough has been played; ``surer`` is the result at the confidence that a ladder requires."""
    if found.win_rate is None or surer.win_rate is None:
        return False
    if 100 * (found.win_rate.high - found.win_rate.low) / 2 <= points:
        return True
    return bout.ladder and (surer.win_rate.low > 0.5 or surer.win_rate.high < 0.5)


def run(
    bout: Bout, effort: int, processes: Executor | None, until: float, deals: int, points: float = NARROW
) -> PlayerResult | None:
    """Play until decided, out of time, or after so many deals; return None if not one shuffle was finished."""
    players = [player(bout.one, effort), player(bout.two, effort)]
    sides = bout.game.new_match().teams
    ways = (mirrored_seatings(bout.game, number) for number in range(max(1, deals // 2)))
    played: list[Round] = []
    look, said = FIRST_LOOK, time.monotonic()
    for each in play_rounds(bout.game, players, ways, processes, deadline=until, max_pending=4):
        played.append(each)
        enough = False
        if len(played) == look:
            # ever more rarely, and at numbers that do not depend on the time
            look += max(10, look // 4)
            enough = decided(player_result(played, sides, 0), player_result(played, sides, 0, 0.99), bout, points)
        if enough:
            break
        if time.monotonic() > said + 10:
            said = time.monotonic()
            log(f"{bout.name}: {summary(player_result(played, sides, 0))}")
    return player_result(played, sides, 0) if played else None


def choices(seed: int, effort: int) -> Iterator[tuple[str, float]]:
    """Yield the rule set and the seconds of decisions, for every rule set and number of players in turn, for ever."""
    order = list(seatings())
    for number in itertools.count():
        # shuffled: if time is short, no rule set is left out more than another
        random.Random(f"{seed} {number}").shuffle(order)
        for rules, seats in order:
            source = random.Random(f"{seed} {number} {rules} {seats}")
            state = source.choice(positions(rules, seats, source))
            assert state.turn is not None
            view, turned = match.view(state, state.turn), match.flipped(state)
            begun = time.thread_time()
            choose_move(view, turned, Level.EXPERT, number, effort)
            yield rules, time.thread_time() - begun


def positions(rules: str, seats: int, source: random.Random) -> list[State]:
    """Play a first deal; return the states in which the seat in turn has several options."""
    while True:
        begun = match.new(rules, seats)
        state, _ = match.apply(begun, random_deal(begun, source))
        found: list[State] = []
        while state.turn is not None:
            if len(match.legal(state)) > 1:
                found.append(state)
            move = heaviest_tile(match.view(state, state.turn), match.flipped(state), source)
            state, _ = match.apply(state, move)
        if found:
            return found


def measure_choices(seed: int, effort: int, until: float, most: int) -> None:
    """Measure decisions in this process, on one core, and print."""
    taken: dict[str, list[float]] = defaultdict(list)
    for count, (rules, seconds) in enumerate(choices(seed, effort), 1):
        taken[rules].append(1000 * seconds)
        if count >= most or time.monotonic() > until:
            break
    everything = [each for times in taken.values() for each in times]
    worst = {rules: percentile(times, 95) for rules, times in taken.items()}
    slowest = max(worst, key=worst.__getitem__)
    log(f"choices: {len(everything)}, the longest {max(everything):.1f} ms; the slowest rule set: {slowest}")
    print(f"{CHOICES} {percentile(everything, 95):.2f}")
    print(f"choice_mean_ms {statistics.fmean(everything):.2f}")
    print(f"choice_slowest_p95_ms {worst[slowest]:.2f}", flush=True)


# ---------------------------------------------------------------------- telling


def log(line: str) -> None:
    """Print a line to standard error."""
    print(line, file=sys.stderr, flush=True)


def summary(found: PlayerResult) -> str:
    """Return the result of the first player as text."""
    if found.win_rate is None:
        return f"{found.played} played, none decided"
    value, low, high = (100 * each for each in found.win_rate)
    return f"{value:.1f} % ({low:.1f} to {high:.1f}) of {found.decided} decided"


def report(bout: Bout, found: PlayerResult | None) -> None:
    """Print the result of a bout, or that nothing was decided."""
    if found is None or found.win_rate is None:
        log(f"{bout.name}: nothing was decided in time")
        return
    for ending, value in zip(("", "_low", "_high"), found.win_rate, strict=True):
        print(f"{bout.name}{ending} {100 * value:.2f}")
    print(f"{bout.name}_deals {found.played}", flush=True)


def main() -> int:
    """Play, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="done in 45 s: each has its part of the time")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this, or what fits the pattern")
    parser.add_argument("--rules", metavar="ID", help="only what is played by this rule set")
    parser.add_argument("--deals", type=int, default=4000, metavar="N", help="at most so many for each (4000)")
    parser.add_argument("--points", type=float, default=NARROW, metavar="N", help=f"to ±N points ({NARROW})")
    parser.add_argument("--effort", type=int, default=EFFORT, metavar="N", help=f"of an expert ({EFFORT})")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--workers", type=int, metavar="N", help="so many processes; else one a processor")
    given = parser.parse_args()
    begun = time.monotonic()

    def wanted(name: str) -> bool:
        return not given.only or any(fnmatch(name, pattern) for pattern in given.only)

    chosen = [each for each in bouts(given.seed) if wanted(each.name) and given.rules in (None, each.game.rules)]
    timed = wanted(CHOICES) and given.rules is None
    if not chosen and not timed:
        log("there is nothing of that name")
        return 2
    try:
        dominoes_players.library()
    except ImportError:
        log(f"{DOMINOES} is not installed: what is played against it is left out")
        chosen = [each for each in chosen if each.two != DOMINOES]
    if given.quick and not given.only and given.rules is None:
        fewest = {f"ladder_{rules.replace('-', '_')}_{book.seats[0]}_normal_easy" for rules, book in RULE_SETS.items()}
        chosen = [each for each in chosen if not each.ladder or each.name in fewest]
    weights = [each.weight for each in chosen]

    def until(at: int, extra: float = 0.0) -> float:
        """Return the deadline of bout number ``at``; ``extra`` is the weight of what else runs before the rest."""
        if not given.quick:
            return NEVER
        now, end = time.monotonic(), begun + QUICK
        part = (extra or weights[at]) / (sum(weights[at:]) + extra)
        return min(end, now + max(MIN_SECONDS, (end - now) * part))

    if timed:
        measure_choices(given.seed, given.effort, min(until(0, extra=2.0), begun + 300), 5000)
    with process_pool(given.workers) as processes:
        for at, bout in enumerate(chosen):
            if given.quick and time.monotonic() > begun + QUICK - MIN_SECONDS:
                log(f"no time for {', '.join(each.name for each in chosen[at:])}")
                break
            deals = min(given.deals, LADDER_DEALS) if given.quick and bout.ladder else given.deals
            report(bout, run(bout, given.effort, processes, until(at), deals, given.points))
    log(f"{time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
