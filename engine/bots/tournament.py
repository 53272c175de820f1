"""Plays players against each other fairly: each shuffle is played again with exchanged seats."""

from __future__ import annotations

import math
import os
import random
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import Final, NamedTuple

from engine import match, random_deal
from engine.actions import Move
from engine.bots import baselines
from engine.bots.choose import EFFORT, choose_move
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.events import Result
from engine.game import State
from engine.view import View

Chooser = Callable[[View, FlippedTiles, random.Random], Move]
"""Returns a move from a view, the tiles flipped in a grid, and a random generator. It must be picklable."""

Seating = tuple[int, ...]
"""The number of the player at each seat."""

BASELINES: Mapping[str, Chooser] = {
    "random": baselines.random_move,
    "heaviest": baselines.heaviest_tile,
    "points": baselines.most_points,
}

NEVER: Final = math.inf

PLAYER_NAMES = (*BASELINES, *Level)
"""Every player that :func:`find_player` accepts."""


class Player(NamedTuple):
    """A player with the name shown in results."""

    name: str
    choose: Chooser


def find_player(name: str, effort: int = EFFORT) -> Player:
    """Return the player with a name; ``effort`` is that of an expert.

    Raises:
        ValueError: there is none of that name.

    """
    if name in BASELINES:
        return Player(name, BASELINES[name])
    if name in tuple(Level):
        return Player(name, partial(_choose_at_level, Level(name), effort))
    raise ValueError(f"there is no player {name[:40]!r}, but {', '.join(PLAYER_NAMES)}")


def _choose_at_level(level: Level, effort: int, view: View, flipped: FlippedTiles, rng: random.Random) -> Move:
    return choose_move(view, flipped, level, rng.getrandbits(32), effort).move


class Setup(NamedTuple):
    """The rule set, options and players of a tournament.

    Attributes:
        rules: the rule set's id.
        seats: the number of players.
        options: the house rules; missing ones take their defaults.
        full_match: whether whole matches are played, or else one deal of each.
        deal: the number of that deal, from 1; the deals before it are played at random.
        seed: that of all shuffles and of the players' random choices.

    """

    rules: str
    seats: int
    options: Mapping[str, object] = {}
    full_match: bool = False
    deal: int = 1
    seed: int = 0

    def new_match(self) -> State:
        """Return a match before its first deal.

        Raises:
            IllegalMove: no such rule set, seats or options.

        """
        return match.new(self.rules, self.seats, self.options)


