"""Pits players against each other, fairly: each shuffle is played with the players' places exchanged."""

from __future__ import annotations

import math
import os
import random
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
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
"""Plays a seat: from its view, what has been turned up of a grid, and a source of chance. It has to be picklable."""

Seating = tuple[int, ...]
"""Who sits where: the number of a player for each seat."""

BASELINES: Mapping[str, Chooser] = {
    "random": baselines.random_move,
    "heaviest": baselines.heaviest_tile,
    "points": baselines.most_points,
}

NEVER: Final = math.inf

PLAYER_NAMES = (*BASELINES, *Level)
"""Every player that :func:`named` knows."""


class Player(NamedTuple):
    """Somebody who plays.

    Attributes:
        name: what it is called where the outcome is shown.
        choose: what it does.

    """

    name: str
    choose: Chooser


def find_player(name: str, effort: int = EFFORT) -> Player:
    """Give a player by its name; ``effort`` is for those that think.

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
    """What is played.

    Attributes:
        rules: the rule set's id.
        seats: how many play.
        options: the house rules; what is left out takes its default.
        whole: whether matches are played to their end, or else one deal of each.
        deal: which deal that is, from 1; those before it are played by nobody, anyhow.
        seed: what all shuffles and all chance of the players come from.

    """

    rules: str
    seats: int
    options: Mapping[str, object] = {}
    full_match: bool = False
    deal: int = 1
    seed: int = 0

    def new_match(self) -> State:
        """Give a match before its first deal.

        Raises:
            IllegalMove: no such rule set, seats or options.

        """
        return match.new(self.rules, self.seats, self.options)


class GameResult(NamedTuple):
    """How one deal or match went.

    Attributes:
        seating: who sat where.
        shares: what each side has of the win: 1, an equal part where it is shared, or 0.
        points: what each side scored.
        seconds: of the processor, for each choice that had several options, by the number of the player.

    """

    seating: Seating
    shares: tuple[float, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


Round = tuple[GameResult, ...]
"""One shuffle, played with every seating in turn."""


# ---------------------------------------------------------------------- seatings


def mirrored_seatings(game: Setup, number: int) -> tuple[Seating, Seating]:
    """Seat two players on every other side, from a side that moves on from round to round, and then the other way.

    Whatever a side is dealt, each of the two plays it once; so half of the wins is the fair share of both, however
    many sides there are.
    """
    sides = game.new_match().teams
    at = {seat: (n + number) % len(sides) % 2 for n, side in enumerate(sides) for seat in side}
    one = tuple(at[seat] for seat in range(game.seats))
    return one, tuple(1 - each for each in one)


def rotated_seatings(players: Sequence[Player]) -> tuple[Seating, ...]:
    """Seat players in their order, from every seat on; seatings that look the same are there once."""
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
    """Play shuffle ``number``; give None if it is not over when :func:`time.monotonic` says ``until``.

    What is dealt, and what chance the players have at each ply, follows from the seed and the number alone.
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
        source = random.Random(f"{game.seed} {number} ply {ply}")
        if len(state.results) < game.deal - 1:
            move = source.choice(options)
        elif len(options) > 1:
            if time.monotonic() > deadline:
                return None
            view, turned = match.view(state, state.turn), match.flipped(state)
            player = seating[state.turn]
            begun = time.thread_time()
            move = players[player].choose(view, turned, source)
            seconds[player].append(time.thread_time() - begun)
        state, _ = match.apply(state, move)
    taken = tuple(map(tuple, seconds))
    if game.full_match:
        return GameResult(seating, match_shares(state), state.totals, taken)
    if len(state.results) < game.deal:
        # the match was over before that deal: nobody has won it
        nothing = (0,) * len(state.teams)
        return GameResult(seating, nothing, nothing, taken)
    deal = state.results[-1]
    return GameResult(seating, deal_shares(state, deal), deal.points, taken)


def match_shares(state: State) -> tuple[float, ...]:
    """Divide the win of a match among the sides: 1 in all."""
    return _divided({state.team_of(seat) for seat in state.winners}, state)


def deal_shares(state: State, deal: Result) -> tuple[float, ...]:
    """Divide the win of a deal among the sides: 1 in all, or nothing.

    Where points are bad it goes to the fewest points in it, where plays score at once to the most.
    """
    if state.rules.points_against:
        return _divided({side for side, points in enumerate(deal.points) if points == min(deal.points)}, state)
    if state.rules.move_points is not None and any(deal.points):
        return _divided({side for side, points in enumerate(deal.points) if points == max(deal.points)}, state)
    return _divided({state.team_of(seat) for seat in deal.winners}, state)


def _divided(winners: set[int], state: State) -> tuple[float, ...]:
    return tuple(1 / len(winners) if side in winners else 0.0 for side in range(len(state.teams)))


def _play_round(
    game: Setup, players: Sequence[Player], number: int, seatings: tuple[Seating, ...], deadline: float
) -> Round | None:
    played = [play_game(game, players, seating, number, deadline) for seating in seatings]
    whole = tuple(each for each in played if each is not None)
    return whole if len(whole) == len(played) else None


@contextmanager
def process_pool(workers: int | None = None) -> Generator[Executor | None]:
    """Have so many processes to play in, as many as there are processors where nothing is said; for one, none."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = workers or allowed
    if count == 1:
        yield None
        return
    executor = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def play_rounds(
    game: Setup,
    players: Sequence[Player],
    seatings: Iterable[tuple[Seating, ...]],
    processes: Executor | None = None,
    *,
    deadline: float = NEVER,
    max_pending: int = 8,
) -> Iterator[Round]:
    """Play a shuffle for each item of ``seatings``, with all of the seatings in it; give the rounds in that order.

    They are the same however many processes there are.

    Args:
        game: what is played.
        players: who plays.
        seatings: for each shuffle, who sits where; it may go on for ever.
        processes: where to play (see :func:`pool`); None: here.
        deadline: when :func:`time.monotonic` says so, what is not over is given up, and nothing more is played.
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
    waiting: deque[Future[Round | None]] = deque()
    try:
        while True:
            waiting.extend(processes.submit(_play_round, *task) for task in islice(tasks, max_pending - len(waiting)))
            if not waiting:
                return
            done = waiting.popleft().result()
            if done is not None:
                yield done
            else:
                # time is up: others that were begun may still be over
                tasks = iter(())
    finally:
        for each in waiting:
            each.cancel()
