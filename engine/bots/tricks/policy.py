"""Moves by a policy that imagines no deals: bids by the tricks that a hand can count on."""

from __future__ import annotations

import random

from engine.actions import Bid, Move, Pass, Play, Trump
from engine.bots.decision import Rationale
from engine.bots.tricks.suits import TILES, suits_for
from engine.bots.tricks.trickplay import Trickplay
from engine.layouts import Tricks
from engine.layouts.tricks import TRUMPS
from engine.parts.tricks import ALL_POINTS
from engine.simulation.rule_tables import bits
from engine.tiles import bitmask
from engine.view import View

COUNTED_TO_BID = 4.5
"""How many tricks a hand has to count on for a bid of 30 points; for all points it needs :data:`ALL_TRICKS`."""

ALL_TRICKS = 7

POINTS_PER_TRICK = 6
"""The points of a trick on average."""


def tricks_counted(hand: int, trump: int) -> float:
    """Return how many tricks a hand can count on if it names trump and leads.

    High trumps win; so do other tiles that nothing beats but trumps, which have been drawn by then, and long trumps.
    """
    suits = suits_for(trump)
    out = ((1 << len(TILES)) - 1) ^ hand
    count = 0.0
    trumps_out = bits(out & suits.trumps)
    own = sorted(bits(hand & suits.trumps), key=lambda tile: -suits.power[suits.asked[tile]][tile])
    trumps_out.sort(key=lambda tile: -suits.power[suits.asked[tile]][tile])
    for tile in own:
        if not trumps_out:
            count += 1
        elif suits.power[suits.asked[tile]][tile] > suits.power[suits.asked[trumps_out[0]]][trumps_out[0]]:
            count += 1
            # each lead draws two of the others' on average
            del trumps_out[-2:]
        else:
            del trumps_out[:2]
    # the chance that the trumps of the others are drawn
    drawn = 1.0
    if trumps_out:
        drawn = 0.8 if own else 0.6
    for tile in bits(hand & ~suits.trumps):
        beaten = suits.above[suits.asked[tile]][tile] & out & ~suits.trumps
        if not beaten:
            count += drawn
        elif beaten.bit_count() == 1:
            count += 0.4 * drawn
    return count


def best_trump(hand: int) -> str:
    """Return the trump with which a hand counts on most tricks."""
    return max(TRUMPS, key=lambda trump: tricks_counted(hand, TRUMPS[trump]))


def by_heuristics(view: View) -> tuple[Move, Rationale]:
    """Return a bid, a trump or a tile by the tricks that the hand can count on, and the reason."""
    hand = bitmask(view.hand)
    first = view.legal[0]
    if isinstance(first, Trump):
        trump = best_trump(hand)
        return next(each for each in view.legal if isinstance(each, Trump) and each.trump == trump), Rationale.COUNTS
    if isinstance(first, Play):
        return sensible_tile(view)
    counted = tricks_counted(hand, TRUMPS[best_trump(hand)])
    move = _bid_on(view, counted)
    return move, Rationale.TOO_LITTLE if isinstance(move, Pass) else Rationale.COUNTS


def _bid_on(view: View, counted: float) -> Move:
    """Return the lowest bid that ``counted`` tricks are good for, or a pass; the last seat may have to bid."""
    bids = [each for each in view.legal if isinstance(each, Bid)]
    passes = [each for each in view.legal if isinstance(each, Pass)]
    if not bids or not passes:
        return view.legal[0]
    if _is_partners_bid(view):
        return passes[0]
    lowest = bids[0].points
    if lowest >= ALL_POINTS:
        is_good = counted >= ALL_TRICKS
    else:
        is_good = lowest <= 30 + POINTS_PER_TRICK * (counted - COUNTED_TO_BID)
    return bids[0] if is_good else passes[0]


def _is_partners_bid(view: View) -> bool:
    bidder = view.layout.bidder
    return bidder is not None and bidder % 2 == view.own_seat % 2


def sensible_tile(view: View) -> tuple[Move, Rationale]:
    """Return the policy's tile: it reads of the other hands no more than which tiles they hold together."""
    table = Tricks.of(view.layout)
    seat = view.own_seat
    laid = bitmask(each.tile for each in table.placed)
    own = bitmask(view.hand)
    held = [0] * 4
    held[seat] = own
    # the tiles of the others, as though one of them held them all
    held[(seat + 1) % 4] = ((1 << len(TILES)) - 1) ^ own ^ laid
    tile, rationale = Trickplay(table, held, seat, table.trump_suit).sensible()
    return next(each for each in view.legal if isinstance(each, Play) and each.tile.order == tile), rationale


def anything(view: View, rng: random.Random) -> Move:
    """Return any tile, or a trump that the hand holds; rather a pass than a bid, and the lowest bid."""
    first = view.legal[0]
    if isinstance(first, Play):
        return rng.choice(view.legal)
    if isinstance(first, Trump):
        hand = bitmask(view.hand)
        by_trumps = sorted(
            (each for each in view.legal if isinstance(each, Trump)),
            key=lambda each: -(hand & suits_for(TRUMPS[each.trump]).trumps).bit_count(),
        )
        return rng.choice(by_trumps[:3])
    return view.legal[-1] if isinstance(view.legal[-1], Pass) else first
