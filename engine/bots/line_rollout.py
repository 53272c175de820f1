"""The fast path of rollouts: where tiles take the place of ends or add some, and plays don't go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bots.heuristics import Weights
from engine.parts.moves import always
from engine.simulation import DRAW, PASS, Simulation


def is_plain_line(deal: Simulation) -> bool:
    """Return whether rollouts can take the fast path."""
    tables = deal.tables
    return (
        deal.opens_up
        and not tables.at_will
        and tables.keeps_turn is None
        and tables.rules.draw_keeps_turn in (None, always)
        and max(len(halves) for row in tables.outward for halves in row) == 1
    )


def play_on(
    deal: Simulation, horizon: int, weights: Weights, values: Sequence[float], noise: float, rand: Callable[[], float]
) -> int:
    """Play a deal on by the policy of :class:`engine.bots.rollout.Rollouts`, with all that it needs at hand.

    It stops when the deal may have ended, or a pass may score: then the deal itself decides.

    Returns:
        The number of moves made.

    """
    held, ends = deal.held, deal.ends
    if deal.opening is not None or not ends or 0 in held or deal.growing:
        return 0
    tables = deal.tables
    fits, codes, draws_and_passes, opens = tables.fits, tables.codes, tables.draws_and_passes[False], tables.opens
    following, left, turn, stock = deal.following, deal.left, deal.turn, deal.stock
    passes, last, code = deal.passes, deal.last_seat, deal.last_code
    draws_on, drawn = tables.rules.draw_keeps_turn is not None, code == DRAW and last == turn
    answer, scarce = weights.answer, weights.scarce
    at_one, at_two, forks = codes[0], codes[1], tables.forks
    takes: list[int] = []
    first = second = several = 0
    bonus = tables.rules.scoring.pass_bonus is not None
    scoring = tables.scoring
    made = laid = gained = 0
    asked = False
    while made < horizon:
        hand = held[turn]
        if len(ends) == 2:
            one, two = ends
            first, second = fits[one], fits[two]
            moves = at_one[one][hand & first] + at_two[two][hand & second]
            fitting = first | second
        else:
            # the tiles that fit some end, and those that fit several
            moves = ()
            takes = []
            fitting = several = 0
            for row, number in zip(codes, ends, strict=False):
                each = fits[number]
                takes.append(each)
                several |= fitting & each
                fitting |= each
                moves += row[number][hand & each]
        if not moves:
            draw_or_pass = draws_and_passes[drawn][len(stock)][0]
            if draw_or_pass == PASS and bonus:
                break
            asked = asked or any(each & fitting for each in held)
            if not asked:
                # the deal may have ended
                if draw_or_pass == PASS:
                    break
                if made:
                    _look(deal, left, turn, passes, last, code, laid)
                    laid = 0
                    if deal.reason is not None:
                        return made
            last, code = turn, draw_or_pass
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
        if scoring:
            deal.turn = turn
            code, gained = deal.most_points(moves)
        if len(moves) > 1 and not gained:
            out = left ^ hand
            best = -1e9
            # the tiles that fit another end
            others = [fitting ^ each | several for each in takes] if len(ends) != 2 else (second, first)
            for move in moves:
                next_to = others[move >> 4 & 31] | fits[move & 15]
                answers = (hand & next_to & ~(1 << (move >> 9))).bit_count()
                value = values[move >> 9] + answer * answers - scarce * (out & next_to).bit_count() + noise * rand()
                if value > best:
                    code, best = move, value
        tile = code >> 9
        bit = 1 << tile
        held[turn] = hand ^ bit
        left ^= bit
        ends[code >> 4 & 31] = code & 15
        if forks and opens[tile] >= 0:
            ends.append(opens[tile])
        if scoring:
            deal.note(code)
        passes = 0
        laid += 1
        made += 1
        last = turn
        turn = following[turn]
        asked = drawn = False
        if gained:
            deal.add_points(last, gained)
            break
        if hand == bit:
            break
    if made:
        _look(deal, left, turn, passes, last, code, laid)
    return made


def _look(deal: Simulation, left: int, turn: int, passes: int, last: int, code: int, laid: int) -> None:
    """Set where a deal stands, and look whether it has ended."""
    deal.left, deal.turn, deal.passes, deal.last_seat, deal.last_code = left, turn, passes, last, code
    deal.tiles_laid += laid
    deal.look()