class GameResult(NamedTuple):
    """The course of one deal or match.

    Attributes:
        shares: each side's share of the win: 1, an equal part of a shared win, or 0.
        points: each side's score.
        seconds: processor time of each decision between several moves, by the number of the player.

    """

    seating: Seating
    shares: tuple[float, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


Round = tuple[GameResult, ...]
"""One shuffle, played with every seating."""


# ---------------------------------------------------------------------- seatings


def rotated_seatings(players: Sequence[Player]) -> tuple[Seating, ...]:
    """Return the rotations of the players around the table, without duplicates."""
    count = len(players)
    ways = {
        tuple(players[(seat - by) % count].name for seat in range(count)): tuple(
            (seat - by) % count for seat in range(count)
        )
        for by in reversed(range(count))
    }
    return tuple(reversed(ways.values()))


# ---------------------------------------------------------------------- playing


def play_game(
    game: Setup, players: Sequence[Player], seating: Seating, number: int, deadline: float = math.inf
) -> GameResult | None:
    """Play shuffle ``number``; return None if it is not over when :func:`time.monotonic` reaches ``deadline``.

    The deal, and the players' random choices at each ply, depend on the seed and the number alone.
    """
    state = game.new_match()
    seconds: list[list[float]] = [[] for _ in players]
    ply = 0
    while not (state.finished or (len(state.results) == game.deal and not game.full_match)):
        ply += 1
        if state.turn is None:
            deal = random_deal(state, random.Random(f"{game.seed} {number} deal {state.deal}"))
            state, _ = match.apply(state, deal)
            continue
        options = match.legal(state)
        move = options[0]
        rng = random.Random(f"{game.seed} {number} ply {ply}")
        if len(state.results) < game.deal - 1:
            move = rng.choice(options)
        elif len(options) > 1:
            if time.monotonic() > deadline:
                return None
            view, flipped = match.view(state, state.turn), match.flipped(state)
            player = seating[state.turn]
            begun = time.thread_time()
            move = players[player].choose(view, flipped, rng)
            seconds[player].append(time.thread_time() - begun)
        state, _ = match.apply(state, move)
    return _result(game, state, seating, tuple(map(tuple, seconds)))


def _result(game: Setup, state: State, seating: Seating, seconds: tuple[tuple[float, ...], ...]) -> GameResult:
    if game.full_match:
        return GameResult(seating, match_shares(state), state.totals, seconds)
    if len(state.results) < game.deal:
        # the match was over before that deal, which no player won
        nothing = (0,) * len(state.teams)
        return GameResult(seating, nothing, nothing, seconds)
    deal = state.results[-1]
    return GameResult(seating, deal_shares(state, deal), deal.points, seconds)


def match_shares(state: State) -> tuple[float, ...]:
    """Return each side's share of the win of a match: 1 in all."""
    return _divided({state.team_of(seat) for seat in state.winners}, state)


def deal_shares(state: State, deal: Result) -> tuple[float, ...]:
    """Return each side's share of the win of a deal: 1 in all, or 0.

    The fewest points in it win where points are bad, the most where plays score at once.
    """
    if state.rules.scoring.points_against:
        return _divided({side for side, points in enumerate(deal.points) if points == min(deal.points)}, state)
    if state.rules.scoring.move_points is not None and any(deal.points):
        return _divided({side for side, points in enumerate(deal.points) if points == max(deal.points)}, state)
    return _divided({state.team_of(seat) for seat in deal.winners}, state)


def _divided(winners: set[int], state: State) -> tuple[float, ...]:
    return tuple(1 / len(winners) if side in winners else 0.0 for side in range(len(state.teams)))


def _play_round(
    game: Setup, players: Sequence[Player], number: int, seatings: tuple[Seating, ...], deadline: float
) -> Round | None:
    played = [play_game(game, players, seating, number, deadline) for seating in seatings]
    finished = tuple(each for each in played if each is not None)
    return finished if len(finished) == len(played) else None


@contextmanager
def process_pool(workers: int | None = None) -> Generator[Executor | None]:
    """Yield an executor with that many processes, by default one for each processor; None for a single one.

    Any error, and Ctrl-C, kills the processes.
    """
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = workers or allowed
    if count == 1:
        yield None
        return
    executor = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_depend)
    others = set(active_children())
    try:
        yield executor
    except BaseException:
        for each in set(active_children()) - others:
            each.kill()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _depend() -> None:
    """Let this process end with its parent, however that ends, and by nothing else: Ctrl-C is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


@contextmanager
def _held_back() -> Generator[None]:
    """Hold Ctrl-C back until the context ends, and in processes that start meanwhile until they ignore it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_rounds(
    game: Setup,
    players: Sequence[Player],
    seatings: Iterable[tuple[Seating, ...]],
    processes: Executor | None = None,
    *,
    deadline: float = NEVER,
    max_pending: int = 8,
) -> Iterator[Round]:
    """Play a shuffle for each item of ``seatings``, with all seatings in it; yield the rounds in that order.

    The results don't depend on the number of processes.

    Args:
        game: the rule set, its options and the seed.
        players: the players, by their numbers.
        seatings: the seatings of each shuffle; may be infinite.
        processes: where to play (see :func:`process_pool`); None for this process.
        deadline: the :func:`time.monotonic` at which unfinished shuffles are dropped, and no more are played.
        max_pending: how many shuffles may be under way at once.

    """
    tasks = iter((game, players, number, each, deadline) for number, each in enumerate(seatings))
    if processes is None:
        for task in tasks:
            done = _play_round(*task)
            if done is None:
                return
            yield done
        return
    # No round is cancelled: after the death of its processes, the executor's thread would fail on a cancelled round.
    waiting: deque[Future[Round | None]] = deque()
    while True:
        with _held_back():
            more = islice(tasks, max_pending - len(waiting))
            waiting.extend(processes.submit(_play_round, *task) for task in more)
        if not waiting:
            return
        done = waiting.popleft().result()
        if done is not None:
            yield done
        else:
            # time is up: others under way may have finished
            tasks = iter(())
