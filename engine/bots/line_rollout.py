"""The fast path of rollouts: on a line with two ends, where plays neither score nor go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bots.heuristics import Weights
from engine.simulation import PASS, Simulation
from engine.simulation.tables import Tables


def is_plain_line(tables: Tables) -> bool:
    """Return whether rollouts can take the fast path."""
    return (
        tables.plain
        and not (tables.forks or tables.ends_by_points or tables.at_will)
        and tables.keeps_turn is None
        and max(len(halves) for row in tables.outward for halves in row) == 1
    )


def play_on(
    deal: Simulation, horizon: int, weights: Weights, values: Sequence[float], noise: float, rand: Callable[[], float]
) -> int:
    """Play a deal on by the policy of :class:`engine.bots.rollout.Rollouts`, with all that it needs at hand.

    It stops before anything but a play or a pass, and when the deal may have ended: then the deal itself is asked.

    Returns:
        The number of moves made.

    """
    tables = deal.tables
    fits, codes, instead = tables.fits, tables.codes, tables.instead[False][False][len(deal.stock)]
    held, following, left, turn = deal.held, deal.following, deal.left, deal.turn
    (one, two), passes, laid, last, code = deal.ends, deal.passes, deal.tiles_laid, deal.last_seat, deal.last_code
    at_one, at_two = codes[0], codes[1]
    answer, scarce = weights.answer, weights.scarce
    passing, made = instead == (PASS,), 0
    while made < horizon:
        hand = held[turn]
        first, second = fits[one], fits[two]
        moves = at_one[one][hand & first] + at_two[two][hand & second]
        if not moves:
            if not passing or (not passes and not any(each & (first | second) for each in held)):
                break
            last, code = turn, PASS
            passes += 1
            turn = following[turn]
            made += 1
            continue
        code = moves[0]
        if len(moves) > 1:
            out = left ^ hand
            best = -1e9
            for move in moves:
                fitting = fits[move & 15] | (first if move & 16 else second)
                answers = (hand & fitting & ~(1 << (move >> 8))).bit_count()
                value = values[move >> 8] + answer * answers - scarce * (out & fitting).bit_count() + noise * rand()
                if value > best:
                    code, best = move, value
        bit = 1 << (code >> 8)
        held[turn] = hand ^ bit
        left ^= bit
        if code & 16:
            two = code & 15
        else:
            one = code & 15
        passes = 0
        laid += 1
        made += 1
        last = turn
        turn = following[turn]
        if hand == bit:
            break
    deal.left, deal.turn, deal.ends = left, turn, [one, two]
    deal.passes, deal.tiles_laid, deal.last_seat, deal.last_code = passes, laid, last, code
    deal.look()
    return made
