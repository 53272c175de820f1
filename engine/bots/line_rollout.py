"""The fast path of rollouts: where tiles take the place of ends or add some, and plays neither score nor go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bots.heuristics import Weights
from engine.parts.moves import always
from engine.simulation import DRAW, PASS, Simulation
from engine.simulation.cross import CrossSimulation
from engine.simulation.tables import Tables


def is_plain_line(tables: Tables) -> bool:
    """Return whether rollouts can take the fast path."""
    return (
        (tables.plain or tables.crossed)
        and not (tables.scoring or tables.at_will)
        and tables.keeps_turn is None
        and tables.rules.draw_keeps_turn in (None, always)
        and max(len(halves) for row in tables.outward for halves in row) == 1
    )


def play_on(
    deal: Simulation, horizon: int, weights: Weights, values: Sequence[float], noise: float, rand: Callable[[], float]
) -> int:
    """Play a deal on by the policy of :class:`engine.bots.rollout.Rollouts`, with all that it needs at hand.

    It stops when the deal may have ended, or a pass may score: then the deal itself is asked.

    Returns:
        The number of moves made.

    """
    held, ends = deal.held, deal.ends
    if deal.opening is not None or not ends or 0 in held or (isinstance(deal, CrossSimulation) and deal.growing):
        return 0
    tables = deal.tables
    fits, codes, instead, opens = tables.fits, tables.codes, tables.instead[False], tables.opens
    following, left, turn, stock = deal.following, deal.left, deal.turn, deal.stock
    passes, last, code = deal.passes, deal.last_seat, deal.last_code
    draws_on, drawn = tables.rules.draw_keeps_turn is not None, code == DRAW and last == turn
    answer, scarce = weights.answer, weights.scarce
    at_one, at_two, forks = codes[0], codes[1], tables.forks
    first = second = 0
    bonus = tables.rules.pass_bonus is not None
    made = laid = 0
    asked = False
    while made < horizon:
        hand = held[turn]
        if len(ends) == 2:
            one, two = ends
            first, second = fits[one], fits[two]
            moves = at_one[one][hand & first] + at_two[two][hand & second]
        else:
            moves = ()
            for row, shown in zip(codes, ends, strict=False):
                moves += row[shown][hand & fits[shown]]
        if not moves:
            if not asked:
                fitting = 0
                for shown in ends:
                    fitting |= fits[shown]
                if not any(each & fitting for each in held):
                    break
                asked = True
            other = instead[drawn][len(stock)][0]
            if other == PASS and bonus:
                break
            last, code = turn, other
            made += 1
            if code == PASS:
                passes += 1
            else:
                passes = 0
                held[turn] = hand | tables.bits[stock.pop()]
                if draws_on:
                    drawn = True
                    continue
            drawn = False
            turn = following[turn]
            continue
        code = moves[0]
        if len(moves) > 1:
            out = left ^ hand
            best = -1e9
            others = (second, first) if len(ends) == 2 else _others([fits[shown] for shown in ends])
            for move in moves:
                takes = others[move >> 4 & 31] | fits[move & 15]
                answers = (hand & takes & ~(1 << (move >> 9))).bit_count()
                value = values[move >> 9] + answer * answers - scarce * (out & takes).bit_count() + noise * rand()
                if value > best:
                    code, best = move, value
        tile = code >> 9
        bit = 1 << tile
        held[turn] = hand ^ bit
        left ^= bit
        ends[code >> 4 & 31] = code & 15
        if forks and opens[tile] >= 0:
            ends.append(opens[tile])
        passes = 0
        laid += 1
        made += 1
        last = turn
        turn = following[turn]
        asked = drawn = False
        if hand == bit:
            break
    if made:
        deal.left, deal.turn, deal.passes, deal.last_seat, deal.last_code = left, turn, passes, last, code
        deal.tiles_laid += laid
        deal.look()
    return made


def _others(takes: Sequence[int]) -> list[int]:
    """Return for each end the tiles that fit another, ``takes`` being those that fit each."""
    some = several = 0
    for each in takes:
        several |= some & each
        some |= each
    return [some ^ each | several for each in takes]
